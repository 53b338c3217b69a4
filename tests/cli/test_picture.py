"""`outwit picture`: a position in a file, as PNG or SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from outwit import find_game
from outwit.draw.png import png
from outwit.views import find_view
from tests.cli.conftest import Command


def drawn(spec: str, moves: str) -> bytes:
    """A position of Connect 4 as it should be drawn."""
    game = find_game(spec)
    view = find_view(game)
    assert view is not None
    return png(view.picture(game.position(moves), None, int(moves[-1]) - 1))


def test_a_position_is_written_as_png(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    outcome = outwit("picture", "connect4", "4453", file)
    assert outcome.status == 0
    assert str(file) in outcome.out
    assert outcome.err == ""
    assert file.read_bytes() == drawn("connect4", "4453")


def test_moves_are_given_as_for_every_command(outwit: Command, tmp_path: Path) -> None:
    ways = [["4", "4", "5", "3"], ["4453"], ["--moves", "4453"], ["-m", "44", "53"], ["-p", "445", "3"]]
    for number, way in enumerate(ways):
        file = tmp_path / f"{number}.png"
        assert outwit("picture", "connect4", *way, file).status == 0
        assert file.read_bytes() == drawn("connect4", "4453")


def test_the_start_is_a_position_too(outwit: Command, tmp_path: Path) -> None:
    assert outwit("picture", "tictactoe", tmp_path / "start.png", "--zoom", "1").status == 0
    assert Image.open(tmp_path / "start.png").size == (364, 364)


def test_an_svg_follows_the_page_unless_a_theme_is_chosen(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "board.SVG"
    assert outwit("picture", "tictactoe", "5", file).status == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert "prefers-color-scheme" in file.read_text()
    assert outwit("picture", "tictactoe", "5", file, "--theme", "dark").status == 0
    assert "prefers-color-scheme" not in file.read_text()
    assert "#86b4ff" in file.read_text()


def test_a_dark_png_is_dark(outwit: Command, tmp_path: Path) -> None:
    for theme in ("light", "dark"):
        assert outwit("picture", "tictactoe", tmp_path / f"{theme}.png", "--theme", theme).status == 0
    assert Image.open(tmp_path / "dark.png").getpixel((100, 100)) == (0x15, 0x1A, 0x21, 255)
    assert Image.open(tmp_path / "light.png").getpixel((100, 100)) == (0xFB, 0xFC, 0xFE, 255)


@pytest.mark.parametrize("name", ["taken.png", "file/x.png"])
def test_where_nothing_can_be_written_nothing_is_left_behind(
    outwit: Command, tmp_path: Path, name: str
) -> None:
    (tmp_path / "taken.png").mkdir()
    (tmp_path / "file").write_text("")
    outcome = outwit("picture", "tictactoe", tmp_path / name)
    assert outcome.status == 2
    assert "cannot be written" in outcome.err
    assert outcome.err.count("\n") == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "taken.png"]


def test_beliefs_are_drawn_as_whoever_is_to_act_sees_the_position(outwit: Command, tmp_path: Path) -> None:
    game, moves = "battleship:size=5,fleet=(3,2)", ["a1-c1", "a2-b2", "c2-c4", "e1-e2", "c3", "a5"]
    for name, more in (("all", []), ("seen", ["--beliefs"])):
        assert outwit("picture", game, *moves, tmp_path / f"{name}.svg", *more).status == 0
    everything, seen = ((tmp_path / f"{name}.svg").read_text() for name in ("all", "seen"))
    assert "Orange's waters: cruiser c2-c4" in everything.replace("&#x27;", "'")
    assert "Orange's waters: no ships seen; hits c3" in seen.replace("&#x27;", "'")
    assert seen.count("ow-choice") > everything.count("ow-choice")
