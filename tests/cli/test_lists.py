from __future__ import annotations

import json

import pytest

import outwit as package
from outwit.agents import AGENTS
from outwit.games import game_loaders
from tests.cli.conftest import Command

COMMANDS = (
    "play",
    "decide",
    "compare",
    "tree",
    "games",
    "agents",
    "check",
    "compile",
    "new",
    "engine",
    "serve",
)


def test_games_lists_every_game_with_its_options(outwit: Command) -> None:
    out = outwit("games").out
    for name in game_loaders():
        assert name in out
    assert "width=7" in out
    listed = {game["name"]: game for game in json.loads(outwit("games", "--json").out)}
    assert set(listed) == set(game_loaders())
    assert listed["connect4"]["options"]["graded"] == "off"


def test_agents_lists_every_agent_and_the_sentence_of_every_option(outwit: Command) -> None:
    out = outwit("agents").out
    for name in AGENTS:
        assert name in out
    for name in AGENTS:
        [agent] = json.loads(outwit("agents", name, "--json").out)
        assert all(option["help"].endswith(".") for option in agent["options"]), name
    assert "alphabeta:plain sets" in outwit("agents", "alphabeta").out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(outwit: Command, command: str) -> None:
    outcome = outwit(command, "--help")
    assert outcome.status == 0
    assert f"Example: outwit {command}" in " ".join(outcome.out.split())


def test_the_version_is_told(outwit: Command) -> None:
    assert outwit("--version").out.strip() == f"outwit {package.__version__}"


def test_check_reports_what_it_played(outwit: Command) -> None:
    assert "keeps every promise: 5 random games" in outwit("check", "nim", "--games", 5).out
    report = json.loads(outwit("check", "nim", "--games", 5, "--json").out)
    assert report["sound"] is True
    assert report["games"] == 5
