"""A search that cut branches, and the whole tree that it did not need: both in one."""

from __future__ import annotations

from dataclasses import replace

from outwit.tree.record.node import Node, Tree, format_values


def complete_tree(searched: Tree, full: Tree) -> Tree:
    """The searched tree with all that lies below its cuts, never visited; the full tree knows what does.

    Branches that the search went into stand in the order in which it did.

    >>> from outwit import AlphaBeta, Minimax, find_game
    >>> game = find_game("tree:((3 5)(2 (9 4)))")
    >>> agents = AlphaBeta.plain(), Minimax()
    >>> pruned, whole = (agent.decide(game, game.initial(), tree=True).tree for agent in agents)
    >>> sum(not node.visited for node in complete_tree(pruned, whole).root.walk())
    3
    """
    top = replace(searched.root)
    todo = [(top, full.root)]
    while todo:
        node, whole = todo.pop()
        by_move = {each.move: each for each in whole.children}
        if not node.visited:
            node.label = node.label or unvisited_copy(whole).label
            node.children = [unvisited_copy(each) for each in whole.children]
        else:
            node.children = [replace(each) for each in node.children]
        for child in node.children:
            if child.move in by_move and child.repeated not in ("probe", "probed"):
                todo.append((child, by_move[child.move]))
    return Tree(top, searched.players)


def unvisited_copy(node: Node) -> Node:
    """A node of the full tree as one that the search never came to; what a leaf is worth is its label."""
    return Node(
        move=node.move,
        role=node.role,
        player=node.player,
        label=node.label if node.children or node.label else format_values(node.value),
        probability=node.probability,
        visited=False,
        size=0,
    )
