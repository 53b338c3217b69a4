"""An agent that is asked about the position under study: its search, what it found, and its reasons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from outwit.agents import AGENTS
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.search import Human, MaxN, Minimax
from outwit.search.expectiminimax import Expectiminimax
from outwit.web.pages.address import Spot
from outwit.web.pages.analyse.study import Study
from outwit.web.state import AppState
from outwit.web.workers import Job

MOST = 6
"""How many agents can be asked side by side."""

WHOLE = {"complete": True}
"""What is asked of every search: what a page shows in several places comes from one pass."""

SHALLOW = "depth=3,seconds=1"
"""How far the second of the first agents looks: not far, to be compared with."""


@dataclass
class Analyst:
    """One of the agents beside the board."""

    app_state: AppState
    game: Game
    client: str
    """The browser that asks."""
    spec: str
    told: Callable[[Analyst], None]
    """Called when there is something new to show."""
    spot: Spot | None = None
    """The position that was asked about last."""
    job: Job | None = None
    """Its search, while that waits or goes on."""
    decision: dict[str, Any] | None = None
    depths: dict[int, float] = field(default_factory=dict)
    """The value of each depth that its search completed, for the player to act."""
    explaining: Job | None = None
    explanation: dict[str, Any] | None = None
    trouble: str = ""
    """Why there is no answer, in a sentence."""

    def agent(self) -> Agent:
        """The agent of the spec, if it can be asked here."""
        agent = self.app_state.grant.agent(self.spec)
        agent.require(self.game)
        return agent

    def begin(self, study: Study) -> None:
        """Ask about a position; whatever was asked before is given up."""
        self.forget()
        self.spot = study.spot
        if study.over:
            self.told(self)
            return
        try:
            job = self.job = self.app_state.ask(
                "decide", WHOLE | study.request(), self.agent(), Limit(), self.client, self.on_progress
            )
        except OutwitError as error:
            self.trouble = str(error)
        else:
            job.answer.add_done_callback(lambda answer: self.on_answer(job, answer))
        self.told(self)

    def explain(self, study: Study, over: str | None = None) -> None:
        """Ask why it would play its move, rather than the next best or the move named."""
        if self.explaining is not None:
            self.explaining.answer.cancel()
        self.explanation, self.trouble = None, ""
        try:
            request = WHOLE | study.request() | ({} if over is None else {"over": over})
            job = self.explaining = self.app_state.ask("explain", request, self.agent(), Limit(), self.client)
        except OutwitError as error:
            self.trouble = str(error)
        else:
            job.answer.add_done_callback(lambda answer: self.on_explanation(job, answer))
        self.told(self)

    def stop(self) -> None:
        """Make it answer now with the best it has."""
        if self.job is not None:
            self.job.stop()

    def forget(self) -> None:
        """Give up what is under way, and what was found."""
        given_up, self.job, self.explaining = (self.job, self.explaining), None, None
        for job in given_up:
            if job is not None:
                job.answer.cancel()
        self.spot, self.decision, self.explanation, self.trouble = None, None, None, ""
        self.depths = {}

    # What is heard

    def on_progress(self) -> None:
        """Take note of how the search stands, and of the value of each depth as it is completed."""
        progress = self.job.progress if self.job is not None else None
        if progress is not None:
            self.on_depth(progress)
        self.told(self)

    def on_depth(self, found: dict[str, Any]) -> None:
        """Take note of a depth; what is reported later with the same depth looks beyond it already."""
        if found["depth"] > 0 and found["value"] is not None:
            self.depths.setdefault(found["depth"], found["value"])

    def on_answer(self, job: Job, answer: asyncio.Future[dict[str, Any]]) -> None:
        """Take the decision, or the reason why there is none."""
        if job is not self.job or answer.cancelled():
            return
        self.job = None
        decision, self.trouble = result(answer)
        if decision is not None:
            self.on_decision(decision)
        self.told(self)

    def on_decision(self, decision: dict[str, Any]) -> None:
        """Take a decision for the one answer: the values by depth end with it."""
        self.decision = decision
        self.depths = {depth: value for depth, value in self.depths.items() if depth < decision["depth"]}
        self.on_depth(decision)

    def on_explanation(self, job: Job, answer: asyncio.Future[dict[str, Any]]) -> None:
        """Take the explanation, or the reason why there is none."""
        if job is not self.explaining or answer.cancelled():
            return
        self.explaining = None
        self.explanation, self.trouble = result(answer)
        if self.explanation is not None:
            self.on_decision(self.explanation["decision"])
        self.told(self)


def result(answer: asyncio.Future[dict[str, Any]]) -> tuple[dict[str, Any] | None, str]:
    """What was answered, or a sentence that says why nothing was."""
    error = answer.exception()
    if error is None:
        return answer.result(), ""
    return None, str(error) if isinstance(error, OutwitError) else "The search broke off."


def choices(game: Game) -> list[str]:
    """The names of the agents that can be asked about a game."""
    return [
        name for name, cls in AGENTS.items() if not issubclass(cls, Human) and cls.objection(game) is None
    ]


def quick_spec(name: str) -> str:
    """The spec of an agent that answers in a moment."""
    return f"{name}:seconds=1" if hasattr(AGENTS[name], "seconds") else name


def first_agents(app_state: AppState, game: Game) -> list[str]:
    """Who is asked when an address names nobody: the agent that suits the game, and a plain search."""
    plain = (cls.name for cls in (Minimax, Expectiminimax, MaxN) if cls.objection(game) is None)
    return [app_state.grant.opponent(game), *(f"{name}:{SHALLOW}" for name in list(plain)[:1])]
