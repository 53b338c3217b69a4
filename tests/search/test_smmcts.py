"""Simultaneous-move Monte Carlo tree search: strategies for those who choose at once, by one tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from outwit import CHANCE, SIMULTANEOUS, Decision, Game, Limit, find_game
from outwit.decision import Watch
from outwit.errors import BadOptionError, OutwitError, UnsuitableError
from outwit.game import State, actors
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import SMMCTS, AlphaBeta
from outwit.search.joint_node import JointArm, JointNode, match_regrets, weigh_exponentially
from outwit.search.smmcts import SmmctsSearch
from tests.hidden_games import SealedBids
from tests.joint_games import JointGraph
from tests.sound_games import NimForThree
from tests.wide_games import WideAtOnce

SELECTIONS: Any = ("regret", "duct", "exp3")

selections = pytest.mark.parametrize("select", SELECTIONS)

GAMES: list[Any] = [
    find_game("matrix"),
    find_game("matrix:1 2 3; 4 0 5"),
    find_game("goofspiel:cards=3"),
    find_game("tron:width=5,height=4"),
    JointGraph(3),
]


def asked(game: Game, state: State) -> int | None:
    """Whose choice can be asked for there: the last of several, and nobody's where one acts or chance."""
    return actors(game, state)[-1] if game.turn(state) == SIMULTANEOUS else None


def decide(game: Game, state: State | None = None, **options: Any) -> Decision:
    """What is decided for whoever can be asked."""
    state = game.initial() if state is None else state
    return SMMCTS(**{"seed": 1, **options}).decide(game, state, player=asked(game, state))


def some_position(game: Game, seed: int) -> State:
    """A position after some random moves in which somebody is to act."""
    random = Generator(seed)
    while True:
        state = random_position(game, random, random.below(4))
        if not game.over(state) and game.turn(state) != CHANCE:
            return state


def likely(decision: Decision) -> dict[Any, float]:
    """How likely each move is to be played."""
    return {each.move: each.probability or 0.0 for each in decision.candidates}


def facts(decision: Decision) -> object:
    """All that a decision says, apart from how long it took."""
    return replace(decision, seconds=0), [*decision.candidates]


# What comes out


@pytest.mark.parametrize("select", ["regret", "exp3"])
@pytest.mark.parametrize(
    ("game", "rows", "columns", "value"),
    [
        ("matrix", (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3), 0.0),
        ("matrix:2 -1; -1 1", (2 / 5, 3 / 5), (2 / 5, 3 / 5), 0.2),
        ("matrix:0 -1 2; 1 0 -1; -2 1 0", (1 / 4, 1 / 2, 1 / 4), (1 / 4, 1 / 2, 1 / 4), 0.0),
        ("matrix:3 2 5; 1 0 4", (1, 0), (0, 1, 0), 2.0),
        ("matrix:1 2 -3", (1,), (0, 0, 1), -3.0),
    ],
)
def test_average_strategies_come_close_to_the_equilibrium(
    game: str, rows: tuple[float, ...], columns: tuple[float, ...], value: float, select: str
) -> None:
    rules = find_game(game)
    agent = SMMCTS(simulations=30_000, seed=1, select=select, gamma=0.05)  # type: ignore[arg-type]
    for player, mixture in enumerate((rows, columns)):
        decision = agent.decide(rules, rules.initial(), player=player)
        found = likely(decision)
        assert [found[move] for move in range(len(mixture))] == pytest.approx(mixture, abs=0.08)
        assert decision.value == pytest.approx(value if player == 0 else -value, abs=0.08)


def test_decoupled_uct_finds_the_move_that_is_best_whatever_the_other_plays() -> None:
    decision = decide(find_game("matrix:3 -2 5; 1 -3 4"), simulations=3_000, select="duct")
    assert max(likely(decision).items(), key=lambda each: each[1])[0] == 1
    assert likely(decision)[1] > 0.9


def saddle(matrix: Any) -> float:
    """What a matrix game is worth, by linear programming."""
    rows, columns = matrix.shape
    least = np.hstack([-matrix.T, np.ones((columns, 1))])
    sums = np.array([[1.0] * rows + [0.0]])
    found = linprog(
        [0.0] * rows + [-1.0], least, np.zeros(columns), sums, [1.0], [(0, None)] * rows + [(None, None)]
    )
    assert found.fun is not None
    return float(-found.fun)


def worth(game: Game, state: State, known: dict[State, float]) -> float:
    """What a position is worth to player 0 if both play their best, by looking at all of the game."""
    if state not in known:
        turn = None if game.over(state) else game.turn(state)
        if turn is None:
            known[state] = game.payoff(state, 0)
        elif turn == CHANCE:
            known[state] = sum(
                p * worth(game, game.play(state, o), known) for o, p in game.chances(state) if p
            )
        elif turn == SIMULTANEOUS:
            first, second = (list(game.moves_for(state, player)) for player in (0, 1))
            after = [[game.play_joint(state, (one, other)) for other in second] for one in first]
            known[state] = saddle(np.array([[worth(game, each, known) for each in row] for row in after]))
        else:
            best = max if turn == 0 else min
            known[state] = best(worth(game, game.play(state, move), known) for move in game.moves(state))
    return known[state]


@pytest.mark.parametrize("select", ["regret", "exp3"])
def test_its_value_comes_close_to_that_of_the_whole_game(select: str) -> None:
    """Among dice, places where one moves and places where both do, with unequal numbers of moves."""
    seen = set()
    for seed in range(8):
        game = JointGraph(seed, height=4.0)
        state = some_position(game, seed)
        seen.add(game.turn(state))
        decision = decide(game, state, simulations=12_000, select=select, gamma=0.05)
        exact = worth(game, state, {})
        sign = -1.0 if game.turn(state) == 1 or asked(game, state) == 1 else 1.0
        assert decision.value == pytest.approx(sign * exact, abs=0.25)
    assert seen == {SIMULTANEOUS, 0, 1}


@pytest.mark.parametrize("coins", [5, 6, 7])
@selections
def test_where_players_take_turns_it_finds_what_wins(coins: int, select: str) -> None:
    game = find_game(f"nim:coins={coins}")
    best = AlphaBeta().decide(game, game.initial()).move
    assert decide(game, simulations=1500, select=select, play="max").move == best


@selections
def test_a_way_that_ends_at_a_wall_is_hardly_ever_taken(select: str) -> None:
    game = find_game("tron:width=7,height=5")
    state = game.position("a a a . . . . / a . A . . b . / a a a . . b . / . . . . . B . / . . . . . . .")
    found = {game.describe(state, each.move): each.probability for each in decide_first(game, state, select)}
    assert set(found) == {"e", "w"}
    assert (found["w"] or 0.0) < 0.1


def decide_first(game: Game, state: State, select: Any) -> list[Any]:
    return [*SMMCTS(simulations=1500, seed=1, select=select).decide(game, state, player=0).candidates]


def test_the_answer_has_every_move_once_and_its_parts_add_up() -> None:
    for game in GAMES:
        for simulations in (1, 2, 7, 400):
            state = some_position(game, 2)
            decision = decide(game, state, simulations=simulations)
            player = asked(game, state)
            moves = game.moves(state) if player is None else game.moves_for(state, player)
            assert sorted(likely(decision)) == sorted(moves)
            assert sum(likely(decision).values()) == pytest.approx(1)
            shares = [each.probability or 0.0 for each in decision.candidates]
            assert shares == sorted(shares, reverse=True)
            assert decision.line == (decision.move,)
            assert decision.move in likely(decision)


# How players choose


def arms(*scores: float) -> list[JointArm]:
    return [JointArm(move, score=score) for move, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("scores", "shares"),
    [((1.0, 3.0), (0.25, 0.75)), ((-1.0, 2.0, 0.0), (0, 1, 0)), ((-1.0, 0.0), (0.5, 0.5)), ((-2.0,), (1,))],
)
def test_moves_are_as_likely_as_they_are_regretted(
    scores: tuple[float, ...], shares: tuple[float, ...]
) -> None:
    found = arms(*scores)
    match_regrets(found, 0.1)
    assert tuple(arm.probability for arm in found) == pytest.approx(shares)


def test_exp3_weighs_moves_by_what_they_are_estimated_to_have_paid() -> None:
    found = arms(0.0, 20.0 * float(np.log(3)), 1e6)
    weigh_exponentially(found[:2], 0.1)
    assert [arm.probability for arm in found[:2]] == pytest.approx([0.25, 0.75])
    weigh_exponentially(found, 0.1)
    assert [arm.probability for arm in found] == pytest.approx([0, 0, 1])


def grown(game: Game, **options: Any) -> SmmctsSearch:
    """A search that has run, from the start of a game."""
    state = game.initial()
    agent = SMMCTS(**{"simulations": 200, **options})
    found = agent.new_search(game, state, agent.limit(), Watch(), 5, asked(game, state))
    found.run()
    assert isinstance(found, SmmctsSearch)
    return found


def walk(node: JointNode) -> list[JointNode]:
    """All nodes of a tree."""
    return [node, *(each for cell in node.cells.values() for each in walk(cell))]


@selections
def test_no_joint_move_is_tried_twice_before_all_were_tried(select: str) -> None:
    game = find_game("matrix:1 2 3; 4 0 5")
    for simulations in range(1, 8):
        node = grown(game, simulations=simulations, select=select).top
        visits = sorted(cell.visits for cell in node.cells.values())
        assert visits == [1] * min(simulations, 6) if simulations < 7 else [1, 1, 1, 1, 1, 2]
        assert node.sides is not None
        assert sum(arm.weight for arm in node.sides[0]) == (simulations > 6 and select != "duct")


@selections
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_visits_and_payoffs_add_up_in_the_whole_tree(game: Game, select: str) -> None:
    found = grown(game, select=select)
    assert len(walk(found.top)) == found.size
    assert found.top.visits == 200
    for node in walk(found.top):
        below = [*node.cells.values()]
        assert node.visits == sum(each.visits for each in below) + (node is not found.top or not below) or (
            node.turn is None and not below
        )
        for side in node.sides or () if node.turn != CHANCE else ():
            assert sum(arm.visits for arm in side) == sum(each.visits for each in below)
        if node.sides is not None and node.turn not in (CHANCE, SIMULTANEOUS):
            assert [len(side) for side in node.sides][1 - (node.turn or 0)] == 1


def test_the_regret_of_a_move_is_what_it_would_have_paid_beyond_the_one_chosen() -> None:
    """After all six joint moves were tried, one more: by hand from the matrix itself."""
    entries = ((1.0, 2.0, 3.0), (4.0, 0.0, 5.0))
    node = grown(find_game("matrix:1 2 3; 4 0 5"), simulations=7).top
    assert node.sides is not None
    row, column = next(place for place, cell in node.cells.items() if cell.visits == 2)
    paid = entries[row][column]
    assert [arm.score for arm in node.sides[0]] == [entries[each][column] - paid for each in (0, 1)]
    assert [arm.score for arm in node.sides[1]] == [paid - entries[row][each] for each in (0, 1, 2)]
    assert [arm.weight for arm in node.sides[0]] == [0.5, 0.5]


@selections
def test_of_too_many_joint_moves_each_player_s_own_are_compared(select: str) -> None:
    game = WideAtOnce(width=60, length=2)
    decision = decide(game, simulations=4_000, select=select, play="max")
    assert decision.depth == 1
    assert decision.stats["tree"] == 1
    assert decision.move >= 50
    assert 0 < (decision.candidates[0].value or 0) < 0.5, "the other has found the high numbers, too"


# Which move is played


def test_moves_are_drawn_from_the_strategy_by_the_seed() -> None:
    game, played = find_game("matrix"), list[int]()
    for seed in range(60):
        decision = decide(game, simulations=300, seed=seed)
        played.append(decision.move)
        assert decision.move == decide(game, simulations=300, seed=seed).move
    assert min(played.count(move) for move in range(3)) >= 10


def test_two_seats_with_the_same_seed_do_not_draw_alike() -> None:
    game = find_game("matrix")
    pairs = [
        tuple(
            SMMCTS(simulations=100, seed=seed).decide(game, game.initial(), player=player).move
            for player in (0, 1)
        )
        for seed in range(60)
    ]
    assert len(set(pairs)) == 9


def test_told_so_it_plays_the_most_likely_move() -> None:
    for seed in range(10):
        decision = decide(find_game("matrix"), simulations=300, seed=seed, play="max")
        assert decision.move == decision.candidates[0].move


# Limits


@selections
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_limits_are_kept_and_what_is_broken_off_leaves_nothing(game: Game, select: Any) -> None:
    state = some_position(game, 2)
    agent, player = SMMCTS(seed=1, select=select), asked(game, state)
    for most in (1, 2, 5, 17, 60, 333):
        limited = agent.decide(game, state, Limit(nodes=most), player=player)
        assert 1 <= limited.nodes <= most
        made = int(limited.stats["simulations"])
        if made:
            assert facts(limited) == facts(agent.decide(game, state, Limit(simulations=made), player=player))
            exactly = agent.decide(game, state, Limit(simulations=made + 3), player=player)
            assert exactly.stats["simulations"] == made + 3
        else:
            assert limited.value is None
            assert set(likely(limited).values()) == {1 / len(limited.candidates)}


def test_a_limit_of_time_ends_it() -> None:
    game = find_game("tron")
    decision = SMMCTS(seed=1).decide(game, game.initial(), Limit(seconds=0.05), player=0)
    assert decision.stats["simulations"] > 0
    assert 0.03 < decision.seconds < 1


def test_told_to_stop_before_it_begins_it_plays_a_legal_move() -> None:
    game = find_game("matrix")
    decision = SMMCTS(simulations=100).decide(game, game.initial(), player=0, watch=Watch(stopped=True))
    assert decision.move in (0, 1, 2)
    assert (decision.value, decision.stats["simulations"]) == (None, 0)


def test_a_cutoff_estimates_where_a_rollout_stands() -> None:
    game = find_game("tron")
    whole, short = (decide(game, simulations=50, cutoff=cutoff) for cutoff in (None, 0))
    assert short.nodes < whole.nodes / 3
    assert short.value != whole.value


def test_where_chance_acts_the_position_has_a_value_and_no_move() -> None:
    game = find_game("goofspiel:cards=3")
    decision = decide(game, simulations=300)
    assert (decision.move, [*decision.candidates]) == (None, [])
    assert decision.value == pytest.approx(0, abs=0.3)


# What is refused


def test_where_both_choose_it_must_be_said_for_whom() -> None:
    game = find_game("tron")
    with pytest.raises(OutwitError, match="Say whose move is wanted here: player=0 or 1"):
        SMMCTS(simulations=10).decide(game, game.initial())


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (NimForThree(), "it has 3 players; maxn plays it"),
        (SealedBids(), "a player does not see everything; "),
        (find_game("vacuum"), "it has 1 player; "),
        (find_game("battleship"), "a player does not see everything; ismcts and pimc play such games"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_games_that_it_cannot_play_are_refused(game: Game, reason: str) -> None:
    with pytest.raises(UnsuitableError, match=f"^smmcts cannot play .*: {reason}"):
        SMMCTS(simulations=10).decide(game, game.initial(), player=0)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"gamma": -0.1}, "gamma=-0.1 must be from 0 to 1"),
        ({"gamma": 1.5}, "gamma=1.5 must be from 0 to 1"),
        ({"gamma": 0.0, "select": "exp3"}, "gamma=0.0 must be from more than 0 to 1 with select=exp3"),
        ({"exploration": -1.0}, "exploration=-1.0 must be 0 or more"),
        ({"exploration": float("nan")}, "exploration=nan must be 0 or more"),
        ({"select": "uct"}, "select"),
        ({"play": "best"}, "play"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadOptionError, match=complaint):
        SMMCTS(**options)


def test_a_depth_is_refused() -> None:
    game = find_game("tron")
    with pytest.raises(BadOptionError, match=r"^smmcts .* has no depth; limit it by seconds or nodes\.$"):
        SMMCTS().decide(game, game.initial(), Limit(depth=2), player=0)
