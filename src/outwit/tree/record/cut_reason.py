"""Why a cut was made: which branch, further up, had already settled the matter."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from outwit.decision import value_text
from outwit.game import CHANCE, Game, Move
from outwit.tree.record.frame import Frame
from outwit.tree.record.node import Cut, role

Fate = Literal["average", "worst"]
"""What counts of the outcomes of chance."""


LEFT_OUT = {
    "skipped": "the estimate lies so far below what is needed that no quiet move makes up for it here",
    "delta": "what the moves left out can bring is not enough, even with a margin",
}
"""Why moves of a node were left out, none of its moves having been good enough."""


@dataclass(frozen=True)
class Reason:
    """Where an end of a node's window comes from."""

    by: tuple[str, ...]
    words: str


def explain_cut(
    game: Game,
    path: Sequence[Frame],
    kind: str,
    move: Move | None,
    worth: Any,
    settled: Callable[[float], float],
    fate: Fate,
) -> Cut:
    """The cut that ends the last node of a path from the root: what was found there, and why that is enough.

    `worth` is the value that the node returns, `fate` what counts of the outcomes of chance.
    """
    frame = path[-1]
    if kind == "goal":
        return Cut(
            kind, (), f"{game.describe(frame.state, move)} is sure to reach the goal, and that is enough"
        )
    if kind == "failure":
        return Cut(
            kind, (), f"after {game.describe(frame.state, move)} the goal is not sure, and that is enough"
        )
    if kind in LEFT_OUT:
        return Cut(kind, (), LEFT_OUT[kind])
    if kind == "shallow":
        return explain_shallow_cut(game, path, move, settled)
    if kind == "immediate":
        kind, worth = "bounds", frame.own_value(worth)
    if kind == "bounds":
        mine = " ".join([*path_names(path[1:]), game.describe(frame.state, move)])
        has = f"{role(game, frame.player)} has {value_text(settled(worth))}"
        return Cut(kind, (), f"with {mine}, {has}, and no better is possible")
    if frame.player == CHANCE:
        high = worth >= end(frame, True)
        found = f"by {evidence(frame, kind)}, the {fate} is {'at least' if high else 'at most'}"
    else:
        high = frame.player == 0
        mine = " ".join([*path_names(path[1:]), game.describe(frame.state, move)])
        found = (
            f"with {mine}, {role(game, frame.player)} {'gets at least' if high else 'holds this to at most'}"
        )
        if frame.best is not None and frame.best > frame.own_value(
            worth
        ):  # fail-hard gives less than was found
            worth = frame.best if high else -frame.best
    reason = Origin(game, path, settled, fate).reason(high)
    return Cut(kind, reason.by, f"{found} {value_text(settled(worth))}; {reason.words}")


def explain_shallow_cut(
    game: Game, path: Sequence[Frame], move: Move | None, settled: Callable[[float], float]
) -> Cut:
    """A cut of max^n: what the player here is sure of leaves the player above no more than it has already."""
    frame = path[-1]
    assert frame.floor is not None
    assert frame.best is not None
    player, floor = frame.floor
    who, above = role(game, frame.player), role(game, player)
    mine = " ".join([*path_names(path[1:]), game.describe(frame.state, move)])
    by: tuple[str, ...] = ()
    for depth in reversed(range(len(path) - 1)):
        best = path[depth].node.best
        if path[depth].player != player:
            break
        if best is not None and path[depth].best == floor:
            by = (*path_names(path[1 : depth + 1]), best.move)
            break
    has = f"with {' '.join(by)}, {above} already has" if by else f"{above} already has"
    found = f"with {mine}, {who} gets at least {value_text(settled(frame.best))}"
    return Cut(
        "shallow",
        by,
        f"{found}; what that leaves is no better for {above}, and {has} {value_text(settled(floor))}",
    )


def evidence(frame: Frame, kind: str) -> str:
    """What shows that the value of a chance node leaves the window."""
    if kind == "chance":
        return "the outcomes searched"
    return "the moves probed" if frame.probes else "the payoffs still possible"


def path_names(frames: Sequence[Frame]) -> list[str]:
    """The moves that lead to each of these nodes."""
    return [frame.node.move for frame in frames]


class Origin:
    """Follows an end of a node's window up the path, to the node at which it came about."""

    def __init__(
        self, game: Game, path: Sequence[Frame], settled: Callable[[float], float], fate: Fate
    ) -> None:
        self.game = game
        self.path = path
        self.settled = settled
        self.fate = fate

    def reason(self, high: bool) -> Reason:
        """The reason for the upper end of the last node's window, or the lower."""
        purpose = ""
        asked = self.figure(end(self.path[-1], high))
        for depth in reversed(range(len(self.path) - 1)):
            above, frame = self.path[depth], self.path[depth + 1]
            bound = end(frame, high)
            here = tuple(path_names(self.path[1 : depth + 1]))
            if above.player == CHANCE and self.fate == "worst":
                if bound != end(above, high):
                    where = " ".join(here) or "the root"
                    return Reason(here, f"another outcome at {where} is no better than {asked} already")
                continue
            if above.player == CHANCE:
                probe = above.probes.get(id(frame.outcome))
                if probe is not None and probe.node is not frame.node and probe.worth == bound:
                    return self.reason_for((*here, probe.node.move), bound, high, purpose)
                if bound == self.game.bounds(frame.outcome, 0)[high] or math.isinf(end(above, high)):
                    return Reason((), f"no {'more' if high else 'less'} than {asked} is possible")
                purpose = f"only a value {side(high)} {asked} could bring the average {side(high)} "
                continue
            if high == (above.player == 0) and bound != end(above, high):
                subject = " ".join(path_names(self.path[1 : depth + 2]))
                purpose = (
                    f"the question was only whether {subject} is worth {'more' if high else 'less'} than "
                )
                high = not high
                bound = end(frame, high)
            if high != (above.player == 0):
                best = above.node.best
                if best is not None and above.best == above.own_value(bound) > above.own_value(
                    end(above, high)
                ):
                    return self.reason_for((*here, best.move), bound, high, purpose)
                if bound != end(above, high):
                    return self.reason_for(here, bound, high, purpose)
        if purpose:
            return Reason((), f"{purpose}{self.figure(end(self.path[0], high))}")
        return Reason((), f"only values {side(high)} {asked} were asked for")

    def reason_for(self, by: tuple[str, ...], bound: float, high: bool, purpose: str) -> Reason:
        """A player has this much already, by a branch or by standing pat."""
        who = role(self.game, 1 if high else 0)
        value = self.figure(bound)
        if purpose:
            return Reason(by, f"{purpose}the {value} that {who} already has with {' '.join(by)}")
        return Reason(by, f"with {' '.join(by)}, {who} already has {value}")

    def figure(self, value: float) -> str:
        """A value as people read it."""
        return value_text(self.settled(value))


def end(frame: Frame, high: bool) -> float:
    """An end of a node's window, as player 0 sees it."""
    low_end, high_end = frame.window or (-math.inf, math.inf)
    return high_end if high else low_end


def side(high: bool) -> str:
    """On which side of an end the window lies."""
    return "below" if high else "above"
