"""Tron: the grid and its walls, who crashes when, and whose each cell is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import SIMULTANEOUS, OutwitError, find_game
from outwit.bits import wide_count, wide_each
from outwit.errors import BadPositionError, IllegalMoveError
from outwit.games.tron import EAST, EITHER, NOBODY, NORTH, SOUTH, WEST, Grid, Tron
from tests.examples import examples
from tests.random_games import random_game

grids = st.builds(Tron, st.integers(3, 14), st.integers(3, 14))
seeds = st.integers(0, 1_000_000)


def drawn(*rows: str) -> tuple[Tron, Grid]:
    """The grid that some rows draw."""
    game = Tron(len(rows[0]), len(rows))
    return game, game.position("\n".join(rows))


def turned(game: Tron, state: Grid) -> Grid:
    """The grid turned half round, the cycles changed over."""
    cells = game.width * game.height
    marks = "".join(game.text(state).split())[::-1].translate(str.maketrans("aAbB", "bBaA"))
    rows = (marks[row : row + game.width] for row in range(0, cells, game.width))
    return game.position("\n".join(rows))


@given(grids, seeds)
@examples(40)
def test_every_step_leaves_a_wall_and_takes_each_cycle_to_a_free_cell(game: Tron, seed: int) -> None:
    states = random_game(game, seed)
    for number, state in enumerate(states):
        for trail, head in zip(state.trails, state.heads, strict=True):
            assert wide_count(trail) == number + 1
            assert head in list(wide_each(trail))
        shared = set(wide_each(state.trails[0])) & set(wide_each(state.trails[1]))
        assert shared == (set(state.heads) if state.heads[0] == state.heads[1] else set())
        assert game.turn(state) == SIMULTANEOUS


@given(grids, seeds)
@examples(40)
def test_the_game_is_over_as_soon_as_a_cycle_has_nowhere_to_go(game: Tron, seed: int) -> None:
    for state in random_game(game, seed):
        rows = [row.split() for row in game.text(state).splitlines()]
        stuck = []
        for head in state.heads:
            row, column = divmod(head, game.width)
            around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
            free = [0 <= r < game.height and 0 <= c < game.width and rows[r][c] == "." for r, c in around]
            stuck.append(not any(free))
            if not game.over(state):
                player = state.heads.index(head)
                assert [move for move in range(4) if free[move]] == list(game.moves_for(state, player))
        met = state.heads[0] == state.heads[1]
        assert game.over(state) == (met or any(stuck))
        if game.over(state):
            assert [list(game.moves_for(state, player)) for player in (0, 1)] == [[], []]
            expected = 0.0 if met or all(stuck) else -1.0 if stuck[0] else 1.0
            assert (game.payoff(state, 0), game.payoff(state, 1)) == (expected, -expected)
            assert game.bounds(state, 1) == (-expected, -expected)


@given(grids, seeds)
@examples(20)
def test_the_grid_is_fair_to_both(game: Tron, seed: int) -> None:
    assert turned(game, game.initial()) == game.initial()
    for state in random_game(game, seed):
        other = turned(game, state)
        assert game.evaluate(state, 0) == game.evaluate(other, 1) == -game.evaluate(state, 1)


def test_cycles_that_meet_on_a_cell_have_both_lost() -> None:
    game, state = drawn(".....", ".A.B.", ".....")
    state = game.play_joint(state, (EAST, WEST))
    assert game.text(state).splitlines()[1] == ". a * b ."
    assert (game.over(state), game.payoff(state, 0), game.payoff(state, 1)) == (True, 0, 0)
    assert game.position(game.text(state)) == state


def test_cycles_pass_no_wall_and_do_not_turn_round() -> None:
    game, state = drawn(".....", ".A.B.", ".....")
    after = game.play_joint(state, (EAST, NORTH))
    assert list(game.moves_for(after, 0)) == [NORTH, SOUTH]
    assert list(game.moves_for(after, 1)) == [EAST, WEST]


def test_a_cycle_that_the_other_shuts_in_loses() -> None:
    game, state = drawn("A.b.", "aab.", ".bB.")
    assert list(game.moves_for(state, 0)) == [EAST]
    state = game.play_joint(state, (EAST, EAST))
    assert (game.payoff(state, 0), game.payoff(state, 1)) == (-1, 1)


def test_a_cell_is_whose_cycle_is_there_first() -> None:
    game, state = drawn("A....", "aaaa.", "..B..")
    owners = [game.territory(state)[row : row + 5] for row in (0, 5, 10)]
    assert owners == [
        [NOBODY, 0, 0, 0, EITHER],
        [NOBODY, NOBODY, NOBODY, NOBODY, 1],
        [1, 1, NOBODY, 1, 1],
    ]
    assert game.evaluate(state, 0) == (3 - 5) / 15


@given(grids, seeds)
@examples(40)
def test_a_grid_reads_back_from_its_text(game: Tron, seed: int) -> None:
    for state in random_game(game, seed):
        assert game.position(game.text(state)) == state
        assert game.position(game.text(state).replace(" ", "").replace("\n", "/")) == state


@pytest.mark.parametrize(
    ("text", "move"), [("n", 0), ("E", 1), (" south ", 2), ("left", 3), ("Up", 0), ("r", 1), ("d", 2)]
)
def test_directions_have_names(text: str, move: int) -> None:
    game = Tron()
    assert game.parse(game.initial(), text) == move


@pytest.mark.parametrize("text", ["", "x", "north-east", "5", "n"])
def test_what_is_no_direction_is_refused(text: str) -> None:
    game, state = drawn("..A..", "..a..", ".....", "..b..", "..B..")
    with pytest.raises(IllegalMoveError, match=r"is not a legal move here; legal: e, w\.$"):
        game.parse(state, text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "3 rows of 4 cells"),
        ("A..B/..../...", "3 rows of 4 cells"),
        ("A..B/..../..x.", "3 rows of 4 cells"),
        ("A..B/..../.A..", "2 A, 1 B"),
        ("A.../..../....", "1 A, 0 B"),
        ("A..B/.*../....", "1 A, 1 B and 1 "),
    ],
)
def test_grids_that_cannot_be_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadPositionError, match=complaint):
        Tron(4, 3).position(text)


@pytest.mark.parametrize("options", ["width=2", "height=26", "width=-1"])
def test_grids_of_no_size_are_refused(options: str) -> None:
    with pytest.raises(OutwitError, match="from 3 to 25"):
        find_game(f"tron:{options}")
