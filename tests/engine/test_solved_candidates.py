"""What a solver says of the moves beside the best, on many small graphs, against the whole tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from outwit import Limit
from outwit.engine.solver import Solver
from outwit.game import FORBIDDEN, Game
from outwit.random import Generator

NODES, MOST = 12, 3
INNER = 2.0


class Token(NamedTuple):
    node: int
    turn: int


@dataclass(frozen=True)
class Graph(Game):
    """A token goes from node to node until one has a value."""

    edges: tuple[int, ...] = (1,) * (NODES * MOST)
    values: tuple[float, ...] = (INNER,) * NODES

    def initial(self) -> Token:
        return Token(0, 0)

    def moves(self, state: Token) -> Iterator[int]:
        for index in range(MOST):
            if self.edges[state.node * MOST + index] >= 0:
                yield index

    def play(self, state: Token, move: int) -> Token:
        return Token(self.edges[state.node * MOST + move], 1 - state.turn)

    def over(self, state: Token) -> bool:
        return self.values[state.node] != INNER

    def payoff(self, state: Token, player: int) -> float:
        value = self.values[state.node]
        return value if player == 0 else -value


class Drawn(Graph):
    """A position that comes again is a draw."""

    repetition = 2


class Barred(Graph):
    """No position may come again."""

    repetition = FORBIDDEN

    def stalemate(self, state: Token, player: int) -> float:
        return -1.0 if player == state.turn else 1.0


def drawn_at_random(kind: type[Graph], seed: int) -> Graph:
    """A graph that goes on to higher nodes alone or, where positions count, anywhere among seven."""
    random = Generator(seed)
    most = NODES if kind is Graph else 7
    edges, values = list[int](), list[float]()
    for node in range(NODES):
        last = node == most - 1
        first = node + 1 if kind is Graph else 0
        ends = last or node >= most or (node > 0 and random.below(6) == 0)
        targets = [] if ends else [first + random.below(most - first) for _ in range(1 + random.below(MOST))]
        targets = list(dict.fromkeys(targets))
        edges += targets + [-1] * (MOST - len(targets))
        values.append(random.choice([-1.0, 0.0, 1.0, 0.5]) if ends else INNER)
    return kind(tuple(edges), tuple(values))


def worth(game: Graph, state: Token, seen: tuple[Token, ...]) -> float:
    """What a state is worth to player 0, by looking at everything."""
    if game.over(state):
        return game.payoff(state, 0)
    if game.repetition == 2 and state in seen:
        return 0.0
    seen = (*seen, state) if game.repetition else ()
    after = [game.play(state, move) for move in game.moves(state)]
    if game.repetition == FORBIDDEN:
        after = [child for child in after if child not in seen]
    values = [worth(game, child, seen) for child in after]
    if not values:
        return game.stalemate(state, 0)
    return max(values) if state.turn == 0 else min(values)


def refuse_false_bounds(solver: Solver, game: Graph, limit: Limit | None = None) -> bool:
    """Fail if what is said of a move does not hold; whether the position was solved."""
    state = game.initial()
    decision = solver.decide(game, state, limit)
    if not decision.exact:
        return False
    assert not solver.compiled or Solver.program(game), "it plays interpreted"
    truth = {
        move: worth(game, game.play(state, move), (state,) if game.repetition else ())
        for move in game.moves(state)
    }
    assert decision.value == truth[decision.move] == max(truth.values())
    for each in decision.candidates:
        known = truth[each.move]
        if solver.all_moves and limit is None:
            assert each.bound == "exact", (game, each)
        if each.value is not None:
            holds = {
                "exact": each.value == known,
                "at most": each.value >= known,
                "at least": each.value <= known,
            }
            assert holds[each.bound or ""], (game, each, known)
    return True


@pytest.mark.parametrize(
    ("kind", "compiled"),
    [
        (Graph, False),
        (Drawn, False),
        (Barred, False),
        (Graph, True),
        pytest.param(Drawn, True, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("all_moves", [False, True])
@pytest.mark.parametrize("graphs", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_what_is_said_of_every_move_is_true(
    kind: type[Graph], compiled: bool, all_moves: bool, graphs: int
) -> None:
    solver = Solver(all_moves=all_moves, compiled=compiled)
    for seed in range(graphs):
        assert refuse_false_bounds(solver, drawn_at_random(kind, seed))


@pytest.mark.parametrize("all_moves", [False, True])
def test_a_win_within_a_depth_proves_nothing_of_the_other_moves(all_moves: bool) -> None:
    solver = Solver(all_moves=all_moves, compiled=False)
    solved = [
        refuse_false_bounds(solver, drawn_at_random(Graph, seed), Limit(depth=3)) for seed in range(300)
    ]
    assert 100 < sum(solved) < 300


def test_the_best_move_stands_if_the_limit_runs_out_while_others_are_weighed() -> None:
    broken = 0
    for seed in range(100):
        game = drawn_at_random(Graph, seed)
        whole = Solver(compiled=False).decide(game, game.initial())
        solver = Solver(all_moves=True, compiled=False)
        if solver.decide(game, game.initial()).nodes > whole.nodes + 1:
            decision = solver.decide(game, game.initial(), Limit(nodes=whole.nodes + 1))
            broken += not decision.exact
            assert (decision.move, decision.value) == (whole.move, whole.value)
    assert broken > 10
