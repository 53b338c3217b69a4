"""Information set Monte Carlo tree search: it plays by what a player knows, and by nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from benchmarks.exploitability import play_of, uniform_play

from outwit import Decision, Limit, find_game
from outwit.decision import Watch
from outwit.equilibrium.best_response import exploitability_by_rules
from outwit.errors import BadOptionError, OutwitError, UnsuitableError
from outwit.game import CHANCE, Game, State
from outwit.games.kuhn import Hand, Kuhn
from outwit.games.liarsdice import LiarsDice
from outwit.games.nim import Nim
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import AlphaBeta
from outwit.search.ismcts import ISMCTS, IsmctsSearch
from tests.hidden_games import HighCard, Pace, SealedBids
from tests.sketches.battleship import Battleship
from tests.solved_games import Cup, Doors, Guess, Prize

OBSERVERS: Any = ("multiple", "single")

HIDING: list[Game] = [HighCard(), LiarsDice(dice=1, faces=3), Kuhn(), Battleship(4, (2, 2))]


def some_position(game: Game, seed: int) -> State:
    """A position after some random moves in which a player is to act."""
    random = Generator(seed)
    for plies in range(2 + random.below(6), 40):
        state = random_position(game, random, plies)
        if game.turn(state) != CHANCE:
            return state
    raise AssertionError("only chance acts in this game")


def answer(decision: Decision) -> object:
    """All that a decision says, apart from how long it took and from which world it set out."""
    return replace(decision, seconds=0), [*decision.candidates]


@pytest.mark.parametrize("observers", OBSERVERS)
@pytest.mark.parametrize("game", HIDING, ids=lambda game: type(game).__name__)
def test_states_that_a_player_cannot_tell_apart_are_decided_alike(game: Game, observers: Any) -> None:
    agent, differing = ISMCTS(simulations=30, seed=5, observers=observers), 0
    for seed in range(6):
        state = some_position(game, seed)
        world = game.determinize(state, game.turn(state), Generator(seed))
        differing += world != state
        assert answer(agent.decide(game, state)) == answer(agent.decide(game, world))
    assert differing


@pytest.mark.parametrize("observers", OBSERVERS)
def test_the_seed_makes_the_draws(observers: Any) -> None:
    game = LiarsDice(dice=1, faces=3)
    state = some_position(game, 1)
    once, again, other = (
        ISMCTS(simulations=60, seed=seed, observers=observers).decide(game, state) for seed in (1, 1, 2)
    )
    assert answer(once) == answer(again)
    assert [*once.candidates] != [*other.candidates]


@pytest.mark.parametrize("observers", OBSERVERS)
def test_who_does_not_know_the_coin_does_not_count_on_knowing_it(observers: Any) -> None:
    decision = ISMCTS(simulations=400, seed=1, observers=observers).decide(Guess(), Cup(1, ()))
    assert decision.move == Guess.LEAVE
    assert decision.value == pytest.approx(0.6)
    stay = next(each for each in decision.candidates if each.move == Guess.STAY)
    assert stay.value == pytest.approx(0.5, abs=0.2)


def best_plan() -> tuple[float, dict[int, int]]:
    """The best of all plans for `Doors`, each a move for whatever was seen, and what it pays."""
    game, plans = Doors(), []
    for first, empty, prize in product((0, 1, 2, 3), (1, 2, 3), (1, 2, 3)):
        plan, worth = {0: first, 1: empty, 2: prize}, 0.0
        for door, chance in enumerate(game.ODDS, 1):
            state = Prize(door, 0, 0)
            while not game.over(state):
                state = game.play(state, plan[state.seen])
            worth += chance * game.payoff(state, 0)
        plans.append((worth, plan))
    return max(plans, key=lambda each: each[0])


@pytest.mark.parametrize("observers", OBSERVERS)
def test_the_best_of_all_plans_is_found(observers: Any) -> None:
    worth, plan = best_plan()
    assert worth == pytest.approx(0.7)
    agent = ISMCTS(simulations=600, seed=1, observers=observers)
    for state in (Prize(3, 0, 0), Prize(2, 1, 0), Prize(1, 2, 0)):
        assert agent.decide(Doors(), state).move == plan[state.seen]
    assert agent.decide(Doors(), Prize(1, 0, 0)).value == pytest.approx(worth, abs=0.1)


@pytest.mark.parametrize("observers", OBSERVERS)
def test_nobody_calls_with_the_lowest_card_or_folds_the_highest(observers: Any) -> None:
    agent = ISMCTS(simulations=200, seed=1, observers=observers)
    assert agent.decide(Kuhn(), Hand((1, 0), (1,))).move == 0
    assert agent.decide(Kuhn(), Hand((1, 2), (1,))).move == 1


def test_a_best_response_wins_less_from_it_than_from_any_moves() -> None:
    game = Kuhn()
    uniform = exploitability_by_rules(game, uniform_play(game))
    assert exploitability_by_rules(game, play_of(ISMCTS(simulations=100), game, 3)) < uniform


# Where nothing is hidden


@pytest.mark.parametrize("coins", [5, 6, 7, 9])
def test_it_wins_what_can_be_won_where_all_is_seen(coins: int) -> None:
    game = Nim(coins=coins)
    best = AlphaBeta().decide(game, game.initial()).move
    assert ISMCTS(simulations=400, seed=1).decide(game, game.initial()).move == best


def test_both_kinds_of_observers_are_the_same_where_all_is_seen() -> None:
    for spec in ("tictactoe", "pig:goal=10"):
        game = find_game(spec)
        state = some_position(game, 3)
        one, two = (ISMCTS(simulations=80, seed=2, observers=each).decide(game, state) for each in OBSERVERS)
        assert [*one.candidates] == [*two.candidates]


def test_three_players_each_play_for_themselves() -> None:
    game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    decision = ISMCTS(simulations=300, seed=1).decide(game, game.initial())
    assert decision.described() == ["2", "2"]
    assert decision.value == pytest.approx(7, abs=0.5)


class Circles(Pace):
    """A token that goes round for ever; nobody ever wins."""

    repetition = 0


@pytest.mark.parametrize("observers", OBSERVERS)
def test_a_node_that_comes_again_on_the_way_down_is_left_by_a_rollout(observers: Any) -> None:
    agent = ISMCTS(simulations=60, seed=1, cutoff=2, observers=observers)
    decision = agent.decide(Circles(), Circles().initial())
    assert decision.stats["simulations"] == 60
    assert 1 < decision.depth <= 10, "there are five places for each player"


# What it promises of limits and answers


@pytest.mark.parametrize("observers", OBSERVERS)
@pytest.mark.parametrize(
    "game",
    [LiarsDice(dice=1, faces=3), Kuhn(), find_game("pig:goal=8")],
    ids=lambda game: type(game).__name__,
)
def test_limits_are_kept_and_what_is_broken_off_leaves_nothing(game: Game, observers: Any) -> None:
    state = some_position(game, 2)
    for most in (1, 2, 5, 17, 60, 333):
        limited = ISMCTS(seed=1, observers=observers).decide(game, state, Limit(nodes=most))
        assert limited.nodes <= most
        made = int(limited.stats["simulations"])
        if made:
            same = ISMCTS(seed=1, observers=observers).decide(game, state, Limit(simulations=made))
            assert replace(same, seconds=0) == replace(limited, seconds=0)
        else:
            assert limited.value is None


def test_visits_add_up_and_availability_is_counted_since_the_first_try() -> None:
    game = LiarsDice(dice=1, faces=3)
    agent = ISMCTS(seed=1)
    search = agent.begin(game, some_position(game, 1), Limit(simulations=150), Watch(), 0)
    assert isinstance(search, IsmctsSearch)
    search.run()
    assert sum(arm.visits for arm in search.top.arms.values()) == 150
    for node in search.nodes_by_key.values():
        for arm in node.arms.values():
            assert 1 <= arm.visits <= arm.available
    first, *_ = search.top.arms.values()
    assert first.available == 150, "the root's moves are legal in every world"


def test_every_candidate_tells_how_far_its_mean_is_luck() -> None:
    decision = ISMCTS(simulations=300, seed=1).decide(Guess(), Cup(2, ()))
    for candidate in decision.candidates:
        assert candidate.interval is not None
        low, high = candidate.interval
        assert candidate.value is not None
        assert -1 <= low <= candidate.value <= high <= 1


def test_a_line_ends_where_the_player_cannot_foresee_what_comes() -> None:
    looking = ISMCTS(simulations=600, seed=1).decide(Doors(), Prize(2, 0, 0))
    assert looking.line == (Doors.LOOK,), "what to open depends on what will be seen"
    staying = next(
        each
        for each in ISMCTS(simulations=300, seed=1).decide(Guess(), Cup(1, ())).candidates
        if each.move == Guess.STAY
    )
    assert staying.line in ((Guess.STAY, 1), (Guess.STAY, 2)), "nothing is seen in between"


def test_what_it_cannot_play_is_refused_by_name() -> None:
    with pytest.raises(UnsuitableError, match="ismcts cannot play SealedBids: its players choose at once"):
        ISMCTS().decide(SealedBids(), SealedBids().initial())
    with pytest.raises(OutwitError, match="Chance is to act here"):
        ISMCTS().decide(Kuhn(), Kuhn().initial())
    with pytest.raises(BadOptionError, match="exploration=-1 must be 0 or more"):
        ISMCTS(exploration=-1)
