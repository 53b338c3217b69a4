"""The agent `backward`: mixed strategies, limits, memory, and what it refuses."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from outwit import Memory, find_game
from outwit.agents import find_agent, suitable
from outwit.decision import Decision, Limit, Progress, Watch
from outwit.equilibrium.backward import Backward
from outwit.equilibrium.best_response import best_response_by_rules
from outwit.errors import OutwitError, UnsuitableError
from outwit.game import CHANCE, Game, State
from outwit.games.goofspiel import Goofspiel, Table
from tests.equilibrium.exhaustive import exhaustive
from tests.equilibrium.joint_trees import JointTree, Standoff
from tests.equilibrium.open_spiel import goofspiel_policy, shares_of

WHOLE = Backward(seed=1)


def strategy(decision: Decision) -> dict[str, float]:
    """How likely each move is, by its name."""
    return {decision.named(each.move): each.probability or 0.0 for each in decision.candidates}


def after(game: Game, *moves: str) -> State:
    """The position after some steps, bids of both with a comma between."""
    state = game.initial()
    for text in moves:
        both = [game.parse(state, each) for each in text.split(",")]
        state = game.play_joint(state, tuple(both)) if len(both) > 1 else game.play(state, both[0])
    return state


def test_rock_paper_scissors_is_mixed_evenly() -> None:
    game = find_game("rps")
    for player in (0, 1):
        decision = WHOLE.decide(game, game.initial(), player=player)
        assert strategy(decision) == pytest.approx({"rock": 1 / 3, "paper": 1 / 3, "scissors": 1 / 3})
        assert (decision.value, decision.exact, decision.depth) == (0, True, 1)
        assert {each.value for each in decision.candidates} == {0}
        assert decision.line == (decision.move,)


def test_each_player_hears_values_as_its_own() -> None:
    game = find_game("matrix:2 -1 0; -1 1 3")
    first, second = (WHOLE.decide(game, game.initial(), player=player) for player in (0, 1))
    assert strategy(first) == pytest.approx({"1": 0.4, "2": 0.6})
    assert strategy(second) == pytest.approx({"1": 0.4, "2": 0.6, "3": 0})
    assert first.value == pytest.approx(0.2)
    assert second.value == pytest.approx(-0.2)
    worth = {each.move: each.value for each in second.candidates}
    assert worth == pytest.approx({0: -0.2, 1: -0.2, 2: -1.8})  # what the third loses


@pytest.mark.parametrize("oracle", [True, False])
def test_candidates_are_worth_what_they_bring_against_the_equilibrium(oracle: bool) -> None:
    for seed in range(30):
        game = JointTree(seed)
        state = game.initial()
        if game.turn(state) == CHANCE:
            continue
        value = exhaustive(game, state)
        agent = Backward(oracle=oracle, serialize=seed % 3 > 0, seed=0)
        for player in (0, 1) if game.turn(state) < 0 else (game.turn(state),):
            decision = agent.decide(game, state, player=player)
            own = value if player == 0 else -value
            assert decision.exact
            assert decision.value == pytest.approx(own, abs=1e-9)
            assert sum(each.probability or 0.0 for each in decision.candidates) == pytest.approx(1)
            for each in decision.candidates:
                assert each.value is not None
                assert each.value <= own + 1e-9
                assert not each.probability or each.value == pytest.approx(own, abs=1e-9)


def test_moves_are_drawn_by_the_strategy_and_the_seed() -> None:
    game = find_game("matrix:2 -1; -1 1")
    drawn = Counter(Backward(seed=n).decide(game, game.initial(), player=0).move for n in range(400))
    assert drawn[0] == pytest.approx(160, abs=40)  # 0.4 of them, four standard deviations
    again = [WHOLE.decide(game, game.initial(), player=0).move for _ in range(5)]
    assert len(set(again)) == 1


def test_where_chance_acts_there_is_a_value_and_no_move() -> None:
    game = Goofspiel(3)
    decision = WHOLE.decide(game, game.initial())
    assert decision.move is None
    assert decision.value == pytest.approx(0, abs=1e-12)
    assert decision.exact


def test_who_is_asked_must_be_said() -> None:
    game = find_game("rps")
    with pytest.raises(OutwitError, match="player=0 or 1"):
        WHOLE.decide(game, game.initial())


def test_a_depth_is_an_estimate_until_it_reaches_the_end() -> None:
    game = Goofspiel(4, shuffled=False)
    state = after(game, "4,1")
    near = WHOLE.decide(game, state, Limit(depth=1), player=0)
    assert (near.depth, near.exact) == (1, False)
    whole = WHOLE.decide(game, state, Limit(depth=3), player=0)
    assert (whole.depth, whole.exact) == (3, True)
    assert whole.value == pytest.approx(exhaustive(game, state), abs=1e-9)
    assert whole.nodes > near.nodes


@pytest.mark.parametrize("nodes", [1, 5, 26, 50, 200, 5000])
def test_no_more_positions_are_visited_than_the_limit_allows(nodes: int) -> None:
    game = Goofspiel(5, shuffled=False)
    decision = WHOLE.decide(game, game.initial(), Limit(nodes=nodes), player=1)
    assert decision.nodes <= nodes
    assert decision.move in range(1, 6)
    assert sum(strategy(decision).values()) == pytest.approx(1)
    assert decision.exact is (nodes == 5000)
    assert (decision.value is None) is (decision.depth == 0)
    if decision.depth == 0:
        assert set(strategy(decision).values()) == {0.2}  # nothing is known of any


def test_a_small_game_is_tried_whole_after_the_first_move() -> None:
    game = Goofspiel(4)
    told: list[Progress] = []
    decision = WHOLE.decide(game, game.initial(), Limit(seconds=60), watch=Watch(report=told.append))
    assert decision.exact
    assert decision.depth == 4
    assert [each.depth for each in told] == [1, 4]


def test_a_larger_game_is_looked_into_deeper_and_deeper_until_the_limit() -> None:
    game = Goofspiel(13, shuffled=False)
    told: list[Progress] = []
    watch, limit = Watch(report=told.append), Limit(nodes=4000)
    decision = WHOLE.decide(game, game.initial(), limit, player=0, watch=watch)
    assert [each.depth for each in told] == list(range(1, decision.depth + 1))
    assert decision.depth > 1
    assert not decision.exact
    assert decision.nodes == 4000


def test_what_proved_too_large_to_be_tried_whole_is_looked_into_with_what_is_left() -> None:
    game = Goofspiel(5)
    decision = WHOLE.decide(game, game.initial(), Limit(nodes=6000))
    assert not decision.exact
    assert decision.depth == 1
    assert 4000 < decision.nodes <= 6000


def test_a_game_that_comes_back_to_a_position_is_looked_into_as_far_as_a_limit_allows() -> None:
    game = Standoff()
    assert Backward(nodes=300).decide(game, 0, player=0).depth > 1
    with pytest.raises(OutwitError, match="comes back to a position; give a depth"):
        WHOLE.decide(game, 0, player=0)


def test_a_watch_stops_the_search() -> None:
    game = Goofspiel(13, shuffled=False)
    watch = Watch()

    def stop(_: Progress) -> None:
        watch.stop()

    watch.report = stop
    decision = WHOLE.decide(game, game.initial(), Limit(seconds=60), player=0, watch=watch)
    assert (decision.depth, decision.exact) == (1, False)


def test_what_was_proved_is_kept_for_the_next_move() -> None:
    game, memory = Goofspiel(4, shuffled=False), Memory()
    start = game.initial()
    agent = replace(WHOLE, oracle=False)
    first = agent.decide(game, start, player=0, memory=memory)
    state = after(game, "4,3")
    second = agent.decide(game, state, history=[start], player=0, memory=memory)
    alone = agent.decide(game, state, history=[start], player=0)
    assert second.stats["kept"] > 0
    assert second.nodes < alone.nodes < first.nodes
    assert second.value == pytest.approx(alone.value, abs=1e-12)
    assert second.exact
    without = replace(agent, keep=False)
    without.decide(game, start, player=0, memory=memory)
    assert "kept" not in without.decide(game, state, player=0, memory=memory).stats


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("connect4", "nobody chooses at once in it; alphabeta plays it"),
        ("pig", "nobody chooses at once in it; expectiminimax plays it"),
        ("vacuum", "1 player"),
        ("kuhn", "does not see everything"),
        ("risk", "players"),
    ],
)
def test_what_it_cannot_play_is_refused_with_the_name_of_who_can(spec: str, words: str) -> None:
    game = find_game(spec)
    with pytest.raises(UnsuitableError, match=words):
        WHOLE.decide(game, game.initial())


@pytest.mark.parametrize("agent", ["alphabeta", "mcts", "maxn", "expectiminimax", "solver", "minimax"])
def test_searches_that_take_turns_name_it_where_players_choose_at_once(agent: str) -> None:
    game = Goofspiel()
    with pytest.raises(UnsuitableError, match=r"choose at once; backward, .* play such games"):
        find_agent(agent).decide(game, game.initial())


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("rps", "backward"),
        ("matrix", "backward"),
        ("goofspiel", "backward"),
        ("goofspiel:cards=13", "smmcts"),
    ],
)
def test_small_games_with_moves_at_once_are_its_own(spec: str, name: str) -> None:
    assert suitable(find_game(spec)).name == name


def test_a_spec_stands_for_its_options() -> None:
    agent = find_agent("backward:depth=3,serialize=off,seed=4")
    assert agent == Backward(depth=3, serialize=False, seed=4)
    assert agent.spec == "backward:depth=3,serialize=off,seed=4"


def test_a_decided_table_still_gives_a_strategy() -> None:
    game = Goofspiel(3)
    decision = WHOLE.decide(game, Table((0b110, 0b110), 0b10, 2, (3, 0)), player=1)
    assert sum(strategy(decision).values()) == pytest.approx(1)
    assert decision.value == pytest.approx(-1)
    assert decision.exact


@pytest.mark.parametrize(
    "game", [*map(JointTree, range(8)), Goofspiel(3), find_game("rps:rounds=2")], ids=repr
)
def test_whoever_knows_its_strategies_wins_nothing_from_them(game: Game) -> None:
    value = exhaustive(game, game.initial())
    shares = shares_of(WHOLE, game)
    assert best_response_by_rules(game, shares, 0) == pytest.approx(value, abs=1e-9)
    assert best_response_by_rules(game, shares, 1) == pytest.approx(-value, abs=1e-9)


@pytest.mark.parametrize("cards", [3, 4])
def test_open_spiel_wins_nothing_from_it_in_goofspiel(cards: int) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")
    theirs, policy = goofspiel_policy(WHOLE, Goofspiel(cards))
    assert pyspiel.exploitability(theirs, pyspiel.TabularPolicy(policy)) == pytest.approx(0, abs=1e-12)
