"""Counterfactual regret minimization: both players learn from what each move would have been worth.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", 2007.
In every information set regret matching chooses each move by how much better it would have been so far, if
the player had tried to get there. The strategies of all iterations on average come to an equilibrium.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from outwit.equilibrium.kernels import Learned, Table, iteration, table
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.strategies import Strategies, normalize, plan, uniform
from outwit.errors import UnknownNameError


class Discount(NamedTuple):
    """How much the past counts after t iterations.

    Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", 2019.
    """

    alpha: float
    """Regrets above zero are multiplied by t^alpha / (t^alpha + 1) after each iteration."""
    beta: float
    """Regrets below zero are multiplied by t^beta / (t^beta + 1), and by 0 if beta is minus infinity."""
    gamma: float
    """In the average, the strategy of an iteration weighs t^gamma."""


DISCOUNTS = {
    "cfr": Discount(math.inf, math.inf, 0.0),
    "cfr+": Discount(math.inf, -math.inf, 1.0),
    "linear": Discount(1.0, 1.0, 1.0),
    "discounted": Discount(1.5, 0.0, 2.0),
}
"""CFR as it was published, where the past counts in full; CFR+, which forgets regrets below zero (Tammelin,
"Solving large imperfect information games using CFR+", 2014); linear and discounted CFR (Brown and
Sandholm)."""


class Solver(ABC):
    """An algorithm at work on a game in sequence form."""

    def __init__(self, game: Unfolded) -> None:
        self.game = game
        self.iterations = 0
        """How many were made."""

    @abstractmethod
    def run(self, number: int) -> None:
        """Make so many iterations more."""

    @property
    @abstractmethod
    def averages(self) -> Strategies:
        """For each player a float64 for each of its sequences: how much it weighs in the average."""

    def strategies(self) -> Strategies:
        """The average strategies so far, which come closer and closer to an equilibrium."""
        one, other = (normalize(*each) for each in zip(self.game.sides, self.averages, strict=True))
        return one, other


class CounterfactualRegret(Solver):
    """Counterfactual regret minimization over the whole game, the players in turn.

    >>> from outwit.equilibrium.unfold import unfold
    >>> from outwit.games import find_game
    >>> solver = CounterfactualRegret(unfold(find_game("matrix:0 2; 1 0")), compiled=False)
    >>> solver.run(2000)
    >>> [round(float(each), 2) for each in solver.strategies()[0]]
    [1.0, 0.33, 0.67]
    """

    def __init__(self, game: Unfolded, discount: Discount | str = "cfr+", compiled: bool = True) -> None:
        super().__init__(game)
        if isinstance(discount, str):
            if discount not in DISCOUNTS:
                raise UnknownNameError("form of CFR", discount, DISCOUNTS)
            discount = DISCOUNTS[discount]
        self.discount = discount
        self.iterate = iteration(compiled)
        one, other = uniform(game)
        self.tables: tuple[Table, Table] = (table(game.sides[0]), table(game.sides[1]))
        self.found = self.begin(0, one), self.begin(1, other)

    def begin(self, player: int, strategy: np.ndarray) -> Learned:
        """What is known before the first iteration."""
        side = self.game.sides[player]
        regrets, average, gains = (np.zeros(side.sequences) for _ in range(3))
        return Learned(regrets, strategy, plan(side, strategy), average, gains)

    def run(self, number: int) -> None:
        self.iterate(*self.tables, *self.found, self.iterations, number, *self.discount)
        self.iterations += number

    @property
    def averages(self) -> Strategies:
        return self.found[0].average, self.found[1].average
