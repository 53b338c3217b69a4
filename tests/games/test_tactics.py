from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from outwit import Expectiminimax, Limit, MaxN, Minimax
from outwit.check import check
from outwit.engine.compiler.rules import compile_rules
from outwit.errors import BadPositionError, IllegalMoveError
from outwit.evaluate import with_evaluation
from outwit.game import CHANCE, options
from outwit.games import find_game
from outwit.games.tactics import Battle, Tactics
from outwit.games.tactics.dice import PARTS
from outwit.games.tactics.scenario import SCENARIOS, Unit
from outwit.games.tactics.terrain import neighbour, step_cost
from outwit.random import Generator
from tests.examples import examples

RULES = ("smp", "emp", "empv")
GAMES = [f"scenario={name},rules={rules}" for name in SCENARIOS.shipped for rules in RULES]
LARGE = ("5v5", "3v3", "hill", "three-armies")
"""The scenarios of which a game takes seconds; in the quick suite, they are played by the simplest rules."""


def battle(options: str) -> Tactics:
    game = find_game(f"tactics:{options}")
    assert isinstance(game, Tactics)
    return game


def named(game: Tactics, state: Battle) -> list[str]:
    return [game.describe(state, move) for move in options(game, state)]


def played(game: Tactics, *moves: str, start: Battle | None = None) -> Battle:
    state = start or game.initial()
    for move in moves:
        state = game.play(state, game.parse(state, move))
    return state


def walked(game: Tactics, seed: int, moves: int) -> Battle:
    """A battle after some random choices; if it ended before, its end."""
    random = Generator(seed)
    state = game.initial()
    for _ in range(moves):
        if not game.over(state):
            chance = game.turn(state) == CHANCE
            outcomes = list(game.chances(state)) if chance else [(move, 1.0) for move in game.moves(state)]
            state = game.play(state, random.choice(outcomes)[0])
    return state


positions = some.builds(
    lambda spelled, seed, moves: (battle(spelled), walked(battle(spelled), seed, moves)),
    some.sampled_from(GAMES),
    some.integers(0, 10_000),
    some.integers(0, 80),
)


def drawn(title: str, rows: tuple[str, ...], *armies: tuple[Unit, ...], rules: str = "smp") -> Tactics:
    """A battle on a board, with these units."""
    model = SCENARIOS.find("3v3")
    scenario = replace(
        model,
        title=title,
        board=replace(model.board, rows=rows),
        armies=tuple(
            replace(model.armies[0], name=name, units=units)
            for name, units in zip(("red", "blue", "green"), armies, strict=False)
        ),
    )
    return Tactics(scenario.to_toml(), rules=rules)  # type: ignore[arg-type]


def one(mark: str, x: int, y: int, **figures: int) -> Unit:
    """A unit that hits for 2 of 4 points, a step away, and moves two."""
    name = {"A": "ann", "B": "bob", "C": "cid", "D": "dan"}[mark]
    usual = Unit(mark, name, (x, y), hp=4, range=1, speed=2, accuracy=9, damage=2, evasion=0, mitigation=0)
    return replace(usual, **figures)  # type: ignore[arg-type]


# A unit's part


def test_at_the_opening_of_the_duel_every_kind_of_choice_is_open_to_both() -> None:
    for rules in RULES:
        game = battle(f"rules={rules}")
        for army, unit, other in (("player", "swordsman", "archer"), ("AI", "archer", "swordsman")):
            names = named(game, game.position(f"{army} to act, 40 turns left"))
            assert f"{unit} attacks {other}" in names
            assert f"{unit} passes" in names
            assert any(name.startswith(f"{unit} to ") for name in names)


def test_a_unit_may_move_and_then_attack_but_not_the_reverse() -> None:
    game = battle("scenario=duel")
    state = played(game, "swordsman passes", "archer to (3,0)")
    assert named(game, state) == ["archer attacks swordsman", "archer passes"]
    state = played(game, "archer attacks swordsman", start=state)
    assert named(game, state) == ["archer passes"]
    assert game.position(game.text(state)).hp[0] == 7 * PARTS


def test_an_army_acts_with_each_of_its_units_once_in_any_order() -> None:
    game = battle("scenario=2v2")
    state = game.initial()
    assert {name.split(" ")[1] for name in named(game, state)} == {"S1", "A1"}
    state = played(game, "archer A1 to (0,3)")
    assert named(game, state) == ["archer A1 passes"]
    state = played(game, "archer A1 passes", start=state)
    assert {name.split(" ")[1] for name in named(game, state)} == {"S1"}
    assert (state.turn, state.left) == (0, 40)
    state = played(game, "swordsman S1 passes", start=state)
    assert (state.turn, state.left, state.done) == (1, 39, 0)


def test_other_units_block_and_climbing_costs_a_point_more_for_each_level() -> None:
    #  A 1 .      A has three points: the height costs two of them, and what lies behind it a third.
    #  B # .      B and the wall are in the way.
    game = drawn("steps", (".1..", ".#..", "...."), (one("A", 0, 0, speed=3),), (one("B", 0, 1),))
    assert [name for name in named(game, game.initial()) if " to " in name] == [
        "ann to (1,0)",
        "ann to (2,0)",
    ]
    high = drawn("steps", (".3..", ".#..", "...."), (one("A", 0, 0, speed=3),), (one("B", 0, 2),))
    assert [name for name in named(high, high.initial()) if " to " in name] == ["ann to (0,1)"]
    down = drawn("steps", ("3210", "####", "...."), (one("A", 0, 0, speed=3),), (one("B", 0, 2),))
    assert "ann to (3,0)" in named(down, down.initial())


def test_a_shot_goes_around_walls_and_over_heights_and_units() -> None:
    game = drawn("shots", ("...", ".#.", "..."), (one("A", 0, 1, range=3),), (one("B", 2, 1),))
    assert "ann attacks bob" not in named(game, game.initial())
    game = drawn("shots", ("...", ".3.", "..."), (one("A", 0, 1, range=2), one("C", 1, 1)), (one("B", 2, 1),))
    assert "ann attacks bob" in named(game, game.initial())


def reached_step_by_step(game: Tactics, state: Battle, unit: int) -> set[int]:
    """The tiles that a unit can come to by as many moves as its points allow, found the slow way."""
    board = game.battlefield.board
    taken = {state.tiles[n] for n in range(game.unit_count) if game.present(state, n)}
    left = {state.tiles[unit]: game.speeds[unit]}
    waiting = list(left)
    while waiting:
        here = waiting.pop()
        for direction in range(4):
            there = neighbour(board, here, direction)
            if there is None or there in taken:
                continue
            points = left[here] - step_cost(board, here, there)
            if points >= 0 and points > left.get(there, -1):
                left[there] = points
                waiting.append(there)
    return set(left) - {state.tiles[unit]}


@given(positions)
def test_one_move_reaches_whatever_several_could(found: tuple[Tactics, Battle]) -> None:
    game, state = found
    if game.over(state) or state.stage != 0:
        return
    for unit in range(game.unit_count):
        if game.may_act(state, unit):
            moves = {move % game.stride for move in game.moves(state) if move // game.stride == unit}
            assert {move for move in moves if move < game.area} == reached_step_by_step(game, state, unit)


@given(positions)
def test_nobody_shares_a_tile_or_stands_in_a_wall(found: tuple[Tactics, Battle]) -> None:
    game, state = found
    standing = [state.tiles[n] for n in range(game.unit_count) if game.present(state, n)]
    assert len(set(standing)) == len(standing)
    assert all(game.battlefield.board.levels[tile] >= 0 for tile in standing)


# Ends


def test_an_army_without_living_units_is_dead_and_the_last_one_wins() -> None:
    game = drawn("end", ("....",), (one("A", 0, 0, damage=4),), (one("B", 1, 0), one("C", 2, 0)))
    state = played(game, "ann attacks bob")
    assert not game.over(state)
    assert state.tiles[1] == -1
    state = played(game, "ann passes", "cid passes", "ann to (1,0)", "ann attacks cid", start=state)
    assert game.over(state)
    assert list(game.moves(state)) == []
    assert (game.payoff(state, 0), game.payoff(state, 1)) == (1.0, -1.0)


def test_damage_past_the_last_point_leaves_nothing_below_zero() -> None:
    game = drawn("end", ("..",), (one("A", 0, 0, damage=99),), (one("B", 1, 0),))
    assert played(game, "ann attacks bob").hp[1] == 0


def test_at_the_turn_limit_nobody_has_won() -> None:
    game = battle("turns=2")
    state = played(game, "swordsman attacks archer", "swordsman passes", "archer passes")
    assert game.over(state)
    assert (game.payoff(state, 0), game.payoff(state, 1)) == (0.0, 0.0)


def test_three_armies_take_turns_and_the_dead_pay_those_alive() -> None:
    strong, near = one("A", 0, 0, damage=4), one("B", 1, 0)
    game = drawn("three", ("....",), (strong,), (near,), (one("C", 3, 0),))
    assert game.players == 3
    assert game.player_names == ("red", "blue", "green")
    state = played(game, "ann attacks bob", "ann passes")
    assert state.turn == 2
    assert not game.over(state)
    drawn_game = state._replace(left=0)
    assert [game.payoff(drawn_game, player) for player in range(3)] == [0.5, -1.0, 0.5]
    won = played(game, "cid passes", "ann to (2,0)", "ann attacks cid", start=state)
    assert [game.payoff(won, player) for player in range(3)] == [2.0, -1.0, -1.0]
    decision = MaxN(depth=2, compiled=False).decide(
        game, played(game, "cid to (1,0)", "cid passes", start=state)
    )
    assert (decision.described()[0], decision.value) == ("ann attacks cid", 2.0)


@pytest.mark.parametrize("spelled", GAMES)
def test_random_battles_end(spelled: str) -> None:
    game = battle(spelled)
    for seed in range(5):
        assert game.over(walked(game, seed, 20_000))


# Dice


def test_under_emp_an_attack_is_rolled_with_exact_probabilities() -> None:
    game = battle("rules=emp")
    state = played(game, "swordsman attacks archer")
    assert game.turn(state) == CHANCE
    assert list(game.chances(state)) == [(0, 10 / 20), (1, 10 / 400), (2, 30 / 400), (3, 160 / 400)]
    assert named(game, state) == ["misses", "is shrugged off", "half damage 1.5", "full damage 3"]
    hp = [played(game, outcome, start=state).hp[1] / PARTS for outcome in named(game, state)]
    assert hp == [6, 6, 4.5, 3]
    assert "A1 archer (2,1) hp 4.5/6" in game.text(played(game, "half damage 1.5", start=state))
    after = played(game, "misses", start=state)
    assert (game.turn(after), named(game, after)) == (0, ["swordsman passes"])


def test_outcomes_that_cannot_be_are_left_out() -> None:
    game = battle("rules=emp")
    state = played(game, "swordsman passes", "archer attacks swordsman")
    assert named(game, state) == ["misses", "is shrugged off", "full damage 3"]


def test_under_smp_attacks_always_hit_for_full_damage() -> None:
    game = battle("rules=smp")
    assert not game.stochastic
    assert played(game, "swordsman attacks archer").hp[1] == 3 * PARTS


def test_models_do_what_is_expected_or_was_published_without_chance() -> None:
    game = battle("rules=emp")
    assert game.stochastic
    assert game.models == ("rolls", "expected", "published")
    for model, left in (("expected", 6 - 1.3125), ("published", 6 - 1)):
        same = game.modelled(model)
        assert not same.stochastic
        assert same.initial() == game.initial()
        assert list(same.moves(same.initial())) == list(game.moves(game.initial()))
        assert played(same, "swordsman attacks archer").hp[1] / PARTS == left
    assert game.modelled("rolls") == game


@given(positions, some.sampled_from(["rolls", "expected", "published"]))
def test_states_and_moves_mean_the_same_in_every_model(found: tuple[Tactics, Battle], model: str) -> None:
    game, state = found
    same = game.modelled(model)
    assert same.turn(state) == game.turn(state)
    assert list(same.moves(state)) == list(game.moves(state))
    assert same.text(state) == game.text(state)
    assert same.evaluate(state, 0) == game.evaluate(state, 0)


def test_a_model_keeps_the_weights_that_an_agent_has_chosen() -> None:
    judged = with_evaluation(battle("rules=emp"), "health")
    assert isinstance(judged, Tactics)
    assert judged.modelled("expected").weights == (0.8, 0.0, 0.0)


def test_a_chance_search_weighs_the_outcomes() -> None:
    game = battle("rules=emp,turns=2")
    state = game.position("A1 (2,1) hp 3; player to act, 1 turn left")
    decision = Expectiminimax().decide(game, state)
    assert decision.described()[0] == "swordsman attacks archer"
    assert decision.value == pytest.approx(160 / 400)


# Abilities


def test_there_are_abilities_under_empv_alone() -> None:
    for rules in RULES:
        names = named(battle(f"rules={rules}"), battle(f"rules={rules}").initial())
        assert ("swordsman guards swordsman" in names) == (rules == "empv")


def skilled(*abilities: str, rows: tuple[str, ...] = ("......", "......")) -> Tactics:
    """Ann with abilities and Cid against Bob and Dan."""
    ann = replace(one("A", 0, 0), abilities=abilities)
    return drawn("skills", rows, (ann, one("C", 1, 0)), (one("B", 2, 0), one("D", 2, 1)), rules="empv")


def test_an_ability_takes_the_place_of_the_attack() -> None:
    game = skilled("bless")
    state = played(game, "ann to (0,1)", "ann blesses cid")
    assert named(game, state) == ["ann passes"]
    assert "C cid (1,0) hp 4/4, blessed 2" in game.text(state)
    assert "ann blesses cid" not in named(game, played(game, "ann passes", start=state))


@pytest.mark.parametrize(
    ("ability", "choice", "attack", "before", "after"),
    [
        # bless adds 5 to the accuracy of 9, which with the speed of 2 hits on 11 rolls, and then on 16
        ("bless", "ann blesses cid", "cid attacks bob", 11, 16),
        # smoke adds 6 to the evasion of 0: 5 rolls are left
        ("smoke", "ann shrouds cid", "bob attacks cid", 11, 5),
    ],
)
def test_bless_and_smoke_change_who_is_hit(
    ability: str, choice: str, attack: str, before: int, after: int
) -> None:
    game = skilled(ability)
    plain = played(game, "ann passes")
    blessed = played(game, choice, "ann passes")
    if attack.startswith("bob"):
        plain, blessed = (played(game, "cid passes", start=state) for state in (plain, blessed))
    for state, hits in ((plain, before), (blessed, after)):
        rolling = played(game, attack, start=state)
        assert dict(game.chances(rolling))[0] == pytest.approx(1 - hits / 20)


def test_guard_lets_less_through() -> None:
    ann = replace(one("A", 0, 0), abilities=("guard",))
    game = drawn("guard", ("...",), (ann, one("C", 1, 0, mitigation=9)), (one("B", 2, 0),), rules="empv")
    plain = played(game, "ann passes", "cid passes", "bob attacks cid")
    guarded = played(game, "ann guards cid", "ann passes", "cid passes", "bob attacks cid")
    assert named(game, plain) == ["misses", "is shrugged off", "full damage 2"]
    # the threshold rises from 0 to 8: 1 to 3 do nothing, 4 to 8 half
    chances = dict(game.chances(guarded))
    assert [chances[n] for n in (1, 2, 3)] == pytest.approx([11 * n / 400 for n in (3, 5, 12)])


def test_boons_last_until_so_many_turns_of_the_units_army_have_begun() -> None:
    game = skilled("bless", "smoke")
    state = played(game, "ann blesses cid", "ann passes", "cid passes")
    assert "blessed 2" in game.text(state)
    for left in ("blessed 1", ""):
        state = played(game, "bob passes", "dan passes", start=state)
        found = re.search("blessed .", game.text(state))
        assert (found[0] if found else "") == left
        state = played(game, "ann passes", "cid passes", start=state)
    state = played(
        game, "bob passes", "dan passes", "ann shrouds cid", "ann passes", "cid passes", start=state
    )
    assert "in smoke 1" in game.text(state)
    assert "in smoke" not in game.text(played(game, "bob passes", "dan passes", start=state))


def test_a_banished_unit_cannot_act_be_attacked_or_block_for_two_turns() -> None:
    ann = replace(one("A", 0, 0), abilities=("banish",))
    enemies = (one("B", 2, 0), one("D", 5, 1))
    game = drawn("gone", ("......", "###..."), (ann, one("C", 1, 0)), enemies, rules="empv")
    assert "cid to (3,0)" not in named(game, game.initial())
    state = played(game, "ann banishes bob", "ann passes")
    assert "cid attacks bob" not in named(game, state)
    assert "cid to (3,0)" in named(game, state)
    assert "ann banishes bob" not in named(game, state)
    state = played(game, "cid passes", start=state)
    for _ in range(2):
        assert not any(name.startswith("bob") for name in named(game, state))
        state = played(game, "dan passes", "ann passes", "cid passes", start=state)
    assert any(name.startswith("bob") for name in named(game, state))
    assert state.tiles[2] == game.initial().tiles[2]


def test_a_banished_unit_comes_back_beside_its_tile_if_somebody_stands_there() -> None:
    game = skilled("banish")
    state = played(game, "ann banishes bob", "ann passes", "cid to (2,0)", "cid passes", "dan passes")
    state = played(game, "ann passes", "cid passes", "dan passes", start=state)
    assert "B bob (1,0) hp 4/4\n" in game.text(state)


def test_an_army_of_which_all_are_banished_waits() -> None:
    ann = replace(one("A", 0, 0), abilities=("banish",))
    game = drawn("alone", ("....",), (ann,), (one("B", 2, 0),), rules="empv")
    state = played(game, "ann banishes bob", "ann passes")
    assert (state.turn, state.left) == (0, 58)
    assert named(game, played(game, "ann passes", start=state))[0] == "ann banishes bob"
    assert "ann to (2,0)" in named(game, state)
    state = played(game, "ann to (2,0)", "ann passes", start=state)
    assert "B bob (1,0)" in game.text(state)


# Evaluation


def test_health_is_the_ratio_of_what_is_left_of_the_armies() -> None:
    game = with_evaluation(battle("scenario=duel"), "health")
    assert isinstance(game, Tactics)
    for own, other in ((10, 6), (5, 6), (10, 1.5), (2.5, 4)):
        state = game.position(f"S1 (0,0) hp {own}; A1 (4,4) hp {other}")
        ratio = (own / 10) / (other / 6)
        assert game.evaluate(state, 0) == pytest.approx(0.8 * (ratio - 1) / (ratio + 1))


def test_standing_in_enemy_reach_is_worse_and_at_ones_own_range_better() -> None:
    game = battle("scenario=duel")
    assert game.feature_names == ("health", "exposed", "standoff")
    # the swordsman reaches two tiles, the archer six
    for archer, exposed, standoff in (("(1,2)", 1, 0), ("(1,3)", 1, 0), ("(1,4)", 0, 0), ("(3,3)", 0, 1)):
        assert game.features(game.position(f"A1 {archer} hp 6"), 1) == (0.5, exposed, standoff)
    near, far, best = (game.evaluate(game.position(f"A1 {at} hp 6"), 1) for at in ("(1,3)", "(1,4)", "(3,3)"))
    assert near < far < best


@given(positions)
def test_an_evaluation_is_its_features_weighed_and_never_as_sure_as_a_victory(
    found: tuple[Tactics, Battle],
) -> None:
    game, state = found
    if game.over(state):
        return
    values = []
    for player in range(game.players):
        features = [game.features(state, each) for each in range(game.players)]
        weighed = [sum(w * f for w, f in zip(game.weights, each, strict=True)) for each in features]
        own = weighed.pop(player)
        values.append(game.evaluate(state, player))
        assert values[-1] == pytest.approx(own - sum(weighed) / len(weighed), abs=1e-12)
        low, high = game.bounds(state, player)
        assert low < values[-1] < high
    assert sum(values) == pytest.approx(0, abs=1e-12)


def test_killing_blows_come_first_then_attacks_then_moves_and_passing_last() -> None:
    game = drawn("order", ("....", "...."), (one("A", 1, 0),), (one("B", 1, 1), one("C", 0, 0, hp=2)))
    state = game.initial()
    moves = sorted(game.moves(state), key=lambda move: -game.order(state, move))
    names = [game.describe(state, move) for move in moves]
    assert names[:3] == ["ann attacks cid", "ann attacks bob", "ann to (2,1)"]
    assert names[-1] == "ann passes"


def test_a_plain_search_finds_the_kill() -> None:
    game = battle("scenario=duel")
    state = game.position("S1 (1,1) hp 10; A1 (3,1) hp 3; player to act, 9 turns left")
    decision = Minimax(depth=2).decide(game, state, Limit(depth=2))
    assert decision.described() == ["swordsman to (2,1)", "swordsman attacks archer"]
    assert decision.value == 1.0


# What people read and write


@given(positions)
def test_the_position_is_read_back_from_what_is_shown(found: tuple[Tactics, Battle]) -> None:
    game, state = found
    assert game.position(game.text(state)) == state


def test_a_board_shows_units_walls_and_heights() -> None:
    game = battle("scenario=hill")
    rows = game.text(game.initial()).splitlines()
    assert rows[1] == " 0 .    .    S2   A2   K2   .    ."
    assert rows[4] == " 3 .    #    ^2   ^3   ^2   #    ."
    assert rows[-1] == "red to act, 60 turns left"
    high = game.position("S1 (3,3) hp 4.5")
    assert "S1^3" in game.text(high)


def test_moves_are_read_by_name_or_id_and_in_short() -> None:
    game = battle("scenario=2v2")
    state = game.position("S2 (1,2) hp 10")
    for long, *short in (
        ("swordsman S1 attacks swordsman S2", "s1 attacks s2", "S1 x S2"),
        ("archer A1 to (0,3)", "A1 to 0,3", "a1 (0, 3)", "A1 0,3"),
        ("archer A1 passes", "A1 passes"),
    ):
        for text in (long, *short):
            assert game.describe(state, game.parse(state, text)) == long
    with pytest.raises(IllegalMoveError, match="'S1 flies' is not a legal move here; legal: swordsman S1"):
        game.parse(state, "S1 flies")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "'nonsense' is no line of a battle; write units like 'S1"),
        ("X1 (1,1) hp 3", "There is no unit 'X1'; they are S1 and A1"),
        ("S1 (7,1) hp 3", r"S1 cannot stand on \(7,1\)"),
        ("S1 (2,1) hp 3", r"S1 and A1 cannot both stand on \(2,1\)"),
        ("S1 (1,1) hp 11", "S1 cannot have 11 hp; it has 800ths up to 10"),
        ("S1 (1,1) hp 0", "S1 cannot have 0 hp"),
        ("S1 (1,1) hp 0.0001", "S1 cannot have 0.0001 hp"),
        ("S1 (1,1) hp 3, blessed 2", "'blessed 2' cannot be said of S1 here; known is done"),
        ("S1 dead; A1 dead", "Somebody must be alive"),
        ("nobody to act, 3 turns left", "There is no army 'nobody'; they are player and AI"),
        ("AI to act, 99999 turns left", "99999 turns are too many"),
        ("AI to act, 3 turns left, S1 has moved", "S1 may not act in this turn of AI"),
        ("player to act, 3 turns left, S1 attacks A1", "S1 cannot be attacking A1 here"),
        ("A1 (2,1) hp 6, done", "A1 cannot be done in a turn of another army"),
        ("S1 (1,1) hp 6, done", "No unit of player is left to act"),
    ],
)
def test_what_is_no_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadPositionError, match=sentence):
        battle("scenario=duel").position(text)


# Promises, and machine code


def is_large(spelled: str) -> bool:
    return any(f"scenario={name}," in spelled for name in LARGE)


@pytest.mark.parametrize(
    ("spelled", "games"),
    [
        *((spelled, 2) for spelled in GAMES if not is_large(spelled)),
        *((f"scenario={name},rules=smp", 1) for name in LARGE[1:]),
        *(pytest.param(spelled, 2, marks=pytest.mark.slow) for spelled in GAMES if is_large(spelled)),
    ],
)
def test_every_scenario_keeps_every_promise_under_every_rule_set(spelled: str, games: int) -> None:
    assert check(battle(spelled), games=games, seconds=None).broken is None


@given(positions)
@examples(200)
def test_different_states_have_different_keys(found: tuple[Tactics, Battle]) -> None:
    game, state = found
    after = {game.play(state, move) for move in options(game, state)} if not game.over(state) else set()
    assert len({game.key(each) for each in (state, *after)}) == 1 + len(after)


@pytest.mark.parametrize(
    "spelled",
    [
        "rules=emp,scenario=duel",
        *(
            pytest.param(spelled, marks=pytest.mark.slow)
            for spelled in ("scenario=three-armies", "rules=empv,scenario=3v3", "scenario=hill")
        ),
    ],
)
def test_compiled_rules_are_the_same(spelled: str) -> None:
    game = battle(spelled)
    rules = compile_rules(game)
    for seed in range(15):
        state = walked(game, seed, 5 * seed)
        if game.over(state) or game.turn(state) == CHANCE:
            continue
        assert rules.moves(state) == list(game.moves(state))
        assert rules.key(state) == game.key(state)
        for player in range(game.players):
            assert rules.evaluate(state, player) == pytest.approx(game.evaluate(state, player))
            assert rules.features(state, player) == pytest.approx(list(game.features(state, player)))
        for move in game.moves(state):
            assert rules.play(state, move) == game.play(state, move)
            assert rules.order(state, move) == pytest.approx(game.order(state, move))


@pytest.mark.slow
@pytest.mark.parametrize("spelled", [*GAMES, "rules=emp,model=expected", "rules=empv,model=published"])
def test_every_scenario_compiles_to_the_same_rules(spelled: str) -> None:
    report = check(battle(spelled), games=5, seconds=300, compiled=True)
    assert report.broken is None
    assert (report.compiled, report.compared > 0) == ("", True)


def test_another_scenario_of_the_same_shape_needs_no_compiling() -> None:
    from outwit.engine.compiler.digest import digest
    from outwit.engine.compiler.linker import Linked

    one_game = battle("scenario=3v3")
    other = SCENARIOS.find("3v3")
    figures = [replace(unit, hp=9, damage=4, speed=1, range=2, at=unit.at[::-1]) for unit in other.units]
    armies = tuple(replace(a, units=tuple(figures[3 * n : 3 * n + 3])) for n, a in enumerate(other.armies))
    board = replace(other.board, rows=("#.....", *other.board.rows[1:]))
    changed = replace(other, armies=armies, weights=(0.5, 0.1, 0.1), turns=9, board=board)
    games = (one_game, Tactics(changed.to_toml()))
    assert len({digest(Linked(game), "rules") for game in games}) == 1
