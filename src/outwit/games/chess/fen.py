"""Positions in Forsyth-Edwards Notation, with castling as X-FEN and Shredder-FEN write it too."""

from __future__ import annotations

from outwit.bits import Bits, each
from outwit.errors import BadPositionError, shorten
from outwit.games.chess.attacks import attackers
from outwit.games.chess.board import (
    BLACK,
    FILES,
    KING,
    LETTERS,
    PAWN,
    ROOK,
    WHITE,
    Board,
    occupied_squares,
    piece_at,
    rooks,
    sides,
    square_name,
    square_of,
)
from outwit.games.chess.legality import king_square
from outwit.games.chess.setup import arrange

PIECES = "PNKBRQ"


def read_fen(text: str) -> Board:
    """The position that a FEN stands for; move counts may be missing.

    Castling may be written KQkq, as the files of the rooks (HAha), or - for none.

    >>> read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").castling
    128
    """
    words = text.split()
    if not 2 <= len(words) <= 6:
        raise wrong(
            text, f"it has {len(words)} fields, not six: squares, side, castling, en passant, 2 counts"
        )
    words += ["w", "-", "-", "0", "1"][len(words) - 1 :]
    squares, side, castling, en_passant, quiet, number = words
    pieces = read_squares(text, squares)
    if side not in ("w", "b"):
        raise wrong(text, f"the side to move is {shorten(side)!r}, not w or b")
    turn = WHITE if side == "w" else BLACK
    counts = []
    for what, word, least in (("quiet half-moves", quiet, 0), ("the move", number, 0)):
        if not (word.isascii() and word.isdigit() and len(word) < 6 and int(word) >= least):
            raise wrong(
                text, f"the number of {what} is {shorten(word)!r}, not a number from {least} to 99999"
            )
        counts.append(int(word))
    rook_squares = read_castling(text, castling, pieces)
    passed = read_en_passant(text, en_passant, pieces, turn)
    board = arrange(pieces, turn, rook_squares, passed, counts[0], max(counts[1], 1))
    own, other = sides(board)
    theirs = king_square(board, other)
    if attackers(board, theirs, 1 - turn, own | other) & own:
        raise wrong(text, "the king of the side that is not to move stands in check")
    return board


def wrong(text: str, why: str) -> BadPositionError:
    """The sentence that refuses a text."""
    return BadPositionError(
        f"{shorten(text, 100)!r} is no FEN: {why}; a FEN looks like "
        "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'."
    )


def read_squares(text: str, squares: str) -> dict[int, tuple[int, int]]:
    """The pieces that the first field tells, each with its owner, by square."""
    rows = squares.split("/")
    if len(rows) != 8:
        raise wrong(text, f"it has {len(rows)} ranks, not 8 with / between them")
    pieces: dict[int, tuple[int, int]] = {}
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for mark in row:
            if mark in "12345678":
                file += int(mark)
            elif mark.upper() in PIECES:
                if file < 8:
                    pieces[8 * rank + file] = WHITE if mark.isupper() else BLACK, LETTERS.index(mark.upper())
                file += 1
            else:
                raise wrong(
                    text,
                    f"{mark!r} in rank {rank + 1} is neither one of {PIECES} and its small form nor 1 to 8",
                )
        if file != 8:
            raise wrong(text, f"rank {rank + 1} has {file} squares, not 8")
    for player, name in ((WHITE, "White"), (BLACK, "Black")):
        many = sum(piece == (player, KING) for piece in pieces.values())
        if many != 1:
            raise wrong(text, f"{name} has {many} kings, not one")
    for square in (*range(8), *range(56, 64)):
        if square in pieces and pieces[square][1] == PAWN:
            raise wrong(text, f"a pawn stands on {square_name(square)}, where it would have promoted")
    return pieces


def read_castling(text: str, castling: str, pieces: dict[int, tuple[int, int]]) -> Bits:
    """The rooks with which kings may castle; K and Q mean the outermost on that side of the king."""
    found = 0
    for mark in castling if castling != "-" else "":
        player, name = (WHITE, mark) if mark.isupper() else (BLACK, mark.upper())
        first = 56 * player
        if name not in "KQABCDEFGH":
            raise wrong(text, f"{mark!r} in the castling field is none of KQkq, A to H, a to h and -")
        king = next(square for square, piece in pieces.items() if piece == (player, KING))
        standing = [square for square in range(first, first + 8) if pieces.get(square) == (player, ROOK)]
        if name == "K":
            standing = [square for square in standing if square > king][-1:]
        elif name == "Q":
            standing = [square for square in standing if square < king][:1]
        else:
            standing = [square for square in standing if FILES.index(name.lower()) == square & 7]
        if king >> 3 != first >> 3 or not standing:
            raise wrong(text, f"castling {mark!r} needs a king and such a rook on their first rank")
        found |= 1 << standing[0]
    for player in (WHITE, BLACK):
        king = next(square for square, piece in pieces.items() if piece == (player, KING))
        sides_of_king = [square > king for square in each(found & 0xFF << 56 * player)]
        if len(sides_of_king) != len(set(sides_of_king)):
            raise wrong(text, "a king may castle with one rook on each side only")
    return found


def read_en_passant(text: str, name: str, pieces: dict[int, tuple[int, int]], turn: int) -> int:
    """The square that a pawn has just passed; 0 for none."""
    if name == "-":
        return 0
    rank = "6" if turn == WHITE else "3"
    if len(name) != 2 or name[0] not in FILES or name[1] != rank:
        raise wrong(text, f"the en passant square is {shorten(name)!r}, not - or a square of rank {rank}")
    square = square_of(name)
    came = square + (8 if turn == WHITE else -8)
    if pieces.get(square ^ 8) != (1 - turn, PAWN) or square in pieces or came in pieces:
        raise wrong(text, f"no pawn can just have passed {name}")
    return square


def write_fen(board: Board, shredder: bool = False) -> str:
    """The FEN of a position; `shredder` names every rook that may castle by its file.

    >>> write_fen(read_fen("4k3/8/8/8/8/8/8/4K2R w K - 3 9"))
    '4k3/8/8/8/8/8/8/4K2R w K - 3 9'
    """
    rows = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for square in range(8 * rank, 8 * rank + 8):
            mark = mark_at(board, square)
            if mark == ".":
                empty += 1
                continue
            row += f"{empty or ''}{mark}"
            empty = 0
        rows.append(f"{row}{empty or ''}")
    passed = square_name(board.en_passant) if board.en_passant else "-"
    side = "w" if board.turn == WHITE else "b"
    castling = write_castling(board, shredder)
    return f"{'/'.join(rows)} {side} {castling} {passed} {board.quiet} {board.number}"


def mark_at(board: Board, square: int) -> str:
    """What stands on a square, as FEN writes it; `.` for nothing."""
    letter = LETTERS[piece_at(board, square)]
    return letter if board.white >> square & 1 else letter.lower()


def write_castling(board: Board, shredder: bool) -> str:
    """The rooks with which kings may castle: K and Q unless another rook stands farther out."""
    found = ""
    black = occupied_squares(board) ^ board.white
    for player, pieces in ((WHITE, board.white), (BLACK, black)):
        king = king_square(board, pieces)
        rank = 0xFF << 56 * player
        standing = list(each(rooks(board) & pieces & rank))
        for rook in sorted(each(board.castling & rank), reverse=True):
            outermost = max(standing) if rook > king else min(standing)
            name = "K" if rook > king else "Q"
            if shredder or rook != outermost:
                name = FILES[rook & 7].upper()
            found += name if player == WHITE else name.lower()
    return found or "-"
