"""`outwit review`: a saved game looked at again."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from outwit import Session, find_game, save_game
from tests.cli.conftest import Command

PIG = Path(__file__).parents[1] / "analysis" / "review" / "pig.json"
SEARCH = ("--agent", "alphabeta:compiled=off", "--depth", "4")


def kept(spelled: str, moves: str, file: Path) -> Path:
    """A game of these moves, saved."""
    session = Session(find_game(spelled), ("human", "human"))
    if moves:
        session.read(moves)
    save_game(session, file)
    return file


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game of Connect 4 in which O does not see a threat, and X does not see that it could win."""
    return kept("connect4", "4 1 4 1 4 2 7", tmp_path / "game.json")


def test_bad_moves_are_named_with_sign_and_word_and_what_was_better(outwit: Command, saved: Path) -> None:
    done = outwit("review", saved, *SEARCH)
    assert done.status == 0
    assert done.err == ""
    lines = done.out.splitlines()
    assert lines[0] == "connect4, reviewed by alphabeta:compiled=off, depth 4 a position"
    rows = {line.split()[0]: line.split() for line in lines[3:] if line.strip()}
    assert rows["by"][:5] == ["by", "move", "mark", "value", "for"]
    assert rows["5"][1:3] == ["X", "4"]
    assert "??" not in rows["5"]
    for number, by, move in (("6", "O", "2"), ("7", "X", "7")):
        assert rows[number][1:5] == [by, move, "??", "blunder"]
        assert "4" in rows[number][6:]
    assert rows["X"][:2] == ["X", "4"]
    assert rows["X"][5] == rows["O"][5] == "1"


def test_luck_and_skill_of_a_game_of_pig_are_told_to_add_up_to_its_result(outwit: Command) -> None:
    done = outwit("review", PIG, "--depth", 2)
    assert done.status == 0
    (told,) = [line for line in done.out.splitlines() if line.startswith("player 1: ")]
    assert told == (
        "player 1: 0.025 at the start, +0.158 by luck, +0.641 by own moves and +0.176 by the other's make 1, "
        "the result."
    )
    assert "hindsight" in done.out.splitlines()[-1]


def test_a_program_reads_everything_as_json(outwit: Command) -> None:
    data = json.loads(outwit("review", PIG, "--depth", 2, "--json").out)
    assert data["game"] == "pig"
    assert data["limit"] == {"depth": 2}
    assert data["result"] == data["end"] == [1.0, -1.0]
    steps, players = data["steps"], data["players"]
    assert len(steps) == 120
    moved, rolled = steps[:2]
    assert moved["by"] == 0
    assert {"move", "value", "played", "loss", "mark", "best", "line", "change", "exact"} <= moved.keys()
    assert rolled["by"] == "chance"
    assert rolled["luck"][0] == rolled["after"][0] - rolled["before"][0]
    for player, payoff in zip(players, data["result"], strict=True):
        start = data["start"][players.index(player)]
        total = start + player["luck"] + player["skill"] + player["others"]
        assert total == pytest.approx(payoff, abs=1e-9)
        assert player["sum"] == pytest.approx(payoff, abs=1e-9)
    assert [player["seat"] for player in players] == ["expectiminimax:depth=2", "random:seed=3"]


def test_the_values_are_drawn_as_svg_and_png(outwit: Command, saved: Path) -> None:
    svg, png = saved.with_name("game.svg"), saved.with_name("game.png")
    done = outwit("review", saved, *SEARCH, "--svg", svg, "--png", png)
    assert f"Picture written to {svg}." in done.out
    assert f"Picture written to {png}." in done.out
    assert "blunder" in (ElementTree.parse(svg).getroot().get("aria-label") or "")
    with Image.open(png) as image:
        assert image.format == "PNG"


def test_with_json_nothing_else_is_printed_though_a_picture_is_drawn(outwit: Command, saved: Path) -> None:
    svg = saved.with_name("game.svg")
    assert json.loads(outwit("review", saved, *SEARCH, "--json", "--svg", svg).out)["game"] == "connect4"
    assert svg.exists()


def test_a_game_saved_before_its_end_has_no_result_but_a_sum(outwit: Command, tmp_path: Path) -> None:
    done = outwit("review", kept("pig", "roll 5 roll 4 hold", tmp_path / "game.json"), "--depth", 2)
    assert done.status == 0
    assert done.out.count("the value of the last position.") == 1


def test_a_game_played_at_the_terminal_can_be_reviewed(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outwit("play", "nim", "--agent", "random:seed=1", "--agent", "minimax:depth=4", "--save", file)
    done = outwit("review", file, "--agent", "minimax:quick=off", "--depth", 6)
    assert done.status == 0
    assert "player 2" in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.json"], "cannot be read"),
        (["damaged.json"], "not a whole saved game"),
        (["wrong.json"], "step 2: '9' is not a legal move"),
        (["empty.json"], "nothing to review"),
        (["game.json", "--agent", "nobody"], "no agent called 'nobody'"),
        (["game.json", "--agent", "alphabeta:deepness=3"], "no option of alphabeta called 'deepness'"),
        (["game.json", "--agent", "random"], "does not say what positions are worth"),
        (["game.json", "--agent", "human"], "does not say what positions are worth"),
        (["game.json", "--depth", "0"], "give 1 or more"),
        (["game.json", "--seconds", "0"], "give a number above 0"),
        (["game.json", "--svg", "game.gif"], "must end in .svg"),
        (["game.json", "--png", "game.svg"], "must end in .png"),
        (["pig.json", "--agent", "alphabeta"], "expectiminimax plays it"),
        (["game.json", *SEARCH, "--svg", "no/such/folder/game.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_refused_with_one_sentence(
    outwit: Command, saved: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    folder = saved.parent
    kept("nim", "", folder / "empty.json")
    kept("pig", "roll", folder / "pig.json")
    (folder / "damaged.json").write_text(saved.read_text()[:100])
    (folder / "wrong.json").write_text(saved.read_text().replace('"move": "1"', '"move": "9"', 1))
    before = sorted(each.name for each in folder.iterdir())
    monkeypatch.chdir(folder)
    done = outwit("review", *arguments)
    assert done.status == 2
    assert words in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""
    assert sorted(each.name for each in folder.iterdir()) == before


def test_an_unknown_option_is_refused(outwit: Command, saved: Path) -> None:
    done = outwit("review", saved, "--blunders")
    assert done.status == 2
    assert "--blunders" in done.err
