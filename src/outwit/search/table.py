"""The transposition table: positions reached by several orders of moves are searched once.

Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967.
"""

from __future__ import annotations

from typing import NamedTuple

from outwit.decision import Bound
from outwit.game import Game, Move, State, defines
from outwit.search.win_distance import fade


class Entry(NamedTuple):
    """What an earlier visit found out about a position."""

    depth: int
    value: float
    """For the player to act, at the ply of whoever puts or gets it."""
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
    values are kept as if the position were the root, and told as at the ply where they are asked for.
    """

    def __init__(self, game: Game, quick: bool) -> None:
        self.entries: dict[object, Entry] = {}
        self.key = game.key if defines(game, "key") else same
        self.quick = quick

    def get(self, state: State, ply: int) -> Entry | None:
        """The entry of a position, if it has one, as it counts at this ply."""
        entry = self.entries.get(self.key(state))
        if entry is None or not self.quick:
            return entry
        return entry._replace(value=fade(entry.value, ply))

    def put(self, state: State, ply: int, entry: Entry) -> None:
        """Remember a position visited at this ply; what was known about it before is forgotten."""
        if self.quick:
            entry = entry._replace(value=fade(entry.value, -ply))
        self.entries[self.key(state)] = entry

    def usable(self, entry: Entry, depth: int, low: float, high: float) -> bool:
        """Does the entry answer a search of this depth, with this window?"""
        if entry.depth != depth:
            return False
        if entry.bound == "exact":
            return True
        return entry.value >= high if entry.bound == "at least" else entry.value <= low


def same(state: State) -> State:
    """A state as its own key: without a `key` of the game's own, only equal states are the same."""
    return state
