"""All positions that can come from one, each once, and what they are worth where play may come back to them.

Values are closed in on from below and from above at once, sweep by sweep, so that what is left between them
says how much is proved: interval iteration. Haddad and Monmege, "Reachability in MDPs: refining convergence
of value iteration", 2014; for two players, Shapley, "Stochastic games", 1953.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from outwit.errors import OutwitError
from outwit.game import CHANCE, Game, State

EACH = 512
"""A position with all that is noted of it takes about so many bytes."""

MAX, MIN, AVERAGE = range(3)
"""What the value of a position is to those of the positions after it."""


class Graph:
    """The positions that can come from a root, as numbers in the order in which they were found."""

    def __init__(self, game: Game, root: State) -> None:
        self.game = game
        self.numbers: dict[State, int] = {root: 0}
        self.low, self.high = array("d"), array("d")
        """What each position is worth to player 0 at least and at most, as far as is known."""
        self.rows = array("q")
        """The positions in which the game goes on, in the order in which they were looked at."""
        self.kinds = array("b")
        """What the value of each row is made of: `MAX`, `MIN` or `AVERAGE`."""
        self.starts = array("q", [0])
        """Where in `after` the positions that follow each row begin, and where the last row's end."""
        self.after = array("q")
        self.shares = array("d")
        """The probability of each position that follows, where chance acts."""
        self.levels = array("q", [0])
        """Which row is the first of those as many moves and rolls away, and how many there may be."""

    def explore(self, enter: Callable[[], None], mb: int) -> None:
        """Find all positions; `enter` hears of each, and may raise to stop it."""
        game, numbers, room = self.game, self.numbers, (mb << 20) // EACH
        waiting = deque(numbers)
        self.bound(waiting[0])
        last = 0
        while waiting:
            state = waiting.popleft()
            number = numbers[state]
            if number > last:
                last = len(numbers) - 1
                self.levels.append(len(self.rows))
            enter()
            if game.over(state):
                self.low[number] = self.high[number] = float(game.payoff(state, 0))
                continue
            if number and self.low[number] == self.high[number]:
                continue  # what follows it need not be known
            player = game.turn(state)
            if player == CHANCE:
                ways = [(outcome, share) for outcome, share in game.chances(state) if share > 0]
            else:
                ways = [(move, 0.0) for move in game.moves(state)]
            if not ways:
                raise OutwitError(
                    f"Nothing can follow {game.text(state)!r}, and the game is not over; "
                    "`outwit check` tells more."
                )
            for move, share in ways:
                child, found = game.play(state, move), len(numbers)
                following = numbers.setdefault(child, found)
                if following == found:
                    waiting.append(child)
                    self.bound(child)
                self.after.append(following)
                self.shares.append(share)
            self.rows.append(number)
            self.kinds.append(AVERAGE if player == CHANCE else MAX if player == 0 else MIN)
            self.starts.append(len(self.after))
            if len(numbers) > room:
                raise OutwitError(
                    f"More than {room:,} positions can come about, some of them again and again; "
                    f"to keep them all, mb={mb} is not enough."
                )

    def bound(self, state: State) -> None:
        """Note what the game itself says that a position is worth."""
        low, high = self.game.bounds(state, 0)
        self.low.append(low)
        self.high.append(high)

    def sweeps(self, still: float) -> Iterator[bool]:
        """Close in on the values, all positions once a step, and say whether more than `still` has changed.

        Whoever plays alone does not go round in circles for nothing: in the end, a value is what can be had.
        """
        while self.sweep() > still:
            yield True
        if self.game.players == 1:
            self.high = array("d", self.low)
        yield False

    def sweep(self) -> float:
        """Bring every position's bounds nearer together, those found last first; the most that one moved."""
        rows, kinds, starts, after, shares, low, high = (
            np.frombuffer(part, dtype=part.typecode)
            for part in (self.rows, self.kinds, self.starts, self.after, self.shares, self.low, self.high)
        )
        most = 0.0
        for first, last in reversed(list(pairwise((*self.levels, len(rows))))):
            if first == last:
                continue
            ways = slice(starts[first], starts[last])
            begins = starts[first:last] - starts[first]
            mixed = [kinds[first:last] == kind for kind in (MAX, MIN)]
            for bounds, nearer in ((low, np.maximum), (high, np.minimum)):
                values = bounds[after[ways]]
                made = np.select(
                    mixed,
                    [np.maximum.reduceat(values, begins), np.minimum.reduceat(values, begins)],
                    np.add.reduceat(shares[ways] * values, begins),
                )
                before = bounds[rows[first:last]]
                bounds[rows[first:last]] = made = nearer(made, before)
                most = max(most, float(np.abs(made - before).max()))
        return most

    def distances(self, near: float) -> np.ndarray:
        """How many steps it takes from each position to the end at least, along moves that cost nothing.

        Where a position may come again, a move can be as good as the best and yet lead nowhere; one that
        comes nearer to the end by every step does not. What is `near` enough to the best is as good.
        """
        rows, kinds, starts, after, low = (
            np.frombuffer(part, dtype=part.typecode)
            for part in (self.rows, self.kinds, self.starts, self.after, self.low)
        )
        steps = np.zeros(len(low))
        steps[rows] = math.inf
        of = np.repeat(rows, np.diff(starts))
        wasted = (np.repeat(kinds, np.diff(starts)) != AVERAGE) & (np.abs(low[after] - low[of]) > near)
        while True:
            nearer = 1 + np.minimum.reduceat(np.where(wasted, math.inf, steps[after]), starts[:-1])
            if not (nearer < steps[rows]).any():
                return steps
            steps[rows] = np.minimum(nearer, steps[rows])

    @property
    def depth(self) -> int:
        """How many moves and rolls away the last position was found."""
        return len(self.levels) - 1

    def worth(self, state: State) -> tuple[float, float]:
        """What a position is worth to player 0, at least and at most."""
        number = self.numbers.get(state)
        return self.game.bounds(state, 0) if number is None else (self.low[number], self.high[number])
