"""The numbers next to a number: the ends of windows that hold nothing."""

from __future__ import annotations

from outwit.engine.memory import as_real, as_word
from outwit.engine.pipeline import inlined


@inlined
def above(value):
    """The next number above."""
    if value == 0.0:
        return 5e-324
    if value > 0.0:
        return as_real(as_word(value) + 1)
    return as_real(as_word(value) - 1)


@inlined
def below(value):
    """The next number below."""
    return -above(-value)
