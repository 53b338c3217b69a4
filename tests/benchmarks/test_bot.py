from __future__ import annotations

import pytest

from outwit import agent_spec, find_agent, find_game
from outwit.errors import OutwitError

pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")

from benchmarks.bot import Bot, played


def test_open_spiels_bot_sees_the_position_that_ours_has() -> None:
    game = find_game("connect4")
    history = [game.initial()]
    for move in (3, 0, 3, 0, 3, 6):
        history.append(game.play(history[-1], move))
    decision = Bot(simulations=200, seed=1).decide(game, history[-1], history=history[:-1])
    assert decision.move == 3


def test_the_move_between_two_positions_is_found_and_none_where_there_is_none() -> None:
    game = find_game("connect4")
    start = game.initial()
    assert played(game, start, game.play(start, 5)) == 5
    with pytest.raises(OutwitError, match="No move"):
        played(game, start, start)


def test_the_bot_can_be_spelled_for_the_processes_of_the_arena() -> None:
    found = find_agent(agent_spec(Bot(simulations=7, uct_c=1.0)))
    assert vars(found) == vars(Bot(simulations=7, uct_c=1.0))
