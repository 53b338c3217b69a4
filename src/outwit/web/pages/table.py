"""The table: the board, who sits where, what has happened, and how an agent's thinking stands."""

from __future__ import annotations

import json
from html import escape
from typing import Any
from urllib.parse import quote

from nicegui import app, ui

from outwit.decision import valued
from outwit.errors import OutwitError
from outwit.faults import broken_rules
from outwit.game import CHANCE, SIMULTANEOUS, Move, player_name
from outwit.games import title
from outwit.play.log import turn_numbers, unseen, worded
from outwit.play.saved import to_json
from outwit.views import find_view, without_memory
from outwit.web.hall import HUMAN, NOBODY, Table, capital, memory_name
from outwit.web.pages.address import Spot, way
from outwit.web.pages.board import FEW, ClickedBoard
from outwit.web.pages.frame import framed, heading, refuse, words
from outwit.web.pages.part import Part
from outwit.web.pages.steps import StepList
from outwit.web.pages.thinking import Thinking
from outwit.web.room import Room


def build(room: Room) -> None:
    """Put the page where browsers find it."""

    @ui.page("/sitting/{key}")
    def sitting(key: str) -> None:
        try:
            table = room.hall.open(key)
        except OutwitError as error:
            refuse("No such sitting", str(error), "All games", "/")
            return
        TablePage(room, table, str(app.storage.browser["id"])).show()


class TablePage:
    """A table as one browser sees it."""

    def __init__(self, room: Room, table: Table, browser: str) -> None:
        self.room = room
        self.table = table
        self.browser = browser
        self.view = find_view(table.game)
        self.past: int | None = None
        """The step after which the board is shown; None for the present."""
        self.hinted = ""
        self.shown: Any = None

    def show(self) -> None:
        """The page."""
        with framed(title(type(self.table.game))), ui.element("div").classes("ow-table"):
            with ui.element("div").classes("ow-side"):
                self.standing = ui.html("", tag="p", sanitize=False).classes("ow-standing")
                self.standing.props("role=status aria-live=polite")
                self.board = ClickedBoard(self.table.game, self.play, self.refresh)
            with ui.element("div").classes("ow-side"):
                self.parts = [Part(self.seats, self.seated)]
                self.thinking = Thinking(self.table)
                self.parts += [
                    Part(self.controls, self.useful),
                    Part(self.ways, lambda: (self.count, self.table.over)),
                    Part(self.moves, lambda: (len(self.table.sitting.steps), self.past, self.table.over)),
                ]
        client = ui.context.client
        self.table.listeners.add(self.refresh)
        client.on_delete(lambda: self.table.listeners.discard(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """Show what has changed, or why that cannot be shown."""
        try:
            self.refresh_parts()
        except Exception as error:
            broken = broken_rules(error)
            if broken is None:
                raise
            self.standing.set_content(escape(str(broken)))

    def refresh_parts(self) -> None:
        """Show what has changed."""
        table = self.table
        sitting = table.sitting
        key = (
            len(sitting.steps),
            table.over,
            (*table.seats, *sitting.players),
            table.trouble,
            self.past,
            self.board.clicked,
            table.asking is not None,
            tuple(table.choices),
            self.hinted,
        )
        if key != self.shown:
            if self.shown is not None and self.shown[0] != key[0]:
                self.past, self.board.clicked, self.hinted = None, (), ""
            self.shown = key
            self.draw()
            for part in self.parts:
                part.refresh()
        self.thinking.refresh()

    def seated(self) -> Any:
        """What the part about the seats shows."""
        table = self.table
        return tuple(table.seats), tuple(table.sitting.players), table.to_act, table.mine(self.browser)

    def useful(self) -> Any:
        """What the buttons depend on."""
        table = self.table
        mine, begun, legal = table.mine(self.browser), bool(table.sitting.steps), bool(self.legal())
        return mine, begun, bool(table.undone), legal, table.over, table.trouble, self.hinted

    # The board

    @property
    def seat(self) -> int | None:
        """The seat whose knowledge is shown: one's own; None where nothing is hidden."""
        return self.table.looking(self.browser)

    @property
    def count(self) -> int:
        """How many steps the position that is shown comes after."""
        return len(self.table.sitting.steps) if self.past is None else self.past

    def legal(self) -> list[Move]:
        """The moves that may be played on the board that is shown: none on one of the past."""
        return [] if self.past is not None else self.table.legal(self.browser)

    def draw(self) -> None:
        """The position, and how the game stands."""
        self.board.show(self.table.sitting, self.count, self.legal(), self.seat)
        self.standing.set_content(escape(self.said(self.count)))

    def said(self, count: int) -> str:
        """The last event and the standing, in words."""
        table, sitting = self.table, self.table.sitting
        score = ""
        if self.seat != NOBODY:
            score = self.view.beside(without_memory(sitting.shown_to(self.seat, count)))
        score = f"{capital(score)}. " if score else ""
        if self.past is not None:
            return f"After move {count} of {len(sitting.steps)}. {score}".strip()
        choosing = self.board.choosing()
        if choosing:
            return choosing
        yours = table.acting(self.browser) is not None
        return self.lately(count) + score + (f"{table.standing} Your turn." if yours else table.standing)

    def lately(self, count: int) -> str:
        """The last step in a sentence; where the view makes sentences, the last few of the turn."""
        sitting = self.table.sitting
        if not count:
            return ""
        if self.table.secret or not self.view.recounts:
            return self.happened(count - 1)
        turns = list(turn_numbers(sitting))
        first = max(turns.index(turns[-1]), count - FEW)
        told = (worded(sitting, self.view, index) for index in range(first, count))
        return "".join(f"{capital(words)}. " for words in told)

    def happened(self, number: int) -> str:
        """A step in a sentence: who took it, and what it was as far as it may be known."""
        step, what = self.table.sitting.steps[number], self.table.told(self.browser, number)
        if what is None:
            return f"{unseen(self.table.game, step.by)} "
        who = {CHANCE: "Chance gave", SIMULTANEOUS: "All players played"}.get(step.by)
        if who is None and not self.table.secret:
            what = self.view.worded(without_memory(self.table.sitting.states[number]), step.move)
        return f"{who or capital(player_name(self.table.game, step.by)) + ' played'} {what}. "

    def play(self, text: str) -> None:
        """Play a move."""
        self.attempt(lambda: self.table.play(self.browser, text))

    def attempt(self, what: Any) -> None:
        """Do something that may be refused with a sentence."""
        try:
            what()
        except OutwitError as error:
            ui.notify(str(error), type="warning", multi_line=True)
        self.refresh()

    # The side

    def seats(self) -> None:
        """Who sits where."""
        with ui.element("section").classes("ow-panel"):
            heading("At the table")
            mine = self.table.mine(self.browser)
            for player, spelling in enumerate(self.table.sitting.players):
                with ui.element("div").classes("ow-seat"):
                    who = spelling if spelling != HUMAN else "you" if player in mine else "a person"
                    free = spelling == HUMAN and self.table.seats[player] is None
                    turn = " · to move" if player in self.table.to_act else ""
                    name = capital(player_name(self.table.game, player))
                    ui.html(
                        f"<b>{escape(name)}</b>: {escape('free' if free else who)}{turn}",
                        tag="span",
                        sanitize=False,
                    )
                    if free:
                        ui.button(
                            f"Sit down as {player_name(self.table.game, player)}",
                            on_click=lambda player=player: self.attempt(
                                lambda: self.table.sit(self.browser, player)
                            ),
                        ).props("no-caps dense outline color=none")
            if not mine:
                words("You are watching.", "ow-soft")

    def controls(self) -> None:
        """What a player can do besides moving."""
        table, mine = self.table, self.table.mine(self.browser)
        with ui.element("div").classes("ow-buttons"):

            def button(name: str, what: Any, useful: bool) -> None:
                made = ui.button(name, on_click=what).props("no-caps outline dense color=none")
                made.set_enabled(useful)

            act = self.attempt
            browser = self.browser
            begun = mine and table.sitting.steps and not (table.over and table.game.hidden)
            button("Take back", lambda: act(lambda: table.take_back(browser)), bool(begun))
            button("Redo", lambda: act(lambda: table.redo(browser)), bool(mine and table.undone))
            button("Hint", self.hint, bool(self.legal()))
            swappable = bool(mine) and not table.over and not (table.secret and table.sitting.steps)
            button("Swap sides", lambda: act(lambda: table.swap(browser)), swappable)
            button("Resign", lambda: act(lambda: table.resign(browser)), bool(mine) and not table.over)
            button("New game", self.again, True)
            button("Save", self.save, True)
            if table.trouble:
                button("Try again", table.go_on, True)
        if self.hinted:
            words(self.hinted).props("role=status")

    def ways(self) -> None:
        """Where the position that is shown, or the finished game, can be looked into."""
        table = self.table
        if table.secret:
            return
        with ui.element("div").classes("ow-buttons"):
            spot = Spot.of(table.sitting, self.count)
            way("Analyse", spot.analysis())
            way("Search tree", spot.lab())
            if table.over and table.sitting.steps:
                way("Review", f"/review/{quote(table.key)}")

    async def hint(self) -> None:
        """What a strong agent would play here."""
        sitting, count = self.table.sitting, len(self.table.sitting.steps)
        player = self.table.acting(self.browser)
        try:
            spelling = self.room.grant.opponent(self.table.game)
            session = None if player is None else memory_name(self.table.key, player)
            asking = self.room.hall.ask(sitting, spelling, player, self.browser, session=session)
            decision = await asking.answer
        except OutwitError as error:
            ui.notify(str(error), type="warning")
            return
        if len(self.table.sitting.steps) == count:
            self.hinted = f"Hint: {decision['move']}, worth {valued(decision['value'])}."
            self.refresh()

    def again(self) -> None:
        """A new game with the same players."""
        sitting = self.table.sitting
        table = self.room.hall.new(sitting.game, sitting.players, self.browser, sitting.start)
        mine = self.table.mine(self.browser)
        if mine and table.seats != self.table.seats and mine[0] not in table.mine(self.browser):
            table.seats = [self.browser if player in mine else None for player in range(sitting.game.players)]
            table.seat()
        ui.navigate.to(f"/sitting/{table.key}")

    def save(self) -> None:
        """The sitting as a file."""
        if self.table.secret:
            ui.notify("A game with hidden information can be saved when it is over.", type="warning")
            return
        text = json.dumps(to_json(self.table.sitting), indent=1, ensure_ascii=False) + "\n"
        ui.download(text.encode(), f"{type(self.table.game).__name__.lower()}.json")

    def moves(self) -> None:
        """What has happened, to be clicked back through."""
        sitting = self.table.sitting
        with ui.element("section").classes("ow-panel"):
            heading("Moves")
            if not sitting.steps:
                words("None yet.", "ow-soft")
                return
            texts = [self.table.told(self.browser, number) for number in range(len(sitting.steps))]
            StepList(sitting, texts, self.count, self.look)
            with ui.element("div").classes("ow-buttons"):
                ui.button("Start", on_click=lambda: self.look(0)).props("no-caps flat dense color=none")
                ui.button("Back to the present", on_click=lambda: self.look(len(texts))).props(
                    "no-caps flat dense color=none"
                )

    def look(self, count: int) -> None:
        """Show the position after so many steps."""
        self.past = None if count == len(self.table.sitting.steps) else count
        self.board.clicked = ()
        self.refresh()
