"""A position of a session as a picture: the move that led there is marked, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from outwit import Session, find_game
from outwit.game import Move, State
from outwit.games.tactics import Tactics
from outwit.games.tictactoe import TicTacToe
from outwit.play.picture import picture_of
from outwit.views import Picture, View, find_view
from tests.sketches.battleship import Battleship
from tests.sketches.liarsdice import LiarsDice
from tests.views.battles import PAIR


@dataclass(frozen=True)
class Recurring(TicTacToe):
    """Tic-tac-toe that remembers its positions."""

    repetition = 3


def test_a_session_is_pictured_as_it_stands_and_as_it_stood() -> None:
    session = Session(find_game("tictactoe"))
    session.read("5 1 9")
    view = find_view(session.game)
    assert picture_of(view, session) == view.picture(session.state, None, 8)
    assert picture_of(view, session, 1) == view.picture(session.states[1], None, 4)
    assert picture_of(view, session, 0) == view.picture(session.states[0])


def test_what_the_last_move_changed_is_known() -> None:
    session = Session(find_game("wargame:board=1 2 3"))
    for move in ("drop A1", "drop C1", "blitz B1"):
        session.read(move)
    label = picture_of(find_view(session.game), session).label
    assert label.endswith("Last move: blue blitz B1, conquering C1.")


def test_a_game_that_remembers_its_positions_is_pictured_as_any_other() -> None:
    remembering, plain = Session(Recurring()), Session(TicTacToe())
    for session in (remembering, plain):
        session.read("5 1")
    assert remembering.state != plain.state
    view = find_view(plain.game)
    assert picture_of(find_view(remembering.game), remembering) == picture_of(view, plain)


def test_what_chance_did_is_marked_where_the_view_can_mark_it() -> None:
    session = Session(Tactics(PAIR, "emp"))
    for move in ("swordsman attacks archer", "misses"):
        session.read(move)
    view = find_view(session.game)
    assert picture_of(view, session) == view.picture(session.state, None, 0, session.states[1])
    assert picture_of(view, session).label.endswith(
        "Last: archer avoids it (archer rolled 11-20; 50 % likely)."
    )
    assert picture_of(view, session) != view.picture(session.state)


class Careless(View):
    """A view that draws everything, whoever looks."""

    drawn: ClassVar[list[tuple[State, Move | None, State | None]]] = []

    def picture(
        self,
        state: State,
        player: int | None = None,
        last: Move | None = None,
        before: State | None = None,
    ) -> Picture:
        self.drawn.append((state, last, before))
        return Picture(1, 1, (), str(state))

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return (str(move),)


def test_a_seat_is_shown_a_picture_of_what_it_knows_even_by_a_careless_view() -> None:
    session = Session(LiarsDice(), seed=4)
    for face in (4, 1, 2, 6):
        session.play(face)
    session.read("1x3")
    view = Careless(session.game)
    view.drawn.clear()
    for seat in (0, 1, None):
        picture_of(view, session, seat=seat)
    first, second, everything = view.drawn
    assert first[0].dice[0] == (4, 1)
    assert first[0].dice[1] != (2, 6)
    assert second[0].dice[1] == (2, 6)
    assert second[0].dice[0] != (4, 1)
    assert first[1:] == second[1:] == (3, None)
    assert everything == (session.state, 3, session.states[-2])


def test_a_move_that_a_seat_does_not_know_is_not_marked() -> None:
    session = Session(Battleship(5, (3, 2, 2)))
    session.read(session.rules.describe(session.state, next(iter(session.rules.moves(session.state)))))
    view = Careless(session.game)
    view.drawn.clear()
    for seat in (0, 1):
        picture_of(view, session, seat=seat)
    assert [last for _, last, _ in view.drawn] == [session.steps[0].move, None]
