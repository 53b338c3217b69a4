"""The plots of a report, as SVG that takes its colours from the page around it.

They are as wide as a phone, so that their words can be read on one; no colour says what a figure, a number or
the pattern of a line does not say too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from outwit.arena.report.series import Moment
from outwit.arena.sprt import FEWEST, Sprt

WIDTH, LEFT, RIGHT = 420, 46, 18
"""How wide a plot is, and how much of that is left and right of the field that is plotted on."""

FARTHEST = 800
"""How far in Elo beyond the outermost agent an interval is drawn; there it goes on with an arrow."""

LETTERS = 50
"""How many letters of an agent's name have room."""

PATTERNS = {"solid": "none", "dashed": "8 4", "dotted": "2 4", "dash-dotted": "9 4 2 4"}
"""The patterns of lines, as SVG writes them."""

LINE_COLOURS = ("first", "second", "third", "choice", "name")


@dataclass(frozen=True)
class Interval:
    """A row of a plot of intervals."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Axis:
    """Where figures lie along a side of a plot."""

    low: float
    high: float
    start: float
    """Where the lowest is drawn."""
    end: float
    """Where the highest is drawn."""

    def place(self, figure: float) -> float:
        """Where a figure is drawn; at the end of the axis if it lies beyond."""
        inside = min(max(figure, self.low), self.high)
        return self.start + (self.end - self.start) * (inside - self.low) / (self.high - self.low)


def svg(height: float, label: str, drawn: str) -> str:
    """A plot: its height, what it shows in words, its shapes."""
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}">'
        f"{drawn}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """Words in a plot."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def polyline(points: Sequence[tuple[float, float]], kind: str, pattern: str = "solid") -> str:
    """A line through points, in a colour and a pattern."""
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{kind}" points="{places}" stroke-dasharray="{PATTERNS[pattern]}"/>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round figures from low to high, no more than so many.

    >>> ticks(-130, 260), ticks(1, 9)
    ([-100.0, 0.0, 100.0, 200.0], [2.0, 4.0, 6.0, 8.0])
    """
    rough = max((high - low) / most, 1e-9)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * 0.999)
    return [n * step + 0.0 for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def signed(figure: float) -> str:
    """A difference as people read it.

    >>> signed(12.4), signed(-3), signed(float("inf"))
    ('+12', '−3', '+∞')
    """
    if math.isinf(figure):
        return "+∞" if figure > 0 else "−∞"
    return "0" if round(figure) == 0 else f"{figure:+,.0f}".replace("-", "−")


def short(name: str, letters: int = LETTERS) -> str:
    """A name that has room: agents differ at the beginning or at the end, so the middle is left out.

    >>> short("alphabeta:depth=4,table=off", 15)
    'alphabe…ble=off'
    """
    if len(name) <= letters:
        return name
    half = (letters - 1) // 2
    return f"{name[:half]}…{name[-(letters - 1 - half) :]}"


def intervals(rows: Sequence[Interval], unit: str, label: str) -> str:
    """A row for each agent: its value as a dot, its interval as a bar; an arrow where the bar goes on."""
    values = [row.value for row in rows if math.isfinite(row.value)] or [0.0]
    least, most = min(values) - FARTHEST, max(values) + FARTHEST
    ends = [0.0, *values, *(min(max(end, least), most) for row in rows for end in (row.low, row.high))]
    room = 0.04 * (max(ends) - min(ends)) or 10.0
    axis = Axis(min(ends) - room, max(ends) + room, 26, WIDTH - 26)
    bottom = 52 * len(rows) + 4
    drawn = "".join(
        line(axis.place(tick), 0, axis.place(tick), bottom, "grid" if tick else "zero")
        + text(axis.place(tick), bottom + 16, signed(tick), "middle", "muted")
        for tick in ticks(axis.low, axis.high)
    )
    drawn += "".join(interval(row, axis, 52.0 * number) for number, row in enumerate(rows))
    return svg(bottom + 42, label, drawn + text(WIDTH / 2, bottom + 34, unit, "middle", "muted"))


def interval(row: Interval, axis: Axis, top: float) -> str:
    """A row of a plot of intervals."""
    y, left, right = top + 42, axis.place(row.low), axis.place(row.high)
    figures = f"{signed(row.value)}, 95 % from {signed(row.low)} to {signed(row.high)}"
    drawn = text(8, top + 14, short(row.name), kind="haloed") + text(
        8, top + 30, figures, kind="muted haloed"
    )
    drawn += line(left, y, right, y, "bar")
    for end, x, beyond, way in (
        (row.low, left, row.low < axis.low, -1),
        (row.high, right, row.high > axis.high, 1),
    ):
        if beyond:
            drawn += polyline([(x - 6 * way, y - 5), (x, y), (x - 6 * way, y + 5)], "bar")
        elif math.isfinite(end):
            drawn += line(x, y - 5, x, y + 5, "bar")
    if math.isfinite(row.value):
        drawn += f'<circle class="dot" cx="{axis.place(row.value):.1f}" cy="{y:g}" r="5"/>'
    return drawn


def frame(x: Axis, y: Axis, marks: Sequence[tuple[float, str]], bottom: str) -> str:
    """The axes of a plot: marks up the left side, round numbers along the bottom and what they count."""
    drawn = "".join(
        line(LEFT, y.place(at), x.end, y.place(at), "grid")
        + text(LEFT - 6, y.place(at) + 4, words, "end", "muted")
        for at, words in marks
    )
    whole = [tick for tick in ticks(x.low, x.high) if tick == int(tick)]
    if not whole or whole[0] - x.low >= 2:
        whole.insert(0, x.low)
    drawn += "".join(
        line(x.place(tick), y.start, x.place(tick), y.start + 4, "axis")
        + text(x.place(tick), y.start + 17, f"{tick:,.0f}", "middle", "muted")
        for tick in whole
    )
    drawn += line(LEFT, y.start, x.end, y.start, "axis")
    return drawn + text((LEFT + x.end) / 2, y.start + 35, bottom, "middle", "muted")


def score_over_time(moments: Sequence[Moment], name: str) -> str:
    """How an agent's mean score developed, in its band of 95 %."""
    x = Axis(0, max(moments[-1].pairs, 2), LEFT, WIDTH - RIGHT)
    y = Axis(0, 1, 130, 10)
    last = moments[-1]
    upper = [(x.place(each.pairs), y.place(each.high)) for each in moments]
    lower = [(x.place(each.pairs), y.place(each.low)) for each in reversed(moments)]
    middle = [(x.place(each.pairs), y.place(each.score)) for each in moments]
    band = " ".join(f"{across:.1f},{up:.1f}" for across, up in upper + lower)
    drawn = frame(x, y, [(0, "0 %"), (0.5, "50 %"), (1, "100 %")], "pairs")
    drawn += f'<polygon class="band" points="{band}"/>' + polyline(upper, "edge") + polyline(lower, "edge")
    drawn += polyline(middle, "curve first")
    drawn += f'<circle class="dot" cx="{middle[-1][0]:.1f}" cy="{middle[-1][1]:.1f}" r="4"/>'
    label = (
        f"Mean score of {name} from pair to pair: {100 * last.score:.1f} % after {last.pairs}, "
        f"95 % from {100 * last.low:.1f} % to {100 * last.high:.1f} %"
    )
    return svg(172, label, drawn)


def llr_over_pairs(points: Sequence[tuple[int, float]], sprt: Sprt) -> str:
    """How a sequential test went, between the bounds at which it ends."""
    figures = [ratio for _, ratio in points]
    x = Axis(0, max(points[-1][0], FEWEST), LEFT, WIDTH - RIGHT)
    low, high = min(sprt.lower, *figures), max(sprt.upper, *figures)
    y = Axis(low - 0.2 * (high - low), high, 160, 18)
    drawn = frame(x, y, [(0, "0")], "pairs")
    for bound, name, above in ((sprt.upper, "H1", -5), (sprt.lower, "H0", 14)):
        drawn += line(LEFT, y.place(bound), x.end, y.place(bound), "zero")
        drawn += text(LEFT - 6, y.place(bound) + 4, f"{bound:.2f}".replace("-", "−"), "end", "muted")
        words = f"{name} is accepted: {sprt.elo1 if name == 'H1' else sprt.elo0:g} Elo"
        drawn += text(LEFT + 6, y.place(bound) + above, words, kind="muted haloed")
    places = [(x.place(0), y.place(0)), *((x.place(pairs), y.place(ratio)) for pairs, ratio in points)]
    drawn += polyline(places, "curve first")
    drawn += f'<circle class="dot" cx="{places[-1][0]:.1f}" cy="{places[-1][1]:.1f}" r="4"/>'
    label = (
        f"Log-likelihood ratio of the sequential test: {points[-1][1]:.2f} after {points[-1][0]} pairs, "
        f"between {sprt.lower:.2f}, where H0 is accepted, and {sprt.upper:.2f}, where H1 is"
    )
    return svg(202, label, drawn)


def nodes_over_moves(series: Sequence[tuple[str, Sequence[tuple[float, float]]]], label: str) -> str:
    """Nodes at each move, on a logarithmic scale; each line has the mark of its agent before it."""
    figures = [nodes for _, points in series for _, nodes in points]
    low, high = math.log10(min(figures)), math.log10(max(figures))
    marks = decades(low, high)
    bottom = 14 + max(216, 15 * len(series))
    y = Axis(min(low, marks[0][0]), max(high, marks[-1][0]), bottom, 14)
    furthest = max(move for _, points in series for move, _ in points)
    x = Axis(1, max(furthest, 2), LEFT + 24, WIDTH - RIGHT)
    drawn = frame(x, y, marks, "move of the agent in a game")
    beginnings: list[tuple[float, float, str]] = []
    for number, (mark, points) in enumerate(series):
        places = [(x.place(move), y.place(math.log10(nodes))) for move, nodes in points]
        drawn += polyline(places, f"curve {LINE_COLOURS[number % len(LINE_COLOURS)]}", pattern_of(number))
        if len(places) < 3:
            colour = LINE_COLOURS[number % len(LINE_COLOURS)]
            drawn += "".join(
                f'<circle class="spot {colour}" cx="{across:.1f}" cy="{up:.1f}" r="3"/>'
                for across, up in places
            )
        beginnings.append((*places[0], mark))
    return svg(bottom + 42, label, drawn + marked(beginnings, bottom))


def marked(beginnings: Sequence[tuple[float, float, str]], bottom: float, apart: float = 14) -> str:
    """The marks at the beginnings of lines, moved apart where they would lie on one another."""
    ordered = sorted(beginnings, key=lambda place: place[1])
    heights: list[float] = []
    for _, y, _ in ordered:
        heights.append(max(y + 4, heights[-1] + apart) if heights else y + 4)
    for number in reversed(range(len(heights))):
        heights[number] = min(heights[number], bottom)
        bottom = heights[number] - apart
    return "".join(
        text(x - 6, y, mark, "end", "mark haloed") for (x, _, mark), y in zip(ordered, heights, strict=True)
    )


def decades(low: float, high: float) -> list[tuple[float, str]]:
    """Marks of a logarithmic axis, as logarithms and in words: powers of ten, and a few between.

    >>> [words for _, words in decades(0.1, 2.9)], [words for _, words in decades(3.1, 3.8)]
    (['1', '10', '100', '1,000'], ['1,000', '2,000', '5,000', '10 k'])
    """
    first = math.floor(low)
    powers = max(math.ceil(high) - first, 1)
    factors = (1, 2, 5) if powers == 1 else (1,)
    step = -(-powers // 7)
    last = first + -(-powers // step) * step
    figures = [f * 10.0**n for n in range(first, last, step) for f in factors] + [10.0**last]
    return [(math.log10(figure), compact(figure)) for figure in figures]


def compact(count: float) -> str:
    """A round number that takes little room.

    >>> compact(20), compact(5000), compact(20_000), compact(1e6), compact(1e12)
    ('20', '5,000', '20 k', '1 M', '1e+12')
    """
    if count >= 1e9:
        return f"{count:.0e}"
    for from_here, size, unit in ((1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if count >= from_here:
            return f"{count / size:.0f} {unit}"
    return f"{count:,.0f}" if count >= 1 else f"{count:g}"


def pattern_of(number: int) -> str:
    """The pattern of a line, by its number in the plot."""
    return list(PATTERNS)[number % len(PATTERNS)]


def sample(number: int) -> str:
    """A piece of a line, to tell whose it is."""
    colour = LINE_COLOURS[number % len(LINE_COLOURS)]
    return (
        f'<svg class="sample" viewBox="0 0 40 10" role="img" aria-label="{pattern_of(number)} line">'
        f"{polyline([(1, 5), (39, 5)], f'curve {colour}', pattern_of(number))}</svg>"
    )
