"""Nobody who asks for rules here is an event loop."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def nobody_is_an_event_loop(no_event_loop_runs: None) -> None:
    """Rules are asked as by a thread that waits."""
