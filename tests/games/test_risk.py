"""Risk: the map, the dice, a turn from placing to fortifying, cards, the end, and scripts."""

from __future__ import annotations

from itertools import product

import pytest

from outwit import find_game
from outwit.bits import count
from outwit.check import check
from outwit.decision import Limit, Watch
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.runners.montecarlo import CompiledRounds
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game
from outwit.games import game_spec
from outwit.games.risk import Risk, World
from outwit.games.risk.board import (
    ATTACK,
    DEAL,
    DRAW,
    FORTIFY,
    MOST_ARMIES,
    MOVE_IN,
    OVER,
    PLACE,
    ROLL,
    STOP,
    STRIDE,
)
from outwit.games.risk.dice import ODDS, WAYS, battle
from outwit.random import Generator

from .worlds import number, play_script, world

GAME = Risk()
BLUE, ORANGE, GREEN, VIOLET = range(4)


def move(game: Risk, text: str) -> int:
    """A move from one territory to another, by their ids."""
    one, other = text.split()
    return STRIDE * number(game, one) + number(game, other)


def owners(state: World, game: Risk = GAME) -> list[int]:
    return [game.owner(state, place) for place in range(len(game.world_map.territories))]


def army(state: World, name: str, game: Risk = GAME) -> int:
    return game.army(state, number(game, name))


# The map


def test_the_classic_map_has_42_territories_83_borders_and_the_known_bonuses() -> None:
    world_map = GAME.world_map
    assert len(world_map.territories) == 42
    assert len(world_map.borders) == 83
    assert {c.name: (c.bonus, len(c.territories)) for c in world_map.continents} == {
        "North America": (5, 9),
        "South America": (2, 4),
        "Europe": (5, 7),
        "Africa": (3, 6),
        "Asia": (7, 12),
        "Australia": (2, 4),
    }


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("ALA", "NWT ALB KAM"),
        ("ONT", "NWT ALB GRE QUE WUS EUS"),
        ("BRA", "VEN PER ARG NAF"),
        ("UKR", "SCA NEU SEU URA AFG MID"),
        ("MID", "UKR SEU EGY EAF AFG IND"),
        ("CHI", "URA SIB MON SIA IND AFG"),
        ("INO", "SIA NGU WAU"),
    ],
)
def test_territories_border_on_those_that_they_border_on(name: str, near: str) -> None:
    found = GAME.neighbours[number(GAME, name)]
    assert found == sum(1 << number(GAME, each) for each in near.split())


def test_armies_come_and_go_over_every_border() -> None:
    for one, near in enumerate(GAME.neighbours):
        assert not near >> one & 1
        for other in range(42):
            assert near >> other & 1 == GAME.neighbours[other] >> one & 1


# The deal


@pytest.mark.parametrize("players", range(2, 7))
def test_territories_are_dealt_evenly_and_armies_stand_on_all_of_them(players: int) -> None:
    game = Risk(players=players, deal=5)
    state = game.initial()
    held = [game.held(state, player) for player in range(players)]
    assert sum(map(count, held)) == 42
    assert max(map(count, held)) - min(map(count, held)) <= 1
    armies = (40, 35, 30, 25, 20)[players - 2]
    assert [game.force(state, own) for own in held] == [armies] * players
    assert min(game.army(state, place) for place in range(42)) >= 1
    assert (state.phase, state.turn, state.reserve) == (PLACE, 0, game.income(state, 0))


def test_chance_deals_and_every_territory_is_equally_likely_to_be_anybodys() -> None:
    start = GAME.initial()
    assert (start.phase, GAME.turn(start)) == (DEAL, CHANCE)
    outcomes = dict(GAME.chances(start))
    assert len(outcomes) == 1000
    assert sum(outcomes.values()) == pytest.approx(1)
    deals = [owners(GAME.play(start, deal)) for deal in outcomes]
    assert len(set(map(tuple, deals))) == 1000
    spread = (1000 * 0.25 * 0.75) ** 0.5
    for place in range(42):
        for player, part in enumerate((10 / 42, 10 / 42, 11 / 42, 11 / 42)):
            assert abs(sum(deal[place] == player for deal in deals) - 1000 * part) < 5 * spread
    for place in range(41):
        alike = sum(deal[place] == deal[place + 1] for deal in deals)
        assert abs(alike - 1000 * (2 * 10 * 9 + 2 * 11 * 10) / (42 * 41)) < 5 * spread


def test_a_deal_with_a_number_is_always_the_same_and_another_number_another_deal() -> None:
    first, again, other = (Risk(deal=deal).initial() for deal in (1, 1, 2))
    assert first == again == GAME.play(GAME.initial(), 1)
    assert first != other


# The dice


@pytest.mark.parametrize(("attack", "defence"), list(product((1, 2, 3), (1, 2))))
def test_the_odds_are_those_of_all_throws(attack: int, defence: int) -> None:
    ways = [0, 0, 0]
    for faces in product(range(1, 7), repeat=attack + defence):
        own, other = sorted(faces[:attack])[::-1], sorted(faces[attack:])[::-1]
        ways[sum(mine <= theirs for mine, theirs in zip(own, other, strict=False))] += 1
    assert list(WAYS[battle(attack, defence)]) == ways
    assert sum(ODDS[battle(attack, defence)]) == pytest.approx(1)


def test_the_known_probabilities_of_three_dice_against_two() -> None:
    assert ODDS[battle(3, 2)] == pytest.approx((0.3717, 0.3358, 0.2926), abs=5e-5)
    assert ODDS[battle(3, 1)][0] == pytest.approx(0.6597, abs=5e-5)
    assert ODDS[battle(1, 1)][0] == pytest.approx(0.4167, abs=5e-5)


@pytest.mark.parametrize(
    ("attackers", "defenders", "dice"),
    [(2, 1, (1, 1)), (2, 5, (1, 2)), (3, 2, (2, 2)), (4, 1, (3, 1)), (4, 2, (3, 2)), (30, 30, (3, 2))],
)
def test_both_sides_throw_as_many_dice_as_they_may(
    attackers: int, defenders: int, dice: tuple[int, int]
) -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, attackers), "KAM": (ORANGE, defenders)}, phase=ATTACK)
    state = GAME.play(state, move(GAME, "ALA KAM"))
    assert (state.phase, GAME.turn(state)) == (ROLL, CHANCE)
    assert (GAME.attack_dice(state), GAME.defence_dice(state)) == dice
    wanted = ODDS[battle(*dice)]
    assert list(GAME.chances(state)) == [(lost, odds) for lost, odds in enumerate(wanted) if odds]


# A turn


@pytest.mark.parametrize(
    ("held", "income"),
    [
        ("ALA", 3),
        ("ALA NWT GRE ALB ONT QUE WUS EUS ICE SCA UKR", 3),
        ("ALA NWT GRE ALB ONT QUE WUS EUS ICE SCA UKR GBR", 4),
        ("INO NGU WAU EAU", 5),
        ("ALA NWT GRE ALB ONT QUE WUS EUS CAM VEN PER BRA ARG", 11),
    ],
)
def test_a_turn_brings_an_army_for_three_territories_and_more_for_continents(held: str, income: int) -> None:
    state = world(GAME, ORANGE, dict.fromkeys(held.split(), (BLUE, 1)))
    assert GAME.income(state, BLUE) == income


def test_armies_are_placed_at_the_front_all_of_them_or_half_and_then_the_rest() -> None:
    state = world(GAME, BLUE, {"INO": (ORANGE, 1)}, reserve=5)
    fronts = {number(GAME, name) for name in ("SIA", "NGU", "WAU")}
    assert {each // STRIDE for each in GAME.moves(state)} == fronts
    siam = STRIDE * number(GAME, "SIA")
    whole = GAME.play(state, siam)
    assert (army(whole, "SIA"), whole.phase) == (6, ATTACK)
    half = GAME.play(state, siam + 1)
    assert (army(half, "SIA"), half.phase, half.reserve) == (3, PLACE, 3)
    assert [GAME.describe(state, each) for each in (siam, siam + 1)] == ["SIA +5", "SIA +2"]


def test_only_more_than_one_army_attacks_and_only_a_neighbour_of_another_player() -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, 2), "NWT": (BLUE, 1), "ALB": (BLUE, 9)}, phase=ATTACK)
    told = {GAME.describe(state, each) for each in GAME.moves(state)}
    assert told == {"ALA x KAM", "ALB x ONT", "ALB x WUS", "end attacks"}


def test_whoever_conquers_moves_in_with_the_dice_thrown_and_may_follow_with_more() -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, 9), "KAM": (ORANGE, 1)}, phase=ATTACK)
    state = GAME.play(GAME.play(state, move(GAME, "ALA KAM")), 0)
    assert (state.phase, army(state, "ALA"), army(state, "KAM")) == (MOVE_IN, 6, 3)
    assert GAME.owner(state, number(GAME, "KAM")) == BLUE
    shifted = {GAME.describe(state, each): GAME.play(state, each) for each in GAME.moves(state)}
    assert {told: (army(after, "ALA"), army(after, "KAM")) for told, after in shifted.items()} == {
        "move in 0 more": (6, 3),
        "move in 2 more": (4, 5),
        "move in 5 more": (1, 8),
    }
    assert all(after.phase == ATTACK for after in shifted.values())


def test_where_nobody_is_left_to_follow_the_next_attack_comes_at_once() -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, 4), "KAM": (ORANGE, 1)}, phase=ATTACK)
    state = GAME.play(GAME.play(state, move(GAME, "ALA KAM")), 0)
    assert (state.phase, army(state, "ALA"), army(state, "KAM")) == (ATTACK, 1, 3)


@pytest.mark.parametrize(("lost", "left"), [(0, (5, 2)), (1, (4, 3)), (2, (3, 4))])
def test_the_dice_take_armies_of_both_sides(lost: int, left: tuple[int, int]) -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, 5), "KAM": (ORANGE, 4)}, phase=ATTACK)
    state = GAME.play(GAME.play(state, move(GAME, "ALA KAM")), lost)
    assert (army(state, "ALA"), army(state, "KAM")) == left
    assert state.phase == ATTACK


def test_all_armies_but_one_may_move_to_an_own_neighbour_and_that_ends_the_turn() -> None:
    held = {"ALA": (BLUE, 5), "NWT": (BLUE, 1), "ONT": (BLUE, 1)}
    state = world(GAME, ORANGE, held, phase=FORTIFY)
    assert [GAME.describe(state, each) for each in GAME.moves(state)] == ["ALA-NWT 4", "end turn"]
    after = GAME.play(state, move(GAME, "ALA NWT"))
    assert (army(after, "ALA"), army(after, "NWT")) == (1, 5)
    assert (after.turn, after.phase, after.reserve) == (ORANGE, PLACE, GAME.income(after, ORANGE))


def test_players_without_territories_are_passed_over() -> None:
    state = world(GAME, VIOLET, {"ALA": (BLUE, 5)}, phase=FORTIFY)
    after = GAME.play(state, STOP)
    assert (after.turn, after.round) == (VIOLET, 0)
    after = GAME.play(after._replace(phase=FORTIFY), STOP)
    assert (after.turn, after.round) == (BLUE, 1)


def test_a_territory_holds_no_more_armies_than_have_room() -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, MOST_ARMIES - 1)}, reserve=30)
    after = GAME.play(state, STRIDE * number(GAME, "ALA"))
    assert army(after, "ALA") == MOST_ARMIES
    assert army(after, "NWT") == 1


# Cards


CARDS = Risk(cards=True)


def with_cards(state: World, player: int, *held: int) -> World:
    for kind, many in enumerate(held):
        state = state._replace(cards=CARDS.give_cards(state, player, kind, many))
    return state


def held_cards(state: World, player: int) -> list[int]:
    return [CARDS.card_count(state, player, kind) for kind in range(3)]


def test_a_card_is_drawn_after_a_turn_in_which_something_was_conquered() -> None:
    state = world(CARDS, ORANGE, {"ALA": (BLUE, 5)}, phase=FORTIFY)
    assert CARDS.play(state, STOP).phase == PLACE
    drawing = CARDS.play(state._replace(conquered=True), STOP)
    assert (drawing.phase, CARDS.turn(drawing)) == (DRAW, CHANCE)
    assert dict(CARDS.chances(drawing)) == pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})
    after = CARDS.play(drawing, 2)
    assert (held_cards(after, BLUE), after.turn, after.conquered) == ([0, 0, 1], ORANGE, False)


@pytest.mark.parametrize(
    ("held", "left", "sets", "worth"),
    [
        ((1, 1, 1), [0, 0, 0], 0, 4),
        ((3, 0, 1), [0, 0, 1], 1, 6),
        ((2, 1, 1), [1, 0, 0], 4, 12),
        ((0, 4, 0), [0, 1, 0], 5, 15),
        ((1, 1, 1), [0, 0, 0], 6, 20),
        ((2, 2, 0), [2, 2, 0], 6, 0),
    ],
)
def test_a_set_is_traded_in_for_more_and_more_armies(
    held: tuple[int, ...], left: list[int], sets: int, worth: int
) -> None:
    state = with_cards(world(CARDS, ORANGE, {"ALA": (BLUE, 1)}, sets=sets), BLUE, *held)
    after = CARDS.begin_turn(state)
    assert (after.reserve, held_cards(after, BLUE)) == (3 + worth, left)
    assert after.sets == sets + (worth > 0)


def test_the_cards_of_a_player_who_is_out_go_to_the_conqueror() -> None:
    state = world(CARDS, GREEN, {"ALA": (BLUE, 9), "KAM": (ORANGE, 1)}, phase=ATTACK)
    state = with_cards(with_cards(state, BLUE, 1, 0, 0), ORANGE, 2, 1, 0)
    state = CARDS.play(CARDS.play(state, move(CARDS, "ALA KAM")), 0)
    assert (held_cards(state, BLUE), held_cards(state, ORANGE)) == ([3, 1, 0], [0, 0, 0])


# The end


def payoffs(game: Risk, state: World) -> list[float]:
    return [game.payoff(state, player) for player in range(game.players)]


def test_the_last_conquest_ends_the_game() -> None:
    state = world(GAME, BLUE, {"ALA": (BLUE, 9), "KAM": (ORANGE, 1)}, phase=ATTACK)
    state = GAME.play(GAME.play(state, move(GAME, "ALA KAM")), 0)
    assert (state.phase, GAME.over(state), list(GAME.moves(state))) == (OVER, True, [])
    assert payoffs(GAME, state) == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_after_the_last_round_whoever_holds_the_most_territories_wins() -> None:
    held = {"ALA": (BLUE, 90), "KAM": (ORANGE, 1), "JAP": (GREEN, 1)}
    state = GAME.play(world(GAME, VIOLET, held, phase=FORTIFY, turn=VIOLET, rounds_over=19), STOP)
    assert (GAME.over(state), state.round) == (True, 20)
    assert payoffs(GAME, state) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


def test_of_equally_many_territories_more_armies_win_and_equal_winners_share() -> None:
    half = {t.id: (place % 2, 1) for place, t in enumerate(GAME.world_map.territories)}
    state = world(GAME, BLUE, half, phase=OVER)
    assert payoffs(GAME, state) == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])
    state = world(GAME, BLUE, {**half, "NWT": (ORANGE, 2)}, phase=OVER)
    assert payoffs(GAME, state) == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])


def test_who_is_out_has_lost_and_the_bounds_say_so() -> None:
    state = world(GAME, VIOLET, {"ALA": (BLUE, 5)})
    assert GAME.bounds(state, ORANGE) == pytest.approx((-1 / 3, -1 / 3))
    assert GAME.bounds(state, BLUE) == pytest.approx((-1 / 3, 1))
    assert GAME.bounds(GAME.initial(), ORANGE) == pytest.approx((-1 / 3, 1))
    assert GAME.bounds(world(GAME, VIOLET, {}), VIOLET) == (1, 1)


# Options


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("risk:players=1", "risk:players=1 is no number of players; give from 2 to 6."),
        ("risk:players=7", "risk:players=7 is no number of players; give from 2 to 6."),
        ("risk:rounds=0", "risk:rounds=0 is no limit; give from 1 to 1000."),
        ("risk:deal=-1", "risk:deal=-1 is no deal; give from 0 to 999."),
    ],
)
def test_impossible_options_are_refused(spec: str, said: str) -> None:
    with pytest.raises(BadOptionError) as refused:
        find_game(spec)
    assert str(refused.value) == said


def test_a_spec_finds_the_game_again() -> None:
    spec = "risk:map=islands,players=3,rounds=5,cards=on,deal=7"
    assert game_spec(find_game(spec)) == spec
    assert game_spec(find_game("risk:map=CLASSIC,players=4")) == "risk"


# Estimates and hints


def random_states(game: Risk, seed: int) -> list[World]:
    random, state, found = Generator(seed), game.initial(), []
    while not game.over(state):
        found.append(state)
        if game.turn(state) == CHANCE:
            state = game.play(state, random.weighted(list(game.chances(state))))
        else:
            state = game.play(state, random.choice(list(game.moves(state))))
    return [*found, state]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_evaluation_weighs_the_features_and_cancels(players: int) -> None:
    game = Risk(players=players, rounds=6)
    for state in random_states(game, players)[::7]:
        values = [game.evaluate(state, player) for player in range(players)]
        assert sum(values) == pytest.approx(0, abs=1e-9)
        for player, value in enumerate(values):
            assert value == pytest.approx(Game.evaluate(game, state, player), abs=1e-9)


def test_more_armies_more_territories_and_a_continent_are_better() -> None:
    even = {"INO": (BLUE, 3), "NGU": (BLUE, 3), "WAU": (BLUE, 3), "ALA": (BLUE, 1), "EAU": (ORANGE, 1)}
    before = world(GAME, ORANGE, even)
    for better in (
        {**even, "INO": (BLUE, 9)},
        {**even, "KAM": (BLUE, 1)},
        {**even, "EAU": (BLUE, 1), "ALA": (ORANGE, 1)},
    ):
        assert GAME.evaluate(world(GAME, ORANGE, better), BLUE) > GAME.evaluate(before, BLUE)


def test_good_attacks_come_before_stopping_and_poor_ones_after() -> None:
    held = {"ALA": (BLUE, 9), "NWT": (BLUE, 2), "ONT": (ORANGE, 7), "KAM": (ORANGE, 1)}
    state = world(GAME, ORANGE, held, phase=ATTACK)
    good, poor = move(GAME, "ALA KAM"), move(GAME, "NWT ONT")
    assert GAME.order(state, good) > GAME.order(state, STOP) > GAME.order(state, poor)


# Scripts


@pytest.mark.parametrize("name", GAME.scripts)
def test_a_script_plays_legal_moves_to_the_end(name: str) -> None:
    game = Risk(map="islands", players=3, rounds=5)
    random, state = Generator(4), game.initial()
    while not game.over(state):
        if game.turn(state) == CHANCE:
            state = game.play(state, random.weighted(list(game.chances(state))))
            continue
        chosen = game.script(state, name if state.turn == 0 else "random", random)
        assert chosen in game.moves(state)
        state = game.play(state, chosen)


@pytest.mark.parametrize("name", ["greedy", "holder"])
def test_a_script_that_attacks_with_care_beats_three_that_do_not_look(name: str) -> None:
    wins = 0
    for seed in range(8):
        names = ["random"] * 4
        names[seed % 4] = name
        state, _ = play_script(GAME, tuple(names), seed)
        wins += GAME.payoff(state, seed % 4) == 1
    assert wins > 4


def test_the_turtle_attacks_only_what_is_a_third_as_strong() -> None:
    held = {"ALA": (BLUE, 7), "KAM": (ORANGE, 3), "NWT": (ORANGE, 3), "ALB": (ORANGE, 3)}
    state = world(GAME, ORANGE, held, phase=ATTACK)
    assert GAME.script(state, "turtle", Generator(1)) == STOP
    assert GAME.script(state, "greedy", Generator(1)) != STOP
    state = world(GAME, ORANGE, {**held, "KAM": (ORANGE, 2)}, phase=ATTACK)
    assert GAME.describe(state, GAME.script(state, "turtle", Generator(1))) == "ALA x KAM"


def test_the_holder_attacks_the_continent_that_it_nearly_has() -> None:
    held = {"INO": (BLUE, 3), "NGU": (BLUE, 9), "WAU": (BLUE, 9), "ALA": (BLUE, 20), "EAU": (ORANGE, 2)}
    state = world(GAME, ORANGE, held, phase=ATTACK)
    target = GAME.script(state, "holder", Generator(1)) % STRIDE
    assert GAME.world_map.territories[target].id == "EAU"
    placing = GAME.script(state._replace(phase=PLACE), "holder", Generator(1)) // STRIDE
    assert GAME.world_map.territories[placing].id in ("NGU", "WAU")


def test_armies_march_to_the_front_at_the_end_of_a_turn() -> None:
    held = {"EAU": (ORANGE, 3), "VEN": (BLUE, 8), "CAM": (BLUE, 2)}
    state = world(GAME, BLUE, held, phase=FORTIFY)
    assert GAME.describe(state, GAME.script(state, "greedy", Generator(1))) in ("VEN-CAM 7", "VEN-BRA 7")


# In writing


def test_the_text_has_every_territory_with_its_owner_and_armies() -> None:
    text = GAME.text(world(GAME, ORANGE, {"ALA": (BLUE, 12)}))
    assert "ALA  B  12  Alaska" in text
    assert "KAM  O   1  Kamchatka" in text
    assert "North America +5" in text
    assert "Blue 1 territories, 12 armies, +3" in text
    assert text.splitlines()[-1] == "round 1 of 20: Blue places 3"
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("cards", [False, True])
def test_moves_are_read_as_they_are_described(cards: bool) -> None:
    game = Risk(map="islands", players=3, rounds=4, cards=cards)
    for state in random_states(game, 3)[:-1:3]:
        if game.turn(state) != CHANCE:
            for each in game.moves(state):
                assert game.parse(state, game.describe(state, each)) == each


# Compiled, and sound


def test_another_map_deal_and_limit_need_no_compiling() -> None:
    from outwit.engine.compiler.digest import digest
    from outwit.engine.compiler.linker import Linked

    games = (GAME, Risk(map="islands", rounds=3), Risk(deal=8))
    assert len({digest(Linked(game), "rules") for game in games}) == 1
    assert digest(Linked(Risk(players=3)), "rules") != digest(Linked(GAME), "rules")


@pytest.mark.parametrize("players", range(2, 7))
def test_the_game_is_sound(players: int) -> None:
    report = check(Risk(players=players, rounds=3, map="islands"), games=3, compiled=False)
    assert report.broken is None


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*(f"risk:players={n}" for n in range(2, 7)), "risk:map=islands,cards=on"])
def test_compiled_it_is_the_same_game(spec: str) -> None:
    report = check(find_game(spec), games=3, seconds=900, compiled=True)
    assert report.broken is None
    assert (report.compiled, report.compared > 0) == ("", True)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["risk", "risk:players=6,cards=on"])
def test_ten_thousand_random_games_end(spec: str) -> None:
    game = find_game(spec)
    search = MonteCarlo(seed=1).new_search(game, game.initial(), Limit(), Watch(), 1)
    assert isinstance(search, CompiledRounds)
    losing = -1 / (game.players - 1)
    for _ in range(10_000):
        payoffs = search.outcome(game.initial())
        assert sum(payoffs) == pytest.approx(0, abs=1e-9)
        winners = [payoff for payoff in payoffs if payoff != losing]
        share = (game.players - len(winners)) / (game.players - 1) / len(winners)
        assert winners == pytest.approx([share] * len(winners))
