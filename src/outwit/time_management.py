"""Time management: what part of a clock a move is worth.

A move gets its equal part of what is left for the moves to come, and most of what the clock gains by it.
Where the answer is in doubt a search may go on to several times that, but never so far that too little is
left.
Hyatt, "Using time wisely", 1984.
"""

from __future__ import annotations

MOVES = 30
"""So many more moves are expected where nobody says how many there are."""

RESERVE = 0.03
"""Seconds of every move that go elsewhere: to hand the position over, and the answer back."""

GAINED = 0.75
"""This part of the increment is spent along with the move's own time."""

LONGEST = 4.0
"""So many times its time a move may take at most,"""

MOST, LAST = 0.35, 0.9
"""and such a part of the clock; of the last move before the clock is set anew, the latter."""

STEADY = (1.6, 1.1, 0.8, 0.6)
"""How many times its time a move is worth whose best has been the same for 0, 1, 2, 3 and more passes."""

ANOTHER = 0.6
"""No pass is begun after this part of the time: each takes about as long as all before it."""


def allot(clock: float, increment: float = 0.0, moves_to_go: int | None = None) -> tuple[float, float]:
    """The seconds that a move should take, and those that it may take at most.

    >>> [round(seconds, 2) for seconds in allot(60)], [round(seconds, 2) for seconds in allot(60, 2, 10)]
    ([2.0, 8.0], [7.5, 20.99])
    >>> allot(0.01)[1] < 0.01
    True
    """
    left = max(clock - RESERVE, clock / 4)
    moves = min(moves_to_go or MOVES, MOVES)
    most = left * (LAST if moves == 1 else MOST)
    target = min(left / moves + GAINED * increment, most)
    return target, min(LONGEST * target, most)


def is_enough(spent: float, target: float, steady: int) -> bool:
    """Has a search taken its time, whose best move has been the same for so many passes?"""
    return spent >= ANOTHER * target * STEADY[min(steady, len(STEADY) - 1)]
