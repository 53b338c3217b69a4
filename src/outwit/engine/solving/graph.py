"""All positions that can come from one, each once, where play may come back to them."""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable
from functools import cached_property

import numpy as np

from outwit.engine.solving.end_components import AVERAGE, MAX, MIN, Equations
from outwit.engine.solving.interval_iteration import IntervalIteration
from outwit.errors import OutwitError
from outwit.game import CHANCE, Game, State

EACH = 512
"""A position with all that is noted of it takes about so many bytes."""


class Graph:
    """The positions that can come from a root, as numbers in the order in which they were found."""

    def __init__(self, game: Game, root: State) -> None:
        self.game = game
        self.numbers: dict[State, int] = {root: 0}
        self.low, self.high = array("d"), array("d")
        """What each position is worth to player 0 at least and at most, by `bounds` or `payoff`."""
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
                total = math.fsum(share for _, share in ways)
            else:
                ways, total = [(move, 0.0) for move in game.moves(state)], 1.0
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
                self.shares.append(share / total)
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

    def equations(self) -> Equations:
        """What the value of each position is made of."""
        parts = (self.rows, self.kinds, self.starts, self.after, self.shares, self.levels)
        return Equations(*(np.frombuffer(part, dtype=part.typecode) for part in parts))

    @cached_property
    def iteration(self) -> IntervalIteration:
        """What closes in on the values of all positions, once they are found."""
        low, high = (np.frombuffer(part) for part in (self.low, self.high))
        return IntervalIteration(self.equations(), low, high, alone=self.game.players == 1)

    def worth(self, state: State) -> tuple[float, float]:
        """What a position is worth to player 0, at least and at most."""
        number = self.numbers.get(state)
        return self.game.bounds(state, 0) if number is None else self.iteration.worth(number)

    def distances(self, near: float) -> np.ndarray:
        """How many steps it takes from each position to the end at least, along moves that cost nothing.

        Where a position may come again, a move can be as good as the best and yet lead nowhere; one that
        comes nearer to the end by every step does not. What is `near` enough to the best is as good.
        """
        each = self.equations()
        rows, after, values = each.rows, each.after, self.iteration.bounds[0]
        steps = np.zeros(len(values))
        steps[rows] = math.inf
        lost = np.abs(values[after] - values[rows][each.of])
        wasted = (each.kinds[each.of] != AVERAGE) & (lost > near)
        while True:
            nearer = 1 + np.minimum.reduceat(np.where(wasted, math.inf, steps[after]), each.starts[:-1])
            if not (nearer < steps[rows]).any():
                return steps
            steps[rows] = np.minimum(nearer, steps[rows])

    @property
    def depth(self) -> int:
        """How many moves and rolls away the last position was found."""
        return len(self.levels) - 1
