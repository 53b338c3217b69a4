"""Compiled alpha-beta beside open_spiel's, which is Python over its own Connect 4 in C++."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search

from benchmarks.figure import Figure
from benchmarks.timing import contest, searching, timed
from outwit import AlphaBeta

PEER = pyspiel.load_game("connect_four")
PEER_DEPTH = 9
DEPTH = 10
"""Each searches to a depth that takes it a few tenths of a second."""


class Counted:
    """A state of open_spiel's that counts its copies: the search makes one for every node."""

    copies = 0

    def __init__(self, state: Any) -> None:
        self.state = state

    def clone(self) -> Counted:
        Counted.copies += 1
        return Counted(self.state.clone())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def search(state: Any) -> None:
    """open_spiel's search of a state, with the cheapest of estimates."""
    alpha_beta_search(PEER, state, value_function=lambda _: 0.0, maximum_depth=PEER_DEPTH)


def run(quick: bool) -> Iterator[Figure]:
    """Both in turns; the peer's nodes are counted beforehand, so that counting costs it no time."""
    search(Counted(PEER.new_initial_state()))

    def peer_nodes() -> int:
        search(PEER.new_initial_state())
        return Counted.copies

    yield contest(
        "Connect 4, compiled alpha-beta",
        searching(AlphaBeta.plain(depth=DEPTH)),
        timed(peer_nodes),
        "open_spiel alpha-beta",
        at_least=30,
        rounds=3 if quick else 7,
    )
