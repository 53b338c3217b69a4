"""Positions that pages read beside everything else: a few at a time, and fewer for one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread

from outwit.errors import OutwitError
from outwit.web.limits import address
from outwit.web.workers import BusyError

Read = TypeVar("Read")

MOST, MOST_AN_ADDRESS = 4, 2
"""How many are read at a time, and how many of one address, so that pages never wait for one client alone."""


def refusal_status(error: OutwitError) -> int:
    """The status of a page that cannot be read: too many requests where it only has to wait."""
    return 429 if isinstance(error, BusyError) else 400


class Readings:
    """What is being read for pages."""

    def __init__(self) -> None:
        self.limiter = CapacityLimiter(MOST)
        self.under_way: Counter[str] = Counter()

    async def read(self, work: Callable[..., Read], *given: Any) -> Read:
        """What the work comes to, done in a thread; refused if much is being read for this address."""
        here = address.get()
        if self.under_way[here] >= MOST_AN_ADDRESS:
            raise BusyError("Long games are being read for you already; come back in a second.")
        self.under_way[here] += 1
        try:
            return await to_thread.run_sync(partial(work, *given), limiter=self.limiter)
        finally:
            self.under_way[here] -= 1
            if not self.under_way[here]:
                del self.under_way[here]
