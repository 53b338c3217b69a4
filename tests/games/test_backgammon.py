"""Backgammon: the rules case by case and beside another program's, payoffs, chance, and compiled rules."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import CHANCE, find_game, game_spec
from outwit.check import check
from outwit.engine.compiler.rules import compile_rules
from outwit.games.backgammon import Backgammon, Board, position_id
from outwit.games.backgammon.board import TO_ROLL
from outwit.games.backgammon.checkers import (
    BAR,
    Side,
    blots,
    checkers_left,
    checkers_on,
    made_points,
    mirror,
    move_checker,
    occupied_points,
)
from outwit.games.backgammon.features import pips
from outwit.games.backgammon.positions import side_of
from outwit.random import Generator
from outwit.random_positions import random_position

GAME = Backgammon()

KNOWN = [
    line.split()
    for line in (Path(__file__).parent / "data" / "backgammon_plays.txt").read_text().splitlines()[1:]
]
"""A position ID, dice, how many positions they lead to, and a digest of these."""

FAR = {24: 2, 13: 5, 8: 3, 6: 5}
"""The start, for a side that is not looked at."""


def side(points: Mapping[int, int]) -> Side:
    """A side with so many checkers on some points."""
    return side_of([points.get(point, 0) for point in range(BAR + 1)])


def board(own: Mapping[int, int], other: Mapping[int, int], roll: int = TO_ROLL) -> Board:
    """A position in which X is to act; each side counts from its own home."""
    return Board(side(own), side(other), 0, roll)


def holding(*points: int) -> dict[int, int]:
    """The checkers of a side that has made some points, as its opponent counts them."""
    return {BAR - point: 2 for point in points}


def names(state: Board) -> set[str]:
    """What can be played, in writing."""
    return {GAME.describe(state, move) for move in GAME.moves(state)}


def random_states(count: int, seed: int) -> list[Board]:
    """Positions of random games in which a player is to act."""
    random = Generator(seed)
    found: list[Board] = []
    while len(found) < count:
        state = random_position(GAME, random, random.below(200))
        if GAME.turn(state) != CHANCE:
            found.append(state)
    return found


# Checkers


counts = st.lists(st.integers(0, 15), min_size=26, max_size=26)
points = st.integers(0, BAR)


@given(counts)
def test_a_side_holds_up_to_fifteen_checkers_on_a_point(numbers: list[int]) -> None:
    found = side_of(numbers)
    assert [checkers_on(found, point) for point in range(26)] == numbers
    assert checkers_left(found) == sum(numbers)
    assert pips(found) == sum(point * many for point, many in enumerate(numbers))
    assert [occupied_points(found) >> p & 1 for p in range(26)] == [many > 0 for many in numbers]
    assert [made_points(found) >> p & 1 for p in range(26)] == [many > 1 for many in numbers]
    assert [blots(found) >> p & 1 for p in range(26)] == [many == 1 for many in numbers]


@given(counts, points, points)
def test_a_checker_moves_from_one_point_to_another(numbers: list[int], source: int, target: int) -> None:
    if source == target or not numbers[source] or numbers[target] == 15:
        return
    moved = move_checker(side_of(numbers), 1 << source, 1 << target)
    numbers[source] -= 1
    numbers[target] += 1
    assert moved == side_of(numbers)


@given(st.integers(0, (1 << 26) - 1))
def test_a_point_is_the_other_sides_by_counting_from_the_other_end(squares: int) -> None:
    assert mirror(squares) == sum(1 << 25 - point for point in range(26) if squares >> point & 1)


# Dice


def test_there_are_21_rolls_with_their_true_probabilities() -> None:
    chances = dict(GAME.chances(board(FAR, FAR)))
    assert len(chances) == 21
    assert chances[31] == pytest.approx(2 / 36)
    assert chances[44] == pytest.approx(1 / 36)
    assert sum(chances.values()) == pytest.approx(1)
    assert sum(share for roll, share in chances.items() if roll % 11 == 0) == pytest.approx(6 / 36)


def test_the_first_roll_is_a_die_each_and_never_a_double() -> None:
    start = GAME.initial()
    chances = dict(GAME.chances(start))
    assert len(chances) == 30
    assert set(chances.values()) == {1 / 30}
    for outcome in chances:
        after = GAME.play(start, outcome)
        first, second = divmod(outcome, 10)
        assert GAME.turn(after) == (0 if first > second else 1)
        assert after.roll == 10 * max(first, second) + min(first, second)


def test_who_has_played_hands_the_dice_to_the_other() -> None:
    state = GAME.play(GAME.initial(), 31)
    after = GAME.play(state, GAME.parse(state, "8/5 6/5"))
    assert (GAME.turn(after), after.turn, after.roll) == (CHANCE, 1, TO_ROLL)
    assert GAME.turn(GAME.play(after, 66)) == 1


# What can be played


def test_rolls_lead_to_the_positions_that_open_spiel_finds() -> None:
    assert len(KNOWN) == 500
    for name, dice, many, digest in KNOWN:
        state = GAME.position(f"{name} X {dice}")
        reached = [position_id(GAME.play(state, move)) for move in GAME.moves(state)]
        assert len(reached) == len(set(reached)) == int(many), GAME.text(state)
        assert sha256(" ".join(sorted(reached)).encode()).hexdigest()[:16] == digest, GAME.text(state)


def test_a_checker_on_the_bar_enters_first() -> None:
    assert names(board({BAR: 1, 6: 2}, {13: 5}, 53)) == {"bar/17", "bar/20 6/3", "bar/22 6/1"}


def test_two_checkers_on_the_bar_take_both_dice() -> None:
    assert names(board({BAR: 2, 6: 2}, {13: 5}, 53)) == {"bar/20 bar/22"}


def test_while_a_checker_waits_on_the_bar_nobody_else_moves() -> None:
    assert names(board({BAR: 2, 6: 2}, holding(20), 53)) == {"bar/22"}
    assert names(board({BAR: 3, 6: 2}, {13: 5}, 44)) == {"bar/17 bar/21(2)", "bar/21(3) 6/2"}


def test_who_is_closed_out_cannot_move() -> None:
    state = board({BAR: 1, 6: 5}, holding(*range(19, 25)), 65)
    assert names(state) == {"cannot move"}
    after = GAME.play(state, GAME.parse(state, "cannot move"))
    assert (after.own, after.other, after.turn) == (state.other, state.own, 1)


def test_both_dice_must_be_played_if_they_can_be() -> None:
    """The six from 13 would leave no five."""
    assert names(board({13: 1, 7: 1}, holding(2), 65)) == {"13/8 7/1"}


def test_both_dice_must_be_played_if_only_the_lower_can_begin() -> None:
    assert names(board({8: 1}, holding(4), 41)) == {"8/3"}


def test_if_either_die_can_be_played_but_not_both_it_is_the_higher() -> None:
    assert names(board({13: 1}, holding(2), 65)) == {"13/7"}


def test_if_the_higher_die_cannot_be_played_the_lower_is() -> None:
    assert names(board({13: 1}, holding(7, 2), 65)) == {"13/8"}


def test_a_double_is_played_four_times_or_as_often_as_possible() -> None:
    assert names(board({13: 1}, {13: 2}, 22)) == {"13/5"}
    assert names(board({13: 1}, holding(5), 22)) == {"13/7"}
    assert names(board({13: 1}, holding(7), 22)) == {"13/9"}
    assert names(board({13: 1}, holding(11), 22)) == {"cannot move"}
    assert names(board({8: 2, 6: 1}, holding(4), 22)) == {"8/6(2)"}


def test_a_blot_is_hit_and_a_point_is_not() -> None:
    state = board({8: 1, 6: 1}, {20: 1, 6: 14}, 31)
    hit = GAME.play(state, GAME.parse(state, "8/5* 6/5"))
    assert (checkers_on(hit.own, BAR), checkers_on(hit.own, 20)) == (1, 0)
    assert (checkers_on(hit.other, 5), checkers_left(hit.other)) == (2, 2)
    assert not any("8/5" in name or "6/5" in name for name in names(board({8: 1, 6: 1}, holding(5), 31)))


def test_hitting_on_the_way_is_a_play_of_its_own() -> None:
    assert names(board({13: 1}, {17: 1, 6: 5}, 54)) == {"13/8*/4", "13/4"}
    assert names(board({13: 1}, {17: 1, 16: 1}, 54)) == {"13/8*/4", "13/9*/4"}
    assert names(board({13: 1}, {21: 1}, 54)) == {"13/4*"}


def test_nobody_bears_off_before_all_are_home() -> None:
    assert names(board({7: 1, 1: 1}, {1: 2}, 21)) == {"7/4", "7/5 1/off"}


def test_a_higher_die_bears_off_only_if_nobody_is_behind() -> None:
    assert names(board({4: 1, 2: 1}, {1: 2}, 65)) == {"4/off 2/off"}
    assert names(board({6: 1, 2: 1}, {1: 2}, 54)) == {"6/1 2/off", "6/off"}


def test_the_last_checker_may_leave_a_die_unplayed() -> None:
    state = board({1: 1}, {1: 2}, 65)
    assert names(state) == {"1/off"}
    assert GAME.over(GAME.play(state, GAME.parse(state, "1/off")))


# Results


@pytest.mark.parametrize(
    ("loser", "worth"),
    [
        ({6: 14}, 1),
        ({6: 15}, 2),
        ({18: 1, 6: 14}, 2),
        ({19: 1, 6: 14}, 3),
        ({BAR: 1, 6: 14}, 3),
        ({BAR: 1, 6: 13}, 1),
    ],
    ids=str,
)
def test_a_gammon_counts_two_and_a_backgammon_three(loser: dict[int, int], worth: int) -> None:
    state = board({1: 1}, loser, 65)
    after = GAME.play(state, GAME.parse(state, "1/off"))
    assert GAME.over(after)
    assert not list(GAME.moves(after))
    assert (GAME.payoff(after, 0), GAME.payoff(after, 1)) == (worth, -worth)
    low, high = GAME.bounds(after, 0)
    assert low <= worth <= high
    single = Backgammon(gammons=False)
    assert (single.payoff(after, 0), single.bounds(after, 0)) == (1, (-1, 1))


@pytest.mark.parametrize(
    ("own", "other", "bounds"),
    [
        (FAR, FAR, (-3, 3)),
        ({6: 14}, {6: 15}, (-1, 2)),
        ({6: 14}, {20: 1, 1: 14}, (-1, 3)),
        ({6: 15}, {18: 15}, (-2, 2)),
        ({6: 15}, {19: 15}, (-2, 3)),
        ({8: 15}, {18: 15}, (-3, 3)),
        ({6: 14}, {6: 3}, (-1, 1)),
    ],
    ids=str,
)
def test_bounds_know_who_is_saved(
    own: dict[int, int], other: dict[int, int], bounds: tuple[float, float]
) -> None:
    assert GAME.bounds(board(own, other), 0) == bounds


def test_random_games_stay_within_their_bounds() -> None:
    for seed in range(30):
        random, state = Generator(seed), GAME.initial()
        ranges = []
        while not GAME.over(state):
            ranges.append(GAME.bounds(state, 0))
            if GAME.turn(state) == CHANCE:
                state = GAME.play(state, random.weighted(list(GAME.chances(state))))
            else:
                state = GAME.play(state, random.choice(list(GAME.moves(state))))
            assert all(checkers_left(each) <= 15 for each in (state.own, state.other))
            assert not occupied_points(state.own) & mirror(occupied_points(state.other)) & (1 << BAR) - 2
        assert all(low <= GAME.payoff(state, 0) <= high for low, high in ranges)


# All of it


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_backgammon_keeps_every_promise(games: int) -> None:
    assert check(GAME, games=games, seconds=None).broken is None


@pytest.mark.slow
def test_compiled_rules_do_the_same() -> None:
    rules = compile_rules(GAME)
    for state in random_states(200, 8):
        moves = list(GAME.moves(state))
        assert rules.moves(state) == moves
        for move in moves[:5]:
            assert rules.play(state, move) == GAME.play(state, move)


def test_the_game_is_found_by_its_name() -> None:
    assert find_game("backgammon") == GAME
    assert game_spec(Backgammon(gammons=False)) == "backgammon:gammons=off"
