"""Monte Carlo tree search beside open_spiel's in C++: how many simulations each makes in a second.

Both make the same number of simulations from the same position, each with one random rollout, by one
thread, and pass what is certain up the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import pyspiel

from benchmarks.bot import mctsbot
from benchmarks.figure import Figure
from benchmarks.timing import Run, contest, timed
from outwit import Limit, find_game
from outwit.engine.mcts import MCTS


class Meeting(NamedTuple):
    """A game that both have, and the position from which they play it out."""

    title: str
    game: str
    peer: str
    simulations: int
    """How many each makes in a run: a tenth of a second or more for the peer."""
    wanted: float
    opening: tuple[str, ...] = ()
    """What has been played, as people write it."""
    peer_opening: tuple[int, ...] = ()


MEETINGS = (
    Meeting("Connect 4", "connect4", "connect_four", 10_000, 8),
    Meeting("Othello", "othello", "othello", 2_000, 30),
    Meeting("Backgammon", "backgammon", "backgammon(scoring_type=full_scoring)", 1_000, 10, ("X 3-1",), (2,)),
)
"""The peer's number 2 of the first rolls is a one and a three, and X begins."""


def run(quick: bool) -> Iterator[Figure]:
    """The games in turn."""
    for meeting in MEETINGS:
        yield contest(
            f"{meeting.title}, Monte Carlo tree search",
            by_outwit(meeting),
            by_peer(meeting),
            "open_spiel MCTSBot",
            at_least=meeting.wanted,
            rounds=5 if quick else 15,
            unit="simulations/s",
        )


def by_outwit(meeting: Meeting) -> Run:
    """A run of Outwit's search, with another seed each time."""
    game = find_game(meeting.game)
    state = game.initial()
    for move in meeting.opening:
        state = game.play(state, game.parse(state, move))
    limit, seeds = Limit(simulations=meeting.simulations), count(1)
    MCTS().prepare(game)

    def search() -> int:
        return int(MCTS(seed=next(seeds)).decide(game, state, limit).stats["simulations"])

    return timed(search)


def by_peer(meeting: Meeting) -> Run:
    """A run of open_spiel's search, with another seed each time."""
    game = pyspiel.load_game(meeting.peer)
    state, seeds = game.new_initial_state(), count(1)
    for action in meeting.peer_opening:
        state.apply_action(action)

    def search() -> int:
        return int(mctsbot(game, meeting.simulations, next(seeds)).mcts_search(state).explore_count)

    return timed(search)
