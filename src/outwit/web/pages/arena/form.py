"""The form with which a match or a tournament is asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any, TypeVar, cast

from nicegui import events, ui

from outwit.agents import AGENTS
from outwit.arena.plan import MEETINGS, Form
from outwit.arena.sprt import Sprt
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.games import title
from outwit.search import Human
from outwit.web.pages import number_fields
from outwit.web.pages.frame import words
from outwit.web.pages.number_fields import whole
from outwit.web.state import AppState
from outwit.web.table import capital
from outwit.web.tournament_request import MOST_AGENTS, Challenge, grant_agent, usual_agents

N = TypeVar("N", int, float)

USUAL_MATCH, USUAL_TOURNAMENT = 100, 20
"""How many games those who meet play if nobody says, as on the command line."""

FIRST = "connect4"
"""The game that the form shows first, where it can be played."""


class AgentRow:
    """A line of the form in which an agent is written."""

    def __init__(
        self, spec: str, judged: Callable[[str], str | None], removed: Callable[[AgentRow], None]
    ) -> None:
        names = [name for name, cls in AGENTS.items() if not issubclass(cls, Human)]
        with ui.element("div").classes("ow-entrant") as self.line:
            self.field = ui.input("Agent", value=spec, autocomplete=names, validation=judged)
            self.field.props("outlined dense hide-bottom-space debounce=300")
            self.button = ui.button("Remove", on_click=lambda: removed(self))
            self.button.props("no-caps flat dense color=none")

    @property
    def spec(self) -> str:
        """The agent that is written here."""
        return str(self.field.value or "").strip()

    def place(self, number: int, removable: bool) -> None:
        """Say which agent this is."""
        self.field.props(f'label="Agent {number}"')
        self.button.props(f'aria-label="Remove agent {number}"')
        self.button.set_enabled(removable)


class ChallengeForm:
    """Everything that decides what is played; what is wrong is said beside it, and nothing typed is lost."""

    def __init__(self, app_state: AppState, started: Callable[[Challenge], Awaitable[None]]) -> None:
        self.app_state = app_state
        self.started = started
        self.games = {spec: title(type(game)) for spec, game in app_state.games().items()}
        self.agents: list[AgentRow] = []
        self.offered: list[str] = []
        """The agents that were written for whoever has no wish yet."""

    def show(self) -> None:
        """The form."""
        first = FIRST if FIRST in self.games else next(iter(self.games))
        with ui.element("div").classes("ow-asked"):
            choice = ui.select(self.games, value=first, label="Game", on_change=self.on_game)
            choice.props("outlined dense behavior=menu")
            self.spec = ui.input(
                "The game and its options", value=first, on_change=self.offer, validation=self.game_error
            )
            self.spec.props("outlined dense hide-bottom-space debounce=300")
        self.lines = ui.element("div").classes("ow-entrants")
        self.adder = ui.button("Add an agent", on_click=lambda: self.add("random"))
        self.adder.props("no-caps outline dense color=none").classes("self-start")
        with ui.element("div").classes("ow-asked"):
            self.count = number("Games for each meeting", USUAL_MATCH)
            forms = {form: capital(said) for form, said in MEETINGS.items()}
            self.form = ui.select(forms, value="round robin", label="Who meets whom")
            self.form.props("outlined dense behavior=menu")
        self.more()
        self.problem = words("", "ow-problem").props("role=alert")
        ui.button("Start", on_click=self.start).props("no-caps unelevated size=lg").classes("self-start")
        self.offer()

    def more(self) -> None:
        """What is seldom changed."""
        with (
            ui.expansion("More options").classes("w-full").props("dense"),
            ui.element("div").classes("ow-side"),
        ):
            with ui.element("div").classes("ow-asked"):
                self.seed = number("Seed", 0)
                self.plies = number("Random moves before each game (empty: as usual)", None)
                self.seconds = number("Seconds a move, for agents without a limit", 0.1)
                self.timeout = number("Seconds after which a move loses the game", 60)
                self.workers = number("Games at once (empty: one a processor)", None)
            self.sequential = ui.checkbox("Stop as soon as a sequential test decides between two agents")
            usual = Sprt()
            with ui.element("div").classes("ow-asked") as bounds:
                self.sprt = {
                    "elo0": number("H0: the difference in Elo is", usual.elo0),
                    "elo1": number("H1: the difference in Elo is", usual.elo1),
                    "alpha": number("How often H1 may be accepted wrongly", usual.alpha),
                    "beta": number("How often H0 may be accepted wrongly", usual.beta),
                }
            bounds.bind_visibility_from(self.sequential, "value")

    # The game

    def game(self) -> Game | None:
        """The game that is written, if it is one."""
        try:
            return self.app_state.find(str(self.spec.value))
        except OutwitError:
            return None

    def game_error(self, spec: str) -> str | None:
        """What is wrong with a game."""
        return refusal(lambda: self.app_state.find(spec))

    def on_game(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """A game was chosen from the list."""
        self.spec.value = event.value

    # The agents

    def offer(self) -> None:
        """Write agents that suit the game, unless somebody has written others."""
        game = self.game()
        if game is not None and [row.spec for row in self.agents] == self.offered:
            self.lines.clear()
            self.agents.clear()
            self.offered = usual_agents(game)
            for spec in self.offered:
                self.add(spec)
        for row in self.agents:
            row.field.validate()
        self.arrange()

    def add(self, spec: str) -> None:
        """A line for another agent."""
        with self.lines:
            row = AgentRow(spec, self.agent_error, self.remove)
        self.agents.append(row)
        row.field.validate()
        self.arrange()

    def remove(self, row: AgentRow) -> None:
        """Take a line away."""
        self.agents.remove(row)
        row.line.delete()
        self.arrange()

    def agent_error(self, spec: str) -> str | None:
        """What is wrong with an agent."""
        game = self.game()

        def try_agent() -> None:
            agent = grant_agent(self.app_state.grant, spec)
            if game is not None:
                agent.require(game)

        return refusal(try_agent)

    def arrange(self) -> None:
        """Number the agents, and show what makes sense for so many."""
        game = self.game()
        seats = max(2, game.players if game is not None else 2)
        for place, row in enumerate(self.agents, 1):
            row.place(place, removable=len(self.agents) > seats)
        self.adder.set_enabled(len(self.agents) < MOST_AGENTS)
        match = len(self.agents) <= seats
        self.form.visible = not match
        if self.count.value in (USUAL_MATCH, USUAL_TOURNAMENT):
            self.count.value = USUAL_MATCH if match else USUAL_TOURNAMENT

    # The start

    async def start(self) -> None:
        """Ask for what is written here; what is wrong is said in a sentence."""
        self.problem.set_content("")
        try:
            await self.started(self.challenge())
        except OutwitError as error:
            self.problem.set_content(escape(str(error)))

    def challenge(self) -> Challenge:
        """What is written here."""
        sprt = None
        if self.sequential.value:
            sprt = Sprt(
                **{name: required_number(number_fields.number, field) for name, field in self.sprt.items()}
            )
        return Challenge(
            str(self.spec.value),
            [row.spec for row in self.agents],
            required_number(whole, self.count),
            form=cast(Form, self.form.value),
            seed=required_number(whole, self.seed),
            plies=None if self.plies.value is None else required_number(whole, self.plies),
            seconds=required_number(number_fields.number, self.seconds),
            timeout=required_number(number_fields.number, self.timeout),
            sprt=sprt,
            workers=None if self.workers.value is None else max(1, required_number(whole, self.workers)),
        )


def refusal(tried: Callable[[], object]) -> str | None:
    """The sentence with which something is refused, if it is."""
    try:
        tried()
    except OutwitError as error:
        return str(error)
    return None


def number(label: str, value: float | None) -> ui.number:
    """A field for a number."""
    return ui.number(label, value=value).props("outlined dense")


def required_number(read: Callable[[str, Any], N], field: ui.number) -> N:
    """What is written in a field that must not be empty."""
    return read(str(field.props["label"]), field.value)
