"""Windows and their ends: seen by the other player, or next to a number; and payoffs that fade by a hair."""

from __future__ import annotations

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.memory import as_real, as_word
from outwit.search.win_distance import HUGE, TINY


@inline
def above(value):
    """The next number above."""
    if value == 0.0:
        return 5e-324
    if value > 0.0:
        return as_real(as_word(value) + 1)
    return as_real(as_word(value) - 1)


@inline
def below(value):
    """The next number below."""
    return -above(-value)


@inline
def turn_window(low, high, player):
    """A window of player 0 as a player sees it, or the other way round."""
    if player == 0:
        return low, high
    return -high, -low


@inline
def fade(value, plies):
    """A value so many plies later, as `outwit.search.win_distance` has it: that many numbers nearer to 0."""
    if TINY < abs(value) < HUGE:
        return as_real(as_word(value) - plies)
    return value
