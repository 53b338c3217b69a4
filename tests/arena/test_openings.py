"""Openings: drawn at random and all different, or read from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit import Session, find_game
from outwit.arena.openings import openings_in, random_openings
from outwit.arena.plan import Opening
from outwit.arena.referee import play_opening
from outwit.errors import OutwitError


@pytest.mark.parametrize(
    ("game", "plies"), [("connect4", 6), ("tictactoe", 4), ("wargame", 3), ("othello", 5), ("pig", 8)]
)
def test_random_openings_lead_to_different_positions_in_which_the_game_goes_on(game: str, plies: int) -> None:
    rules = find_game(game)
    found = random_openings(rules, 40, plies, seed=5)
    assert len(found) == 40
    positions = set()
    for opening in found:
        session = play_opening(Session(rules), opening)
        assert not session.over
        assert sum(step.by >= 0 for step in session.steps) <= plies
        positions.add(rules.text(session.state))
    assert len(positions) == 40


def test_a_seed_gives_the_same_openings_and_another_gives_others() -> None:
    game = find_game("connect4")
    assert random_openings(game, 20, 6, seed=1) == random_openings(game, 20, 6, seed=1)
    assert set(random_openings(game, 20, 6, seed=1)) != set(random_openings(game, 20, 6, seed=2))


def test_more_openings_begin_with_the_ones_there_were() -> None:
    game = find_game("connect4")
    assert random_openings(game, 30, 4)[:10] == random_openings(game, 10, 4)


def test_there_are_no_more_openings_than_positions() -> None:
    assert len(random_openings(find_game("tictactoe"), 100, 1)) == 9


def test_an_opening_never_ends_the_game() -> None:
    for opening in random_openings(find_game("nim:coins=5"), 50, 30):
        assert not play_opening(Session(find_game("nim:coins=5")), opening).over


def test_a_file_gives_moves_or_positions_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# well known\n4453\n\n 4 4 \n", "utf-8")
    game = find_game("connect4")
    assert openings_in(file, game) == (Opening(None, ("4", "4", "5", "3")), Opening(None, ("4", "4")))
    file.write_text("34 : 57, pot 12, player 1 to move\n", "utf-8")
    assert openings_in(file, find_game("pig")) == (Opening("34 : 57, pot 12, player 1 to move"),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("44\n49\n", "openings.txt, line 2: as moves, '9' is not a legal move here"),
        ("# nothing\n", "There is no opening in"),
        ("12121212\n", "openings.txt, line 1"),
        ("1212121\n", "openings.txt, line 1: the game is over after '1212121'."),
    ],
)
def test_a_line_that_is_no_opening_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(OutwitError) as refused:
        openings_in(file, find_game("connect4"))
    assert complaint in str(refused.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutwitError, match="cannot be read: No such file"):
        openings_in(tmp_path / "nothing.txt", find_game("connect4"))
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(OutwitError, match="cannot be read: it is not text"):
        openings_in(tmp_path / "binary.txt", find_game("connect4"))
