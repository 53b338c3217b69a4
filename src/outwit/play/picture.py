"""A position of a sitting as a picture."""

from __future__ import annotations

from outwit.game import CHANCE, SIMULTANEOUS
from outwit.play.sitting import Sitting
from outwit.views import Picture, View, without_memory


def pictured(
    view: View,
    sitting: Sitting,
    count: int | None = None,
    seat: int | None = None,
    facing: int | None = None,
) -> Picture:
    """A sitting after so many steps, or as it stands, with the move that led there marked.

    For a seat it is drawn from what the seat knows, and a move that it does not know is not marked. Where all
    is seen, it can be drawn as the player `facing` it sits at it.

    >>> from outwit.games import find_game
    >>> from outwit.views import find_view
    >>> sitting = Sitting(find_game("connect4:width=2"))
    >>> sitting.read("2")
    >>> pictured(find_view(sitting.game), sitting).label
    'Column 1: empty; column 2: X. Last move: X in column 2.'
    """
    count = len(sitting.steps) if count is None else count
    state = without_memory(sitting.shown_to(seat, count))
    unmarked = (SIMULTANEOUS,) if view.rolled else (CHANCE, SIMULTANEOUS)
    player = facing if seat is None else seat
    number = last_marked(view, sitting, count)
    if number < 0 or sitting.steps[number].by in unmarked:
        return view.picture(state, player)
    last = sitting.steps[number].move
    if sitting.sees_all(seat):
        return view.picture(state, player, last, without_memory(sitting.states[number]))
    return view.picture(state, player, None if sitting.told_to(seat, number) is None else last)


def last_marked(view: View, sitting: Sitting, count: int) -> int:
    """The number of the step that a picture after so many marks; negative where there is none.

    That is the last or, where the view can mark it still, the last that was not chance's.
    """
    number = count - 1
    while view.lasting and number >= 0 and sitting.steps[number].by == CHANCE:
        number -= 1
    return number
