"""Counts of the ways to play, as others have published them; interpreted and compiled they are the same."""

from __future__ import annotations

import threading

import pytest

import outwit
from outwit.counting import Counter, StoppedError
from outwit.decision import Progress, Watch
from outwit.errors import BadOptionError
from outwit.game import SIMULTANEOUS, Game
from outwit.repetition import add_memory
from tests.joint_games import JointGraph

PUBLISHED = {
    "othello": (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288),
    "connect4": (7, 49, 343, 2401, 16807, 117649, 823536, 5673234),
    "tictactoe": (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
}
"""How many ways there are to play the first moves."""

DEPTHS = {
    "othello": 5,
    "connect4": 5,
    "tictactoe": 6,
    "nim": 6,
    "pig": 9,
    "backgammon": 2,
    "tron": 3,
    "goofspiel": 4,
    "kuhn": 4,
    "rps": 2,
}
"""How deep games are counted that compile: some with chance, simultaneous moves or something hidden."""


class Restless(Game):
    """Two squares to go to and fro between; a position that comes again for the third time is a draw."""

    repetition = 3

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def turn(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> range:
        return range(2)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return move, 1 - state[1]

    def over(self, state: tuple[int, int]) -> bool:
        return False

    def payoff(self, state: tuple[int, int], player: int) -> float:
        return 0.0


class Chain(Restless):
    """One move after the other, and never a choice."""

    repetition = 0

    def moves(self, state: tuple[int, int]) -> range:
        return range(1)


class Letters(Game):
    """Players add a letter in turn; a state is a text, which does not compile."""

    def initial(self) -> str:
        return ""

    def turn(self, state: str) -> int:
        return len(state) % 2

    def moves(self, state: str) -> str:
        return "abc"

    def play(self, state: str, move: str) -> str:
        return state + move

    def over(self, state: str) -> bool:
        return state.endswith("c")

    def payoff(self, state: str, player: int) -> float:
        return 0.0


@pytest.mark.parametrize("bulk", [True, False])
@pytest.mark.parametrize("spec", PUBLISHED)
def test_compiled_counts_are_the_published_ones(spec: str, bulk: bool) -> None:
    counter = Counter(outwit.find_game(spec), bulk=bulk)
    counts = PUBLISHED[spec]
    assert counter.rules is not None
    assert tuple(counter.perft(depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("spec", PUBLISHED)
def test_interpreted_counts_are_the_published_ones(spec: str) -> None:
    game, counts = outwit.find_game(spec), PUBLISHED[spec][:4]
    assert tuple(outwit.perft(game, depth, compiled=False) for depth in range(1, 5)) == counts


@pytest.mark.parametrize("spec", DEPTHS)
def test_compiled_interpreted_in_bulk_and_one_by_one_every_count_is_the_same(spec: str) -> None:
    game, compiled = outwit.find_game(spec), Counter(outwit.find_game(spec))
    assert compiled.rules is not None
    for depth in range(DEPTHS[spec] + 1):
        counts = {
            compiled.perft(depth),
            Counter(game, bulk=False).perft(depth),
            outwit.perft(game, depth, compiled=False),
            outwit.perft(game, depth, bulk=False, compiled=False),
        }
        assert len(counts) == 1, (depth, counts)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_where_one_moves_or_both_or_chance(seed: int) -> None:
    game = JointGraph(seed=float(seed))
    counter = Counter(game)
    assert counter.rules is not None
    for depth in range(6):
        assert counter.perft(depth) == outwit.perft(game, depth, bulk=False, compiled=False)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("spec", ["othello", "tron", "pig", "backgammon"])
def test_divided_counts_add_up_to_the_total(spec: str, compiled: bool) -> None:
    game = outwit.find_game(spec)
    for depth in (1, 2, 3) if spec != "backgammon" else (1, 2):
        counts = outwit.divide(game, depth, compiled=compiled)
        assert sum(counts.values()) == outwit.perft(game, depth, compiled=compiled)


def test_a_first_move_of_all_players_at_once_is_a_tuple() -> None:
    tron = outwit.find_game("tron")
    assert tron.turn(tron.initial()) == SIMULTANEOUS
    assert all(len(move) == 2 for move in outwit.divide(tron, 1))


def test_a_finished_position_counts_one_at_depth_zero_and_none_deeper() -> None:
    game = outwit.find_game("nim")
    end = game.position("0")
    assert game.over(end)
    for compiled in (True, False):
        assert [outwit.perft(game, depth, end, compiled=compiled) for depth in range(5)] == [1, 0, 0, 0, 0]
        assert outwit.divide(game, 2, end, compiled=compiled) == {}


@pytest.mark.parametrize("compiled", [True, False])
def test_repeated_positions_are_counted_again(compiled: bool) -> None:
    game = Restless()
    rules, state = add_memory(game, game.initial())
    assert rules is not game
    for each, start in ((game, None), (rules, state)):
        counter = Counter(each, start, compiled=compiled)
        assert (counter.rules is not None) == compiled
        assert [counter.perft(depth) for depth in range(13)] == [2**depth for depth in range(13)]


def test_games_that_do_not_compile_are_counted_interpreted() -> None:
    counter = Counter(Letters())
    assert counter.rules is None
    assert [counter.perft(depth) for depth in range(5)] == [1, 3, 6, 12, 24]
    assert outwit.divide(Letters(), 2) == {"a": 3, "b": 3, "c": 0}


@pytest.mark.parametrize("depth", [-1, 257])
def test_a_depth_that_cannot_be_counted_is_refused(depth: int) -> None:
    for count in (outwit.perft, outwit.divide):
        with pytest.raises(BadOptionError, match=f"depth {depth}; give a depth from 0 to 256"):
            count(outwit.find_game("nim"), depth)


def test_there_is_no_first_move_at_depth_zero() -> None:
    with pytest.raises(BadOptionError, match="no first move"):
        outwit.divide(outwit.find_game("nim"), 0)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_watch_hears_how_far_a_count_is_and_ends_it(compiled: bool) -> None:
    heard: list[Progress] = []

    def hear(progress: Progress) -> None:
        heard.append(progress)
        watch.stop()

    watch = Watch(hear)
    counter = Counter(outwit.find_game("othello"), compiled=compiled, watch=watch)
    with pytest.raises(StoppedError, match="stopped after") as stopped:
        counter.perft(40)
    [progress] = heard
    assert progress.depth == 40
    assert stopped.value.nodes >= progress.nodes
    assert watch.bells == []


def test_another_thread_ends_a_count() -> None:
    watch = Watch()
    threading.Timer(0.2, watch.stop).start()
    with pytest.raises(StoppedError):
        outwit.perft(outwit.find_game("connect4"), 40, watch=watch)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_deepest_count_leaves_the_stack_whole(compiled: bool) -> None:
    counter = Counter(Chain(), compiled=compiled)
    assert (counter.rules is not None) == compiled
    assert counter.perft(256) == 1
