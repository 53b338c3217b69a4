"""Interpreted alpha-beta beside easyAI's Negamax, each on its own Connect 4, both in plain Python."""

from __future__ import annotations

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour

from benchmarks.timing import Contest, contest
from outwit import AlphaBeta, find_game

DEPTH = 6


class CountingConnectFour(ConnectFour):  # type: ignore[misc]
    """easyAI's own game, counting the positions that its search enters."""

    entered = 0

    def make_move(self, column: int) -> None:
        CountingConnectFour.entered += 1
        super().make_move(column)


def easyai_nodes() -> int:
    """A search by easyAI from the empty board; the nodes it visited, the root included."""
    search = Negamax(DEPTH)
    game = CountingConnectFour([AI_Player(search), AI_Player(search)])
    CountingConnectFour.entered = 0
    search(game)
    return CountingConnectFour.entered + 1


def outwit_nodes() -> int:
    """The same search by Outwit."""
    game = find_game("connect4")
    return AlphaBeta.plain(depth=DEPTH).decide(game, game.initial()).nodes


def run() -> Contest:
    """Both, in turns."""
    return contest(
        f"Connect 4 at depth {DEPTH}, interpreted alpha-beta",
        outwit_nodes,
        easyai_nodes,
        "easyAI Negamax",
        at_least=10,
        rounds=3,
    )
