"""One state under examination: the game is asked about it, and every answer is watched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from outwit import faults
from outwit.check.values import Answer, alike, copy_value, show
from outwit.check.walk import ENDLESS, finite
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, Observation, State
from outwit.random import Generator

T = TypeVar("T")

SOME = 12
"""How many options of a state are tried where there are more."""

MANY = 40
"""Up to how many options of a state all are tried, for a promise that takes all of them or none."""

YIELDING = {"moves": "moves", "moves_for": "moves", "chances": "outcomes, each with its probability"}
"""The rules that list something, and what."""


class BrokenPromiseError(Exception):
    """A promise of the contract does not hold in the state visited."""

    def __init__(self, promise: str, sentence: str) -> None:
        super().__init__(sentence)
        self.promise = promise
        self.sentence = sentence


class Menu(NamedTuple):
    """What there is to choose from, and how the game was asked for it."""

    method: str
    arguments: tuple[object, ...]
    options: list[Move]

    def __str__(self) -> str:
        return call_text(self.method, self.arguments)


class Trial(NamedTuple):
    """Something that can happen next, and the state after it, made twice."""

    call: str
    once: State
    again: State


@dataclass
class Notes:
    """What is remembered from state to state, for promises that reach beyond one."""

    keys: dict[State, int] = field(default_factory=dict)
    """The key of every state examined."""

    standing: dict[int, tuple[State, bool, int]] = field(default_factory=dict)
    """By key: a state, whether it is over, and how many options it has."""

    passed: set[int] = field(default_factory=set)
    """The keys of the positions of this game so far, where moves can be irreversible."""

    gone: set[int] = field(default_factory=set)
    """Those of them that such a move has ruled out."""

    unfinished: dict[tuple[int, Observation], State] = field(default_factory=dict)
    """By player and observation: a state in which the game is not over."""

    told: dict[tuple[int, Observation], tuple[Move, str]] = field(default_factory=dict)
    """By player, and observation before and after: a move of another, and what was told of it."""

    views: dict[tuple[int, Observation], tuple[State, frozenset[Move] | None]] = field(default_factory=dict)
    """By player and observation: a state, and what the player may do there; None if it is not to act."""


class Visit:
    """A state that is being examined.

    All questions to the game go through `ask`: an error in the rules becomes a broken promise, and so does a
    state that a question changes.
    """

    def __init__(
        self, game: Game, state: State, moves: list[Move], number: int, random: Generator, notes: Notes
    ) -> None:
        self.game = game
        self.state = state
        self.before = copy_value(state)
        self.moves = moves
        """The moves of a game, of which the first `number` led here."""
        self.number = number
        self.random = random
        self.notes = notes
        self.twins: dict[int, list[State]] = {}
        """By player: states that it cannot tell from this one, once they have been looked for."""

    def ask(self, method: str, *arguments: object) -> Answer:
        """What the game answers; a list where it yields."""
        try:
            answer = getattr(self.game, method)(*arguments)
            if method in YIELDING and isinstance(answer, Iterable):
                answer = finite(answer)
        except (Exception, SystemExit) as error:
            raise BrokenPromiseError(*describe_error(self.game, method, arguments, error)) from error
        if not alike(self.state, self.before):
            raise BrokenPromiseError(
                f"{method} leaves its argument alone",
                f"`{call_text(method, arguments)}` changed the state it was given from "
                f"{show(self.before)} to "
                f"{show(self.state)}; expected it to stay as it was.",
            )
        if method in YIELDING and not isinstance(answer, list):
            raise BrokenPromiseError(
                f"{method} gives what there is to choose from",
                f"`{call_text(method, arguments)}` gives {show(answer)}; "
                f"expected a list of {YIELDING[method]}, or a `yield` for each.",
            )
        if isinstance(answer, list) and len(answer) == ENDLESS:
            raise BrokenPromiseError(
                f"{method} ends",
                f"`{call_text(method, arguments)}` yields {ENDLESS:,} options and more; expected an end.",
            )
        return answer

    @cached_property
    def over(self) -> bool:
        """Is the game finished?"""
        return bool(self.ask("over", self.state))

    @cached_property
    def turn(self) -> int:
        """Who acts, or would if the game were not over."""
        return self.ask("turn", self.state)  # type: ignore[no-any-return]

    @property
    def decision(self) -> bool:
        """Does one player choose here?"""
        return not self.over and self.turn in self.players

    @property
    def chance(self) -> bool:
        """Does chance act here?"""
        return not self.over and self.turn == CHANCE

    @property
    def joint(self) -> bool:
        """Do all players choose at once here?"""
        return not self.over and self.turn == SIMULTANEOUS

    @property
    def players(self) -> range:
        """All players."""
        return range(self.game.players)

    @cached_property
    def chances(self) -> list[tuple[Move, float]]:
        """The outcomes and their probabilities where chance acts."""
        return self.ask("chances", self.state) if self.chance else []

    @cached_property
    def menus(self) -> list[Menu]:
        """What can happen next: one player's moves, the outcomes, or a menu for each player."""
        if self.over:
            return []
        if self.chance:
            return [Menu("chances", (self.state,), [outcome for outcome, _ in self.chances])]
        if self.joint:
            return [
                Menu("moves_for", (self.state, player), self.ask("moves_for", self.state, player))
                for player in self.players
            ]
        return [Menu("moves", (self.state,), self.ask("moves", self.state))]

    @cached_property
    def payoffs(self) -> list[float]:
        """What each player comes out with, if the game is over."""
        return [self.ask("payoff", self.state, player) for player in self.players] if self.over else []

    @cached_property
    def options(self) -> list[Move]:
        """Everything on the menus, each thing once."""
        return list(dict.fromkeys(move for menu in self.menus for move in menu.options))

    @cached_property
    def trials(self) -> list[Trial]:
        """Some of what can happen next, tried out."""
        moves = self.some(self.options)
        if self.joint:
            drawn = (tuple(self.random.choice(menu.options) for menu in self.menus) for _ in range(SOME))
            moves = list(dict.fromkeys(drawn))
        return [Trial(self.call(move), self.play(move), self.play(move)) for move in moves]

    @cached_property
    def children(self) -> list[State]:
        """The states after each option; none where there are too many, or all players choose at once."""
        few = not self.joint and len(self.options) <= MANY
        return [self.play(move) for move in self.options] if few else []

    def draw_step(self) -> Move:
        """What may happen next: a move, an outcome or, where all choose at once, a move for each player."""
        if self.chance:
            return self.random.weighted(self.chances)
        drawn = tuple(self.random.choice(menu.options) for menu in self.menus)
        return drawn if self.joint else drawn[0]

    def play(self, move: Move) -> State:
        """The state after a move, an outcome or, where all choose at once, a move for each player."""
        return self.ask("play_joint" if self.joint else "play", self.state, move)

    def call(self, move: Move) -> str:
        """How the game is asked to play this, for sentences."""
        return call_text("play_joint" if self.joint else "play", (self.state, move))

    def some(self, items: Iterable[T]) -> list[T]:
        """All items if they are few, else some of them."""
        chosen = list(items)
        if len(chosen) > SOME:
            self.random.shuffle(chosen)
        return chosen[:SOME]


def describe_error(
    game: Game, method: str, arguments: tuple[object, ...], error: BaseException
) -> tuple[str, str]:
    """The promise that an error in the rules breaks, and the sentence that says so."""
    sentence = f"`{call_text(method, arguments)}` raised {reason(game, error)}"
    if method in ("play", "play_joint"):
        return "moves can be played", f"{sentence}, though the move is legal."
    return f"{method} does not raise", f"{sentence}; expected an answer."


def reason(game: Game, error: BaseException) -> str:
    """What went wrong, and in which line of the game's own file, if in one."""
    return " in ".join(filter(None, faults.reason(game, error)))


def call_text(method: str, arguments: tuple[object, ...]) -> str:
    """A question to the game as Python writes it, the state by that name alone.

    >>> call_text("play", (("a", "long", "state"), 3))
    'play(state, 3)'
    """
    names = ["random" if isinstance(value, Generator) else show(value, 40) for value in arguments]
    if names and method != "position":
        names[0] = "state"
    return f"{method}({', '.join(names)})"
