"""Moves as people write them: standard algebraic notation, and that of chess engines (UCI)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from outwit.games.chess.board import (
    FILES,
    KING,
    LETTERS,
    NOTHING,
    PAWN,
    Board,
    piece_at,
    square_name,
    square_of,
)
from outwit.games.chess.legality import castled

WRITTEN = re.compile(r"([PNBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([NBRQ])\)?)?(?:e\.?p\.?)?")
"""A move in algebraic notation, short or long."""

ENGINES = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq]?)")
"""A move as engines write it."""

CASTLING = {"O-O": True, "O-O-O": False, "OO": True, "OOO": False}
"""Castling, and whether it is towards the h file."""


def is_castling(state: Board, move: int) -> bool:
    """Is it the king's move to its own rook?"""
    source, target = move & 63, move >> 6 & 63
    white = state.white >> source & 1
    return (
        piece_at(state, source) == KING
        and piece_at(state, target) != NOTHING
        and (state.white >> target & 1) == white
    )


def write_san(state: Board, move: int, legal: Sequence[int], check: str) -> str:
    """A legal move in algebraic notation, one of those that are `legal`; `check` is what follows it."""
    source, target, promoted = move & 63, move >> 6 & 63, move >> 12
    if is_castling(state, move):
        return ("O-O" if target > source else "O-O-O") + check
    piece = piece_at(state, source)
    takes = "x" if piece_at(state, target) or (piece == PAWN and (source ^ target) & 7) else ""
    if piece == PAWN:
        first = FILES[source & 7] if takes else ""
        last = f"={LETTERS[promoted]}" if promoted else ""
        return f"{first}{takes}{square_name(target)}{last}{check}"
    return f"{LETTERS[piece]}{told_apart(state, move, legal)}{takes}{square_name(target)}{check}"


def told_apart(state: Board, move: int, legal: Sequence[int]) -> str:
    """What tells a move from those of other pieces of its kind to the same square: file, rank or both."""
    source, target = move & 63, move >> 6 & 63
    piece = piece_at(state, source)
    if piece == KING:
        return ""
    rivals = [
        other & 63
        for other in legal
        if other >> 6 & 63 == target and other & 63 != source and piece_at(state, other & 63) == piece
    ]
    if not rivals:
        return ""
    name = square_name(source)
    if all((rival ^ source) & 7 for rival in rivals):
        return name[0]
    return name[1] if all(rival >> 3 != source >> 3 for rival in rivals) else name


def write_uci(state: Board, move: int, chess960: bool = False) -> str:
    """A move as engines write it: castling as the king's two steps or, in Chess960, as its move to the rook.

    >>> from outwit.games.chess import read_fen
    >>> state = read_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    >>> write_uci(state, 4 | 7 << 6), write_uci(state, 4 | 7 << 6, chess960=True)
    ('e1g1', 'e1h1')
    """
    source, target, promoted = move & 63, move >> 6 & 63, move >> 12
    if is_castling(state, move) and not chess960:
        target = castled(source, target)[0]
    return square_name(source) + square_name(target) + (LETTERS[promoted].lower() if promoted else "")


def find_moves(state: Board, text: str, legal: Sequence[int]) -> list[int]:
    """The legal moves that a text may stand for: one, unless it says too little or is none."""
    bare = re.sub(r"[+#!?\s]", "", text)
    castling = CASTLING.get(bare.replace("0", "O").replace("o", "O"))
    if castling is not None:
        return [
            move
            for move in legal
            if is_castling(state, move) and ((move >> 6 & 63) > (move & 63)) == castling
        ]
    return find_written(state, bare, legal) or find_for_engines(state, bare.lower(), legal)


def find_written(state: Board, bare: str, legal: Sequence[int]) -> list[int]:
    """The moves that may be meant in algebraic notation, short or long."""
    written = WRITTEN.fullmatch(bare)
    if not written:
        return []
    piece = LETTERS.index(written[1]) if written[1] else PAWN
    promoted = LETTERS.index(written[5]) if written[5] else NOTHING
    return [
        move
        for move in legal
        if move >> 6 & 63 == square_of(written[4])
        and move >> 12 == promoted
        and piece_at(state, move & 63) == piece
        and not is_castling(state, move)
        and square_name(move & 63)[0] in (written[2] or FILES)
        and square_name(move & 63)[1] in (written[3] or "12345678")
    ]


def find_for_engines(state: Board, bare: str, legal: Sequence[int]) -> list[int]:
    """The move that engines write so."""
    engines = ENGINES.fullmatch(bare)
    if not engines:
        return []
    source, target = square_of(engines[1]), square_of(engines[2])
    promoted = LETTERS.index(engines[3].upper()) if engines[3] else NOTHING
    exact = source | target << 6 | promoted << 12
    if exact in legal:
        return [exact]
    return [
        move
        for move in legal
        if move & 63 == source and is_castling(state, move) and castled(source, move >> 6 & 63)[0] == target
    ]
