from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from outwit.experiments.wargame.contest import opening
from outwit.experiments.wargame.player import Player, make_search
from outwit.games.wargame import Front, WarGame


def interpreted(game: WarGame) -> Callable[..., tuple[float, int]]:
    """The search below a move, run by Python."""
    visited: list[None] = []

    def again(*question: Any) -> float:
        return search(*question)

    search = make_search(again, lambda nodes: nodes.append(None))

    def below(state: Front, depth: int, player: int, prunes: bool) -> tuple[float, int]:
        visited.clear()
        value = search(game, state, depth, player, -math.inf, math.inf, prunes, visited)
        return value, len(visited)

    return below


@pytest.mark.parametrize("search", [pytest.param("minimax", marks=pytest.mark.slow), "alphabeta"])
@pytest.mark.parametrize("doubled", [True, False])
def test_the_player_chooses_the_same_interpreted_and_compiled(search: str, doubled: bool) -> None:
    for board in ("5 9 2/7 1 8/3 6 4", "Smolensk"):
        game = WarGame(board)
        for seed, depth in ((0, 2), (1, 3), (2, 3)):
            state = opening(game, seed, plies=2 + (game.width == 6) * 18)
            player = Player("minimax" if search == "minimax" else "alphabeta", depth, doubled)
            assert player.choose(game, state) == player.choose_move(game, state, interpreted(game))


def test_alpha_beta_chooses_as_minimax_and_visits_no_more() -> None:
    game = WarGame("Narvik")
    for seed in range(20):
        state = opening(game, seed, plies=seed)
        whole, pruned = (Player(search, 3).choose(game, state) for search in ("minimax", "alphabeta"))
        assert whole.move == pruned.move
        assert pruned.nodes <= whole.nodes


def test_the_double_move_sees_a_blitz_that_the_enemy_would_never_allow() -> None:
    game = WarGame("9 1 1 1/1 1 1 1")
    state = game.position("..../g...")
    quirk, right = (Player("alphabeta", 2, doubled).choose(game, state) for doubled in (True, False))
    assert quirk != right
