"""The plots of a report. They are as wide as a phone, so that their words can be read on one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outwit.arena.report.series import Moment
from outwit.arena.report.words import short, with_sign
from outwit.arena.sprt import FEWEST, Sprt
from outwit.draw.picture import Picture
from outwit.draw.plot import (
    Axis,
    Mark,
    Plot,
    decades,
    dot,
    series_colour,
    series_line,
    series_pattern,
    ticks,
)
from outwit.draw.shapes import Disc, Shape, Stroke, Words
from outwit.draw.svg import Point

WIDTH, LEFT, RIGHT = 420, 48, 18
"""How wide a plot is, and how much of that is left and right of the field that is plotted on."""

FARTHEST = 800
"""How far in Elo beyond the outermost agent an interval is drawn; there it goes on with an arrow."""

NAME, TEXT = 13.0, 12.0
"""The sizes of letters: of agents' names, and of everything else."""

ROOM = 24.0
"""How much room the agents' numbers have before their lines."""

ROW = 52.0
"""How much room an agent takes in a plot of intervals."""

THICK = 2.5
"""How thick an interval is."""

DASH = "3 3"
"""How lines are drawn that values are compared with."""


@dataclass(frozen=True)
class Interval:
    """A row of a plot of intervals."""

    name: str
    value: float
    low: float
    high: float


def intervals(rows: Sequence[Interval], unit: str, label: str) -> Picture:
    """A row for each agent: its value as a dot, its interval as a bar; an arrow where the bar goes on."""
    values = [row.value for row in rows if math.isfinite(row.value)] or [0.0]
    least, most = min(values) - FARTHEST, max(values) + FARTHEST
    ends = [0.0, *values, *(min(max(end, least), most) for row in rows for end in (row.low, row.high))]
    room = 0.04 * (max(ends) - min(ends)) or 10.0
    axis = Axis(min(ends) - room, max(ends) + room, 26, WIDTH - 26)
    bottom = ROW * len(rows) + 4
    shapes: list[Shape] = []
    for tick in ticks(axis.low, axis.high):
        x = axis.place(tick)
        line = ((x, 0.0), (x, bottom))
        shapes.append(Stroke(line, "ground", 1) if tick else Stroke(line, "name", 1, DASH))
        shapes.append(Words(x, bottom + 12, with_sign(tick), "name", TEXT, thin=True))
    for number, row in enumerate(rows):
        shapes += interval(row, axis, ROW * number)
    shapes.append(Words(WIDTH / 2, bottom + 30, unit, "name", TEXT, thin=True))
    return Picture(WIDTH, bottom + 42, tuple(shapes), label)


def interval(row: Interval, axis: Axis, top: float) -> Iterator[Shape]:
    """A row of a plot of intervals."""
    y, left, right = top + 42, axis.place(row.low), axis.place(row.high)
    figures = f"{with_sign(row.value)}, 95 % from {with_sign(row.low)} to {with_sign(row.high)}"
    yield Words(8, top + 10, short(row.name), "last", NAME, "start", thin=True, halo=True)
    yield Words(8, top + 26, figures, "name", TEXT, "start", thin=True, halo=True)
    yield Stroke(((left, y), (right, y)), "first", THICK)
    for end, x, beyond, way in (
        (row.low, left, row.low < axis.low, -1),
        (row.high, right, row.high > axis.high, 1),
    ):
        if beyond:
            yield Stroke(((x - 6 * way, y - 5), (x, y), (x - 6 * way, y + 5)), "first", THICK)
        elif math.isfinite(end):
            yield Stroke(((x, y - 5), (x, y + 5)), "first", THICK)
    if math.isfinite(row.value):
        yield from dot(axis.place(row.value), y, 5, "first")


def axes(plot: Plot, marks: Sequence[Mark], bottom: str) -> Iterator[Shape]:
    """The axes of a plot: marks up the left side, round numbers along the bottom and what they count."""
    whole = [tick for tick in ticks(plot.x.low, plot.x.high) if tick == int(tick)]
    if not whole or whole[0] - plot.x.low >= 2:
        whole.insert(0, plot.x.low)
    yield from plot.rows(marks, TEXT, thin=True)
    yield from plot.columns(((tick, f"{tick:,.0f}") for tick in whole), TEXT, thin=True)
    foot = plot.y.start
    for x in map(plot.x.place, whole):
        yield Stroke(((x, foot), (x, foot + 4)), "name", 1)
    yield Stroke(((plot.left, foot), (plot.x.end, foot)), "name", 1)
    yield Words((plot.left + plot.x.end) / 2, foot + 32, bottom, "name", TEXT, thin=True)


def score_over_time(moments: Sequence[Moment], name: str) -> Picture:
    """How an agent's mean score developed, in its band of 95 %."""
    last = moments[-1]
    plot = Plot(Axis(0, max(last.pairs, 2), LEFT, WIDTH - RIGHT), Axis(0, 1, 130, 10))
    line = plot.points((each.pairs, each.score) for each in moments)
    upper = [(each.pairs, each.high) for each in moments]
    lower = [(each.pairs, each.low) for each in moments]
    shapes: list[Shape] = [
        *axes(plot, [(0, "0 %"), (0.5, "50 %"), (1, "100 %")], "pairs"),
        *plot.band(upper, lower, "first"),
        Stroke(line, "first", 2),
        *dot(*line[-1], 4, "first"),
    ]
    label = (
        f"Mean score of {name} from pair to pair: {100 * last.score:.1f} % after {last.pairs}, "
        f"95 % from {100 * last.low:.1f} % to {100 * last.high:.1f} %"
    )
    return Picture(WIDTH, 172, tuple(shapes), label)


def llr_over_pairs(points: Sequence[tuple[int, float]], sprt: Sprt) -> Picture:
    """How a sequential test went, between the bounds at which it ends."""
    ratios = [ratio for _, ratio in points]
    low, high = min(sprt.lower, *ratios), max(sprt.upper, *ratios)
    plot = Plot(
        Axis(0, max(points[-1][0], FEWEST), LEFT, WIDTH - RIGHT),
        Axis(low - 0.2 * (high - low), high, 160, 18),
    )
    shapes: list[Shape] = [*axes(plot, [(0, "0")], "pairs")]
    for bound, name, elo, aside in ((sprt.upper, "H1", sprt.elo1, -9), (sprt.lower, "H0", sprt.elo0, 10)):
        y, words = plot.y.place(bound), f"{bound:.2f}".replace("-", "−")
        accepted = f"{name} is accepted: {elo:g} Elo"
        shapes += [
            Stroke(((plot.left, y), (plot.x.end, y)), "name", 1, DASH),
            Words(LEFT - 6, y, words, "name", TEXT, "end", thin=True),
            Words(LEFT + 6, y + aside, accepted, "name", TEXT, "start", thin=True, halo=True),
        ]
    line = plot.points([(0, 0), *points])
    label = (
        f"Log-likelihood ratio of the sequential test: {points[-1][1]:.2f} after {points[-1][0]} pairs, "
        f"between {sprt.lower:.2f}, where H0 is accepted, and {sprt.upper:.2f}, where H1 is"
    )
    return Picture(WIDTH, 202, (*shapes, Stroke(line, "first", 2), *dot(*line[-1], 4, "first")), label)


def nodes_over_moves(series: Sequence[tuple[str, Sequence[Point]]], label: str) -> Picture:
    """Nodes at each move, on a logarithmic scale; each line has the mark of its agent before it."""
    counts = [nodes for _, points in series for _, nodes in points]
    low, high = math.log10(min(counts)), math.log10(max(counts))
    marks = decades(low, high)
    bottom = 14 + max(216, 15 * len(series))
    furthest = max(move for _, points in series for move, _ in points)
    plot = Plot(
        Axis(1, max(furthest, 2), LEFT + ROOM, WIDTH - RIGHT),
        Axis(min(low, marks[0][0]), max(high, marks[-1][0]), bottom, 14),
        ROOM,
    )
    shapes: list[Shape] = [*axes(plot, marks, "move of the agent in a game")]
    beginnings: list[tuple[float, float, str]] = []
    for number, (mark, points) in enumerate(series):
        line = plot.points((move, math.log10(nodes)) for move, nodes in points)
        shapes.append(series_line(number, line))
        if len(line) < 3:
            shapes += [Disc(x, y, 3, series_colour(number)) for x, y in line]
        beginnings.append((*line[0], mark))
    return Picture(WIDTH, bottom + 42, (*shapes, *names(beginnings, bottom)), label)


def names(
    beginnings: Sequence[tuple[float, float, str]], bottom: float, apart: float = 14
) -> Iterator[Shape]:
    """The marks at the beginnings of lines, moved apart where they would lie on one another."""
    ordered = sorted(beginnings, key=lambda place: place[1])
    heights: list[float] = []
    for _, y, _ in ordered:
        heights.append(max(y, heights[-1] + apart) if heights else y)
    for number in reversed(range(len(heights))):
        heights[number] = min(heights[number], bottom)
        bottom = heights[number] - apart
    for (x, _, mark), y in zip(ordered, heights, strict=True):
        yield Words(x - 6, y, mark, "last", NAME, "end", halo=True)


def sample(number: int) -> Picture:
    """A piece of a line, to tell whose it is."""
    return Picture(40, 10, (series_line(number, ((1, 5), (39, 5))),), f"{series_pattern(number)} line")
