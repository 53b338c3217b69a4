"""A review as one browser sees it: how it stands, the graph, and what is found at the step that is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape

from nicegui import events, ui

from outwit.agents import agent_spec, exhaustive_agent
from outwit.analysis.review import Review
from outwit.analysis.review.words import about_hindsight, agent_text, certainty, headline, step_text
from outwit.errors import OutwitError
from outwit.game import player_name
from outwit.games import title
from outwit.web.pages.frame import heading, page_frame, words
from outwit.web.pages.review.actions import Taking
from outwit.web.pages.review.graph import graph
from outwit.web.pages.review.keys import KEYS, PICKED
from outwit.web.pages.review.position import Position, so_far
from outwit.web.pages.review.progress import Waiting
from outwit.web.pages.review.request import Asked
from outwit.web.pages.review.tables import players_table, steps_table, sums
from outwit.web.pages.slider import StepSlider
from outwit.web.reviews import Reviews, SharedReview, pace
from outwit.web.state import AppState
from outwit.web.table import Table, capital


class ReviewPage:
    """A game looked at again by one browser."""

    def __init__(
        self, app_state: AppState, reviews: Reviews, table: Table, browser: str, asked: Asked
    ) -> None:
        self.app_state = app_state
        self.reviews = reviews
        self.browser = browser
        self.key = table.key
        self.session = so_far(table.session, len(table.session.steps))
        """The game as it stood when the page was opened."""
        self.ending = table.standing if table.over else "The game is not over."
        self.asked = asked
        self.steps = len(self.session.steps)
        step = asked.step_to_show(self.steps)
        self.at = self.steps if step is None else step
        """The step that is shown; 0 is the start."""
        self.settled = step is not None
        """Has somebody chosen the step? Else the page goes to where the game turned."""
        self.shared: SharedReview | None = None
        """The review that was asked for last."""
        self.found: Review | None = None
        """The review that is shown."""
        self.width = 0
        """How wide the graph may be; 0 until the browser says."""

    # What is there

    def show(self) -> None:
        """The page."""
        game = self.session.game
        with page_frame(f"Review of {title(type(game))}"):
            ui.add_body_html(f"<script>{KEYS}</script>")
            players = (
                f"{capital(player_name(game, seat))}: {who}" for seat, who in enumerate(self.session.players)
            )
            with ui.element("div").classes("ow-intro"):
                words(" · ".join(players), "ow-soft")
                self.headline = words(self.ending, "ow-standing").props("role=status aria-live=polite")
                self.about = words("", "ow-soft")
                self.trouble = words("", "ow-trouble").props("role=alert")
            self.waiting = Waiting(self.steps + 1, self.stop)
            self.root = ui.element("div").classes("ow-review").props(f"data-shown={self.at}")
            with self.root:
                self.parts()
        client = ui.context.client
        ui.on("review_way", lambda event: self.go(self.at + (1 if event.args == 1 else -1)))
        ui.on("review_width", self.on_resize)
        client.on_connect(self.begin)
        client.on_delete(self.leave)
        self.show_step()

    def parts(self) -> None:
        """The graph, the step that is shown, and all the figures."""
        self.graphed = ui.element("section").classes("ow-panel")
        with self.graphed:
            heading("The value over the game")
            self.graph = ui.html("", sanitize=False).classes("ow-graph ow-scroll")
            for kind in ("click", "keydown"):
                self.graph.on(kind, self.on_pick, js_handler=PICKED)
        self.controls()
        with ui.element("div").classes("ow-table ow-looked"):
            with ui.element("div").classes("ow-side"):
                self.told = words("", "ow-told").props("role=status aria-live=polite")
                self.position = Position(self.session)
                self.taking = Taking(self.app_state, self.session, self.key, self.browser)
                self.again()
            with ui.element("div").classes("ow-side"):
                self.listed = ui.element("section").classes("ow-panel")
                with self.listed:
                    heading("Step by step")
                    self.list = ui.html("", sanitize=False).classes("ow-scroll ow-tall")
                    self.list.on("click", self.on_pick, js_handler=PICKED)
        self.summed = ui.element("section").classes("ow-panel")
        with self.summed:
            heading("What each player did")
            self.players = ui.html("", sanitize=False).classes("ow-scroll")
            self.players.props('tabindex=0 role=region aria-label="What each player did"')
            self.sums = ui.html("", sanitize=False).classes("ow-sums")
            self.hindsight = words("", "ow-soft")
        for part in (self.graphed, self.listed, self.summed):
            part.visible = False

    def controls(self) -> None:
        """The ways from step to step."""
        with ui.element("div").classes("ow-buttons ow-stepping").props('role=group aria-label="Steps"'):

            def button(name: str, where: Callable[[], int]) -> ui.button:
                made = ui.button(name, on_click=lambda: self.go(where()))
                return made.props("no-caps outline dense color=none")

            button("First", lambda: 0)
            button("Previous", lambda: self.at - 1)
            button("Next", lambda: self.at + 1)
            button("Last", lambda: self.steps)
            self.slider = StepSlider("The step that is shown", self.steps, self.go)
            self.count = ui.html("", tag="span", sanitize=False).classes("ow-soft")
            self.mistakes = [
                button("Previous mistake", lambda: self.mistake(-1)),
                button("Next mistake", lambda: self.mistake(1)),
            ]

    def again(self) -> None:
        """A review by another agent."""
        usual = agent_spec(exhaustive_agent(self.session.game))
        self.fold = ui.expansion("Review with another agent").classes("ow-panel")
        with self.fold, ui.element("div").classes("ow-again"):
            self.agent = ui.input("The agent and its options", value=self.asked.agent or usual)
            self.seconds = ui.input("Seconds a position", value=self.asked.seconds)
            for field in (self.agent, self.seconds):
                field.props("outlined dense").on("keydown.enter", self.anew)
            ui.button("Review", on_click=self.anew).props("no-caps unelevated")
            words(
                "Without seconds, each position is looked at as long as the agent's options say, or for "
                f"{pace(self.steps + 1):g} s.",
                "ow-soft",
            )

    # The review

    def begin(self) -> None:
        """Ask for the review, or look at it if it is there."""
        try:
            shared = self.reviews.of(
                self.session, *self.asked.agent_and_limit(self.session, self.app_state.grant), self.browser
            )
        except OutwitError as error:
            self.refuse(str(error))
            return
        if shared is not self.shared:
            shared.listeners.add(self.refresh)
            self.leave()
            self.shared = shared
        self.refresh()

    def anew(self) -> None:
        """Ask for a review by the agent that is written on the page."""
        self.asked = Asked((self.agent.value or "").strip(), (self.seconds.value or "").strip())
        self.keep_address()
        self.begin()

    def refuse(self, why: str) -> None:
        """Say why there is no review, if there is none, and offer another."""
        self.trouble.set_content(escape(why))
        self.fold.value = self.fold.value or bool(why)

    def stop(self) -> None:
        """Give the review up."""
        if self.shared is not None:
            self.shared.stop()

    def leave(self) -> None:
        """Look at the present review no more."""
        if self.shared is not None:
            self.shared.leave(self.refresh)

    def refresh(self) -> None:
        """Show how the review stands."""
        shared = self.shared
        if shared is None:
            return
        self.waiting.show(shared.job)
        self.refuse(shared.trouble)
        if shared.review is not None:
            self.present(replace(shared.review, seats=tuple(self.session.players)))

    def present(self, found: Review) -> None:
        """Show what was found."""
        self.found = self.taking.found = found
        self.headline.set_content(escape(headline(found, self.ending)))
        self.about.set_content(escape(f"Reviewed by {agent_text(found)}. {certainty(found)}"))
        self.list.set_content(steps_table(found))
        self.players.set_content(players_table(found))
        self.sums.set_content(sums(found) if found.has_luck else "")
        self.hindsight.set_content(escape(about_hindsight(found)))
        for part in (self.graphed, self.listed, self.summed):
            part.visible = True
        if not self.settled and found.turning_point is not None:
            self.at = found.turning_point.number
        self.draw()
        self.show_step()

    def draw(self) -> None:
        """The graph, as wide as there is room."""
        if self.found is not None and self.width:
            self.graph.set_content(graph(self.found, self.width, title(type(self.session.game))))

    def on_resize(self, event: events.GenericEventArguments) -> None:
        """The browser says how wide the graph may be."""
        if isinstance(event.args, int) and 0 < event.args < 10_000:
            self.width = event.args
            self.draw()

    # The step that is shown

    def on_pick(self, event: events.GenericEventArguments) -> None:
        """A step was clicked."""
        if isinstance(event.args, int):
            self.go(event.args)

    @property
    def mistake_steps(self) -> list[int]:
        """The steps that are mistakes of some kind."""
        return [] if self.found is None else [move.number for move in self.found.moves if move.mark]

    def mistake(self, way: int) -> int:
        """The next marked move, or the one before; after the last comes the first."""
        marked = self.mistake_steps
        if way < 0:
            return max([each for each in marked if each < self.at] or marked, default=self.at)
        return min([each for each in marked if each > self.at] or marked, default=self.at)

    def go(self, step: int) -> None:
        """Show a step."""
        self.at = min(max(step, 0), self.steps)
        self.settled = True
        self.show_step()
        self.keep_address()

    def show_step(self) -> None:
        """The step in words and as a board, and the ways from it."""
        found = self.found
        self.root.props(f"data-shown={self.at}")
        self.count.set_content(f"{self.at} of {self.steps}")
        self.slider.show(self.at)
        self.told.set_content(escape(step_text(found, self.at)) if found is not None else "")
        self.position.show(self.at, found.steps[self.at - 1] if found is not None and self.at else None)
        self.taking.show(self.at)
        for button in self.mistakes:
            button.set_enabled(bool(self.mistake_steps))

    def keep_address(self) -> None:
        """Let the address lead to what is shown."""
        asked = replace(self.asked, step=str(self.at) if self.settled else "")
        ui.navigate.history.replace(asked.address(self.key))
