"""Backgammon: fifteen checkers raced home and off; the dice are chance, and a turn's play is one move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from outwit.bits import Bits, bit
from outwit.game import CHANCE, Game, options
from outwit.games.backgammon import notation, positions
from outwit.games.backgammon.board import NAMES, OPENING, START, TO_ROLL, Board
from outwit.games.backgammon.checkers import (
    CHECKERS,
    Side,
    advance,
    checkers_left,
    in_contact,
    movable,
    occupied_points,
    open_points,
    play_die,
    rear,
)
from outwit.games.backgammon.features import FEATURES, Features, features
from outwit.games.backgammon.plays import (
    CANNOT_MOVE,
    STEP,
    either_way,
    farthest,
    first_steps,
    most_steps,
    second_steps,
    step,
)
from outwit.games.backgammon.positions import position_id

__all__ = ["Backgammon", "Board", "position_id"]

SAVED = 18
"""A checker on this point or nearer is out of the other side's home board."""


@dataclass(frozen=True)
class Backgammon(Game):
    """Race fifteen checkers home and off: a gammon counts double, a backgammon three times; no cube.

    The first roll is a die each, and whoever has the higher begins with both. A turn's play is one move: its
    steps, as `outwit.games.backgammon.plays` writes them. Each side counts the points from its own home.
    """

    gammons: bool = True
    """Do gammons and backgammons count more than a game?"""

    title = "Backgammon"
    player_names = NAMES
    feature_names = FEATURES
    weights = (
        -1.27, -0.26, 1.2, -0.11, -0.33, -4.4, 0.063, 0.01, -0.08, 0.1, 0.016, 0.063, -0.076, -0.061, 0.053,
    )  # fmt: skip
    """What each feature is worth, in games won.

    Begun by hand, then fitted by least squares to how games end that are played so, over and over; then moved
    in many small steps, each towards the side that won a match between two sets of weights which differ a
    little in all features (Spall 1992). Players looked at no more than the position after their play. A game
    between them ends, on average, as these weights estimate it.
    """

    def initial(self) -> Board:
        return Board(START, START, 0, OPENING)

    def turn(self, state: Board) -> int:
        return state.turn if state.roll > TO_ROLL else CHANCE

    def chances(self, state: Board) -> Iterator[tuple[int, float]]:
        """The 21 rolls, 31 for a three and a one; at first X's die and O's, which are never the same."""
        for first in range(1, 7):
            if state.roll == OPENING:
                for second in range(1, 7):
                    if first != second:
                        yield 10 * first + second, 1 / 30
            else:
                for second in range(1, first + 1):
                    yield 10 * first + second, 1 / 36 if first == second else 2 / 36

    def moves(self, state: Board) -> Iterator[int]:
        """Every position that the dice lead to, by one play each, those that begin with the higher die first.

        As many steps must be played as can be and, if that is one of two different dice, the higher.
        """
        if state.roll <= TO_ROLL or self.over(state):
            return
        own, free = state.own, open_points(state.other)
        high, low = state.roll // 10, state.roll % 10
        most = most_steps(own, free, high, low)
        if most == 0:
            yield CANNOT_MOVE
        same: Bits = 0
        if high > low:
            same = either_way(own, state.other, free, high, low)
        for order in range(2 if high > low else 1):
            die, then = (low, high) if order else (high, low)
            sources: Bits = first_steps(own, free, most, die, high)
            while sources:
                first = farthest(sources)
                sources ^= bit(first)
                one = step(first, die)
                if most == 1:
                    yield one
                    continue
                to_second: Bits = second_steps(own, free, same, first, die, then)
                while to_second:
                    second = farthest(to_second)
                    to_second ^= bit(second)
                    two = one | step(second, then) << STEP
                    if most == 2:
                        yield two
                        continue
                    after_two = advance(advance(own, first, die), second, die)
                    to_third: Bits = movable(occupied_points(after_two), free, die) & (2 << second) - 1
                    while to_third:
                        third = farthest(to_third)
                        to_third ^= bit(third)
                        three = two | step(third, die) << 2 * STEP
                        if most == 3:
                            yield three
                            continue
                        after_three = advance(after_two, third, die)
                        to_fourth: Bits = movable(occupied_points(after_three), free, die) & (2 << third) - 1
                        while to_fourth:
                            fourth = farthest(to_fourth)
                            to_fourth ^= bit(fourth)
                            yield three | step(fourth, die) << 3 * STEP

    def play(self, state: Board, move: int) -> Board:
        own, other, turn, roll = state
        if roll == OPENING:
            first, second = move // 10, move % 10
            if first > second:
                return Board(own, other, 0, move)
            return Board(other, own, 1, 10 * second + first)
        if roll == TO_ROLL:
            return Board(own, other, turn, move)
        while move:
            own, other = play_die(own, other, move & 31, move >> 5 & 7)
            move >>= STEP
        return Board(other, own, 1 - turn, TO_ROLL)

    # How it ends, and how it stands

    def over(self, state: Board) -> bool:
        return not occupied_points(state.own) or not occupied_points(state.other)

    def payoff(self, state: Board, player: int) -> float:
        """One; two if the loser has borne off nothing; three if a checker is also on the bar or far away."""
        loser, lost = 1 - state.turn, state.other
        if occupied_points(state.own):
            loser, lost = state.turn, state.own
        worth = 1.0
        if self.gammons and checkers_left(lost) == CHECKERS:
            worth = 3.0 if rear(lost) > SAVED else 2.0
        return -worth if player == loser else worth

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        own, other = state.own, state.other
        if player != state.turn:
            own, other = other, own
        return -self.at_stake(own, other), self.at_stake(other, own)

    def at_stake(self, loser: Side, winner: Side) -> float:
        """The most that a side can lose."""
        return stake(loser, winner) if self.gammons else 1.0

    def evaluate(self, state: Board, player: int) -> float:
        """The features weighed, own less the other's."""
        own = features(state.own, state.other, True, state.roll)
        other = features(state.other, state.own, False, state.roll)
        value = 0.0
        for index in range(len(own)):
            value += self.weights[index] * (own[index] - other[index])
        return value if player == state.turn else -value

    def features(self, state: Board, player: int) -> Features:
        """What the evaluation weighs, of one player."""
        if player == state.turn:
            return features(state.own, state.other, True, state.roll)
        return features(state.other, state.own, False, state.roll)

    # People

    def describe(self, state: Board, move: int) -> str:
        if self.turn(state) == CHANCE:
            return notation.roll_name(state, move)
        return notation.play_name(state, move)

    def parse(self, state: Board, text: str) -> int:
        """A play like `8/5 6/5*`: checkers in any order, their ways step by step or at once; or a roll."""
        read = notation.read_roll if self.turn(state) == CHANCE else notation.read_play
        return read(state, text, options(self, state))

    def text(self, state: Board, player: int | None = None) -> str:
        return positions.drawing(state)

    def position(self, text: str) -> Board:
        """`4HPwATDgc/ABMA X 3-1`: GNU Backgammon's position ID, who is on roll, and the dice.

        Or the board as it is shown, which ends with that line. Without dice they are still to be thrown;
        without a name X is on roll or, at the start, the first roll will tell who begins.
        """
        return positions.read_position(text)


@lru_cache(maxsize=1 << 12)
def stake(loser: Side, winner: Side) -> float:
    """The most that a side can lose: whoever has borne off a checker is saved from a gammon.

    From a backgammon is saved whoever has left the other's home board and can no longer be hit.
    """
    if checkers_left(loser) < CHECKERS:
        return 1.0
    return 3.0 if rear(loser) > SAVED or in_contact(loser, winner) else 2.0
