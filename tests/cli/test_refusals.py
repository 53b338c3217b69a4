"""Bad input: one sentence on what was wrong and what is accepted, status 2, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command, Outcome


def assert_one_sentence(outcome: Outcome, *words: str) -> None:
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1, outcome.err
    assert "Traceback" not in outcome.err
    assert outcome.out == ""
    for word in words:
        assert word in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "nosuch"], ["'nosuch'", "connect4"]),
        (["play", "conect4"], ["did you mean connect4"]),
        (["decide", "connect4", "--moves", "9"], ["'9' is not a legal move", "1, 2, 3, 4, 5, 6, 7"]),
        (["decide", "connect4", "--moves", "449"], ["'9' is not a legal move"]),
        (["decide", "connect4", "--moves", "x44"], ["'x44' is not a legal move"]),
        (["decide", "connect4", "--position", "49"], ["move 2", "column from 1 to 7"]),
        (["decide", "connect4", "--moves", "4444444"], ["legal: 1, 2, 3, 5, 6, 7"]),
        (["decide", "connect4", "--moves", "4141414", "--moves", "1"], ["The game is over"]),
        (["decide", "connect4", "--agent", "alphabet:depth=x"], ["'alphabet'", "alphabeta"]),
        (["decide", "connect4", "--agent", "alphabeta:depth=x"], ["a whole number"]),
        (["decide", "connect4", "--agent", "alphabeta:dept=3"], ["'dept'", "depth"]),
        (["decide", "connect4", "--agent", "alphabeta:depth=0"], ["depth=0", "1 or more"]),
        (["decide", "connect4", "--agent", "alphabeta:depth"], ["needs a value"]),
        (["decide", "connect4", "--agent", "alphabeta:fail=firm"], ["soft or hard"]),
        (["decide", "connect4", "--seconds", "-1"], ["seconds"]),
        (["decide", "connect4:width=0"], ["width"]),
        (["decide", "connect4:hight=5"], ["'hight'", "height"]),
        (["decide", "pig", "--agent", "alphabeta"], ["chance", "expectiminimax"]),
        (["decide", "tree:((3 4)(5"], ["column", "open"]),
        (["decide", "tree:(3 [1/2:1 1/3:2])"], ["0.833333", "not to 1"]),
        (["perft", "connect4", "--depth", "-1"], ["depth -1", "from 0 to 256"]),
        (["perft", "connect4", "--depth", "257"], ["depth 257", "from 0 to 256"]),
        (["perft", "connect4", "--depth", "0", "--divide"], ["no first move", "1 or more"]),
        (["perft", "connect4", "--divide"], ["--divide", "--depth"]),
        (["perft", "connect4", "--seconds", "-1"], ["seconds"]),
        (["perft", "connect4", "--moves", "9"], ["'9' is not a legal move"]),
        (["tree", "nim", "--agent", "random"], ["does not search", "alphabeta", "mcts, minimax"]),
        (["tree", "nim", "--agent", "montecarlo"], ["grows no tree", "mcts"]),
        (["tree", "nim", "--svg", "no/such/folder/x.svg"], ["cannot be written"]),
        (["picture", "connect4", "4453"], ["'4453'", ".png or .svg"]),
        (["picture", "connect4", "board.gif"], ["'board.gif'", ".png or .svg"]),
        (["picture", "connect4", "9", "board.png"], ["'9' is not a legal move"]),
        (["picture", "connect4", "no/such/folder/x.svg"], ["cannot be written"]),
        (["picture", "connect4", "board.png", "--theme", "pink"], ["'pink'", "dark, light"]),
        (["picture", "connect4", "board.png", "--beliefs"], ["Connect4", "such as battleship"]),
        (["picture", "connect4", "board.png", "--zoom", "nan"], ["zoom", "from 0.5 to 10"]),
        (["animate", "nowhere.json", "game.gif"], ["'nowhere.json' cannot be read"]),
        (["animate", "nowhere.json", "game.mp4"], ["'game.mp4'", ".gif"]),
        (["agents", "nobody"], ["'nobody'"]),
        (["check", "nowhere.py:Game"], ["no file 'nowhere.py'"]),
        (["new", "Not-A-Name"], ["'Not-A-Name'", "my_game"]),
        (["new", "class"], ["'class'"]),
        (["play", "nim", "-a", "random", "-a", "random", "-a", "random"], ["2 seats", "3 agents"]),
        (["play", "--load", "nowhere.json"], ["'nowhere.json' cannot be read"]),
        (["play", "nim", "--load", "nowhere.json"], ["--load"]),
    ],
)
def test_bad_input_is_answered_with_one_sentence(
    outwit: Command, arguments: list[str], words: list[str]
) -> None:
    assert_one_sentence(outwit(*arguments), *words)


def test_a_saved_game_cut_in_half_is_refused(outwit: Command, tmp_path: Path) -> None:
    whole = tmp_path / "whole.json"
    outwit("play", "nim", "--agent", "random", "--agent", "random", "--save", whole)
    half = tmp_path / "half.json"
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    assert_one_sentence(outwit("play", "--load", half), "not a whole saved game", "line")


AT_ONCE = """
from outwit.games.nim import Nim


class AtOnce(Nim):
    def over(self, pile):
        return True
"""


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("match", ["random", "random:seed=3", "--games", "4"]),
        ("match", ["random", "random:seed=3", "--plies", "0"]),
        ("tournament", ["random", "random:seed=3", "random:seed=4"]),
        ("levels", ["--games", "2"]),
        ("ablate", []),
    ],
)
def test_a_game_that_is_over_at_once_is_refused(
    outwit: Command, tmp_path: Path, command: str, arguments: list[str]
) -> None:
    file = tmp_path / "at_once.py"
    file.write_text(AT_ONCE)
    assert_one_sentence(outwit(command, f"{file}:AtOnce", *arguments), "AtOnce is over as soon as it begins")


@pytest.mark.parametrize("agents", [["random"], ["random", "mcts"]])
def test_a_match_of_a_game_for_one_says_what_there_is_instead(outwit: Command, agents: list[str]) -> None:
    refused = outwit("match", "tree:(<1> <2>)", *agents)
    assert_one_sentence(refused, "played by one alone", "two or more", "outwit decide", "outwit compare")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def broken(:\n    pass\n", ["line 1"]),
        ("import nothing_of_this_name\n", ["line 1", "nothing_of_this_name"]),
        ("x = 1\n", ["no class in it derives from outwit.Game"]),
        ("from outwit import Game\nclass Half(Game):\n    def initial(self):\n        return 0\n", ["Half"]),
    ],
)
def test_a_file_that_holds_no_game_is_refused(
    outwit: Command, tmp_path: Path, source: str, words: list[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source)
    assert_one_sentence(outwit("check", f"{file}:Half"), *words)


def test_an_unknown_option_of_a_command_is_refused(outwit: Command) -> None:
    outcome = outwit("decide", "connect4", "--dept", "3")
    assert outcome.status == 2
    assert "--depth" in outcome.err


def test_a_file_that_ends_the_program_is_refused_with_its_line(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "ending.py"
    file.write_text("import sys\n\nsys.exit(7)\n", "utf-8")
    outcome = outwit("check", f"{file}:Game")
    assert outcome.status == 2
    assert "ending.py, line 3: the program is ended there" in outcome.err
