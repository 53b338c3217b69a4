from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_is_sound_and_plays_as_the_docs_say(outwit: Command, folder: Path) -> None:
    assert outwit("new", "hexapawn").status == 0
    checked = outwit("check", "hexapawn.py:Hexapawn")
    assert checked.status == 0, checked.err
    assert "keeps every promise" in checked.out
    played = outwit("play", "hexapawn.py:Hexapawn", "--agent", "random", "--agent", "alphabeta")
    assert played.status == 0
    assert "wins." in played.out


def test_its_own_tests_pass(outwit: Command, folder: Path) -> None:
    outwit("new", "my_game")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "my_game.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed" in run.stdout


def test_its_options_can_be_set_in_the_spelling(outwit: Command, folder: Path) -> None:
    outwit("new", "hexapawn")
    assert "B B B B" in outwit("decide", "hexapawn.py:Hexapawn:size=4", "--agent", "random").out


def test_black_wins_hexapawn(outwit: Command, folder: Path) -> None:
    outwit("new", "hexapawn")
    assert "value -1, proved" in outwit("decide", "hexapawn.py").out


def test_a_file_that_exists_is_not_written_over(outwit: Command, folder: Path) -> None:
    (folder / "hexapawn.py").write_text("precious")
    assert outwit("new", "hexapawn").status == 2
    assert (folder / "hexapawn.py").read_text() == "precious"
    assert outwit("new", "hexapawn", "--force").status == 0


def test_a_saved_game_of_a_file_loads_back(outwit: Command, folder: Path) -> None:
    outwit("new", "hexapawn")
    spelled = "hexapawn.py:Hexapawn"
    outwit("play", spelled, "-a", "random:seed=1", "-a", "random:seed=2", "--save", "game.json")
    loaded = outwit("play", "--load", "game.json")
    assert loaded.status == 0
    assert "wins." in loaded.out
