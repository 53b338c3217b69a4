"""A position shows itself in a notebook: as its picture where the game has one, and else as text."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from outwit import Game, Position, Session, find_game
from outwit.game import State
from outwit.games.tictactoe import TicTacToe
from outwit.views import find_view
from outwit.views.tictactoe import TicTacToeView


@dataclass(frozen=True)
class Recurring(TicTacToe):
    """Tic-tac-toe that remembers its positions."""

    repetition = 3


class Scored(TicTacToeView):
    """Tic-tac-toe with a score."""

    def standing(self, state: State) -> str:
        return f"X & O: {state.x.bit_count()} < 9"


def picture(game: Game, state: State) -> str:
    view = find_view(game)
    assert view is not None
    return view.picture(state).svg()


def test_a_position_of_a_game_with_a_view_shows_its_picture_and_whose_turn_it_is() -> None:
    game = find_game("connect4")
    state = game.position("4453")
    assert Position(game, state)._repr_html_() == f"{picture(game, state)}<p>X is to move.</p>"


def test_a_score_stands_below_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outwit.views.views", lambda: {TicTacToe: Scored})
    html = Position(TicTacToe(), TicTacToe().position("X........"))._repr_html_()
    assert html.endswith("</svg><p>X &amp; O: 1 &lt; 9</p><p>O is to move.</p>")


def test_a_game_in_which_repetition_counts_shows_its_picture_too() -> None:
    session = Session(Recurring())
    session.read("5")
    assert session._repr_html_().startswith(picture(Recurring(), Recurring().position("....X....")))


def test_a_position_of_a_game_without_a_view_is_text() -> None:
    nim = find_game("nim")
    assert Position(nim, nim.initial())._repr_html_() == (
        "<pre>21 coins, player 1 to move</pre><p>player 1 is to move.</p>"
    )
