"""Nobody who asks for rules here is an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_event_loop_runs() -> Iterator[None]:
    """A browser that other tests have opened leaves its event loop to this thread, and loops do not wait."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
