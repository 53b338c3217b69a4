"""Agents by name and spelling, and which of them serves which game."""

from __future__ import annotations

from outwit import spelling
from outwit.decision import Agent
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.solver import Solver
from outwit.errors import UnknownNameError
from outwit.game import Game
from outwit.search import Expectiminimax, Human, MaxN, Minimax, Random

AGENTS: dict[str, type[Agent]] = {
    cls.name: cls for cls in (AlphaBeta, Expectiminimax, Human, MaxN, Minimax, Random, Solver)
}


def find_agent(text: str) -> Agent:
    """The agent that a spelling stands for.

    >>> find_agent("random:seed=7")
    Random(seed=7)
    """
    name, options = spelling.split(text)
    if name not in AGENTS:
        raise UnknownNameError("agent", name, AGENTS)
    return spelling.build(AGENTS[name], name, options)


def spell_agent(agent: Agent) -> str:
    """The spelling that finds this agent again.

    >>> spell_agent(AlphaBeta.plain(killers=True, depth=4))
    'alphabeta:plain,depth=4,killers=on'
    """
    return spelling.spell(agent, agent.name)


def suitable(game: Game) -> Agent:
    """The agent to take when nobody has chosen one: the strongest that can play the game.

    >>> from outwit.games import find_game
    >>> suitable(find_game("connect4")).name, suitable(find_game("pig")).name
    ('alphabeta', 'expectiminimax')
    """
    for cls in (AlphaBeta, Expectiminimax, MaxN):
        if cls.objection(game) is None:
            return cls()
    return Random()
