"""A position on a page: its picture, or its text where that is no board."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from outwit.game import State
from outwit.play.picture import picture_of
from outwit.play.session import Session
from outwit.views import View, without_memory


def session_html(view: View, session: Session, count: int | None = None) -> str:
    """A position of a session in HTML, as it stands or after so many steps, for where nobody can click."""
    picture = picture_of(view, session, count)
    state = session.states[len(session.steps) if count is None else count]
    return picture_html(view, state, None, lambda: picture.still().svg())


def picture_html(view: View, state: State, seat: int | None, svg: Callable[[], str]) -> str:
    """A picture in HTML or, where the text is better read, that; and what is wrong with the game's own view.

    To be asked once the picture is made: a view that has failed at it says so, and how its text is written.
    """
    text = view.written(without_memory(state), seat)
    drawn = svg() if text is None else f'<pre tabindex="0">{escape(text)}</pre>'
    return drawn + (f'<p class="ow-note" role="note">{escape(view.trouble)}</p>' if view.trouble else "")
