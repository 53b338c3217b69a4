"""A search of a session's position, recorded so that its tree can be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from outwit.agents import AGENTS, exhaustive_agent
from outwit.decision import Agent, Decision, Limit, Progress, Watch
from outwit.errors import OutwitError, join_names
from outwit.game import Game
from outwit.games.tree import WrittenTree
from outwit.play.session import Session
from outwit.search import ISMCTS, MCTS, PIMC, AlphaBeta, AndOr, MonteCarlo
from outwit.search.searcher import Searcher

FITTING = 2_000
"""Without a limit, the tree is searched as deep as about so many nodes allow."""

GAMES = 100
"""Without a limit, a tree grows by so many games."""

Recordable: TypeAlias = Searcher | MCTS | AndOr
"""The agents that have a tree to show."""


UNRECORDED: dict[type[Agent], str] = {
    ISMCTS: "grows one tree over what players know in many worlds, which is not recorded",
    PIMC: "searches many worlds one by one, and none of these trees is recorded",
    MonteCarlo: "plays games to the end after each move, and grows no tree",
}
"""What searches have instead of a tree to show."""


def recordable(agent: Agent, game: Game) -> Recordable:
    """The agent, if it has a tree to show; else a sentence that says why not, and who has one here."""
    if isinstance(agent, Recordable):
        return agent
    reasons = (reason for cls, reason in UNRECORDED.items() if isinstance(agent, cls))
    why = next(reasons, "does not search, so there is no tree to show")
    able = [name for name, cls in AGENTS.items() if issubclass(cls, Recordable) and not cls.objection(game)]
    title = type(game.unwrapped).__name__
    others = (
        f"{join_names(able, last='and')} can be shown" if able else f"no agent that has one plays {title}"
    )
    raise OutwitError(f"{agent.name} {why}; {others}.")


def teaching_agent(game: Game) -> Agent:
    """The agent to show without being asked for one: alpha-beta as the book prints it, where it will do."""
    agent = exhaustive_agent(game)
    return AlphaBeta.plain() if isinstance(agent, AlphaBeta) else agent


def decide_with_tree(agent: Recordable, session: Session, limit: Limit, watch: Watch) -> Decision:
    """The agent's decision with its tree; without any limit, as large as the tree stays small.

    A tree that somebody wrote down is meant as a whole: nothing is known of what it is worth half-way.
    """
    state, history = session.seen_by()
    question = (session.rules, state)
    if isinstance(agent, MCTS):
        wanted = agent.limit().override(limit)
        if wanted.seconds is None and wanted.nodes is None and wanted.simulations is None:
            limit = limit.override(Limit(simulations=GAMES))
        return agent.decide(*question, limit, history, watch=watch, tree=True)
    if isinstance(agent, AndOr) and not (limit or agent.limit()):
        limit = agent.default_limit
    if limit or agent.limit() or isinstance(session.game, WrittenTree):
        return agent.decide(*question, limit, history, watch=watch, tree=True)
    depth = 1
    best = agent.decide(*question, Limit(depth=1), history, watch=watch, tree=True)
    while not best.exact and not watch.stopped:
        depth += 1
        with limit_tree_size(watch) as small:
            deeper = agent.decide(*question, Limit(depth=depth), history, watch=small, tree=True)
        if small.stopped or deeper.nodes > FITTING:
            break
        best = deeper
    return best


@contextmanager
def limit_tree_size(watch: Watch) -> Iterator[Watch]:
    """A watch that also stops a search whose tree grows too large to be looked at; it stays what it is.

    A limit of nodes would do so too, but there are searches that go another way when they have one.
    """

    def report(progress: Progress) -> None:
        if progress.nodes > FITTING:
            small.stop()
        elif watch.report:
            watch.report(progress)

    small = Watch(report, watch.stopped)
    watch.bells.append(small.stop)
    try:
        yield small
    finally:
        watch.bells.remove(small.stop)
