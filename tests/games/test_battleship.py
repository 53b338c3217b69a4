"""Battleship: the rules, what each player knows, and worlds that favour no fleet."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import product
from math import sqrt
from operator import or_

import pytest

from outwit import find_game
from outwit.check import check
from outwit.errors import BadOptionError, UnknownNameError
from outwit.games import game_spec
from outwit.games.battleship import Battleship, Sea
from outwit.games.battleship.fleets import draw_fleet, find_fleets
from outwit.random import Generator

GAME = Battleship()
SMALL = Battleship(size=5, fleet=(4, 3))
FLEET = "a1-e1 a2-d2 a3-c3 a4-c4 a5-b5"
"""Ships that touch, each in a row of its own."""


def played(game: Battleship, moves: str) -> Sea:
    state = game.initial()
    for move in moves.split():
        state = game.play(state, game.parse(state, move))
    return state


def told(game: Battleship, moves: str) -> list[str]:
    """What the enemy sees of each of some moves."""
    state, seen = game.initial(), []
    for text in moves.split():
        move = game.parse(state, text)
        seen.append(game.describe_to(state, move, state.turn, 1 - state.turn))
        state = game.play(state, move)
    return seen


def scripted(game: Battleship, names: tuple[str, str], seed: int) -> list[Sea]:
    """All states of a game between two scripts."""
    random, states = Generator(seed), [game.initial()]
    while not game.over(states[-1]):
        move = game.script(states[-1], names[states[-1].turn], random)
        assert move in game.moves(states[-1])
        states.append(game.play(states[-1], move))
    return states


# The rules


def test_each_player_places_all_ships_before_the_first_shot() -> None:
    state = GAME.initial()
    for number in range(10):
        assert state.turn == number // 5
        assert GAME.placing(state)
        state = GAME.play(state, next(iter(GAME.moves(state))))
    assert state.turn == 0
    assert list(GAME.moves(state)) == list(range(100))


def test_a_ship_has_as_many_placements_as_fit_and_overlaps_none() -> None:
    assert [sum(1 for _ in GAME.moves(played(GAME, moves))) for moves in ("", "a1-e1")] == [120, 140 - 5 - 5]
    assert "a1-a4" not in [GAME.describe(s, m) for s in [played(GAME, "a1-e1")] for m in GAME.moves(s)]


def test_ships_may_touch() -> None:
    assert not GAME.placing(played(GAME, f"{FLEET} {FLEET}"))


def test_a_shot_is_answered_with_miss_or_hit_and_only_the_last_hit_names_the_ship() -> None:
    seen = told(GAME, f"{FLEET} {FLEET} a5 j10 j1 a3 b5 b3 e5 c3")
    assert seen[:10] == [""] * 10
    assert seen[10:] == [
        *("a5: hit", "j10: miss", "j1: miss", "a3: hit"),
        *("b5: sinks the destroyer", "b3: hit", "e5: miss", "c3: sinks the cruiser"),
    ]


def test_a_placement_is_told_to_its_player_alone() -> None:
    state = GAME.initial()
    move = GAME.parse(state, "c7-g7")
    assert GAME.describe_to(state, move, 0, 0) == "c7-g7"
    assert GAME.describe_to(state, move, 0, 1) == ""


def test_whoever_sinks_the_whole_fleet_first_wins() -> None:
    game = Battleship(size=4, fleet=(2,))
    state = played(game, "a1-b1 c3-c4 c3 a2 c4")
    assert game.over(state)
    assert (game.payoff(state, 0), game.payoff(state, 1)) == (1.0, -1.0)
    assert list(game.moves(state)) == []
    assert not game.over(played(game, "a1-b1 c3-c4 c3 a1"))


def test_options_make_other_games_and_impossible_ones_are_refused() -> None:
    game = find_game("battleship:size=6,fleet=(3,2,2)")
    assert (game_spec(game), game.players) == ("battleship:size=6,fleet=(3,2,2)", 2)
    for options in ("size=11", "size=3,fleet=(4)", "fleet=(1,2)", "fleet=()", "size=4,fleet=(4,4,4,4,4)"):
        with pytest.raises(BadOptionError, match="is no game"):
            find_game(f"battleship:{options}")


def test_the_text_of_a_seat_shows_the_enemys_ships_only_where_they_sank() -> None:
    game = Battleship(size=4, fleet=(3, 2))
    state = played(game, "a1-c1 a2-b2 b2-d2 a4-b4 a4 a1 b4 d4 c2")
    assert game.text(state, 0).splitlines() == [
        "orange's waters   blue's waters",
        "   a b c d           a b c d",
        " 1 . . . .         1 x 1 1 .",
        " 2 . . x .         2 2 2 . .",
        " 3 . . . .         3 . . . .",
        " 4 # # . .         4 . . . o",
        "orange shot at d4: miss",
        "blue shot at c2: hit; sunk so far: destroyer",
    ]
    assert "1" in game.text(state).splitlines()[3]


def test_it_passes_its_own_check() -> None:
    assert check(SMALL, seconds=2.0).sound


# What players know


def test_an_observation_tells_which_ship_sank_and_nothing_of_where_the_others_lie() -> None:
    one, other = (
        played(GAME, f"{FLEET} {FLEET.replace('a1-e1', enemy)} a5 a1 b5") for enemy in ("a1-e1", "f9-j9")
    )
    assert one != other
    assert GAME.observation(one, 0) == GAME.observation(other, 0)
    assert GAME.observation(one, 1) != GAME.observation(other, 1)


def test_whether_a_place_fits_a_sinking_depends_on_what_was_hit_before() -> None:
    """Ships of three and of two lie in a row; the same squares are shot at, in two orders."""
    game = Battleship(size=5, fleet=(3, 2))
    many = []
    for order in ("c1 a5 d1 b5 e1 c5", "c1 a5 e1 b5 d1 c5"):
        state = played(game, f"a5-c5 d5-e5 a1-c1 d1-e1 {order}")
        assert game.known(state, 0).sunk == (0, 3)
        many.append({game.describe(state, 25 + fleet[1]) for fleet in agreeing(game, state)})
    assert many == [{"d1-e1"}, {"c1-d1", "d1-e1"}]


def test_a_world_agrees_with_every_answer_and_keeps_what_was_not_placed_open() -> None:
    for seed in range(3):
        for number, state in enumerate(scripted(GAME, ("hunt", "density"), seed)[:-1:4]):
            for player in (0, 1):
                world = GAME.determinize(state, player, Generator(number))
                assert GAME.observation(world, player) == GAME.observation(state, player)
                assert [ship < 0 for ship in world.ships] == [ship < 0 for ship in state.ships]


# No fleet is favoured


def agreeing(game: Battleship, state: Sea) -> list[tuple[int, ...]]:
    """Every enemy fleet that the first player cannot tell from the true one, found by trying all."""
    first, seen = game.placements().first, game.observation(state, 0)
    many = len(game.fleet)
    return [
        ships
        for ships in product(*(range(first[ship], first[ship + 1]) for ship in range(many)))
        if apart(game, ships)
        and game.observation(state._replace(ships=(*state.ships[:many], *ships)), 0) == seen
    ]


def apart(game: Battleship, ships: tuple[int, ...]) -> bool:
    """Do ships lie on different squares?"""
    taken = [game.placements().low[ship] for ship in ships]
    return sum(taken) == reduce(or_, taken)


def backtracking(fleets: list[tuple[int, ...]], random: Generator, draws: int) -> Counter[tuple[int, ...]]:
    """Fleets drawn in the usual way: ship by ship, each anywhere that the others can follow."""
    following: dict[tuple[int, ...], list[int]] = {}
    for fleet in fleets:
        for ship, placement in enumerate(fleet):
            choices = following.setdefault(fleet[:ship], [])
            if placement not in choices:
                choices.append(placement)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        ships: tuple[int, ...] = ()
        while ships in following:
            ships += (random.choice(following[ships]),)
        drawn[ships] += 1
    return drawn


def surprise(counts: Counter[tuple[int, ...]], fleets: list[tuple[int, ...]]) -> float:
    """How far chi-square is above what equally likely fleets give, in standard deviations."""
    assert counts.keys() <= set(fleets)
    expected = counts.total() / len(fleets)
    freedom = len(fleets) - 1
    squares = sum((counts[fleet] - expected) ** 2 / expected for fleet in fleets)
    return (squares - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize(
    ("shots", "fleets"),
    [("", 396), ("c3 a5 c2 b5 e5 d5", 61)],
    ids=["nothing known", "two hits and a miss"],
)
def test_fleets_are_drawn_uniformly_and_not_as_ship_by_ship(shots: str, fleets: int) -> None:
    state = played(SMALL, f"a1-d1 a2-c2 c2-c5 b1-d1 {shots}")
    every = agreeing(SMALL, state)
    assert len(every) == fleets
    random, draws = Generator(1), 60 * fleets
    found = find_fleets(SMALL.placements(), SMALL.known(state, 0))
    ours = Counter(tuple(draw_fleet(SMALL.placements(), found, random)) for _ in range(draws))
    assert abs(surprise(ours, every)) < 4
    assert surprise(backtracking(every, random, draws), every) > 8


def test_a_world_is_drawn_by_the_same_draws() -> None:
    state = played(SMALL, "a1-d1 a2-c2 c2-c5 b1-d1 c3 a5")
    found = find_fleets(SMALL.placements(), SMALL.known(state, 0))
    drawn = draw_fleet(SMALL.placements(), found, Generator(3))
    assert SMALL.determinize(state, 0, Generator(3)).ships == (*SMALL.ships_of(state, 0), *drawn)


# The scripts


@pytest.mark.parametrize("name", GAME.scripts)
def test_every_script_plays_a_whole_game_by_what_it_knows(name: str) -> None:
    state = played(SMALL, "a1-d1 a2-c2 c2-c5 b1-d1 c3 a5 c2 b5")
    world = SMALL.determinize(state, 0, Generator(5))
    assert world != state
    assert SMALL.script(world, name, Generator(7)) == SMALL.script(state, name, Generator(7))
    assert SMALL.over(scripted(SMALL, (name, "random"), 1)[-1])


def test_a_script_that_nobody_knows_is_refused() -> None:
    for moves in ("", "a1-d1 a2-c2 c2-c5 b1-d1"):
        with pytest.raises(UnknownNameError, match="no script called 'luck'"):
            SMALL.script(played(SMALL, moves), "luck", Generator(1))


def test_density_shoots_where_the_rest_of_a_ship_must_be() -> None:
    game = Battleship(size=5, fleet=(3,))
    state = played(game, "a1-c1 c3-e3 c3 a5 d3 b5 b3 c5")
    assert game.describe(state, game.script(state, "density", Generator(1))) == "e3"


def test_hunt_keeps_to_one_colour_until_it_hits_and_then_stays_in_line() -> None:
    state = played(GAME, f"{FLEET} {FLEET}")
    shots = {GAME.script(state, "hunt", Generator(seed)) for seed in range(60)}
    assert len(shots) > 20
    assert {(shot // 10 + shot % 10) % 2 for shot in shots} == {0}
    state = played(GAME, f"{FLEET} {FLEET} b2 j10 c2 j9")
    found = {GAME.describe(state, GAME.script(state, "hunt", Generator(seed))) for seed in range(20)}
    assert found == {"a2", "d2"}
