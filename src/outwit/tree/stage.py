"""A recorded search made ready to be played like a film: the picture once, and what changes in it when.

The picture is that of the end of the search; a page goes back to any step by what `nodes` says of each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from outwit.tree.fold import Key, Shown
from outwit.tree.layout import Place
from outwit.tree.marks import Mark, brief, marked, minus
from outwit.tree.node import counted
from outwit.tree.picture import Drawing, document, half, labelled
from outwit.tree.shapes import ON_A_PAGE, clean, figure
from outwit.tree.story import told
from outwit.tree.text import shown_value, shown_window
from outwit.tree.walk import Moment, Walk


@dataclass(frozen=True)
class Change:
    """What is written at a node from some step on."""

    step: int
    phase: str
    value: str = ""
    small: str = ""
    """The window, in small letters."""


def staged(top: Shown, riddle: bool = False) -> dict[str, Any]:
    """The picture as SVG, the steps with their sentences, and for each mark what changes when; as plain data.

    In a riddle, what the leaves are worth is seen from the start, and each branch stands for itself.

    >>> from outwit import Minimax, find_game
    >>> from outwit.tree.fold import folded
    >>> game = find_game("tree:(3 5)")
    >>> tree = Minimax().decide(game, game.initial(), tree=True).tree
    >>> [step["says"] for step in staged(folded(tree.root, 100, 12))["steps"]][1:]
    ['1 ends the game, worth 3; max now has 3.', '2 ends the game, worth 5; max now has 5.', \
'The search ends: the root is worth 5, and max plays 2.']
    """
    walk = Walk.of(top)
    places = marked(top, bundled=not riddle)
    known = {shown.key: shown for shown in every(top)}
    changes: dict[Key, list[Change]] = {}
    for mark in (place.thing for place in places):
        if mark.kind != "stub":
            shown = known[mark.key]
            changes[mark.key] = [written(mark, shown, each, riddle) for each in moments(walk, mark.key)]
            make_room(mark, changes[mark.key])
    name = f"The search tree, {counted(top.node.size, 'node')}"
    svg = document(Stage(places), 'role="group"', name, "Each node is a button.", ON_A_PAGE)
    return {
        "svg": svg,
        "steps": [
            {"kind": step.kind, "node": spelled(step.shown.key), "says": minus(told(step))}
            for step in walk.steps
        ],
        "nodes": {
            spelled(key): [[each.step, each.phase, each.value, each.small] for each in list_]
            for key, list_ in changes.items()
        },
    }


class Stage(Drawing):
    """A drawing whose marks a page can find: by `data-node`, `data-more` for what is folded, `data-edge`."""

    def branch(self, place: Place[Mark], child: Place[Mark]) -> str:
        """The line between two nodes, as one thing."""
        own = "" if child.thing.kind == "stub" else f' data-edge="{spelled(child.thing.key)}"'
        return f'<g class="ow-branch"{own}>{super().branch(place, child)}</g>'

    def ground(self, place: Place[Mark]) -> str:
        """The area that can be pressed: the shape with its texts."""
        mark = place.thing
        left = self.before(mark) if self.sideways else max(half(mark), labelled(mark) / 2)
        top = 15 if self.sideways or not labelled(mark) else 30
        where = f'x="{figure(place.x - left)}" y="{figure(place.y - top)}"'
        size = f'width="{figure(left + max(place.right - 6, 12))}" height="{figure(top + 15)}"'
        return f'<rect class="ow-ground" {where} {size}/>'

    def tagged(self, mark: Mark) -> str:
        """Which node a mark stands for, and that it can be pressed."""
        kind = "more" if mark.kind == "stub" else "node"
        label = mark.title if mark.kind == "stub" else f"{mark.move or 'root'}: {mark.kind}"
        return f' data-{kind}="{spelled(mark.key)}" tabindex="-1" role="button" aria-label="{clean(label)}"'


def moments(walk: Walk, key: Key) -> list[Moment]:
    """How a node stands when: before the search comes to it, it is ahead."""
    return [Moment(-1, "ahead"), *walk.moments.get(key, ())]


def written(mark: Mark, shown: Shown, moment: Moment, riddle: bool) -> Change:
    """What is written at a node at a moment; at the end what the mark says."""
    node = shown.node
    if moment.phase == "open":
        so_far = "" if moment.value is None else f"{shown_value(moment.value)}…"
        narrow = moment.window and any(math.isfinite(end) for end in moment.window)
        window = shown_window(moment.window) if moment.window and narrow else ""
        return Change(moment.step, "open", minus(so_far), minus(window))
    if moment.phase == "ahead" and not node.children:
        return Change(moment.step, "ahead", mark.value if riddle else minus(brief(node.label)))
    if moment.phase == "ahead":
        return Change(moment.step, "ahead")
    return Change(moment.step, moment.phase, mark.value, mark.small)


def make_room(mark: Mark, changes: list[Change]) -> None:
    """Let a mark say the longest of what it will say, so that there is room for it."""
    mark.title = ""
    mark.value = max((each.value for each in changes), key=len)
    mark.small = max((each.small for each in changes), key=len)


def every(top: Shown) -> list[Shown]:
    """All nodes that are shown."""
    found, todo = [], [top]
    while todo:
        shown = todo.pop()
        found.append(shown)
        todo.extend(shown.children)
    return found


def spelled(key: Key) -> str:
    """A node's key as one word.

    >>> spelled((0, 2)), spelled(())
    ('0.2', 'root')
    """
    return ".".join(map(str, key)) or "root"


def read_key(text: str) -> Key | None:
    """The key that a word spells, or None if it spells none.

    >>> read_key("0.2"), read_key("root"), read_key("x")
    ((0, 2), (), None)
    """
    if text == "root":
        return ()
    parts = text.split(".")
    return tuple(int(part) for part in parts) if all(p.isdecimal() and len(p) < 9 for p in parts) else None
