"""Rock-paper-scissors drawn: three hands to choose from, and what was shown last."""

from __future__ import annotations

from outwit.draw.shapes import Words
from outwit.games import find_game
from outwit.play import Session
from outwit.play.picture import picture_of

from .drawn import view_of


def test_what_was_shown_and_what_won_is_written() -> None:
    session = Session(find_game("rps:rounds=2"))
    view = view_of(session.game)
    assert "Last shown" not in picture_of(view, session).label
    session.read("rock,paper")
    picture = picture_of(view, session)
    assert picture.label == "Round 2 of 2, 0 : 1. Last shown: player 1 rock, player 2 paper."
    assert {"rock", "paper won"} <= {shape.text for shape in picture.shapes if isinstance(shape, Words)}
    assert {square.name for square in picture.squares} == {"rock", "paper", "scissors"}


def test_nothing_is_left_to_choose_at_the_end() -> None:
    session = Session(find_game("rps"))
    session.read("scissors,scissors")
    picture = picture_of(view_of(session.game), session)
    assert not picture.squares
    assert not any(isinstance(shape, Words) and shape.text.endswith("won") for shape in picture.shapes), (
        "nobody has won"
    )
