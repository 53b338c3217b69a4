"""Othello: the rules beside others written square by square, published counts, and solved endgames."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit import AlphaBeta, find_game, search
from outwit.bits import count, each
from outwit.check import check
from outwit.engine.compiler.rules import compile_rules
from outwit.errors import BadOptionError, BadPositionError, IllegalMoveError
from outwit.games.othello import Board, Othello
from outwit.random import Generator

GAMES = (Othello(), Othello(6), Othello(4))

ENDGAMES = sorted(
    (line.split() for line in (Path(__file__).parent / "data" / "othello_endgames.txt").open()),
    key=lambda words: words[0].count("-"),
)
"""Squares from a1 on, the side to move, and the exact value to it; the nearest to their end first."""

PERFT = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288)
"""How many ways there are to play 1, 2, 3, ... moves: counted by many programs."""

DIRECTIONS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


class Rows:
    """Othello once more: rows of marks, and rays walked square by square."""

    def __init__(self, game: Othello, state: Board) -> None:
        self.size = game.size
        black, white = (state.own, state.other) if state.turn == 0 else (state.other, state.own)
        marks = ["X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in range(self.size**2)]
        self.rows = [marks[row * self.size : (row + 1) * self.size] for row in range(self.size)]
        self.mark, self.enemy = ("X", "O") if state.turn == 0 else ("O", "X")

    def enclosed(self, x: int, y: int, mark: str, enemy: str) -> set[tuple[int, int]]:
        """The enemy's discs that a disc placed here encloses."""
        found = set()
        for dx, dy in DIRECTIONS:
            ray, a, b = [], x + dx, y + dy
            while 0 <= a < self.size and 0 <= b < self.size and self.rows[b][a] == enemy:
                ray.append((a, b))
                a, b = a + dx, b + dy
            if 0 <= a < self.size and 0 <= b < self.size and self.rows[b][a] == mark:
                found |= set(ray)
        return found

    def places(self, mark: str, enemy: str) -> list[int]:
        """The squares where a side can place a disc."""
        every = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [
            y * self.size + x for x, y in every if self.rows[y][x] == "-" and self.enclosed(x, y, mark, enemy)
        ]

    def moves(self) -> list[int]:
        """The legal moves: squares, a pass, or none."""
        own, others = self.places(self.mark, self.enemy), self.places(self.enemy, self.mark)
        return own or ([self.size**2] if others else [])

    def after(self, move: int) -> list[list[str]]:
        """The rows after a move."""
        rows = [list(row) for row in self.rows]
        if move < self.size**2:
            y, x = divmod(move, self.size)
            for a, b in {(x, y)} | self.enclosed(x, y, self.mark, self.enemy):
                rows[b][a] = self.mark
        return rows

    def counted(self, mark: str) -> int:
        """How many discs a side has."""
        return sum(row.count(mark) for row in self.rows)

    def corners(self, mark: str) -> int:
        """How many corners a side has."""
        return sum(self.rows[y][x] == mark for x in (0, -1) for y in (0, -1))


def random_position(game: Othello, seed: int) -> list[Board]:
    """All positions of a random game, the last one finished."""
    random, states = Generator(seed), [game.initial()]
    while not game.over(states[-1]):
        states.append(game.play(states[-1], random.choice(list(game.moves(states[-1])))))
    return states


def strewn(game: Othello, seed: int) -> Board:
    """A board on which discs lie at random, as no game would leave them."""
    random = Generator(seed)
    full = 0.2 + 0.8 * random.uniform()
    discs = [0, 0]
    for square in range(game.pass_move):
        if random.uniform() < full:
            discs[random.uniform() < 0.5] |= 1 << square
    return Board(discs[0], discs[1], seed % 2)


def some(game: Othello, games: int, boards: int) -> list[Board]:
    """Positions from random games, and boards strewn with discs."""
    played = [state for seed in range(games) for state in random_position(game, seed)]
    return played + [strewn(game, seed) for seed in range(boards)]


# Rules


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_rules_are_those_of_rays_walked_square_by_square(game: Othello) -> None:
    for state in some(game, 10, 150):
        rows = Rows(game, state)
        moves = list(game.moves(state))
        assert moves == rows.moves()
        assert game.over(state) == (not moves)
        for move in moves:
            after = game.play(state, move)
            assert Rows(game, after).rows == rows.after(move)
            assert after.turn == 1 - state.turn


@pytest.mark.parametrize(
    ("game", "first"),
    [(Othello(), "d3 c4 f5 e6"), (Othello(6), "c2 b3 e4 d5"), (Othello(4), "b1 a2 d3 c4")],
    ids=str,
)
def test_black_begins_with_one_of_four_moves(game: Othello, first: str) -> None:
    state = game.initial()
    assert [game.describe(state, move) for move in game.moves(state)] == first.split()


def test_the_first_position_is_the_standard_one() -> None:
    game = Othello()
    rows = Rows(game, game.initial()).rows
    assert {(x, y) for y in range(8) for x in range(8) if rows[y][x] == "O"} == {(3, 3), (4, 4)}
    assert {(x, y) for y in range(8) for x in range(8) if rows[y][x] == "X"} == {(4, 3), (3, 4)}


def test_the_first_move_turns_a_disc() -> None:
    game = Othello(6)
    state = game.play(game.initial(), game.parse(game.initial(), "C2"))
    assert state == game.position("------ --X--- --XX-- --XO-- ------ ------ O")


def test_as_many_ways_to_play_are_counted_as_published() -> None:
    game = Othello()

    def ways(state: Board, depth: int) -> int:
        return sum(ways(game.play(state, move), depth - 1) for move in game.moves(state)) if depth else 1

    assert [ways(game.initial(), depth) for depth in range(1, 6)] == list(PERFT[:5])
    rules = compile_rules(game)
    assert [rules.perft(game.initial(), depth) for depth in range(1, 10)] == list(PERFT)


def test_who_can_enclose_nothing_passes_and_nobody_else_does() -> None:
    game = Othello()
    state = game.position("OX------ " + "-------- " * 7 + "X")
    assert [game.describe(state, move) for move in game.moves(state)] == ["pass"]
    assert not game.over(state)
    after = game.play(state, game.parse(state, "pass"))
    assert after == game.position("OX------ " + "-------- " * 7 + "O")
    assert [game.describe(after, move) for move in game.moves(after)] == ["c1"]
    with pytest.raises(IllegalMoveError, match="'pass' is not a legal move here; legal: c1"):
        game.parse(after, "pass")


def test_passes_come_up_in_play() -> None:
    passes = 0
    for state in some(Othello(6), 30, 0):
        moves = list(Othello(6).moves(state))
        passes += 36 in moves
        assert 36 not in moves or moves == [36]
    assert passes > 10


@pytest.mark.parametrize(
    ("squares", "payoff"),
    [
        ("X" * 20 + "-" * 44, 64),
        ("-" * 63 + "O", -64),
        ("X" * 32 + "O" * 32, 0),
        ("X" * 33 + "O" * 31, 2),
        ("XXXX----" * 4 + "--------" + "OOO-----" * 3, 46),
        ("XXX-----" + "--------" * 6 + "-----OOO", 0),
        ("-" * 64, 0),
    ],
)
def test_the_winner_gets_the_empty_squares(squares: str, payoff: int) -> None:
    game = Othello()
    for side in "XO":
        state = game.position(f"{squares} {side}")
        assert game.over(state)
        assert list(game.moves(state)) == []
        for player, worth in ((0, float(payoff)), (1, float(-payoff))):
            assert game.payoff(state, player) == worth
            assert game.bounds(state, player) == (worth, worth)


def test_nobody_can_win_more_than_the_board() -> None:
    for game in GAMES:
        assert game.bounds(game.initial(), 0) == (-(game.size**2), game.size**2)


@pytest.mark.parametrize(("words"), ENDGAMES[:20], ids=lambda words: f"{words[0].count('-')} empty")
def test_endgames_are_worth_what_is_known(words: list[str]) -> None:
    squares, side, value = words
    game = Othello()
    state = game.position(f"{squares} {side}")
    assert AlphaBeta(deepening=False, quick=False, mb=1).decide(game, state).value == float(value)


@pytest.mark.parametrize(("words"), ENDGAMES[:3], ids=lambda words: f"{words[0].count('-')} empty")
def test_interpreted_endgames_are_worth_the_same(words: list[str]) -> None:
    squares, side, value = words
    game = Othello()
    state = game.position(f"{squares} {side}")
    assert search.AlphaBeta(deepening=False, quick=False).decide(game, state).value == float(value)


@pytest.mark.slow
def test_all_endgames_are_worth_what_is_known() -> None:
    game = Othello()
    for squares, side, value in ENDGAMES:
        state = game.position(f"{squares} {side}")
        assert AlphaBeta(deepening=False).decide(game, state).value == pytest.approx(float(value))


@pytest.mark.parametrize(
    ("game", "games"), [(GAMES[0], 5), *(pytest.param(game, 100, marks=pytest.mark.slow) for game in GAMES)]
)
def test_every_promise_is_kept(game: Othello, games: int) -> None:
    assert not check(game, games=games, seconds=None).broken


@pytest.mark.parametrize("size", [-8, 0, 1, 2, 3, 5, 7, 9, 10])
def test_boards_of_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(BadOptionError, match=f"othello:size={size} is no board: the size is 4, 6 or 8."):
        find_game(f"othello:size={size}")


# What a search wants to know


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_features_are_discs_mobility_and_corners_and_once_more_for_who_is_to_act(game: Othello) -> None:
    for state in some(game, 3, 30):
        rows = Rows(game, state)
        for player, mark, enemy in ((0, "X", "O"), (1, "O", "X")):
            counted = (rows.counted(mark), len(rows.places(mark, enemy)), rows.corners(mark))
            acting = counted if player == state.turn else (0, 0, 0)
            assert game.features(state, player) == counted + acting
    assert len(game.feature_names) == len(game.weights)


def judged(game: Othello, weights: tuple[float, ...]) -> Othello:
    """The game judging positions by other weights."""
    judge = Othello(game.size)
    object.__setattr__(judge, "weights", weights)
    return judge


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_evaluation_is_its_features_weighed(game: Othello) -> None:
    others = [(1.0, 0.0, 0.0, 0.0, 2.0, 0.0), (0.5, -0.25, 3.0, 1.5, 0.25, -2.0), (0.0,) * 6]
    for weights in [*game.evaluations.values(), *others]:
        judge = judged(game, tuple(weights))
        for state in some(game, 2, 20):
            own, other = judge.features(state, 0), judge.features(state, 1)
            weighed = sum(weight * (a - b) for weight, a, b in zip(weights, own, other, strict=True))
            assert judge.evaluate(state, 0) == weighed
            assert judge.evaluate(state, 1) == -weighed


def test_the_evaluations_are_an_eighth_of_what_the_course_prints() -> None:
    game = Othello()
    for state in some(game, 3, 30):
        rows = Rows(game, state)
        own, other = (
            rows.counted(mark) + 3 * len(rows.places(mark, enemy)) + 20 * rows.corners(mark)
            for mark, enemy in ((rows.mark, rows.enemy), (rows.enemy, rows.mark))
        )
        assert 8 * game.evaluate(state, state.turn) == own - other
        one_sided = judged(game, tuple(game.evaluations["one-sided"]))
        assert 8 * one_sided.evaluate(state, state.turn) == own


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_estimate_is_inside_the_bounds(game: Othello) -> None:
    """A square is a disc or a move at most, and there are four corners, which discs hold."""
    discs, mobility, corners = game.weights[:3]
    most = 4 * (discs + corners) + (game.pass_move - 4) * mobility
    assert mobility > discs
    assert most < game.pass_move
    for state in some(game, 3, 100):
        assert abs(game.evaluate(state, 0)) <= most


def test_the_fewer_replies_the_earlier_a_move_is_tried_and_corners_before() -> None:
    game = Othello()
    for state in some(game, 5, 0):
        full = 4 * count(state.own | state.other) + 4 >= 3 * game.pass_move
        for move in game.moves(state):
            if move == game.pass_move:
                continue
            after = game.play(state, move)
            rows = Rows(game, after)
            replies = rows.places(rows.mark, rows.enemy)
            corners = {0, 7, 56, 63}
            expected = -len(replies) - len(corners & set(replies))
            assert game.order(state, move) == expected + (4 if move in corners and not full else 0)


@pytest.mark.parametrize(
    "game",
    [game if game.size == 8 else pytest.param(game, marks=pytest.mark.slow) for game in GAMES],
    ids=str,
)
def test_compiled_rules_are_the_same(game: Othello) -> None:
    rules = compile_rules(game)
    states = some(game, 8, 150)
    assert game.size < 8 or any(state.own >> 63 for state in states)
    for state in states:
        assert rules.over(state) == game.over(state)
        assert rules.moves(state) == list(game.moves(state))
        for player in (0, 1):
            assert rules.payoff(state, player) == game.payoff(state, player)
            assert rules.bounds(state, player) == game.bounds(state, player)
            assert rules.evaluate(state, player) == game.evaluate(state, player)
            assert tuple(rules.features(state, player)) == game.features(state, player)
        for move in game.moves(state):
            assert rules.play(state, move) == game.play(state, move)
            assert rules.order(state, move) == game.order(state, move)


# Positions


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_position_is_read_back_from_what_is_shown(game: Othello) -> None:
    for state in some(game, 3, 30):
        assert game.position(game.text(state)) == state
        assert game.position(game.text(state).replace("-", ".")) == state
        rows = ["".join(row) for row in Rows(game, state).rows]
        side = "XO"[state.turn]
        for between in ("", " ", "\n", "/", " / "):
            assert game.position(f"{between.join(rows)} {side}") == state
            assert game.position(f"{between.join(rows)}{side}\n") == state
            assert game.position(between.join(rows)) == game.position(f"{between.join(rows)} X")


def test_the_position_shown_names_files_rows_and_the_side_to_move() -> None:
    game = Othello(4)
    assert game.text(game.initial()).splitlines() == [
        "  a b c d",
        "1 - - - -",
        "2 - O X -",
        "3 - X O -",
        "4 - - - -",
        "X to move",
    ]
    full = game.position("X" * 16 + " O")
    assert game.text(full).splitlines()[-1] == "O to move, but neither side can"


def test_every_move_is_named_by_its_file_and_row() -> None:
    game = Othello()
    state = game.initial()
    assert [game.describe(state, move) for move in (0, 7, 19, 56, 63, 64)] == [
        "a1",
        "h1",
        "d3",
        "a8",
        "h8",
        "pass",
    ]
    for state in some(game, 2, 0):
        for move in game.moves(state):
            assert game.parse(state, game.describe(state, move).upper()) == move
    small = Othello(6)
    assert [small.square_name(square) for square in each(small.corners)] == ["a1", "f1", "a6", "f6"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it has 0 marks, and needed are 36 of X, O and - for the squares from a1 to f6"),
        ("-" * 35, "it has 35 marks"),
        ("-" * 36 + "-", "it has 37 marks"),
        ("-" * 36 + "XO", "it has 38 marks"),
        ("-" * 64, "it has 64 marks"),
        ("-" * 35 + "?", r"'\?' is neither X nor O nor - nor '\.'"),
        ("-" * 36 + " x", "'x' is neither X nor O"),
        ("a b c d\n" + "-" * 36, "'a' is neither X nor O"),
        ("-" * 12 + "3" + "-" * 23, "'3' is neither X nor O"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(BadPositionError, match=complaint) as refused:
        Othello(6).position(text)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)
