"""What the server grants: how long, how much and how large, whoever asks."""

from __future__ import annotations

from collections import OrderedDict
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from outwit.agents import agent_spec, find_agent, suitable
from outwit.decision import Agent, Limit
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.compiled_agent import Compiling
from outwit.engine.ismcts import ISMCTS
from outwit.engine.mcts import MCTS
from outwit.engine.smmcts import SMMCTS
from outwit.errors import BadOptionError
from outwit.game import Game
from outwit.search import Human

address: ContextVar[str] = ContextVar("address", default="")
"""The network address of whoever is being answered, against which a request or a search counts; tasks that
are begun meanwhile go on in its name."""


@dataclass(frozen=True)
class Grant:
    """The most that one search may take; what asks for more gets this."""

    seconds: float = 60.0
    nodes: int = 10_000_000_000
    depth: int = 200
    mb: int = 256
    """The largest table, in megabytes."""
    threads: int = 1
    """How many threads one search may have."""

    def agent(self, spec: str) -> Agent:
        """The agent of a spec, with no more memory and threads than granted; people are none here."""
        agent = find_agent(spec, files=False)
        if isinstance(agent, Human):
            raise BadOptionError("'human' is not an agent that searches; outwit agents lists those that do.")
        if isinstance(agent, AlphaBeta | MCTS):
            agent = replace(agent, threads=min(agent.threads, self.threads))
        if isinstance(agent, Compiling | MCTS | ISMCTS | SMMCTS):
            agent = replace(agent, mb=min(agent.mb, self.mb))
        return agent

    def limit(self, agent: Agent, asked: Limit | None = None) -> Limit:
        """What an agent may take when so much is asked for: always some time, never more than granted."""
        own = agent.limit()
        wanted = own.override(asked)
        if not wanted:
            wanted = agent.default_limit
        return Limit(
            seconds=min(wanted.seconds or self.seconds, self.seconds),
            depth=None if wanted.depth is None else min(wanted.depth, self.depth),
            nodes=None if wanted.nodes is None else min(wanted.nodes, self.nodes),
            simulations=None if wanted.simulations is None else min(wanted.simulations, self.nodes),
        )

    def opponent(self, game: Game, seconds: float = 1.0) -> str:
        """The spec of the agent that suits a game, to sit down against a person."""
        agent = suitable(game)
        return agent_spec(replace(agent, seconds=seconds) if hasattr(agent, "seconds") else agent)  # type: ignore[type-var]


@dataclass(frozen=True)
class Rate:
    """How often something may be done: so many times a second for long, and so many times at once."""

    a_second: float
    at_once: int


PAGES, QUESTIONS, OTHERS, EVENTS = "pages", "questions", "others", "events"
"""What is told apart: pages and questions are work, other requests (a step, a file) little, and clicks."""

MOST_CLIENTS = 4096
"""Of so many clients it is known how much they have asked for; the others begin anew."""


@dataclass
class Rates:
    """How often one address may ask, by what it asks for: a bucket that fills up again as time goes by."""

    rates: dict[str, Rate] = field(
        default_factory=lambda: {
            PAGES: Rate(8, 100),
            QUESTIONS: Rate(50, 200),
            OTHERS: Rate(400, 2_000),
            EVENTS: Rate(20, 60),
        }
    )
    left: OrderedDict[tuple[str, str], tuple[float, float]] = field(default_factory=OrderedDict)
    """What is left to a client at a door, and at what time that was."""

    def wait(self, client: str, door: str, now: float) -> float:
        """Seconds that a client must wait at a door; 0 if it may come in, and then it is counted."""
        rate = self.rates[door]
        left, then = self.left.pop((client, door), (float(rate.at_once), now))
        left = min(rate.at_once, left + (now - then) * rate.a_second)
        wait = 0.0 if left >= 1 else (1 - left) / rate.a_second
        self.left[client, door] = (left if wait else left - 1), now
        if len(self.left) > MOST_CLIENTS:
            self.left.popitem(last=False)
        return wait


def door_of(method: str, path: str) -> str:
    """What a request asks for.

    >>> door_of("GET", "/tree"), door_of("POST", "/api/decide"), door_of("POST", "/api/sessions/a/moves")
    ('pages', 'questions', 'others')
    """
    if path.startswith("/api"):
        return QUESTIONS if method == "POST" and path.count("/") == 2 else OTHERS
    return OTHERS if path.startswith("/_nicegui") else PAGES


def limit_to_json(limit: Limit) -> dict[str, Any]:
    """A limit as plain data, without what does not limit."""
    return {name: value for name, value in vars(limit).items() if value is not None}
