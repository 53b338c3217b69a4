"""Risk: how fast random play is, how long decisions take in every phase, how MCTS fares among three scripts.

The match takes an hour and more; `python -m benchmarks.risk` plays what is missing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time

from benchmarks.figure import Figure, Ratio
from benchmarks.kept import Kept
from outwit import MonteCarlo
from outwit.agents import suitable
from outwit.arena.elo import estimate
from outwit.arena.planner import plan
from outwit.game import CHANCE
from outwit.games.risk import Risk
from outwit.games.risk.board import ATTACK, FORTIFY, MOVE_IN, PLACE, World
from outwit.random import Generator
from outwit.random_positions import random_step

GAMES = 200
PHASES = {PLACE: "placing", ATTACK: "attacking", MOVE_IN: "moving in", FORTIFY: "fortifying"}


def match() -> Kept:
    """The match: the agent that plays where nobody names one, and the three best scripts, at one board."""
    scripts = [f"script:name={name}" for name in ("greedy", "holder", "turtle")]
    return Kept(plan("risk", [Risk.default_agent, *scripts], GAMES, seed=3), "risk.txt")


def run(quick: bool) -> Iterator[Figure]:
    """Random play, decisions, and what the games that are kept say."""
    yield random_play(quick)
    yield from decisions(quick)
    kept = match()
    yield kept.played_again(1 if quick else 3)
    played = kept.games()
    won = []
    for number, game in played.items():
        paid = game.payoffs or ()
        won.append(
            float(max(paid) == paid[kept.fixtures[number].seats.index(0)] and paid.count(max(paid)) == 1)
        )
    found = estimate(won)
    title = "Risk, MCTS among three scripts"
    yield Figure(f"{title}: games played", len(won), "games", at_least=GAMES)
    yield Figure(f"{title}: games won", 100 * found.score, "%", at_least=40)
    yield Figure(f"{title}: games won, at least, with 95 %", 100 * found.low, "%", at_least=30)


def random_play(quick: bool) -> Figure:
    """Choices a second of random games, compiled and interpreted."""
    game = Risk(deal=1)
    choices = positions = 0
    started = process_time()
    for seed in range(2 if quick else 5):
        random, state = Generator(seed), game.initial()
        while not game.over(state):
            choices += game.turn(state) != CHANCE
            positions += 1
            state = random_step(game, state, random)
    interpreted = choices / (process_time() - started)
    agent = MonteCarlo(simulations=300, seed=1)
    agent.prepare(game)
    best = 0.0
    for _ in range(3 if quick else 6):
        started = process_time()
        nodes = agent.decide(game, game.initial()).nodes
        best = max(best, nodes / (process_time() - started))
    what = "Risk, random play"
    compiled = best * choices / positions
    return Ratio(what, compiled, "choices/s", interpreted, "interpreted", at_least=1_000_000 / interpreted)


def decisions(quick: bool) -> Iterator[Figure]:
    """The longest decision of the default agent in each phase, with two to six players."""
    longest = dict.fromkeys(PHASES, 0.0)
    for players in (4,) if quick else range(2, 7):
        game = Risk(players=players, cards=True)
        agent = suitable(game)
        agent.prepare(game)
        for state in of_every_phase(game):
            started = perf_counter()
            agent.decide(game, state)
            longest[state.phase] = max(longest[state.phase], perf_counter() - started)
    for phase, name in PHASES.items():
        yield Figure(f"Risk, the longest decision when {name}", longest[phase], "s", at_most=2)


def of_every_phase(game: Risk) -> Iterator[World]:
    """Positions of a random game, three of each phase, from all over the game."""
    random, state = Generator(1), game.initial()
    met: dict[int, list[World]] = {phase: [] for phase in PHASES}
    while not game.over(state):
        if state.phase in met:
            met[state.phase].append(state)
        state = random_step(game, state, random)
    for states in met.values():
        yield from (states[len(states) * part // 6] for part in (0, 3, 5))


if __name__ == "__main__":
    match().play()
