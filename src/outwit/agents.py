"""Agents by name and spec, and which of them serves which game.

An agent in a file is `path/to/file.py:ClassName`. Installed packages add agents through the entry point group
`outwit.agents`.
"""

from __future__ import annotations

from pathlib import Path

from outwit import specs
from outwit.decision import Agent, Limit
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.bestreply import BestReply
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.ismcts import ISMCTS
from outwit.engine.maxn import MaxN
from outwit.engine.mcts import MCTS
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.paranoid import Paranoid
from outwit.engine.pimc import PIMC
from outwit.engine.solver import Solver
from outwit.errors import OutwitError, UnknownNameError
from outwit.game import Game, defines, options
from outwit.plugins import FILE, class_in_file, find_installed, plugin_name
from outwit.random import Generator
from outwit.repetition import add_memory
from outwit.search import AndOr, Human, Minimax, Random, Script

AGENTS: dict[str, type[Agent]] = {
    cls.name: cls
    for cls in (
        AlphaBeta,
        AndOr,
        BestReply,
        Expectiminimax,
        Human,
        ISMCTS,
        MaxN,
        MCTS,
        Minimax,
        MonteCarlo,
        Paranoid,
        PIMC,
        Random,
        Script,
        Solver,
    )
}

FOR_MANY = ("maxn", "paranoid", "bestreply")
"""The searches that have nothing to offer to two opposed players, whose alpha-beta they are done slowly."""

DESCENTS, LONGEST = 8, 1000
"""How many random games tell whether a game is small, and how long they may be."""

WIDEST = 10_000
"""A game with so many moves in a position is not small."""

SMALL = 100_000_000
"""Into how many lines of play a small game branches at most; a search that cuts sees few of them."""

FEW = 10_000
"""The same for `maxn`, which cuts little."""


def find_agent(text: str, files: bool = True) -> Agent:
    """The agent that a spec stands for; unless `files`, only one that is known by name.

    >>> find_agent("random:seed=7")
    Random(seed=7)
    """
    in_file = FILE.match(text.strip()) if files else None
    if in_file:
        cls = class_in_file(Path(in_file["path"]), in_file["name"] or "", Agent)  # type: ignore[type-abstract]
        return specs.build(cls, cls.__name__, in_file["options"] or "")
    name, options = specs.split(text)
    return specs.build(agent_class(name), name, options)


def agent_class(name: str) -> type[Agent]:
    """The class of an agent that is known by name: Outwit's own, or one that an installed package brings."""
    if name in AGENTS:
        return AGENTS[name]
    plugins = find_installed("outwit.agents")
    if name not in plugins:
        raise UnknownNameError("agent", name, [*AGENTS, *plugins])
    try:
        cls = plugins[name].load()
    except Exception as error:  # the package's module runs here, and may raise anything
        raise OutwitError(f"The agent {name!r} cannot be loaded: {error}.") from error
    if not (isinstance(cls, type) and issubclass(cls, Agent)):
        raise OutwitError(f"The agent {name!r} cannot be used: what its package names is no outwit.Agent.")
    return cls


def agent_spec(agent: Agent) -> str:
    """The spec that finds this agent again.

    >>> agent_spec(AlphaBeta.plain(killers=True, depth=4))
    'alphabeta:plain,depth=4,killers=on'
    """
    cls = type(agent)
    known = issubclass(AGENTS.get(cls.name, type(None)), cls)  # the textbook's go by the name of the compiled
    return specs.spell(agent, cls.name if known else plugin_name(cls, "outwit.agents"))


def choose_agent(game: Game, text: str | None, limit: Limit, files: bool = True) -> Agent:
    """The agent of a spec or, without one, the one to take for a game and a limit.

    It is refused if it cannot play the game or heed the limit. A depth asks for a search that has one.

    >>> from outwit.games import find_game
    >>> choose_agent(find_game("connect4"), None, Limit(depth=3)).name
    'alphabeta'
    """
    if text is None:
        agent = suitable(game) if limit.depth is None or game.hidden else exhaustive_agent(game)
    else:
        agent = find_agent(text, files)
    agent.require(game)
    agent.refuse_limit(game, limit)
    return agent


def suitable(game: Game) -> Agent:
    """The agent to take when nobody has chosen one: what plays the game best, as far as was measured.

    A game may name its own (`default_agent`). Else, where all can be searched to the end, or positions can be
    judged and two play against each other or one alone, that is the search that looks at every line;
    everywhere else, Monte Carlo tree search, over what players know if something is hidden. The matches that
    decided so are in docs/arena.md.

    >>> from outwit.games import find_game
    >>> suitable(find_game("connect4")).name, suitable(find_game("pig")).name
    ('alphabeta', 'expectiminimax')
    """
    if game.unwrapped.default_agent:
        return find_agent(game.unwrapped.default_agent, files=False)
    if game.hidden and not game.simultaneous:
        return ISMCTS()
    thorough = exhaustive_agent(game)
    most = FEW if isinstance(thorough, MaxN) else SMALL
    if isinstance(thorough, Random) or is_judged(game) or is_small(game, most):
        return thorough
    return MCTS()


def exhaustive_agent(game: Game) -> Agent:
    """The agent that looks at every line of play of a game, if one can; else one that plays anything."""
    for cls in (AlphaBeta, Expectiminimax, MaxN):
        if cls.objection(game) is None:
            return cls()
    return Random()


def is_judged(game: Game) -> bool:
    """Does a game say what positions are worth, and is it for two whose payoffs cancel, or for one?"""
    own = defines(game, "evaluate") or defines(game, "features")
    return own and (game.players == 1 or (game.players == 2 and game.zero_sum))


def is_small(game: Game, most: int = SMALL) -> bool:
    """Can a game be searched to its end in no time, to judge by how random games of it branch?

    Knuth, "Estimating the efficiency of backtrack programs", 1975.
    """
    random = Generator(1)
    try:
        return all(lines_of_play(game, random) <= most for _ in range(DESCENTS))
    except Exception:  # rules may raise anything
        return False  # those that fail are told of where somebody plays by them


def lines_of_play(game: Game, random: Generator) -> int:
    """Into how many lines of play a game branches, if everywhere as along one that is drawn."""
    rules, state = add_memory(game, game.initial())
    lines = 1
    for _ in range(LONGEST):
        if rules.over(state) or lines > SMALL:
            return lines
        choices = options(rules, state, WIDEST)
        if len(choices) == WIDEST:
            break
        lines *= len(choices)
        state = rules.play(state, random.choice(choices))
    return SMALL + 1
