"""Agents by name and spec, which of them serves which game, and how one is asked.

An agent in a file is `path/to/file.py:ClassName`. Installed packages add agents through the entry point group
`outwit.agents`.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from outwit import specs
from outwit.decision import Agent, Decision, Limit, Watch
from outwit.elsewhere import Elsewhere
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.bestreply import BestReply
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.ismcts import ISMCTS
from outwit.engine.maxn import MaxN
from outwit.engine.mcts import MCTS
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.paranoid import Paranoid
from outwit.engine.pimc import PIMC
from outwit.engine.smmcts import SMMCTS
from outwit.engine.solver import Solver
from outwit.equilibrium.agent import CFR
from outwit.equilibrium.backward import Backward
from outwit.equilibrium.policy_agent import PolicyAgent
from outwit.errors import OutwitError, UnknownNameError
from outwit.game import Game, State, defines
from outwit.memory import Memory, same_rules
from outwit.plugins import FILE, class_in_file, find_installed, plugin_name
from outwit.random import Generator
from outwit.random_positions import lines_of_play
from outwit.repetition import add_memory
from outwit.search import AndOr, Human, Minimax, Random, Script

AGENTS: dict[str, type[Agent]] = {
    cls.name: cls
    for cls in (
        AlphaBeta,
        AndOr,
        Backward,
        BestReply,
        CFR,
        Expectiminimax,
        Human,
        ISMCTS,
        MaxN,
        MCTS,
        Minimax,
        MonteCarlo,
        Paranoid,
        PIMC,
        PolicyAgent,
        Random,
        Script,
        SMMCTS,
        Solver,
    )
}

FOR_MANY = ("maxn", "paranoid", "bestreply")
"""The searches that have nothing to offer to two opposed players, whose alpha-beta they are done slowly."""

DESCENTS = 8
"""How many random games tell whether a game is small."""

SMALL = 100_000_000
"""Into how many lines of play a small game branches at most; a search that cuts sees few of them."""

FEW = 10_000
"""The same for `maxn`, which cuts little."""

FEW_AT_ONCE = 5_000_000
"""The same for `backward`, whose every position may take a matrix."""

UNFOLDED = 100_000
"""The same for `cfr`, and how many positions a game has at most that is unfolded in half a second."""

verdicts: list[tuple[Game, bool]] = []
"""Of which games it is known lately whether they are unfolded quickly."""

MOST_VERDICTS = 32
"""Of so many, those asked for last."""


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
    return specs.build(agent_class(name), name, options, files)


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


def consult(
    agent: Agent,
    game: Game,
    state: State,
    limit: Limit | None = None,
    history: Sequence[State] = (),
    *,
    memory: Memory | None = None,
    player: int | None = None,
    watch: Watch | None = None,
) -> Decision:
    """What an agent decides, with a memory if its `decide` takes one; agents that others wrote need not.

    Nor need these say who they are and what they were asked, which is then added.
    """
    # As `Any`, since mypy would take it for every argument of `decide`.
    more: dict[str, Any] = {"memory": memory} if memory is not None and takes_memory(type(agent)) else {}
    decision = agent.decide(game, state, limit, history, player=player, watch=watch, **more)
    if not isinstance(decision, Decision) or (decision.agent and decision.game is not None):
        return decision
    asked = (game, state) if decision.game is None else (decision.game, decision.state)
    return replace(decision, agent=decision.agent or agent.spec, game=asked[0], state=asked[1])


@cache
def takes_memory(cls: type[Agent]) -> bool:
    """Does the `decide` of this kind of agent take a memory?"""
    try:
        parameters = inspect.signature(cls.decide).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(each.name == "memory" or each.kind is each.VAR_KEYWORD for each in parameters)


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
    judged and two play against each other or one alone, that is the search that looks at every line; among
    more than two, where positions can be judged, best-reply search; everywhere else, Monte Carlo tree search,
    over what players know if something is hidden. Of two opposed players in a small game that is an
    equilibrium: by regret if something is hidden, by backward induction where both choose at once. Where all
    choose at once it is else the tree search for that, if two play, or flat Monte Carlo. The matches that
    decided so are in docs/arena.md.

    >>> from outwit.games import find_game
    >>> suitable(find_game("connect4")).name, suitable(find_game("pig")).name
    ('alphabeta', 'expectiminimax')
    """
    if game.unwrapped.default_agent:
        return find_agent(game.unwrapped.default_agent, files=False)
    if game.hidden:
        return CFR() if unfolds_quickly(game) else Random() if game.simultaneous else ISMCTS()
    if game.simultaneous:
        if Backward.objection(game) is None and is_small(game, FEW_AT_ONCE):
            return Backward()
        return next((cls() for cls in (SMMCTS, MonteCarlo) if cls.objection(game) is None), Random())
    thorough = exhaustive_agent(game)
    most = FEW if isinstance(thorough, MaxN) else SMALL
    judged = is_judged(game)
    if isinstance(thorough, Random) or (judged and game.players <= 2) or is_small(game, most):
        return thorough
    return BestReply() if judged else MCTS()


def exhaustive_agent(game: Game) -> Agent:
    """The agent that looks at every line of play of a game, if one can; else one that plays anything."""
    for cls in (AlphaBeta, Expectiminimax, MaxN, Backward):
        if cls.objection(game) is None:
            return cls()
    return Random()


def is_judged(game: Game) -> bool:
    """Does a game say what positions are worth, and do payoffs cancel unless it is for one?"""
    own = defines(game, "evaluate") or defines(game, "features")
    return own and (game.players == 1 or game.zero_sum)


def is_small(game: Game, most: int = SMALL) -> bool:
    """Can a game be searched to its end in no time, to judge by how random games of it branch?"""
    random = Generator(1)
    try:
        rules, start = add_memory(game, game.initial())
        return all(lines_of_play(rules, start, random, SMALL) <= most for _ in range(DESCENTS))
    except Exception:  # rules may raise anything
        return False  # those that fail are told of where somebody plays by them


def unfolds_quickly(game: Game) -> bool:
    """Is an equilibrium of a game found in no time: is it for two opposed players, small, and remembered?"""
    if isinstance(game, Elsewhere):
        return False  # rules that run elsewhere are not asked so much
    for each, verdict in list(verdicts):
        if same_rules(each, game):
            return verdict
    verdict = CFR.objection(game) is None and is_small(game, UNFOLDED) and can_be_unfolded(game)
    verdicts.append((game, verdict))
    del verdicts[:-MOST_VERDICTS]
    return verdict


def can_be_unfolded(game: Game) -> bool:
    """Has a game no more than so many positions, and does nobody forget?"""
    from outwit.equilibrium.unfolded_games import whole_game  # what computes with arrays takes long to load

    try:
        return whole_game(game, UNFOLDED).sets > 0
    except Exception:  # rules may raise anything, and players may forget
        return False
