"""The nodes of simultaneous-move Monte Carlo tree search, and how players choose in them by themselves.

Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000 (regret matching);
Auer, Cesa-Bianchi, Freund and Schapire, "The nonstochastic multiarmed bandit problem", 2002 (Exp3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from outwit.game import Move

MOST_CELLS = 1024
"""Of more joint moves than this, what follows each is not kept: rollouts begin there."""


@dataclass(slots=True, eq=False)
class JointArm:
    """What has been seen of one move of a player; where chance acts, one of its outcomes."""

    move: Move = None
    visits: int = 0
    total: float = 0.0
    """The sum of what it paid the player who chooses."""
    score: float = 0.0
    """What it would have paid beyond what was chosen or, with Exp3, an estimate of what it paid; in sum."""
    probability: float = 0.0
    """How likely it was chosen last, exploration left out; where chance acts, how likely it is."""
    weight: float = 0.0
    """These probabilities added up: the average strategy is in proportion to it."""


@dataclass(slots=True, eq=False)
class JointNode:
    """A position in the tree: who acts, what each player can choose from, and what follows."""

    totals: list[float]
    """What its simulations paid each player, added up."""
    turn: int | None = None
    """Who acts; None where nobody has been yet or the game is over."""
    visits: int = 0
    sides: tuple[list[JointArm], list[JointArm]] | None = None
    """The moves of each player, once it is expanded; a player who has no choice has one arm without a move.

    Where chance acts, the first has its outcomes."""
    cells: dict[tuple[int, int], JointNode] = field(default_factory=dict)
    """What follows the joint moves that have been tried, by the places of both players' moves."""

    @property
    def many(self) -> int:
        """How many joint moves there are."""
        assert self.sides is not None
        return len(self.sides[0]) * len(self.sides[1])

    @property
    def wide(self) -> bool:
        """Are there too many joint moves to keep what follows each?"""
        return self.many > MOST_CELLS

    def mean(self, player: int) -> float:
        """What its simulations paid a player on average."""
        return self.totals[player] / self.visits

    def mean_after(self, player: int, own: int, other: int) -> float | None:
        """What a player was paid on average after a move of its own and one of the other's, if known."""
        cell = self.cells.get((own, other) if player == 0 else (other, own))
        return None if cell is None else cell.mean(player)


def match_regrets(arms: Sequence[JointArm], gamma: float) -> None:
    """Regret matching: moves become as likely as they are regretted; all alike where none is."""
    total = 0.0
    for arm in arms:
        total += max(arm.score, 0.0)
    for arm in arms:
        arm.probability = max(arm.score, 0.0) / total if total > 0 else 1 / len(arms)


def weigh_exponentially(arms: Sequence[JointArm], gamma: float) -> None:
    """Exp3: moves become exponentially likelier the more they are estimated to have paid."""
    rate, most = gamma / len(arms), max(arm.score for arm in arms)
    total = 0.0
    for arm in arms:
        arm.probability = math.exp(rate * (arm.score - most))
        total += arm.probability
    for arm in arms:
        arm.probability /= total


def shares(amounts: Sequence[float]) -> list[float]:
    """Amounts as parts of their sum; all alike where that is nothing.

    >>> shares([3, 1]), shares([0, 0])
    ([0.75, 0.25], [0.5, 0.5])
    """
    total = sum(amounts)
    return [amount / total if total > 0 else 1 / len(amounts) for amount in amounts]
