"""The contract: what a game gets for nothing, and keys that are the same everywhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import CHANCE, SIMULTANEOUS, Game, OutwitError, find_game
from outwit.errors import BadPositionError, IllegalMoveError
from outwit.game import actors, defines, mix, options, player_name
from outwit.random import Generator


class Step(NamedTuple):
    number: int
    turn: int


@dataclass(frozen=True)
class Walk(Game):
    """Nothing but the five methods."""

    length: int = 3

    def initial(self) -> Step:
        return Step(0, 0)

    def moves(self, state: Step) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, state: Step, move: int) -> Step:
        return Step(state.number + move, 1 - state.turn)

    def over(self, state: Step) -> bool:
        return state.number >= self.length

    def payoff(self, state: Step, player: int) -> float:
        return 1.0 if state.turn == player else -1.0


class Featured(Walk):
    feature_names = ("far", "even")
    weights = (2.0, 0.5)

    def features(self, state: Step, player: int) -> tuple[float, float]:
        return float(state.number * (player + 1)), float(state.number % 2 == 0)


class AtOnce(Walk):
    players = 3

    def turn(self, state: Step) -> int:
        return SIMULTANEOUS

    def moves_for(self, state: Step, player: int) -> Iterator[int]:
        yield player
        yield 9


def test_five_methods_make_a_game() -> None:
    game, state = Walk(), Walk().initial()
    assert (game.players, game.zero_sum, game.repetition) == (2, True, 0)
    assert (game.stochastic, game.hidden, game.simultaneous) == (False, False, False)
    assert game.turn(state) == 0
    assert game.bounds(state, 0) == (-1, 1)
    assert game.evaluate(state, 0) == 0
    assert not game.noisy(state, 1)
    assert not game.irreversible(state, 1)
    assert game.order(state, 1) == 0
    assert game.observation(state, 1) == state
    assert game.determinize(state, 0, Generator()) == state
    assert list(game.moves_for(state, 0)) == [1, 2]
    assert list(game.moves_for(state, 1)) == []
    assert game.text(state) == str(state)


def test_a_class_without_the_five_cannot_be_a_game() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Game()  # type: ignore[abstract]


def test_moves_are_read_as_they_are_described() -> None:
    game = Walk()
    assert game.parse(game.initial(), " 2 ") == 2
    with pytest.raises(IllegalMoveError, match="'3' is not a legal move here; legal: 1, 2"):
        game.parse(game.initial(), "3")


def test_a_long_list_of_legal_moves_is_cut() -> None:
    game = find_game("connect4:width=25,height=25")
    with pytest.raises(IllegalMoveError, match="and 13 more") as caught:
        game.parse(game.initial(), "x" * 500)
    assert len(str(caught.value)) < 200


def test_a_game_that_reads_no_positions_says_so() -> None:
    with pytest.raises(BadPositionError, match="Walk does not read positions"):
        Walk().position("0")


def test_what_a_game_lacks_is_named_where_it_is_asked_for() -> None:
    for missing in (
        lambda: Walk().chances(Step(0, 0)),
        lambda: Walk().play_joint(Step(0, 0), (1, 1)),
    ):
        with pytest.raises(TypeError, match="Walk has no"):
            missing()


def test_the_default_estimate_is_own_features_less_the_other_s() -> None:
    game = Featured()
    state = Step(4, 0)
    assert game.evaluate(state, 0) == (2 * 4 + 0.5) - (2 * 8 + 0.5)
    assert game.evaluate(state, 1) == -game.evaluate(state, 0)


def test_features_and_weights_must_match() -> None:
    class Lopsided(Featured):
        weights = (1.0,)  # type: ignore[assignment]

    with pytest.raises(ValueError, match="zip"):
        Lopsided().evaluate(Step(0, 0), 0)


def test_what_a_game_defines_is_seen() -> None:
    assert defines(Featured(), "features")
    assert not defines(Walk(), "features")
    assert AtOnce().simultaneous


def test_who_acts_and_what_can_happen() -> None:
    pig = find_game("pig")
    rolling = pig.play(pig.initial(), 1)
    assert (actors(pig, pig.initial()), actors(pig, rolling)) == ((0,), ())
    assert options(pig, rolling) == [1, 2, 3, 4, 5, 6]
    assert actors(AtOnce(), Step(0, 0)) == (0, 1, 2)
    assert options(AtOnce(), Step(0, 0)) == [0, 9, 1, 2]
    assert (player_name(pig, 0), player_name(pig, CHANCE)) == ("player 1", "chance")
    assert player_name(find_game("connect4"), 1) == "O"


# Keys

values = st.recursive(
    st.integers(-(2**200), 2**200)
    | st.booleans()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.none(),
    lambda below: st.lists(below, max_size=4).map(tuple),
    max_leaves=8,
)


@given(values)
def test_equal_values_have_equal_keys_of_64_bits(value: object) -> None:
    assert mix(value) == mix(value)
    assert 0 <= mix(value) < 1 << 64


@given(st.integers(-(2**53), 2**53))
def test_numbers_that_are_equal_have_equal_keys(number: int) -> None:
    assert mix(number) == mix(float(number))
    assert mix((number,)) == mix(Step(number, 0)[:1])


def test_keys_tell_states_apart() -> None:
    keys = {mix((a, b, c)) for a in range(-20, 20) for b in range(-20, 20) for c in range(5)}
    assert len(keys) == 40 * 40 * 5
    assert len({mix(1 << n) for n in range(300)}) == 300
    assert len({mix(n / 7) for n in range(1000)}) == 1000
    assert len({mix("x" * n) for n in range(50)}) == 50
    assert len({mix((0,) * n) for n in range(1, 50)}) == 49
    assert mix((1, (2, 3))) != mix((1, 2, 3)) != mix(((1, 2), 3))
    assert mix(frozenset({1, 2})) == mix(frozenset({2, 1})) != mix(frozenset({1, 3}))


def test_a_dataclass_has_the_key_of_the_fields_that_are_compared() -> None:
    @dataclass(frozen=True)
    class Seen:
        name: str
        place: int
        note: str = field(default="", compare=False)

    assert mix(Seen("ship", 3)) == mix(("ship", 3)) == mix(Seen("ship", 3, "again"))
    assert mix(Seen("ship", 3)) != mix(Seen("ship", 4))


def test_positions_of_a_game_have_keys_of_their_own() -> None:
    game = find_game("tictactoe")
    found, new = set(), {game.initial()}
    while new:
        found |= new
        new = {game.play(s, m) for s in new if not game.over(s) for m in game.moves(s)} - found
    assert len({game.key(state) for state in found}) == len(found)


def test_keys_are_the_same_in_every_process() -> None:
    script = (
        "from outwit.game import mix\n"
        "print(mix((1, -2, 3.5, 'four', None, True, (6,), frozenset({'a', 'b', 7}), 2**100)))"
    )
    keys = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(keys) == 1


def test_errors_for_users_are_value_errors_and_one_family() -> None:
    for error in (BadPositionError, IllegalMoveError):
        assert issubclass(error, OutwitError)
    assert issubclass(OutwitError, ValueError)
