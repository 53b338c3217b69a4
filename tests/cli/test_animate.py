"""`outwit animate`: a saved game as a film."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from outwit import Session, find_game, save_game
from tests.cli.conftest import Command

GAME = """
from dataclasses import dataclass
from outwit.games.tictactoe import Board, TicTacToe


@dataclass(frozen=True)
class Waiting(TicTacToe):
    def moves(self, state):
        yield 0

    def play(self, state, move):
        return Board(state.x, state.o, 1 - state.turn)
"""
"""A game in which nothing ever changes but whose turn it is."""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game of Connect 4 of seven moves, saved."""
    session = Session(find_game("connect4"), ("human", "human"))
    session.read("4141414")
    save_game(session, tmp_path / "game.json")
    return tmp_path / "game.json"


def n_frames(file: Path) -> int:
    with Image.open(file) as film:
        assert film.format == "GIF"
        return int(getattr(film, "n_frames", 1))


def test_a_saved_game_becomes_a_film_with_a_frame_for_each_position(outwit: Command, saved: Path) -> None:
    film = saved.with_name("game.gif")
    outcome = outwit("animate", saved, film)
    assert outcome.status == 0
    assert "8 pictures" in outcome.out
    assert outcome.err == ""
    assert n_frames(film) == 8
    assert sorted(each.name for each in saved.parent.iterdir()) == ["game.gif", "game.json"]


@pytest.mark.slow
def test_a_whole_war_game_has_37_frames(outwit: Command, tmp_path: Path) -> None:
    players = ("--agent", "random:seed=1", "--agent", "alphabeta:depth=2")
    outwit("play", "wargame:board=Westerplatte", *players, "--save", tmp_path / "war.json")
    assert outwit("animate", tmp_path / "war.json", tmp_path / "war.gif", "--zoom", 0.5).status == 0
    assert n_frames(tmp_path / "war.gif") == 37


def test_a_game_played_at_the_terminal_becomes_a_film(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outwit("play", "connect4", "--agent", "random:seed=1", "--agent", "random:seed=2", "--save", file)
    assert outwit("animate", file, tmp_path / "game.gif", "--zoom", "0.5").status == 0
    assert n_frames(tmp_path / "game.gif") == len(json.loads(file.read_text())["steps"]) + 1


def test_a_game_that_repeats_a_picture_keeps_every_frame(outwit: Command, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(GAME)
    session = Session(find_game(f"{tmp_path / 'waiting.py'}:Waiting"), ("human", "human"))
    for _ in range(12):
        session.play(0)
    save_game(session, tmp_path / "game.json")
    assert outwit("animate", tmp_path / "game.json", tmp_path / "game.gif", "--zoom", "0.5").status == 0
    assert n_frames(tmp_path / "game.gif") == 13


def test_size_time_and_theme_can_be_chosen(outwit: Command, saved: Path) -> None:
    film = saved.with_name("game.gif")
    outwit("animate", saved, film, "--zoom", "1")
    with Image.open(film) as light:
        small = light.size
        assert light.info["duration"] == 700
    assert outwit("animate", saved, film, "--seconds", "0.1", "--theme", "dark", "--zoom", "2").status == 0
    with Image.open(film) as dark:
        assert dark.size == (2 * small[0], 2 * small[1])
        assert dark.info["duration"] == 100
        assert dark.convert("RGB").getpixel((1, 1)) == (0x15, 0x1A, 0x21)


def test_a_broken_saved_game_is_refused_and_nothing_is_written(outwit: Command, saved: Path) -> None:
    film = saved.with_name("game.gif")
    for text, words in (
        (saved.read_text()[:100], "not a whole saved game"),
        (saved.read_text().replace('"move": "1"', '"move": "9"', 1), "step 2: '9' is not a legal move"),
        ('{"format": "chess"}', "not a saved game"),
    ):
        saved.write_text(text)
        outcome = outwit("animate", saved, film)
        assert outcome.status == 2
        assert words in outcome.err
        assert outcome.err.count("\n") == 1
        assert not film.exists()
        saved.write_text(text)


def test_a_game_without_a_view_becomes_a_film_too(outwit: Command, tmp_path: Path) -> None:
    for name, moves in (("nim", "3 2"), ("tests/views/boards.py:Kalah", "1 2 3")):
        session = Session(find_game(name), ("human", "human"))
        session.read(moves)
        save_game(session, tmp_path / "game.json")
        outcome = outwit("animate", tmp_path / "game.json", tmp_path / "game.gif")
        assert outcome.status == 0
        assert outcome.err == ""
        assert n_frames(tmp_path / "game.gif") == len(session.states)


def test_what_is_wrong_with_a_game_s_own_view_is_said_once(outwit: Command, tmp_path: Path) -> None:
    rules = "class Drawn(TicTacToe):\n    view = 3\n"
    (tmp_path / "drawn.py").write_text(f"from outwit.games.tictactoe import TicTacToe\n{rules}")
    game = f"{tmp_path / 'drawn.py'}:Drawn"
    outcome = outwit("picture", game, "5", tmp_path / "board.png")
    assert outcome.status == 0
    wrong = "Drawn.view is 3, not a class that derives from outwit.views.View."
    assert outcome.err == f"{wrong} The game's text is taken instead.\n"
    session = Session(find_game(game), ("human", "human"))
    session.read("5 1 9")
    save_game(session, tmp_path / "game.json")
    again = outwit("animate", tmp_path / "game.json", tmp_path / "game.gif")
    assert again.status == 0
    assert again.err == outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["game.png"], "must end in .gif"),
        (["game"], "must end in .gif"),
        (["no/such/folder/game.gif"], "cannot be written"),
        (["game.gif", "--zoom", "0"], "from 0.5 to 10"),
        (["game.gif", "--seconds", "0"], "from 0.02 to 60"),
        (["game.gif", "--theme", "pink"], "dark, light"),
    ],
)
def test_what_cannot_be_done_is_refused_with_one_sentence(
    outwit: Command, saved: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(saved.parent)
    outcome = outwit("animate", saved, *arguments)
    assert outcome.status == 2
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""
    assert [each.name for each in saved.parent.iterdir()] == ["game.json"]
