"""Alpha-beta, interpreted and compiled, beside easyAI's Negamax, each on its own Connect 4."""

from __future__ import annotations

from collections.abc import Iterator

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour

import outwit
from benchmarks.figure import Figure
from benchmarks.timing import contest, searching, timed
from outwit import search

PEER_DEPTH = 6
DEPTH = 10
"""The compiled search takes too short a time over the peer's depth to measure it well."""


class CountingConnectFour(ConnectFour):  # type: ignore[misc]
    """easyAI's own game, counting the positions that its search enters."""

    entered = 0

    def make_move(self, column: int) -> None:
        CountingConnectFour.entered += 1
        super().make_move(column)


def peer_nodes() -> int:
    """A search by easyAI from the empty board; the nodes it visited, the root included."""
    negamax = Negamax(PEER_DEPTH)
    game = CountingConnectFour([AI_Player(negamax), AI_Player(negamax)])
    CountingConnectFour.entered = 0
    negamax(game)
    return CountingConnectFour.entered + 1


def run(quick: bool) -> Iterator[Figure]:
    """The same textbook search in the same language, and then the compiled one."""
    agents: list[tuple[str, outwit.Agent, float]] = [
        ("interpreted", search.AlphaBeta.plain(depth=PEER_DEPTH), 10),
        ("compiled", outwit.AlphaBeta.plain(depth=DEPTH), 1000),
    ]
    for kind, agent, wanted in agents:
        yield contest(
            f"Connect 4, {kind} alpha-beta",
            searching(agent),
            timed(peer_nodes),
            "easyAI Negamax",
            at_least=wanted,
            rounds=3 if quick else 5,
        )
