"""A position of a session as a picture."""

from __future__ import annotations

from outwit.game import CHANCE, SIMULTANEOUS
from outwit.play.session import Session
from outwit.views import Picture, View, without_memory


def picture_of(
    view: View,
    session: Session,
    count: int | None = None,
    seat: int | None = None,
    facing: int | None = None,
) -> Picture:
    """A session after so many steps, or as it stands, with the move that led there marked.

    For a seat it is drawn from what the seat knows, and a move that it does not know is not marked. Where all
    is seen, it can be drawn as the player `facing` it sits at it.

    >>> from outwit.games import find_game
    >>> from outwit.views import find_view
    >>> session = Session(find_game("connect4:width=2"))
    >>> session.read("2")
    >>> picture_of(find_view(session.game), session).label
    'Column 1: empty; column 2: X. Last move: X in column 2.'
    """
    count = len(session.steps) if count is None else count
    state = without_memory(session.shown_to(seat, count))
    unmarked = {SIMULTANEOUS: not view.joint, CHANCE: not view.rolled}
    player = facing if seat is None else seat
    number = marked_step(view, session, count)
    if number < 0 or unmarked.get(session.steps[number].by):
        return view.picture(state, player)
    last = session.steps[number].move
    if session.sees_all(seat):
        return view.picture(state, player, last, without_memory(session.states[number]))
    return view.picture(state, player, last if session.knows_move(seat, number) else None)


def marked_step(view: View, session: Session, count: int) -> int:
    """The number of the step that a picture after so many marks; negative where there is none.

    That is the last or, where the view can mark it still, the last that was not chance's.
    """
    number = count - 1
    while view.lasting and number >= 0 and session.steps[number].by == CHANCE:
        number -= 1
    return number
