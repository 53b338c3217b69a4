"""Pawns looked at all at once: those that are weak, and those that nothing can stop any more."""

from __future__ import annotations

from typing import NamedTuple

from outwit.bits import Bits, count, flip
from outwit.games.chess.board import WHITE

NOT_A: int = 0xFEFEFEFEFEFEFEFE
NOT_H: int = 0x7F7F7F7F7F7F7F7F
"""All squares but those of the first, and of the last file."""


class Structure(NamedTuple):
    """What a player's pawns look like."""

    doubled: int
    """How many stand in front of another on the same file."""
    isolated: int
    """How many have none on the files beside them."""
    backward: int
    """How many cannot step on without being taken, and will never be protected there by another."""
    passed: Bits
    """Those that no pawn of the opponent can stop or take on their way."""
    files: Bits
    """The whole files on which the player has pawns."""


def up(squares: Bits) -> Bits:
    """Some squares, and all above them."""
    squares |= squares << 8 & flip(0)
    squares |= squares << 16 & flip(0)
    return squares | squares << 32 & flip(0)


def down(squares: Bits) -> Bits:
    """Some squares, and all below them."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | squares >> 32


def beside(squares: Bits) -> Bits:
    """The squares to the left and to the right of some."""
    return (squares & NOT_H) << 1 | (squares & NOT_A) >> 1


def ahead(squares: Bits, player: int) -> Bits:
    """The squares one rank farther on, as a player's pawns go."""
    return squares << 8 & flip(0) if player == WHITE else squares >> 8


def strikes(pawns: Bits, player: int) -> Bits:
    """What a player's pawns attack."""
    return beside(ahead(pawns, player))


def onward(squares: Bits, player: int) -> Bits:
    """All squares farther on on the same files."""
    return ahead(up(squares) if player == WHITE else down(squares), player)


def structure(own: Bits, other: Bits, player: int) -> Structure:
    """What a player's pawns look like, given those of both."""
    front, files = onward(own, player), up(own) | down(own)
    facing = onward(other, 1 - player)
    attacked = strikes(own, player)
    guarded = attacked | onward(attacked, player)
    return Structure(
        doubled=count(own & front),
        isolated=count(own & flip(beside(files))),
        backward=count(ahead(own, player) & strikes(other, 1 - player) & flip(guarded)),
        passed=own & flip(facing | beside(facing)) & flip(onward(own, 1 - player)),
        files=files,
    )
