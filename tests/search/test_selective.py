"""What a search leaves out, or looks further into, because the game has said what it may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from outwit import Game, Limit
from outwit.game import State
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import AlphaBeta
from outwit.search.alphabeta import reduction
from outwit.tree import Node
from tests.engine.declaring import Declaring

GAME = Declaring(board="5 9 2 1/7 1 8 2/3 6 4 9")
EVERYTHING = AlphaBeta(depth=5)


def states(number: int, game: Game = GAME) -> list[State]:
    """Positions from random play with some moves left."""
    random = Generator(5)
    return [random_position(game, random, number % 4) for number in range(number)]


def total(agent: AlphaBeta) -> Counter[str]:
    """What searches of some positions count, and their nodes."""
    counts = Counter[str]()
    for state in states(6):
        decision = agent.decide(GAME, state)
        counts.update({name: int(count) for name, count in decision.stats.items()})
        counts["nodes"] += decision.nodes
    return counts


@pytest.mark.parametrize("switch", ["reductions", "null", "futility"])
def test_each_way_of_leaving_out_visits_fewer_nodes(switch: str) -> None:
    plain = AlphaBeta.plain(depth=4, order=True)
    assert total(replace(plain, **{switch: True}))["nodes"] < total(plain)["nodes"]  # type: ignore[arg-type]


def test_delta_pruning_leaves_out_noisy_moves() -> None:
    plain = AlphaBeta.plain(depth=3, order=True, quiescence=True)
    without, with_it = total(plain), total(replace(plain, delta=True))
    assert without["moves left out"] == 0 < with_it["moves left out"]
    assert with_it["nodes"] < without["nodes"]


def test_extensions_visit_more_nodes() -> None:
    plain = AlphaBeta.plain(depth=3, order=True)
    assert total(replace(plain, extensions=True))["nodes"] > total(plain)["nodes"]


def test_a_narrow_window_of_the_games_scale_changes_no_value() -> None:
    wide = AlphaBeta.plain(depth=5, order=True, deepening=True, table=True)
    for state in states(12):
        assert replace(wide, aspiration=True).decide(GAME, state).value == wide.decide(GAME, state).value


def test_by_default_the_window_is_narrow_where_a_game_has_a_scale() -> None:
    unscaled = Declaring(board=GAME.board)
    object.__setattr__(unscaled, "scale", 0.0)
    agent = AlphaBeta.plain(depth=5, order=True, deepening=True, aspiration=None)
    assert any(agent.decide(GAME, state).stats.get("searches repeated") for state in states(12))
    assert not any(agent.decide(unscaled, state).stats.get("searches repeated") for state in states(12))


def nodes(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for child in node.children:
        yield from nodes(child)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("null", "even without a move here"),
        ("futility", "the estimate lies so far outside the window"),
        ("skipped", "no quiet move makes up for it"),
        ("delta", "what the moves left out can bring is not enough"),
    ],
)
def test_the_recorded_tree_says_why_something_was_left_out(kind: str, words: str) -> None:
    cuts = []
    for state in states(6):
        tree = EVERYTHING.decide(GAME, state, tree=True).tree
        assert tree is not None
        cuts += [(node, node.cut) for node in nodes(tree.root) if node.cut and node.cut.kind == kind]
    assert cuts, f"nothing was left out by {kind}"
    assert all(words in cut.sentence for _, cut in cuts)
    if kind in ("skipped", "delta"):
        assert all(any(not child.visited for child in node.children) for node, _ in cuts)


def test_what_rests_on_something_left_out_is_not_called_proved() -> None:
    for state in states(6):
        decision = AlphaBeta(depth=6, quick=False).decide(GAME, state)
        if decision.stats.get("moves left out"):
            assert not decision.exact


def test_reductions_grow_with_depth_and_with_the_moves_before_but_leave_a_move_to_search() -> None:
    assert [reduction(1, depth, 40) for depth in (3, 8, 30)] == [1, 1, 1]
    deep = [reduction(2, depth, 20) for depth in range(3, 40)]
    late = [reduction(2, 12, number) for number in range(3, 80)]
    assert deep == sorted(deep)
    assert late == sorted(late)
    assert deep[0] < deep[-1]
    assert late[0] < late[-1]
    assert all(reduction(9, depth, 60) == depth - 2 for depth in range(3, 12))


class Stage(NamedTuple):
    step: int
    turn: int
    taken: int


@dataclass(frozen=True)
class Trap(Game):
    """To take the bait looks good, and loses by force: every second position on the way is urgent."""

    def initial(self) -> Stage:
        return Stage(0, 0, 0)

    def moves(self, state: Stage) -> Iterator[int]:
        yield from (1, 0) if state.step == 0 else (1,)

    def play(self, state: Stage, move: int) -> Stage:
        taken = move if state.step == 0 else state.taken
        return Stage(state.step + 1, 1 - state.turn, taken)

    def over(self, state: Stage) -> bool:
        return state.step == 6

    def payoff(self, state: Stage, player: int) -> float:
        return (-1.0 if state.taken else 0.0) * (1 if player == 0 else -1)

    def evaluate(self, state: Stage, player: int) -> float:
        return (0.5 if state.taken else 0.0) * (1 if player == 0 else -1)

    def urgent(self, state: Stage) -> bool:
        return bool(state.taken)


def test_an_extension_sees_what_the_depth_alone_does_not() -> None:
    agent = AlphaBeta.plain(depth=3)
    game = Trap()
    assert agent.decide(game, game.initial()).move == 1
    assert replace(agent, extensions=True).decide(game, game.initial()).move == 0


def test_a_null_move_that_changes_nothing_is_not_tried() -> None:
    class Never(Declaring):
        def passed(self, state: State) -> State:
            return state

    game = Never(board=GAME.board)
    for state in states(4, game):
        with_it = AlphaBeta.plain(depth=5, order=True, null=True).decide(game, state, Limit())
        without = AlphaBeta.plain(depth=5, order=True).decide(game, state, Limit())
        assert (with_it.nodes, with_it.value) == (without.nodes, without.value)
