"""Alpha-beta and all its switches: the same value as minimax, whatever is cut."""

from __future__ import annotations

import math
from dataclasses import fields
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Decision, Game, Limit, Minimax, find_game
from outwit.decision import Watch
from outwit.game import State
from outwit.games.tictactoe import Board, TicTacToe
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import AlphaBeta
from outwit.search.alphabeta import AlphaBetaSearch
from tests.examples import examples
from tests.search.textbook import find_agent

from .generated import SWITCHES, Graph, LoopingGraph, TightTree, alpha_betas, grown, seeds, written
from .reference import (
    assert_candidates_complete,
    ending,
    followed,
    for_mover,
    minimax,
    stopped,
    true_of,
)

BOARDS = (
    "connect4:width=4,height=4",
    "connect4:width=4,height=4,graded=on",
    "connect4:width=5,height=4,length=3",
    "connect4:width=5,height=4,length=3,graded=on",
    "connect4:width=3,height=5,length=3,graded=on",
    "connect4:width=5,height=5",
)
FULL_BOARDS = ("connect4", "connect4:graded=on")


def decided_soundly(agent: AlphaBeta, game: Game, state: State, depth: int) -> Decision:
    """The agent's decision, after everything that it says has been checked against brute force."""
    known: dict[tuple[State, int], float] = {}
    decision = agent.decide(game, state, Limit(depth=depth))

    def worth(then: State, deep: int) -> float:
        return for_mover(game, state, minimax(game, then, deep, known))

    assert decision.value == pytest.approx(worth(state, depth), abs=1e-9)
    assert_candidates_complete(decision, game, state)
    assert decision.candidates[0].value == decision.value
    assert decision.candidates[0].bound == "exact"
    assert decision.line == decision.candidates[0].line
    if decision.exact:
        assert decision.value == pytest.approx(worth(state, 100), abs=1e-9)
        payoff, plies = ending(game, state, depth)
        if agent.quick and payoff != 0:
            assert len(decision.line) == plies
    for candidate in decision.candidates:
        assert candidate.line[0] == candidate.move
        end = followed(game, state, candidate.line)
        if candidate.bound == "exact":
            reached = game.payoff(end, 0) if game.over(end) else stopped(game, end)
            assert for_mover(game, state, reached) == pytest.approx(candidate.value, abs=1e-9)
    deepest = max(len(candidate.line) for candidate in decision.candidates)
    assert any(  # a proof ends the search before the depth asked for
        all(true_of(c, worth(game.play(state, c.move), deep - 1)) for c in decision.candidates)
        for deep in (range(deepest, depth + 1) if decision.exact else (depth,))
    )
    return decision


@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_plain_alpha_beta_solves_tic_tac_toe_in_18297_nodes(fail: str) -> None:
    game = find_game("tictactoe")
    decision = find_agent(f"alphabeta:plain,fail={fail}").decide(game, game.initial())
    assert decision.value == 0
    assert decision.nodes == 18_297
    assert decision.exact


def test_plain_has_every_switch_off() -> None:
    plain = AlphaBeta.plain()
    spelled = find_agent("alphabeta:plain")
    assert all(getattr(plain, field.name) == getattr(spelled, field.name) for field in fields(plain))
    assert not any(getattr(plain, switch) for switch in (*SWITCHES, "quiescence", "clamp"))


@pytest.mark.parametrize(
    ("tree", "value", "line", "nodes"),
    [
        ("((3 12 8)(2 4 6)(14 5 2))", 3, ["1", "1"], 11),
        ("(((-1 4)(2 6))((-3 -5)(0 7)))", 4, ["1", "1", "2"], 12),
    ],
)
@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_the_trees_of_textbooks_are_cut_as_in_textbooks(
    fail: str, tree: str, value: float, line: list[str], nodes: int
) -> None:
    game = find_game(f"tree:{tree}")
    decision = find_agent(f"alphabeta:plain,fail={fail}").decide(game, game.initial())
    assert decision.value == value
    assert decision.described() == line
    assert decision.nodes == nodes


@pytest.mark.parametrize(
    ("game", "state", "depth"),
    [
        *(
            (game, game.initial(), 6)
            for game in (
                find_game(f"tree:({' '.join(grown(Generator(seed), 4, widest=2) for _ in range(3))})")
                for seed in (1, 2)
            )
        ),
        (Graph(5), Graph(5).initial(), 5),
        pytest.param(Graph(17), Graph(17).initial(), 6, marks=pytest.mark.slow),
        pytest.param(find_game(BOARDS[3]), find_game(BOARDS[3]).position("33424"), 4, marks=pytest.mark.slow),
    ],
    ids=["tree", "another tree", "graph", "deep graph", "connect4"],
)
def test_every_combination_of_switches_gives_the_value_of_minimax(
    game: Game, state: State, depth: int
) -> None:
    value = Minimax().decide(game, state, Limit(depth=depth)).value
    quickest = Minimax().decide(game, state, Limit(depth=depth)).line
    for fail, on in product(("soft", "hard"), product((False, True), repeat=len(SWITCHES))):
        switches = dict(zip(SWITCHES, on, strict=True))
        decision = AlphaBeta.plain(fail=fail, **switches).decide(game, state, Limit(depth=depth))
        assert decision.value == value, switches
        end = followed(game, state, decision.line)
        reached = game.payoff(end, 0) if game.over(end) else stopped(game, end)
        assert for_mover(game, state, reached) == pytest.approx(value), switches
        if switches["quick"] and decision.exact and value:
            assert len(decision.line) == len(quickest), switches


@given(alpha_betas(), written(), st.integers(1, 6))
@examples(300)
def test_alpha_beta_equals_minimax_on_any_tree(agent: AlphaBeta, text: str, depth: int) -> None:
    game = find_game(f"tree:{text}")
    decided_soundly(agent, game, game.initial(), depth)


@given(alpha_betas(), seeds, st.integers(1, 6), st.booleans())
@examples(200)
def test_alpha_beta_equals_minimax_on_large_trees(
    agent: AlphaBeta, seed: int, depth: int, tight: bool
) -> None:
    random = Generator(seed)
    text = f"({' '.join(grown(random, 5, branching=4, widest=3) for _ in range(3))})"
    game = TightTree(text) if tight else find_game(f"tree:{text}")
    decided_soundly(agent, game, game.initial(), depth)


@given(alpha_betas(), seeds, st.integers(0, 3), st.integers(1, 7))
@examples(400)
def test_alpha_beta_equals_minimax_where_positions_are_reached_by_long_and_short_ways(
    agent: AlphaBeta, seed: int, plies: int, depth: int
) -> None:
    game = Graph(seed)
    decided_soundly(agent, game, random_position(game, Generator(seed), plies), depth)


@given(alpha_betas(), seeds, st.integers(0, 3), st.integers(1, 6))
@examples(200)
def test_alpha_beta_equals_minimax_where_positions_come_again(
    agent: AlphaBeta, seed: int, plies: int, depth: int
) -> None:
    game = LoopingGraph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = agent.decide(game, state, Limit(depth=depth))
    known: dict[tuple[State, int], float] = {}
    assert decision.value == for_mover(game, state, minimax(game, state, depth, known))
    after = game.play(state, decision.move)
    assert decision.value == for_mover(game, state, minimax(game, after, depth - 1, known))
    followed(game, state, decision.line)


@given(alpha_betas(), st.sampled_from(BOARDS), seeds, st.integers(0, 16), st.integers(1, 5))
@examples(150)
def test_alpha_beta_equals_minimax_on_random_positions(
    agent: AlphaBeta, spec: str, seed: int, plies: int, depth: int
) -> None:
    game = find_game(spec)
    decided_soundly(agent, game, random_position(game, Generator(seed), plies), depth)


@given(alpha_betas(), st.sampled_from(FULL_BOARDS), seeds, st.integers(0, 38), st.integers(1, 5))
@examples(25)
def test_alpha_beta_equals_minimax_on_the_full_board(
    agent: AlphaBeta, spec: str, seed: int, plies: int, depth: int
) -> None:
    game = find_game(spec)
    state = random_position(game, Generator(seed), plies)
    decision = agent.decide(game, state, Limit(depth=depth))
    known: dict[tuple[State, int], float] = {}
    assert decision.value == pytest.approx(for_mover(game, state, minimax(game, state, depth, known)))
    after = game.play(state, decision.move)
    assert decision.value == pytest.approx(for_mover(game, state, minimax(game, after, depth - 1, known)))
    followed(game, state, decision.line)


@pytest.mark.parametrize(
    "spec", ["alphabeta", "alphabeta:plain", "alphabeta:plain,deepening,table", "alphabeta:quick=off"]
)
def test_the_depth_completed_is_the_one_asked_for_unless_the_value_is_proved(spec: str) -> None:
    agent = find_agent(spec)
    for seed in range(100):
        game = Graph(seed)
        state = game.initial()
        for depth in range(1, 7):
            decision = agent.decide(game, state, Limit(depth=depth))
            value = for_mover(game, state, minimax(game, state, decision.depth))
            assert decision.exact or decision.depth == depth, f"{game}, depth {depth}: {decision}"
            assert decision.value == value, f"{game}, depth {depth}: {decision}"


@given(written(), st.integers(1, 6))
def test_alpha_beta_never_visits_more_than_minimax(text: str, depth: int) -> None:
    game = find_game(f"tree:{text}")
    limit = Limit(depth=depth)
    everything = Minimax().decide(game, game.initial(), limit).nodes
    assert AlphaBeta.plain().decide(game, game.initial(), limit).nodes <= everything
    assert AlphaBeta.plain(fail="hard").decide(game, game.initial(), limit).nodes <= everything


def test_a_win_is_found_by_the_quickest_way_and_a_loss_put_off() -> None:
    game = find_game("connect4")
    winning = game.position("2233")
    decision = AlphaBeta().decide(game, winning, Limit(depth=7))
    assert (decision.value, decision.exact) == (1, True)
    assert len(decision.line) == ending(game, winning, 5)[1] == 3
    losing = game.play(winning, 3)
    decision = AlphaBeta().decide(game, losing, Limit(depth=7))
    assert (decision.value, decision.exact, len(decision.line)) == (-1, True, 2)


# Fail-soft and fail-hard


def asked(agent: AlphaBeta, game: Game, alpha: float, beta: float, depth: int = 1 << 30) -> float:
    """What a search of the first state returns with this window."""
    search = AlphaBetaSearch(game, game.initial(), Limit(), Watch(), agent)
    search.root_moves = list(game.moves(game.initial()))
    search.begin(None)
    return search.value(game.initial(), depth, 0, alpha, beta)


@pytest.mark.parametrize(
    ("alpha", "beta", "soft", "hard"),
    [
        (-math.inf, math.inf, 3, 3),
        (5, 9, 4, 5),  # truly 3: at most 4 is known, and hard says at most 5
        (-9, 1, 3, 1),  # at least 3, and hard says at least 1
        (2, 4, 3, 3),
        (3, 9, 3, 3),
        (-9, 3, 3, 3),
    ],
)
def test_fail_soft_returns_a_tighter_bound_than_fail_hard(
    alpha: float, beta: float, soft: float, hard: float
) -> None:
    game = find_game("tree:((3 12 8)(2 4 6)(14 4 2))")
    assert asked(AlphaBeta.plain(fail="soft"), game, alpha, beta) == soft
    assert asked(AlphaBeta.plain(fail="hard"), game, alpha, beta) == hard


@given(alpha_betas(), written(), st.integers(-5, 5), st.integers(1, 6))
@examples(300)
def test_whatever_the_window_the_value_returned_is_a_true_bound(
    agent: AlphaBeta, text: str, alpha: int, width: int
) -> None:
    game = find_game(f"tree:{text}")
    beta = alpha + width
    truth = minimax(game, game.initial())
    value = asked(agent, game, alpha, beta)
    slack = 1e-9
    if value <= alpha:
        assert truth <= value + slack
    elif value >= beta:
        assert truth >= value - slack
    else:
        assert value == pytest.approx(truth)
    if agent.fail == "hard":
        assert alpha <= value <= beta


@given(written(), st.integers(-5, 5), st.integers(1, 6))
@examples(200)
def test_fail_soft_is_never_looser_than_fail_hard(text: str, alpha: int, width: int) -> None:
    game = find_game(f"tree:{text}")
    beta = alpha + width
    soft = asked(AlphaBeta.plain(fail="soft"), game, alpha, beta)
    hard = asked(AlphaBeta.plain(fail="hard"), game, alpha, beta)
    assert hard == min(max(soft, alpha), beta)


# Positions that a game takes for the same


class MirroredTicTacToe(TicTacToe):
    """Tic-tac-toe that takes a board and its mirror images for the same position."""

    def key(self, state: Board) -> int:
        boards = []
        for order in ((0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2)):
            x = sum(1 << i for i, square in enumerate(order) if state.x >> square & 1)
            o = sum(1 << i for i, square in enumerate(order) if state.o >> square & 1)
            boards.append(x << 9 | o)
        return min(boards) << 1 | state.turn


@pytest.mark.parametrize("position", ["X.. ... ..O", "... ... ..."])
def test_the_line_is_legal_where_symmetric_positions_share_a_key(position: str) -> None:
    game = MirroredTicTacToe()
    state = game.position(position)
    decision = AlphaBeta(deepening=False).decide(game, state)
    value = for_mover(game, state, minimax(game, state))
    assert decision.value == value
    for candidate in decision.candidates:
        followed(game, state, candidate.line)
    end = followed(game, state, decision.line)
    assert game.over(end)
    assert for_mover(game, state, game.payoff(end, 0)) == value
