"""What the tree lab is told to search: a tree or a position, an algorithm, how far it goes, its switches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nicegui import events, ui

from outwit.agents import find_agent
from outwit.errors import OutwitError
from outwit.games import game_spec, title
from outwit.play import Session
from outwit.play.recorded import GAMES, recordable
from outwit.specs import split
from outwit.tree.record.node import MOST_RECORDED
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import words
from outwit.web.pages.number_fields import whole
from outwit.web.pages.part import Part
from outwit.web.pages.tree.choice import Choice, algorithms_for, measure_of, switches_of, usual
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
        self.agent = agent
        self.choice = Choice.of(find_agent(agent, files=False)) or usual(app_state.find(spot.game))
        self.search = search
        self.trouble = trouble
        self.start = spot.start
        self.amiss: dict[str, str] = {}
        """What is wrong with fields for numbers, by their labels."""
        name, options = split(spot.game)
        self.name = name
        with ui.element("section").classes("ow-panel ow-form").props('aria-label="What to search"'):
            with ui.element("div").classes("ow-fields"):
                self.where(spot, options)
                self.how = Part(self.algorithm)
            with ui.element("div").classes("ow-buttons"):
                ui.button("Search", on_click=self.submit).props("no-caps unelevated")
                self.predict = ui.switch("Predict the value and the cuts first")
                self.predict.on_value_change(self.submit)

    def where(self, spot: Spot, options: str) -> None:
        """The game and the position in it."""
        known = {name: title(type(game)) for name, game in self.app_state.games().items()}
        known = {TYPED: "A tree that I type"} | {k: v for k, v in known.items() if k != TYPED}
        listed = self.name if self.name in known else spot.game if spot.game in known else TYPED
        self.game = ui.select(known, value=listed, label="Game", on_change=self.on_game)
        self.game.props("outlined dense behavior=menu")
        self.typed = ui.input("The tree", value=options if listed == TYPED else "((3 12 8)(2 4 6)(14 5 2))")
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
        self.typed.visible = listed == TYPED
        self.spelled.visible = self.moves.visible = listed != TYPED

    def on_game(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Another game: what was typed for it before does not fit any more."""
        name = str(event.value)
        self.typed.visible = name == TYPED
        self.spelled.visible = self.moves.visible = name != TYPED
        if name != TYPED:
            self.spelled.value = name
            self.moves.value = ""
        self.start = None
        self.fit_algorithm()

    def algorithm(self) -> None:
        """The algorithm, how far it goes, and its switches."""
        self.amiss.clear()
        algorithms = algorithms_for(self.app_state.find(self.spot.game)) if hasattr(self, "game") else {}
        algorithms = algorithms or {self.choice.algorithm: self.choice.algorithm}

        def on_choice(event: events.ValueChangeEventArguments[Any]) -> None:
            self.choose(self.choice.instead(str(event.value)))
            self.how.refresh()

        def on_amount(event: events.ValueChangeEventArguments[Any]) -> None:
            if event.value is None:
                self.amiss.pop(name, None)
                self.choose(replace(self.choice, amount=None))
            else:
                self.read_number(name, event.value, lambda count: replace(self.choice, amount=count))

        algorithm = ui.select(algorithms, value=self.choice.algorithm, label="Algorithm", on_change=on_choice)
        algorithm.props("outlined dense behavior=menu").classes("ow-wide" if self.choice.draws else "")
        everything = hasattr(self, "game") and self.game.value == TYPED
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
            if self.choice.algorithm not in algorithms_for(game):
                self.choose(self.choice.instead(usual(game).algorithm))
            self.how.refresh()
        except OutwitError as error:
            self.trouble(str(error))

    @property
    def spot(self) -> Spot:
        """The position that the fields ask for, its moves not yet played."""
        if self.game.value == TYPED:
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
            if self.game.value != TYPED and moves:
                session.read(moves)
            if self.choice.algorithm not in algorithms_for(game) and self.agent == self.choice.agent:
                self.choose(self.choice.instead(usual(game).algorithm))
            recordable(self.app_state.grant.agent(self.agent)).require(game)
        except OutwitError as error:
            self.trouble(str(error))
            return
        self.search(
            replace(Spot.of(session), game=self.spot.game if self.named else game_spec(game)), self.agent
        )

    @property
    def named(self) -> bool:
        """Is the game one that the command line of the server named, to be called as there?"""
        return self.spot.game in self.app_state.also
