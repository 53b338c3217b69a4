"""The order of moves: what has cut before comes first, and nothing is lost or doubled."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from outwit import Limit, find_game
from outwit.search import AlphaBeta
from outwit.search.ordering import Ordering

GAME = find_game("connect4")
STATE = GAME.initial()


def ordering(**switches: bool) -> Ordering:
    off = dict.fromkeys(("hint", "killers", "history", "refutation"), False)
    return Ordering(GAME, **{**off, **switches})


@given(
    st.dictionaries(st.sampled_from(["hint", "killers", "history", "refutation"]), st.booleans()),
    st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 2), st.integers(1, 4), st.integers(0, 1)), max_size=12
    ),
    st.lists(st.integers(0, 6), unique=True),
    st.none() | st.integers(0, 6),
)
def test_arranging_moves_keeps_each_exactly_once(
    switches: dict[str, bool],
    cuts: list[tuple[int, int, int, int]],
    moves: list[int],
    first: int | None,
) -> None:
    order = ordering(**switches)
    order.step(0, 3)
    for move, ply, depth, player in cuts:
        order.cut(move, ply, depth, player)
        order.remember_refutation((move, 1, 2))
    arranged = list(order.arrange(STATE, moves, 1, 0, first))
    assert sorted(arranged) == sorted(moves)
    if first in moves:
        assert arranged[0] == first


def test_the_middle_comes_first_in_connect4() -> None:
    assert list(ordering(hint=True).arrange(STATE, range(7), 1, 0, None)) == [3, 2, 4, 1, 5, 0, 6]


def test_the_two_latest_killers_of_a_ply_come_first() -> None:
    order = ordering(killers=True)
    for move in (1, 2, 5):
        order.cut(move, ply=3, depth=1, player=0)
    assert list(order.arrange(STATE, range(7), 3, 0, None)) == [5, 2, 0, 1, 3, 4, 6]
    assert list(order.arrange(STATE, range(7), 4, 0, None)) == [0, 1, 2, 3, 4, 5, 6]


def test_history_is_each_player_s_own_and_deep_cuts_count_more() -> None:
    order = ordering(history=True)
    order.cut(6, ply=1, depth=3, player=0)
    for _ in range(2):
        order.cut(5, ply=1, depth=2, player=0)
    assert list(order.arrange(STATE, range(7), 9, 0, None))[:2] == [6, 5]
    assert list(order.arrange(STATE, range(7), 9, 1, None)) == list(range(7))


def test_the_refutation_of_a_root_move_is_followed_first() -> None:
    order = ordering(refutation=True)

    def first(ply: int) -> int:
        moves: list[int] = list(order.arrange(STATE, range(7), ply, 1, None))
        return moves[0]

    order.remember_refutation((3, 6, 2))
    order.step(0, 3)
    assert first(1) == 6
    order.step(1, 6)
    assert first(2) == 2
    order.step(1, 5)
    assert first(2) == 0
    order.step(0, 4)
    assert first(1) == 0


def test_each_kind_of_ordering_saves_nodes_on_the_whole() -> None:
    def nodes(**switches: bool) -> int:
        agent = AlphaBeta.plain(deepening=True, **switches)
        return sum(
            agent.decide(GAME, GAME.position(line), Limit(depth=5)).nodes
            for line in ("", "44", "1234", "435261")
        )

    plain = nodes()
    assert nodes(order=True) < plain
    assert nodes(killers=True) < plain
    assert nodes(history=True) < plain
    assert nodes(refutation=True) < plain
