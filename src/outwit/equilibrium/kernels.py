"""The arithmetic of sequence form, one source for the interpreter and the compiler.

Arrays that are no `Table` are float64 and have an entry for each sequence of a player. A strategy says how
likely the last move of a sequence is in its set, a plan how likely the player makes all moves of a sequence.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from outwit.equilibrium.sequence_form import Side

Array: TypeAlias = Any
"""A `numpy.ndarray`: `Any`, since the compiler types it itself."""


class Table(NamedTuple):
    """One player's arrays of a game in sequence form; `outwit.equilibrium.sequence_form` describes each."""

    first: Array
    parent: Array
    starts: Array
    others: Array
    payoffs: Array
    chances: Array


class Learned(NamedTuple):
    """What an algorithm has found out for one player: float64, an entry for each sequence."""

    regrets: Array
    """How much better the last move of each sequence would have been than what was played, summed up."""
    strategy: Array
    """The strategy of the next iteration."""
    plan: Array
    """The same as a plan."""
    average: Array
    """The plans of all iterations, weighted and summed up."""
    gains: Array
    """What each sequence brings in the present iteration."""


def table(side: Side) -> Table:
    """The arrays of a side."""
    ends = side.ends
    return Table(side.first, side.parent, ends.starts, ends.others, ends.payoffs, ends.chances)


def gather(starts: Array, others: Array, weights: Array, plan: Array, gains: Array) -> None:
    """Set the gains of each sequence to what the ends right after it bring, if the other follows a plan."""
    for sequence in range(len(gains)):
        total = 0.0
        for entry in range(starts[sequence], starts[sequence + 1]):
            total += weights[entry] * plan[others[entry]]
        gains[sequence] = total


def follow(first: Array, parent: Array, strategy: Array, plan: Array) -> None:
    """Set the plan to how likely each sequence is by a strategy."""
    plan[0] = 1.0
    for number in range(len(parent)):
        before = plan[parent[number]]
        for sequence in range(first[number], first[number + 1]):
            plan[sequence] = before * strategy[sequence]


def add_up(first: Array, parent: Array, strategy: Array, gains: Array) -> None:
    """Add to the gains of each sequence what follows it by a strategy, the last sets first."""
    for number in range(len(parent) - 1, -1, -1):
        value = 0.0
        for sequence in range(first[number], first[number + 1]):
            value += strategy[sequence] * gains[sequence]
        gains[parent[number]] += value


def respond(first: Array, parent: Array, gains: Array) -> None:
    """Add to the gains of each sequence what follows it by the best moves, the last sets first."""
    for number in range(len(parent) - 1, -1, -1):
        best = gains[first[number]]
        for sequence in range(first[number] + 1, first[number + 1]):
            best = max(best, gains[sequence])
        gains[parent[number]] += best


def learn(first: Array, parent: Array, found: Learned, kept: float, forgiven: float) -> None:
    """Add up the gains and with them the regrets, and choose the next strategy by regret matching.

    Regrets above zero are then multiplied by `kept`, those below by `forgiven`.
    """
    gains, regrets, strategy = found.gains, found.regrets, found.strategy
    for number in range(len(parent) - 1, -1, -1):
        low, high = first[number], first[number + 1]
        value = 0.0
        for sequence in range(low, high):
            value += strategy[sequence] * gains[sequence]
        gains[parent[number]] += value
        total = 0.0
        for sequence in range(low, high):
            regret = regrets[sequence] + (gains[sequence] - value)
            if regret > 0.0:
                regret *= kept
                total += regret
            else:
                regret *= forgiven
            regrets[sequence] = regret
        for sequence in range(low, high):
            if total > 0.0:
                strategy[sequence] = max(regrets[sequence], 0.0) / total
            else:
                strategy[sequence] = 1.0 / (high - low)


def iterate(
    one: Table,
    other: Table,
    ones: Learned,
    others: Learned,
    done: int,
    number: int,
    alpha: float,
    beta: float,
    gamma: float,
) -> None:
    """Iterations of counterfactual regret minimization, the two players in turn, after so many `done`."""
    for now in range(done + 1, done + number + 1):
        rise, fall = now**alpha, now**beta
        kept = rise / (rise + 1.0) if alpha < np.inf else 1.0
        forgiven = fall / (fall + 1.0) if beta < np.inf else 1.0
        if beta == -np.inf:
            forgiven = 0.0
        faded = ((now - 1.0) / now) ** gamma
        for player in range(2):
            own = one if player == 0 else other
            mine = ones if player == 0 else others
            plan = others.plan if player == 0 else ones.plan
            for sequence in range(len(mine.plan)):
                mine.average[sequence] = faded * mine.average[sequence] + mine.plan[sequence]
            gather(own.starts, own.others, own.payoffs, plan, mine.gains)
            learn(own.first, own.parent, mine, kept, forgiven)
            follow(own.first, own.parent, mine.strategy, mine.plan)


def evaluate(
    own: Table,
    other: Table,
    weights: Array,
    strategy: Array,
    against: Array,
    plan: Array,
    gains: Array,
    best: bool,
) -> None:
    """Set the gains of one player against the other's strategy.

    It goes on by its own strategy, or by the `best` moves. `weights` are what the ends are taken for; `plan`
    is set to the other's.
    """
    follow(other.first, other.parent, against, plan)
    gather(own.starts, own.others, weights, plan, gains)
    if best:
        respond(own.first, own.parent, gains)
    else:
        add_up(own.first, own.parent, strategy, gains)


@cache
def iteration(compiled: bool) -> Callable[..., None]:
    """The function that iterates, as machine code or interpreted."""
    if not compiled:
        return iterate
    from numba import types

    from outwit.engine.compiler.standalone import compile_alone, with_callees

    side, found = table_types()
    kinds = (side, side, found, found, types.int64, types.int64, *[types.float64] * 3)
    what = "counterfactual regret minimization"
    return compile_alone(what, lambda: with_callees(iterate), kinds, __file__)


@cache
def evaluation(compiled: bool) -> Callable[..., None]:
    """The function that evaluates, as machine code or interpreted."""
    if not compiled:
        return evaluate
    from numba import types

    from outwit.engine.compiler.standalone import compile_alone, with_callees

    side, _ = table_types()
    kinds = (side, side, *[types.float64[::1]] * 5, types.boolean)
    return compile_alone("best responses", lambda: with_callees(evaluate), kinds, __file__)


def table_types() -> tuple[Any, Any]:
    """What the compiler calls a `Table`, and what it calls a `Learned`."""
    from numba import types

    side = types.NamedTuple([types.uint32[::1]] * 4 + [types.float64[::1]] * 2, Table)
    return side, types.NamedUniTuple(types.float64[::1], 5, Learned)
