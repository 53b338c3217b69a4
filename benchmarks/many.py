"""Three at one board: how max^n, paranoid, best-reply and Monte Carlo tree search fare among each other.

Every three of them meet in every order of seats, a tenth of a second a move, in three games. The matches take
hours; `python -m benchmarks.many` plays what is missing of them, and may be broken off. Time is the limit, so
games do not repeat themselves exactly, and a benchmark run only reads what is kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from benchmarks.figure import Figure, SkippedError
from benchmarks.kept import Kept
from outwit.arena.elo import Estimate, estimate
from outwit.arena.planner import plan

GAMES = {
    "three armies": "tactics:scenario=three-armies",
    "Risk": "risk:map=islands,players=3,rounds=8",
    "fish": "tests/measured_games.py:Fish",
}
AGENTS = ("maxn", "paranoid", "bestreply", "mcts")
EACH = 48
"""How many games every three of them play."""

SECONDS = 0.1
"""What a move may take."""

EVEN = 1 / 3
"""The part of the points that each of three would have who are equally strong."""


def match(game: str) -> Kept:
    """The round robin of a game."""
    file = f"many-{game.lower().replace(' ', '-')}.txt"
    return Kept(plan(GAMES[game], AGENTS, EACH, seed=7, seconds=SECONDS), file)


def shares(kept: Kept) -> dict[str, Estimate]:
    """What part of the points of its games each agent has; the games of the same three and dice are one."""
    points: dict[tuple[int, int], list[float]] = {}
    for number, played in kept.games().items():
        fixture, paid = kept.fixtures[number], played.payoffs or ()
        winners = [seat for seat, each in enumerate(paid) if each == max(paid)]
        for seat, agent in enumerate(fixture.seats):
            own = 1 / len(winners) if seat in winners else 0.0
            points.setdefault((agent, fixture.pair), []).append(own)
    return {
        name: estimate([sum(own) / len(own) for (each, _), own in points.items() if each == agent])
        for agent, name in enumerate(AGENTS)
    }


def run(quick: bool) -> Iterator[Figure]:
    """What the games that are kept say."""
    kept = {game: match(game) for game in GAMES}
    if not any(each.games() for each in kept.values()):
        raise SkippedError("No games among three are kept; python -m benchmarks.many plays them.")
    for game, each in kept.items():
        yield Figure(f"Three at {game}: games played", len(each.games()), "games")
        for name, found in shares(each).items():
            interval = f"{100 * found.low:.0f} to {100 * found.high:.0f}"
            yield Figure(f"Three at {game}: points of {name}, 95 %: {interval}", 100 * found.score, "%")


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many", description=__doc__)
    parser.add_argument("--only", action="append", choices=GAMES, help="one of the games; may be given again")
    parser.add_argument("--workers", type=int, help="processes that play; by default one for each processor")
    parser.add_argument("--most", type=int, help="stop after so many games of each")
    given = parser.parse_args()
    for game in given.only or GAMES:
        kept = match(game)
        kept.play(given.workers, given.most)
        print(f"{game}, {len(kept.games())} games; {EVEN:.1%} would be even")
        for name, found in shares(kept).items():
            print(f"  {name:10} {found.score:6.1%}, 95 %: {found.low:.1%} to {found.high:.1%}")


if __name__ == "__main__":
    main()
