"""Positions of backgammon with a roll, from games of Outwit against itself, and what gnubg says of them.

`data/backgammon.txt` has them, a line each: the position, then every legal play with its equity, which is
what it wins on average, in points.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from outwit import CHANCE, Expectiminimax, find_game
from outwit.games.backgammon import Board, position_id
from outwit.games.backgammon.board import NAMES
from outwit.random import Generator

GAME = find_game("backgammon")
FILE = Path(__file__).with_name("data") / "backgammon.txt"
EVERY = 10
"""Of so many choices in a game one is taken, so that positions differ."""


class Judged(NamedTuple):
    """A position, and what each legal play is worth by gnubg, to whoever plays it."""

    state: Board
    equities: dict[int, float]

    @property
    def best(self) -> float:
        """What the best play is worth."""
        return max(self.equities.values())

    def loss(self, play: int) -> float:
        """What a play is worth less than the best."""
        return self.best - self.equities[play]

    @property
    def random_loss(self) -> float:
        """What is lost on average by playing anything."""
        return self.best - sum(self.equities.values()) / len(self.equities)


def positions(seed: int = 1) -> Iterator[Board]:
    """Positions in which there is something to choose, from games of a player that looks one play ahead."""
    random, agent = Generator(seed), Expectiminimax(depth=1)
    choices = 0
    while True:
        state = GAME.initial()
        while not GAME.over(state):
            if GAME.turn(state) == CHANCE:
                state = GAME.play(state, random.weighted(list(GAME.chances(state))))
                continue
            if len(list(GAME.moves(state))) > 1:
                choices += 1
                if choices % EVERY == 0:
                    yield state
            state = GAME.play(state, agent.decide(GAME, state).move)


def judged() -> list[Judged]:
    """The positions in the file."""
    return [read(line) for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def read(line: str) -> Judged:
    """A line of the file."""
    position, _, plays = line.partition(" : ")
    state = GAME.position(position)
    pairs = (each.rsplit(maxsplit=1) for each in plays.split(", "))
    equities = {GAME.parse(state, play): float(equity) for play, equity in pairs}
    if set(equities) != set(GAME.moves(state)):
        raise AssertionError(f"{position} has other plays than {FILE.name} says.")
    return Judged(state, equities)


def written(found: Judged) -> str:
    """A line of the file.

    >>> state = GAME.position("4HPwATDgc/ABMA X 6-5")
    >>> written(Judged(state, {play: 0.125 for play in GAME.moves(state)}))[:44]
    '4HPwATDgc/ABMA X 6-5 : 24/13 +0.1250, 24/18 '
    """
    state = found.state
    position = f"{position_id(state)} {NAMES[state.turn]} {state.roll // 10}-{state.roll % 10}"
    plays = (f"{GAME.describe(state, play)} {equity:+.4f}" for play, equity in found.equities.items())
    return f"{position} : {', '.join(plays)}"
