"""Compiled Monte Carlo tree search is the textbook's, draw for draw; what it proves is true."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from outwit import Expectiminimax, Game, Limit, OutwitError, find_game, search
from outwit.decision import Watch
from outwit.engine.mcts import MCTS
from outwit.engine.solver import Solver
from outwit.game import State
from outwit.random import Generator
from outwit.random_positions import random_position

from .facts import sampled_facts

CHANCY = f"{Path(__file__).with_name('chancy.py')}"
GAMES = [
    "nim",
    "connect4:width=5,height=4",
    "pig:goal=20",
    *(
        pytest.param(spelled, marks=pytest.mark.slow)
        for spelled in (
            "tictactoe",
            "othello:size=4",
            "wargame:board=9 9 9/9 1 9/9 9 9",
            f"{CHANCY}:Climb",
            f"{CHANCY}:Duel",
            f"{Path(__file__).parent.with_name('pasture.py')}:Pasture:size=3",
        )
    ),
]
"""With two players, with one and with three, with dice and without."""


@pytest.mark.parametrize("spelled", GAMES)
def test_the_same_seed_grows_the_very_same_tree(spelled: str) -> None:
    game = find_game(spelled)
    assert MCTS.program(game)
    random = Generator(5)
    for number in range(24):
        state = random_position(game, random, random.below(10))
        options = {
            "simulations": 1 + random.below(400),
            "seed": number,
            "select": ("uct", "puct")[random.below(2)],
            "rollout": ("random", "order", "best")[random.below(3)],
            "cutoff": (None, 0, 3)[random.below(3)],
            "solve": bool(random.below(4)),
            "exploration": random.uniform() * 2,
        }
        ours = MCTS(**options).decide(game, state)  # type: ignore[arg-type]
        theirs = search.MCTS(**options).decide(game, state)  # type: ignore[arg-type]
        assert sampled_facts(ours) == sampled_facts(theirs), (options, state)


def test_a_limit_of_nodes_ends_both_at_the_same_simulation() -> None:
    game = find_game("connect4")
    limit = Limit(nodes=3_000)
    ours = MCTS(seed=3).decide(game, game.initial(), limit)
    assert sampled_facts(ours) == sampled_facts(search.MCTS(seed=3).decide(game, game.initial(), limit))
    assert 2_900 < ours.nodes <= 3_000


def late(game: Game, free: int, number: int) -> list[State]:
    """Positions of Connect 4 from random play, not over, with at most so many squares free."""
    random, found = Generator(9), list[State]()
    while len(found) < number:
        state = game.initial()
        while not game.over(state) and game.text(state).count(".") > free:
            state = game.play(state, random.choice(list(game.moves(state))))
        if not game.over(state):
            found.append(state)
    return found


@pytest.mark.parametrize("many", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_what_it_proves_of_late_connect_4_is_what_the_solver_says(many: int) -> None:
    game = find_game("connect4")
    proved = 0
    for number, state in enumerate(late(game, 14, many)):
        decision = MCTS(simulations=60_000, seed=number).decide(game, state)
        truth = Solver().decide(game, state).value
        if decision.exact:
            proved += 1
            assert decision.value == truth, state
        lost = {c.move for c in decision.candidates if c.value == -1.0 and c.proved}
        assert decision.move not in lost or len(lost) == len(decision.candidates), state
    assert proved >= 0.95 * many


def test_a_move_that_is_proved_lost_is_not_played_while_there_is_another() -> None:
    game = find_game("nim:coins=7")
    for simulations in range(1, 120):
        sampled = search.MCTS(simulations=simulations, seed=simulations).decide(game, game.initial())
        best = next(c for c in sampled.candidates if c.move == sampled.move)
        others = [c for c in sampled.candidates if c.move != sampled.move]
        surely_lost = best.value == -1.0 and best.proved
        assert not surely_lost or all(c.value == -1.0 for c in others)


def test_it_can_be_stopped_and_answers_with_what_it_has() -> None:
    game = find_game("connect4")
    MCTS().prepare(game)
    watch, heard = Watch(), threading.Event()
    watch.report = lambda progress: heard.set()

    def stop_soon() -> None:
        heard.wait(60)
        watch.stop()

    threading.Thread(target=stop_soon).start()
    decision = MCTS(seconds=3600).decide(game, game.initial(), watch=watch)
    assert heard.is_set()
    assert decision.stats["simulations"] > 100
    assert decision.value is not None


def test_told_to_stop_before_it_begins_it_plays_a_legal_move() -> None:
    game = find_game("connect4")
    decision = MCTS(simulations=100).decide(game, game.initial(), watch=Watch(stopped=True))
    assert decision.move in list(game.moves(game.initial()))
    assert decision.value is None


def test_a_full_memory_ends_the_growth_and_not_the_search() -> None:
    game = find_game("connect4")
    decision = MCTS(mb=1, simulations=40_000, seed=1).decide(game, game.initial())
    assert decision.stats["simulations"] == 40_000
    assert decision.stats["tree"] <= (1 << 20) / 88
    assert sum(c.visits or 0 for c in decision.candidates) == 40_000


def test_no_memory_at_all_is_refused() -> None:
    with pytest.raises(OutwitError, match="mb=0 is no size for a memory"):
        MCTS(mb=0)


def test_threads_lose_no_simulation_and_prove_nothing_false() -> None:
    game = find_game("connect4")
    decision = MCTS(simulations=60_001, threads=3, solve=False).decide(game, game.initial())
    assert decision.stats["simulations"] == 60_001
    assert sum(c.visits or 0 for c in decision.candidates) == 60_001
    for number, state in enumerate(late(game, 14, 30)):
        together = MCTS(simulations=60_000, threads=3, seed=number).decide(game, state)
        if together.exact:
            assert together.value == Solver().decide(game, state).value, state


def test_threads_share_a_small_memory() -> None:
    game = find_game("connect4")
    decision = MCTS(mb=1, simulations=20_000, threads=3).decide(game, game.initial())
    assert decision.stats["simulations"] == 20_000
    assert decision.stats["tree"] <= (1 << 20) / 88


def test_no_thread_at_all_is_refused() -> None:
    with pytest.raises(OutwitError, match="threads=0 must be"):
        MCTS(threads=0)


def test_at_pig_the_mean_comes_to_what_expectiminimax_computes() -> None:
    game = find_game("pig:goal=20")
    state = game.position("8 : 8")
    exact = Expectiminimax(quick=False).decide(game, state, Limit(depth=12))
    sampled = MCTS(simulations=1_500_000, seed=1, exploration=0.7).decide(game, state)
    assert sampled.move == exact.move
    assert sampled.value == pytest.approx(exact.value, abs=0.02)


@pytest.mark.parametrize("played", ["112233", "414243", "17273"])
def test_a_win_at_hand_is_played_however_little_else_is_known(played: str) -> None:
    game = find_game("connect4")
    state = game.position(played)
    player = game.turn(state)
    for simulations in (8, 30, 300):
        decision = MCTS(simulations=simulations, seed=1).decide(game, state)
        after = game.play(state, decision.move)
        if player == 0:
            assert game.over(after)
            assert (game.payoff(after, player), decision.value) == (1.0, 1.0)
        else:
            assert decision.move == game.parse(state, "4"), "it must stop X from winning"
