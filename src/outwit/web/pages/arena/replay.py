"""A game of a tournament that has ended, to be stepped through."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any

from nicegui import events, ui

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.replay import replay_game
from outwit.arena.report.sheets import moves_text
from outwit.arena.report.tables import breakable, figure, table
from outwit.decision import value_text
from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, player_name
from outwit.games import title
from outwit.play.session import Session
from outwit.store import StoreError
from outwit.tree.record.node import quantity
from outwit.views import find_view
from outwit.web.pages.address import Spot
from outwit.web.pages.arena.wording import STYLE, ending
from outwit.web.pages.frame import heading, page_frame, words
from outwit.web.pages.live import Live
from outwit.web.pages.slider import StepSlider
from outwit.web.position_html import session_html
from outwit.web.state import AppState
from outwit.web.table import capital

AROUND = 150
"""How many steps before and after the present one are listed."""

CHOSEN = """(event) => {
  const button = event.target.closest("button[data-count]");
  if (button) emit(button.dataset.count);
}"""
"""Tells which step was pressed."""

FOLLOW = """setTimeout(() => {
  const row = document.querySelector(".ow-game tr[aria-current]");
  const box = row && row.closest(".wide");
  if (box && (row.offsetTop < box.scrollTop + 60 || row.offsetTop + 60 > box.scrollTop + box.clientHeight))
    box.scrollTop = row.offsetTop - box.clientHeight / 2;
}, 50)"""
"""Keeps the present step in sight, within the list alone."""

KEYS = {"ArrowLeft": -1, "ArrowRight": 1}


async def open_replay(app_state: AppState, key: str, number: str) -> Replay:
    """The page of a game, by its number as people count."""
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
        raise StoreError(f"{number!r} is not the number of a game; they are counted from 1.")
    tournament, played = await asyncio.to_thread(app_state.tournaments.store.game, key, int(number) - 1)
    try:
        session = await asyncio.to_thread(replay_game, tournament, played, app_state.find)
    except OutwitError as error:
        return Replay(app_state, key, tournament, played, None, str(error))
    return Replay(app_state, key, tournament, played, session)


class Replay:
    """The page; without a session, where the game may not be loaded here, it has no board."""

    def __init__(
        self,
        app_state: AppState,
        key: str,
        tournament: Tournament,
        played: Played,
        session: Session | None,
        why: str = "",
    ) -> None:
        self.app_state = app_state
        self.key = key
        self.tournament = tournament
        self.fixture: Fixture = tournament.fixtures()[played.number]
        self.played = played
        self.session = session
        self.why = why
        """Why there is no board."""

    def show(self) -> None:
        """The page."""
        number = self.played.number + 1
        name = (
            self.app_state.game_text(self.tournament.game, lambda game: title(type(game)))
            or self.tournament.game
        )
        with page_frame(f"{name}, game {number:,}"):
            ui.add_css(STYLE)
            with ui.element("div").classes("ow-buttons"):
                ui.link("The tournament", f"/arena/{self.key}")
                if number > 1:
                    ui.link("Game before", f"/arena/{self.key}/{number - 1}")
                if number < len(self.tournament.fixtures()):
                    ui.link("Next game", f"/arena/{self.key}/{number + 1}")
            words(ending(self.tournament, self.fixture, self.played), "ow-standing")
            if self.session is None:
                words(f"The board cannot be shown: {self.why}", "ow-soft")
                ui.html(f"<pre>{escape(self.played.final)}</pre>", sanitize=False).classes("ow-place")
                words(moves_text(self.played))
            else:
                Board(self.tournament, self.fixture, self.played, self.session).show()


class Board:
    """A board to step through, and everything that happened on it."""

    def __init__(self, tournament: Tournament, fixture: Fixture, played: Played, session: Session) -> None:
        self.names = [tournament.names[agent] for agent in fixture.seats]
        self.opening = len(tournament.openings[fixture.opening].moves)
        self.played = played
        self.session = session
        self.view = find_view(session.game)
        self.texts = session.described()
        self.count = len(self.texts)
        """After how many steps the board is shown."""

    def show(self) -> None:
        """The board, what steps through it, and the list of steps."""
        with ui.element("div").classes("ow-table ow-game"):
            with ui.element("div").classes("ow-side"):
                self.place = Live().classes("ow-place")
                self.said = words("").props("role=status aria-live=polite")
                with ui.element("div").classes("ow-buttons ow-onward"):
                    self.back = [self.button("Start", lambda: 0), self.button("Back", lambda: self.count - 1)]
                    self.on = [
                        self.button("Forward", lambda: self.count + 1),
                        self.button("End", lambda: len(self.texts)),
                    ]
                    self.slider = StepSlider("Step of the game", len(self.texts), self.look)
            with ui.element("div").classes("ow-side ow-report"):
                self.seats()
                self.links = ui.element("nav").classes("ow-buttons").props('aria-label="This position"')
                with self.links:
                    self.analysis = ui.link("Analyse this position", "")
                    self.lab = ui.link("Search tree", "")
                self.list = Live()
                self.list.on("click", self.on_step, js_handler=CHOSEN)
        ui.keyboard(on_key=self.on_key, ignore=["input", "select", "textarea"])
        self.refresh()

    def button(self, name: str, wanted: Any) -> ui.button:
        """A button that goes to a step."""
        return ui.button(name, on_click=lambda: self.look(wanted())).props("no-caps outline dense color=none")

    def seats(self) -> None:
        """Who sat where."""
        with ui.element("section").classes("ow-panel"):
            heading("Who played")
            for seat, name in enumerate(self.names):
                moves, seconds = self.played.moves[seat], self.played.seconds[seat]
                seen = quantity(self.played.nodes[seat], "position")
                spent = f"{quantity(moves, 'move')}, {seconds:.2f} s, {seen}"
                who = escape(capital(player_name(self.session.game, seat)))
                ui.html(
                    f'<b>{who}</b>: {breakable(name)} <span class="small">{spent}</span>',
                    tag="p",
                    sanitize=False,
                )

    # Stepping

    def on_step(self, event: events.GenericEventArguments) -> None:
        """A step of the list was pressed."""
        text = str(event.args)
        if text.isascii() and text.isdigit():
            self.look(int(text))

    def on_key(self, event: events.KeyEventArguments) -> None:
        """The arrows go a step back and forward."""
        if event.action.keydown and not event.modifiers and event.key.name in KEYS:
            self.look(self.count + KEYS[event.key.name])

    def look(self, count: int) -> None:
        """Show the board after so many steps."""
        self.count = min(max(count, 0), len(self.texts))
        self.refresh()

    def refresh(self) -> None:
        """Show what has changed."""
        session, count = self.session, self.count
        self.place.show(session_html(self.view, session, count))
        self.said.set_content(escape(self.place_text()))
        self.slider.show(count)
        for button in self.back:
            button.set_enabled(count > 0)
        for button in self.on:
            button.set_enabled(count < len(self.texts))
        spot = Spot.of(session, count)
        self.analysis.props(f'href="{spot.analysis()}"')
        self.lab.props(f'href="{spot.lab()}"')
        self.list.show(self.steps_html())
        ui.run_javascript(FOLLOW)

    def place_text(self) -> str:
        """Where in the game this is, in a sentence."""
        last = len(self.texts)
        if self.count == 0:
            return f"The start; {quantity(last, 'step')} {'follows' if last == 1 else 'follow'}."
        who, text = self.who(self.count - 1), self.texts[self.count - 1]
        part = " of the opening" if self.count <= self.opening else ""
        return f"Step {self.count} of {last}{part}: {who}, {text}."

    def who(self, number: int) -> str:
        """Who took a step."""
        by = self.session.steps[number].by
        special = {CHANCE: "chance", SIMULTANEOUS: "all players"}
        return special.get(by) or player_name(self.session.game, by)

    def steps_html(self) -> str:
        """The steps around the present one."""
        first = max(0, self.count - AROUND)
        rows = [self.row(number) for number in range(first, min(self.count + AROUND, len(self.texts)))]
        headings = ["step#", "who", "move", "value#", "seconds#", "positions#"]
        return table("What each agent took its move to be worth, and what that took", headings, rows)

    def row(self, number: int) -> str:
        """A step."""
        step, after = self.session.steps[number], number - self.opening
        note = self.played.steps[after] if after >= 0 else {}
        value = "opening" if after < 0 else "" if step.value is None else value_text(step.value)
        seconds = "" if step.seconds is None else f"{step.seconds:.3f}"
        nodes = f"{note['nodes']:,}" if "nodes" in note else ""
        present = ' aria-current="step"' if number + 1 == self.count else ""
        return (
            f'<tr{present}><th scope="row" class="figure">{number + 1}</th>'
            f"<td>{escape(self.who(number))}</td>"
            f'<td><button type="button" class="ow-small" data-count="{number + 1}"{present}>'
            f"{escape(self.texts[number])}</button></td>"
            f"{figure(value)}{figure(seconds)}{figure(nodes)}</tr>\n"
        )
