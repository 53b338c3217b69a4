"""The quicker win and the slower loss.

A win in three and a win in nine pay the same, and a search that sees no difference may never get round to
winning. So a final payoff fades by a hair with every ply before it: by one part in 2^52, for up to 1,024
plies. Order among different payoffs is kept, averages stay averages, and rounding to twelve digits of the
greatest payoff gives the payoff back.
"""

from __future__ import annotations

import math
from collections.abc import Callable

HORIZON = 1024
"""How many plies deep a search still tells near from far."""

FADE = tuple(1.0 - ply * 2.0**-52 for ply in range(HORIZON + 1))
PLAIN = (1.0,) * (HORIZON + 1)


def settling(low: float, high: float) -> Callable[[float], float]:
    """What gives back the payoff behind a faded one, in a game with payoffs from low to high.

    >>> settled = settling(-1, 1)
    >>> settled(-1.0 * FADE[5]), settled(0.4 * FADE[900]), settled(FADE[3] - FADE[7])
    (-1.0, 0.4, 0.0)
    """
    greatest = max((abs(bound) for bound in (low, high) if math.isfinite(bound)), default=1.0) or 1.0
    places = 12 - math.ceil(math.log10(greatest))
    return lambda value: round(value, places) + 0.0
