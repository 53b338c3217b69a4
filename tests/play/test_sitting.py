from __future__ import annotations

import pytest

from outwit import find_game
from outwit.errors import IllegalMoveError
from outwit.game import CHANCE
from outwit.play import Sitting


def test_moves_are_played_in_turn_until_the_game_is_over() -> None:
    sitting = Sitting(find_game("tictactoe"))
    for square in "14253":
        assert sitting.result is None
        sitting.read(square)
    assert sitting.result == (1.0, -1.0)
    with pytest.raises(IllegalMoveError, match="over"):
        sitting.read("9")


def test_an_illegal_move_changes_nothing() -> None:
    sitting = Sitting(find_game("connect4"))
    sitting.read("44")
    for wrong in ("8", "44x", "4 9", ""):
        with pytest.raises(IllegalMoveError):
            sitting.read(wrong)
        assert sitting.described() == ["4", "4"]
        assert len(sitting.states) == 3
    with pytest.raises(IllegalMoveError):
        sitting.play(99)


def test_undo_takes_back_one_decision_and_the_chance_after_it() -> None:
    sitting = Sitting(find_game("pig"), seed=1)
    before = sitting.state
    sitting.read("roll")
    sitting.roll()
    assert sitting.undo()
    assert sitting.state == before
    assert not sitting.undo()


def test_undo_goes_back_to_the_player_asked_for() -> None:
    sitting = Sitting(find_game("nim"))
    sitting.read("1 2 3")
    assert sitting.undo([1])
    assert sitting.described() == ["1"]
    assert not Sitting(find_game("nim")).undo([0])


def test_taking_a_roll_back_does_not_change_the_dice() -> None:
    sitting = Sitting(find_game("pig"), seed=11)
    sitting.read("roll")
    first = sitting.roll()
    sitting.undo()
    sitting.read("roll")
    assert sitting.roll() == first


def test_dice_are_fair() -> None:
    faces = [0] * 7
    for seed in range(6000):
        sitting = Sitting(find_game("pig"), seed=seed)
        sitting.read("roll")
        faces[sitting.roll()] += 1
    assert all(850 < count < 1150 for count in faces[1:])


def test_who_acted_is_noted() -> None:
    sitting = Sitting(find_game("pig"), seed=2)
    sitting.read("roll")
    sitting.roll()
    assert [step.by for step in sitting.steps] == [0, CHANCE]


def test_a_sitting_can_start_anywhere_and_shows_itself() -> None:
    sitting = Sitting(find_game("connect4"), start="4453")
    assert str(sitting.position).splitlines()[5] == ". . O X X . ."
    assert "X is to move." in sitting._repr_html_()


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
    sitting = Sitting(find_game(spelled))
    sitting.read(text)
    assert sitting.described() == steps


def test_of_several_moves_all_are_played_or_none() -> None:
    sitting = Sitting(find_game("othello"))
    with pytest.raises(IllegalMoveError):
        sitting.read("d3c3a1")
    assert sitting.steps == []
