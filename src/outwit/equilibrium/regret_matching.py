"""Regret matching: play that in the long run no fixed move would have been better than.

S. Hart and A. Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", Econometrica,
2000; O. Tammelin, N. Burch, M. Johanson and M. Bowling, "Solving heads-up limit Texas hold'em", IJCAI, 2015,
for the form with a plus. Where both players of a matrix game play so, what they have played on average comes
near to an equilibrium, since neither could gain by more than the regrets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outwit.equilibrium.matrix import Rows, flatten
from outwit.errors import BadOptionError

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[np.float64]]


class RegretMatcher:
    """One player who plays each move as often as it is regretted not to have played it before.

    >>> matcher = RegretMatcher(2)
    >>> matcher.strategy.tolist()
    [0.5, 0.5]
    >>> matcher.observe([1.0, -1.0])
    >>> matcher.strategy.tolist()
    [1.0, 0.0]
    """

    def __init__(self, moves: int, plus: bool = False) -> None:
        """A player with so many moves; with `plus`, one that forgets regrets below zero."""
        import numpy as np

        self.regrets: Vector = np.zeros(moves)
        """How much more each move would have won so far than what was played."""
        self.plus = plus
        self.rounds = 0
        self.total: Vector = np.zeros(moves)
        """All strategies so far added up, with `plus` each as often as the number of its round."""

    @property
    def strategy(self) -> Vector:
        """How likely each move is to be played next: in proportion to the regrets above zero."""
        wanted = self.regrets.clip(0.0)
        total = wanted.sum()
        return wanted / total if total > 0 else wanted + 1 / len(wanted)

    @property
    def average(self) -> Vector:
        """How likely each move was on average; later rounds count for more with `plus`."""
        return self.total / self.total.sum() if self.rounds else self.strategy

    @property
    def regret(self) -> float:
        """How much more the best fixed move would have won in a round, on average, at most.

        Whoever the opponent is, it is never above the range of payoffs times the square root of moves over
        rounds.
        """
        return max(float(self.regrets.max()), 0.0) / self.rounds if self.rounds else math.inf

    def observe(self, payoffs: object) -> None:
        """Learn what each move would have won in this round, in which `strategy` was played."""
        import numpy as np

        won = np.asarray(payoffs, dtype=np.float64)
        played = self.strategy
        self.rounds += 1
        self.total += self.rounds * played if self.plus else played
        self.regrets += won - played @ won
        if self.plus:
            self.regrets.clip(0.0, out=self.regrets)


@dataclass(frozen=True)
class AveragePlay:
    """What two players have played on average who learn by regret, and how good that is."""

    rows: tuple[float, ...]
    """How likely each row was."""

    columns: tuple[float, ...]
    """How likely each column was."""

    least: float
    """What the rows' average wins at least: the value of the game lies above."""

    most: float
    """What the columns' average lets the row player win at most: the value lies below."""

    bound: float
    """Both players' regrets in a round, added up; without a plus the gap is never larger."""

    @property
    def gap(self) -> float:
        """How far the two guarantees lie apart: what both could gain together by a better answer."""
        return self.most - self.least


def play_matrix(entries: Rows, rounds: int, plus: bool = False) -> AveragePlay:
    """Let two players learn a matrix game by regret matching, or by regret matching+, for so many rounds.

    With `plus` the players learn in turns: the columns from what the rows play after their own round.

    >>> average = play_matrix([[0, -1, 2], [1, 0, -2], [-2, 2, 0]], rounds=2000, plus=True)
    >>> [round(share, 2) for share in average.rows], average.gap < 0.01
    ([0.4, 0.4, 0.2], True)
    """
    import numpy as np

    if rounds < 1:
        raise BadOptionError(f"rounds={rounds} is too few; give 1 or more.")
    height, width, numbers = flatten(entries)
    matrix = np.array(numbers).reshape(height, width)
    first, second = RegretMatcher(height, plus), RegretMatcher(width, plus)
    for _ in range(rounds):
        rows, columns = first.strategy, second.strategy
        first.observe(matrix @ columns)
        second.observe(-((first.strategy if plus else rows) @ matrix))
    rows, columns = first.average, second.average
    return AveragePlay(
        rows=tuple(rows.tolist()),
        columns=tuple(columns.tolist()),
        least=float((rows @ matrix).min()),
        most=float((matrix @ columns).max()),
        bound=first.regret + second.regret,
    )
