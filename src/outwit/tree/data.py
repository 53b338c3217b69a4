"""A recorded tree as plain data, for JSON."""

from __future__ import annotations

import math
from typing import Any

from outwit.tree.node import Node, Tree, Value, Window

DEEPEST = 250
"""Levels written out; those who write or read JSON go no deeper than some hundreds."""


def as_data(tree: Tree) -> dict[str, Any]:
    """The tree as nested dictionaries; what says nothing is left out, and no infinity occurs."""
    top: dict[str, Any] = {}
    todo: list[tuple[Node, dict[str, Any], int]] = [(tree.root, top, 0)]
    while todo:
        node, data, level = todo.pop()
        data.update(facts(node))
        if node.children and level < DEEPEST:
            data["children"] = [{} for _ in node.children]
            below = zip(node.children, data["children"], strict=True)
            todo.extend((child, place, level + 1) for child, place in below)
        elif node.size > 1:
            data["unrecorded"] = node.size - 1
    return {"players": tree.players, "nodes": tree.root.size, "root": top}


def facts(node: Node) -> dict[str, Any]:
    """What is known about one node."""
    data: dict[str, Any] = {
        "move": node.move or None,
        "role": node.role,
        "player": node.player,
        "label": node.label or None,
        "value": finite(node.value),
        "bound": node.bound if node.bound != "exact" else None,
        "entry": finite(node.entry),
        "exit": finite(node.exit),
        "probability": node.probability,
        "estimated": node.estimated or None,
        "repeated": node.repeated or None,
        "chosen": node.chosen or None,
        "unrecorded": node.unrecorded or None,
        "size": node.size,
    }
    if node.cut:
        data["cut"] = {
            "kind": node.cut.kind,
            "by": list(node.cut.by),
            "sentence": node.cut.sentence,
        }
    kept = {name: fact for name, fact in data.items() if fact is not None}
    if not node.visited:
        kept["visited"] = False
    return kept


def finite(value: Value | Window | None) -> Any:
    """Numbers as JSON can write them; those that are not finite become the texts `inf`, `-inf` and `nan`."""
    if isinstance(value, tuple):
        return [finite(each) for each in value]
    return value if value is None or math.isfinite(value) else str(value)
