"""How the value changed over a game, drawn: bad moves with their signs, luck by its shape."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from outwit.analysis.review.findings import NOBODY, SIGNS, Review, ReviewedStep
from outwit.decision import value_text
from outwit.draw.picture import Picture
from outwit.draw.plot import Axis, Plot, diamond, marker, round_step, series_colour, ticks_around
from outwit.draw.shapes import Box, Shape, Stroke, Words
from outwit.draw.svg import text_width
from outwit.errors import join_names, shorten
from outwit.game import CHANCE, SIMULTANEOUS
from outwit.games import shown_spec
from outwit.tree.record.node import quantity

NARROWEST, WIDEST, STRIDE = 560.0, 1500.0, 14.0
"""How wide the plot is at least and at most, and each step of a game if that allows it."""

TALL, LEFT, RIGHT, TOP, BOTTOM = 280.0, 72.0, 28.0, 56.0, 56.0
"""How tall the plot is, and the room around it; a line of the legend more at the top."""

UNTITLED = 22.0
"""How much room there is at the top where the picture has no title."""

TITLE, TEXT, SIGN = 17.0, 13.0, 15.0
"""The sizes of letters."""

APART, TIER, TIERS = 22.0, 13.0, 3
"""How far apart two signs can be read, how much higher one too close to the last is, and how often."""

LINE, GAP = 24.0, 22.0
"""How much room a line of the legend takes, and how far apart its entries are."""


class ValueGraph:
    """A review drawn in so much room: where its steps and values are, and the picture of them."""

    def __init__(
        self, review: Review, width: float | None = None, tall: float = TALL, titled: bool = True
    ) -> None:
        self.review = review
        self.steps = len(review.steps)
        self.width = plot_width(review) if width is None else width
        """How wide the plot itself is."""
        self.tall = tall
        self.stride = self.width / self.steps
        self.titled = titled
        top = TOP if titled else UNTITLED
        self.whole_width = LEFT + self.width + RIGHT
        self.legend, above = legend(review, self.whole_width, top)
        self.top = top + above
        self.whole_height = self.top + tall + BOTTOM
        self.shown = (0,) if review.opposed else tuple(review.players)
        """Whose values are drawn: where one player's are the other's with the sign turned, the first's."""
        values = [self.values(player) for player in self.shown]
        self.ticks = ticks_around(min(map(min, values)), max(map(max, values)))
        room = (self.ticks[-1] - self.ticks[0]) * 0.09
        self.plot = Plot(
            Axis(0, self.steps, LEFT, LEFT + self.width),
            Axis(self.ticks[0] - room, self.ticks[-1] + room, self.top + tall, self.top),
        )

    def values(self, player: int) -> list[float]:
        """A player's values, at the start and after each step."""
        return [self.review.start[player], *(step.after[player] for step in self.review.steps)]

    def x(self, step: float) -> float:
        """How far to the right a step is."""
        return self.plot.x.place(step)

    def y(self, value: float) -> float:
        """How far down a value is."""
        return self.plot.y.place(value)

    def player_of(self, step: ReviewedStep) -> int:
        """Whose value a move changes in the picture: the mover's, where it is drawn."""
        return 0 if len(self.shown) == 1 else step.player

    @property
    def size(self) -> float:
        """How large the mark of a step is, from its middle."""
        return min(max(self.stride * 0.33, 1.8), 4.5)

    def picture(self, title: str = "") -> Picture:
        """The picture; a title that is not given is the game's spec."""
        review, width, height = self.review, self.whole_width, self.whole_height
        letters = int((width - 40) / (TITLE * 0.58))
        words = shorten(title or f"{shown_spec(review.game)}, reviewed by {review.agent}", letters)
        shapes: list[Shape] = [Box(0, 0, width, height, "cell")]
        if self.titled:
            shapes.append(Words(20, 26, words, "last", TITLE, "start"))
        shapes += [*self.legend, *axes(self, height)]
        for player in self.shown:
            shapes += curve(self, player)
        for step in review.steps:
            shapes += dot(self, step)
        shapes += signs(self)
        return Picture(width, height, tuple(shapes), description(review, words))


def picture(review: Review, title: str = "") -> Picture:
    """The values of a game's positions, step by step, as a picture; without a title, the game's spec."""
    return ValueGraph(review).picture(title)


def plot_width(review: Review) -> float:
    """How wide a plot is where nobody says."""
    return min(max(NARROWEST, STRIDE * len(review.steps)), WIDEST)


def axes(graph: ValueGraph, height: float) -> Iterator[Shape]:
    """The lines behind the values, figures beside and below them, and what both mean."""
    yield from graph.plot.rows(((value, value_text(value)) for value in graph.ticks), TEXT, zero=2.5)
    every = max(1, round(round_step(0, graph.steps, 12)))
    yield from graph.plot.columns(((step, str(step)) for step in range(0, graph.steps + 1, every)), TEXT)
    whose = f"value for {graph.review.names[0]}" if len(graph.shown) == 1 else "value for each player"
    yield Words(20, graph.top - 14, whose, "name", TEXT, "start")
    yield Words(LEFT + graph.width / 2, height - 18, "steps played", "name", TEXT)


def curve(graph: ValueGraph, player: int) -> Iterator[Shape]:
    """A player's value: level between two steps, and at each step up or down, boldly where that is luck.

    Where several players' values are drawn, each has its mark at both ends.
    """
    values = graph.values(player)
    points = [(graph.x(0), graph.y(values[0]))]
    luck: list[Stroke] = []
    for step, (before, after) in zip(graph.review.steps, pairwise(values), strict=True):
        x = graph.x(step.number)
        points += [(x, graph.y(before)), (x, graph.y(after))]
        if step.player == CHANCE:
            luck.append(Stroke((points[-2], points[-1]), "choice", 3.5))
    yield Stroke(tuple(points), "name" if len(graph.shown) == 1 else series_colour(player), 1.6)
    yield from luck
    if len(graph.shown) > 1:
        for x, y in (points[0], points[-1]):
            yield from mark(player, x, y, graph.size)


def dot(graph: ValueGraph, step: ReviewedStep) -> Iterator[Shape]:
    """The mark of a step, at the value after it."""
    if step.player == CHANCE:
        for player in graph.shown:
            yield from mark(CHANCE, graph.x(step.number), graph.y(step.after[player]), graph.size)
        return
    after = step.after[graph.player_of(step)]
    yield from mark(step.player, graph.x(step.number), graph.y(after), graph.size)


def signs(graph: ValueGraph) -> Iterator[Shape]:
    """The signs of bad moves, each above its step; those too close to be read side by side in tiers."""
    tiers = min(TIERS, math.ceil(APART / graph.stride))
    last, tier = -math.inf, 0
    for move in graph.review.moves:
        if not move.mark:
            continue
        close = (move.number - last) * graph.stride < APART
        last, tier = move.number, (tier + 1) % tiers if close else 0
        seen_by = graph.player_of(move)
        top = min(graph.y(move.before[seen_by]), graph.y(move.after[seen_by]))
        y = top - SIGN - tier * TIER
        yield Words(graph.x(move.number), y, SIGNS[move.mark], series_colour(move.player), SIGN)


def mark(player: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A diamond for chance, and for each player, and for two at once, a mark of its own."""
    if player == CHANCE:
        yield diamond(x, y, size)
    else:
        yield from marker(2 if player == SIMULTANEOUS else player, x, y, size)


def legend(review: Review, width: float, top: float) -> tuple[list[Shape], float]:
    """What the marks and signs in the picture mean, in lines that fit the width, and how tall that is."""
    drawn = {step.player for step in review.steps} | (set() if review.opposed else set(review.players))
    acting = sorted(drawn, key=lambda player: (player == CHANCE, player))
    signs = [mark for mark in SIGNS if mark and any(move.mark == mark for move in review.moves)]
    shapes: list[Shape] = []
    x, y = 20.0, top
    for entry in (*acting, *signs):
        words = entry if isinstance(entry, str) else NOBODY.get(entry) or review.names[entry]
        sign = SIGNS[entry] if isinstance(entry, str) else ""
        room = text_width(words, TEXT) + (24 if sign else 16)
        if x > 20.0 and x + room > width - 20:
            x, y = 20.0, y + LINE
        if sign:
            shapes.append(Words(x + 8, y, sign, "last", SIGN))
        elif isinstance(entry, int):
            shapes += mark(entry, x + 5, y, 4.5)
        shapes.append(Words(x + (24 if sign else 16), y, words, "name", TEXT, "start"))
        x += room + GAP
    return shapes, y + 2 * LINE - top


def description(review: Review, title: str) -> str:
    """What the picture shows, for those who do not see it."""
    ends = f"from {value_text(review.start[0])} to {value_text(review.end[0])}"
    shown = f"{title}: the value for {review.names[0]} over {quantity(len(review.steps), 'step')}, {ends}."
    bad = [
        f"{review.names[move.player]} {move.text}, {move.mark}, at step {move.number}"
        for move in review.moves
        if move.mark
    ]
    return f"{shown} Marked: {join_names(bad, last='and')}." if bad else f"{shown} No move is marked."
