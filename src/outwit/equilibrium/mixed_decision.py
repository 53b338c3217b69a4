"""A decision of a mixed strategy: every move with how likely it is, and one of them drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outwit.decision import Bound, Candidate, Decision
from outwit.game import Game, Move, State
from outwit.random import Generator
from outwit.worlds import seed_for


def mixed_decision(
    game: Game,
    state: State,
    player: int,
    probabilities: Mapping[Move, float],
    values: Mapping[Move, float | None] | None = None,
    *,
    seed: int | None = None,
    past: int = 0,
    **more: Any,
) -> Decision:
    """The decision of a player for one of its moves, drawn by what it knows and the seed alone.

    `values` is what each move is worth to it, as far as that is known; `past` is how many positions came
    before; `more` is what else the decision says.
    """
    random = Generator(seed_for(seed, game, state, player, past))
    move = random.weighted(list(probabilities.items()))
    candidates: list[Candidate] = []
    value: float | None = 0.0
    for each, share in probabilities.items():
        worth = None if values is None else values[each]
        value = None if value is None or worth is None else value + share * worth
        bound: Bound = "unknown" if worth is None else "exact"
        candidates.append(Candidate(each, worth, bound, (each,), probability=share))
    candidates.sort(key=lambda each: -(each.probability or 0.0))
    return Decision(
        move=move,
        value=value,
        line=(move,),
        candidates=tuple(candidates),
        game=game,
        state=state,
        **more,
    )
