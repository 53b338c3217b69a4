"""Connect 4 positions to search, the same in every run."""

from __future__ import annotations

from outwit.games.connect4 import Board, Connect4
from outwit.random import Generator

GAME = Connect4()


def openings(many: int, discs: int, seed: int = 1) -> list[str]:
    """So many different random positions with so many discs on the board, as the columns played.

    Nobody has won, and nobody can at once: a search has something to do.
    """
    generator = Generator(seed)
    found: dict[str, None] = {}
    while len(found) < many:
        state, columns = GAME.initial(), ""
        while len(columns) < discs and not GAME.over(state):
            move = generator.choice(list(GAME.moves(state)))
            columns += GAME.describe(state, move)
            state = GAME.play(state, move)
        if not GAME.over(state) and not decided(state):
            found[columns] = None
    return list(found)


def decided(state: Board) -> bool:
    """Can the player to act win at once?"""
    return any(GAME.over(GAME.play(state, move)) for move in GAME.moves(state))
