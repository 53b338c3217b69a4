"""Farkle: roll six dice, put scoring ones aside, and stop in time."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product
from typing import Iterator, NamedTuple

from outwit import CHANCE, Game

DICE = 6
FACES = range(1, 7)
SINGLES = {1: 100, 5: 50}
TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
STRAIGHT = 1500
THREE_PAIRS = 1500

# What the player does once dice have been put aside; any other move is the dice to put aside, digit by digit.
STOP, ROLL = 0, 7


def to_number(dice: tuple[int, ...]) -> int:
    number = 0
    for die in dice:
        number = 10 * number + die
    return number


def to_dice(number: int) -> tuple[int, ...]:
    dice = []
    while number:
        number, die = divmod(number, 10)
        dice.append(die)
    return tuple(dice[::-1])


def roll_table(dice: int) -> list[tuple[int, float]]:
    """Every roll of so many dice, sorted, with its probability."""
    counts = Counter(to_number(tuple(sorted(roll))) for roll in product(FACES, repeat=dice))
    return [(roll, count / 6**dice) for roll, count in sorted(counts.items())]


ROLLS = {dice: roll_table(dice) for dice in range(1, DICE + 1)}


def score(dice: tuple[int, ...]) -> int | None:
    """What these dice score together; None if one of them counts for nothing."""
    counts = [dice.count(face) for face in FACES]
    if all(count == 1 for count in counts):
        return STRAIGHT
    if sorted(counts) == [0, 0, 0, 2, 2, 2]:
        return THREE_PAIRS
    total = 0
    for face, count in zip(FACES, counts):
        if count >= 3:
            total += TRIPLES[face] * 2 ** (count - 3)
        elif count and face in SINGLES:
            total += SINGLES[face] * count
        elif count:
            return None
    return total


def scores_something(dice: tuple[int, ...]) -> bool:
    if any(die in SINGLES for die in dice):
        return True
    return any(dice.count(die) >= 3 for die in dice) or score(dice) is not None


class Table(NamedTuple):
    scores: tuple[int, int]
    player: int
    pot: int  # what this turn has brought so far
    dice: int  # how many are to be rolled next
    roll: tuple[int, ...]  # what lies on the table, to put aside from
    rolling: bool


@dataclass(frozen=True)
class Farkle(Game):
    """The first to reach the target wins; a roll that scores nothing loses the turn."""

    target: int = 3000

    title = "Farkle"
    player_names = ("Ann", "Bob")

    def initial(self) -> Table:
        return Table(scores=(0, 0), player=0, pot=0, dice=DICE, roll=(), rolling=True)

    def turn(self, state: Table) -> int:
        return CHANCE if state.rolling else state.player

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        yield from ROLLS[state.dice]

    def moves(self, state: Table) -> Iterator[int]:
        if self.over(state) or state.rolling:
            return
        if not state.roll:
            yield STOP
            yield ROLL
            return
        for size in range(len(state.roll), 0, -1):
            for kept in sorted(set(combinations(state.roll, size))):
                if score(kept) is not None:
                    yield self.put_aside(kept)

    @staticmethod
    def put_aside(kept: tuple[int, ...]) -> int:
        # Ten times the digits, so that they are never taken for STOP or ROLL.
        return 10 * to_number(kept)

    def next_player(self, state: Table, scores: tuple[int, int]) -> Table:
        return Table(scores, 1 - state.player, pot=0, dice=DICE, roll=(), rolling=True)

    def play(self, state: Table, move: int) -> Table:
        if state.rolling:
            roll = to_dice(move)
            if not scores_something(roll):
                return self.next_player(state, state.scores)
            return state._replace(roll=roll, rolling=False)

        if move == ROLL:
            return state._replace(rolling=True)

        if move == STOP:
            scores = tuple(
                total + (state.pot if player == state.player else 0)
                for player, total in enumerate(state.scores)
            )
            if max(scores) >= self.target:
                return state._replace(scores=scores, pot=0, rolling=False)
            return self.next_player(state, scores)

        kept = to_dice(move // 10)
        left = len(state.roll) - len(kept)
        # Hot dice: whoever has used all of them goes on with all six.
        return state._replace(pot=state.pot + (score(kept) or 0), dice=left or DICE, roll=())

    def over(self, state: Table) -> bool:
        return max(state.scores) >= self.target

    def payoff(self, state: Table, player: int) -> float:
        return 1.0 if state.scores[player] > state.scores[1 - player] else -1.0

    def evaluate(self, state: Table, player: int) -> float:
        lead = state.scores[player] - state.scores[1 - player]
        hope = state.pot / 2 if state.player == player else -state.pot / 2
        return max(-0.99, min(0.99, (lead + hope) / self.target))

    def describe(self, state: Table, move: int) -> str:
        if state.rolling:
            return " ".join(map(str, to_dice(move)))
        if move == STOP:
            return "stop"
        if move == ROLL:
            return "roll"
        return "keep " + " ".join(str(die) for die in to_dice(move // 10))

    def text(self, state: Table, player: int | None = None) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.player_names, state.scores))
        if self.over(state):
            return totals
        name = self.player_names[state.player]
        if state.roll:
            now = "rolled " + " ".join(map(str, state.roll))
        else:
            now = f"has {state.dice} dice to roll"
        return f"{totals}\n{name} {now}, {state.pot} at stake"
