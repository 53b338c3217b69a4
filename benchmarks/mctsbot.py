"""Monte Carlo tree search against open_spiel's in C++ at Connect 4: who wins, on equal terms."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.bot import Bot
from benchmarks.figure import Figure
from outwit import Agent
from outwit.arena.elo import Estimate
from outwit.arena.planner import plan
from outwit.arena.run import run as played
from outwit.engine.mcts import MCTS
from outwit.store import Tournaments

GAMES = 200
"""How many games: half as many openings of four random moves, each played from both sides."""

SIMULATIONS = 1000
SECONDS = 0.1


def run(quick: bool) -> Iterator[Figure]:
    """With as many simulations for a move, and with as much time."""
    games = 20 if quick else GAMES
    terms: tuple[tuple[str, Agent, Agent, float], ...] = (
        (f"{SIMULATIONS:,} simulations", MCTS(simulations=SIMULATIONS), Bot(simulations=SIMULATIONS), 42),
        (f"{SECONDS:g} s", MCTS(seconds=SECONDS), Bot(seconds=SECONDS), 65),
    )
    for each, ours, theirs, wanted in terms:
        found = match(ours, theirs, games)
        interval = f"95 %: {100 * found.low:.1f} to {100 * found.high:.1f}"
        yield Figure(
            f"Connect 4 against MCTSBot, {each} each, {games} games ({interval})",
            100 * found.score,
            "%",
            at_least=wanted,
        )


def match(ours: Agent, theirs: Agent, games: int, seed: int = 1) -> Estimate:
    """How a match ends, one game after the other, so that each has the machine's time to itself."""
    tournament = plan("connect4", [ours, theirs], games, seed=seed)
    standings = played(tournament, Tournaments("sqlite://"), workers=1)
    faults = [game.fault for game in standings.played.values() if game.fault]
    if faults:
        raise AssertionError(f"Not a match: {faults[0]}")
    return standings.meetings[0, 1].estimate
