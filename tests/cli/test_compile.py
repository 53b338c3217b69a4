from __future__ import annotations

import json
from pathlib import Path

import pytest

from outwit.engine import run
from tests.cli.conftest import Command

RULES = ["turn", "moves", "play", "over", "payoff"]
BROKEN = """\
from outwit.games.nim import Nim


class Mine(Nim):
    def evaluate(self, pile, player):
        return sum(n for n in range(3))
"""


THREE = """
from outwit.games.nim import Nim, Pile

class Three(Nim):
    players = 3

    def play(self, pile, n):
        return Pile(pile.coins - n, (pile.turn + 1) % 3)
"""


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))


def test_a_game_that_compiles_is_told_with_its_rules(
    outwit: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "ready", {})
    first = outwit("compile", "nim")
    assert first.status == 0
    assert first.out.startswith(
        "nim compiles: turn, moves, play, over, payoff, and the search of alphabeta; "
    )
    assert first.out.endswith(" s, from now on from the cache.\n")
    monkeypatch.setattr(run, "ready", {})
    again = json.loads(outwit("compile", "nim", "--json").out)
    assert again["compiles"] is again["from_cache"] is again["cached"] is True
    assert again["rules"] == RULES
    assert again["search"] == "alphabeta"


def test_a_game_with_dice_is_compiled_with_the_search_that_suits_it(outwit: Command) -> None:
    out = outwit("compile", "pig").out
    assert "chances" in out
    assert "and the search of expectiminimax" in out


def test_of_a_game_for_three_the_rules_alone_are_compiled(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "three.py"
    file.write_text(THREE)
    assert "and no search yet" in outwit("compile", f"{file}:Three").out


def test_a_game_that_cannot_be_compiled_is_answered_with_one_sentence(
    outwit: Command, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BROKEN)
    outcome = outwit("compile", f"{file}:Mine")
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("Mine.evaluate, line 6 of mine.py: sum() of a generator expression cannot")
    assert outcome.err.count("\n") == 1
    outcome = outwit("compile", f"{file}:Mine", "--json")
    assert outcome.status == 2
    told = json.loads(outcome.out)
    assert told["compiles"] is False
    assert "line 6 of mine.py" in told["reason"]
