"""A person at the terminal is asked until the answer is a legal move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from outwit import Human, find_game
from outwit.errors import IllegalMoveError
from outwit.search.human import find_move


def test_a_person_is_asked_again_until_the_move_is_legal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: Iterator[str] = iter(["", "hello", "9", " 4 "])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    game = find_game("connect4")
    decision = Human().decide(game, game.initial())
    assert (decision.move, decision.line) == (3, (3,))
    said = capsys.readouterr().out
    assert said.count("is not a legal move here") == 3
    assert "1, 2, 3, 4, 5, 6, 7" in said


@pytest.mark.parametrize("text", ["ROLL", "roll", " Roll "])
def test_case_and_space_do_not_matter(text: str) -> None:
    game = find_game("pig")
    assert find_move(game, game.initial(), 0, text) == 1


def test_a_move_that_is_not_legal_now_is_refused_in_a_sentence() -> None:
    game = find_game("pig")
    with pytest.raises(IllegalMoveError, match="'hold' is not a legal move here; legal: roll"):
        find_move(game, game.initial(), 0, "hold")
