"""`outwit engine` as its page describes it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.protocols.talk import COMMAND, PATIENCE, talking

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "programs.md").read_text("utf-8")
CLIENTS = {"client.py": sys.executable, "client.js": "node"}
CONVERSATIONS = re.findall(r"```\n(>.*?)```", PAGE, re.DOTALL)


def test_the_command_has_help_with_an_example(outwit: Command) -> None:
    out = " ".join(outwit("engine", "--help").out.split())
    assert "Example: outwit engine --game mygame.py:MyGame" in out


def test_a_game_that_cannot_be_loaded_ends_the_engine_before_it_begins() -> None:
    run = subprocess.run(
        [*COMMAND, "--game", "nowhere.py:Game"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == "There is no file 'nowhere.py' to load a game from.\n"


def test_a_game_of_the_command_line_is_listed_and_plays() -> None:
    game = "tests/sound_games.py:Morra"
    with talking("--game", game, folder=DOCS.parent) as talk:
        assert game in [each["game"] for each in talk.ask(do="games")["games"]]
        shown = talk.ask(do="position", game=game, moves=["1,2"])["position"]
        assert shown["turn"] == "all"
        assert shown["game"] == game
        answer = talk.ask(do="decide", game=game, moves=["2,2"], player=1, agent="random")
        assert answer["decision"]["move"] in list("12")


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda text: text.splitlines()[0][:40])
def test_the_page_shows_what_the_engine_says(conversation: str) -> None:
    asked = [line[2:] for line in conversation.splitlines() if line.startswith("> ")]
    shown = [line[2:] for line in conversation.splitlines() if line.startswith("< ")]
    run = subprocess.run(COMMAND, input="\n".join(asked), capture_output=True, text=True, check=True)
    said = [line for line in run.stdout.splitlines() if '"compiling":true' not in line]
    for line in shown:
        pattern = ".*".join(re.escape(part) for part in line.split("..."))
        assert any(re.fullmatch(pattern, each) for each in said), (line, said)
    assert len(said) == len(shown)


@pytest.mark.parametrize("name", CLIENTS)
def test_the_page_shows_the_clients_as_they_are(name: str) -> None:
    language = {"py": "python", "js": "js"}[name.rpartition(".")[2]]
    blocks = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert blocks == [(DOCS / "examples" / name).read_text("utf-8")]


@pytest.mark.parametrize("name", CLIENTS)
def test_the_clients_play_a_whole_game(name: str) -> None:
    if shutil.which(CLIENTS[name]) is None:
        pytest.skip(f"{CLIENTS[name]} is not installed, so {name} cannot run")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [CLIENTS[name], DOCS / "examples" / name],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PATH": path},
    )
    assert (run.returncode, run.stderr) == (0, "")
    *_, moves, told = run.stdout.splitlines()
    assert moves.startswith("1 ")
    assert told in ("O wins.", "A draw.")
