"""A plan as a tree, so that it is drawn as recorded searches are."""

from __future__ import annotations

from outwit.beliefs import possible_outcomes
from outwit.game import CHANCE, State
from outwit.plan import Plan
from outwit.tree.record.node import LABEL, MOST_RECORDED, Cut, Node, Tree

BACK = Cut("loop", (), "back to a state in which the plan has been before")


def plan_tree(plan: Plan, most: int = MOST_RECORDED) -> Tree:
    """The states that may come about under a plan, so many at most; a way ends where it comes back to one."""
    game = plan.game
    root = blank(plan, plan.start)
    nodes = [root]
    todo: list[tuple[State, Node, tuple[State, ...]]] = [(plan.start, root, ())]
    while todo:
        state, node, above = todo.pop()
        if game.over(state):
            continue
        if state in above:
            node.cut = BACK
            continue
        world = game.turn(state) == CHANCE
        for move in possible_outcomes(game, state) if world else [plan.steps[state]]:
            after = game.play(state, move)
            if len(nodes) == most:
                root.unrecorded += 1
                continue
            child = blank(plan, after)
            child.move = game.describe(state, move)
            node.children.append(child)
            nodes.append(child)
            todo.append((after, child, (*above, state)))
    for node in reversed(nodes):
        node.size = 1 + sum(child.size for child in node.children)
    return Tree(root, game.players)


def blank(plan: Plan, state: State) -> Node:
    """A node for a state of a plan."""
    game, text = plan.game, plan.game.text(state)
    over = game.over(state)
    return Node(
        role="end" if over else "and" if game.turn(state) == CHANCE else "or",
        player=None if over or game.turn(state) == CHANCE else 0,
        value=plan.goal,
        label=text if len(text) <= LABEL and "\n" not in text else "",
    )
