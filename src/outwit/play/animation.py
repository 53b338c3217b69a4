"""A whole game as pictures, one for each position, each with a caption that tells what has happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outwit.draw.png import length
from outwit.draw.shapes import Box, Inset, Shape, Words
from outwit.game import CHANCE, SIMULTANEOUS, player_name
from outwit.play.picture import picture_of
from outwit.play.result import ending
from outwit.play.session import Session, Step
from outwit.views import Picture, View, find_view, without_memory

MARGIN = 14.0
"""How much room there is around a board and below its caption."""

LINE = 30.0
"""How much room a line of the caption takes."""

SIZE = 19.0
GAP = 16.0
"""How far apart words in one line must be."""

NARROWEST = 330.0
"""How wide a picture is at least, so that its caption has room."""


@dataclass(frozen=True)
class Caption:
    """What is told below a picture."""

    number: str
    """Which of the moves this is, `12 of 36`; nothing at the start."""

    event: str
    """What has just happened, `green: blitz D3`."""

    standing: str
    """How the game stands, or how it has ended."""

    @property
    def width(self) -> float:
        """How wide it is in one line."""
        words = (self.number, self.event, self.standing)
        return sum(length(each, SIZE) + GAP for each in words if each) - GAP


def animation(session: Session, view: View | None = None) -> Iterator[Picture]:
    """The pictures of a game, one for each of its states: where it started, and after each step.

    >>> from outwit.games import find_game
    >>> session = Session(find_game("tictactoe"))
    >>> session.read("5 1 9")
    >>> len(list(animation(session)))
    4
    """
    view = view or find_view(session.game)
    boards = [picture_of(view, session, count).still() for count in range(len(session.states))]
    told_below = captions(session, view)
    inner = max(NARROWEST - 2 * MARGIN, *(board.width for board in boards))
    lines = 1 if all(caption.width <= inner - 2 * GAP for caption in told_below) else 2
    for board, caption in zip(boards, told_below, strict=True):
        yield add_caption(board, caption, inner, max(each.height for each in boards), lines)


def captions(session: Session, view: View) -> list[Caption]:
    """What is told below each picture of a game."""
    steps = [
        f"{actor(session, step)}: {text}"
        for step, text in zip(session.steps, session.described(), strict=True)
    ]
    numbers = ["", *(f"{number} of {len(steps)}" for number in range(1, len(steps) + 1))]
    standings = [view.beside(without_memory(state)) for state in session.states]
    if session.result is not None:
        standings[-1] = " · ".join(filter(None, (standings[-1], ending(session))))
    return [Caption(*each) for each in zip(numbers, ["start", *steps], standings, strict=True)]


def actor(session: Session, step: Step) -> str:
    """The name of whoever took a step."""
    return {CHANCE: "chance", SIMULTANEOUS: "all"}.get(step.by) or player_name(session.game, step.by)


def add_caption(board: Picture, caption: Caption, inner: float, tallest: float, lines: int) -> Picture:
    """A board, in the middle of its place, with a caption of one or two lines below it."""
    width = inner + 2 * MARGIN
    top = tallest + 2 * MARGIN
    place = Inset(MARGIN + (inner - board.width) / 2, MARGIN + (tallest - board.height) / 2, board.shapes)
    height = top + lines * LINE + MARGIN / 2
    shapes = (Box(0, 0, width, height, "cell"), place, *caption_shapes(caption, width, top, lines))
    words = " ".join(filter(None, (caption.number, caption.event, caption.standing)))
    return Picture(width, height, shapes, f"{words.removesuffix('.')}. {board.label}")


def caption_shapes(caption: Caption, width: float, top: float, lines: int) -> Iterator[Shape]:
    """The words of a caption: what happened on the left, how it stands on the right or below."""
    left, right = MARGIN + GAP, width - MARGIN - GAP
    first, second = top + LINE / 2, top + (lines - 0.5) * LINE
    size = font_size(caption.number + caption.event, right - left - GAP)
    event_at = left
    if caption.number:
        yield Words(left, first, caption.number, "name", size, "start")
        event_at += length(caption.number, size) + GAP
    yield Words(event_at, first, caption.event, "last", size, "start")
    if caption.standing:
        size = font_size(caption.standing, right - left)
        if lines == 1:
            yield Words(right, second, caption.standing, "last", size, "end")
        else:
            yield Words(left, second, caption.standing, "last", size, "start")


def font_size(text: str, room: float) -> float:
    """The size of letters in which a text has room in a line."""
    return min(SIZE, SIZE * room / max(length(text, SIZE), 1.0))
