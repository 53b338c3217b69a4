"""Which part of a large tree to show: the chosen line first, then whatever is near the root."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import islice

from outwit.tree.node import Node


@dataclass(slots=True, eq=False)
class Shown:
    """A node that is shown, and how much below it is not."""

    node: Node
    children: list[Shown] = field(default_factory=list, repr=False)
    folded_children: int = 0
    """Branches of this node that are not shown."""
    folded_nodes: int = 0
    """Nodes visited in those branches."""
    unrecorded: int = 0
    """Nodes visited right below this one that were never written down."""


def folded(root: Node, most: int, width: int) -> Shown:
    """The nodes to show: `most` in all, and at most `width` branches of any node.

    The chosen line comes first, then the tree level by level; the root is always shown.
    """
    line = chosen_line(root, most)
    left = most - len(line)
    top = Shown(root)
    waiting = deque([top])
    while waiting:
        shown = waiting.popleft()
        children = shown.node.children
        due = {i for i, child in enumerate(children) if id(child) in line}
        room = min(max(width, 1), max(left, 0) + len(due))
        first = (i for i in range(len(children)) if i not in due)
        kept = due | set(islice(first, room - len(due)))
        left -= len(kept - due)
        for i, child in enumerate(children):
            if i in kept:
                branch = Shown(child)
                shown.children.append(branch)
                waiting.append(branch)
            else:
                shown.folded_children += 1
                shown.folded_nodes += child.size
        shown.unrecorded = shown.node.unrecorded - sum(child.unrecorded for child in children)
    return top


def chosen_line(root: Node, most: int) -> set[int]:
    """The identities of the nodes on the chosen line, the root's first, as far as there is room."""
    line: set[int] = set()
    node: Node | None = root
    while node is not None and len(line) < max(most, 1):
        line.add(id(node))
        node = next((child for child in node.children if child.chosen), None)
    return line
