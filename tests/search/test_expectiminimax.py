"""Expectiminimax: known averages, and pruning at chance nodes that changes nothing but the work."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import mean

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outwit import CHANCE, Decision, Game, Limit, find_game
from outwit.decision import Watch
from outwit.game import State
from outwit.games.pig import Pig, Score
from outwit.games.tree import Place, WrittenTree
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import Expectiminimax, MaxN
from outwit.search.expectiminimax import ExpectiminimaxSearch
from tests.examples import examples

from .generated import DicedGraph, TightTree, chancy, grown, seeds, uniform, written
from .reference import SLACK, assert_candidates_complete, expected, followed, for_mover, minimax, true_of

EXHAUSTIVE = Expectiminimax(star1=False, star2=False)
STAR1 = Expectiminimax(star1=True, star2=False)
STAR2 = Expectiminimax(star1=True, star2=True)

pruning = st.builds(
    Expectiminimax,
    star1=st.booleans(),
    star2=st.booleans(),
    order=st.booleans(),
    quick=st.booleans(),
    seed=st.none() | st.integers(0, 5),
)


def decided_soundly(agent: Expectiminimax, game: Game, state: State, depth: int = 1 << 20) -> Decision:
    """The agent's decision, after everything that it says has been checked against brute force."""
    decision = agent.decide(game, state, Limit(depth=depth))
    value = for_mover(game, state, expected(game, state, depth))
    assert decision.value == pytest.approx(value, abs=SLACK)
    if game.turn(state) == CHANCE:
        assert (decision.move, decision.line, decision.candidates) == (None, (), ())
        return decision
    assert_candidates_complete(decision, game, state)
    for candidate in decision.candidates:
        after = expected(game, game.play(state, candidate.move), depth - 1)
        assert true_of(candidate, for_mover(game, state, after)), f"{candidate}, truly {after} for player 0"
    chosen = expected(game, game.play(state, decision.move), depth - 1)
    assert for_mover(game, state, chosen) == pytest.approx(value, abs=SLACK), "the move has not that value"
    end = state
    for move in decision.line:
        end = followed(game, end, (move,))
        assert move == decision.line[-1] or game.turn(end) != CHANCE, "a line ends where chance acts"
    return decision


def test_a_gamble_is_worth_its_average() -> None:
    game = find_game("tree:[1/6:200 5/6:-50]")
    for agent in (EXHAUSTIVE, STAR1, STAR2):
        decision = agent.decide(game, game.initial())
        assert decision.value == pytest.approx(-25 / 3)
        assert decision.move is None
        assert decision.exact


def test_the_coin_is_better_than_four_tenths() -> None:
    game = find_game("tree:(0.4 [1/2:1 1/2:0])")
    for agent in (EXHAUSTIVE, STAR1, STAR2):
        decision = agent.decide(game, game.initial())
        assert (decision.described(), decision.value) == (["2"], 0.5)


def test_a_fair_bet_is_worth_nothing_at_all() -> None:
    game = find_game("tree:([1/2:((1)) 1/2:-1])")
    for agent in (EXHAUSTIVE, STAR1, STAR2):
        assert agent.decide(game, game.initial()).value == 0.0


def test_one_player_maximises() -> None:
    game = find_game("tree:((<1> <5>)[1/2:<20> 1/2:(<-5> <-3>)])")
    for agent in (EXHAUSTIVE, STAR1, STAR2):
        decision = agent.decide(game, game.initial())
        assert (decision.described(), decision.value) == (["2"], 8.5)


def test_the_textbook_chance_node_is_cut_by_its_bounds() -> None:
    game = find_game("tree:(2 [1/2:-2 1/2:(2 2)])")
    assert EXHAUSTIVE.decide(game, game.initial()).nodes == 7
    assert STAR1.decide(game, game.initial()).nodes == 4


@given(pruning, written(4), st.integers(1, 5))
def test_without_chance_it_is_minimax(agent: Expectiminimax, text: str, depth: int) -> None:
    game = find_game(f"tree:{text}")
    decision = decided_soundly(agent, game, game.initial(), depth)
    assert decision.value == minimax(game, game.initial(), depth)


@given(pruning, chancy(), st.integers(1, 5), st.booleans())
@examples(400)
def test_pruning_equals_exhaustive_on_any_tree(
    agent: Expectiminimax, text: str, depth: int, tight: bool
) -> None:
    game = TightTree(text) if tight else find_game(f"tree:{text}")
    decided_soundly(agent, game, game.initial(), depth)


@given(pruning, seeds, st.booleans())
@example(STAR2, 0, True)
@examples(300)
def test_pruning_equals_exhaustive_on_large_trees(agent: Expectiminimax, seed: int, tight: bool) -> None:
    random = Generator(seed)
    text = f"({' '.join(grown(random, 5, widest=4, chance=True) for _ in range(3))})"
    game = TightTree(text) if tight else find_game(f"tree:{text}")
    decided_soundly(agent, game, game.initial())


@given(pruning, seeds, st.integers(0, 3), st.integers(1, 5))
@examples(200)
def test_pruning_equals_exhaustive_on_graphs(
    agent: Expectiminimax, seed: int, plies: int, depth: int
) -> None:
    game = DicedGraph(seed)
    decided_soundly(agent, game, random_position(game, Generator(seed), plies), depth)


@given(pruning, chancy(), st.floats(-4, 4), st.floats(0.01, 4), st.booleans())
@example(STAR1, "[1/2:(-3 3) 1/2:-3]", 2.0, 1.0, True)
@examples(400)
def test_whatever_the_window_the_average_returned_is_a_true_bound(
    agent: Expectiminimax, text: str, alpha: float, width: float, tight: bool
) -> None:
    game = TightTree(text) if tight else find_game(f"tree:{text}")
    state, beta = game.initial(), alpha + width
    search = ExpectiminimaxSearch(game, state, Limit(), Watch(), agent)
    search.root_moves = list(game.moves(state))
    search.begin(None)
    value = search.value(state, 1 << 20, 0, alpha, beta)
    truth = expected(game, state)
    if value <= alpha:
        assert truth <= value + SLACK
    elif value >= beta:
        assert truth >= value - SLACK
    else:
        assert value == pytest.approx(truth, abs=SLACK)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_pruning_equals_exhaustive_on_pig(depth: int) -> None:
    game = find_game("pig:goal=10")
    for seed in range(8):
        state = random_position(game, Generator(seed), 3 * seed)
        values = [agent.decide(game, state, Limit(depth=depth)).value for agent in (EXHAUSTIVE, STAR1, STAR2)]
        truth = for_mover(game, state, expected(game, state, depth))
        assert values == pytest.approx([truth] * 3, abs=SLACK)


@pytest.mark.parametrize(
    "tree",
    [
        "([1/6:3 5/6:-9] [1/6:3 5/6:(-9 -12)])",
        "([0.3:8 0.7:-4] [0.3:8 0.7:(-4 -6)])",
        "([0.3:4 0.7:-4] [0.3:4 0.7:(-4 -12)])",
        "([1/3:2 1/3:9 1/3:-7] [1/3:2 1/3:9 1/3:(-7 -12)])",
    ],
)
@pytest.mark.parametrize("agent", [STAR1, STAR2], ids=["star1", "star2"])
def test_a_bound_that_meets_the_best_so_far_is_not_taken_for_better(tree: str, agent: Expectiminimax) -> None:
    """Up to the last leaf both lotteries are the same, so rounding decides whether they seem to be."""
    game = find_game(f"tree:{tree}")
    assert EXHAUSTIVE.decide(game, game.initial()).described() == ["1"]
    decision = agent.decide(game, game.initial())
    assert decision.described() == ["1"], f"{decision.candidates}"
    decided_soundly(agent, game, game.initial())


class Boundless(WrittenTree):
    """A written tree that does not know how much can be won or lost."""

    most = math.inf

    def bounds(self, state: Place, player: int) -> tuple[float, float]:
        return (-math.inf, self.most) if player == 0 else (-self.most, math.inf)


class HalfBoundless(Boundless):
    """A written tree that knows only how much can be won."""

    most = 9.0


@pytest.mark.parametrize("agent", [EXHAUSTIVE, STAR1, STAR2], ids=["exhaustive", "star1", "star2"])
@pytest.mark.parametrize(
    "tree", ["(0.4 [1/2:1 1/2:0])", "([1/2:1 1/2:0] [1/2:(3 4) 1/2:(0 5)])", "([1:(1)] [1/2:(2) 1/2:[1:3]])"]
)
def test_a_game_without_bounds_is_searched_as_well(tree: str, agent: Expectiminimax) -> None:
    for game in (Boundless(tree), HalfBoundless(tree)):
        decided_soundly(agent, game, game.initial())


class Optimist(WrittenTree):
    """A written tree that estimates every position as the best leaf for player 0."""

    def evaluate(self, state: Place, player: int) -> float:
        return self.ranges[0][1] if player == 0 else -self.ranges[0][1]


def test_an_average_of_what_is_certain_and_what_is_guessed_is_not_proved() -> None:
    game = Optimist("([1/2:1 1/2:((-1))])")
    for agent in (EXHAUSTIVE, STAR1, STAR2, MaxN()):
        decision = agent.decide(game, game.initial(), Limit(depth=1))
        assert (decision.value, decision.exact) == (1, False)
        decision = agent.decide(game, game.initial())
        assert (decision.value, decision.exact) == (0, True)
        decision = agent.decide(game, game.initial(), Limit(nodes=1000))
        assert (decision.value, decision.exact) == (0, True)


@pytest.mark.parametrize("agent", [EXHAUSTIVE, STAR1, STAR2], ids=["exhaustive", "star1", "star2"])
def test_what_is_called_proved_is_the_value_of_the_whole_game(agent: Expectiminimax) -> None:
    proofs = 0
    for seed in range(60):
        game = DicedGraph(seed)
        truth = for_mover(game, game.initial(), expected(game, game.initial()))
        for depth in range(1, 8):
            decision = agent.decide(game, game.initial(), Limit(depth=depth))
            proofs += decision.exact
            if decision.exact:
                assert decision.value == pytest.approx(truth, abs=SLACK), f"{game}, depth {depth}"
    assert proofs > 100


def test_a_depth_limit_never_stops_on_chance() -> None:
    class Blind(Pig):
        def evaluate(self, state: Score, player: int) -> float:
            assert not state.rolling, "asked for an estimate while the die is in the air"
            return super().evaluate(state, player)

    game = Blind(goal=20)
    for agent in (EXHAUSTIVE, STAR1, STAR2):
        for depth in (1, 2, 3):
            assert agent.decide(game, game.initial(), Limit(depth=depth)).depth == depth


@pytest.mark.parametrize(
    ("levels", "branching", "trees"),
    [
        ("pcpc", 3, 60),
        *(
            pytest.param(*trees, marks=pytest.mark.slow)
            for trees in (("pcpc", 3, 300), ("pcpc", 5, 60), ("pcpcpc", 4, 10))
        ),
    ],
)
def test_star1_and_star2_visit_fewer_nodes(
    levels: str, branching: int, trees: int, report: Callable[[str], None]
) -> None:
    """Regular trees, max, chance, min, chance, ..., without any help in ordering the moves."""
    nodes: list[list[int]] = [[], [], []]
    for seed in range(trees):
        game = find_game(f"tree:{uniform(Generator(seed), levels, branching)}")
        decisions = [a.decide(game, game.initial()) for a in (EXHAUSTIVE, STAR1, STAR2)]
        assert [d.value for d in decisions] == pytest.approx([decisions[0].value] * 3, abs=SLACK)
        for counts, decision in zip(nodes, decisions, strict=True):
            counts.append(decision.nodes)
    full, star1, star2 = (mean(counts) for counts in nodes)
    report(
        f"{trees} chance trees, {len(levels)} levels, branching {branching}, nodes: exhaustive {full:.1f}, "
        f"star1 {star1:.1f} ({star1 / full:.0%}), star2 {star2:.1f} ({star2 / full:.0%})"
    )
    assert star1 < full
    assert star2 < full
