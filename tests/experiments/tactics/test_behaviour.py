from __future__ import annotations

from collections.abc import Callable

import pytest

from outwit.agents import find_agent
from outwit.errors import UnsuitableError
from outwit.experiments.tactics.archers import ARCHERS, Charger, Hunter, Runaway, Script, Sentinel, Skirmisher
from outwit.experiments.tactics.behaviour import (
    Record,
    Turn,
    did_kite,
    did_pursue,
    difference,
    draw_start,
    fight,
    record,
    share,
)
from outwit.experiments.tactics.sight import Sight
from outwit.games.tactics import Battle, Tactics

DUEL = Tactics(rules="emp")
ARCHER, SWORDSMAN = 1, 0
SEARCH = find_agent("expectiminimax:depth=12,mb=8")
DUELS = [20, pytest.param(200, marks=pytest.mark.slow)]
SCATTERED = [6, pytest.param(40, marks=pytest.mark.slow)]
"""How many duels are fought; every bound holds for few as well as for many."""

Report = Callable[[str], None]


def standing(swordsman: tuple[int, int], archer: tuple[int, int], turn: int = ARCHER) -> Battle:
    """The duel with the two on these tiles."""
    board = DUEL.battlefield.board
    return DUEL.initial()._replace(tiles=(board.tile(*swordsman), board.tile(*archer)), turn=turn)


def after(script: Script, state: Battle) -> list[str]:
    """What a script does in its turn, every attack missing."""
    told, turn = [], state.turn
    while not DUEL.over(state) and state.turn == turn:
        move = 0 if DUEL.turn(state) < 0 else script.decide(DUEL, state).move
        told.append(DUEL.describe(state, move))
        state = DUEL.play(state, move)
    return told


# The search, with nothing but hit points, reach and range to go by


@pytest.fixture(scope="module", params=DUELS)
def seeds(request: pytest.FixtureRequest) -> range:
    """The seeds of the duels."""
    return range(request.param)


@pytest.fixture(scope="module")
def equals(seeds: range) -> Record:
    """Searching archer against an equal swordsman."""
    return record(DUEL, SEARCH, SEARCH, seeds)


@pytest.fixture(scope="module")
def charged(seeds: range) -> Record:
    """Searching archer against a swordsman who charges."""
    return record(DUEL, SEARCH, Charger(), seeds)


def test_the_archer_shoots_from_outside_the_swordsmans_reach_wherever_it_can(
    seeds: range, equals: Record, charged: Record, report: Report
) -> None:
    for found in (equals, charged):
        report(f"tactics: {found}")
        assert found.kiting.could > 5 * len(seeds)
        assert found.kiting.part >= 0.8
        assert found.kiting.estimate.low >= 0.8


def test_the_archer_pursues_a_fleeing_swordsman_at_the_limit_of_its_range(
    seeds: range, report: Report
) -> None:
    found = record(DUEL, SEARCH, Runaway(), seeds)
    report(f"tactics: {found}")
    assert found.pursuit.could > 5 * len(seeds)
    assert found.pursuit.estimate.low >= 0.8
    assert found.wins >= 0.95 * len(seeds)


@pytest.mark.parametrize("script", ARCHERS, ids=lambda script: str(script.name))
def test_the_archer_wins_no_less_often_than_a_script_and_has_more_hp_left(
    script: Script, seeds: range, equals: Record, charged: Record, report: Report
) -> None:
    rivals = [record(DUEL, script, found.swordsman, seeds) for found in (equals, charged)]
    for found, rival in zip((equals, charged), rivals, strict=True):
        report(
            f"tactics: {rival}; the search scores {difference(found.scores, rival.scores)} more "
            f"and has {difference(found.hp, rival.hp)} hp more left"
        )
        assert found.wins >= rival.wins
    hp, rival_hp = equals.hp + charged.hp, rivals[0].hp + rivals[1].hp
    assert difference(hp, rival_hp).low > 0


@pytest.mark.parametrize("duels", SCATTERED)
def test_the_archer_kites_and_pursues_from_any_tiles(duels: int, report: Report) -> None:
    charging, fleeing = (
        record(DUEL, SEARCH, each, range(duels), scattered=True) for each in (Charger(), Runaway())
    )
    report(f"tactics, from tiles drawn: {charging}")
    report(f"tactics, from tiles drawn: {fleeing}")
    assert charging.kiting.part >= 0.8
    assert fleeing.pursuit.part >= 0.8


# How it is measured


def test_to_kite_is_to_shoot_from_where_the_swordsman_cannot_strike_next() -> None:
    sight = Sight(DUEL, standing((1, 1), (2, 1)))
    near, far = sight.here, DUEL.battlefield.board.tile(3, 2)
    assert sight.is_exposed(near)
    assert not sight.is_exposed(far)
    assert did_kite(Turn(sight, shot=far, end=far)) is True
    assert did_kite(Turn(sight, shot=near, end=near)) is False
    assert did_kite(Turn(sight, shot=None, end=far)) is False


def test_no_kiting_is_asked_for_where_every_shot_is_in_reach() -> None:
    sight = Sight(DUEL, standing((1, 1), (0, 0)))
    assert {sight.is_exposed(tile) for tile in sight.tiles if sight.in_range(tile)} == {True}
    assert did_kite(Turn(sight, shot=sight.here, end=sight.here)) is None


def test_to_pursue_is_to_end_at_the_limit_of_ones_range() -> None:
    sight = Sight(DUEL, standing((0, 0), (4, 1)))
    limit = next(tile for tile in sight.tiles if sight.distance(tile) == DUEL.ranges[ARCHER])
    assert did_pursue(Turn(sight, None, limit)) is True
    assert did_pursue(Turn(sight, None, sight.here)) is False


def test_to_pursue_from_afar_is_to_come_nearer() -> None:
    sight = Sight(DUEL, standing((0, 0), (4, 4)))
    nearer = DUEL.battlefield.board.tile(4, 3)
    assert did_pursue(Turn(sight, None, nearer)) is True
    assert did_pursue(Turn(sight, None, sight.here)) is False


def test_a_share_counts_only_turns_in_which_something_was_possible() -> None:
    duel = fight(DUEL, Skirmisher(), Charger(), seed=1)
    could = [turn for turn in duel.turns if did_kite(turn) is not None]
    found = share([duel, duel], did_kite)
    assert found.could == 2 * len(could)
    assert found.duels[0] == found.duels[1]


def test_whoever_fights_the_nth_attack_of_a_unit_rolls_the_same() -> None:
    for seed in range(20):
        sentinel, hunter = (fight(DUEL, archer, Charger(), seed) for archer in (Sentinel(), Hunter()))
        assert sentinel.end == hunter.end
    ends = {fight(DUEL, Sentinel(), Charger(), seed).end for seed in range(20)}
    assert len(ends) > 5


def test_duels_repeat_themselves() -> None:
    one, other = (fight(DUEL, Skirmisher(), Charger(), 7, scattered=True) for _ in range(2))
    assert one == other
    assert len({draw_start(DUEL, seed).tiles for seed in range(50)}) > 40


# The scripts


def test_the_sentinel_stays_and_shoots() -> None:
    assert after(Sentinel(), standing((1, 1), (2, 1))) == [
        "archer attacks swordsman",
        "misses",
        "archer passes",
    ]
    assert after(Sentinel(), standing((0, 0), (4, 4))) == ["archer passes"]


def test_the_hunter_closes_in_no_farther_than_it_must() -> None:
    state = standing((0, 0), (4, 4))
    tile = Hunter().stand(Sight(DUEL, state))
    assert Sight(DUEL, state).distance(tile) == 8 - DUEL.speeds[ARCHER]
    assert after(Hunter(), standing((1, 1), (1, 2)))[0] == "archer attacks swordsman"


def test_the_skirmisher_steps_out_of_reach_and_shoots() -> None:
    sight = Sight(DUEL, standing((1, 1), (2, 1)))
    tile = Skirmisher().stand(sight)
    assert sight.in_range(tile)
    assert not sight.is_exposed(tile)
    assert after(Skirmisher(), sight.state)[1:] == ["archer attacks swordsman", "misses", "archer passes"]


def test_the_charger_walks_up_and_strikes() -> None:
    told = after(Charger(), standing((1, 1), (3, 1), turn=SWORDSMAN))
    assert told == ["swordsman to (2,1)", "swordsman attacks archer", "misses", "swordsman passes"]


def test_the_runaway_never_strikes() -> None:
    told = after(Runaway(), standing((1, 1), (2, 1), turn=SWORDSMAN))
    assert told in (["swordsman to (1,0)", "swordsman passes"], ["swordsman to (0,1)", "swordsman passes"])
    assert after(Runaway(), standing((0, 0), (0, 1), turn=SWORDSMAN))[-1] == "swordsman passes"


@pytest.mark.parametrize("script", [*ARCHERS, Charger(), Runaway()], ids=lambda script: str(script.name))
def test_a_script_fights_duels_only_and_says_so(script: Script) -> None:
    game = Tactics(scenario="2v2")
    with pytest.raises(UnsuitableError, match=f"{script.name} cannot play Tactics: its rules are for duels"):
        script.decide(game, game.initial())
