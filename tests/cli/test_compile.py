from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.engine import run
from tests.cli.conftest import Command

RULES = ["over", "turn", "moves", "play", "payoff"]
BROKEN = """\
from outwit.games.nim import Nim


class Mine(Nim):
    def evaluate(self, pile, player):
        return float(len(f"{pile.coins:3d}"))
"""


THREE = """
from outwit.games.nim import Nim, Pile

class Three(Nim):
    players = 3

    def play(self, pile, n):
        return Pile(pile.coins - n, (pile.turn + 1) % 3)
"""


DEALT = """
from dataclasses import dataclass

from outwit import Game
from outwit.games.nim import Pile


@dataclass(frozen=True)
class Dealt(Game):
    cards: tuple[int, ...] = (1, 2, 3)

    def initial(self):
        return Pile(12, 0)

    def moves(self, pile):
        for index in range(3):
            if self.cards[index] <= pile.coins:
                yield self.cards[index]

    def play(self, pile, n):
        return Pile(pile.coins - n, 1 - pile.turn)

    def over(self, pile):
        return pile.coins == 0

    def payoff(self, pile, player):
        return -1.0 if pile.turn == player else 1.0
"""


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(run, "ready", {})


def test_a_game_that_compiles_is_told_with_its_rules(
    outwit: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = outwit("compile", "nim")
    assert first.status == 0
    assert first.out.startswith(
        "nim compiles: over, turn, moves, play, payoff, for alphabeta, mcts, montecarlo and solver; "
    )
    assert first.out.endswith(" s, from now on from the cache.\n")
    monkeypatch.setattr(run, "ready", {})
    again = json.loads(outwit("compile", "nim", "--json").out)
    assert again["compiles"] is again["from_cache"] is again["cached"] is True
    assert again["rules"] == RULES
    assert again["agents"] == ["alphabeta", "mcts", "montecarlo", "solver"]


def test_a_game_with_dice_is_compiled_with_the_search_that_suits_it(outwit: Command) -> None:
    out = outwit("compile", "pig").out
    assert "chances" in out
    assert "for expectiminimax, mcts, montecarlo and solver;" in out


def test_a_game_for_three_is_compiled_for_those_who_play_games_out(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "three.py"
    file.write_text(THREE)
    assert "for mcts and montecarlo;" in outwit("compile", f"{file}:Three").out


DECIDE = """
import sys
from outwit import Limit, find_agent, find_game
from outwit.engine import rules, tuning

def refuse(*_):
    raise AssertionError("something was left to prepare")

rules.compiled_now = tuning.tried = refuse
game = find_game(sys.argv[1])
for name in sys.argv[2:]:
    agent = find_agent(name)
    agent.program(game)
    decision = agent.decide(game, game.initial(), Limit(seconds=0.2))
    assert decision.nodes > 1, name
"""


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("nim", ["alphabeta", "alphabeta:level=3", "mcts", "montecarlo", "solver"]),
        ("pig", ["expectiminimax", "mcts:threads=2", "montecarlo", "solver"]),
        pytest.param("connect4", ["alphabeta", "mcts", "solver"], marks=pytest.mark.slow),
        ("FILE:Dealt:cards=(3,1,2)", ["alphabeta", "mcts", "montecarlo"]),
    ],
)
def test_nothing_is_left_to_prepare(outwit: Command, tmp_path: Path, game: str, agents: list[str]) -> None:
    file = tmp_path / "dealt.py"
    file.write_text(DEALT)
    game = game.replace("FILE", str(file))
    assert outwit("compile", game).status == 0
    folder = tmp_path / "cache"
    before = {each.name: each.stat().st_mtime_ns for each in folder.iterdir()}
    subprocess.run([sys.executable, "-c", DECIDE, game, *agents], check=True)
    assert {each.name: each.stat().st_mtime_ns for each in folder.iterdir()} == before


def test_another_board_that_is_data_is_not_compiled_again(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "dealt.py"
    file.write_text(DEALT)
    outwit("compile", f"{file}:Dealt")
    again = json.loads(outwit("compile", f"{file}:Dealt:cards=(3,1,2)", "--json").out)
    assert again["from_cache"] is True


def test_a_game_that_cannot_be_compiled_is_answered_with_one_sentence(
    outwit: Command, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BROKEN)
    outcome = outwit("compile", f"{file}:Mine")
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("Mine.evaluate, line 6 of mine.py: a format such as {x:3d} cannot")
    assert outcome.err.count("\n") == 1
    outcome = outwit("compile", f"{file}:Mine", "--json")
    assert outcome.status == 2
    told = json.loads(outcome.out)
    assert told["compiles"] is False
    assert "line 6 of mine.py" in told["reason"]


def test_a_profile_tells_what_each_rule_costs(outwit: Command) -> None:
    outcome = outwit("compile", "nim", "--profile")
    assert outcome.status == 0
    assert "times faster" in outcome.out
    told = json.loads(outwit("compile", "nim", "--profile", "--json").out)
    costs = {cost["rule"]: cost for cost in told["profile"]}
    assert {"over", "turn", "moves", "play", "payoff"} <= costs.keys()
    for cost in costs.values():
        assert 0 <= cost["compiled"] < cost["interpreted"]
        assert cost["positions"] > 0
