"""Which part of a large tree to show: the chosen line first, then whatever is near the root."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice

from outwit.tree.record.node import Key, Node

WIDEST = 60
"""How many branches are shown of a node that somebody has opened."""


@dataclass(slots=True, eq=False)
class Shown:
    """A node that is shown, and how much below it is not."""

    node: Node
    key: Key = ()
    children: list[Shown] = field(default_factory=list, repr=False)
    folded_children: int = 0
    """Branches of this node that are not shown."""
    folded_nodes: int = 0
    """Nodes visited in those branches."""
    unrecorded: int = 0
    """Nodes visited right below this one that were never written down."""

    def walk(self) -> Iterator[Shown]:
        """This node and all below it that are shown."""
        todo = [self]
        while todo:
            shown = todo.pop()
            yield shown
            todo.extend(shown.children)


def fold_tree(
    root: Node, most: int, width: int, opened: Collection[Key] = (), closed: Collection[Key] = ()
) -> Shown:
    """The nodes to show: `most` in all, and at most `width` branches of any node.

    The chosen line comes first, then the tree level by level; the root is always shown. Of nodes that
    somebody has opened the branches are shown in any case, of those closed none. Where games were counted,
    branches with most of them come first, and those with none take no room from others.
    """
    line = chosen_line(root, most)
    left = most - len(line)
    top = Shown(root)
    waiting = deque([top])
    while waiting:
        shown = waiting.popleft()
        children = shown.node.children
        if shown.key in closed:
            due, room = set[int](), 0
        elif shown.key in opened:
            due = {i for i, child in enumerate(children) if i < WIDEST or id(child) in line}
            room = len(due)
        else:
            due = {i for i, child in enumerate(children) if id(child) in line}
            room = min(max(width, 1), max(left, 0) + len(due))
        ranked = sorted(range(len(children)), key=lambda i: -(children[i].visits or 0))
        kept = due | set(islice((i for i in ranked if i not in due), room - len(due)))
        left -= sum(children[i].visits != 0 for i in kept - due)
        for i, child in enumerate(children):
            if i in kept:
                branch = Shown(child, (*shown.key, i))
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


def key_text(key: Key) -> str:
    """A node's key as one word.

    >>> key_text((0, 2)), key_text(())
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
