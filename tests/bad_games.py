"""Games with one bad rule each: it loops, raises, ends the process, fills memory or calls itself for ever.

They are sound until the first move is played, so that they can be offered and begun.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from outwit import Game

RULES = ("moves", "play", "over", "payoff", "text", "evaluate", "turn")


def loop() -> None:
    while True:
        pass


def fail() -> None:
    raise ZeroDivisionError("nothing to divide by")


def leave() -> None:
    raise SystemExit(3)


def allocate() -> None:
    pieces = []
    while True:
        pieces.append(bytearray(1 << 20))


def recurse() -> int:
    return recurse() + 1


FAULTS: dict[str, Callable[[], object]] = {
    "Looping": loop,
    "Raising": fail,
    "Leaving": leave,
    "Allocating": allocate,
    "Recursing": recurse,
}


class Count(NamedTuple):
    """How far the players have counted, and who goes on."""

    now: int
    turn: int


class Counting(Game):
    """Count on by one or two; whoever reaches the goal wins."""

    goal = 6
    fault = ""
    rule = ""

    def stumble(self, rule: str, state: Count) -> None:
        """Do the bad thing, if this is the rule for it and the game has begun."""
        if rule == self.rule and state.now:
            FAULTS[self.fault]()

    def initial(self) -> Count:
        return Count(0, 0)

    def moves(self, state: Count) -> Iterator[int]:
        self.stumble("moves", state)
        yield from range(1, min(2, self.goal - state.now) + 1)

    def play(self, state: Count, move: int) -> Count:
        self.stumble("play", state)
        return Count(state.now + move, 1 - state.turn)

    def over(self, state: Count) -> bool:
        self.stumble("over", state)
        return state.now >= self.goal

    def payoff(self, state: Count, player: int) -> float:
        self.stumble("payoff", state)
        return -1.0 if state.turn == player else 1.0

    def turn(self, state: Count) -> int:
        self.stumble("turn", state)
        return state.turn

    def evaluate(self, state: Count, player: int) -> float:
        self.stumble("evaluate", state)
        return 0.0

    def text(self, state: Count, player: int | None = None) -> str:
        self.stumble("text", state)
        return f"{state.now} of {self.goal}, player {state.turn + 1} goes on"


BAD: dict[str, tuple[str, str]] = {
    f"{fault}{rule.capitalize()}": (fault, rule) for fault in FAULTS for rule in RULES
}
"""The fault and the rule of each bad game, by the name of its class."""

for name, (fault, rule) in BAD.items():
    globals()[name] = type(
        name, (Counting,), {"__module__": __name__, "__doc__": "A game.", "fault": fault, "rule": rule}
    )


class Nobody(Counting):
    """The turn of somebody who does not play."""

    def turn(self, state: Count) -> int:
        return 7 if state.now else 0


class Endless(Counting):
    """A text that nobody could read."""

    def text(self, state: Count, player: int | None = None) -> str:
        return "x" * 10_000_000 if state.now else "nothing yet"


class Forking(Counting):
    """Starts a process that stays, and says which."""

    def text(self, state: Count, player: int | None = None) -> str:
        if not state.now:
            return "nothing yet"
        child = os.fork()
        if not child:
            time.sleep(300)
            os._exit(0)
        if state.now == 1:
            os._exit(1)
        return str(child)
