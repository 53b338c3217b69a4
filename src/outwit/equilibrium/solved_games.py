"""Games whose equilibria were found last, so that a match does not find one anew in every game."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from outwit.decision import Limit
from outwit.equilibrium.cfr import DISCOUNTS
from outwit.equilibrium.solution import Solution
from outwit.game import Game
from outwit.memory import same_rules

MOST_HELD = 4
"""So many are held that were asked for last."""

MOST_BYTES = 64 << 20
"""One of a game that takes more bytes, about, is not held."""


class Solved(NamedTuple):
    """A solution that is close enough to an equilibrium, which nobody improves any more."""

    solution: Solution
    compiled: bool
    limit: Limit
    """The limit within which it was found."""
    nodes: int
    """The positions that were looked at."""


held: list[Solved] = []

changing = Lock()


def find_solved(game: Game, algorithm: str, compiled: bool, limit: Limit) -> Solved | None:
    """What the same search found before; that it is found again makes no difference but of time."""
    with changing:
        for each in held:
            same = (each.solution.algorithm, each.compiled, each.limit) == (algorithm, compiled, limit)
            if same and same_rules(each.solution.game.game, game):
                held.remove(each)
                held.append(each)
                return each
    return None


def hold_solved(found: Solved) -> None:
    """Keep a solution that a search has come to from its beginning, in one go and by its iterations alone.

    One that depends on draws, or ended because of its limit, is not kept.
    """
    solution, limit = found.solution, found.limit
    if (
        solution.algorithm in DISCOUNTS
        and limit.simulations is None
        and limit.nodes is None
        and solution.exploitability <= solution.close
        and solution.game.size <= MOST_BYTES
    ):
        with changing:
            held[:] = [*held, found][-MOST_HELD:]
