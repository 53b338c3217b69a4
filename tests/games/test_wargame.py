from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from outwit.bits import each
from outwit.engine.compiler.rules import compile_rules
from outwit.errors import BadOptionError, BadPositionError, OutwitError
from outwit.games import find_game, game_spec
from outwit.games.wargame import Front, WarGame
from outwit.games.wargame.boards import BOARDS, values_of
from outwit.random import Generator

FIGURE = ".g..../b..g../....b./.g..b./....../......"
"""Blue 46, green 157 on Smolensk, and blue to move."""


def named(game: WarGame, state: Front) -> list[str]:
    return [game.describe(state, move) for move in game.moves(state)]


def played(game: WarGame, *moves: str) -> Front:
    state = game.initial()
    for move in moves:
        state = game.play(state, game.parse(state, move))
    return state


def random_position(game: WarGame, seed: int, moves: int) -> Front:
    random = Generator(seed)
    state = game.initial()
    for _ in range(moves):
        if not game.over(state):
            state = game.play(state, random.choice(list(game.moves(state))))
    return state


positions = some.builds(
    lambda board, seed, moves: (WarGame(board), random_position(WarGame(board), seed, moves)),
    some.sampled_from(
        ["Smolensk", "Narvik", "7 1 5/2 9 3/4 8 6", "1 2 3 4 5 6 7 8/" * 7 + "9 9 9 9 9 9 9 9"]
    ),
    some.integers(0, 1000),
    some.integers(0, 40),
)


def test_the_boards_are_the_reports() -> None:
    assert values_of("Keren") == ((1,) * 6,) * 6
    assert values_of("Narvik")[:2] == ((99, 1, 99, 1, 99, 1), (1, 99, 1, 99, 1, 99))
    assert [row[0] for row in values_of("Sevastopol")] == [1, 2, 4, 8, 16, 32]
    assert [sum(WarGame(name).values) for name in BOARDS] == [36, 1800, 378, 1653, 72]


def test_a_blitz_takes_its_square_and_what_it_is_next_to_as_in_the_reports_figure() -> None:
    game = WarGame("Smolensk")
    state = game.position(FIGURE)
    assert (state.blue_points, state.green_points, state.turn) == (46, 157, 0)
    after = game.play(state, game.parse(state, "blitz D3"))
    assert (after.blue_points, after.green_points, after.turn) == (113, 149, 1)


def test_a_drop_takes_its_square_and_nothing_else() -> None:
    game = WarGame("Smolensk")
    state = game.position(FIGURE)
    after = game.play(state, game.parse(state, "drop D3"))
    assert (after.blue_points, after.green_points) == (46 + 59, 157)


def test_a_blitz_never_reaches_diagonally() -> None:
    game = WarGame("Keren")
    state = played(game, "drop C3", "drop D4", "drop E5", "drop A1")
    assert "blitz D4" not in named(game, state)
    assert {name for name in named(game, state) if name.startswith("blitz")} == {
        f"blitz {square}" for square in ("C2", "B3", "D3", "C4", "E4", "D5", "F5", "E6")
    }
    after = game.play(state, game.parse(state, "blitz D3"))
    assert game.text(after).splitlines()[4].split()[4] == "b1"


def test_moves_come_row_by_row_and_on_each_square_the_drop_before_the_blitz() -> None:
    game = WarGame("1 2/3 4")
    assert named(game, game.initial()) == ["drop A1", "drop B1", "drop A2", "drop B2"]
    state = played(game, "drop A1", "drop B2")
    assert named(game, state) == ["drop B1", "blitz B1", "drop A2", "blitz A2"]


def test_where_a_blitz_would_convert_it_must_be_played_if_it_is_mandatory() -> None:
    free, bound = WarGame("1 2 3/4 5 6"), WarGame("1 2 3/4 5 6", mandatory=True)
    state = played(free, "drop A1", "drop B2")
    assert set(named(free, state)) - set(named(bound, state)) == {"drop B1", "drop A2"}
    converts_nothing = played(free, "drop A1", "drop C2")
    assert {"drop A2", "blitz A2"} <= set(named(bound, converts_nothing))


def test_the_game_ends_when_every_square_is_taken_and_pays_the_difference() -> None:
    game = WarGame("1 2/3 4")
    state = played(game, "drop B2", "drop A2", "drop B1", "drop A1")
    assert game.over(state)
    assert list(game.moves(state)) == []
    assert (game.payoff(state, 0), game.payoff(state, 1)) == (2.0, -2.0)


@given(positions)
def test_points_are_those_of_the_squares_owned(found: tuple[WarGame, Front]) -> None:
    game, state = found
    assert state.blue & state.green == 0
    assert state.blue_points == sum(game.values[square] for square in each(state.blue))
    assert state.green_points == sum(game.values[square] for square in each(state.green))


@given(positions)
def test_the_position_is_read_back_from_what_is_shown(found: tuple[WarGame, Front]) -> None:
    game, state = found
    assert game.position(game.text(state)) == state
    marks = [
        "b" if state.blue >> s & 1 else "g" if state.green >> s & 1 else "." for s in range(len(game.values))
    ]
    rows = ["".join(marks[start : start + game.width]) for start in range(0, len(marks), game.width)]
    assert game.position("/".join(rows)) == state


def neighbours(game: WarGame, square: int) -> set[int]:
    """The squares next to one, found the slow way."""
    row, column = divmod(square, game.width)
    near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return {r * game.width + c for r, c in near if 0 <= r < game.height and 0 <= c < game.width}


def enemy_blitzes(game: WarGame, state: Front, player: int) -> list[set[int]]:
    """For each blitz that the enemy of a player could play, the squares that the player would lose."""
    own, other = game.sides(state, player)
    owned, enemy = set(each(own)), set(each(other))
    free = set(range(len(game.values))) - owned - enemy
    return [neighbours(game, square) & owned for square in free if neighbours(game, square) & enemy]


@given(positions)
def test_the_reports_evaluations_are_what_they_say(found: tuple[WarGame, Front]) -> None:
    game, state = found
    mover = 1 - state.turn
    lead = game.payoff(state, mover)
    losses = enemy_blitzes(game, state, mover)
    worths = [sum(game.values[square] for square in loss) for loss in losses]
    exposed = sum(game.values[square] for square in set().union(*losses))
    expected = {"points": lead, "exposed": lead - exposed, "worst": lead - max(worths, default=0)}
    for name, value in expected.items():
        judge = WarGame(game.board)
        object.__setattr__(judge, "weights", game.evaluations[name])
        assert judge.evaluate(state, mover) == pytest.approx(value)


@given(positions)
def test_an_evaluation_is_its_features_weighed(found: tuple[WarGame, Front]) -> None:
    game, state = found
    for weights in [*game.evaluations.values(), (0.5, 0.25, -0.75, 1.5, 2.0)]:
        judge = WarGame(game.board)
        object.__setattr__(judge, "weights", weights)
        own, other = judge.features(state, 0), judge.features(state, 1)
        weighed = sum(weight * (a - b) for weight, a, b in zip(weights, own, other, strict=True))
        assert judge.evaluate(state, 0) == pytest.approx(weighed)
        assert judge.evaluate(state, 1) == pytest.approx(-weighed)


@given(positions)
def test_a_move_gains_what_its_order_says_and_is_noisy_if_it_converts(found: tuple[WarGame, Front]) -> None:
    game, state = found
    player = state.turn
    gains = []
    for move in game.moves(state):
        after = game.play(state, move)
        gain = game.payoff(after, player) - game.payoff(state, player)
        assert game.order(state, move) == gain
        assert game.noisy(state, move) == (game.captures(state, move) != 0)
        assert game.noisy(state, move) == (gain > game.values[move >> 1])
        gains.append(gain)
    assert game.features(state, player)[-1] == max(gains, default=0)


@pytest.mark.parametrize(
    "board",
    [
        "Smolensk",
        *(
            pytest.param(board, marks=pytest.mark.slow)
            for board in ("9 8/7 6/5 4", "/".join(["1 2 3 4 5 6 7 8"] * 8), "5 4 3 2 1")
        ),
    ],
)
def test_compiled_rules_are_the_same(board: str) -> None:
    game = WarGame(board)
    rules = compile_rules(game)
    for seed in range(20):
        state = random_position(game, seed, 3 * seed)
        assert rules.moves(state) == list(game.moves(state))
        assert rules.evaluate(state, 0) == pytest.approx(game.evaluate(state, 0))
        for move in game.moves(state):
            assert rules.play(state, move) == game.play(state, move)
            assert rules.order(state, move) == game.order(state, move)


def test_another_board_of_the_same_size_needs_no_compiling() -> None:
    from outwit.engine.compiler.digest import digest
    from outwit.engine.compiler.linker import Linked

    names = {digest(Linked(WarGame(board)), "rules") for board in BOARDS}
    assert len(names) == 1


def test_a_board_is_spelled_in_one_way() -> None:
    assert game_spec(find_game("wargame")) == "wargame"
    assert game_spec(find_game("wargame:board=keren")) == "wargame:board=Keren"
    assert find_game("wargame:board= 1  2/ 3 4 ") == WarGame("1 2\n3 4\n")
    assert game_spec(WarGame("1 2\n3 4\n")) == "wargame:board=1 2/3 4"
    assert WarGame("\n".join(BOARDS["Narvik"].split("/"))) == WarGame("Narvik")


def test_a_board_in_a_file_is_read_and_its_spelling_needs_the_file_no_more(tmp_path: Path) -> None:
    file = tmp_path / "my board.txt"
    file.write_text("1 2 3\r\n4 5 6\r\n\r\n")
    game = find_game(f"wargame:board={file}")
    assert game_spec(game) == "wargame:board=1 2 3/4 5 6"
    file.unlink()
    assert find_game(game_spec(game)) == game


BROKEN = [
    ("1 2 3\n4 x 6\n", 2, 3, "'x' is not a whole number from 1 to 99"),
    ("1 2 3\n4 5\n", 2, 4, "the row ends after 2 values, and the first has 3"),
    ("1 2\n\n 3  4 5\n", 3, 7, "the row goes on after 2 values, as many as the first has"),
    ("1 0 3\n", 1, 3, "'0' is not a whole number from 1 to 99"),
    ("1 100\n", 1, 3, "'100' is not a whole number from 1 to 99"),
    ("1 -5\n", 1, 3, "'-5' is not a whole number from 1 to 99"),
    ("1 ²\n", 1, 3, "'²' is not a whole number from 1 to 99"),
    ("1 2.5\n", 1, 3, "'2.5' is not a whole number from 1 to 99"),
    ("", 1, 1, "there are no values"),
    (" \n\n", 1, 1, "there are no values"),
    ("1 " * 27, 1, 53, "a row can have 26 values at most"),
    ("1 2 3 4 5 6 7 8\n" * 9, 9, 1, "a board can have 64 squares at most"),
]


@pytest.mark.parametrize(("content", "line", "column", "trouble"), BROKEN)
def test_a_broken_file_is_refused_with_line_and_column(
    content: str, line: int, column: int, trouble: str, tmp_path: Path
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(content)
    sentence = re.escape(f"{file}, line {line}, column {column}: {trouble}.")
    with pytest.raises(BadOptionError, match=f"^{sentence}$"):
        find_game(f"wargame:board={file}")


@pytest.mark.parametrize(("content", "line", "column", "trouble"), BROKEN[:8])
def test_a_broken_board_written_out_is_refused_the_same_way(
    content: str, line: int, column: int, trouble: str
) -> None:
    with pytest.raises(BadOptionError, match=re.escape(f"line {line}, column {column}: {trouble}.")):
        WarGame(content)


def test_a_missing_file_a_folder_and_what_is_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        BadOptionError, match=r"There is no board 'no/where\.txt': it is neither Keren, .* nor a file"
    ):
        find_game("wargame:board=no/where.txt")
    with pytest.raises(BadOptionError, match="cannot be read: Is a directory"):
        find_game(f"wargame:board={tmp_path}")
    (tmp_path / "board").write_bytes(b"\xff\xfe1 2")
    with pytest.raises(BadOptionError, match="cannot be read: it is not text"):
        find_game(f"wargame:board={tmp_path / 'board'}")


def test_files_are_read_only_where_that_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("1 2\n3 4\n")
    for board in (file, "nowhere.txt"):
        with pytest.raises(OutwitError, match="There is no board called"):
            find_game(f"wargame:board={board}", files=False)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b./g.", "2 rows of 3 squares are needed"),
        ("b . x/...", "'x' cannot be C1, which is worth 3"),
        ("b1 2 4/4 5 6", "'4' cannot be C1, which is worth 3"),
        ("", "2 rows of 3 squares are needed"),
    ],
)
def test_what_is_no_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadPositionError, match=sentence):
        WarGame("1 2 3/4 5 6").position(text)
