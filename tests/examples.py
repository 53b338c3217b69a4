"""How many examples hypothesis tries: all of them in `make test-all`, a part of them in `make test`."""

from __future__ import annotations

import os

from hypothesis import settings

THOROUGH = "OUTWIT_THOROUGH" in os.environ
"""Does this run take its time? `make test-all` says so."""

PART = 6
"""A quick run tries one example of so many."""


def examples(many: int) -> settings:
    """The settings of a test that tries so many examples where time is no matter."""
    return settings(max_examples=many if THOROUGH else max(10, many // PART))
