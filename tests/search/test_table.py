"""The transposition table: what may be taken from it, and what it saves."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from outwit import Limit, find_game
from outwit.game import State
from outwit.games.connect4 import Board, Connect4
from outwit.search import AlphaBeta
from outwit.search.table import Entry, Table
from outwit.search.win_distance import fade


def entry(value: float = 1.0, bound: str = "exact", depth: int = 3) -> Entry:
    return Entry(depth, value, bound, (4,), False, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kept", "low", "high", "usable"),
    [
        (entry(), -math.inf, math.inf, True),
        (entry(), 5, 6, True),
        (entry(depth=4), -1, 1, False),
        (entry(depth=2), -1, 1, False),
        (entry(2, "at least"), 0, 2, True),
        (entry(2, "at least"), 0, 3, False),
        (entry(2, "at most"), 2, 3, True),
        (entry(2, "at most"), 1, 3, False),
    ],
)
def test_an_entry_answers_only_a_search_of_its_own_depth_and_within_its_bound(
    kept: Entry, low: float, high: float, usable: bool
) -> None:
    table = Table(find_game("connect4"), quick=True)
    assert table.usable(kept, 3, low, high) is usable


def test_a_win_found_at_one_ply_is_as_near_at_every_other() -> None:
    table = Table(find_game("connect4"), quick=True)
    table.put(Board(1, 2, 0), 4, entry(fade(1.0, 7)))
    assert [table.get(Board(1, 2, 0), ply) for ply in (4, 9)] == [
        entry(fade(1.0, 7)),
        entry(fade(1.0, 12)),
    ]


def test_where_all_wins_are_the_same_the_ply_does_not_matter() -> None:
    table = Table(find_game("connect4"), quick=False)
    table.put(Board(1, 2, 0), 4, entry())
    assert table.get(Board(1, 2, 0), 9) == entry()


def test_equal_states_share_an_entry_and_others_do_not() -> None:
    table = Table(find_game("connect4"), quick=True)
    table.put(Board(1, 2, 0), 2, entry())
    assert table.get(Board(1, 2, 0), 2) == entry()
    assert table.get(Board(1, 2, 1), 2) is None


def test_a_key_of_the_game_decides_what_is_the_same() -> None:
    @dataclass(frozen=True)
    class Forgetful(Connect4):
        def key(self, state: State) -> int:
            return int(state.turn)

    table = Table(Forgetful(), quick=True)
    table.put(Board(1, 2, 0), 2, entry())
    assert table.get(Board(5, 8, 0), 2) == entry()


def test_the_table_saves_nodes_where_orders_of_moves_meet() -> None:
    game = find_game("connect4")
    decisions = [
        AlphaBeta.plain(table=on).decide(game, game.initial(), Limit(depth=6)) for on in (False, True)
    ]
    assert decisions[1].nodes < 0.7 * decisions[0].nodes
    assert decisions[1].stats["table hits"] > 0
    assert decisions[0].value == decisions[1].value
