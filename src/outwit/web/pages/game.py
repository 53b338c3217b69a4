"""The table: the board, who sits where, what has happened, and how an agent's thinking stands."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from html import escape
from secrets import randbits
from typing import Any
from urllib.parse import quote

from nicegui import app, background_tasks, ui

from outwit.decision import is_opposed, value_text
from outwit.errors import OutwitError, UnansweredError
from outwit.faults import broken_rules
from outwit.game import CHANCE, SIMULTANEOUS, Move, player_name
from outwit.games import title
from outwit.isolated import RulesBusyError, RulesRestingError
from outwit.isolated.patience import call_when_answered
from outwit.play.consent import Change
from outwit.play.log import hidden_step_text, join_sentences, step_text, turn_numbers
from outwit.play.saved import to_json
from outwit.views import find_view, without_memory
from outwit.web.error_handlers import sentence_of
from outwit.web.pages.address import Spot, way
from outwit.web.pages.aids import Aids
from outwit.web.pages.board import FEW, ClickedBoard
from outwit.web.pages.consent import ConsentBar, ResignDialog
from outwit.web.pages.frame import heading, page_frame, refuse, words
from outwit.web.pages.handover import HandOver
from outwit.web.pages.part import Part
from outwit.web.pages.step_list import StepList
from outwit.web.pages.thinking import Thinking
from outwit.web.sessions import PATIENCE, SEED_BITS
from outwit.web.state import AppState
from outwit.web.table import HUMAN, NOBODY, Table, capital, memory_name

log = logging.getLogger("outwit.web")


def build(app_state: AppState) -> None:
    """Put the page where browsers find it."""

    @ui.page("/session/{key}", response_timeout=PATIENCE)
    async def session(key: str) -> None:
        try:
            table = await app_state.registry.open(key)
        except OutwitError as error:
            refuse("No such game", str(error), "All games", "/")
            return
        with table.discretion():
            TablePage(app_state, table, str(app.storage.browser["id"])).show()


class TablePage:
    """A table as one browser sees it."""

    def __init__(self, app_state: AppState, table: Table, browser: str) -> None:
        self.app_state = app_state
        self.table = table
        self.browser = browser
        self.view = find_view(table.game)
        self.past: int | None = None
        """The step after which the board is shown; None for the present."""
        self.hinted = ""
        self.shown: Any = None
        self.client = ui.context.client
        self.following = table.next_table
        """The new game that this page has heard of."""
        self.seat_labels: list[ui.html] = []
        """Who sits where, in words; what changes in them by itself is whose turn it is."""

    def show(self) -> None:
        """The page."""
        self.client = ui.context.client
        self.resigning = ResignDialog(
            self.table,
            lambda: self.attempt(lambda: self.table.resign(self.browser, self.handover.holder)),
        )
        with page_frame(title(type(self.table.game))), ui.element("div").classes("ow-table"):
            with ui.element("div").classes("ow-side"):
                self.standing = ui.html("", tag="p", sanitize=False).classes("ow-standing")
                self.standing.props("role=status aria-live=polite")
                self.consent = ConsentBar(self.table, self.browser, self.attempt)
                self.board = ClickedBoard(self.table.game, self.play, self.refresh)
                self.aids = Aids(self.table, self.browser, self.board, self.legal, self.attempt)
                self.handover = HandOver(self.table, self.browser, self.change_hands)
            with ui.element("div").classes("ow-side"):
                self.thinking = Thinking(self.table)
                self.parts = [
                    Part(self.seats, self.seats_key),
                    Part(self.controls, self.useful),
                    Part(self.ways, lambda: (self.count, self.table.over, self.table.next_table)),
                    Part(self.moves, self.moves_key),
                ]
        self.table.listeners.add(self.refresh)
        self.client.on_delete(lambda: self.table.listeners.discard(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """Show what has changed, or why that cannot be shown."""
        try:
            self.refresh_parts()
        except RulesBusyError as busy:
            self.shown = None
            self.standing.set_content(escape(str(busy)))
            call_when_answered(busy, self.refresh_if_there)
        except RulesRestingError as resting:
            self.shown = None
            self.standing.set_content(escape(str(resting)))
            asyncio.get_running_loop().call_later(resting.seconds, self.refresh_if_there)
        except Exception as error:  # rules may raise anything; the rest is raised again
            if broken_rules(error) is None:
                raise
            self.show_trouble(self.table.complaint(error))

    def show_trouble(self, said: str) -> None:
        """Say what is wrong and how the game stands, in place of a board that is not true any more."""
        many = len(self.table.session.steps)
        self.standing.set_content(escape(f"After move {many}: {said}"))
        self.board.cover("The board cannot be shown here.")
        parts = (part.refresh for part in self.parts)
        refreshed = self.consent.refresh, self.handover.refresh, *parts, self.mark_turn, self.thinking.refresh
        for refresh in refreshed:
            try:
                refresh()
            except Exception as error:  # rules may raise anything; the rest is raised again
                if broken_rules(error) is None and not isinstance(error, UnansweredError):
                    raise

    def refresh_if_there(self) -> None:
        """Show what has changed, unless the page is gone."""
        if self.refresh in self.table.listeners:
            self.refresh()

    def refresh_parts(self) -> None:
        """Show what has changed."""
        table = self.table
        session = table.session
        key = (
            len(session.steps),
            table.over,
            (*table.seats, *session.players),
            table.trouble,
            self.past,
            self.board.clicked,
            table.job is not None,
            tuple(table.choices),
            self.hinted,
            self.consent.shows,
            self.handover.shows,
            len(table.undone),
            table.next_table,
            self.board.view,
        )
        if key != self.shown:
            if self.shown is not None and self.shown[0] != key[0]:
                self.past, self.board.clicked = None, ()
            if self.shown is not None and self.shown[:2] != key[:2]:
                self.hinted = ""
            self.shown = key
            self.draw()
            self.consent.refresh()
            self.handover.refresh()
            for part in self.parts:
                part.refresh()
            self.mark_turn()
        self.thinking.refresh()
        if table.next_table != self.following:
            self.following = table.next_table
            if table.mine(self.browser):
                self.client.open(f"/session/{table.next_table}")

    def seats_key(self) -> Any:
        """What the part about the seats shows, but for whose turn it is.

        A button that is built anew while somebody clicks on it does not hear of it, and the turn may change
        at any moment.
        """
        table = self.table
        return tuple(table.seats), tuple(table.session.players), table.mine(self.browser)

    def useful(self) -> Any:
        """What the buttons depend on."""
        table = self.table
        obstacles = tuple(table.obstacle(change, self.browser) for change in Change)
        return obstacles, bool(self.legal()), table.over, table.trouble, self.hinted, self.aids.key

    def moves_key(self) -> Any:
        """What the list of moves depends on: whoever sits down is told more of them."""
        table = self.table
        return len(table.session.steps), self.past, table.over, table.mine(self.browser), self.seat

    # The board

    @property
    def seat(self) -> int | None:
        """The seat whose knowledge is shown: one's own; None where nothing is hidden."""
        if self.handover.shared and self.table.secret:
            return NOBODY if self.handover.holder is None else self.handover.holder
        return self.table.viewing_seat(self.browser)

    @property
    def acting(self) -> int | None:
        """The seat for which whoever is before the page may decide now."""
        if self.handover.shared and self.handover.holder not in self.table.to_act:
            return None
        return self.table.acting_seat(self.browser, self.handover.holder)

    @property
    def count(self) -> int:
        """How many steps the position that is shown comes after."""
        return len(self.table.session.steps) if self.past is None else self.past

    def legal(self) -> list[Move]:
        """The moves that may be played on the board that is shown: none on one of the past."""
        acting = self.acting
        return [] if self.past is not None or acting is None else self.table.session.legal_for(acting)

    def draw(self) -> None:
        """The position, and how the game stands."""
        if self.handover.covered:
            self.board.cover()
        else:
            self.board.show(self.table.session, self.count, self.legal(), self.seat, facing=self.facing)
        self.standing.set_content(escape(self.status_text(self.count)))

    @property
    def facing(self) -> int | None:
        """The player as whom the board is seen where all is shown; None in a game given up, to show all."""
        if self.table.game.hidden and self.table.resigned is not None:
            return None
        mine = self.table.mine(self.browser)
        if len(mine) == 1:
            return mine[0]
        return self.handover.holder if self.handover.shared else None

    def status_text(self, count: int) -> str:
        """The last event and the standing, in words."""
        table, session = self.table, self.table.session
        score = ""
        if self.seat != NOBODY:
            score = self.view.beside(without_memory(session.shown_to(self.seat, count)))
        score = f"{capital(score)}. " if score else ""
        if self.past is not None:
            return f"After move {count} of {len(session.steps)}. {score}".strip()
        choosing = self.board.choice_text()
        if choosing:
            return choosing
        yours = self.chosen_text() if self.acting is None else " Your turn."
        return f"{self.lately(count)}{score}{table.standing}{yours}"

    def chosen_text(self) -> str:
        """What this page's player has chosen while others have still to; nothing if several share it."""
        mine = self.table.mine(self.browser)
        if len(mine) != 1 or mine[0] not in self.table.choices:
            return ""
        state = without_memory(self.table.session.shown_to(self.seat))
        return f" You have chosen {self.view.worded(state, self.table.choices[mine[0]])}."

    def lately(self, count: int) -> str:
        """The last decision and what chance did since; the turn's last few where the view makes sentences.

        Where something is hidden, from the last step of whoever looks on, if that was among the last few.
        """
        session = self.table.session
        if not count:
            return ""
        if self.table.secret or not self.view.recounts:
            first = count - 1
            while first > max(0, count - FEW) and session.steps[first].by == CHANCE:
                first -= 1
            if self.table.secret:  # what came of one's own step still counts when others have gone on
                few = range(first, max(0, count - FEW) - 1, -1)
                first = next((number for number in few if session.steps[number].by == self.seat), first)
            return join_sentences(self.step_text(number) for number in range(first, count))
        turns = list(turn_numbers(session))
        first = max(turns.index(turns[-1]), count - FEW)
        told = (step_text(session, self.view, index) for index in range(first, count))
        return "".join(f"{capital(words)}. " for words in told)

    def step_text(self, number: int) -> str:
        """A step in a sentence: who took it, and what it was as far as it may be known."""
        step, what = self.table.session.steps[number], self.table.outcome_text(self.seat, number)
        if what is None:
            return f"{hidden_step_text(self.table.game, step.by)} "
        state = without_memory(self.table.session.states[number])
        if step.by == CHANCE:
            roller = None if self.table.secret else self.view.roller(state)
            return f"{what} came up. " if roller is None else f"{self.name(roller)} rolled {what}. "
        if step.by == SIMULTANEOUS:
            if self.table.secret or not self.view.joint:
                return f"All players played {what}. "
            return f"{capital(step_text(self.table.session, self.view, number))}. "
        if not self.table.secret:
            after = without_memory(self.table.session.states[number + 1])
            what = self.view.recounted(state, step.move, after)
        return f"{capital(player_name(self.table.game, step.by))} played {what}. "

    def name(self, player: int) -> str:
        """A player at the beginning of a sentence, for those who look at the page."""
        you = self.table.mine(self.browser) == (player,)
        return "You" if you else capital(player_name(self.table.game, player))

    def play(self, text: str) -> None:
        """Play a move as the one after those that are shown; it is seen as soon as it is kept."""
        after = len(self.table.session.steps)
        holder = self.handover.holder
        self.hinted = ""
        background_tasks.create(self.attempt(lambda: self.table.play(self.browser, text, after, holder)))

    def change_hands(self) -> None:
        """Show another player's side, and nothing of what the one before has looked at or asked for."""
        self.past, self.board.clicked, self.hinted = None, (), ""
        self.refresh()

    async def attempt(self, what: Callable[[], Awaitable[object]]) -> None:
        """Do something that may be refused with a sentence."""
        try:
            await what()
        except Exception as error:  # rules may raise anything; the rest is raised again
            said = sentence_of(error) if broken_rules(error) is None else self.table.complaint(error)
            if not said:
                raise
            if not isinstance(error, OutwitError):
                log.error("A step broke down.", exc_info=error)
            with self.client:
                ui.notify(said, type="warning", multi_line=True)
        self.refresh()

    # The side

    def seats(self) -> None:
        """Who sits where."""
        with ui.element("section").classes("ow-panel"):
            heading("At the table")
            mine = self.table.mine(self.browser)
            self.seat_labels = []
            for player, spec in enumerate(self.table.session.players):
                with ui.element("div").classes("ow-seat"):
                    free = spec == HUMAN and self.table.seats[player] is None
                    self.seat_labels.append(ui.html(self.seat_text(player), tag="span", sanitize=False))
                    if free:
                        ui.button(
                            f"Sit down as {player_name(self.table.game, player)}",
                            on_click=lambda player=player: self.attempt(
                                lambda: self.table.sit(self.browser, player)
                            ),
                        ).props("no-caps dense outline color=none")
            if not mine:
                words("You are watching.", "ow-soft")

    def seat_text(self, player: int) -> str:
        """Who sits in a seat, and whether they are to move, as HTML."""
        table, spec = self.table, self.table.session.players[player]
        who = spec if spec != HUMAN else "you" if player in table.mine(self.browser) else "a person"
        if spec == HUMAN and table.seats[player] is None:
            who = "free"
        turn = " · to move" if player in table.to_act else ""
        return f"<b>{escape(capital(player_name(table.game, player)))}</b>: {escape(who)}{turn}"

    def mark_turn(self) -> None:
        """Say beside the seats whose turn it is."""
        for player, label in enumerate(self.seat_labels):
            text = self.seat_text(player)
            if label.content != text:
                label.set_content(text)

    def controls(self) -> None:
        """What a player can do besides moving."""
        table, mine = self.table, self.table.mine(self.browser)
        with ui.element("div").classes("ow-buttons"):

            def button(name: str, what: Any, useful: bool) -> ui.button:
                made = ui.button(name, on_click=what).props("no-caps outline dense color=none")
                made.set_enabled(useful)
                return made

            def change_button(name: str, change: Change, what: Callable[[str], Awaitable[None]]) -> None:
                obstacle = table.obstacle(change, self.browser)
                made = button(name, lambda: self.attempt(lambda: what(self.browser)), not obstacle)
                if obstacle:
                    made.props["title"] = obstacle

            change_button("Take back", Change.TAKE_BACK, table.take_back)
            change_button("Redo", Change.REDO, table.redo)
            button("Hint", self.hint, bool(self.legal()))
            change_button("Swap sides", Change.SWAP, table.swap)
            button("Resign", self.resigning.open, bool(mine) and not table.over)
            button("New game", self.again, True)
            button("Save", self.save, True)
            if table.trouble:
                button("Try again", table.go_on, True)
            self.aids.buttons(button)
        if self.hinted:
            words(self.hinted).props("role=status")

    def ways(self) -> None:
        """Where the position that is shown, or the finished game, can be looked into."""
        table = self.table
        if table.next_table is not None:
            with ui.element("div").classes("ow-buttons"):
                way("To the new game", f"/session/{table.next_table}")
        at_once, played = table.game.simultaneous, bool(table.over and table.session.steps)
        if table.game.hidden or (at_once and not (played and is_opposed(table.game))):
            return  # no agent looks into such games, not even when all is shown
        with ui.element("div").classes("ow-buttons"):
            if not at_once:
                spot = Spot.of(table.session, self.count)
                way("Analyse", spot.analysis())
                way("Search tree", spot.lab())
            if played:
                way("Review", f"/review/{quote(table.key)}")

    async def hint(self) -> None:
        """What a strong agent would play here."""
        session, count = self.table.session, len(self.table.session.steps)
        player = self.acting
        try:
            spec = self.app_state.grant.opponent(self.table.game)
            memory = None if player is None else memory_name(self.table.key, player)
            job = self.app_state.registry.ask(session, spec, player, self.browser, memory=memory)
            decision = await job.answer
        except OutwitError as error:
            ui.notify(self.table.complaint(error, "There is no hint"), type="warning")
            return
        if len(self.table.session.steps) == count and self.acting == player:
            worth = "" if decision["value"] is None else f", worth {value_text(decision['value'])}"
            self.hinted = f"Hint: {decision['move']}{worth}.{self.hint_origin(spec)}"
            self.refresh()

    def hint_origin(self, spec: str) -> str:
        """Who gives a hint, where what nobody sees is guessed: the hint is worth no more than that guess."""
        if not self.table.game.hidden:
            return ""
        agent = self.app_state.grant.agent(spec)
        return f" It comes from {agent.name}, which does not see more than you do: {agent.summary}"

    async def again(self) -> None:
        """A new game with the same players, at once or when the others have agreed."""
        await self.attempt(self.begin_again)

    async def begin_again(self) -> None:
        """Set up a game with the same players, if they agree, and go there."""
        known = self.following
        following = await self.table.new_game(self.browser)
        if following is not None and (following == known or following != self.following):
            self.client.open(f"/session/{following}")

    def save(self) -> None:
        """The session as a file, with another seed: the game may go on, and nobody shall know its dice."""
        if self.table.secret:
            ui.notify("A game with hidden information can be saved when it is over.", type="warning")
            return
        data = {**to_json(self.table.session), "seed": randbits(SEED_BITS)}
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        ui.download(text.encode(), f"{type(self.table.game).__name__.lower()}.json")

    def moves(self) -> None:
        """What has happened, to be clicked back through."""
        session = self.table.session
        with ui.element("section").classes("ow-panel"):
            heading("Moves")
            if not session.steps:
                words("None yet.", "ow-soft")
                return
            texts = [self.table.outcome_text(self.seat, number) for number in range(len(session.steps))]
            StepList(session, texts, self.count, self.look)
            with ui.element("div").classes("ow-buttons"):
                ui.button("Start", on_click=lambda: self.look(0)).props("no-caps flat dense color=none")
                ui.button("Back to the present", on_click=lambda: self.look(len(texts))).props(
                    "no-caps flat dense color=none"
                )

    def look(self, count: int) -> None:
        """Show the position after so many steps."""
        self.past = None if count == len(self.table.session.steps) else count
        self.board.clicked = ()
        self.refresh()
