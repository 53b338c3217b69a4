"""Agents by name and spelling, and which of them serves which game.

An agent in a file is `path/to/file.py:ClassName`. Installed packages add agents through the entry point group
`outwit.agents`.
"""

from __future__ import annotations

from pathlib import Path

from outwit import spelling
from outwit.brought import FILE, class_in_file, installed, name_brought
from outwit.decision import Agent
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.mcts import MCTS
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.solver import Solver
from outwit.errors import OutwitError, UnknownNameError
from outwit.game import Game
from outwit.search import Human, MaxN, Minimax, Random

AGENTS: dict[str, type[Agent]] = {
    cls.name: cls
    for cls in (AlphaBeta, Expectiminimax, Human, MaxN, MCTS, Minimax, MonteCarlo, Random, Solver)
}


def find_agent(text: str, files: bool = True) -> Agent:
    """The agent that a spelling stands for; unless `files`, only one that is known by name.

    >>> find_agent("random:seed=7")
    Random(seed=7)
    """
    in_file = FILE.match(text.strip()) if files else None
    if in_file:
        cls = class_in_file(Path(in_file["path"]), in_file["name"] or "", Agent)  # type: ignore[type-abstract]
        return spelling.build(cls, cls.__name__, in_file["options"] or "")
    name, options = spelling.split(text)
    return spelling.build(agent_class(name), name, options)


def agent_class(name: str) -> type[Agent]:
    """The class of an agent that is known by name: Outwit's own, or one that an installed package brings."""
    if name in AGENTS:
        return AGENTS[name]
    brought = installed("outwit.agents")
    if name not in brought:
        raise UnknownNameError("agent", name, [*AGENTS, *brought])
    try:
        cls = brought[name].load()
    except Exception as error:
        raise OutwitError(f"The agent {name!r} cannot be loaded: {error}.") from error
    if not (isinstance(cls, type) and issubclass(cls, Agent)):
        raise OutwitError(f"The agent {name!r} cannot be used: what its package names is no outwit.Agent.")
    return cls


def spell_agent(agent: Agent) -> str:
    """The spelling that finds this agent again.

    >>> spell_agent(AlphaBeta.plain(killers=True, depth=4))
    'alphabeta:plain,depth=4,killers=on'
    """
    cls = type(agent)
    known = issubclass(AGENTS.get(cls.name, type(None)), cls)  # the textbook's go by the name of the compiled
    return spelling.spell(agent, cls.name if known else name_brought(cls, "outwit.agents"))


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
