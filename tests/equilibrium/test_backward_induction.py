"""Backward induction: plain and pruned, it finds what recursion and HiGHS find, from fewer matrices."""

from __future__ import annotations

from itertools import product

import pytest

from outwit import find_game
from outwit.equilibrium.backward_induction import BackwardInduction, SolvedMatrices
from outwit.equilibrium.double_oracle import DoubleOracle
from outwit.equilibrium.game_graph import GameGraph
from outwit.errors import TooDeepError
from outwit.game import CHANCE, Game, State
from outwit.games.goofspiel import Goofspiel, Table
from tests.equilibrium.exhaustive import exhaustive, goofspiel
from tests.equilibrium.joint_trees import JointTree, Standoff
from tests.random_games import random_game

FORMS = ("plain", "oracle", "serialized")


class Solved:
    """One form of backward induction over one game, and what it took."""

    def __init__(self, game: Game, form: str, state: State = None, depth: int | None = None) -> None:
        self.nodes = 0
        self.graph = GameGraph(game, {}, self.enter)
        self.matrices = SolvedMatrices(patient=True)
        self.root = self.graph.node(game.initial() if state is None else state, depth)
        self.induction = (
            BackwardInduction(self.graph, self.matrices)
            if form == "plain"
            else DoubleOracle(self.graph, self.matrices, self.root, serialized=form == "serialized")
        )

    def enter(self) -> None:
        self.nodes += 1

    def value(self) -> float:
        return self.induction.value(self.root)

    def value_of(self, state: State) -> float:
        return self.induction.value(self.graph.node(state, None))


def second_tables(game: Goofspiel) -> list[Table]:
    """The tables after the first bids, whatever prize was turned up."""
    start = game.initial()
    turned_up = [game.play(start, each) for each, _ in game.chances(start)] if game.shuffled else [start]
    return [
        game.play_joint(table, bids)
        for table in turned_up
        for bids in product(game.moves_for(table, 0), game.moves_for(table, 1))
    ]


def as_sets(table: Table) -> tuple[frozenset[int], frozenset[int], frozenset[int], int, int]:
    own, other, prizes = (
        frozenset(card for card in range(1, 14) if bits >> card & 1) for bits in (*table.hands, table.prizes)
    )
    return own, other, prizes, table.prize, table.points[0] - table.points[1]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("points", [False, True], ids=["game", "points"])
@pytest.mark.parametrize("shuffled", [False, True], ids=["descending", "shuffled"])
@pytest.mark.parametrize("cards", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_goofspiel_is_worth_what_an_exhaustive_computation_finds(
    cards: int, shuffled: bool, points: bool, form: str
) -> None:
    """The game itself is worth nothing, being the same for both; what follows the first bids is not."""
    game = Goofspiel(cards, shuffled, points)
    solved = Solved(game, form)
    assert solved.value() == pytest.approx(0, abs=1e-9)
    tables = second_tables(game)
    worth = [goofspiel(*as_sets(table), shuffled, points) for table in tables]
    assert len({round(value, 9) for value in worth}) > cards
    assert [solved.value_of(table) for table in tables] == pytest.approx(worth, abs=1e-9)


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_agree_with_recursion_on_random_trees(form: str) -> None:
    """With chance, with nodes of one player, with transpositions, and with ties."""
    for seed in range(60):
        game = JointTree(seed)
        solved = Solved(game, form)
        assert solved.value() == pytest.approx(exhaustive(game, game.initial()), abs=1e-9)


@pytest.mark.parametrize("spec", ["rps:rounds=3", "tron:width=4,height=4", "tests/sound_games.py:Morra"])
@pytest.mark.parametrize("form", FORMS)
def test_other_games_are_solved_as_well(spec: str, form: str) -> None:
    game = find_game(spec)
    for seed in range(4):
        state = random_game(game, seed)[1]
        assert Solved(game, form, state).value() == pytest.approx(exhaustive(game, state), abs=1e-9)


@pytest.mark.parametrize(
    ("spec", "times"),
    [
        ("goofspiel:cards=4", 3),
        ("goofspiel:cards=4,shuffled=off", 3),
        pytest.param("goofspiel", 3, marks=pytest.mark.slow),
        ("goofspiel:shuffled=off", 3),
        ("tron:width=5,height=4", 3),
    ],
)
def test_what_is_pruned_has_the_same_value_and_a_third_of_the_matrices(spec: str, times: int) -> None:
    game = find_game(spec)
    plain, pruned = Solved(game, "plain"), Solved(game, "serialized")
    assert pruned.value() == pytest.approx(plain.value(), abs=1e-9)
    assert plain.matrices.counts["matrices"] >= times * pruned.matrices.counts["matrices"]
    assert plain.matrices.counts["matrices"] > 0
    assert pruned.nodes < plain.nodes


@pytest.mark.parametrize("form", FORMS)
def test_neither_player_gains_by_leaving_the_strategies(form: str) -> None:
    for seed in range(40):
        game = JointTree(seed)
        state = game.initial()
        while game.turn(state) == CHANCE:
            state = game.play(state, next(iter(game.chances(state)))[0])
        solved = Solved(game, form, state)
        if solved.graph.open(solved.root) >= 0:
            continue
        found = solved.induction.strategies(solved.root)
        assert found.value == pytest.approx(exhaustive(game, state), abs=1e-9)
        assert sum(found.rows) == pytest.approx(1)
        assert sum(found.columns) == pytest.approx(1)
        rows, columns = (list(game.moves_for(state, player)) for player in range(2))
        cells = {both: exhaustive(game, game.play_joint(state, both)) for both in product(rows, columns)}
        by_row = [sum(s * cells[row, c] for c, s in zip(columns, found.columns, strict=True)) for row in rows]
        by_column = [
            sum(s * cells[r, column] for r, s in zip(rows, found.rows, strict=True)) for column in columns
        ]
        assert max(by_row) == pytest.approx(found.value, abs=1e-9)
        assert min(by_column) == pytest.approx(found.value, abs=1e-9)
        assert solved.induction.answers(solved.root, 0, found) == pytest.approx(by_row, abs=1e-9)
        assert solved.induction.answers(solved.root, 1, found) == pytest.approx(by_column, abs=1e-9)


@pytest.mark.parametrize("form", FORMS)
def test_a_depth_is_looked_ahead_and_no_farther(form: str) -> None:
    game = Goofspiel(4, shuffled=False)
    for depth in (1, 2, 3):
        solved = Solved(game, form, depth=depth)
        value = solved.value()
        assert value == pytest.approx(look_ahead(game, game.initial(), depth), abs=1e-9)
        assert solved.root.estimated or value == 0
        assert all(node.depth is not None and node.depth >= 0 for node in solved.graph.nodes.values())
    whole = Solved(game, form, depth=4)
    whole.value()
    assert not whole.root.estimated


def look_ahead(game: Game, state: State, depth: int) -> float:
    """What a position is worth by estimates so many moves ahead."""
    ends = Estimated(game, depth)
    return exhaustive(ends, (state, depth))


class Estimated(Game):
    """A game that ends after so many moves, with what its positions are estimated at."""

    def __init__(self, game: Game, depth: int) -> None:
        self.game = game
        self.depth = depth

    def initial(self) -> State:
        return self.game.initial(), self.depth

    def turn(self, state: State) -> int:
        return self.game.turn(state[0])

    def over(self, state: State) -> bool:
        return self.game.over(state[0]) or state[1] == 0

    def payoff(self, state: State, player: int) -> float:
        if self.game.over(state[0]):
            return self.game.payoff(state[0], player)
        low, high = self.game.bounds(state[0], player)
        return min(max(self.game.evaluate(state[0], player), low), high)

    def moves_for(self, state: State, player: int) -> list[int]:
        return list(self.game.moves_for(state[0], player))

    def play_joint(self, state: State, moves: tuple[int, ...]) -> State:
        return self.game.play_joint(state[0], moves), state[1] - 1


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_comes_back_to_a_position_has_no_end_to_look_to(form: str) -> None:
    game = Standoff()
    with pytest.raises(TooDeepError, match="Standoff can come back to a position"):
        Solved(game, form).value()
    assert Solved(game, form, depth=3).value() == 0


def test_bounds_that_the_game_knows_are_searched_no_further() -> None:
    game = Goofspiel(5)
    won = Table((2, 2), 0, 1, (9, 3))
    solved = Solved(game, "plain", won)
    assert solved.value() == 1
    assert solved.nodes == 1


def test_what_was_proved_is_known_to_a_later_graph() -> None:
    game = Goofspiel(4)
    first = Solved(game, "serialized")
    first.value()
    proved = first.graph.proved
    first.graph.prove()
    assert proved
    entered: list[int] = []
    graph = GameGraph(game, proved, lambda: entered.append(1))
    induction = BackwardInduction(graph, SolvedMatrices(patient=True))
    root = graph.node(game.initial(), None)
    assert induction.value(root) == pytest.approx(0, abs=1e-9)
    assert len(entered) == 1


def test_estimates_are_never_taken_for_proved() -> None:
    game = Goofspiel(4)
    solved = Solved(game, "serialized", depth=2)
    solved.value()
    solved.graph.prove()
    truth = Solved(game, "plain")
    for key, value in solved.graph.proved.items():
        states = [node.state for node in solved.graph.nodes.values() if game.key(node.state) == key]
        assert truth.value_of(states[0]) == pytest.approx(value, abs=1e-9)


def test_equal_positions_are_one_node() -> None:
    game = Goofspiel(4)
    solved = Solved(game, "plain")
    solved.value()
    keys = {game.key(node.state) for node in solved.graph.nodes.values()}
    assert len(keys) == len(solved.graph.nodes)
