"""Plans: every game of a tournament, fixed before the first is played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from outwit.arena.plan import Opening, Tournament
from outwit.arena.planner import plan
from outwit.arena.sprt import Sprt
from outwit.errors import OutwitError


def test_each_opening_is_played_from_both_sides_with_the_same_dice() -> None:
    tournament = plan("pig:goal=20", ["random", "expectiminimax:depth=1"], 20, seed=4)
    fixtures = tournament.fixtures()
    assert len(fixtures) == 20
    for first, second in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (first.pair, first.opening, first.seed) == (second.pair, second.opening, second.seed)
        assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert len({fixture.seed for fixture in fixtures}) == 10


def test_everybody_meets_everybody_equally_often() -> None:
    tournament = plan("connect4", ["random", "minimax:depth=1", "alphabeta:depth=2", "alphabeta:depth=3"], 6)
    met = Counter(fixture.seats for fixture in tournament.fixtures())
    assert met == {(a, b): 3 for a in range(4) for b in range(4) if a != b}


def test_in_a_gauntlet_all_meet_the_first_alone() -> None:
    tournament = plan("connect4", ["random", "minimax:depth=1", "alphabeta:depth=2"], 4, form="gauntlet")
    assert {frozenset(fixture.seats) for fixture in tournament.fixtures()} == {
        frozenset({0, 1}),
        frozenset({0, 2}),
    }


def test_on_a_ladder_each_meets_its_neighbours() -> None:
    tournament = plan("connect4", [f"minimax:depth={depth}" for depth in (1, 2, 3, 4)], 2, form="ladder")
    assert [f.seats for f in tournament.fixtures()] == [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)]


def test_with_three_players_everybody_sits_everywhere() -> None:
    three = "tree:((<1,2,3> <2,1,3>)(<3,2,1> <1,3,2>))"
    tournament = plan(three, ["random", "maxn", "maxn:depth=1"], 3, plies=0)
    assert [fixture.seats for fixture in tournament.fixtures()] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert {fixture.pair for fixture in tournament.fixtures()} == {0}


def test_an_odd_number_of_games_is_rounded_up_to_whole_pairs() -> None:
    assert len(plan("connect4", ["random", "alphabeta:depth=1"], 7).fixtures()) == 8


def test_a_plan_survives_being_written_down() -> None:
    tournament = plan("connect4:width=5", ["random", "alphabeta:depth=2"], 6, sprt=Sprt(0, 20))
    again = Tournament.from_json(tournament.to_json())
    assert again == tournament
    assert again.digest == tournament.digest


def test_plans_that_differ_in_anything_have_different_digests() -> None:
    agents = ["random:seed=1", "random:seed=2"]
    plans = [
        plan("nim", agents, 4),
        plan("nim", agents, 6),
        plan("nim", agents, 4, seed=1),
        plan("nim", agents, 4, plies=2),
        plan("nim", agents[::-1], 4),
        plan("nim:coins=20", agents, 4),
        plan("nim", agents, 4, timeout=3),
        plan("nim", agents, 4, sprt=Sprt()),
    ]
    assert len({each.digest for each in plans}) == len(plans)


def test_agents_of_the_same_spelling_are_told_apart() -> None:
    tournament = Tournament("nim", ("random", "random", "alphabeta"), 2, (Opening(),))
    assert tournament.names == ("random", "random (2)", "alphabeta")


@pytest.mark.parametrize(
    ("game", "agents", "options", "complaint"),
    [
        ("connect4", ["random"], {}, "connect4 is played by 2; 1 agents are too few."),
        ("connect4", ["human", "random"], {}, "human cannot play in the arena"),
        ("pig", ["alphabeta", "random"], {}, "alphabeta cannot play Pig"),
        ("connect4", ["random", "alfabeta"], {}, "did you mean alphabeta?"),
        ("conect4", ["random", "random"], {}, "did you mean connect4?"),
        ("tree:(<1> <2>)", ["random", "random"], {}, "is played by one alone"),
        ("nim", ["random", "random"], {"games": 0}, "0 games cannot be played; give 1 or more."),
        ("nim", ["random", "random"], {"plies": -1}, "-1 random plies"),
        ("nim", ["random", "random"], {"plies": 2, "openings": Path("x")}, "not both"),
        ("nim", ["random", "random"], {"timeout": 0}, "more than 0 seconds"),
        ("nim", ["random"] * 3, {"sprt": Sprt()}, "decides between two agents"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(
    game: str, agents: list[str], options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(OutwitError) as refused:
        plan(game, agents, **options)  # type: ignore[arg-type]
    assert complaint in str(refused.value)
