"""A recorded tree as plain data, for JSON, and back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from outwit.tree.node import Cut, Node, Tree, Value, Window

DEEPEST = 250
"""Levels written out; those who write or read JSON go no deeper than some hundreds."""

PLAIN = (
    "move",
    "role",
    "player",
    "label",
    "bound",
    "probability",
    "estimated",
    "repeated",
    "chosen",
    "unrecorded",
    "size",
    "visited",
)
"""What is written as it is."""


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


def from_data(data: Mapping[str, Any]) -> Tree:
    """The tree that `as_data` wrote; which child a node took its value from is known along the line alone.

    >>> from outwit import Minimax, find_game
    >>> game = find_game("tree:((3 5)(2 9))")
    >>> tree = Minimax().decide(game, game.initial(), tree=True).tree
    >>> from_data(tree.to_json()).text() == tree.text()
    True
    """
    top = Node()
    todo: list[tuple[Mapping[str, Any], Node]] = [(data["root"], top)]
    while todo:
        given, node = todo.pop()
        for name in PLAIN:
            if name in given:
                setattr(node, name, given[name])
        node.value, node.entry, node.exit = (number(given.get(name)) for name in ("value", "entry", "exit"))
        if "cut" in given:
            cut = given["cut"]
            node.cut = Cut(cut["kind"], tuple(cut["by"]), cut["sentence"])
        node.children = [Node() for _ in given.get("children", ())]
        todo.extend(zip(given.get("children", ()), node.children, strict=True))
        if node.chosen:
            chosen = (n for n, child in enumerate(given.get("children", ())) if child.get("chosen"))
            node.best = next((node.children[n] for n in chosen), None)
    return Tree(top, data["players"])


def number(value: Any) -> Any:
    """A number, or several, as the tree has them."""
    if isinstance(value, list):
        return tuple(number(each) for each in value)
    return value if value is None else float(value)
