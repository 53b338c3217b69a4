"""Which part of a large tree to show: near the root and along the chosen line first."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from outwit.tree.record import Node


@dataclass(slots=True)
class Shown:
    """A node that is shown, and how much below it is not."""

    node: Node
    children: list[Shown] = field(default_factory=list)
    folded_children: int = 0
    """Branches of this node that are not shown."""
    folded_nodes: int = 0
    """Nodes visited in those branches."""


def folded(root: Node, most: int, width: int) -> Shown:
    """The nodes to show, level by level until there are `most`, at most `width` branches of any node.

    The chosen line is shown whole, whatever the size.
    """
    top = Shown(root)
    left = most - 1
    waiting = deque([top])
    while waiting:
        shown = waiting.popleft()
        children = shown.node.children
        room = min(width, max(left, 0))
        kept = set(range(len(children)) if len(children) <= room else range(max(room - 1, 0)))
        kept |= {i for i, child in enumerate(children) if child.chosen}
        for i, child in enumerate(children):
            if i in kept:
                branch = Shown(child)
                shown.children.append(branch)
                waiting.append(branch)
            else:
                shown.folded_children += 1
                shown.folded_nodes += child.size
        shown.folded_nodes += shown.node.unrecorded if not children else 0
        left -= len(kept)
    return top
