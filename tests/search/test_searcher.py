"""What all searches have in common: limits, proofs, seeds, watching, and games they refuse."""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Game, Limit, Minimax, OutwitError, Watch, find_game
from outwit.agents import AGENTS, suitable
from outwit.decision import Agent, Progress
from outwit.errors import UnsuitableError
from outwit.game import CHANCE
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import AlphaBeta, Expectiminimax, MaxN
from outwit.search.searcher import Searcher, branching_factor
from tests.examples import examples
from tests.search.textbook import find_agent

from .generated import DicedGraph, Graph, LoopingGraph, NoisyGraph, alpha_betas, seeds
from .reference import assert_candidates_complete, ending, expected, followed, for_mover, minimax

SEARCHES = ("minimax", "alphabeta", "alphabeta:plain", "maxn", "expectiminimax")

searches = pytest.mark.parametrize("spec", SEARCHES)


# Limits


@searches
@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 8, 9, 50, 1000])
def test_no_more_nodes_are_visited_than_allowed(spec: str, nodes: int) -> None:
    game = find_game("connect4")
    decision = find_agent(spec).decide(game, game.initial(), Limit(nodes=nodes))
    assert 1 <= decision.nodes <= nodes
    assert_candidates_complete(decision, game, game.initial())
    followed(game, game.initial(), decision.line)
    assert decision.line[:1] in ((), (decision.move,))


@given(st.sampled_from(SEARCHES), seeds, st.integers(0, 3), st.integers(1, 300))
@examples(200)
def test_wherever_the_limit_strikes_the_answer_is_legal_and_honest(
    spec: str, seed: int, plies: int, nodes: int
) -> None:
    game = Graph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = find_agent(spec).decide(game, state, Limit(nodes=nodes))
    assert decision.nodes <= nodes
    assert_candidates_complete(decision, game, state)
    followed(game, state, decision.line)
    if decision.exact:
        assert decision.value == for_mover(game, state, minimax(game, state))
    if decision.value is not None:
        assert decision.line[0] == decision.move
        assert decision.candidates[0].value == decision.value


@given(seeds, st.integers(0, 3), st.integers(1, 300))
@examples(100)
def test_wherever_the_limit_strikes_among_dice_the_answer_is_legal_and_honest(
    seed: int, plies: int, nodes: int
) -> None:
    game = DicedGraph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = Expectiminimax(nodes=nodes).decide(game, state)
    assert decision.nodes <= nodes
    if game.turn(state) != CHANCE:
        assert_candidates_complete(decision, game, state)
    if decision.exact:
        assert decision.value == pytest.approx(for_mover(game, state, expected(game, state)), abs=1e-9)


@searches
def test_the_depth_asked_for_is_the_depth_searched(spec: str) -> None:
    game = find_game("connect4")
    for depth in (1, 2, 3):
        decision = find_agent(spec).decide(game, game.initial(), Limit(depth=depth))
        assert decision.depth == len(decision.line) == depth


@searches
def test_a_limit_in_the_call_wins_over_the_spelling(spec: str) -> None:
    game = find_game("connect4")
    agent = find_agent(f"{spec}{',' if ':' in spec else ':'}depth=2,nodes=100000")
    assert agent.decide(game, game.initial()).depth == 2
    assert agent.decide(game, game.initial(), Limit(depth=3)).depth == 3
    assert agent.decide(game, game.initial(), Limit(depth=1)).depth == 1
    assert agent.decide(game, game.initial(), Limit(nodes=5)).nodes <= 5


@searches
def test_seconds_end_a_search_that_would_last_for_ever(spec: str) -> None:
    game = find_game("connect4")
    started = time.process_time()
    decision = find_agent(spec).decide(game, game.initial(), Limit(seconds=0.2))
    assert time.process_time() - started < 5
    assert decision.seconds >= 0.2
    assert_candidates_complete(decision, game, game.initial())
    assert decision.value is None or decision.line[0] == decision.move


def test_seconds_end_a_search_that_does_not_deepen() -> None:
    game = find_game("connect4")
    started = time.process_time()
    decision = AlphaBeta.plain(seconds=0.1).decide(game, game.initial())
    assert time.process_time() - started < 5
    assert decision.move in game.moves(game.initial())
    assert not decision.exact


@searches
def test_a_watch_stops_the_search_from_another_thread(spec: str) -> None:
    game = find_game("connect4")
    watch = Watch()
    began, started = time.perf_counter(), time.process_time()
    threading.Timer(0.15, watch.stop).start()
    decision = find_agent(spec).decide(game, game.initial(), watch=watch)
    assert time.perf_counter() - began > 0.1
    assert time.process_time() - started < 5
    assert decision.move in list(game.moves(game.initial()))


@searches
def test_a_watch_that_has_stopped_gets_a_legal_move_at_once(spec: str) -> None:
    game = find_game("connect4")
    decision = find_agent(spec).decide(game, game.initial(), watch=Watch(stopped=True))
    assert decision.move in list(game.moves(game.initial()))
    assert (decision.value, decision.nodes, decision.exact) == (None, 0, False)


@pytest.mark.parametrize(
    "spec", ["alphabeta:nodes=4000", "minimax:nodes=4000", "alphabeta:aspiration,depth=5"]
)
def test_progress_is_reported_with_growing_depth(spec: str) -> None:
    game = find_game("connect4")
    heard: list[Progress] = []
    find_agent(spec).decide(game, game.initial(), watch=Watch(heard.append))
    depths = [progress.depth for progress in heard]
    assert depths == sorted(depths)
    assert {1, 2, 3} <= set(depths)
    assert [progress.nodes for progress in heard] == sorted(progress.nodes for progress in heard)
    assert all(progress.value is not None and progress.line for progress in heard if progress.depth)


def test_progress_is_reported_while_a_depth_lasts() -> None:
    game = find_game("connect4")
    heard: list[Progress] = []
    AlphaBeta.plain().decide(game, game.initial(), Limit(seconds=0.45), watch=Watch(heard.append))
    assert len(heard) >= 2
    assert {progress.depth for progress in heard} == {0}


@pytest.mark.parametrize(
    "spec",
    [
        "minimax",
        "maxn",
        "alphabeta:compiled=off",
        *(pytest.param(spec, marks=pytest.mark.slow) for spec in ("expectiminimax", "alphabeta")),
    ],
)
def test_a_game_deeper_than_the_stack_still_gets_an_answer(spec: str) -> None:
    game = find_game("nim:coins=3000,take=1")
    decision = find_agent(spec).decide(game, game.initial(), Limit(nodes=150_000))
    assert decision.move == 1
    assert not decision.exact


@pytest.mark.parametrize("spec", ["minimax", "alphabeta:plain", "alphabeta:deepening=off"])
def test_a_single_pass_that_is_too_deep_for_the_stack_asks_for_a_depth(spec: str) -> None:
    game = find_game("nim:coins=3000,take=1")
    with pytest.raises(OutwitError, match="give a depth"):
        find_agent(spec).decide(game, game.initial())


# Games that are over, and proofs


@pytest.mark.parametrize("spec", [*SEARCHES, "random", "random:seed=1", "human"])
@pytest.mark.parametrize(
    ("game", "position"),
    [("tictactoe", "XXX OO. ..."), ("tictactoe", "XOX XOO OXX"), ("nim", "0"), ("tree:3", None)],
)
def test_a_finished_game_leaves_nothing_to_decide(spec: str, game: str, position: str | None) -> None:
    rules = find_game(game)
    state = rules.initial() if position is None else rules.position(position)
    with pytest.raises(OutwitError, match="over"):
        find_agent(spec).decide(rules, state)


@pytest.mark.parametrize("spec", ["random", "random:seed=1", "human"])
def test_where_chance_acts_nobody_can_be_asked(spec: str) -> None:
    game = find_game("pig")
    with pytest.raises(OutwitError, match=r"[Cc]hance"):
        find_agent(spec).decide(game, game.position("0 : 0, pot 0, player 1 rolling"))


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("tictactoe", 3),
        ("connect4:width=4,height=3,length=3", 2),
        ("connect4:width=3,height=4,length=3,graded=on", 1),
    ],
)
@pytest.mark.parametrize(
    "agent", [*SEARCHES, "alphabeta:quick=off", "alphabeta:fail=hard,aspiration,refutation"]
)
def test_what_is_called_proved_is_the_value_of_the_whole_game(agent: str, spec: str, plies: int) -> None:
    game = find_game(spec)
    proofs = 0
    known: dict[Any, float] = {}
    for seed in range(6):
        state = random_position(game, Generator(seed), plies + seed)
        truth = for_mover(game, state, minimax(game, state, 100, known))
        for depth in range(1, 10):
            decision = find_agent(agent).decide(game, state, Limit(depth=depth))
            proofs += decision.exact
            if decision.exact:
                assert decision.value == truth
            else:
                assert depth < game.text(state).count(".") + 9
    assert proofs


@pytest.mark.parametrize("spec", SEARCHES)
def test_proofs_about_nim_hold(spec: str) -> None:
    for coins in range(1, 10):
        game = find_game(f"nim:coins={coins}")
        for depth in range(1, coins + 1):
            decision = find_agent(spec).decide(game, game.initial(), Limit(depth=depth))
            assert decision.exact or depth < coins
            if decision.exact:
                assert decision.value == (-1 if coins % 4 == 0 else 1)


def test_a_forced_win_is_proved_as_soon_as_it_is_seen() -> None:
    game = find_game("connect4")
    state = game.position("2233")
    payoff, plies = ending(game, state, 3)
    assert (payoff, plies) == (1, 3)
    for spec in ("minimax", "alphabeta", "alphabeta:plain,quick"):
        decision = find_agent(spec).decide(game, state, Limit(depth=3))
        assert (decision.exact, decision.value, len(decision.line)) == (True, 1, 3)


# Seeds


@searches
def test_the_same_seed_and_node_limit_give_the_same_answer(spec: str) -> None:
    game = find_game("connect4:width=5,height=4")
    for seed in (None, 3):
        agent = find_agent(spec)
        assert isinstance(agent, Searcher)
        agent = type(agent)(**{**vars(agent), "seed": seed})
        one, two = (agent.decide(game, game.initial(), Limit(nodes=1500)) for _ in range(2))
        assert {**vars(one), "seconds": 0} == {**vars(two), "seconds": 0, "game": game}


@searches
def test_the_seed_decides_among_equal_moves(spec: str) -> None:
    game = find_game("tree:(1 1 1 1)")
    base = find_agent(spec)
    chosen = {type(base)(**{**vars(base), "seed": n}).decide(game, game.initial()).move for n in range(20)}
    assert chosen == {0, 1, 2, 3}
    assert base.decide(game, game.initial()).move == 0


@searches
def test_the_seed_never_changes_the_value(spec: str) -> None:
    game = find_game("connect4:width=4,height=4")
    base = find_agent(spec)
    for seed in range(5):
        agent = type(base)(**{**vars(base), "seed": seed})
        state = random_position(game, Generator(seed), seed)
        assert (
            agent.decide(game, state, Limit(depth=4)).value == base.decide(game, state, Limit(depth=4)).value
        )


# What a decision says


@searches
def test_recording_the_tree_changes_nothing_else(spec: str) -> None:
    game = find_game("connect4:width=4,height=4")
    for seed in range(4):
        state = random_position(game, Generator(seed), seed)
        agent, limit = find_agent(spec), Limit(depth=3)
        with_tree, without = (agent.decide(game, state, limit, tree=tree) for tree in (True, False))
        assert with_tree.tree is not None
        assert without.tree is None
        assert {**vars(with_tree), "seconds": 0, "tree": None} == {**vars(without), "seconds": 0}


@given(alpha_betas(), seeds, st.integers(1, 5), st.booleans())
@examples(60)
def test_recording_the_tree_of_any_alpha_beta_changes_nothing_else(
    agent: AlphaBeta, seed: int, depth: int, looping: bool
) -> None:
    game = LoopingGraph(seed, branching=2) if looping else NoisyGraph(seed)
    loud = AlphaBeta(**{**vars(agent), "quiescence": not looping})
    with_tree, without = (
        loud.decide(game, game.initial(), Limit(depth=depth), tree=tree) for tree in (True, False)
    )
    assert {**vars(with_tree), "seconds": 0, "tree": None} == {**vars(without), "seconds": 0}


@given(seeds, st.integers(1, 4), st.booleans(), st.booleans())
@examples(60)
def test_recording_the_tree_of_dice_changes_nothing_else(
    seed: int, depth: int, star1: bool, star2: bool
) -> None:
    game = DicedGraph(seed)
    for agent in (Expectiminimax(star1=star1, star2=star2), MaxN()):
        with_tree, without = (
            agent.decide(game, game.initial(), Limit(depth=depth), tree=tree) for tree in (True, False)
        )
        assert {**vars(with_tree), "seconds": 0, "tree": None} == {**vars(without), "seconds": 0}


def test_no_value_is_minus_nought() -> None:
    game = find_game("tree:((0 0)(0 0))")
    for spec in SEARCHES:
        decision = find_agent(spec).decide(game, game.play(game.initial(), 0))
        values = [decision.value, *(candidate.value for candidate in decision.candidates)]
        assert {str(value) for value in values if value is not None} == {"0.0"}


def test_the_effective_branching_factor_is_that_of_a_uniform_tree() -> None:
    for width, depth in ((2, 3), (3, 4), (10, 2)):
        nodes = sum(width**level for level in range(depth + 1))
        factor = branching_factor(nodes, depth)
        assert factor is not None
        assert math.isclose(factor, width, abs_tol=1e-6)
    assert branching_factor(5, 0) is None


# Games that a search refuses


class Nothing(NamedTuple):
    turn: int


@dataclass(frozen=True)
class Kind(Game):
    """A game of a certain kind, never played."""

    players: int = 2
    zero_sum: bool = True
    chance: bool = False
    secret: bool = False
    at_once: bool = False

    def initial(self) -> Nothing:
        return Nothing(0)

    def moves(self, state: Nothing) -> Iterator[int]:
        yield 0

    def play(self, state: Nothing, move: int) -> Nothing:
        return Nothing(1)

    def over(self, state: Nothing) -> bool:
        return state.turn == 1

    def payoff(self, state: Nothing, player: int) -> float:
        return 0.0

    @property
    def stochastic(self) -> bool:
        return self.chance

    @property
    def hidden(self) -> bool:
        return self.secret

    @property
    def simultaneous(self) -> bool:
        return self.at_once


KINDS = [Kind(players, *promises) for players in (1, 2, 3) for promises in product((True, False), repeat=4)]


@pytest.mark.parametrize(
    ("agent", "game", "plays"),
    [
        (Minimax(), Kind(chance=True), "expectiminimax"),
        (AlphaBeta(), Kind(chance=True), "expectiminimax"),
        (Minimax(), Kind(players=3), "maxn"),
        (AlphaBeta(), Kind(players=3), "maxn"),
        (AlphaBeta(), Kind(players=3, chance=True), "maxn"),
        (Expectiminimax(), Kind(players=3), "maxn"),
        (Minimax(), Kind(zero_sum=False), "maxn"),
        (AlphaBeta(), Kind(zero_sum=False), "maxn"),
        (AlphaBeta(), Kind(zero_sum=False, chance=True), "maxn"),
        (Expectiminimax(), Kind(zero_sum=False, chance=True), "maxn"),
        (Minimax(), Kind(players=1), "expectiminimax"),
        (AlphaBeta(), Kind(players=1, chance=True), "expectiminimax"),
        *(
            (agent, Kind(secret=True), "ismcts and pimc")
            for agent in (Minimax(), AlphaBeta(), Expectiminimax(), MaxN())
        ),
        *(
            (agent, Kind(at_once=True), "backward, smmcts and montecarlo")
            for agent in (Minimax(), AlphaBeta(), Expectiminimax(), MaxN())
        ),
    ],
)
def test_a_search_refuses_by_name_what_it_cannot_play_and_says_what_can(
    agent: Agent, game: Game, plays: str
) -> None:
    with pytest.raises(UnsuitableError, match=f"{agent.name} cannot play Kind: .*{plays}"):
        agent.decide(game, game.initial())


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_whatever_a_refusal_recommends_does_play_the_game(cls: type[Agent]) -> None:
    for game in KINDS:
        objection = cls.objection(game)
        if objection is not None:
            named = [name for name in AGENTS if re.search(rf"\b{name}\b", objection)]
            assert named, objection
            for name in named:
                if name != "policy":  # plays the game of its file
                    assert AGENTS[name].objection(game) is None, f"{game}: {cls.name} says {objection}"


def test_the_suitable_agent_never_objects() -> None:
    for game in KINDS:
        assert suitable(game).objection(game) is None
