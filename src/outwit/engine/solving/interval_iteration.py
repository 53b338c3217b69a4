"""Interval iteration: the values of all positions, closed in on from below and from above until both meet.

An iteration from below alone proves nothing: where play rarely moves on, it hardly changes long before it has
arrived. Haddad and Monmege, "Reachability in MDPs: refining convergence of value iteration", 2014; for two
players, Shapley, "Stochastic games", 1953. Where sweeps are slow, strategy iteration guesses the values, and
bounds on either side of the guess are kept if they support themselves: Hartmanns and Kaminski, "Optimistic
value iteration", 2020. All rounding is outward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np

from outwit.engine.solving.end_components import MAX, MIN, Equations, end_components, merge
from outwit.engine.solving.strategy_iteration import UNIT, Guess

NEAR, CLOSE, STILL = 1e-9, 1e-12, 1e-15
"""Parts of the greatest payoff: bounds no farther apart than `NEAR` meet, sweeps end where they are `CLOSE`,
and where none changes by more than `STILL`."""

LEAP = 100
"""After so many sweeps the values are guessed, and again after four times as many."""

LARGEST = 20_000
"""So many equations at most are solved at once: for more, that might take too long or too much memory."""


class IntervalIteration:
    """The bounds of all positions of a game, and how they are brought together.

    Whoever plays alone gains nothing by playing for ever. With two players a value is proved only if it does
    not depend on what that would be worth.
    """

    def __init__(self, equations: Equations, low: np.ndarray, high: np.ndarray, alone: bool) -> None:
        standing = np.arange(len(low))
        if alone:
            equations, standing, low, high = merge(equations, low, high)
        self.equations = equations
        self.standing = standing
        """Which position's bounds are those of each: one stands for all of an end component."""
        self.ends = standing == np.arange(len(low))
        self.ends[equations.rows] = False
        known = low[self.ends]
        self.greatest = float(np.abs(known[np.isfinite(known)]).max(initial=0.0)) or 1.0
        """The greatest payoff, however signed."""
        self.alone = alone
        self.low, self.high = low.copy(), high.copy()
        if len(known) and not (np.isfinite(low) & np.isfinite(high)).all() and self.stops:
            self.low, self.high = np.maximum(low, known.min()), np.minimum(high, known.max())
        self.sweeps = 0

    @cached_property
    def stops(self) -> bool:
        """Does every way of playing come to an end? Then the equations have one solution only."""
        return self.alone or not (end_components(self.equations, len(self.low)) >= 0).any()

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """What each position is worth to player 0 at least and at most."""
        return self.low[self.standing], self.high[self.standing]

    def worth(self, position: int) -> tuple[float, float]:
        """What a position is worth to player 0, at least and at most."""
        at = self.standing[position]
        return float(self.low[at]), float(self.high[at])

    def meet(self, low: float, high: float, near: float = NEAR) -> bool:
        """Is the least that something is worth also the most, but for rounding?"""
        return low == high or high - low <= near * self.greatest

    def close_in(self, positions: list[int], pause: Callable[[], None]) -> Iterator[None]:
        """Bring the bounds together, until those of some positions meet or nothing changes any more.

        `pause` is called where it may be stopped by an exception.
        """
        at = self.standing[positions]

        def all_are(near: float) -> bool:
            return all(self.meet(self.low[i], self.high[i], near) for i in at)

        changing = True
        next_leap = LEAP
        while changing and not all_are(CLOSE):
            changing = self.sweep() > STILL * self.greatest
            self.sweeps += 1
            yield
            if self.sweeps >= next_leap or not (changing or all_are(CLOSE)):
                next_leap = 4 * self.sweeps
                self.leap(pause)
                yield
                if all_are(NEAR):
                    break
        self.agree()

    def sweep(self) -> float:
        """Bring every position's bounds nearer together, those found last first; the most that one moved."""
        most = 0.0
        rows = self.equations.rows
        for first, last in reversed(list(pairwise((*self.equations.levels, len(rows))))):
            if first == last:
                continue
            at = rows[first:last]
            for bounds, outward, nearer in ((self.low, -1, np.maximum), (self.high, 1, np.minimum)):
                before = bounds[at]
                bounds[at] = made = nearer(self.row_values(bounds, first, last, outward), before)
                moved = made[made != before] - before[made != before]
                most = max(most, float(np.abs(moved).max(initial=0.0)))
        return most

    def row_values(self, bounds: np.ndarray, first: int, last: int, outward: int) -> np.ndarray:
        """What some rows are worth by the positions after them, rounded outward."""
        each = self.equations
        begins = each.starts[first:last] - each.starts[first]
        ways = slice(each.starts[first], each.starts[last])
        values = bounds[each.after[ways]]
        parts = each.shares[ways] * values
        terms = np.diff(each.starts[first : last + 1])
        rounding = (terms + 2) * UNIT * np.add.reduceat(np.abs(parts), begins)
        kinds = each.kinds[first:last]
        return np.select(
            [kinds == MAX, kinds == MIN],
            [np.maximum.reduceat(values, begins), np.minimum.reduceat(values, begins)],
            np.add.reduceat(parts, begins) + outward * rounding,
        )

    def agree(self) -> None:
        """Let what stands for an end component be worth exactly what its best way out is."""
        rows = self.equations.rows
        others = self.standing != np.arange(len(self.standing))
        joined = np.isin(rows, self.standing[others])
        for bounds, nearer in ((self.low, np.maximum), (self.high, np.minimum)):
            made = self.row_values(bounds, 0, len(rows), 0)
            bounds[rows[joined]] = nearer(made, bounds[rows])[joined]

    def leap(self, pause: Callable[[], None]) -> None:
        """Guess the values, and keep bounds on either side of the guess if they support themselves."""
        ends = self.low[self.ends]
        if not (len(self.equations.rows) <= LARGEST and np.isfinite(ends).all() and self.stops):
            return
        try:
            guess = Guess(self.equations, np.where(self.ends, self.low, 0.0), self.low + self.high, pause)
            low, high = guess.bounds(NEAR * self.greatest)
        except (RuntimeError, ArithmeticError):
            return  # so slow that rounding makes it stand still
        self.low, self.high = np.maximum(self.low, low), np.minimum(self.high, high)
