"""Positions to try chess on: well-known ones, random ones, and the same ones as python-chess has them."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from outwit.games.chess import Board, Chess, write_fen
from outwit.random import Generator

GAME = Chess()

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

COUNTS = {
    START: (20, 400, 8902, 197281, 4865609, 119060324),
    KIWIPETE: (48, 2039, 97862, 4085603, 193690690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333, 15833292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379, 2103487, 89941194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (
        46, 2079, 89890, 3894594, 164075551,
    ),
}  # fmt: skip
"""How many ways there are to play 1, 2, 3, ... moves: published, and counted by many programs."""

NAMES = ("start", "Kiwipete", "position 3", "position 4", "position 5", "position 6")
"""What these positions are called."""


def random_positions(many: int, seed: int, game: Chess = GAME) -> Iterator[Board]:
    """Positions from random play, each somewhere in a game of its own; never one that is over."""
    random = Generator(seed)
    while many:
        state = game.initial()
        for _ in range(random.below(120)):
            moves = list(game.moves(state))
            following = game.play(state, moves[random.below(len(moves))])
            if game.over(following):
                break
            state = following
        yield state
        many -= 1


def random_starts(many: int, seed: int) -> Iterator[Chess]:
    """Games from random first ranks."""
    random = Generator(seed)
    for _ in range(many):
        yield Chess(start=random.below(960))


def oracle(state: Board) -> chess.Board:
    """The position as python-chess has it."""
    return chess.Board(write_fen(state, shredder=True), chess960=True)


def uci(state: Board, move: int) -> str:
    """A move as python-chess writes it where kings take their own rooks to castle."""
    name = chess.square_name(move & 63) + chess.square_name(move >> 6 & 63)
    return name + {0: "", 2: "n", 5: "b", 6: "r", 7: "q"}[move >> 12]
