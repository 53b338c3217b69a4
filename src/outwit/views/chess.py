"""Chess drawn: White's pieces light with a dark edge, Black's dark, and what a pawn can become below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.bits import each
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Polygon, Shape, Square, Stroke, Words
from outwit.draw.theme import Kind
from outwit.errors import join_names
from outwit.game import player_name
from outwit.games.chess import Board, Chess
from outwit.games.chess.board import (
    BISHOP,
    BLACK,
    FILES,
    KING,
    KNIGHT,
    LETTERS,
    LIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    kings,
    occupied_squares,
    piece_at,
    pieces_of,
    square_name,
    square_of,
)
from outwit.games.chess.legality import castled
from outwit.games.chess.playing import change
from outwit.games.chess.san import is_castling
from outwit.views.view import View

MARGIN = 14.0
CELL = 60.0
EDGE = 24.0
"""How much room the names of the files and of the ranks take."""

FOOT = 54.0
"""How much room the pieces take that a pawn can become."""

SIZE = MARGIN + EDGE + 8 * CELL + MARGIN
"""How wide the picture is."""

UNIT = 21.0
"""Half the height of a piece."""

NAMES = {KING: "king", QUEEN: "queen", ROOK: "rook", BISHOP: "bishop", KNIGHT: "knight", PAWN: "pawn"}
"""What the pieces are called, the most valuable first."""

PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)

FILLS: tuple[Kind, Kind] = ("ivory", "ebony")
EDGES: tuple[Kind, Kind] = ("ebony", "ivory")
"""The colours of White's pieces and of Black's, and of their edges."""

Outline = tuple[tuple[float, float], ...]

FOOT_OF_PIECE: Outline = ((-0.75, 1.0), (-0.75, 0.76), (0.75, 0.76), (0.75, 1.0))
"""What every piece stands on."""

BODIES: dict[int, Outline] = {
    PAWN: ((-0.5, 0.76), (-0.22, 0.1), (-0.36, -0.02), (0.36, -0.02), (0.22, 0.1), (0.5, 0.76)),
    ROOK: (
        (-0.56, 0.76), (-0.44, -0.3), (-0.66, -0.42), (-0.66, -0.9), (-0.4, -0.9), (-0.4, -0.66),
        (-0.13, -0.66), (-0.13, -0.9), (0.13, -0.9), (0.13, -0.66), (0.4, -0.66), (0.4, -0.9),
        (0.66, -0.9), (0.66, -0.42), (0.44, -0.3), (0.56, 0.76),
    ),
    KNIGHT: (
        (-0.5, 0.76), (-0.38, 0.4), (0.02, 0.02), (-0.02, -0.14), (-0.4, 0.06), (-0.58, 0.22), (-0.76, 0.06),
        (-0.66, -0.2), (-0.4, -0.54), (-0.3, -0.78), (-0.2, -1.0), (0.02, -0.76), (0.34, -0.6),
        (0.56, -0.26), (0.64, 0.2), (0.56, 0.76),
    ),
    BISHOP: (
        (-0.54, 0.76), (-0.26, 0.42), (-0.46, 0.16), (-0.44, -0.14), (-0.22, -0.48), (0.0, -0.74),
        (0.22, -0.48), (0.44, -0.14), (0.46, 0.16), (0.26, 0.42), (0.54, 0.76),
    ),
    QUEEN: (
        (-0.56, 0.76), (-0.5, 0.4), (-0.86, -0.56), (-0.42, -0.02), (-0.4, -0.74), (-0.12, -0.08),
        (0.0, -0.82), (0.12, -0.08), (0.4, -0.74), (0.42, -0.02), (0.86, -0.56), (0.5, 0.4), (0.56, 0.76),
    ),
    KING: (
        (-0.56, 0.76), (-0.5, 0.46), (-0.8, 0.1), (-0.76, -0.24), (-0.44, -0.4), (0.0, -0.2),
        (0.44, -0.4), (0.76, -0.24), (0.8, 0.1), (0.5, 0.46), (0.56, 0.76),
    ),
}  # fmt: skip
"""The outline of each piece above what it stands on: right and down from its middle, in its own units."""

BALLS: dict[int, tuple[tuple[float, float, float], ...]] = {
    PAWN: ((0.0, -0.36, 0.36),),
    BISHOP: ((0.0, -0.84, 0.14),),
    QUEEN: (
        (-0.86, -0.64, 0.13), (-0.4, -0.82, 0.13), (0.0, -0.9, 0.13), (0.4, -0.82, 0.13), (0.86, -0.64, 0.13),
    ),
}  # fmt: skip
"""The round parts of a piece: where they are, and how large."""

LINES: dict[int, tuple[Outline, ...]] = {
    ROOK: (((-0.44, -0.34), (0.44, -0.34)), ((-0.5, 0.44), (0.5, 0.44))),
    KNIGHT: (((-0.3, -0.38), (-0.24, -0.36)), ((0.26, -0.3), (0.34, 0.1))),
    BISHOP: (((0.06, -0.42), (0.2, -0.14)), ((-0.26, 0.42), (0.26, 0.42))),
    QUEEN: (((-0.48, 0.42), (0.48, 0.42)),),
    KING: (((-0.48, 0.48), (0.48, 0.48)),),
}
"""Strokes inside a piece."""

CROSS: tuple[Outline, ...] = (((0.0, -0.3), (0.0, -1.0)), ((-0.2, -0.78), (0.2, -0.78)))
"""What only a king carries."""


@dataclass(frozen=True)
class ChessView(View):
    """A piece's square and the one it goes to are clicked in turn; then, if it is one, the pawn's new piece.

    To castle, the king's square is clicked and the one where it will stand, or the rook's if that is nearer.
    """

    game: Chess
    pieces: ClassVar[tuple[str, ...]] = (*"PNBRQKpnbrqk", ".")

    def picture(
        self, state: Board, player: int | None = None, last: int | None = None, before: Board | None = None
    ) -> Picture:
        shapes = (
            Box(0, 0, SIZE, SIZE + FOOT, "ground", 22),
            *names(),
            *cells(),
            *last_frames(state, last),
            *check_mark(state),
            *(shape for square in each(occupied_squares(state)) for shape in piece_on(state, square)),
        )
        label = self.label(state, last, before)
        return Picture(SIZE, SIZE + FOOT, shapes, label, tuple(promotions()), FOOT)

    def path(self, state: Board, move: int) -> tuple[str, ...]:
        source, target, promoted = move & 63, move >> 6 & 63, move >> 12
        if is_castling(state, move):
            king_to, _ = castled(source, target)
            target = king_to if abs(king_to - source) > 1 else target
        last = (NAMES[promoted],) if promoted else ()
        return (square_name(source), square_name(target), *last)

    def placed(self, state: Board, square: str, piece: str) -> Board:
        """The state with a piece on a square, or none; castling goes with the rook, and with the king."""
        at = square_of(square)
        there = piece_at(state, at)
        put = LETTERS.index(piece.upper()) if piece != self.pieces[-1] else NOTHING
        castling = 0 if KING in (there, put) else state.castling & ~(1 << at)
        if there != NOTHING:
            state = change(state, WHITE if state.white >> at & 1 else BLACK, there, at, -1)
        if put != NOTHING:
            state = change(state, WHITE if piece.isupper() else BLACK, put, at, 1)
        return state._replace(castling=castling, en_passant=0, checkers=0)

    def action(self, state: Board, moves: Sequence[int]) -> str:
        """To choose a piece that has several squares to go to, or to play what it comes to."""
        source = moves[0] & 63
        if len({move >> 6 & 63 for move in moves}) == 1:
            return super().action(state, moves)
        return f"move the {NAMES[piece_at(state, source)]} on {square_name(source)}"

    def label(self, state: Board, last: int | None, before: Board | None) -> str:
        """The position in words: who has what where, who is to move, and the last move."""
        sentences = []
        for player in (WHITE, BLACK):
            pieces = [
                f"{name} {square_name(square)}"
                for piece, name in NAMES.items()
                for square in each(pieces_of(state, player))
                if piece_at(state, square) == piece
            ]
            sentences.append(
                f"{player_name(self.game, player)} has {join_names(pieces, last='and') or 'nothing'}"
            )
        check = ", in check" if state.checkers else ""
        sentences.append(f"{player_name(self.game, state.turn)} to move{check}")
        if last is not None:
            name = square_name(last & 63) + square_name(last >> 6 & 63)
            move = name if before is None else self.game.describe(before, last)
            sentences.append(f"Last move: {player_name(self.game, 1 - state.turn)} {move}")
        return f"{'. '.join(sentences)}."


# Where things are


def corner(square: int) -> tuple[float, float]:
    """Where the top left corner of a square is."""
    return MARGIN + EDGE + CELL * (square & 7), MARGIN + CELL * (7 - (square >> 3))


def middle(square: int) -> tuple[float, float]:
    """Where the middle of a square is."""
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2


# What is drawn


def names() -> Iterator[Shape]:
    """The files' letters below the board, and the ranks' numbers on its left."""
    for index in range(8):
        across, _ = middle(index)
        _, down = middle(8 * index)
        yield Words(across, MARGIN + 8 * CELL + EDGE / 2, FILES[index], "name", 16)
        yield Words(MARGIN + EDGE / 2 - 3, down, str(index + 1), "name", 16)


def cells() -> Iterator[Shape]:
    """The squares, light and dark."""
    for square in range(64):
        kind: Kind = "rise" if LIGHT >> square & 1 else "peak"
        yield Square(square_name(square), *corner(square), CELL, CELL, kind)


def last_frames(state: Board, last: int | None) -> Iterator[Shape]:
    """Frames around the squares on which the last move began and ended."""
    if last is None:
        return
    for square in (last & 63, last >> 6 & 63):
        x, y = corner(square)
        yield Box(x + 2, y + 2, CELL - 4, CELL - 4, "last", 3, 3)


def check_mark(state: Board) -> Iterator[Shape]:
    """A ring around a king in check, and one around each piece that attacks it."""
    if state.checkers:
        for square in each(kings(state) & pieces_of(state, state.turn) | state.checkers):
            yield Disc(*middle(square), CELL / 2 - 4, "second", 4)


def piece_on(state: Board, square: int) -> Iterator[Shape]:
    """What stands on a square."""
    owner = WHITE if state.white >> square & 1 else BLACK
    yield from piece_shapes(piece_at(state, square), owner, *middle(square), UNIT)


def piece_shapes(piece: int, owner: int, x: float, y: float, unit: float) -> Iterator[Shape]:
    """A piece around a point."""
    fill, edge = FILLS[owner], EDGES[owner]
    line = 0.08 * unit if owner == WHITE else 0.05 * unit

    def moved(outline: Outline) -> Outline:
        return tuple((x + unit * right, y + unit * down) for right, down in outline)

    if piece == KING:
        for width, kind in ((0.26, edge), (0.14, fill)):
            yield from (Stroke(moved(part), kind, width * unit) for part in CROSS)
    for right, down, radius in BALLS.get(piece, ()):
        yield Disc(x + unit * right, y + unit * down, unit * radius, fill)
        yield Disc(x + unit * right, y + unit * down, unit * radius, edge, line)
    for outline in (BODIES[piece], FOOT_OF_PIECE):
        yield Polygon(moved(outline), fill)
        yield Polygon(moved(outline), edge, line)
    for part in LINES.get(piece, ()):
        yield Stroke(moved(part), edge, 0.09 * unit)


def promotions() -> Iterator[Shape]:
    """The pieces that a pawn can become, to be clicked after its move."""
    width, height = 76.0, 44.0
    for index, piece in enumerate(PROMOTIONS):
        x = SIZE / 2 + (index - 2) * (width + 8) + 4
        y = SIZE + FOOT - MARGIN - height
        yield Square(NAMES[piece], x, y, width, height, None, 10)
        yield Box(x, y, width, height, "name", 10, 1.5)
        yield from piece_shapes(piece, WHITE, x + width / 2, y + height / 2, 17)
