"""The page on which a position is analysed: the board and its line, and the agents side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any

from nicegui import events, ui

from outwit.draw.arrow import Arrow, with_arrows
from outwit.errors import OutwitError
from outwit.game import player_name
from outwit.games import title
from outwit.play.result import ending
from outwit.views import Picture, without_memory
from outwit.web.pages.analyse import plot
from outwit.web.pages.analyse.analyst import MOST, Analyst, choices, quick_spec
from outwit.web.pages.analyse.line import Line
from outwit.web.pages.analyse.panel import Panel
from outwit.web.pages.analyse.position_editor import SettingUp
from outwit.web.pages.analyse.study import Study
from outwit.web.pages.board import ClickedBoard
from outwit.web.pages.frame import page_frame, words
from outwit.web.pages.part import Part
from outwit.web.state import AppState
from outwit.web.table import capital


class AnalysisPage:
    """A position as one browser studies it."""

    def __init__(self, app_state: AppState, study: Study, agents: Sequence[str], browser: str) -> None:
        self.app_state = app_state
        self.study = study
        self.browser = browser
        self.going = True
        """Is every position analysed as soon as it is looked at?"""
        self.arrows = True
        """Are the agents' moves drawn on the board?"""
        self.begun = False
        self.closed = False
        self.analysts = [self.analyst(spec) for spec in agents[:MOST]]
        self.plotted: Any = None

    def analyst(self, spec: str) -> Analyst:
        """An agent to be asked."""
        return Analyst(self.app_state, self.study.game, self.browser, spec, self.on_news)

    def show(self, complaint: str) -> None:
        """The page, with what was wrong with its address."""
        self.client = ui.context.client
        with page_frame(f"Analyse {title(type(self.study.game))}"):
            self.complaint = words(complaint, "ow-trouble").props("role=alert")
            with ui.element("div").classes("ow-analysis"):
                with ui.element("div").classes("ow-side ow-position"):
                    self.standing = words("", "ow-standing").props("role=status aria-live=polite")
                    self.board = ClickedBoard(self.study.game, self.play, self.draw)
                    self.line = Line(self.app_state, self.study, self.browser, self.attempt)
                with ui.element("div").classes("ow-side ow-answers"):
                    self.controls = Part(self.show_question)
                    with ui.element("div").classes("ow-analysts"):
                        self.panelled = Part(self.show_panels)
                with ui.element("div").classes("ow-side"):
                    self.curves = ui.html("", sanitize=False).classes("ow-curves")
                    self.setting = SettingUp(self.study, self.board, self.on_move)
        self.client.on_connect(self.on_connect)
        self.client.on_delete(self.close)
        self.look()

    def on_connect(self) -> None:
        """Begin to search once somebody is really there."""
        if not self.begun:
            self.begun = True
            if self.going:
                self.analyse()

    def close(self) -> None:
        """Nobody looks any more."""
        self.closed = True
        for analyst in self.analysts:
            analyst.forget()

    # The position

    def whose(self) -> str:
        """For whom values are."""
        return player_name(self.study.game, self.study.value_player)

    def look(self) -> None:
        """Show the position that is looked at."""
        self.draw()
        self.line.refresh()
        self.setting.refresh()

    def draw(self) -> None:
        """The board, and how the game stands."""
        study = self.study
        self.board.show(study.session, study.count, study.legal(), over=self.add_arrows)
        self.standing.set_content(escape(self.board.choice_text() or self.status_text()))

    def status_text(self) -> str:
        """Where in the line one looks, and who is to act."""
        study, here = self.study, self.study.until(self.study.count)
        standing = capital(here.position.standing()) if here.result is None else ending(here)
        score = self.board.view.beside(without_memory(study.state))
        return f"{standing} {capital(score)}".strip() + ("." if score else "")

    def on_move(self) -> None:
        """Another position is looked at: show it, name it in the address, and analyse it."""
        self.board.clicked = ()
        self.complaint.classes("ow-unsaid")  # its place is kept: the board is not to move under the pointer
        for analyst in self.analysts:
            analyst.forget()
        self.look()
        self.address()
        if self.going:
            self.analyse()
        self.refresh()

    def address(self) -> None:
        """Let the browser's address lead to what is shown."""
        address = json.dumps(self.study.address([analyst.spec for analyst in self.analysts]))
        self.client.run_javascript(f"history.replaceState(history.state, '', {address})")

    def attempt(self, what: Callable[[], object]) -> None:
        """Look at another position, unless that is refused with a sentence."""
        try:
            what()
        except OutwitError as error:
            ui.notify(str(error), type="warning", multi_line=True)
            return
        self.on_move()

    def play(self, text: str) -> None:
        """Play a move that was clicked."""
        self.attempt(lambda: self.study.play(text))

    # The agents

    def show_question(self) -> None:
        """What is asked, of whom, and when."""
        with ui.element("section").classes("ow-panel ow-asking").props('aria-label="Agents"'):
            ui.button("Analyse", on_click=self.analyse).props("no-caps unelevated")
            ui.switch("Analyse every position", value=self.going, on_change=self.on_toggle)
            if self.board.view is not None:
                ui.switch("Arrows", value=self.arrows, on_change=self.on_arrows)
            if len(self.analysts) < MOST:
                adding = ui.button("Add an agent").props("no-caps outline color=none aria-haspopup=menu")
                with adding.props("icon-right=arrow_drop_down"), ui.menu().props("auto-close"):
                    for name in choices(self.study.game):
                        ui.menu_item(name, on_click=partial(self.add, name)).props("role=menuitem")

    def on_toggle(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Analyse every position from now on, or none but those that are asked for."""
        self.going = bool(event.value)
        if self.going:
            self.analyse()
        else:
            for analyst in self.analysts:
                analyst.stop()

    def on_arrows(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Draw the agents' moves on the board, or do not."""
        self.arrows = bool(event.value)
        self.draw()

    def show_panels(self) -> None:
        """A panel for each agent."""
        alone = len(self.analysts) == 1
        self.panels = [Panel(self, each, number, alone) for number, each in enumerate(self.analysts, 1)]

    def analyse(self) -> None:
        """Ask every agent about the position that is looked at."""
        for analyst in self.analysts:
            analyst.begin(self.study)
        self.refresh()

    def add(self, name: str) -> None:
        """Ask one more agent."""
        if len(self.analysts) < MOST:
            self.analysts.append(self.analyst(quick_spec(name)))
            self.show_agents(self.analysts[-1])

    def remove(self, analyst: Analyst) -> None:
        """Ask an agent no more."""
        if analyst in self.analysts and len(self.analysts) > 1:
            analyst.forget()
            self.analysts.remove(analyst)
            self.show_agents(None)

    def replace_agent(self, analyst: Analyst, spec: str) -> None:
        """Ask another agent in the place of one; a sentence if there is no such agent."""
        self.analyst(spec).agent()
        analyst.forget()
        analyst.spec = spec
        self.address()
        if self.going:
            analyst.begin(self.study)
        self.refresh()

    def show_agents(self, newcomer: Analyst | None) -> None:
        """Show the agents anew, and ask one who is new."""
        self.panelled.refresh()
        self.controls.refresh()
        self.address()
        if newcomer is not None and self.going:
            newcomer.begin(self.study)
        self.refresh()

    def why(self, analyst: Analyst, over: str | None) -> None:
        """Ask an agent for its reasons."""
        analyst.explain(self.study, over)

    def play_out(self, analyst: Analyst, line: list[str], many: int) -> None:
        """Play a line that an agent expects, up to a move; the rest of it lies ahead."""
        spot = analyst.spot
        if spot is not None:
            self.attempt(lambda: self.study.play_out(spot, line, many))

    # What the agents say

    def on_news(self, analyst: Analyst) -> None:
        """An agent has something new to say."""
        if not self.closed and analyst in self.analysts:
            self.refresh(analyst)

    def refresh(self, only: Analyst | None = None) -> None:
        """Show what the agents have found: in the panels, in the plot and on the board."""
        for panel in self.panels:
            if only in (None, panel.analyst):
                panel.refresh()
        found = (self.whose(), [(each.spec, dict(each.depths), each.decision) for each in self.analysts])
        if found == self.plotted:
            return
        self.plotted = found
        curves = [
            plot.Curve(number, each.spec, each.depths)
            for number, each in enumerate(self.analysts, 1)
            if each.depths
        ]
        drawn = ""
        if curves:
            svg = plot.picture(curves, self.whose()).svg()
            drawn = f"<h2>Value by depth</h2>{svg}{plot.table(curves)}"
        self.curves.set_content(drawn)
        if self.setting.edited is None:
            self.draw()

    def add_arrows(self, picture: Picture) -> Picture:
        """The picture with the first moves of the agents' lines."""
        return with_arrows(picture, self.proposed_arrows(picture)) if self.arrows else picture

    def proposed_arrows(self, picture: Picture) -> Iterator[Arrow]:
        """The move that each agent would play, and the reply that it expects."""
        rules, view = self.study.session.rules, self.board.view
        for number, analyst in enumerate(self.analysts, 1):
            state = self.study.state
            line = analyst.decision["line"][:2] if analyst.decision else ()
            for ply, text in enumerate(line):
                move = rules.parse(state, text)
                yield Arrow(view.track(picture, without_memory(state), move), str(number), bool(ply))
                state = rules.play(state, move)
