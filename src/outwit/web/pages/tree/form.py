"""What the tree lab is told to search: a tree or a position, an algorithm, how far it goes, its switches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nicegui import events, ui

from outwit.agents import find_agent
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.games import game_spec, is_built_in, title
from outwit.play import Session
from outwit.play.recorded import GAMES, recordable
from outwit.specs import split
from outwit.tree.record.node import MOST_RECORDED
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import words
from outwit.web.pages.number_fields import whole
from outwit.web.pages.part import Part
from outwit.web.pages.tree.choice import (
    ALGORITHMS,
    Choice,
    algorithms_for,
    measure_of,
    switches_of,
    usual,
)
from outwit.web.state import AppState

TYPED = "tree"
"""The game whose rules are a tree that somebody types."""

DEEPEST = 60
"""How deep the lab may be asked to look."""

LONGEST = 10_000
"""How many games the lab may be asked to play."""


class Form:
    """The fields, and what they ask for."""

    def __init__(
        self,
        app_state: AppState,
        spot: Spot,
        agent: str,
        search: Callable[[Spot, str], Any],
        trouble: Callable[[str], Any],
    ) -> None:
        self.app_state = app_state
        self.search = search
        self.trouble = trouble
        self.start = spot.start
        self.amiss: dict[str, str] = {}
        """What is wrong with fields for numbers, by their labels."""
        self.take(app_state.find(spot.game), agent)
        with ui.element("section").classes("ow-panel ow-form").props('aria-label="What to search"'):
            with ui.element("div").classes("ow-fields"):
                self.where(spot)
                self.how = Part(self.algorithm)
            with ui.element("div").classes("ow-buttons"):
                ui.button("Search", on_click=self.submit).props("no-caps unelevated")
                self.predict = ui.switch("Predict the value and the cuts first")
                self.predict.on_value_change(self.submit)

    def take(self, game: Game, agent: str) -> None:
        """Take the agent that searches a game; its algorithm is offered even if the list does without it."""
        self.agent = agent
        self.choice = Choice.of(find_agent(agent, files=False)) or usual(game)
        self.offer(game)

    def offer(self, game: Game) -> None:
        """Find out which algorithms can be chosen for a game."""
        serving = algorithms_for(game)
        self.asked = None if self.choice.algorithm in serving else self.choice.algorithm
        """The algorithm, if it was asked for by its spec and is not in the list for the game."""
        self.offered = {
            spec: name for spec, name in ALGORITHMS.items() if spec in serving or spec == self.asked
        }
        """The algorithms that can be chosen, with their names."""

    def where(self, spot: Spot) -> None:
        """The game and the position in it."""
        self.listed = self.listed_name(spot.game)
        """The game that the list shows."""
        self.game = ui.select(
            self.titles(spot.game), value=self.listed, label="Game", on_change=self.on_game
        ).props("outlined dense behavior=menu")
        written = split(spot.game)[1] if self.listed == TYPED else "((3 12 8)(2 4 6)(14 5 2))"
        self.typed = ui.input("The tree", value=written)
        self.typed.props("outlined dense").classes("ow-wide")
        with self.typed:
            ui.tooltip("( ) a player's choices, [1/6:200 5/6:-50] chance, <1,2,6> payoffs of three players")
        self.spelled = ui.input("The game and its options", value=spot.game)
        self.spelled.props("outlined dense").classes("ow-wide")
        self.moves = ui.input("Moves played first", value=" ".join(spot.moves))
        self.moves.props("outlined dense").classes("ow-wide")
        self.typed.on("keydown.enter", self.submit)
        self.spelled.on("keydown.enter", self.submit)
        self.moves.on("keydown.enter", self.submit)
        self.show_fields()

    def titles(self, spec: str) -> dict[str, str]:
        """The games of the list with their titles, this one among them."""
        known = {name: title(type(game)) for name, game in self.app_state.games().items()}
        if self.listed not in known:
            known[self.listed] = title(type(self.app_state.find(spec)))
        return {TYPED: "A tree that I type"} | {k: v for k, v in known.items() if k != TYPED}

    def listed_name(self, spec: str) -> str:
        """The name in the list of a game with its options: of one in a file, that of the command line."""
        also = self.app_state.also
        if spec in also:
            return spec
        if is_built_in(spec):
            return split(spec)[0]
        return next((each for each in also if spec.startswith(f"{each}:")), spec)

    def show_fields(self) -> None:
        """The fields for a tree or, of any other game, those for its options and moves."""
        self.typed.visible = self.listed == TYPED
        self.spelled.visible = self.moves.visible = self.listed != TYPED

    def on_game(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Another game: what was typed for it before does not fit any more."""
        if event.value == self.listed:
            return
        self.listed = str(event.value)
        self.show_fields()
        if self.listed != TYPED:
            self.spelled.value = self.listed
            self.moves.value = ""
        self.start = None
        self.fit_algorithm()

    def follow(self, spot: Spot, agent: str) -> None:
        """Show what is searched now, whichever of the fields asked for it."""
        before = self.listed, self.choice.agent, self.offered
        self.listed = self.listed_name(spot.game)
        if self.listed == TYPED:
            self.typed.value = split(spot.game)[1]
        self.game.set_options(self.titles(spot.game), value=self.listed)
        self.show_fields()
        self.take(self.app_state.find(spot.game), agent)
        if before == (self.listed, self.choice.agent, self.offered):
            self.spec.value = agent
        else:
            self.how.refresh()

    def algorithm(self) -> None:
        """The algorithm, how far it goes, and its switches."""
        self.amiss.clear()

        def on_choice(event: events.ValueChangeEventArguments[Any]) -> None:
            self.choose(self.choice.instead(str(event.value)))
            self.how.refresh()

        def on_amount(event: events.ValueChangeEventArguments[Any]) -> None:
            if event.value is None:
                self.amiss.pop(name, None)
                self.choose(replace(self.choice, amount=None))
            else:
                self.read_number(name, event.value, lambda count: replace(self.choice, amount=count))

        algorithm = ui.select(
            self.offered, value=self.choice.algorithm, label="Algorithm", on_change=on_choice
        )
        algorithm.props("outlined dense behavior=menu").classes("ow-wide" if self.choice.draws else "")
        everything = self.listed == TYPED
        name, most, without = "Depth", DEEPEST, "the whole tree" if everything else "as deep as fits"
        if self.choice.draws:
            name, most, without = "Games", LONGEST, str(GAMES)
        elif measure_of(self.choice.algorithm) == "nodes":
            name, most, without = "Nodes", MOST_RECORDED, "as many as it takes"
        amount = ui.number(name, value=self.choice.amount, min=1, max=most, on_change=on_amount)
        amount.props(f'outlined dense clearable stack-label placeholder="{without}"')
        if self.choice.draws:
            self.draws()
        self.switches()

    def draws(self) -> None:
        """The exploration constant, and where the draws begin."""

        def on_exploration(event: events.ValueChangeEventArguments[Any]) -> None:
            if event.value is not None:
                self.choose(replace(self.choice, exploration=float(event.value)))

        def on_seed(event: events.ValueChangeEventArguments[Any]) -> None:
            self.read_number("Seed", event.value, lambda seed: replace(self.choice, seed=seed))

        exploration = ui.number(
            "Exploration", value=self.choice.exploration, min=0, step=0.1, on_change=on_exploration
        )
        exploration.props("outlined dense")
        seed = ui.number("Seed", value=self.choice.seed, min=0, max=2**53, on_change=on_seed)
        seed.props("outlined dense")
        with exploration:
            ui.tooltip("How much moves with few visits are preferred: 0 goes only by what has paid so far.")
        with seed:
            ui.tooltip("Another seed draws other games; the same one shows the same search again.")

    def switches(self) -> None:
        """What can be turned on and off, each with its sentence."""
        with ui.expansion("Switches").classes("ow-wide ow-switches"):
            self.spec = ui.input("The agent, as the command line writes it", value=self.agent)
            self.spec.props("outlined dense").classes("w-full").on_value_change(self.on_spec)
            self.spec.on("keydown.enter", self.submit)
            if self.choice.algorithm.startswith("alphabeta"):
                words("All off is alpha-beta as the textbook prints it.", "ow-soft")
            if self.choice.draws:
                words("Without solve, it is as the textbook prints it.", "ow-soft")
            for name, sentence in switches_of(self.choice.algorithm).items():

                def on_toggle(event: events.ValueChangeEventArguments[Any], name: str = name) -> None:
                    others = tuple(each for each in self.choice.switches if each != name)
                    self.choose(replace(self.choice, switches=(*others, name) if event.value else others))

                ui.checkbox(f"{name}: {sentence}", value=name in self.choice.switches, on_change=on_toggle)

    def read_number(self, label: str, value: Any, changed: Callable[[int], Choice]) -> None:
        """Take a whole number from a field; why it is none is said when somebody searches."""
        try:
            count = whole(label, value)
        except OutwitError as error:
            self.amiss[label] = str(error)
            return
        self.amiss.pop(label, None)
        self.choose(changed(count))

    def choose(self, choice: Choice) -> None:
        """Another choice, and its spec; a sentence if it cannot be."""
        try:
            self.agent = choice.agent
        except OutwitError as error:
            self.trouble(str(error))
            return
        self.choice = choice
        self.spec.value = self.agent

    def on_spec(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """The spec was edited by hand."""
        self.agent = str(event.value or "")

    def fit_algorithm(self) -> None:
        """An algorithm that can search the game, if the present one cannot."""
        try:
            game = self.app_state.find(self.spot.game)
            self.choose_fitting(game)
            self.offer(game)
            self.how.refresh()
        except OutwitError as error:
            self.trouble(str(error))

    def choose_fitting(self, game: Game) -> None:
        """Another algorithm, if the one chosen cannot search the game or is not in the list for it."""
        algorithm = self.choice.algorithm
        asked = algorithm == self.asked and find_agent(algorithm).objection(game) is None
        if algorithm not in algorithms_for(game) and not asked:
            self.choose(self.choice.instead(usual(game).algorithm))

    @property
    def spot(self) -> Spot:
        """The position that the fields ask for, its moves not yet played."""
        if self.listed == TYPED:
            return Spot(f"{TYPED}:{str(self.typed.value).strip()}")
        return Spot(str(self.spelled.value).strip(), (), self.start)

    def submit(self) -> None:
        """Search what the fields ask for; a sentence if that cannot be."""
        if self.amiss:
            self.trouble(next(iter(self.amiss.values())))
            return
        try:
            game = self.app_state.find(self.spot.game)
            session = Session(game, start=self.spot.start)
            moves = str(self.moves.value or "").strip()
            if self.listed != TYPED and moves:
                session.read(moves)
            if self.agent == self.choice.agent:
                self.choose_fitting(game)
            recordable(self.app_state.grant.agent(self.agent), game).require(game)
        except OutwitError as error:
            self.trouble(str(error))
            return
        self.search(
            replace(Spot.of(session), game=self.spot.game if self.named else game_spec(game)), self.agent
        )

    @property
    def named(self) -> bool:
        """Is the game one that the command line of the server named, to be called as there?"""
        return self.spot.game in self.app_state.also or not is_built_in(self.spot.game)
