"""What each enhancement is worth, drawn as bars."""

from __future__ import annotations

import math
from collections.abc import Iterator

from outwit.analysis.ablation import Ablation, Trial
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Shape, Stroke, Words
from outwit.draw.theme import Kind

ROW, BAR, LABEL, TOP = 26, 260, 110, 64
"""How the picture is laid out: the height of a row, the greatest length of a bar, room for words."""

TEXT = 13.0
"""The size of letters."""


def picture(ablation: Ablation, title: str) -> Picture:
    """For each switch, how many times the nodes it takes without it, and how many it saves alone.

    Bars grow with the logarithm; those of switches that cost nodes go the other way and are pale.
    """
    rows = list(zip(ablation.off, ablation.alone, strict=True))
    worths = [ablation.worth(trial) for pair in rows for trial in pair]
    most = max(2.0, *(max(worth, 1 / worth) for worth in worths))
    width, height = LABEL + 2 * (BAR + 150), TOP + ROW * len(rows) + 16
    shapes: list[Shape] = [
        Box(0, 0, width, height, "cell"),
        Words(12, 22, title, "last", TEXT, "start"),
        Words(zero(0), 48, "without it, nodes times", "last", TEXT, "start"),
        Words(zero(1), 48, "alone, nodes saved by", "last", TEXT, "start"),
    ]
    for number, pair in enumerate(rows):
        shapes += bars(ablation, pair, TOP + ROW * number, most)
    return Picture(width, height, tuple(shapes), title)


def zero(side: int) -> float:
    """Where the bars of the left side, 0, or of the right one, 1, begin."""
    return LABEL + side * (BAR + 150) + BAR / 3


def bars(ablation: Ablation, pair: tuple[Trial, Trial], y: float, most: float) -> Iterator[Shape]:
    """A row of the picture: the name of a switch and its two bars."""
    middle = y + ROW / 2
    yield Words(12, middle, pair[0].name, "last", TEXT, "start", thin=True)
    for side, trial in enumerate(pair):
        worth, start = ablation.worth(trial), zero(side)
        length = 2 / 3 * BAR * abs(math.log(worth)) / math.log(most)
        length = length if worth >= 1 else min(length, BAR / 3 - 4)
        left, opacity = (start, 1.0) if worth >= 1 else (start - length, 0.35)
        kind: Kind = "second" if trial.alone else "first"
        yield Box(left, y + 5, max(length, 1), 16, kind, opacity=opacity)
        yield Stroke(((start, y), (start, y + ROW)), "name", 1)
        end = start + (length if worth >= 1 else 0)
        yield Words(end + 6, middle, f"{worth:.2f}", "last", TEXT, "start", thin=True)
