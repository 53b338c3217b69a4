"""Connect 4: the rules, the drawing, and positions whose exact scores are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit import AlphaBeta, OutwitError, find_game
from outwit.errors import BadPositionError
from outwit.games.connect4 import Board, Connect4
from outwit.random import Generator

SCORED = [
    (line.split()[0], int(line.split()[1]))
    for line in (Path(__file__).parent / "data" / "connect4_positions.txt").read_text().splitlines()
]

BOARDS = (
    Connect4(),
    Connect4(graded=True),
    Connect4(5, 5),
    Connect4(5, 5, graded=True),
    Connect4(9, 6),
    Connect4(4, 3, 3, graded=True),
    Connect4(3, 7, 5),
    Connect4(1, 5, 2, graded=True),
    Connect4(6, 1, 3),
    Connect4(2, 2, 2, graded=True),
    Connect4(25, 25),
)

boards = st.sampled_from(BOARDS)
seeds = st.integers(0, 2**32)


def played_out(game: Connect4, seed: int) -> list[Board]:
    """All positions of a random game, the last one finished."""
    random, states = Generator(seed), [game.initial()]
    while not game.over(states[-1]):
        states.append(game.play(states[-1], random.choice(list(game.moves(states[-1])))))
    return states


def rows_of(game: Connect4, state: Board) -> list[str]:
    """The board as rows of marks, the lowest first."""
    return [row.replace(" ", "") for row in reversed(game.text(state).splitlines()[:-1])]


def has_row(rows: list[str], mark: str, length: int) -> bool:
    """Is there a row of so many marks? Looked for square by square, in all four directions."""
    for y in range(len(rows)):
        for x in range(len(rows[0])):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                squares = [(x + i * dx, y + i * dy) for i in range(length)]
                if all(
                    0 <= a < len(rows[0]) and 0 <= b < len(rows) and rows[b][a] == mark for a, b in squares
                ):
                    return True
    return False


# Positions


def test_moves_written_as_columns_give_the_position() -> None:
    game = Connect4()
    state = game.position("4453")
    drawing = [*[". . . . . . ."] * 4, ". . . O . . .", ". . O X X . .", "1 2 3 4 5 6 7"]
    assert game.text(state).splitlines() == drawing
    assert state.turn == 0
    assert game.position(" 4 4\n53 ") == state
    assert game.position("") == game.initial()


@given(boards, seeds)
@settings(max_examples=60)
def test_a_drawing_reads_back_as_the_position_drawn(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed):
        if game.over(state):
            continue
        assert game.position(game.text(state)) == state
        assert game.position("/".join(game.text(state).splitlines()[:-1])) == state


@given(boards, seeds)
@settings(max_examples=60)
def test_the_moves_played_describe_the_position(game: Connect4, seed: int) -> None:
    random, state, names = Generator(seed), game.initial(), ""
    while not game.over(state):
        move = random.choice(list(game.moves(state)))
        names += game.describe(state, move)
        assert game.parse(state, game.describe(state, move)) == move
        state = game.play(state, move)
        assert game.position(names) == state


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4444444", "move 7, '4', goes into a full column"),
        ("48", "move 2, '8', is not a column from 1 to 7"),
        ("40", "move 2, '0', is not a column"),
        ("4a", "move 2, 'a', is not a column"),
        ("4-4", "move 2, '-', is not a column"),
        ("12121212", "move 8, '2', comes after the end"),
        ("4 é", "move 2, 'é', is not a column"),
    ],
)
def test_moves_that_cannot_be_are_named(text: str, complaint: str) -> None:
    with pytest.raises(BadPositionError, match=complaint):
        Connect4().position(text)


EMPTY = ". . . . . . ."


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([EMPTY] * 4 + [". . X . . . .", EMPTY], "hangs in the air in column 3"),
        (["X . . . . . ."] + [EMPTY] * 5, "hangs in the air in column 1"),
        ([EMPTY] * 5, "6 rows of 7"),
        ([EMPTY] * 7, "6 rows of 7"),
        ([EMPTY] * 5 + [". . . . . . . ."], "6 rows of 7"),
        ([EMPTY] * 5 + [". . . O . . ."], "0 X and 1 O"),
        ([EMPTY] * 5 + [". X . X . . ."], "2 X and 0 O"),
    ],
)
def test_drawings_that_cannot_be_are_refused_in_a_sentence(rows: list[str], complaint: str) -> None:
    with pytest.raises(BadPositionError, match=complaint):
        Connect4().position("\n".join(rows))


def test_a_drawing_in_which_play_went_on_after_a_win_is_no_game_still_open() -> None:
    """X has four, yet as many discs as O: the game must have ended a move ago."""
    game = Connect4()
    drawing = "\n".join([EMPTY] * 4 + ["O O O . . . .", "X X X X O . ."])
    try:
        state = game.position(drawing)
    except BadPositionError:
        return
    assert game.over(state)


def test_the_columns_past_nine_have_letters() -> None:
    game = Connect4(25, 25)
    assert [game.describe(game.initial(), move) for move in (0, 8, 9, 24)] == ["1", "9", "a", "p"]
    assert game.position("pP") == game.play(game.play(game.initial(), 24), 24)
    assert Connect4(9, 6).position("9") == Connect4(9, 6).play(Connect4(9, 6).initial(), 8)


# Rules


@given(boards, seeds)
@settings(max_examples=60)
def test_a_row_in_any_direction_is_seen_and_none_over_the_edge(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed):
        rows = rows_of(game, state)
        assert game.connected(state.first) == has_row(rows, "X", game.length)
        assert game.connected(state.second) == has_row(rows, "O", game.length)


@given(boards.filter(lambda game: game.width < 10), seeds, st.floats(0.1, 0.9))
@settings(max_examples=150)
def test_rows_are_seen_among_discs_strewn_at_random(game: Connect4, seed: int, full: float) -> None:
    random = Generator(seed)
    rows = [["X" if random.uniform() < full else "." for _ in range(game.width)] for _ in range(game.height)]
    discs = sum(
        1 << x * (game.height + 1) + y
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark == "X"
    )
    drawn = ["".join(row) for row in rows]
    assert game.connected(discs) == has_row(drawn, "X", game.length)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == ".":
                more = [list(line) for line in rows]
                more[y][x] = "X"
                made = has_row(["".join(line) for line in more], "X", game.length)
                seen = game.completing(discs) >> x * (game.height + 1) + y & 1
                assert game.connected(discs) or bool(seen) == made


@given(boards, seeds)
@settings(max_examples=60)
def test_every_game_ends_with_a_payoff_within_the_bounds_of_every_position(game: Connect4, seed: int) -> None:
    states = played_out(game, seed)
    for player in (0, 1):
        payoff = game.payoff(states[-1], player)
        assert payoff == -game.payoff(states[-1], 1 - player)
        for state in states:
            low, high = game.bounds(state, player)
            assert low <= payoff <= high
            mirrored = game.bounds(state, 1 - player)
            assert (-high, -low) == mirrored


@given(boards, seeds)
@settings(max_examples=60)
def test_moves_are_the_columns_with_room_and_each_adds_one_disc(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed)[:-1]:
        top = game.text(state).splitlines()[0].split()
        assert list(game.moves(state)) == [c for c in range(game.width) if top[c] == "."]
        before = (state.first | state.second).bit_count()
        for move in game.moves(state):
            after = game.play(state, move)
            assert (after.first | after.second).bit_count() == before + 1
            assert after.first & after.second == 0
            assert after.turn == 1 - state.turn


@given(boards, seeds)
@settings(max_examples=30)
def test_the_estimate_of_one_side_is_minus_that_of_the_other(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed):
        assert game.evaluate(state, 0) == -game.evaluate(state, 1)


@pytest.mark.parametrize(
    ("line", "payoff"),
    [
        ("1212121", 18.0),  # the first player's fourth disc of 21
        ("12121262", -18.0),  # the second player's fourth
        ("1212", 0.0),
    ],
)
def test_a_graded_win_counts_the_discs_left(line: str, payoff: float) -> None:
    game = Connect4(graded=True)
    state = game.position(line)
    assert game.payoff(state, 0) == payoff
    assert game.payoff(state, 1) == -payoff


def test_on_an_odd_board_the_first_player_has_one_disc_more() -> None:
    game = Connect4(5, 5, graded=True)
    assert game.payoff(game.position("1212121"), 0) == 10  # won with the fourth of 13 discs
    assert game.payoff(game.position("51212131"), 1) == 9  # won with the fourth of 12


@pytest.mark.parametrize(("line", "score"), SCORED)
def test_known_positions_have_their_known_scores(line: str, score: int) -> None:
    game = find_game("connect4:graded=on")
    decision = AlphaBeta().decide(game, game.position(line))
    assert (decision.value, decision.exact) == (score, True)


@pytest.mark.parametrize(("line", "score"), SCORED)
def test_known_positions_are_won_or_lost_without_grades(line: str, score: int) -> None:
    game = find_game("connect4")
    decision = AlphaBeta().decide(game, game.position(line))
    assert (decision.value, decision.exact) == ((score > 0) - (score < 0), True)


@pytest.mark.parametrize(
    "options",
    [
        "width=0",
        "width=26",
        "height=0",
        "height=26",
        "length=1",
        "length=8",
        "width=3,height=3,length=4",
        "width=-1",
    ],
)
def test_boards_that_cannot_be_are_refused(options: str) -> None:
    with pytest.raises(OutwitError, match="is no board"):
        find_game(f"connect4:{options}")


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("connect4:width=4,height=4", 0),
        ("connect4:width=5,height=4,length=3", 1),
        ("connect4:width=3,height=3,length=3", 0),
        ("connect4:width=2,height=2,length=2", 1),
        ("connect4:width=1,height=4,length=2", 0),
    ],
)
def test_small_boards_have_known_values(spelling: str, value: float) -> None:
    game = find_game(spelling)
    assert AlphaBeta().decide(game, game.initial()).value == value
