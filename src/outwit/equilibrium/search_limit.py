"""How long a search for an equilibrium may take, in iterations and seconds."""

from __future__ import annotations

from outwit.decision import Limit
from outwit.errors import BadOptionError


def search_limit(iterations: int | None, seconds: float | None) -> Limit:
    """The limit of so many iterations and seconds, or a sentence that these are none.

    >>> search_limit(-1, None)
    Traceback (most recent call last):
    outwit.errors.BadOptionError: iterations=-1 is too small; give 1 or more.
    """
    if isinstance(iterations, int) and iterations < 1:
        raise BadOptionError(f"iterations={iterations} is too small; give 1 or more.")
    return Limit(seconds=seconds, simulations=iterations)
