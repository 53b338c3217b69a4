"""The search that cuts nothing, to compare with and to predict from."""

from __future__ import annotations

from dataclasses import replace

from outwit.agents import find_agent
from outwit.decision import Agent, Limit
from outwit.engine.compiled_agent import CompilingSearcher
from outwit.game import Game
from outwit.games.tree import WrittenTree
from outwit.search import MaxN, Paranoid
from outwit.search.searcher import Searcher
from outwit.tree.record.node import Key, Node
from outwit.tree.render.fold import key_text
from outwit.web.pages.tree.choice import Choice, exhaustive

WHOLE = 200
"""A depth beyond the end of any tree that somebody types: such a one is meant as a whole."""


def without_cuts(game: Game, searched: Agent, depth: int) -> tuple[Agent, Limit] | None:
    """The search that cuts nothing, as deep as one that was made; None if that is it, or never cuts."""
    spec = exhaustive(game)
    if spec is None or not isinstance(searched, Searcher):
        return None
    choice = Choice.of(searched)
    if choice is not None and choice.algorithm == spec:
        return None
    agent = find_agent(spec)
    assert isinstance(agent, Searcher)
    agent = replace(agent, quick=searched.quick, evaluation=searched.evaluation, model=searched.model)
    if isinstance(searched, Paranoid):  # another value than that of max^n
        if not (searched.star1 or searched.star2):
            return None
        agent = replace(searched, star1=False, star2=False)
    elif isinstance(agent, MaxN) and isinstance(searched, MaxN):
        agent = replace(agent, order=searched.order)  # of equal moves the first one searched is taken
    if isinstance(agent, CompilingSearcher):
        agent = agent.without_compiler()
    whole = isinstance(game, WrittenTree) and searched.depth is None
    return agent, Limit(depth=WHOLE if whole else max(depth, 1))


def cut_branches(root: Node) -> list[str]:
    """The branches that were cut, each the topmost of all that was never visited there."""
    found: list[str] = []
    todo: list[tuple[Node, Key]] = [(root, ())]
    while todo:
        node, key = todo.pop()
        for number, child in enumerate(node.children):
            if child.visited:
                todo.append((child, (*key, number)))
            else:
                found.append(key_text((*key, number)))
    return found
