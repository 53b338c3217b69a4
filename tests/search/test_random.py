"""The random player: legal, fair, and repeatable on demand."""

from __future__ import annotations

from collections import Counter

from outwit import Random, find_game
from outwit.random import Generator
from outwit.random_positions import random_position

from .generated import LoopingGraph


def test_every_move_is_legal_and_every_candidate_named() -> None:
    for spec in ("connect4", "tictactoe", "nim", "pig", "tree"):
        game = find_game(spec)
        for seed in range(20):
            state = random_position(game, Generator(seed), seed)
            if game.turn(state) < 0:
                continue
            decision = Random(seed=seed).decide(game, state)
            assert decision.move in list(game.moves(state))
            assert [candidate.move for candidate in decision.candidates] == list(game.moves(state))
            assert (decision.value, decision.exact) == (None, False)


def test_the_same_seed_plays_the_same_game() -> None:
    game = find_game("connect4")

    def played(agent: Random) -> list[int]:
        state, line = game.initial(), []
        while not game.over(state):
            line.append(agent.decide(game, state).move)
            state = game.play(state, line[-1])
        return line

    assert played(Random(seed=7)) == played(Random(seed=7))
    assert len({tuple(played(Random(seed=seed))) for seed in range(20)}) > 15


def test_without_a_seed_all_moves_come_up() -> None:
    game = find_game("connect4")
    counts = Counter(Random().decide(game, game.initial()).move for _ in range(1400))
    assert set(counts) == set(range(7))
    assert min(counts.values()) > 100


def test_seeds_choose_each_move_equally_often() -> None:
    game = find_game("connect4")
    counts = Counter(Random(seed=seed).decide(game, game.initial()).move for seed in range(1400))
    assert all(150 < counts[move] < 250 for move in range(7)), counts


def test_a_position_that_comes_again_may_be_answered_differently() -> None:
    """So that two random players do not go round in circles for ever."""
    game = LoopingGraph(3, branching=4)
    state = game.initial()
    moves = {Random(seed=1).decide(game, state, history=[state] * n).move for n in range(30)}
    assert moves == set(game.moves(state))
