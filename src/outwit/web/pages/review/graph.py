"""The value over a game, drawn to fit a page, every step of it to be clicked."""

from __future__ import annotations

from outwit.analysis.review import Review
from outwit.analysis.review.picture import LEFT, RIGHT, Plot
from outwit.analysis.review.words import label
from outwit.draw.svg import clean, figure
from outwit.views.shapes import rectangle

TALL = 170.0
"""How tall the plot is: low enough that the board is seen with it."""

NARROWEST, STRIDE = 240.0, 5.0
"""How wide the plot is at least, and each of its steps; where a page has less room, it is scrolled."""


def graph(review: Review, width: float, title: str) -> str:
    """A review in so much width: the picture, and over it an area for each step and for the start.

    The picture says what it shows; the areas are buttons. The step that is shown has a line across the plot,
    which the page draws by marking its area as the current one.
    """
    app_state = max(width - LEFT - RIGHT, STRIDE * len(review.steps), NARROWEST)
    plot = Plot(review, app_state, TALL, titled=False)
    wide, high = figure(plot.whole_width), figure(plot.whole_height)
    areas = "".join(area(plot, number) for number in range(plot.steps + 1))
    return (
        f'<div class="ow-layers" style="width:{wide}px">{plot.picture(title).svg()}'
        f'<svg class="ow-steps" viewBox="0 0 {wide} {high}" role="group" aria-label="The steps of the game">'
        f"{areas}</svg></div>"
    )


def area(plot: Plot, number: int) -> str:
    """Where a step is clicked."""
    words, x = clean(label(plot.review, number)), plot.x(number)
    left, right = max(x - plot.stride / 2, plot.x(0)), min(x + plot.stride / 2, plot.x(plot.steps))
    foot = figure(plot.top + plot.tall)
    return (
        f'<g class="ow-step" data-step="{number}" role="button" tabindex="-1" aria-label="{words}">'
        f"<title>{words}</title>"
        f"<rect {rectangle(left, plot.top, right - left, plot.tall, 0)}/>"
        f'<line x1="{figure(x)}" x2="{figure(x)}" y1="{figure(plot.top)}" y2="{foot}"/></g>'
    )
