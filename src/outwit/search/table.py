"""The transposition table: positions reached by several orders of moves are searched once.

Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967.
"""

from __future__ import annotations

from typing import NamedTuple

from outwit.decision import Bound
from outwit.game import Game, Move, State, defines


class Entry(NamedTuple):
    """What an earlier visit found out about a position."""

    depth: int
    ply: int
    value: float
    """For the player to act."""
    bound: Bound
    line: tuple[Move, ...]
    """The best line, the move to try first at its head."""
    estimated: bool
    """Did the value rest on an estimate?"""
    state: State
    """The position itself; the line belongs to it, not to others of the same key."""


class Table:
    """Entries by position.

    A value is taken only from a search of exactly the depth asked for, so that a table never changes what a
    search returns; from any depth it gives the move to try first. Where near and far wins differ in value,
    it must also come from the same ply.
    """

    def __init__(self, game: Game, quick: bool) -> None:
        self.entries: dict[object, Entry] = {}
        self.key = game.key if defines(game, "key") else same
        self.quick = quick

    def get(self, state: State) -> Entry | None:
        """The entry of a position, if it has one."""
        return self.entries.get(self.key(state))

    def put(self, state: State, entry: Entry) -> None:
        """Remember a position; what was known about it before is forgotten."""
        self.entries[self.key(state)] = entry

    def usable(self, entry: Entry, depth: int, ply: int, low: float, high: float) -> bool:
        """Does the entry answer a search of this depth, at this ply, with this window?"""
        if entry.depth != depth or (self.quick and entry.ply != ply):
            return False
        if entry.bound == "exact":
            return True
        return entry.value >= high if entry.bound == "at least" else entry.value <= low


def same(state: State) -> State:
    """A state as its own key: without a `key` of the game's own, only equal states are the same."""
    return state
