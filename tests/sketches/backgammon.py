"""Backgammon: the dice are chance, and all that a player does with them is one move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from outwit.game import CHANCE, Game

OFF, HOME, BAR = 0, 6, 25
STEP = 7 * 26
"""A step is 7 * source + die; a move is up to four of them, the first in the highest place."""

Checkers: TypeAlias = tuple[int, ...]
"""How many checkers a side has off, on its points 1 to 24 and on the bar; a side's 24 is the other's 1."""

Sides: TypeAlias = tuple[Checkers, Checkers]
"""The checkers of the side that moves, and those of the other."""

START = (0, *(0, 0, 0, 0, 0, 5), *(0, 3, 0, 0, 0, 0), *(5, 0, 0, 0, 0, 0), *(0, 0, 0, 0, 0, 2), 0)
PAIRS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
ROLLS = tuple((10 * high + low, (1 if high == low else 2) / 36) for high, low in PAIRS)


class Board(NamedTuple):
    checkers: Sides
    """Player 0's and player 1's, each counted from its own side."""
    turn: int
    roll: int
    """The dice, 31 for a three and a one; 0 before they are thrown."""


def steps(sides: Sides, die: int) -> Iterator[int]:
    """The points from which a checker may move with a die, the rearmost first."""
    own, other = sides
    rear = max(point for point in range(BAR + 1) if own[point])
    for source in range(rear, OFF, -1):
        if own[source]:
            target = source - die
            bears_off = target <= OFF and rear <= HOME and (target == OFF or source == rear)
            if bears_off or (target > OFF and other[BAR - target] < 2):
                yield source
        if source == BAR:
            return


def hits(sides: Sides, source: int, die: int) -> bool:
    """Does this step meet a single checker of the other side?"""
    return source > die and sides[1][BAR - source + die] == 1


def stepped(sides: Sides, source: int, die: int) -> Sides:
    """The checkers after one step."""
    own, other = list(sides[0]), list(sides[1])
    target = max(source - die, OFF)
    own[source] -= 1
    own[target] += 1
    if hits(sides, source, die):
        other[BAR - target] = 0
        other[BAR] += 1
    return tuple(own), tuple(other)


def steps_of(move: int) -> list[tuple[int, int]]:
    """The sources and dice of a move, in the order played."""
    found = []
    while move:
        move, step = divmod(move, STEP)
        found.append(divmod(step, 7))
    return found[::-1]


def played_out(sides: Sides, dice: tuple[int, ...]) -> tuple[int, dict[Sides, int]]:
    """How many of the dice can be played in this order, and what comes of it by which move."""
    reached = {sides: 0}
    for used, die in enumerate(dice):
        further: dict[Sides, int] = {}
        for before, move in reached.items():
            for source in steps(before, die):
                further.setdefault(stepped(before, source, die), move * STEP + 7 * source + die)
        if not further:
            return used, reached
        reached = further
    return len(dice), reached


def plays(sides: Sides, roll: int) -> dict[Sides, int]:
    """Every position that the dice lead to, and a move that leads there.

    As many dice must be played as can be; where that is one, but either, it is the higher.
    """
    high, low = divmod(roll, 10)
    if high == low:
        return played_out(sides, (high,) * 4)[1]
    used, reached = played_out(sides, (high, low))
    used_low_first, reached_low_first = played_out(sides, (low, high))
    if used == used_low_first == 2:
        return {**reached, **reached_low_first}
    return reached if used >= used_low_first else reached_low_first


@dataclass(frozen=True)
class Backgammon(Game):
    """Race fifteen checkers home and off; a gammon counts two, a backgammon three, and there is no cube.

    The first player begins, with any roll.
    """

    player_names = ("X", "O")

    def initial(self) -> Board:
        return Board((START, START), 0, 0)

    def turn(self, state: Board) -> int:
        return state.turn if state.roll else CHANCE

    def chances(self, state: Board) -> Iterator[tuple[int, float]]:
        yield from ROLLS

    def sides(self, state: Board) -> Sides:
        """The checkers as the player to move sees them."""
        first, second = state.checkers
        return (first, second) if state.turn == 0 else (second, first)

    def moves(self, state: Board) -> Iterator[int]:
        yield from plays(self.sides(state), state.roll).values()

    def play(self, state: Board, move: int) -> Board:
        if not state.roll:
            return state._replace(roll=move)
        sides = self.sides(state)
        for source, die in steps_of(move):
            sides = stepped(sides, source, die)
        own, other = sides
        return Board((own, other) if state.turn == 0 else (other, own), 1 - state.turn, 0)

    def over(self, state: Board) -> bool:
        return any(side[OFF] == 15 for side in state.checkers)

    def payoff(self, state: Board, player: int) -> float:
        first, second = state.checkers
        winner, loser = (0, second) if first[OFF] == 15 else (1, first)
        worth = 1.0 if loser[OFF] else 3.0 if any(loser[BAR - HOME :]) else 2.0
        return worth if player == winner else -worth

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """A side that has borne off a checker cannot lose a gammon."""
        own, other = state.checkers[player], state.checkers[1 - player]
        return (-1.0 if own[OFF] else -3.0), (1.0 if other[OFF] else 3.0)

    def evaluate(self, state: Board, player: int) -> float:
        """How many pips the other side has further to go, a whole race being one point."""
        first, second = (sum(point * n for point, n in enumerate(side)) for side in state.checkers)
        lead = (second - first) / 167
        return lead if player == 0 else -lead

    def describe(self, state: Board, move: int) -> str:
        """A roll like `3-1`; a move like `8/5 6/5*`, the rearmost step first, or `pass`."""
        if not state.roll:
            return f"{move // 10}-{move % 10}"
        sides, words = self.sides(state), []
        for source, die in steps_of(move):
            start, end = "bar" if source == BAR else source, source - die if source > die else "off"
            words.append((source, f"{start}/{end}{'*' if hits(sides, source, die) else ''}"))
            sides = stepped(sides, source, die)
        return " ".join(word for _, word in sorted(words, key=lambda each: -each[0])) or "pass"

    def parse(self, state: Board, text: str) -> int:
        """People write the steps of a move in any order."""
        wanted = sorted(text.casefold().split())
        for move in self.moves(state) if state.roll else ():
            if sorted(self.describe(state, move).split()) == wanted:
                return move
        return int(super().parse(state, text))

    def text(self, state: Board, player: int | None = None) -> str:
        """The board as X sees it, its home at the lower right."""
        first, second = state.checkers

        def pile(point: int) -> str:
            own, other = first[point], second[BAR - point]
            return f"{'X' if own else 'O'}{own or other}" if own or other else "."

        def row(cells: Iterable[object]) -> str:
            return "".join(f"{cell!s:>4}" for cell in cells)

        far, near = range(13, 25), range(12, 0, -1)
        rows = [row(far), row(map(pile, far)), row(map(pile, near)), row(near)]
        dice = self.describe(state._replace(roll=0), state.roll) if state.roll else "to roll"
        waiting = f"bar X {first[BAR]} O {second[BAR]}, off X {first[OFF]} O {second[OFF]}"
        return "\n".join([*rows, f"{waiting}, {self.player_names[state.turn]} {dice}"])
