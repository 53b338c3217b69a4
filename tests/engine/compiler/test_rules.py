"""Compiled rules answer what the interpreted ones answer, and count what others have counted."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

import outwit
from outwit.bits import Bits, bit
from outwit.cli.template import NewGame
from outwit.engine.compiler.layout import LayoutError
from outwit.engine.compiler.rules import Rules, compile_rules
from outwit.errors import BadOptionError, CompileError
from outwit.game import CHANCE, Game, State
from outwit.games import find_game
from outwit.random import Generator

GAMES = ("tictactoe", "nim", "nim:coins=40,take=7", "connect4", "connect4:width=5,height=4,graded=on", "pig")


@cache
def compiled(spec: str) -> Rules:
    return outwit.compile(find_game(spec))


class Ledger(NamedTuple):
    turn: int
    seen: Bits
    balance: float
    open: bool
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Bank(Game):
    """A game with a field of every kind, and its own version of everything optional."""

    worth: tuple[int, ...] = (1, 2, 4, 8)
    rate: float = 0.25
    weights = (0.5, 2.0)
    feature_names = ("balance", "cells")

    def initial(self) -> Ledger:
        return Ledger(0, 0, 0.0, True, (0, -3, 5))

    def moves(self, state: Ledger) -> Iterator[int]:
        for place in range(4):
            if not state.seen & bit(63 - place):
                yield place - 2

    def play(self, state: Ledger, move: int) -> Ledger:
        if move > 9:
            raise KeyError("no such place")
        gain = self.worth[move + 2] * self.rate
        first, second, third = state.cells
        return Ledger(
            1 - state.turn,
            state.seen | bit(61 - move),
            state.balance + gain,
            gain < 1,
            (third, first, second),
        )

    def over(self, state: Ledger) -> bool:
        return state.seen == bit(63) | bit(62) | bit(61) | bit(60)

    def payoff(self, state: Ledger, player: int) -> float:
        return 0.5 - player

    def bounds(self, state: Ledger, player: int) -> tuple[float, float]:
        return -0.5, 0.5

    def features(self, state: Ledger, player: int) -> tuple[float, float]:
        return state.balance * (1 + player), float(state.cells[0])

    def order(self, state: Ledger, move: int) -> float:
        return move / 4

    def noisy(self, state: Ledger, move: int) -> bool:
        return move < 0

    def key(self, state: Ledger) -> int:
        return state.seen ^ 0xFFFFFFFFFFFFFFFF


def walked(game: Game, random: Generator) -> Iterator[tuple[State, list[int]]]:
    """The states of a random game, each with what can happen next."""
    state = game.initial()
    while True:
        if game.over(state):
            yield state, []
            return
        if game.turn(state) == CHANCE:
            options = [outcome for outcome, _ in game.chances(state)]
        else:
            options = list(game.moves(state))
        yield state, options
        state = game.play(state, random.choice(options))


def assert_same(game: Game, rules: Rules, games: int) -> None:
    random = Generator(5)
    for _ in range(games):
        for state, options in walked(game, random):
            assert rules.over(state) is bool(game.over(state))
            if not options:
                assert [rules.payoff(state, p) for p in (0, 1)] == [game.payoff(state, p) for p in (0, 1)]
                continue
            assert rules.turn(state) == game.turn(state)
            if game.turn(state) != CHANCE:
                assert rules.moves(state) == options
                assert [rules.order(state, move) for move in options] == [
                    game.order(state, move) for move in options
                ]
                assert [rules.noisy(state, move) for move in options] == [
                    game.noisy(state, move) for move in options
                ]
            for move in options:
                assert rules.play(state, move) == game.play(state, move)
            for player in (0, 1):
                assert rules.bounds(state, player) == game.bounds(state, player)
                assert rules.evaluate(state, player) == game.evaluate(state, player)
                assert rules.features(state, player) == pytest.approx(game.features(state, player))
            assert rules.key(state) == game.key(state)


@pytest.mark.parametrize(
    "spec",
    [
        spec if spec in ("tictactoe", "connect4", "pig") else pytest.param(spec, marks=pytest.mark.slow)
        for spec in GAMES
    ],
)
def test_compiled_rules_equal_interpreted_ones_on_random_play(spec: str) -> None:
    assert_same(find_game(spec), compiled(spec), 60)


def test_the_game_that_new_writes_compiles_to_the_same_rules() -> None:
    assert_same(NewGame(), outwit.compile(NewGame()), 60)


def test_fields_of_every_kind_go_there_and_back() -> None:
    bank = Bank()
    rules = compile_rules(bank)
    assert_same(bank, rules, 10)
    after = rules.play(bank.initial(), -2)
    assert after == Ledger(1, 1 << 63, 0.25, True, (5, 0, -3))
    assert [type(value) for value in after] == [int, int, float, bool, tuple]
    assert_same(Bank(worth=(0, 7, 7, 3), rate=1.5), compile_rules(Bank(worth=(0, 7, 7, 3), rate=1.5)), 10)


def test_connect4_has_the_published_numbers_of_move_sequences() -> None:
    rules, start = compiled("connect4"), find_game("connect4").initial()
    assert [rules.perft(start, depth) for depth in range(9)] == [
        *(1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
    ]


def test_counting_the_last_moves_in_bulk_changes_no_count() -> None:
    for spec, depth in (("othello", 6), ("connect4", 7), ("tictactoe", 9), ("tron", 4), ("backgammon", 2)):
        rules, start = compiled(spec), find_game(spec).initial()
        assert rules.perft(start, depth) == rules.perft(start, depth, bulk=False) > 0


def test_there_are_255168_games_of_tictactoe() -> None:
    rules, start = compiled("tictactoe"), find_game("tictactoe").initial()
    ways = [rules.perft(start, depth) for depth in range(11)]
    assert ways == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]
    ended = [ways[depth] - ways[depth + 1] // (9 - depth) for depth in range(9)]
    assert ended == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576]
    assert sum(ended) + ways[9] == 255168


def test_perft_of_nim_counts_the_sums_of_small_numbers() -> None:
    rules, start = compiled("nim"), find_game("nim:coins=7").initial()
    sums = [sum(sum(taken) <= 7 for taken in product((1, 2, 3), repeat=depth)) for depth in range(9)]
    assert [rules.perft(start, depth) for depth in range(9)] == sums


@pytest.mark.parametrize("bulk", [True, False])
def test_perft_of_pig_counts_every_face_of_the_die(bulk: bool) -> None:
    rules, start = compiled("pig"), find_game("pig").initial()
    assert [rules.perft(start, depth, bulk) for depth in range(5)] == [1, 1, 6, 11, 41]


def test_perft_is_refused_where_it_has_no_meaning_or_the_stack_no_room() -> None:
    for depth in (-1, 257):
        with pytest.raises(BadOptionError, match=f"depth {depth}; give a depth from 0 to 256"):
            compiled("nim").perft(find_game("nim").initial(), depth)


def test_perft_stops_when_another_thread_says_so() -> None:
    control = array("q", (1, 0))
    assert compiled("connect4").perft(find_game("connect4").initial(), 30, control=control) == 0


def test_a_state_past_64_bits_is_refused_by_the_name_of_the_field() -> None:
    with pytest.raises(LayoutError, match=r"Ledger\.seen is 18446744073709551616, past the range of Bits"):
        compile_rules(Bank()).over(Ledger(0, 1 << 64, 0.0, True, (0, 0, 0)))
    with pytest.raises(
        LayoutError, match=r"Ledger\.cells\[1\] is 9223372036854775808, past the range of int"
    ):
        compile_rules(Bank()).over(Ledger(0, 0, 0.0, True, (0, 1 << 63, 0)))


def test_an_exception_in_compiled_rules_comes_through() -> None:
    with pytest.raises(KeyError, match="no such place"):
        compile_rules(Bank()).play(Bank().initial(), 12)


def test_bounds_checks_find_an_index_past_the_end_of_data() -> None:
    checked = compile_rules(Bank(), boundscheck=True)
    with pytest.raises(IndexError):
        checked.play(Bank().initial(), 7)


class Many(Bank):
    """There are very many moves."""

    def moves(self, state: Ledger) -> Iterator[int]:
        for move in range(5000):
            yield 5000 - move


def test_there_may_be_thousands_of_moves() -> None:
    class Still(Many):
        def over(self, state: Ledger) -> bool:
            return True

    assert compile_rules(Still()).moves(Bank().initial()) == list(range(5000, 0, -1))


class Tupled(NamedTuple):
    turn: int
    left: int


class PlaysATuple(Game):
    """`play` gives a plain tuple, which is equal to the state and of another kind."""

    def initial(self) -> Tupled:
        return Tupled(0, 3)

    def moves(self, state: Tupled) -> Iterator[int]:
        yield 1

    def turn(self, state: Tupled) -> int:
        return state[0]

    def play(self, state: Tupled, move: int) -> tuple[int, int]:
        return 1 - state[0], state[1] - 1

    def over(self, state: Tupled) -> bool:
        return state[1] == 0

    def payoff(self, state: Tupled, player: int) -> float:
        return 0.0


class OutcomeIsText(PlaysATuple):
    """Chance outcomes that are no numbers."""

    def turn(self, state: Tupled) -> int:
        return CHANCE

    def chances(self, state: Tupled) -> Iterator[tuple[str, float]]:
        yield "heads", 1.0


def test_what_cannot_be_compiled_is_said_in_a_sentence() -> None:
    with pytest.raises(CompileError, match=r"PlaysATuple\.play, line \d+ of test_rules\.py: it gives"):
        compile_rules(PlaysATuple())
    with pytest.raises(CompileError, match="the outcome 'heads' is no whole number"):
        compile_rules(OutcomeIsText())


def test_importing_outwit_does_not_load_the_compiler() -> None:
    code = "import sys, outwit; outwit.find_game('connect4'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_parameter_may_have_any_name(tmp_path: Path) -> None:
    file = tmp_path / "named.py"
    file.write_text(
        "from outwit.games.nim import Nim\n\nclass Named(Nim):\n"
        "    def play(self, pile, target):\n        return self.taken(pile, target)\n\n"
        "    def taken(self, pile, target):\n        return Nim.play(self, pile, target)\n"
    )
    game = find_game(f"{file}:Named")
    assert compile_rules(game).play(game.initial(), 2) == game.play(game.initial(), 2)
