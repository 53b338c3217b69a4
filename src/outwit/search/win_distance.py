"""Distance to the win: a quicker win counts for more, and a slower loss for less.

A win in three and a win in nine pay the same, and a search that sees no difference may never get round to
winning. So a payoff loses a hair with every ply before it: it moves to the next float nearer to 0, for up to
1,024 plies. Order among different payoffs is kept, averages stay averages, and rounding to twelve digits of
the greatest payoff gives the payoff back. The steps are whole ones, so they can be taken back exactly: a
value found at one ply is known at every other, and a transposition table can serve them all.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import lru_cache

HORIZON = 1024
"""How many plies deep a search still tells near from far."""

CLAIM = HORIZON + HORIZON // 2
"""An estimate that claims the most there is counts as if so many plies away: less than what is certain."""

TINY, HUGE = 1e-290, 1e300
"""Values nearer to 0, or farther from it, do not change."""

REAL, WORD = struct.Struct("<d"), struct.Struct("<q")


@lru_cache(maxsize=1 << 16)
def fade(value: float, plies: int) -> float:
    """A value so many plies later: that many floats nearer to 0; or sooner, with plies below 0.

    >>> fade(1.0, 3) < fade(1.0, 2) < 1.0 == fade(fade(1.0, 5), -5)
    True
    """
    if not TINY < abs(value) < HUGE:
        return value
    [word] = WORD.unpack(REAL.pack(value))
    [later] = REAL.unpack(WORD.pack(word - plies))
    return later  # type: ignore[no-any-return]


def plies_before(value: float, payoff: float) -> int | None:
    """So many plies before it comes about a payoff is worth this; None if the value is not made of it.

    >>> plies_before(fade(-1.0, 5), -1.0), plies_before(1.0, 1.0), plies_before(0.5, 1.0)
    (5, 0, None)
    """
    if not (TINY < abs(payoff) < HUGE and TINY < abs(value) < HUGE):
        return None
    [worth], [word] = WORD.unpack(REAL.pack(value)), WORD.unpack(REAL.pack(payoff))
    plies: int = word - worth
    return plies if 0 <= plies < HORIZON else None


def payoff_restorer(low: float, high: float) -> Callable[[float], float]:
    """What gives back the payoff behind a fade one, in a game with payoffs from low to high.

    >>> settled = payoff_restorer(-1, 1)
    >>> settled(fade(-1.0, 5)), settled(fade(0.4, 900)), settled(fade(1.0, 3) - fade(1.0, 7))
    (-1.0, 0.4, 0.0)
    """
    greatest = max((abs(bound) for bound in (low, high) if math.isfinite(bound)), default=1.0) or 1.0
    places = 12 - math.ceil(math.log10(greatest))
    return lambda value: round(value, places) + 0.0
