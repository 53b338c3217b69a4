"""At its next move of the same game, the search goes on with what it knows of the new position."""

from __future__ import annotations

import pytest

from outwit import Game, find_game, search
from outwit.engine.mcts import MCTS
from outwit.game import CHANCE, State
from outwit.random import Generator


def game_of_two(agent: search.MCTS, game: Game, moves: int) -> list[tuple[int, list[int | None]]]:
    """What an agent answers in a game against chance: simulations made, and visits of each move."""
    state, history, random = game.initial(), list[State](), Generator(3)
    answers: list[tuple[int, list[int | None]]] = []
    while not game.over(state) and len(answers) < moves:
        if game.turn(state) == CHANCE:
            move = random.weighted(list(game.chances(state)))
        elif game.turn(state) == 0:
            decision = agent.decide(game, state, history=history)
            answers.append((int(decision.stats["simulations"]), [c.visits for c in decision.candidates]))
            move = decision.move
        else:
            move = random.choice(list(game.moves(state)))
        history.append(state)
        state = game.play(state, move)
    return answers


@pytest.mark.parametrize("spelled", ["connect4", "pig:goal=30"])
def test_visits_of_before_are_kept(spelled: str) -> None:
    game = find_game(spelled)
    for agent in (MCTS, search.MCTS):
        kept = game_of_two(agent(simulations=500, seed=1), game, 4)
        anew = game_of_two(agent(simulations=500, seed=1, keep=False), game, 4)
        assert all(
            sum(v or 0 for v in visits) in (simulations, simulations - 1) for simulations, visits in anew
        )
        assert all(simulations == 500 for simulations, _ in kept)
        assert any(sum(v or 0 for v in visits) > 520 for _, visits in kept[1:])


def test_compiled_and_textbook_keep_the_same() -> None:
    game = find_game("connect4:width=5,height=4")
    assert MCTS.program(game)
    ours = game_of_two(MCTS(simulations=300, seed=2), game, 5)
    assert ours == game_of_two(search.MCTS(simulations=300, seed=2), game, 5)


def test_another_game_is_begun_anew() -> None:
    game, agent = find_game("connect4"), MCTS(simulations=400, seed=1)
    first = agent.decide(game, game.initial())
    again = agent.decide(game, game.initial())
    assert first.candidates == again.candidates
    assert MCTS(simulations=400, seed=1) == agent
