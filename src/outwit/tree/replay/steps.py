"""A recorded search gone through again, step by step: where it is, what it knows, and what it does next.

The steps are those of the nodes that are shown; what is folded passes in one step. Every number is one that
was recorded, or the window on entry narrowed by values that were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, NamedTuple

from outwit.tree.record.node import Key, Node, Value, Window
from outwit.tree.render.fold import Shown

Kind = Literal["enter", "leaf", "skip", "cut", "return"]
"""A node is entered; looked at and left at once; its folded branches are searched; the rest of its branches
are cut; its value is returned."""

Phase = Literal["ahead", "open", "done", "cut"]
"""The search has not come to a node, is in it or below it, has left it, or has cut it."""


class Known(NamedTuple):
    """What is known at a node that the search is in."""

    best: Value | None = None
    """The best value so far."""
    window: Window | None = None


NOTHING = Known()


@dataclass(frozen=True)
class Step:
    """One step of a search."""

    kind: Kind
    shown: Shown
    """The node at which it happens."""
    above: tuple[Shown, ...]
    """The nodes on the way to it, the root first."""
    window: Window | None
    """The window at the node now, as narrowed so far."""
    best: Value | None = None
    """The best value at the node so far, or the one returned."""
    passed: tuple[Node, ...] = ()
    """The folded branches that are searched in this step, or the branches that are cut."""
    before: Known = NOTHING
    """What was known one level up, without this step."""

    @property
    def path(self) -> tuple[str, ...]:
        """The moves that lead to the node."""
        return tuple(each.node.move for each in (*self.above[1:], self.shown)) if self.above else ()


@dataclass
class Standing:
    """A node that the search is in: its window, and the best found there so far."""

    shown: Shown
    window: Window | None
    best: Value | None = None
    taken: Node | None = None
    """The branch that the best value came from."""

    def take(self, child: Node, searched_again: bool) -> None:
        """Note what a branch has returned; a test that is repeated with another window does not count."""
        node, value = self.shown.node, child.value
        if value is None or node.player is None or child.repeated == "probe" or searched_again:
            return
        if self.best is None or better(value, self.best, node.player):
            self.best, self.taken = value, child
        if self.window is not None and isinstance(value, float):
            low, high = self.window
            self.window = (max(low, value), high) if node.player == 0 else (low, min(high, value))


def better(value: Value, best: Value, player: int) -> bool:
    """Does a player prefer this value? Where there is one number, it is player 0's."""
    if isinstance(value, tuple) and isinstance(best, tuple):
        return value[player] > best[player]
    return value > best if player == 0 else value < best  # type: ignore[operator]


@dataclass(frozen=True)
class Moment:
    """How a node stands from some step on."""

    step: int
    phase: Phase
    value: Value | None = None
    """The best value so far, or the one returned."""
    window: Window | None = None


@dataclass
class Walk:
    """All steps of a search as far as it is shown, and how each node stands when.

    >>> from outwit import AlphaBeta, find_game
    >>> from outwit.tree.render.fold import fold_tree
    >>> game = find_game("tree:((3 5)(2 9))")
    >>> tree = AlphaBeta.plain().decide(game, game.initial(), tree=True).tree
    >>> [(step.kind, " ".join(step.path)) for step in Walk.of(fold_tree(tree.root, 100, 12)).steps][4:]
    [('return', '1'), ('enter', '2'), ('leaf', '2 1'), ('cut', '2'), ('return', '2'), ('return', '')]
    """

    steps: list[Step] = field(default_factory=list)
    moments: dict[Key, list[Moment]] = field(default_factory=dict)

    @classmethod
    def of(cls, top: Shown) -> Walk:
        """The walk through the nodes shown."""
        walk = cls()
        todo: list[Iterator[None]] = [walk.visit(top, ())]
        while todo:  # a stack of our own: trees may be deeper than Python's
            try:
                next(todo[-1])
                todo.append(walk.below)
            except StopIteration:
                todo.pop()
        return walk

    below: Iterator[None] = field(init=False, repr=False)
    """The visit that the last one has asked for."""

    def visit(self, shown: Shown, standings: tuple[Standing, ...]) -> Iterator[None]:
        """Go through a node; gives way where one below it is to be visited first."""
        node = shown.node
        here = Standing(shown, node.entry)
        inside = (*standings, here)
        if is_leaf(shown):
            self.add("leaf", inside, node.value)
        else:
            self.add("enter", inside)
            places = {child.key[-1]: child for child in shown.children}
            for kind, group in groupby(enumerate(node.children), lambda each: branch_fate(each, places)):
                branches = list(group)
                if kind == "visit":
                    for number, child in branches:
                        self.below = self.visit(places[number], inside)
                        yield
                        here.take(child, is_searched_again(node, number))
                        self.stand(here)
                elif kind == "skip":
                    for number, child in branches:
                        here.take(child, is_searched_again(node, number))
                    self.add("skip", inside, passed=tuple(child for _, child in branches))
                else:
                    self.add("cut", inside, passed=tuple(child for _, child in branches))
                    for number in (number for number, _ in branches if number in places):
                        self.stand(Standing(places[number], None), "cut")
            if node.value is not None:
                self.add("return", inside, node.value)

    def add(
        self,
        kind: Kind,
        standings: tuple[Standing, ...],
        value: Value | None = None,
        passed: tuple[Node, ...] = (),
    ) -> None:
        """Note a step at the last of some nodes."""
        here = standings[-1]
        leaving = kind in ("leaf", "return")
        window = (here.shown.node.exit or here.window) if kind == "return" else here.window
        best = value if leaving else here.best
        above = tuple(each.shown for each in standings[:-1])
        before = Known(standings[-2].best, standings[-2].window) if above else NOTHING
        self.steps.append(Step(kind, here.shown, above, window, best, passed, before))
        self.stand(here, "done" if leaving else "open", best, window)

    def stand(
        self,
        standing: Standing,
        phase: Phase = "open",
        best: Value | None = None,
        window: Window | None = None,
    ) -> None:
        """Note how a node stands from this step on; a branch left now counts from now on too."""
        value = standing.best if best is None and phase == "open" else best
        moment = Moment(len(self.steps) - 1, phase, value, window or standing.window)
        told = self.moments.setdefault(standing.shown.key, [])
        if told and told[-1].step == moment.step:
            told.pop()
        told.append(moment)


def is_leaf(shown: Shown) -> bool:
    """Does the search look at a node and leave it at once, as far as is recorded?"""
    return not shown.node.children and not shown.node.unrecorded


def branch_fate(numbered: tuple[int, Node], places: dict[int, Shown]) -> str:
    """What becomes of a branch: it is visited, or skipped because it is folded, or cut."""
    number, child = numbered
    if not child.visited:
        return "cut"
    return "visit" if number in places else "skip"


def is_searched_again(node: Node, number: int) -> bool:
    """Is a branch searched once more, with another window, right after?"""
    return number + 1 < len(node.children) and node.children[number + 1].repeated == "again"
