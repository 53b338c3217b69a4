"""How many nodes Star1, Star2 and the table leave of expectiminimax's, with every value the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.figure import Figure, Ratio
from benchmarks.rolled import GAME, judged
from outwit import CHANCE, Game, find_agent, find_game
from outwit.analysis.ablation import positions
from outwit.game import State

EXHAUSTIVE = "star1=off,star2=off,table=off"
KINDS = {"all switches on": "", "no table": ",table=off", "no table and no Star2": ",table=off,star2=off"}
"""What is compared with the exhaustive search: as it comes, and what there is to it."""

SAME = 1e-9
"""How close values must be to count as the same."""

PIG_DEPTH = 6


def run(quick: bool) -> Iterator[Figure]:
    """Backgammon at two plies and pig at six."""
    share = 10 if quick else 1
    boards: list[State] = [each.state for each in judged()[::share]]
    yield from saved("Backgammon", GAME, boards, depth=2)
    pig = find_game("pig")
    scores = [state for state in positions(pig, 600 // share, plies=60) if pig.turn(state) != CHANCE]
    yield from saved("Pig", pig, scores[: 200 // share], PIG_DEPTH)


def saved(title: str, game: Game, states: Sequence[State], depth: int) -> Iterator[Figure]:
    """The nodes that are left, and how many values differ."""
    where = f"{title} at {depth} plies, {len(states)} positions"
    nodes, values = searched(game, states, f"expectiminimax:depth={depth},{EXHAUSTIVE}")
    differing = 0
    for kind, options in KINDS.items():
        left, found = searched(game, states, f"expectiminimax:depth={depth}{options}")
        wanted = None if options else 1 / 3
        yield Ratio(f"{where}, {kind}", left, "nodes", nodes, "exhaustive", at_most=wanted)
        differing += sum(abs(one - other) > SAME for one, other in zip(found, values, strict=True))
    yield Figure(f"{where}, values that differ", differing, "positions", at_most=0)


def searched(game: Game, states: Sequence[State], agent: str) -> tuple[int, list[float]]:
    """The nodes that an agent visits in all, and what it finds each position worth."""
    decisions = [find_agent(agent).decide(game, state) for state in states]
    return sum(each.nodes for each in decisions), [each.value or 0.0 for each in decisions]
