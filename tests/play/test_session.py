from __future__ import annotations

import pytest

from outwit import find_game
from outwit.errors import IllegalMoveError
from outwit.game import CHANCE
from outwit.play import Session


def test_moves_are_played_in_turn_until_the_game_is_over() -> None:
    session = Session(find_game("tictactoe"))
    for square in "14253":
        assert session.result is None
        session.read(square)
    assert session.result == (1.0, -1.0)
    with pytest.raises(IllegalMoveError, match="over"):
        session.read("9")


def test_an_illegal_move_changes_nothing() -> None:
    session = Session(find_game("connect4"))
    session.read("44")
    for wrong in ("8", "44x", "4 9", ""):
        with pytest.raises(IllegalMoveError):
            session.read(wrong)
        assert session.described() == ["4", "4"]
        assert len(session.states) == 3
    with pytest.raises(IllegalMoveError):
        session.play(99)


def test_undo_takes_back_one_decision_and_the_chance_after_it() -> None:
    session = Session(find_game("pig"), seed=1)
    before = session.state
    session.read("roll")
    session.roll()
    assert session.undo()
    assert session.state == before
    assert not session.undo()


def test_undo_goes_back_to_the_player_asked_for() -> None:
    session = Session(find_game("nim"))
    session.read("1 2 3")
    assert session.undo([1])
    assert session.described() == ["1"]
    assert not Session(find_game("nim")).undo([0])


def test_taking_a_roll_back_does_not_change_the_dice() -> None:
    session = Session(find_game("pig"), seed=11)
    session.read("roll")
    first = session.roll()
    session.undo()
    session.read("roll")
    assert session.roll() == first


def test_dice_are_fair() -> None:
    faces, game = [0] * 7, find_game("pig")
    for seed in range(6000):
        session = Session(game, seed=seed)
        session.read("roll")
        faces[session.roll()] += 1
    assert all(850 < count < 1150 for count in faces[1:])


def test_who_acted_is_noted() -> None:
    session = Session(find_game("pig"), seed=2)
    session.read("roll")
    session.roll()
    assert [step.by for step in session.steps] == [0, CHANCE]


def test_a_session_can_start_anywhere_and_shows_itself() -> None:
    session = Session(find_game("connect4"), start="4453")
    assert str(session.position).splitlines()[5] == ". . O X X . ."
    assert "X is to move." in session._repr_html_()


@pytest.mark.parametrize(
    ("spelled", "text", "steps"),
    [
        ("connect4", "4453", ["4", "4", "5", "3"]),
        ("othello", "d3c3c4", ["d3", "c3", "c4"]),
        ("othello", "D3 c3C4", ["d3", "c3", "c4"]),
        ("wargame", "drop D2 drop C3 blitz D3", ["drop D2", "drop C3", "blitz D3"]),
        ("nim", "3 21", ["3", "2", "1"]),
    ],
)
def test_moves_may_follow_each_other_with_spaces_or_without(
    spelled: str, text: str, steps: list[str]
) -> None:
    session = Session(find_game(spelled))
    session.read(text)
    assert session.described() == steps


def test_of_several_moves_all_are_played_or_none() -> None:
    session = Session(find_game("othello"))
    with pytest.raises(IllegalMoveError):
        session.read("d3c3a1")
    assert session.steps == []


def test_moves_made_at_once_are_read_one_after_the_other() -> None:
    session = Session(find_game("goofspiel:cards=3,shuffled=off"))
    session.read("3,1 2,3 1,2")
    assert [step.move for step in session.steps] == [(3, 1), (2, 3), (1, 2)]
    assert session.over
    session = Session(find_game("goofspiel:cards=3"))
    session.read("2 3,1")  # the prize that was turned up, then both bids
    assert [step.move for step in session.steps] == [2, (3, 1)]
    with pytest.raises(IllegalMoveError, match="All 2 players choose at once"):
        session.read("1 2")
