"""ABDADA: how threads that search one tree keep out of each other's way.

Each notes in a shared array which move of which position it is at; what another is at is put off to the end.
Weill, "The ABDADA distributed minimax search algorithm", 1996, without its counting of visitors.
"""

from __future__ import annotations

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.memory import word_at
from outwit.engine.compiler.splitmix import ODD
from outwit.engine.kernels.control_block import PLACES, At

BUSY = At.BUSY.value
DEFER = 3
"""From so many moves before the end of the search, moves are put off."""

MOST_WAITING = 62
"""Of how many moves of a position it is remembered that they are: a word has so many bits to spare."""


@inline
def place_of(key, move, control):
    """Where threads that search together note that one is at a move of a position."""
    return word_at(control, BUSY) + 8 * ((key ^ move * ODD >> 20) & (PLACES - 1))
