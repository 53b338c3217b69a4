from __future__ import annotations

import pytest

from outwit import AlphaBeta, Limit, find_game
from outwit.analysis.ablation import positions
from outwit.errors import OutwitError


@pytest.mark.parametrize("spelled", ["connect4", "othello", pytest.param("wargame", marks=pytest.mark.slow)])
def test_threads_that_search_together_find_the_value_of_one(spelled: str) -> None:
    game = find_game(spelled)
    for state in positions(game, 3, plies=8):
        for depth in (4, 7):
            agents = [AlphaBeta(threads=threads, strict=True, mb=8) for threads in (1, 2, 4)]
            values = {agent.decide(game, state, Limit(depth=depth)).value for agent in agents}
            assert len(values) == 1


def test_threads_heed_time_and_nodes() -> None:
    game = find_game("othello")
    agent = AlphaBeta(threads=3)
    decision = agent.decide(game, game.initial(), Limit(seconds=0.3))
    assert decision.seconds < 30
    decision = agent.decide(game, game.initial(), Limit(nodes=300_000))
    assert decision.nodes <= 300_000
    assert decision.move in list(game.moves(game.initial()))


def test_one_thread_gives_the_same_answer_again() -> None:
    game = find_game("othello")
    agent = AlphaBeta(threads=1)
    first, again = (agent.decide(game, game.initial(), Limit(nodes=200_000)) for _ in range(2))
    assert (first.nodes, first.line, first.value) == (again.nodes, again.line, again.value)


@pytest.mark.parametrize("threads", [0, -1, 1000])
def test_an_impossible_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(OutwitError, match="must be from 1 to 256"):
        AlphaBeta(threads=threads)
