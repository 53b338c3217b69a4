"""What people write in a game compiles as it stands, and means the same as interpreted."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from typing import Any, NamedTuple

import pytest

from outwit import Game, bits
from outwit.bits import Bits, bit, each, flip, lowest, shift
from outwit.engine.compiler import rules
from outwit.engine.compiler.digest import digest
from outwit.engine.compiler.rules import Rules, compile_rules
from outwit.engine.runners.game_data import bind
from outwit.game import defines
from tests.engine.namesakes import Holding, Saying, SayingOtherwise

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
WORTH = {4: 3.5, 0: 2.0, 2: 2.0, 6: 2.0, 8: 2.0}
CORNERS = {0, 2, 6, 8}
BORDER = 1 << 63


class Side(IntEnum):
    CROSS = 0
    NOUGHT = 1


class Clock(NamedTuple):
    moves: int
    late: bool


class Board(NamedTuple):
    crosses: Bits
    noughts: Bits
    turn: int = 0
    clock: Clock = Clock(0, False)
    last: tuple[tuple[int, int], tuple[int, int]] = ((-1, -1), (-1, -1))
    heat: float = 0.0


def has(squares: int, square: int) -> bool:
    return squares >> square & 1 == 1


def lined(squares: int) -> bool:
    for a, b, c in LINES:  # noqa: SIM110
        if has(squares, a) and has(squares, b) and has(squares, c):
            return True
    return False


def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)


@cache
def triangle(n: int) -> int:
    if n <= 0:
        return 0
    return n + triangle(n - 1)


def weighed(value: float, factor: float = 2.0, *, shifted: float = 0.0) -> float:
    return value * factor + shifted


class Squares(Game):
    """What a game on nine squares has in common with others of its kind."""

    size = 3
    marks = (1, 2)

    @property
    def cells(self) -> int:
        return self.size * self.size

    def taken(self, board: Board) -> int:
        return board.crosses | board.noughts

    def free(self, board: Board, square: int) -> bool:
        return not self.taken(board) & bit(square)

    def full(self, board: Board) -> bool:
        return bits.count(self.taken(board)) >= self.limit()

    def limit(self) -> int:
        return 5

    def step(self, board: Board, square: int) -> Board:
        return board._replace(crosses=board.crosses | bit(square), turn=1)


@dataclass(frozen=True)
class Stranger(Squares):
    """Noughts and crosses as somebody writes it who never heard of a compiler."""

    length: int = 9
    bold: bool = False
    style: str = "plain"
    scale: float = 0.5
    values: tuple[float, ...] = (0.5, 1.0, 0.5, 1.0, 2.0, 1.0, 0.5, 1.0, 0.5)
    table: tuple[tuple[int, ...], ...] = ((1, 2, 3), (4, 5, 6))

    def initial(self) -> Board:
        return Board(BORDER, 0)

    def limit(self) -> int:
        return 1 + min(self.length, self.cells)

    @cached_property
    def mask(self) -> int:
        return (1 << self.cells) - 1

    @staticmethod
    def mirrored(square: int) -> int:
        return 8 - square

    @classmethod
    def counted(cls, squares: int, most: int = 64) -> int:
        return min(squares.bit_count(), most)

    def moves(self, board: Board) -> Any:
        if self.over(board):
            return
        for square in range(self.cells):
            if self.free(board, square):
                yield square

    def play(self, board: Board, square: int) -> Board:
        last = (board.last[1], (square // 3, square % 3))
        clock = Clock(board.clock.moves + 1, late=board.clock.moves > 3)
        heat = board.heat / 2 + square
        if board.turn == Side.CROSS:
            return Squares.step(self, board, square)._replace(last=last, clock=clock, heat=heat)
        return Board(board.crosses, bits.shift(1, square) | board.noughts, 0, clock, last, heat)

    def over(self, board: Board) -> bool:
        return lined(board.crosses) or lined(board.noughts) or self.full(board)

    def payoff(self, board: Board, player: int) -> float:
        value = 1.0 if lined(board.crosses) else -1.0 if lined(board.noughts) else 0.0
        return value if player == Side.CROSS else -value

    def evaluate(self, board: Board, player: int) -> float:
        total = 0.0
        for square in each(board.crosses & self.mask):
            total += self.values[square] + WORTH.get(square, 0)
        for square in each(board.noughts):
            total -= self.values[self.mirrored(square)]
            if square in CORNERS:
                total -= WORTH[square]
        if self.bold and self.style == "plain":
            total *= 2
        return weighed(total, shifted=self.scale) if player == 0 else -weighed(total, factor=self.scale)

    def order(self, board: Board, square: int) -> float:
        ways = 0
        for line in LINES:
            if square in line:
                ways += 1
        return ways + self.table[board.turn][square % 3] + self.marks[board.turn]

    def noisy(self, board: Board, square: int) -> bool:
        rows = [row for row, column in board.last if row >= 0]
        return even(square) and any([row == square // 3 for row in rows])  # noqa: C419

    def bounds(self, board: Board, player: int) -> tuple[float, float]:
        open_for = 0
        for square in reversed(range(self.cells)):
            if all([has(self.taken(board), square) or square > 2, self.free(board, square)]):
                open_for += triangle(square)
        return -1.0 - open_for, math.sqrt(self.counted(board.crosses, most=4)) + 1

    def key(self, board: Board) -> int:
        low = lowest(flip(board.crosses)) + board.noughts.bit_length()
        return low << 20 ^ board.noughts * 31 ^ shift(board.crosses, -54)


def assert_same(game: Game, compiled: Rules, games: int = 20) -> None:
    """Compiled rules answer as the interpreted ones on random play."""
    choose = random.Random(1)
    for _ in range(games):
        state = game.initial()
        while True:
            assert compiled.over(state) == game.over(state)
            assert compiled.turn(state) == game.turn(state)
            moves = list(game.moves(state))
            assert compiled.moves(state) == moves
            for player in range(2):
                assert compiled.payoff(state, player) == game.payoff(state, player)
                assert compiled.evaluate(state, player) == pytest.approx(game.evaluate(state, player))
                assert compiled.bounds(state, player) == pytest.approx(game.bounds(state, player))
            if defines(game, "key"):
                assert compiled.key(state) == game.key(state)
            for move in moves:
                after = compiled.play(state, move)
                assert after == game.play(state, move)
                assert type(after) is type(state)
                assert compiled.order(state, move) == pytest.approx(game.order(state, move))
                assert compiled.noisy(state, move) == game.noisy(state, move)
            if not moves:
                break
            state = game.play(state, choose.choice(moves))


@pytest.fixture(scope="module")
def strange() -> Rules:
    return compile_rules(Stranger())


def test_a_strangers_game_compiles_unchanged_and_plays_the_same(strange: Rules) -> None:
    assert_same(Stranger(), strange)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"bold": True}, id="bool"),
        pytest.param({"bold": True, "style": "fancy"}, id="text", marks=pytest.mark.slow),
        pytest.param({"length": 5}, id="int", marks=pytest.mark.slow),
    ],
)
def test_options_that_shape_the_rules_are_constants(options: dict[str, Any]) -> None:
    game = Stranger(**options)
    assert_same(game, compile_rules(game), games=5)


def test_new_data_needs_no_other_code() -> None:
    other = Stranger(scale=0.25, values=tuple(float(n) for n in range(9)), table=((7, 8, 9), (3, 2, 1)))
    assert_same(other, compile_rules(other), games=5)
    assert bind(other).shape == bind(Stranger()).shape
    assert bind(Stranger(bold=True)).shape != bind(Stranger()).shape
    code = [digest(rules.link(game), "rules") for game in (Stranger(), other, Stranger(bold=True))]
    assert code[0] == code[1] != code[2]


def local_game(most: int) -> Game:
    """A game whose class knows what stands around it."""
    start = most * 2

    def fewer(n: int, by: int = 1) -> int:
        return n - by

    class Pile(NamedTuple):
        coins: int
        turn: int

    class Local(Game):
        def initial(self) -> Pile:
            return Pile(start, 0)

        def moves(self, pile: Pile) -> list[int]:
            return [n for n in range(1, most + 1) if n <= pile.coins]

        def play(self, pile: Pile, n: int) -> Pile:
            return Pile(turn=1 - pile.turn, coins=fewer(pile.coins, by=n))

        def over(self, pile: Pile) -> bool:
            return pile.coins == 0

        def payoff(self, pile: Pile, player: int) -> float:
            return -1.0 if pile.turn == player else 1.0

    return Local()


@pytest.mark.parametrize("most", [2, 3])
def test_a_class_inside_a_function_takes_its_surroundings_along(most: int) -> None:
    game = local_game(most)
    assert_same(game, compile_rules(game), games=5)


class Plain(Game):
    """A state that is a plain tuple, and moves as a range."""

    def initial(self) -> tuple[int, bool]:
        return 6, False

    def turn(self, state: tuple[int, bool]) -> int:
        return int(state[1])

    def moves(self, state: tuple[int, bool]) -> range:
        return range(1, min(2, state[0]) + 1)

    def play(self, state: tuple[int, bool], n: int) -> tuple[int, bool]:
        coins, second = state
        return coins - n, not second

    def over(self, state: tuple[int, bool]) -> bool:
        return state[0] == 0

    def payoff(self, state: tuple[int, bool], player: int) -> float:
        return -1 if self.turn(state) == player else 1


def test_a_plain_tuple_is_a_state_too() -> None:
    assert_same(Plain(), compile_rules(Plain()), games=5)


def test_states_of_several_games_may_use_one_name_for_a_field_a_method_and_a_property() -> None:
    games: tuple[Any, ...] = (Saying(), Holding(), SayingOtherwise(), Saying())
    for game in games:
        compiled, state = compile_rules(game), game.initial()
        for move in (1, 2, 1):
            assert compiled.evaluate(state, 0) == game.evaluate(state, 0), game
            assert compiled.play(state, move) == game.play(state, move)
            state = game.play(state, move)
