"""A position of a sitting as a picture."""

from __future__ import annotations

from outwit.game import CHANCE, SIMULTANEOUS
from outwit.play.sitting import Sitting
from outwit.views import Picture, View, without_memory


def pictured(view: View, sitting: Sitting, count: int | None = None, seat: int | None = None) -> Picture:
    """A sitting after so many steps, or as it stands, with the move that led there marked.

    For a seat it is drawn from what the seat knows, and a move that it does not know is not marked.

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
    if count == 0 or sitting.steps[count - 1].by in unmarked:
        return view.picture(state, seat)
    last = sitting.steps[count - 1].move
    if sitting.sees_all(seat):
        return view.picture(state, seat, last, without_memory(sitting.states[count - 1]))
    return view.picture(state, seat, None if sitting.told_to(seat, count - 1) is None else last)
