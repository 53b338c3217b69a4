"""Recorded searches, and ways to look into them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from outwit import Agent, AlphaBeta, Decision, Game, Limit, find_game
from outwit.game import State, options
from outwit.tree import Node, Tree


def decided(spec: str, agent: Agent, limit: Limit | None = None) -> Decision:
    """An agent's decision at the start of a game, with its tree."""
    game = find_game(spec)
    return agent.decide(game, game.initial(), limit, tree=True)


def tree_of(decision: Decision) -> Tree:
    """The tree of a decision, which must have one."""
    assert decision.tree is not None
    return decision.tree


def recorded(spec: str, agent: Agent, limit: Limit | None = None) -> Tree:
    """The tree of an agent's search from the start of a game."""
    return tree_of(decided(spec, agent, limit))


def child(node: Node, *moves: str) -> Node:
    """The node that some moves lead to; of branches searched again, the last."""
    for move in moves:
        node = [below for below in node.children if below.move == move][-1]
    return node


def reached(root: Node, path: tuple[str, ...]) -> list[Node]:
    """All nodes that a path of moves leads to; there are several where branches were searched again."""
    here = [root]
    for move in path:
        here = [below for node in here for below in node.children if below.move == move]
    return here


def is_visit(node: Node) -> bool:
    """Did the search visit this node, and not only use what a probe had shown?"""
    return node.visited and node.repeated != "probed"


def last_visits(node: Node) -> list[Node]:
    """The branches of a node as they were searched last; probes are no branches."""
    following = [*node.children[1:], None]
    return [
        below
        for below, after in zip(node.children, following, strict=False)
        if below.repeated != "probe" and not (after and after.repeated == "again")
    ]


def positions(tree: Tree, game: Game, state: State) -> Iterator[tuple[Node, State, int]]:
    """Every node of a tree but probes and what is below them, with its state and the moves before it."""
    todo = [(tree.root, state, 0)]
    while todo:
        node, state, depth = todo.pop()
        yield node, state, depth
        if not node.children:
            continue
        after = {game.describe(state, move): move for move in options(game, state)}
        cost = 0 if node.role == "chance" else 1
        for below in node.children:
            if below.repeated != "probe":
                todo.append((below, game.play(state, after[below.move]), depth + cost))


def chain(length: int, *, chosen: bool = False) -> Tree:
    """A tree that only goes down, deeper than any recursion does."""
    root = node = Node(role="max", value=1.0, size=length, chosen=chosen)
    for number in range(1, length):
        below = Node(
            move=str(number),
            role="max" if number % 2 == 0 else "min",
            value=1.0,
            size=length - number,
            chosen=chosen,
        )
        node.children.append(below)
        node.best = node = below
    return Tree(root)


def one_pass(agent: AlphaBeta) -> AlphaBeta:
    """The agent, searching the tree once."""
    return replace(agent, deepening=False, aspiration=False)
