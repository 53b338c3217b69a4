"""Tron: simulations a second of simultaneous-move tree search, and how it fares against flat Monte Carlo.

The match is at a tenth of a second a move, so its games do not repeat themselves, and none is played again.
It takes half an hour and more; `python -m benchmarks.tron` plays what is missing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from benchmarks.figure import Figure
from benchmarks.kept import Kept
from benchmarks.timing import Run, contest, timed
from outwit import Agent, Limit, MonteCarlo, find_agent, find_game
from outwit.arena.planner import plan
from outwit.arena.standings import Standings

GAMES = 200
"""Half as many pairs: the same opening, the sides changed."""

SECONDS = 0.1
"""What each may take for a move."""


def match() -> Kept:
    """The match, from openings of two moves each."""
    return Kept(plan("tron", ["smmcts", "montecarlo"], GAMES, seed=1, plies=2, seconds=SECONDS), "tron.txt")


def run(quick: bool) -> Iterator[Figure]:
    """How fast it is, and what the games that are kept say."""
    yield from speed(quick)
    kept = match()
    played = kept.games()
    title = f"Tron, smmcts against montecarlo, {SECONDS:g} s a move"
    yield Figure(f"{title}: games played", len(played), "games", at_least=GAMES)
    if len(played) > 1:
        found = Standings(kept.tournament, played.values()).meetings[0, 1].estimate
        yield Figure(f"{title}: score", 100 * found.score, "%")
        yield Figure(f"{title}: score, at least, with 95 %", 100 * found.low, "%", at_least=50)


def speed(quick: bool) -> Iterator[Figure]:
    """Simulations a second from the start of a game, compiled and interpreted."""
    for agent in (
        *(find_agent(f"smmcts:select={each}") for each in ("regret", "duct", "exp3")),
        MonteCarlo(),
    ):
        yield contest(
            f"Tron, simulations of {agent.spec}",
            simulating(agent, 2_000 if quick else 20_000),
            simulating(replace(agent, compiled=False), 100 if quick else 500),  # type: ignore[type-var]
            "interpreted",
            at_least=None,
            rounds=3 if quick else 10,
            unit="simulations/s",
        )


def simulating(agent: Agent, simulations: int) -> Run:
    """A run of an agent, with another seed each time."""
    game, seeds = find_game("tron"), count(1)
    agent.prepare(game)

    def search() -> int:
        seeded, limit = agent.with_seed(next(seeds)), Limit(simulations=simulations)
        return int(seeded.decide(game, game.initial(), limit, player=0).stats["simulations"])

    return timed(search)


if __name__ == "__main__":
    match().play(workers=1)
