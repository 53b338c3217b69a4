"""A game one of whose options is a whole file goes by a short name wherever people read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outwit.games import find_game
from outwit.games.risk.atlas import MAPS
from tests.cli.conftest import Command

NAME = "risk:map=Three rocks,players=2,rounds=1"


@pytest.fixture
def rocks(tmp_path: Path) -> str:
    """A game on a map in a file."""
    file = tmp_path / "rocks.toml"
    content = MAPS.shipped["islands"].read_text("utf-8")
    file.write_text(content.replace("Three islands", "Three rocks").replace("bonus = 2", "bonus = 4", 1))
    return f"risk:map={file},players=2,rounds=1"


def test_sentences_and_logs_name_the_map(outwit: Command, rocks: str, tmp_path: Path) -> None:
    checked = outwit("check", rocks, "--games", 1, "--seconds", 0.5, "--no-compiled").out
    assert checked.startswith(f"{NAME} keeps every promise")
    log = tmp_path / "log.txt"
    outwit("play", rocks, "--agent", "random:seed=1", "--agent", "random:seed=2", "--log", log)
    assert log.read_text("utf-8").startswith(f"Risk ({NAME})\n")
    assert "Bay" in log.read_text("utf-8")
    assert (
        f"A match of {NAME} is between 2 agents" in outwit("match", rocks, "random", "random", "random").err
    )


def test_tournaments_and_reports_name_the_map(outwit: Command, rocks: str, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    told = outwit("match", rocks, "random:seed=1", "random:seed=2", "--games", 2, "--report", report)
    assert told.out.startswith(f"{NAME}: 2 of 2 games")
    assert f"<title>{NAME}" in report.read_text("utf-8")
    assert "territories=" not in report.read_text("utf-8")
    assert NAME in outwit("store", "list").out
    assert "territories=" not in outwit("store", "list").out


def test_programs_read_the_name_and_what_finds_the_game_again(outwit: Command, rocks: str) -> None:
    answer = json.loads(outwit("decide", f"{rocks},deal=1", "--agent", "random", "--json").out)
    assert answer["game"] == f"{NAME},deal=1"
    assert find_game(answer["spec"]) == find_game(f"{rocks},deal=1")
    assert "spec" not in json.loads(outwit("decide", "nim", "--agent", "random", "--json").out)


def test_a_scenario_goes_by_its_title_too(outwit: Command, tmp_path: Path) -> None:
    from outwit.games.tactics.scenario import SCENARIOS

    file = tmp_path / "mine.toml"
    content = SCENARIOS.shipped["duel"].read_text("utf-8")
    title = SCENARIOS.find("duel").title
    file.write_text(content.replace(f'"{title}"', '"Another duel"'))
    answer = json.loads(outwit("decide", f"tactics:scenario={file}", "--agent", "random", "--json").out)
    assert answer["game"].startswith("tactics:scenario=Another duel")
