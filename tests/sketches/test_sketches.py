"""Awkward games keep the contract: several choices a turn, dice, secrets, three players, bids at once."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from outwit import AlphaBeta, Expectiminimax, Limit, MaxN, Minimax, Random
from outwit.decision import Agent
from outwit.errors import BadOptionError, UnsuitableError
from outwit.game import CHANCE, Game, State, actors, options
from outwit.random import Generator
from tests.random_games import random_game
from tests.sketches import backgammon, risk, tactics
from tests.sketches.backgammon import BAR, OFF, Backgammon, Board
from tests.sketches.battleship import Battleship, Sea
from tests.sketches.liarsdice import LIAR, Cups, LiarsDice
from tests.sketches.risk import Risk, World
from tests.sketches.tactics import ATTACK, PASS, Field, Tactics

SKETCHES = (
    Tactics(),
    Tactics(rules="emp"),
    Backgammon(),
    Battleship(),
    Battleship(size=5, fleet=(3, 2, 2)),
    Risk(),
    LiarsDice(),
    LiarsDice(dice=3, sides=4),
)
SEEDS = range(8)

every_sketch = pytest.mark.parametrize("game", SKETCHES, ids=str)


def spelled(value: object) -> str:
    """A parameter as the report of a test names it."""
    return value.name if isinstance(value, Agent) else str(value)


def met(game: Game, turn: int | None = None) -> list[State]:
    """The states of some random games before their end; with a turn, those where it is this one's."""
    states = [state for seed in SEEDS for state in random_game(game, seed)[:-1]]
    return [state for state in states if turn is None or game.turn(state) == turn]


# Every sketch


@every_sketch
def test_a_random_game_of_each_sketch_ends(game: Game) -> None:
    for seed in range(100):
        assert game.over(random_game(game, seed)[-1])


@every_sketch
def test_a_finished_game_has_no_moves(game: Game) -> None:
    for seed in SEEDS:
        end = random_game(game, seed)[-1]
        assert not any(list(game.moves_for(end, player)) for player in actors(game, end))


@every_sketch
def test_chance_sums_to_one_wherever_it_acts(game: Game) -> None:
    nodes = met(game, CHANCE)
    assert bool(nodes) == game.stochastic
    for state in nodes:
        chances = list(game.chances(state))
        assert len({outcome for outcome, _ in chances}) == len(chances)
        assert all(probability > 0 for _, probability in chances)
        assert sum(probability for _, probability in chances) == pytest.approx(1)


@every_sketch
def test_payoffs_cancel(game: Game) -> None:
    for seed in SEEDS:
        end = random_game(game, seed)[-1]
        assert sum(game.payoff(end, player) for player in range(game.players)) == pytest.approx(0)


@every_sketch
def test_estimates_cancel(game: Game) -> None:
    for state in met(game):
        assert sum(game.evaluate(state, player) for player in range(game.players)) == pytest.approx(0)


@every_sketch
def test_the_bounds_of_every_state_hold_what_the_game_comes_to(game: Game) -> None:
    for seed in SEEDS:
        states = random_game(game, seed)
        for player in range(game.players):
            paid = game.payoff(states[-1], player)
            for state in states:
                low, high = game.bounds(state, player)
                assert low <= paid <= high


@every_sketch
def test_whatever_can_happen_is_written_in_its_own_way_and_read_back(game: Game) -> None:
    for state in met(game)[::7]:
        written = {move: game.describe(state, move) for move in options(game, state)}
        assert len(set(written.values())) == len(written)
        for move, text in list(written.items())[:10]:
            assert game.parse(state, text) == move


@every_sketch
def test_random_plays_every_sketch(game: Game) -> None:
    for state in met(game)[::7]:
        for player in actors(game, state):
            decision = Random(seed=1).decide(game, state, player=player)
            assert decision.move in game.moves_for(state, player)


@every_sketch
def test_what_a_seat_does_not_know_never_changes_what_it_may_do_or_read(game: Game) -> None:
    for number, state in enumerate(met(game)[::7]):
        for player in range(game.players):
            drawn = game.determinize(state, player, Generator(number))
            assert game.observation(drawn, player) == game.observation(state, player)
            assert game.turn(drawn) == game.turn(state)
            assert list(game.moves_for(drawn, player)) == list(game.moves_for(state, player))
            assert game.text(drawn, player) == game.text(state, player)


# Which searches take them


@pytest.mark.parametrize(
    ("agent", "game", "depth"),
    [
        (AlphaBeta(), Tactics(), 4),
        (Minimax(), Tactics(), 3),
        (Expectiminimax(), Tactics(rules="emp"), 3),
        (Expectiminimax(), Backgammon(), 1),
        (MaxN(), Risk(), 2),
    ],
    ids=spelled,
)
def test_a_search_decides_on_a_sketch_it_can_handle(agent: Agent, game: Game, depth: int) -> None:
    for state in (state for state in met(game)[::97] if game.turn(state) != CHANCE):
        decision = agent.decide(game, state, Limit(depth=depth))
        low, high = game.bounds(state, game.turn(state))
        assert decision.move in game.moves(state)
        assert decision.value is not None
        assert low <= decision.value <= high


@pytest.mark.parametrize("agent", [AlphaBeta(), Minimax(), Expectiminimax(), MaxN()], ids=spelled)
@pytest.mark.parametrize("game", [Battleship(), LiarsDice()], ids=str)
def test_a_search_that_sees_everything_refuses_secrets(agent: Agent, game: Game) -> None:
    with pytest.raises(UnsuitableError, match=type(game).__name__):
        agent.decide(game, game.initial())


def test_alpha_beta_takes_tactics_only_where_attacks_always_hit() -> None:
    assert AlphaBeta.objection(Tactics()) is None
    assert "expectiminimax" in (AlphaBeta.objection(Tactics(rules="emp")) or "")


def test_alpha_beta_equals_minimax_where_a_turn_is_several_choices() -> None:
    game = Tactics()
    for state in met(game)[::19]:
        limit = Limit(depth=4)
        assert AlphaBeta().decide(game, state, limit).value == Minimax().decide(game, state, limit).value


def test_star_pruning_equals_the_plain_average_in_tactics() -> None:
    game = Tactics(rules="emp")
    for state in met(game)[::19]:
        plain = Expectiminimax(star1=False, star2=False).decide(game, state, Limit(depth=3))
        assert Expectiminimax().decide(game, state, Limit(depth=3)).value == pytest.approx(plain.value)


# Tactics


def test_a_unit_acts_several_times_in_a_row() -> None:
    game = Tactics()
    assert any(before.turn == after.turn for before, after in pairwise(random_game(game, 1)))


@pytest.mark.parametrize("rules", ["smp", "emp"])
def test_after_an_attack_only_passing_is_legal(rules: str) -> None:
    game = Tactics(rules)
    attacks = [state for state in met(game) if ATTACK in (game.moves(state) if game.turn(state) >= 0 else ())]
    assert attacks
    for state in attacks:
        after = game.play(state, ATTACK)
        struck = (
            [game.play(after, o) for o, _ in game.chances(after)] if game.turn(after) == CHANCE else [after]
        )
        for each in struck:
            assert game.over(each) or list(game.moves(each)) == [PASS]


def test_a_move_costs_the_steps_around_rocks_and_the_enemy() -> None:
    game = Tactics()
    state = Field(tiles=(2, 3), health=(6, 4), turn=0, steps=3, stage=tactics.READY, turns=0)
    assert game.walks(state) == {1: 1, 0: 2, 6: 2, 5: 3, 11: 3}
    assert game.play(state, 6).steps == 1


def test_tactics_is_a_draw_when_the_turns_run_out() -> None:
    game = Tactics(turns=2)
    state = game.play(game.play(game.initial(), PASS), PASS)
    assert game.over(state)
    assert game.payoff(state, 0) == game.payoff(state, 1) == 0


# Backgammon


def brute_force(state: Board) -> set[tuple[int, ...]]:
    """Every board that the rules let a player leave: all sequences of steps, the longest kept.

    A board is signed, the mover's checkers positive, with the mover's bar last but one and the other's last.
    """
    own, other = state.checkers[state.turn], state.checkers[1 - state.turn]
    board = [0, *(own[p] - other[BAR - p] for p in range(1, BAR)), own[BAR], other[BAR]]
    high, low = divmod(state.roll, 10)
    orders = [[high] * 4] if high == low else [[high, low], [low, high]]
    ways: list[tuple[list[int], tuple[int, ...]]] = []

    def explore(board: list[int], left: list[int], used: list[int]) -> None:
        ways.append((used, tuple(board)))
        for start in range(1, BAR + 1):
            if left and board[start] > 0 and (start == BAR or board[BAR] == 0):
                end, after = start - left[0], list(board)
                if end <= 0:
                    behind = sum(max(n, 0) for n in board[start + 1 : BAR + 1])
                    outside = sum(max(n, 0) for n in board[7 : BAR + 1])
                    if outside or (end < 0 and behind):
                        continue
                elif board[end] < -1:
                    continue
                elif board[end] == -1:
                    after[end] = 0
                    after[-1] += 1
                after[start] -= 1
                if end > 0:
                    after[end] += 1
                explore(after, left[1:], [*used, left[0]])

    for order in orders:
        explore(board, order, [])
    most = max(len(used) for used, _ in ways)
    kept = [way for way in ways if len(way[0]) == most]
    if most == 1 and high != low and any(used == [high] for used, _ in kept):
        kept = [way for way in kept if way[0] == [high]]
    return {reached for _, reached in kept}


def left_behind(state: Board, after: Board) -> tuple[int, ...]:
    """The board after a move, in the way that `brute_force` writes it."""
    own, other = after.checkers[state.turn], after.checkers[1 - state.turn]
    return (0, *(own[p] - other[BAR - p] for p in range(1, BAR)), own[BAR], other[BAR])


@pytest.mark.parametrize(("roll", "positions"), [(31, 16), (65, 7), (11, 42), (66, 11)])
def test_the_opening_has_as_many_plays_as_the_books_say(roll: int, positions: int) -> None:
    game = Backgammon()
    state = game.play(game.initial(), roll)
    after = [game.play(state, move) for move in game.moves(state)]
    assert len(after) == len(set(after)) == positions


def test_backgammon_plays_are_those_of_brute_force() -> None:
    game = Backgammon()
    decisions = [state for state in met(game) if state.roll]
    for state in [*decisions[::5], *(game.play(game.initial(), roll) for roll, _ in backgammon.ROLLS)]:
        found = [left_behind(state, game.play(state, move)) for move in game.moves(state)]
        assert len(set(found)) == len(found)
        assert set(found) == brute_force(state)


def side(**points: int) -> tuple[int, ...]:
    """A side's checkers: `p6=2` two on the six point, `bar=1`; those not named are off."""
    places = {BAR if name == "bar" else int(name[1:]): n for name, n in points.items()}
    return tuple(15 - sum(places.values()) if point == OFF else places.get(point, 0) for point in range(26))


def written(checkers: tuple[tuple[int, ...], tuple[int, ...]], roll: int) -> set[str]:
    """The plays of the first player, as people write them."""
    state = Board(checkers, 0, roll)
    return {Backgammon().describe(state, move) for move in Backgammon().moves(state)}


def test_a_checker_on_the_bar_comes_in_first_and_may_hit() -> None:
    waiting = (side(bar=1, p6=1), side(p4=1, p5=2))
    assert written(waiting, 54) == {"bar/21* 6/1", "bar/21* 21/16"}


def test_a_closed_board_lets_nobody_in() -> None:
    closed = side(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    assert written((side(bar=1, p6=14), closed), 63) == {"pass"}


def test_where_either_die_can_be_played_but_not_both_it_is_the_higher() -> None:
    blocked = side(p13=2)
    assert written((side(p23=1), blocked), 65) == {"23/17"}


def test_a_die_too_high_bears_off_only_the_rearmost() -> None:
    assert written((side(p4=1, p2=1), side(p6=15)), 65) == {"4/off 2/off"}
    assert written((side(p5=1, p3=1), side(p6=15)), 42) == {"5/1 3/1", "5/3 3/off"}


def test_the_steps_of_a_play_are_read_in_any_order() -> None:
    game = Backgammon()
    state = game.play(game.initial(), 31)
    assert game.parse(state, "6/5 8/5") == game.parse(state, "8/5 6/5")


@pytest.mark.parametrize(
    ("loser", "worth"), [(side(p3=1), 1), (side(p18=15), 2), (side(p19=15), 3), (side(bar=1, p3=14), 3)]
)
def test_a_gammon_counts_two_and_a_backgammon_three(loser: tuple[int, ...], worth: float) -> None:
    state = Board((loser, side()), 0, 0)
    assert Backgammon().over(state)
    assert (Backgammon().payoff(state, 0), Backgammon().payoff(state, 1)) == (-worth, worth)


# Battleship


def test_determinize_changes_something_hidden_and_nothing_else() -> None:
    game = Battleship()
    changed = 0
    for number, state in enumerate(met(game)[::5]):
        drawn = game.determinize(state, 0, Generator(number))
        assert drawn._replace(fleets=state.fleets) == state
        assert drawn.fleets[0] == state.fleets[0]
        changed += drawn.fleets[1] != state.fleets[1]
    assert changed > 50


def test_a_fleet_drawn_is_one_that_could_have_been_placed_and_shot_at() -> None:
    game = Battleship(size=5, fleet=(3, 2, 2))
    for number, state in enumerate(met(game)):
        drawn = game.determinize(state, 1, Generator(number))
        ships = [ship for ship in drawn.fleets[0] if ship]
        assert sum(ship.bit_count() for ship in ships) == sum(ships).bit_count()
        for ship, real in zip(drawn.fleets[0], state.fleets[0], strict=True):
            assert ship.bit_count() == real.bit_count()
            assert ship & state.shots[1] == real & state.shots[1]


def test_a_draw_tells_nothing_of_the_truth() -> None:
    game = Battleship()
    for number, state in enumerate(met(game)[::11]):
        other = game.determinize(state, 0, Generator(number))
        assert game.determinize(other, 0, Generator(3)) == game.determinize(state, 0, Generator(3))


def test_every_fleet_that_fits_is_drawn_equally_often() -> None:
    game = Battleship(size=3, fleet=(2, 2))
    state = Sea(fleets=((3, 24), (3, 48)), shots=(1 << 4 | 1 << 8, 0), turn=0)
    random = Generator(7)
    counts = Counter(game.determinize(state, 0, random).fleets[1] for _ in range(18_000))
    assert len(counts) == 4 + 5 + 4 + 5  # four ways to lie on the middle, and room for the other ship
    assert max(counts.values()) < 1.2 * min(counts.values())


def test_a_seat_does_not_see_enemy_ships_before_they_are_hit() -> None:
    game = Battleship(size=5, fleet=(3, 2, 2))
    state = next(state for state in random_game(game, 2) if not game.placing(state))
    own, enemy = game.text(state, 0).split("\n\n")
    assert enemy.count(".") == 25
    assert own == game.text(state).split("\n\n")[0]
    target = state.fleets[1][0].bit_length() - 1
    hit = game.text(game.play(state, target), 0).split("\n\n")[1]
    assert (hit.count("."), hit.count("1*")) == (24, 1)


def test_ships_that_may_find_no_room_are_refused() -> None:
    with pytest.raises(BadOptionError, match="room"):
        Battleship(size=3, fleet=(3, 3, 3, 3))


# Risk


def test_the_dice_of_risk_have_the_odds_of_the_books() -> None:
    assert risk.losses(3, 2) == ((0, 2890 / 7776), (1, 2611 / 7776), (2, 2275 / 7776))
    assert risk.losses(1, 1) == ((0, 15 / 36), (1, 21 / 36))


def test_a_turn_of_risk_is_reinforcing_then_attacking_then_fortifying() -> None:
    game = Risk()
    state = game.initial()
    for text, turn in (
        *(("+AF", 0), ("+AF", 0), ("+AF", 0)),
        *(("AF>EU", CHANCE), ("attacker loses 0 of 2", 0), ("AF>EU", CHANCE), ("attacker loses 0 of 1", 0)),
        *(("done", 0), ("EU-AF", 1)),
    ):
        state = game.play(state, game.parse(state, text))
        assert game.turn(state) == turn
    assert state.lands == ((0, 3), (1, 3), (0, 1), (0, 5), (1, 3), (2, 3))


def test_a_player_without_lands_is_passed_over_and_paid_the_least() -> None:
    game = Risk()
    state = World(((0, 3), (0, 3), (0, 3), (2, 3), (2, 3), (2, 3)), 0, risk.FORTIFY, 0, risk.DONE, 4)
    assert game.play(state, risk.DONE).turn == 2
    assert game.bounds(state, 1) == (-1, -1)


def test_who_owns_the_world_takes_two_from_the_others() -> None:
    world = World(((1, 2),) * 6, 1, risk.ATTACK, 0, risk.DONE, 4)
    assert Risk().over(world)
    assert [Risk().payoff(world, player) for player in range(3)] == [-1, 2, -1]


# Liar's dice


def test_who_doubts_a_true_bid_loses_and_who_is_caught_loses() -> None:
    game = LiarsDice()
    bid = next(move for move in range(1, 25) if game.meaning(move) == (2, 5))
    for dice, caught in ((((5, 1), (2, 5)), False), (((5, 1), (2, 2)), True)):
        called = game.play(game.play(Cups(dice, (), False), bid), LIAR)
        assert game.payoff(called, 0) == (-1.0 if caught else 1.0) == -game.payoff(called, 1)


def test_bids_only_go_up_and_the_last_one_can_only_be_doubted() -> None:
    game = LiarsDice(dice=1)
    rolled = Cups(((3,), (4,)), (), False)
    assert list(game.moves(rolled)) == list(range(1, 13))
    assert list(game.moves(rolled._replace(bids=(4, 12)))) == [LIAR]


def test_a_seat_reads_question_marks_for_the_dice_of_the_other_until_somebody_doubts() -> None:
    game = LiarsDice()
    state = Cups(((5, 1), (2, 6)), (3,), False)
    assert game.text(state, 0) == "player 1: 5 1\nplayer 2: ? ?\nbid: 1x3"
    assert game.text(state, 1) == "player 1: ? ?\nplayer 2: 2 6\nbid: 1x3"
    assert game.text(game.play(state, LIAR), 0) == game.text(game.play(state, LIAR))


def test_the_dice_of_the_other_are_rolled_anew_each_face_as_likely() -> None:
    random = Generator(1)
    state = Cups(((5, 1), (2, 6)), (3,), False)
    drawn = Counter(LiarsDice().determinize(state, 0, random).dice for _ in range(18_000))
    assert {dice[0] for dice in drawn} == {(5, 1)}
    assert len(drawn) == 36
    assert all(abs(count - 500) < 120 for count in drawn.values())
