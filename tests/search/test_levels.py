"""Levels of difficulty: weaker by looking less far and by any of the moves that look nearly as good."""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outwit
from outwit import Decision, Limit, Watch, find_game
from outwit.agents import AGENTS, agent_spec
from outwit.decision import Agent, Candidate
from outwit.errors import BadOptionError
from outwit.game import CHANCE
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import AlphaBeta, Expectiminimax, MaxN, Minimax
from outwit.search.levels import LEVELS, NAMES, near_best
from outwit.search.searcher import Searcher
from tests.examples import examples
from tests.search.textbook import find_agent

from .generated import DicedGraph, Graph, TightTree, seeds
from .reference import assert_candidates_complete, expected, followed, for_mover, minimax, true_of

SEARCHES = (
    "minimax",
    "alphabeta",
    "alphabeta:plain",
    "alphabeta:fail=hard,aspiration",
    "maxn",
    "expectiminimax",
)
WEAKER = (1, 2, 3, 4)

searches = pytest.mark.parametrize("spec", SEARCHES)
weaker = pytest.mark.parametrize("level", WEAKER)
quickly = pytest.mark.parametrize("level", [1, 2])


def at_level(spec: str, level: int | None, seed: int | None = None) -> Searcher:
    agent = find_agent(spec)
    assert isinstance(agent, Searcher)
    return replace(agent, level=level, seed=seed)


def facts(decision: Decision) -> dict[str, object]:
    return {**vars(decision), "seconds": 0, "agent": "", "game": None, "tree": None}


# What a level is


@searches
@pytest.mark.parametrize("level", [-1, 0, 6, 100])
def test_what_is_no_level_is_refused_in_a_sentence(spec: str, level: int) -> None:
    with pytest.raises(
        BadOptionError, match=rf"level={level} is no level of difficulty; give 1, 2, 3, 4 or 5\."
    ):
        at_level(spec, level)


def test_every_level_has_a_name_and_the_weaker_ones_less_of_everything() -> None:
    assert list(NAMES) == list(LEVELS) == [1, 2, 3, 4, 5]
    granted = [handicap for handicap in LEVELS.values() if handicap is not None]
    assert [handicap.nodes for handicap in granted] == sorted({handicap.nodes for handicap in granted})
    assert [-handicap.slack for handicap in granted] == sorted({-handicap.slack for handicap in granted})
    assert all(0 < handicap.slack < 2 for handicap in granted)


@searches
def test_level_5_is_the_search_as_it_is_without_a_level(spec: str) -> None:
    game = find_game("connect4:width=5,height=4")
    for seed in (None, 3):
        without, full = (at_level(spec, level, seed) for level in (None, 5))
        one, other = (agent.decide(game, game.initial(), Limit(nodes=700)) for agent in (without, full))
        assert facts(one) == facts(other)
    assert at_level("minimax", 5).decide(game, game.initial(), Limit(depth=3)).nodes == 156


def test_the_decision_names_the_level() -> None:
    game = find_game("tictactoe")
    assert find_agent("minimax:level=2").decide(game, game.initial()).agent == "minimax:level=2"
    assert agent_spec(outwit.find_agent("expectiminimax:level=1")) == "expectiminimax:level=1"


@pytest.mark.parametrize("name", [name for name, cls in AGENTS.items() if getattr(cls, "levels", ())])
def test_draws_are_fixed_by_seeding_where_any_are_made(name: str) -> None:
    weak, full, fixed = (
        outwit.find_agent(f"{name}:{options}") for options in ("level=2", "level=5", "level=2,seed=9")
    )
    assert agent_spec(weak.with_seed(7)) == f"{name}:seed=7,level=2"
    assert full.with_seed(7) is full
    assert fixed.with_seed(7) is fixed
    assert outwit.find_agent(name).with_seed(7) == outwit.find_agent(name)


# How far a level looks


@searches
@pytest.mark.parametrize("level", [*WEAKER[:-1], pytest.param(WEAKER[-1], marks=pytest.mark.slow)])
def test_no_more_positions_are_visited_than_the_level_grants(spec: str, level: int) -> None:
    game = find_game("connect4")
    handicap = LEVELS[level]
    assert handicap is not None
    decision = at_level(spec, level).decide(game, game.initial())
    assert decision.nodes <= handicap.nodes
    assert decision.depth >= 1
    assert at_level(spec, level).decide(game, game.initial(), Limit(nodes=10**9)).nodes <= handicap.nodes


@searches
@pytest.mark.parametrize("nodes", [1, 2, 7, 25])
def test_a_smaller_limit_of_ones_own_counts(spec: str, nodes: int) -> None:
    game = find_game("connect4")
    asked = at_level(spec, 2).decide(game, game.initial(), Limit(nodes=nodes))
    own = replace(at_level(spec, 2), nodes=nodes).decide(game, game.initial())
    for decision in (asked, own):
        assert decision.nodes <= nodes
        assert_candidates_complete(decision, game, game.initial())
        assert decision.line[:1] in ((), (decision.move,))


def test_a_depth_asked_for_is_not_exceeded() -> None:
    game = find_game("connect4")
    assert find_agent("alphabeta:level=4,depth=2").decide(game, game.initial()).depth == 2
    assert find_agent("alphabeta:level=1,depth=9").decide(game, game.initial()).depth == 1


@searches
def test_each_move_is_looked_at_even_if_there_are_more_than_the_level_grants(spec: str) -> None:
    game = find_game("wargame:board=Keren")
    decision = at_level(spec, 1).decide(game, game.initial())
    assert decision.depth == 1
    assert decision.nodes == 37
    assert {candidate.bound for candidate in decision.candidates} == {"exact"}


# What is known of every move


@given(st.sampled_from(SEARCHES), st.sampled_from(WEAKER), seeds, st.integers(0, 3))
@examples(200)
def test_every_move_gets_the_value_of_its_own_depth(spec: str, level: int, seed: int, plies: int) -> None:
    game = Graph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = at_level(spec, level, seed % 3).decide(game, state, Limit(depth=4))
    assert_candidates_complete(decision, game, state)
    whole = decision.exact or decision.depth == 4
    for candidate in decision.candidates:
        worth = for_mover(game, state, minimax(game, game.play(state, candidate.move), decision.depth - 1))
        extreme = abs(candidate.value or 0) == game.most
        if whole or not extreme:  # a pass that was cut short may have seen a win or a loss behind it
            assert candidate.bound == "exact"
            assert true_of(candidate, worth)
    assert decision.value == decision.candidates[0].value
    assert decision.line[0] == decision.move
    followed(game, state, decision.line)


@given(st.sampled_from(WEAKER), seeds, st.integers(0, 3))
@examples(100)
def test_every_move_among_dice_gets_the_value_of_its_own_depth(level: int, seed: int, plies: int) -> None:
    game = DicedGraph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = Expectiminimax(level=level, depth=2).decide(game, state)
    if game.turn(state) == CHANCE:
        assert (decision.move, decision.candidates) == (None, ())
    for candidate in decision.candidates:
        worth = for_mover(game, state, expected(game, game.play(state, candidate.move), decision.depth - 1))
        if abs(candidate.value or 0) < game.most:
            assert candidate.bound == "exact"
            assert candidate.value == pytest.approx(worth, abs=1e-9)


def test_a_tree_that_knows_its_bounds_is_valued_move_by_move() -> None:
    game = TightTree("((3 12 8)(2 4 6)(14 5 2))")
    for level in WEAKER:
        decision = AlphaBeta(level=level).decide(game, game.initial())
        assert {c.move: c.value for c in decision.candidates} == {0: 3.0, 1: 2.0, 2: 2.0}
        assert decision.move == 0


# What is chosen

values = st.lists(st.floats(-1e3, 1e3) | st.integers(-3, 3).map(float), min_size=1, max_size=12)


@given(values, st.floats(0, 1.99))
def test_nearer_the_best_is_likelier_and_what_costs_more_than_the_slack_is_never_drawn(
    worths: list[float], slack: float
) -> None:
    candidates = [Candidate(number, worth) for number, worth in enumerate(worths)]
    drawn = near_best(candidates, slack)
    best, mean = max(worths), sum(max(worths) - worth for worth in worths) / len(worths)
    assert sum(probability for _, probability in drawn) == pytest.approx(1)
    assert {c.move for c, _ in drawn} >= {c.move for c in candidates if c.value == best}
    falling = sorted(drawn, key=lambda each: -(each[0].value or 0.0))
    assert [p for _, p in falling] == sorted((p for _, p in falling), reverse=True)
    for candidate, _ in drawn:
        assert candidate.value is not None
        assert candidate.value == best or best - candidate.value <= slack * mean * (1 + 1e-9)


@given(st.floats(-1e3, 1e3), st.floats(0.001, 1e3))
def test_of_two_moves_the_better_is_always_taken(worth: float, more: float) -> None:
    for handicap in LEVELS.values():
        if handicap is not None:
            drawn = near_best([Candidate("a", worth), Candidate("b", worth + more)], handicap.slack)
            assert [candidate.move for candidate, _ in drawn] == ["b"]


@searches
@weaker
def test_what_is_proved_is_played(spec: str, level: int) -> None:
    game = find_game("tree:((1 5) 1 (0.9 3) (1 1))")
    chosen = {at_level(spec, level, seed).decide(game, game.initial()).move for seed in range(40)}
    assert chosen == {0, 1, 3}
    nim = find_game("nim:coins=5")
    assert at_level(spec, level).decide(nim, nim.initial()).move == 1


@searches
@quickly
def test_a_win_in_one_is_taken_and_one_of_the_others_prevented(spec: str, level: int) -> None:
    game = find_game("connect4")
    for seed in range(5):
        assert at_level(spec, level, seed).decide(game, game.position("112233")).move == 3
        assert at_level(spec, level, seed).decide(game, game.position("1122335")).move == 3


@quickly
def test_a_loss_or_a_win_seen_by_a_pass_that_was_cut_short_is_heeded(level: int) -> None:
    handicap = LEVELS[level]
    assert handicap is not None
    long = " ".join(["(1 1)"] * handicap.nodes)
    for _ in range(20):
        losing = TightTree(f"(((-5 0) (-5 1)) (({long}) 3) ({long}))")
        assert Minimax(level=level).decide(losing, losing.initial()).move != 0
        winning = TightTree(f"((9 9) ({long}))")
        assert Minimax(level=level).decide(winning, winning.initial()).move == 0


def test_moves_that_look_alike_are_all_played() -> None:
    game = find_game("tictactoe")
    fresh = Counter(find_agent("minimax:level=1").decide(game, game.initial()).move for _ in range(200))
    assert set(fresh) == set(range(9))


@searches
@quickly
def test_the_same_seed_draws_the_same_move_and_others_others(spec: str, level: int) -> None:
    game = find_game("connect4:width=5,height=4")
    decisions = [at_level(spec, level, seed).decide(game, game.initial()) for seed in (1, 1, 2)]
    assert facts(decisions[0]) == facts(decisions[1])
    field = find_game("tictactoe")
    moves = {at_level(spec, level, seed).decide(field, field.initial()).move for seed in range(12)}
    assert len(moves) > 1


def test_the_same_seed_draws_anew_at_each_position() -> None:
    game = find_game("nim:coins=400,take=9")
    agent = find_agent("minimax:level=1,seed=4")
    taken = {agent.decide(game, game.position(str(coins))).move for coins in range(300, 320)}
    assert len(taken) > 3


def test_max_n_plays_weaker_for_itself_alone() -> None:
    game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    decision = MaxN(level=1).decide(game, game.initial())
    assert (decision.value, decision.described()) == (7.0, ["2", "2"])


@weaker
def test_a_player_of_pig_who_can_win_by_holding_holds(level: int) -> None:
    game = find_game("pig")
    decision = Expectiminimax(level=level).decide(game, game.position("90 : 95, pot 12"))
    assert decision.described() == ["hold"]
    rolling = game.position("0 : 0, pot 0, player 1 rolling")
    assert Expectiminimax(level=level).decide(game, rolling).move is None


def test_level_1_beats_chance_at_tic_tac_toe_and_level_4_never_loses() -> None:
    game = find_game("tictactoe")
    results: dict[int, list[float]] = {1: [], 4: []}
    for level, seed in ((level, seed) for level in results for seed in range(30)):
        seats: list[Agent] = [find_agent(f"random:seed={seed}"), at_level("alphabeta", level, seed)]
        own = seed % 2
        state = game.initial()
        while not game.over(state):
            acting = seats[game.turn(state) == own]
            state = game.play(state, acting.decide(game, state).move)
        results[level].append(game.payoff(state, own))
    assert results[1].count(1.0) > 20
    assert -1.0 not in results[4]


# Everything else goes on working


@searches
def test_recording_the_tree_of_a_weaker_level_changes_nothing_else(spec: str) -> None:
    game = find_game("connect4:width=4,height=4")
    plain, recorded = (at_level(spec, 2, 5).decide(game, game.initial(), tree=tree) for tree in (False, True))
    assert facts(plain) == facts(recorded)
    assert recorded.tree is not None
    assert len(recorded.tree.root.children) == 4


@searches
def test_a_weaker_level_can_be_stopped(spec: str) -> None:
    game = find_game("connect4")
    decision = at_level(spec, 2).decide(game, game.initial(), watch=Watch(stopped=True))
    assert decision.move in list(game.moves(game.initial()))
    assert (decision.value, decision.nodes) == (None, 0)
    watch = Watch()
    threading.Timer(0.05, watch.stop).start()
    started = time.process_time()
    large = find_game("wargame")
    stopped = at_level(spec, 4).decide(large, large.initial(), watch=watch)
    assert stopped.move in list(large.moves(large.initial()))
    assert time.process_time() - started < 5
