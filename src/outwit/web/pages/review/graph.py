"""The value over a game, drawn to fit a page, every step of it to be clicked."""

from __future__ import annotations

from outwit.analysis.review import Review
from outwit.analysis.review.picture import LEFT, RIGHT, ValueGraph
from outwit.analysis.review.words import label
from outwit.draw.svg import button, line, number, rect

TALL = 170.0
"""How tall the plot is: low enough that the board is seen with it."""

NARROWEST, STRIDE = 240.0, 5.0
"""How wide the plot is at least, and each of its steps; where a page has less room, it is scrolled."""


def graph(review: Review, width: float, title: str) -> str:
    """A review in so much width: the picture, and over it an area for each step and for the start.

    The picture says what it shows; the areas are buttons. The step that is shown has a line across the plot,
    which the page draws by marking its area as the current one.
    """
    space = max(width - LEFT - RIGHT, STRIDE * len(review.steps), NARROWEST)
    drawn = ValueGraph(review, space, TALL, titled=False)
    wide, high = number(drawn.whole_width), number(drawn.whole_height)
    areas = "".join(area(drawn, step) for step in range(drawn.steps + 1))
    return (
        f'<div class="ow-layers" style="width:{wide}px">{drawn.picture(title).svg()}'
        f'<svg class="ow-steps" viewBox="0 0 {wide} {high}" role="group" aria-label="The steps of the game">'
        f"{areas}</svg></div>"
    )


def area(graph: ValueGraph, step: int) -> str:
    """Where a step is clicked."""
    x, foot = graph.x(step), graph.top + graph.tall
    left, right = max(x - graph.stride / 2, graph.x(0)), min(x + graph.stride / 2, graph.x(graph.steps))
    inside = rect("", left, graph.top, right - left, graph.tall) + line("", (x, graph.top), (x, foot))
    return button("ow-step", inside, label(graph.review, step), f'data-step="{step}" tabindex="-1"')
