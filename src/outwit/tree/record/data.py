"""A recorded tree as plain data, for JSON, and back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from outwit.bandit import Rule
from outwit.tree.record.mcts_trace import Growth, Simulation
from outwit.tree.record.node import Cut, Node, Tree, Value, Window

DEEPEST = 250
"""Levels written out; those who write or read JSON go no deeper than some hundreds."""

PLAIN = (
    "move",
    "role",
    "player",
    "label",
    "bound",
    "probability",
    "visits",
    "proved",
    "prior",
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
    deepest = tree.deepest
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
            deepest = level if node.children else deepest
    told: dict[str, Any] = {} if tree.growth is None else {"growth": growth_data(tree.growth)}
    if deepest is not None:
        told["deepest"] = deepest
    return {"players": tree.players, "nodes": tree.root.size, "root": top, **told}


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
        "visits": node.visits,
        "proved": node.proved or None,
        "prior": node.prior,
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


def growth_data(growth: Growth) -> dict[str, Any]:
    """The games that a tree grew by, in their order."""
    return {
        "select": growth.rule.select,
        "exploration": growth.rule.exploration,
        "solve": growth.rule.solve,
        "halves": list(growth.rule.halves),
        "rollout": growth.rollout,
        "cutoff": growth.cutoff,
        "untold": growth.untold,
        "further": growth.further,
        "simulations": [
            {
                "path": list(each.path),
                "ending": each.ending,
                "passed": [list(values) for values in each.passed],
                **({"proved": list(each.proved)} if each.proved else {}),
            }
            for each in growth.simulations
        ],
    }


def growth_from(data: Mapping[str, Any]) -> Growth:
    """The games that `growth_data` wrote."""
    simulations = (
        Simulation(
            tuple(each["path"]),
            each["ending"],
            tuple(number(values) for values in each["passed"]),
            tuple(each.get("proved", ())),
        )
        for each in data["simulations"]
    )
    rule = Rule(data["select"], float(data["exploration"]), data["solve"], number(data["halves"]))
    return Growth(rule, data["rollout"], data["cutoff"], tuple(simulations), data["untold"], data["further"])


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
    growth = growth_from(data["growth"]) if "growth" in data else None
    return Tree(top, data["players"], growth, data.get("deepest"))


def number(value: Any) -> Any:
    """A number, or several, as the tree has them."""
    if isinstance(value, list):
        return tuple(number(each) for each in value)
    return value if value is None else float(value)
