"""The values of a game's positions guessed by strategy iteration, and bounds that prove the guess.

Hoffman and Karp, "On nonterminating stochastic games", 1966. Averages are taken of differences from the value
that they are compared with: where chance hardly ever changes anything, rounding then hardly does either.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from outwit.engine.solving.end_components import AVERAGE, MAX, MIN, Equations

UNIT = 2.0**-53
"""By which part of it a number may be off that was rounded."""

STRATEGIES = 200
"""After so many improvements a guess is as good as it gets."""

REFINEMENTS = 4
"""How often the solution of linear equations is corrected by what it is off."""


class Guess:
    """What positions are probably worth, where every way of playing comes to an end.

    Arrays are by position, by row (the equation of a position) or by way (from a row to a position after it).
    """

    def __init__(
        self, equations: Equations, ends: np.ndarray, start: np.ndarray, pause: Callable[[], None]
    ) -> None:
        """Guess from the values of the ends and, to begin with, from anything that ranks positions.

        `pause` is called before whatever takes long, and may raise to stop it.
        """
        self.equations, self.pause = equations, pause
        self.of = equations.of
        self.player = equations.kinds != AVERAGE
        self.sign = np.where(equations.kinds == MIN, -1.0, 1.0)
        self.values = ends.copy()
        chosen = equations.starts[:-1].copy()
        self.switch(chosen, self.sign[self.of] * start[equations.after], self.player, 0.0)
        hair = 8 * UNIT * float(np.abs(ends).max(initial=0.0))
        for _ in range(STRATEGIES):
            self.solve(chosen)
            gain = self.sign[self.of] * self.values[equations.after]
            kinds = (equations.kinds == kind for kind in (MIN, MAX))
            if not any(self.switch(chosen, gain, rows, hair) for rows in kinds):
                break
        self.chosen = chosen
        self.settle(self.values, self.sign, np.ones(len(self.of), dtype=bool))

    def switch(self, chosen: np.ndarray, gain: np.ndarray, rows: np.ndarray, hair: float) -> bool:
        """Choose another way in those rows in which one gains more, by a hair at least; was there any?"""
        starts = self.equations.starts[:-1]
        best = np.maximum.reduceat(gain, starts)
        better = rows & (best > gain[chosen] + hair)
        ways = np.where(gain == best[self.of], np.arange(len(gain)), len(gain))
        chosen[better] = np.minimum.reduceat(ways, starts)[better]
        return bool(better.any())

    def solve(self, chosen: np.ndarray) -> None:
        """Find the values of all positions if every player goes a chosen way."""
        solution = self.factorize(chosen)
        rows, starts = self.equations.rows, self.equations.starts[:-1]
        for _ in range(REFINEMENTS):
            change = self.differences(self.values)
            missing = np.where(self.player, change[chosen], np.add.reduceat(self.weigh_ways(change), starts))
            self.values[rows] += solution(missing)
        if not np.isfinite(self.values).all():
            raise ArithmeticError("The equations of these ways have no solution in numbers of this size.")

    def factorize(self, chosen: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """What solves the linear equations of chosen ways: how much is expected where each row gives some."""
        self.pause()
        each = self.equations
        used = ~self.player[self.of]
        used[chosen[self.player]] = True
        used &= each.after != each.rows[self.of]
        weight = np.where(self.player[self.of], 1.0, each.shares)[used]
        number = len(each.rows)
        row_of = np.full(len(self.values), -1)
        row_of[each.rows] = np.arange(number)
        of, to = self.of[used], row_of[each.after[used]]
        on = to >= 0
        every = np.arange(number)
        entries = np.concatenate([np.bincount(of, weight, number), -weight[on]])
        places = np.concatenate([every, of[on]]), np.concatenate([every, to[on]])
        return splu(csc_array((entries, places), shape=(number, number))).solve

    def differences(self, values: np.ndarray) -> np.ndarray:
        """By how much the value after each way is greater than that before it."""
        found: np.ndarray = values[self.equations.after] - values[self.equations.rows][self.of]
        return found

    def weigh_ways(self, of_ways: np.ndarray) -> np.ndarray:
        """What belongs to each way, by the probability of it."""
        weighed: np.ndarray = self.equations.shares * of_ways
        return weighed

    def settle(self, values: np.ndarray, sign: np.ndarray, allowed: np.ndarray) -> None:
        """Make each player's value exactly that of the best way that is allowed; none leads in a circle."""
        each = self.equations
        while True:
            gain = np.where(allowed, sign[self.of] * values[each.after], -np.inf)
            best = sign * np.maximum.reduceat(gain, each.starts[:-1])
            other = self.player & (best != values[each.rows])
            if not other.any():
                return
            values[each.rows[other]] = best[other]

    def bounds(self, near: float) -> tuple[np.ndarray, np.ndarray]:
        """The least and the most that positions are worth, as far as it is proved by this guess.

        Values that are no less than what the equations make of them are no less than the solution; the same
        from below. Bounds no farther than `near` from the guess are of use.
        """
        error = self.possible_error(near)
        low, high = (self.bound(error, outward) for outward in (-1, 1))
        return low, high

    def bound(self, error: np.ndarray, outward: int) -> np.ndarray:
        """A bound of all values, above or below; infinite if none was found that supports itself."""
        for wider in (1.0, 4.0, 16.0):
            if self.supports_itself(wider * error, outward):
                return np.nextafter(self.values + outward * wider * error, outward * np.inf)
        return np.full(len(self.values), outward * np.inf)

    def possible_error(self, near: float) -> np.ndarray:
        """How far off the guess may be, if each row is off by what is missing in it and by rounding.

        That adds up over as many chance events as are expected, along ways about as good as the best.
        """
        each, starts = self.equations, self.equations.starts[:-1]
        change = self.differences(self.values)
        missing = np.abs(np.add.reduceat(self.weigh_ways(change), starts))
        rounding = self.rounding * np.add.reduceat(self.weigh_ways(np.abs(change)), starts)
        least = 1e-4 * UNIT * float(np.abs(self.values).max())  # as the error itself is rounded
        given = np.where(self.player, 0.0, 2 * (missing + rounding) + least)
        allowed = np.abs(change) <= near
        error, chosen = np.zeros(len(self.values)), self.chosen.copy()
        for _ in range(STRATEGIES):
            error[each.rows] = np.maximum(self.factorize(chosen)(given), 0.0)
            gain = np.where(allowed, error[each.after], -np.inf)
            if not self.switch(chosen, gain, self.player, 1e-6 * float(error.max())):
                break
        self.settle(error, np.ones(len(each.rows)), allowed)
        return error

    @property
    def rounding(self) -> np.ndarray:
        """By which part the sum over the ways of each row may be off."""
        return (np.diff(self.equations.starts) + 4) * UNIT

    def supports_itself(self, error: np.ndarray, outward: int) -> bool:
        """Is every value with its error, above or below, still as far outward as what follows makes of it?"""
        starts = self.equations.starts[:-1]
        change, more = self.differences(self.values), self.differences(error)
        size = np.abs(change) + np.abs(more)
        beyond = outward * change + more + self.rounding[self.of] * size
        average = np.add.reduceat(self.weigh_ways(beyond), starts)
        of_all, of_one = np.maximum.reduceat(beyond, starts), np.minimum.reduceat(beyond, starts)
        best = of_all if outward > 0 else of_one, of_one if outward > 0 else of_all
        kinds = self.equations.kinds
        worst = np.select([kinds == MAX, kinds == MIN], best, average)
        return bool((worst <= 0).all())
