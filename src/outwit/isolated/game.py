"""A game whose rules run in a worker process, to be used like any other game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import field, make_dataclass
from functools import partial
from typing import cast
from weakref import WeakValueDictionary

from outwit.elsewhere import Elsewhere
from outwit.errors import BrokenRulesError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move
from outwit.isolated.asking import Rules
from outwit.isolated.places import Place, make_place
from outwit.isolated.values import pack, unpack
from outwit.isolated.view import IsolatedView
from outwit.json_types import Json, JsonObject
from outwit.random import Generator

KINDS = ("stochastic", "hidden", "simultaneous")
"""What the contract has as properties."""


class Positions:
    """The positions of a game, and what is asked of them that is no rule of the contract."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ask = rules.ask
        self.told = rules.told
        """The facts of the game."""
        self.starts: WeakValueDictionary[str, Place] = WeakValueDictionary()
        self.first = make_place(rules, self.starts, None, ["start", None])

    def start_position(self, text: str | None = None) -> Place:
        """The position at the start, or the one that a text describes."""
        place = self.first if text is None else make_place(self.rules, self.starts, None, ["start", text])
        self.ask("reach", place)
        return place

    def follow_step(self, state: Place, step: list[Json], others: Sequence[Place] = ()) -> Place:
        """The position that a step leads to, once it is known that it does; it may name others."""
        place = state.after(step, others)
        self.ask("reach", place)
        return place

    def view(self, game: Game) -> IsolatedView:
        """The view of the game."""
        return IsolatedView.of(game, self)

    def cause(self, state: Place) -> str:
        """What ended the game other than its own rules."""
        return str(self.ask("cause", state)) if self.told["facts"]["repetition"] else ""

    def position_for(
        self, state: Place, history: Sequence[Place], player: int, random: Generator
    ) -> tuple[Place, Sequence[Place]]:
        """The position as it is handed to whoever looks for a player."""
        counted = history if self.told["facts"]["repetition"] else ()
        step = ["seen", player, random.state, [place.number for place in counted]]
        return self.follow_step(state, step, counted), []


class IsolatedGame(Elsewhere):
    """The outside of a game: what it says of itself is known here, and its rules are asked elsewhere.

    A state is a `Place`, the name of a position. Moves are plain data, or `Opaque` where they are of a
    type that only the game knows. Its class has only those rules that the game gives itself, so that
    `outwit.game.defines` says the same of both.
    """

    elsewhere: Positions

    def initial(self) -> Place:
        return self.elsewhere.start_position()

    def moves(self, state: Place) -> Sequence[Move]:
        return cast(Sequence[Move], unpack(self.elsewhere.ask("moves", state)))

    def play(self, state: Place, move: Move) -> Place:
        return self.elsewhere.follow_step(state, ["move", pack(move)])

    def over(self, state: Place) -> bool:
        return bool(self.elsewhere.ask("over", state))

    def payoff(self, state: Place, player: int) -> float:
        return float(self.elsewhere.ask("payoff", state, player))

    def turn(self, state: Place) -> int:
        player = int(self.elsewhere.ask("turn", state))
        if not (0 <= player < self.players or player in (CHANCE, SIMULTANEOUS)):
            raise BrokenRulesError(
                f"{type(self).__name__}.turn says that it is the turn of {player}; the players are numbered "
                f"from 0 to {self.players - 1}."
            )
        return player

    def parse(self, state: Place, text: str) -> Move:
        return unpack(self.elsewhere.ask("parse", state, text))

    def text(self, state: Place, player: int | None = None) -> str:
        return str(self.elsewhere.ask("text", state, player))


def remote_rule(rule: str) -> Callable[..., Json]:
    """A rule that is asked elsewhere, its answer as it comes."""

    def ask(self: IsolatedGame, state: Place, *given: Json) -> Json:
        return unpack(self.elsewhere.ask(rule, state, *map(pack, given)))

    return ask


def describe(self: IsolatedGame, state: Place, move: Move) -> str:
    """A move as people write it; all of a position are asked for at once."""
    wanted = pack(move)
    try:
        names = self.elsewhere.ask("describe_all", state)
    except BrokenRulesError:
        names = []  # it may be one of the others that fails
    for each, name in names:
        if each == wanted and type(each) is type(wanted):
            return str(name)
    return str(self.elsewhere.ask("describe", state, wanted))


def position(self: IsolatedGame, text: str) -> Place:
    """The position that a person wrote."""
    return self.elsewhere.start_position(text)


def play_joint(self: IsolatedGame, state: Place, moves: tuple[Move, ...]) -> Place:
    """The position after all have chosen at once."""
    return self.elsewhere.follow_step(state, ["joint", pack(tuple(moves))])


ASKED = (
    *("bounds", "evaluate", "features", "noisy", "noisy_moves", "order", "late", "irreversible", "key"),
    *("gain", "urgent", "repetition_key", "stalemate", "chances", "observation", "moves_for", "describe_to"),
)
"""The optional rules that are asked as they are."""

OPTIONAL: dict[str, Callable[..., Json]] = {
    **{rule: remote_rule(rule) for rule in ASKED},
    "describe": describe,
    "position": position,
    "play_joint": play_joint,
}

classes: dict[str, type[IsolatedGame]] = {}
"""The classes of games, by what they are made from: there are no more than games on the command line."""


def outside(rules: Rules) -> IsolatedGame:
    """The outside of a game, from what its worker tells of it."""
    told = rules.facts()
    options = [(option["name"], option["default"], option["known"]) for option in told["options"]]
    made_from = [told[name] for name in ("name", "class", "about", "defines", "verbatim")]
    key = json.dumps([made_from, options, told["facts"]["title"]])
    if key not in classes:
        classes[key] = class_of(told)
    game = classes[key](**{option["name"]: unpack(option["value"]) for option in told["options"]})
    attributes = {
        **{name: unpack(value) for name, value in told["facts"].items() if name not in KINDS},
        "evaluations": {name: unpack(weights) for name, weights in told["evaluations"].items()},
        "repetition": 0,  # where it counts, the worker counts it
        "elsewhere": Positions(rules),
    }
    for name, value in attributes.items():
        object.__setattr__(game, name, value)
    return game


def class_of(told: JsonObject) -> type[IsolatedGame]:
    """A class with the options and the rules that a game has."""
    options = [
        (
            option["name"],
            Json,
            field(default=unpack(option["default"]), metadata={"known": unpack(option["known"])}),
        )
        for option in told["options"]
    ]
    namespace: JsonObject = {
        "__module__": __name__,
        "__doc__": told["about"],
        "title": told["facts"]["title"],
        "named_elsewhere": told["class"],
        **({"verbatim": told["verbatim"]} if told["verbatim"] else {}),
        **{rule: OPTIONAL[rule] for rule in told["defines"] if rule in OPTIONAL},
        **{name: property(partial(fact, name)) for name in KINDS},
    }
    made_class = make_dataclass(
        told["name"], options, bases=(IsolatedGame,), namespace=namespace, frozen=True
    )
    return cast(type[IsolatedGame], made_class)


def fact(name: str, game: IsolatedGame) -> Json:
    """What a game has said of itself."""
    return game.elsewhere.told["facts"][name]
