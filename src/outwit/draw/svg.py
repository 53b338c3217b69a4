"""Words and numbers in SVG: how wide they are, how they are written."""

from __future__ import annotations

import re
from html import escape

UNPRINTABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def wide(words: str, size: float) -> float:
    """About how wide words are in a common font of this size; Chinese signs and pictures count double."""
    return (len(words) + sum(sign > "\u2e7f" for sign in words)) * size * 0.61


def figure(value: float) -> str:
    """A coordinate, no more exact than can be seen."""
    return f"{value:.1f}".removesuffix(".0")


def clean(words: str) -> str:
    """Words as XML may hold them."""
    return escape(UNPRINTABLE.sub("\ufffd", words))
