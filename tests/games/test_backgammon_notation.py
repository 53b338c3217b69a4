"""Backgammon in writing: plays, rolls, drawn boards and GNU Backgammon's position IDs."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.errors import BadPositionError, IllegalMoveError
from outwit.game import CHANCE, options
from outwit.games.backgammon import Board, position_id
from outwit.games.backgammon.board import OPENING, TO_ROLL, sides
from outwit.games.backgammon.checkers import BAR, checkers_on
from outwit.games.backgammon.notation import play_steps, point_name
from outwit.random import Generator
from outwit.random_positions import random_position

from .test_backgammon import FAR, GAME, board, holding, names

states = st.builds(
    lambda seed, plies: random_position(GAME, Generator(seed), plies),
    st.integers(0, 999),
    st.integers(0, 220),
)

IDS = {
    "4HPwATDgc/ABMA": (FAR, FAR),
    "sGfwATDgc/ABMA": ({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, FAR),
    "/z4AADBsuxsEAA": ({1: 8, 2: 5, 24: 2}, {3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 2, 13: 1}),
    "AgAAPBcAAAAAAA": ({2: 1}, {1: 4, 3: 3, 4: 1}),
}
"""Positions as GNU Backgammon writes them: the checkers of who is not on roll, and of who is."""


# Position IDs


@pytest.mark.parametrize(("name", "found"), IDS.items(), ids=str)
def test_ids_are_those_of_gnu_backgammon(name: str, found: tuple[dict[int, int], dict[int, int]]) -> None:
    waiting, on_roll = found
    state = GAME.position(f"{name} X")
    assert state == board(on_roll, waiting)
    assert position_id(state) == name


@given(states)
def test_a_position_reads_back_from_its_id_and_from_its_text(state: Board) -> None:
    assert GAME.position(GAME.text(state)) == state
    if state.roll != OPENING:
        read = GAME.position(f"{position_id(state)} {'XO'[state.turn]}")
        assert (read.own, read.other, read.turn, read.roll) == (state.own, state.other, state.turn, TO_ROLL)


def test_what_follows_the_id_may_be_left_out() -> None:
    start = GAME.position("4HPwATDgc/ABMA")
    assert start == GAME.initial()
    assert GAME.position("4HPwATDgc/ABMA X").roll == TO_ROLL
    assert GAME.position("sGfwATDgc/ABMA").turn == 0
    for text in ("4HPwATDgc/ABMA O 1-3", "4HPwATDgc/ABMA o 31", "Position ID: 4HPwATDgc/ABMA O 3-1"):
        state = GAME.position(text)
        assert (state.turn, state.roll) == (1, 31)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "write GNU Backgammon's position ID"),
        ("4HPwATDgc/ABM", "write GNU Backgammon's position ID"),
        ("4HPwATDgc/ABMA Z", "write GNU Backgammon's position ID"),
        ("4HPwATDgc/ABMA X 7-1", "write GNU Backgammon's position ID"),
        ("//////////////", "checkers, and there are 15"),
        ("AAAAAAAAAAAAAA", "has no checkers"),
        ("AQAAAAAAAAAAAA X 3-1", "the game is over"),
        (position_id(board({6: 1}, {19: 1})), "both are on one point"),
    ],
)
def test_what_is_no_position_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadPositionError, match=said):
        GAME.position(text)


# Drawn with letters


def test_the_start_is_drawn_as_x_sits_at_it() -> None:
    assert GAME.text(GAME.position("4HPwATDgc/ABMA X 3-1")).splitlines() == [
        " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+",
        " | X           O    |   | O              X |  O: 167 pips, 0 off",
        " | X           O    |   | O              X |",
        " | X           O    |   | O                |",
        " | X                |   | O                |",
        " | X                |   | O                |",
        " |                  |bar|                  |",
        " | O                |   | X                |",
        " | O                |   | X                |",
        " | O           X    |   | X                |",
        " | O           X    |   | X              O |",
        " | O           X    |   | X              O |  X: 167 pips, 0 off",
        " +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+",
        "4HPwATDgc/ABMA X 3-1",
    ]


def test_points_are_numbered_for_the_player_on_roll() -> None:
    first, *_, last, _ = GAME.text(GAME.position("4HPwATDgc/ABMA O 3-1")).splitlines()
    assert first == " +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"
    assert last == " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+"


def test_piles_and_waiting_checkers_are_drawn() -> None:
    state = board({BAR: 2, 6: 13}, {BAR: 1, 1: 1})
    rows = GAME.text(state).splitlines()
    assert rows[1].startswith(" |                  | X |                O |")
    assert rows[7] == " |                  |   |13                |"
    assert rows[11].startswith(" |                  | O | X                |")
    assert rows[1].endswith("O: 26 pips, 13 off")


# Plays


@given(states)
def test_what_is_described_is_read_again(state: Board) -> None:
    if GAME.over(state):
        return
    moves = options(GAME, state)
    described = [GAME.describe(state, move) for move in moves]
    assert len(set(described)) == len(moves)
    for name, move in list(zip(described, moves, strict=True))[:20]:
        assert GAME.parse(state, name) == move
        assert GAME.parse(state, f" {name.upper().replace(' ', '   ')} ") == move


@given(states)
def test_steps_are_read_in_any_order(state: Board) -> None:
    if GAME.over(state) or GAME.turn(state) == CHANCE:
        return
    for move in list(GAME.moves(state))[::7]:
        words = [
            f"{point_name(source)}/{point_name(target)}{'*' if hit else ''}"
            for source, target, hit in play_steps(state, move)
        ]
        for order in list(permutations(words))[:6] if words else ():
            assert GAME.parse(state, " ".join(order)) == move


@pytest.mark.parametrize(
    "text",
    ["8/5 6/5", "6/5 8/5", "6/5,8/5", " 8 / 5   6/5 ", "8/5 6/5".upper()],
)
def test_a_play_may_be_written_in_many_ways(text: str) -> None:
    state = GAME.position("4HPwATDgc/ABMA X 3-1")
    assert GAME.describe(state, GAME.parse(state, text)) == "8/5 6/5"


@pytest.mark.parametrize("text", ["24/14", "24/18/14", "24/20/14", "24/18 18/14", "24/20 20/14"])
def test_a_checkers_way_may_be_told_or_left_out(text: str) -> None:
    state = GAME.position("4HPwATDgc/ABMA X 6-4")
    assert GAME.describe(state, GAME.parse(state, text)) == "24/14"


@pytest.mark.parametrize("text", ["13/11(2) 6/4(2)", "6/4(2) 13/11 (2)", "13/11 6/4 13/11 6/4"])
def test_repeated_steps_may_be_counted(text: str) -> None:
    state = GAME.position("4HPwATDgc/ABMA X 2-2")
    assert GAME.describe(state, GAME.parse(state, text)) == "13/11(2) 6/4(2)"


def test_hits_may_be_left_unsaid_where_they_are_clear() -> None:
    state = board({8: 1, 6: 1}, {20: 1, 6: 14}, 31)
    for text in ("8/5* 6/5", "8/5 6/5*", "6/5 8/5", "8/5*,6/5*"):
        assert GAME.describe(state, GAME.parse(state, text)) == "8/5* 6/5"


def test_of_two_ways_that_hit_one_must_be_named() -> None:
    state = board({13: 1}, {17: 1, 16: 1}, 54)
    with pytest.raises(IllegalMoveError, match=r"'13/4' could be 13/8\*/4 or 13/9\*/4; write which\."):
        GAME.parse(state, "13/4")
    assert GAME.describe(state, GAME.parse(state, "13/8/4")) == "13/8*/4"
    quiet = board({13: 1}, {17: 1, 6: 5}, 54)
    assert GAME.describe(quiet, GAME.parse(quiet, "13/4")) == "13/4"
    assert GAME.describe(quiet, GAME.parse(quiet, "13/9/4")) == "13/4"


def test_who_cannot_move_says_so() -> None:
    state = board({BAR: 1}, holding(*range(19, 25)), 65)
    assert names(state) == {"cannot move"}
    for text in ("cannot move", "pass", "Dances"):
        assert GAME.parse(state, text) == 0


@pytest.mark.parametrize("text", ["", "8/4 6/5", "8/5", "24/19/20", "hello", "8/5 6/5 6/5", "pass", "26/20"])
def test_what_cannot_be_played_is_refused_with_what_can(text: str) -> None:
    state = GAME.position("4HPwATDgc/ABMA X 3-1")
    with pytest.raises(IllegalMoveError, match="is not a legal move here; legal: 24/21 24/23, "):
        GAME.parse(state, text)


def test_a_way_through_a_blocked_point_is_refused() -> None:
    state = GAME.position("4HPwATDgc/ABMA X 6-5")
    assert "24/13" in names(state)
    with pytest.raises(IllegalMoveError, match="is not a legal move"):
        GAME.parse(state, "24/19/13")


# Rolls


def test_rolls_are_written_with_the_higher_die_first_and_read_either_way() -> None:
    state = board(FAR, FAR)
    assert GAME.describe(state, 31) == "3-1"
    assert GAME.parse(state, "1-3") == GAME.parse(state, "31") == GAME.parse(state, " 3 1 ") == 31
    with pytest.raises(IllegalMoveError, match="is not a legal move"):
        GAME.parse(state, "3-7")


def test_the_first_roll_says_who_begins() -> None:
    start = GAME.initial()
    assert GAME.describe(start, 31) == "X 3-1"
    assert GAME.describe(start, 13) == "O 3-1"
    assert GAME.parse(start, "o 3-1") == 13
    with pytest.raises(IllegalMoveError, match="legal: O 2-1, O 3-1"):
        GAME.parse(start, "X 3-3")


def test_sides_are_those_of_x_and_of_o() -> None:
    state = GAME.position("sGfwATDgc/ABMA O")
    first, second = sides(state)
    assert (checkers_on(first, 5), checkers_on(second, 5)) == (2, 0)
