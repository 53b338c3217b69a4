"""What `go` and `setoption` ask for, word by word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from outwit.decision import Limit
from outwit.errors import OutwitError, shorten

LEAST = 0.001
"""Seconds for a move where a clock shows nothing more."""

UNENDING = 1e7
"""Seconds that no search reaches: a limit of time, so that what is not compiled yet plays interpreted."""

NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")
FLAGS = ("infinite", "ponder")

MOST = 1 << 62


@dataclass(frozen=True)
class Order:
    """What a `go` asks for."""

    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    """A mate in so many moves is looked for."""
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()

    def limit(self, turn: int) -> Limit:
        """What limits the search of the side to move, with this move's part of a clock."""
        clock, increment = (self.wtime, self.winc) if turn == 0 else (self.btime, self.binc)
        depth = self.depth
        if self.mate is not None:
            depth = min(2 * max(self.mate, 1), depth or MOST)
        timed = clock is not None and not self.infinite
        return Limit(
            seconds=None if self.movetime is None or self.infinite else max(self.movetime / 1000, LEAST),
            depth=None if depth is None else max(depth, 1),
            nodes=None if self.nodes is None else max(self.nodes, 1),
            clock=max((clock or 0) / 1000, LEAST) if timed else None,
            increment=max(increment or 0, 0) / 1000 if timed else None,
            moves_to_go=max(self.movestogo, 1) if timed and self.movestogo else None,
        ).for_move()

    def pondering_limit(self) -> Limit:
        """What limits the search for as long as it is the other side's turn."""
        return Limit(
            depth=None if self.depth is None else max(self.depth, 1),
            nodes=None if self.nodes is None else max(self.nodes, 1),
        )


def read_order(words: Sequence[str]) -> Order:
    """What the words after `go` ask for; what is unknown is passed over.

    >>> order = read_order("wtime 1000 btime 900 quickly searchmoves e2e4 d2d4 infinite".split())
    >>> order.wtime, order.btime, order.searchmoves, order.infinite
    (1000, 900, ('e2e4', 'd2d4'), True)
    """
    given: dict[str, int | bool | tuple[str, ...]] = {}
    moves: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in FLAGS:
            given[word] = True
        elif word == "searchmoves":
            while at < len(words) and words[at] not in (*NUMBERS, *FLAGS):
                moves.append(words[at])
                at += 1
        elif word in NUMBERS and at < len(words):
            given[word] = read_number(word, words[at])
            at += 1
    return Order(**given, searchmoves=tuple(moves))  # type: ignore[arg-type]


def read_number(name: str, word: str) -> int:
    """A whole number; a fraction of a millisecond does not count."""
    try:
        return max(-MOST, min(int(float(word)), MOST))
    except (ValueError, OverflowError):
        raise OutwitError(f"{name} must be a whole number, not {shorten(word)!r}.") from None


@dataclass(frozen=True)
class Settings:
    """What `setoption` has set."""

    hash: int = 64
    threads: int = 1
    lines: int = 1
    """How many lines are told, each by another first move."""
    chess960: bool = False
    """Is castling written as the king's move to its rook?"""


MOST_HASH, MOST_THREADS, MOST_LINES = 512, 256, 256

OFFERED = (
    f"option name Hash type spin default {Settings.hash} min 1 max {MOST_HASH}",
    f"option name Threads type spin default {Settings.threads} min 1 max {MOST_THREADS}",
    "option name Clear Hash type button",
    f"option name MultiPV type spin default {Settings.lines} min 1 max {MOST_LINES}",
    "option name Ponder type check default false",
    "option name UCI_Chess960 type check default false",
)
"""The options as `uci` is answered. Ponder is there to tell that pondering is understood."""

ON = {"true": True, "false": False}


def read_setting(words: Sequence[str]) -> tuple[str, str]:
    """The name of an option in small letters, and what it is to be, from the words after `setoption`.

    >>> read_setting("name Clear Hash".split()), read_setting("name Hash value 16".split())
    (('clear hash', ''), ('hash', '16'))
    """
    if not words or words[0] != "name":
        raise OutwitError("setoption goes: setoption name NAME value VALUE.")
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])


def between(name: str, text: str, least: int, most: int) -> int:
    """A whole number that an option may be."""
    number = read_number(name, text)
    if not least <= number <= most:
        raise OutwitError(f"{name} must be from {least} to {most}, not {number}.")
    return number


def switch(name: str, text: str) -> bool:
    """On or off."""
    if text.lower() not in ON:
        raise OutwitError(f"{name} must be true or false, not {shorten(text)!r}.")
    return ON[text.lower()]


SETTERS: dict[str, tuple[str, Callable[[str], int | bool]]] = {
    "hash": ("hash", lambda text: between("Hash", text, 1, MOST_HASH)),
    "threads": ("threads", lambda text: between("Threads", text, 1, MOST_THREADS)),
    "multipv": ("lines", lambda text: between("MultiPV", text, 1, MOST_LINES)),
    "uci_chess960": ("chess960", lambda text: switch("UCI_Chess960", text)),
}
"""The field of `Settings` that an option sets, and what reads its value."""
