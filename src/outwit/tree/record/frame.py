"""Where a search is while it is being recorded: one frame for each node from the root down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from outwit.game import Move, State
from outwit.tree.record.node import Node, Window


class Step(NamedTuple):
    """A move that the search has played."""

    child: State
    before: State
    move: Move


class Probe(NamedTuple):
    """What trying a single move after an outcome of chance has shown."""

    worth: float
    move: Move
    node: Node


@dataclass(slots=True)
class Frame:
    """A node that the search is in, and what only matters while it is; values are not yet rounded."""

    node: Node
    state: State
    player: int | None
    """Who acts, `CHANCE` included; None at the end."""
    ply: int
    deep: bool
    """Is every move searched here, not only the noisy ones?"""
    window: Window | None
    outcome: State
    """Below a chance node, the state after the outcome: this one, or the one before a probe's move."""
    odds: dict[Move, float]
    """At a chance node, the outcomes that can happen and how likely they are."""
    floor: tuple[int, float] | None = None
    """In place of a window, where each player has a value: who asks, and what that player has already."""

    steps: dict[tuple[int, bool], list[Step]] = field(default_factory=dict)
    """Moves played and not yet followed, by the identity of the state and whether they start here."""
    followed: dict[tuple[int, bool], Step] = field(default_factory=dict)
    """The last move followed, likewise."""
    visited: set[Move] = field(default_factory=set)
    probes: dict[int, Probe] = field(default_factory=dict)
    """At a chance node, what probing has shown, by the identity of the outcome's state."""
    probe: Probe | None = None
    """What a probe has shown of a move here; the search may use that in place of a visit."""
    best: float | None = None
    """The best value of a child so far, as the player to act sees it."""
    before: tuple[float | None, Node | None] = (None, None)
    """The best value and child before the last visit, which a search of the same branch again replaces."""
    leaves_out: tuple[str, Move | None] | None = None
    """The kind of cut that ends this node, and the move that made it."""

    def is_below_floor(self, worth: Any) -> bool:
        """Is this no more than whoever asks has already, so that it may be a bound?"""
        return self.floor is not None and isinstance(worth, tuple) and worth[self.floor[0]] <= self.floor[1]

    def own_value(self, worth: Any) -> float:
        """A value for player 0, or one for each player, as the player to act sees it."""
        if isinstance(worth, tuple):
            return float(worth[self.player or 0])
        return float(worth) if self.player == 0 else -float(worth)
