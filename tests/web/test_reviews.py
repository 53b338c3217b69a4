"""Reviews that pages share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from outwit import Limit, Session, find_agent, find_game
from outwit.analysis.review import review
from outwit.store import SessionStore
from outwit.web import reviews as shared_reviews
from outwit.web.limits import Grant
from outwit.web.reviews import Reviews, SharedReview
from outwit.web.state import AppState

AGENT = find_agent("minimax:depth=9")
SLOW = find_agent("alphabeta:seconds=5,compiled=off")


def nim(moves: str) -> Session:
    session = Session(find_game("nim:coins=9"))
    session.read(moves)
    return session


def with_reviews(what: Callable[[Reviews], Awaitable[None]]) -> None:
    """Do something with the reviews of a room that has one worker."""

    async def run() -> None:
        app_state = AppState(SessionStore("sqlite://"), workers=1)
        try:
            await what(Reviews(app_state))
        finally:
            await app_state.study.close()
            await app_state.workers.close()

    with ThreadPoolExecutor(1) as apart:  # the browser's tests have an event loop in this thread
        apart.submit(asyncio.run, run()).result()


async def answered(shared: SharedReview) -> None:
    """Wait until a review has ended, one way or the other."""
    if shared.job is not None:
        await asyncio.wait({shared.job.answer}, timeout=60)
        await asyncio.sleep(0)


def test_the_same_game_is_reviewed_once_whoever_asks() -> None:
    async def ask(reviews: Reviews) -> None:
        first = reviews.of(nim("2 2 2 3"), AGENT, Limit(), "one")
        assert reviews.of(nim("2 2 2 3"), AGENT, Limit(), "another") is first
        assert reviews.of(nim("2 2 2"), AGENT, Limit(), "one") is not first
        assert reviews.of(nim("2 2 2 3"), AGENT, Limit(depth=2), "one") is not first
        await answered(first)
        assert first.review == review(nim("2 2 2 3"), AGENT, Grant().limit(AGENT))
        assert reviews.of(nim("2 2 2 3"), AGENT, Limit(), "one") is first

    with_reviews(ask)


def test_a_review_that_nobody_waits_for_any_more_is_given_up() -> None:
    async def ask(reviews: Reviews) -> None:
        heard: list[str] = []
        one, other = lambda: heard.append("one"), lambda: heard.append("other")
        shared = reviews.of(nim("2 2"), SLOW, Limit(), "one")
        shared.listeners |= {one, other}
        shared.leave(one)
        assert shared.job is not None
        assert not shared.job.answer.cancelled()
        shared.leave(other)
        await asyncio.sleep(0)
        assert shared.job is None
        assert shared.trouble == "The review was stopped."
        assert reviews.of(nim("2 2"), SLOW, Limit(), "one") is not shared

    with_reviews(ask)


def test_only_so_many_reviews_that_nobody_looks_at_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_reviews, "KEPT", 2)

    async def ask(reviews: Reviews) -> None:
        looked_at = reviews.of(nim("1"), AGENT, Limit(), "one")
        looked_at.listeners.add(lambda: None)
        for moves in ("2", "3", "1 1", "1 2"):
            await answered(reviews.of(nim(moves), AGENT, Limit(), "one"))
        last = reviews.of(nim("1 3"), AGENT, Limit(), "one")
        assert list(reviews.known.values())[-1] is last
        assert looked_at in reviews.known.values()
        assert len(reviews.known) <= 3

    with_reviews(ask)


def test_what_the_worker_refuses_is_told_and_not_kept() -> None:
    async def ask(reviews: Reviews) -> None:
        refused = reviews.of(nim("1"), find_agent("random"), Limit(), "one")
        await answered(refused)
        assert "does not say what positions are worth" in refused.trouble
        assert reviews.of(nim("1"), find_agent("random"), Limit(), "one") is not refused

    with_reviews(ask)
