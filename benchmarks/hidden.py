"""Information set tree search: simulations a second, beside the textbook and beside open_spiel in C++.

All make the same number of simulations from the same position, each in a world of its own and with one random
rollout, by one thread. open_spiel's draws a world where its game can (`ResampleFromInfostate`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import pyspiel
from tests.sketches.battleship import Battleship

from benchmarks.figure import Figure
from benchmarks.timing import Run, contest, timed
from outwit import Limit, search
from outwit.engine.ismcts import ISMCTS
from outwit.game import CHANCE, Game, State
from outwit.games.kuhn import Kuhn
from outwit.games.leduc import Leduc
from outwit.games.liarsdice import LiarsDice


class Meeting(NamedTuple):
    """A game, and how much is made of it in a run."""

    title: str
    game: Game
    textbook: int
    """How many simulations the textbook makes in a run: some tenths of a second."""
    peer: str = ""
    """What open_spiel calls the game, if it can draw worlds of it."""
    simulations: int = 0
    """How many it makes in a run."""


MEETINGS = (
    Meeting("Kuhn poker", Kuhn(), 2_000, "kuhn_poker", 20_000),
    Meeting("Leduc poker", Leduc(suits=True), 1_000, "leduc_poker", 5_000),
    Meeting("Liar's dice", LiarsDice(dice=2), 500),
    Meeting("Battleship 6x6", Battleship(6, (3, 2, 2)), 100),
)


def run(quick: bool) -> Iterator[Figure]:
    """The games in turn."""
    rounds = 3 if quick else 9
    for meeting in MEETINGS:
        what = f"{meeting.title}, information set tree search"
        if meeting.peer:
            yield contest(
                what,
                by_outwit(ISMCTS(), meeting.game, meeting.simulations),
                by_peer(meeting),
                "open_spiel ISMCTSBot",
                at_least=1.5,
                rounds=rounds,
                unit="simulations/s",
            )
        yield contest(
            what,
            by_outwit(ISMCTS(), meeting.game, 50 * meeting.textbook),
            by_outwit(search.ISMCTS(), meeting.game, meeting.textbook),
            "textbook",
            at_least=30,
            rounds=rounds,
            unit="simulations/s",
        )


def first_decision(game: Game) -> State:
    """The first position in which a player acts, with the first of all outcomes before it."""
    state = game.initial()
    while game.turn(state) == CHANCE:
        outcome, _ = next(iter(game.chances(state)))
        state = game.play(state, outcome)
    return state


def by_outwit(agent: search.ISMCTS, game: Game, simulations: int) -> Run:
    """A run of one of Outwit's searches, with another seed each time."""
    state, limit, seeds = first_decision(game), Limit(simulations=simulations), count(1)
    agent.prepare(game)

    def search_sets() -> int:
        return int(agent.with_seed(next(seeds)).decide(game, state, limit).stats["simulations"])

    return timed(search_sets)


def by_peer(meeting: Meeting) -> Run:
    """A run of open_spiel's search, with another seed each time."""
    state, seeds = pyspiel.load_game(meeting.peer).new_initial_state(), count(1)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def search_sets() -> int:
        seed = next(seeds)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(seed, evaluator, 0.7, meeting.simulations, -1, best)
        bot.step(state)
        return meeting.simulations

    return timed(search_sets)
