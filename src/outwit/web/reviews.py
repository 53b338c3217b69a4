"""Games looked at again, for every page that asks: each game is reviewed once, and kept for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from outwit.agents import agent_spec
from outwit.analysis.review import Review
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.play import Session
from outwit.web.pages.address import Spot
from outwit.web.state import AppState
from outwit.web.workers import Job

log = logging.getLogger("outwit.web")

KEPT = 64
"""How many reviews that nobody looks at are kept at hand."""

SECONDS = 15.0
"""About how long a whole review takes if nobody says how long each position is looked at."""

SHORTEST, LONGEST = 0.05, 1.0
"""The least and the most seconds that a position then gets."""


class SharedReview:
    """A review that pages wait for, or look at once it is there."""

    def __init__(self) -> None:
        self.job: Job | None = None
        """The search, while it waits or is under way."""
        self.review: Review | None = None
        self.trouble = ""
        """Why there is none."""
        self.listeners: set[Callable[[], None]] = set()

    def tell(self) -> None:
        """Let every page know."""
        for listener in list(self.listeners):
            listener()

    def stop(self) -> None:
        """Give the review up."""
        if self.job is not None:
            self.job.answer.cancel()

    def leave(self, listener: Callable[[], None]) -> None:
        """Look no more; what nobody waits for is given up."""
        self.listeners.discard(listener)
        if not self.listeners:
            self.stop()

    def on_answer(self, answer: asyncio.Future[dict[str, Any]]) -> None:
        """Take note of what the search has found."""
        job, self.job = self.job, None
        try:
            self.review = Review.from_json(answer.result())
        except asyncio.CancelledError:
            done = job.progress if job is not None else None
            where = f" after {done['done']} of {done['of']} positions" if done else ""
            self.trouble = f"The review was stopped{where}."
        except OutwitError as error:
            self.trouble = str(error)
        except Exception as error:  # rules may raise anything, and whoever waits is told
            log.error("A review broke down.", exc_info=error)
            self.trouble = "The review broke down; the rules of the game may be unsound."
        self.tell()


class Reviews:
    """The reviews of one server: the same game, agent and limit are looked at once, whoever asks."""

    def __init__(self, app_state: AppState) -> None:
        self.app_state = app_state
        self.known: dict[tuple[Spot, str, Limit], SharedReview] = {}
        """Those under way and those done, the latest asked for last."""

    def of(self, session: Session, agent: Agent, limit: Limit, client: str) -> SharedReview:
        """The review of a game by an agent, begun unless it has been."""
        spot = Spot.of(session)
        key = (spot, agent_spec(agent), limit)
        shared = self.known.pop(key, None)
        if shared is None or shared.trouble:
            shared = self.begin(spot, agent, limit, client)
        self.known[key] = shared
        self.forget()
        return shared

    def begin(self, spot: Spot, agent: Agent, limit: Limit, client: str) -> SharedReview:
        """Ask for a review."""
        shared = SharedReview()
        request = {"game": spot.game, "start": spot.start, "moves": list(spot.moves)}
        shared.job = self.app_state.ask("review", request, agent, limit, client, shared.tell)
        shared.job.answer.add_done_callback(shared.on_answer)
        return shared

    def forget(self) -> None:
        """Keep only so many that nobody looks at, and none without a result."""
        resting = [key for key, shared in self.known.items() if not shared.listeners and shared.job is None]
        useless = [key for key in resting if self.known[key].review is None]
        for key in {*useless, *resting[: max(0, len(self.known) - KEPT)]}:
            del self.known[key]


def pace(positions: int) -> float:
    """How many seconds each of so many positions gets, so that a review does not take long.

    >>> pace(5), pace(30), pace(1000)
    (1.0, 0.5, 0.05)
    """
    return round(min(max(SECONDS / positions, SHORTEST), LONGEST), 3)
