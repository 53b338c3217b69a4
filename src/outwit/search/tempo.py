"""The quicker win and the slower loss.

A win in three and a win in nine pay the same, and a search that sees no difference may never get round to
winning. So a final payoff fades by a hair with every ply before it: by one part in 2^52, for up to 1,024
plies. Order among different payoffs is kept, averages stay averages, and rounding to twelve digits gives
the payoff back.
"""

from __future__ import annotations

HORIZON = 1024
"""How many plies deep a search still tells near from far."""

FADE = tuple(1.0 - ply * 2.0**-52 for ply in range(HORIZON + 1))
PLAIN = (1.0,) * (HORIZON + 1)


def settled(value: float) -> float:
    """The payoff behind a faded one.

    >>> settled(-1.0 * FADE[5]), settled(0.4 * FADE[900])
    (-1.0, 0.4)
    """
    return float(f"{value:.12g}")
