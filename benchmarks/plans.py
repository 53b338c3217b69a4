"""Planning in the vacuum world: how long plans take, and what the cache is worth.

Times are the processor's. What the cache is worth is counted in nodes, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from benchmarks.figure import Figure, Ratio
from outwit import AndOr, Limit, find_game, verify
from outwit.search.andor import Planning

MOST = 2_000_000
"""Nodes after which a search without the cache is broken off."""


def run(quick: bool) -> Iterator[Figure]:
    """The best of several runs, every plan verified."""
    runs = 1 if quick else 3
    for size, at_most in ((3, 2.0), (4, 60.0)):
        spec = f"vacuum:width={size},height={size}"
        best = min(seconds(spec, AndOr()) for _ in range(runs))
        yield Figure(f"Erratic vacuum {size}x{size}, planned", best, "s", at_most=at_most)
    spec = "vacuum:width=3,height=3"
    best = min(seconds(spec, AndOr(order=False)) for _ in range(runs))
    yield Figure("Erratic vacuum 3x3 without the game's `order`, planned", best, "s", at_most=2.0)
    spec = "vacuum:width=3,height=3,slippery=on"
    yield Figure("Slippery vacuum 3x3, cyclic plan", min(seconds(spec, AndOr()) for _ in range(runs)), "s")
    for spec, what in (
        ("vacuum:width=4,height=4", "Erratic vacuum 4x4"),
        ("vacuum:width=2,height=2,slippery=on", "Slippery vacuum 2x2, no strong plan"),
    ):
        most = MOST // 10 if quick else MOST
        cached, plain = (found(spec, AndOr(cache=cache, cyclic=False), most) for cache in (True, False))
        limit = "" if plain.proved else ", broken off"
        yield Ratio(
            f"{what}: nodes without the cache{limit}",
            plain.nodes,
            "nodes",
            cached.nodes,
            "with the cache",
            at_least=1,
        )


def found(spec: str, agent: AndOr, most: int | None = None) -> Planning:
    """What a search finds in a game, from its start, within so many nodes."""
    game = find_game(spec)
    return agent.plan(game, game.initial(), Limit(nodes=most))


def seconds(spec: str, agent: AndOr) -> float:
    """The processor's time for a plan, which must be sound."""
    started = process_time()
    plan = found(spec, agent).plan
    spent = process_time() - started
    if plan is None or verify(find_game(spec), plan):
        raise AssertionError(f"{spec}: no sound plan")
    return spent
