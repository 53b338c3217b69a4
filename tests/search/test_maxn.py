"""Max^n: any number of players, each for itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import BadOptionError, Game, Limit, Minimax, find_game
from outwit.game import CHANCE, State
from outwit.games.tree import Place, WrittenTree
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import MaxN
from tests.examples import examples

from .generated import Graph, chancy, seeds, written
from .reference import assert_candidates_complete, expected, for_mover, true_of


def best_for_each(game: Game, state: State) -> tuple[float, ...]:
    """What each player gets when all maximise their own, the first of equal moves taken."""
    if game.over(state):
        return tuple(game.payoff(state, player) for player in range(game.players))
    if game.turn(state) == CHANCE:
        ends = [(p, best_for_each(game, game.play(state, o))) for o, p in game.chances(state)]
        return tuple(sum(p * end[player] for p, end in ends) for player in range(game.players))
    ends_of_moves = [best_for_each(game, game.play(state, move)) for move in game.moves(state)]
    return max(ends_of_moves, key=lambda end: end[game.turn(state)])


@pytest.mark.parametrize(
    ("tree", "value", "line"),
    [
        ("((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", 7, ["2", "2"]),
        ("(((<1,2,6> <4,2,3>)(<6,1,2> <7,4,1>))((<5,1,1> <1,5,2>)(<7,7,1> <5,4,5>)))", 1, ["1", "1", "1"]),
        ("((<3,3> <0,5>)(<5,0> <1,1>))", 1, ["2", "2"]),  # the prisoners' dilemma, one after the other
        ("(<1> (<2> <9>) <3>)", 9, ["2", "2"]),
    ],
)
def test_known_trees_have_their_known_values(tree: str, value: float, line: list[str]) -> None:
    game = find_game(f"tree:{tree}")
    decision = MaxN().decide(game, game.initial())
    assert (decision.value, decision.described(), decision.exact) == (value, line, True)


@given(written(), st.integers(1, 6))
@examples(100)
def test_for_two_opposed_players_it_is_minimax(text: str, depth: int) -> None:
    game = find_game(f"tree:{text}")
    maxn, minimax = (
        a.decide(game, game.initial(), Limit(depth=depth)) for a in (MaxN.plain(), Minimax(quick=False))
    )
    assert (maxn.value, maxn.line, maxn.nodes) == (minimax.value, minimax.line, minimax.nodes)


@pytest.mark.parametrize("spec", ["connect4:width=4,height=4", "connect4:width=4,height=4,graded=on", "nim"])
def test_on_games_for_two_it_is_minimax(spec: str) -> None:
    game = find_game(spec)
    for seed in range(10):
        state = random_position(game, Generator(seed), seed)
        maxn, minimax = (a.decide(game, state, Limit(depth=4)) for a in (MaxN.plain(), Minimax(quick=False)))
        assert (maxn.value, maxn.line, maxn.nodes) == (minimax.value, minimax.line, minimax.nodes)


@given(seeds, st.integers(0, 3), st.integers(1, 6))
@examples(50)
def test_on_graphs_it_is_minimax(seed: int, plies: int, depth: int) -> None:
    game = Graph(seed)
    state = random_position(game, Generator(seed), plies)
    maxn, minimax = (a.decide(game, state, Limit(depth=depth)) for a in (MaxN(), Minimax()))
    assert maxn.value == minimax.value


@given(chancy())
@examples(100)
def test_with_chance_it_is_the_average(text: str) -> None:
    game = find_game(f"tree:{text}")
    decision = MaxN().decide(game, game.initial())
    value = for_mover(game, game.initial(), expected(game, game.initial()))
    assert decision.value == pytest.approx(value, abs=1e-9)


def leaves(players: int) -> st.SearchStrategy[str]:
    return st.tuples(*[st.integers(-9, 9)] * players).map(lambda p: f"<{','.join(map(str, p))}>")


def trees(players: int, depth: int = 4) -> st.SearchStrategy[str]:
    below = leaves(players) if depth == 1 else leaves(players) | trees(players, depth - 1)
    return st.lists(below, min_size=1, max_size=3).map(lambda parts: f"({''.join(parts)})")


@given(st.integers(1, 4).flatmap(trees))
@examples(150)
def test_every_player_maximises_its_own(text: str) -> None:
    game = find_game(f"tree:{text}")
    state = game.initial()
    decision = MaxN.plain().decide(game, state)
    assert decision.value == best_for_each(game, state)[0]
    assert_candidates_complete(decision, game, state)
    for candidate in decision.candidates:
        assert candidate.bound == "exact"
        assert true_of(candidate, best_for_each(game, game.play(state, candidate.move))[0])


@given(trees(1))
@examples(50)
def test_one_player_gets_the_greatest_leaf(text: str) -> None:
    game = find_game(f"tree:{text}")
    decision = MaxN().decide(game, game.initial())
    assert decision.value == max(node.payoffs[0] for node in game.nodes if node.payoffs)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("tree", "quick", "value", "line", "nodes"),
    [
        # The first of three has 2 by the first move, and no more is possible: nothing else is looked at.
        ("(<2,-1,-1> <-1,2,-1> (<2,-1,-1> <-1,-1,2>))", False, 2, ["1"], 2),
        # With <-1,2,-1> the second is sure of 2, which leaves the first no more than -1.
        ("((<0,0,0> <-1,-1,2>)(<-1,2,-1> <-2,3,-1>)(<2,-1,-1> <-1,2,-1>))", False, 0, ["1", "1"], 9),
        # Equal payoffs: the second move can only be as good as the first, however it goes on.
        ("((<-1,2,-1>)(<-1,2,-1> <-2,3,-1>)(<2,-1,-1> <-1,2,-1>))", False, -1, ["1", "1"], 8),
        # To `quick` a slower loss would be better, so that it is looked at.
        ("((<-1,2,-1>)(<-1,2,-1> <-2,3,-1>)(<2,-1,-1> <-1,2,-1>))", True, -1, ["1", "1"], 9),
    ],
)
def test_what_is_cut_in_trees_worked_out_by_hand(
    tree: str, quick: bool, value: float, line: list[str], nodes: int
) -> None:
    game = find_game(f"tree:{tree}")
    decision = MaxN(quick=quick).decide(game, game.initial())
    assert (decision.value, decision.described(), decision.nodes) == (value, line, nodes)


def grown(random: Generator, players: int, depth: int, sums: bool) -> str:
    """A tree in which payoffs cancel, if they are to; one branch in seven ends early, and many are equal."""
    if depth == 0 or random.below(7) == 0:
        payoffs = [random.below(5) - 2 for _ in range(players)]
        if sums:
            payoffs[random.below(players)] -= sum(payoffs)
        return f"<{','.join(map(str, payoffs))}>"
    parts = [grown(random, players, depth - 1, sums) for _ in range(1 + random.below(3))]
    return f"({' '.join(parts)})"


class Guessed(WrittenTree):
    """A written tree with estimates that do not add up to anything."""

    def evaluate(self, state: Place, player: int) -> float:
        return (state.node * 7 + player * 5) % 11 / 2 - 3


@pytest.mark.parametrize("trees", [500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_what_is_cut_changes_nothing_on_random_trees(trees: int) -> None:
    """The values for all players, the move and the line are the same, at every depth; nodes are saved."""
    random, pruned, unpruned = Generator(11), 0, 0
    for number in range(trees):
        players, sums = 2 + number % 3, number % 5 > 0
        text = f"({grown(random, players, 5, sums)} {grown(random, players, 5, sums)})"
        game = Guessed(text)
        depth, quick = (None, 2, 3, 4)[number % 4], random.below(2) == 0
        cuts, keeps = (
            MaxN(quick=quick, prune=prune, depth=depth).analyse(game, game.initial(), depth=depth)
            for prune in (None, False)
        )
        assert (cuts.values, cuts.line) == (keeps.values, keeps.line), (text, depth, quick)
        for move, candidate in cuts.candidates.items():
            assert true_of(candidate, keeps.candidates[move].value or 0.0), (text, depth, quick)
        pruned, unpruned = pruned + cuts.nodes, unpruned + keeps.nodes
    print(f"{trees:,} trees: {pruned:,} nodes in place of {unpruned:,}")
    assert pruned < 0.9 * unpruned


def test_it_says_where_pruning_is_not_possible() -> None:
    game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    with pytest.raises(BadOptionError, match="payoffs do not add up to 0"):
        MaxN(prune=True).decide(game, game.initial())
    assert MaxN().decide(game, game.initial()).value == 7


def test_estimates_that_promise_more_than_there_is_are_taken_down() -> None:
    game = Guessed("((<2,-1,-1> <-1,2,-1>)(<-1,-1,2> <0,0,0>))")
    for depth in (1, 2):
        values = MaxN(depth=depth).analyse(game, game.initial(), depth=depth).values
        assert values is not None
        assert sum(values) <= 1e-9
