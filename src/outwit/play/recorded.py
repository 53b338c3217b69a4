"""A search of a sitting's position, recorded so that its tree can be looked at."""

from __future__ import annotations

from outwit.agents import suitable
from outwit.decision import Agent, Decision, Limit, Watch
from outwit.game import Game
from outwit.play.sitting import Sitting
from outwit.search import AlphaBeta
from outwit.search.searcher import Searcher

FITTING = 2_000
"""Without a limit, the tree is searched as deep as about so many nodes allow."""


def teaching(game: Game) -> Agent:
    """The agent to show without being asked for one: alpha-beta as the book prints it, where it will do."""
    agent = suitable(game)
    return AlphaBeta.plain() if isinstance(agent, AlphaBeta) else agent


def recorded(agent: Searcher, sitting: Sitting, limit: Limit, watch: Watch) -> Decision:
    """The agent's decision with its tree; without any limit, as deep as the tree stays small."""
    question = (sitting.rules, sitting.state)
    history = sitting.states[:-1]
    if limit or agent.limit():
        return agent.decide(*question, limit, history, watch=watch, tree=True)
    depth = 1
    best = agent.decide(*question, Limit(depth=1), history, watch=watch, tree=True)
    while not best.exact and not watch.stopped:
        depth += 1
        deeper = agent.decide(*question, Limit(depth=depth), history, watch=watch, tree=True)
        if deeper.nodes > FITTING:
            break
        best = deeper
    return best
