from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outwit import find_game
from outwit.agents import agent_spec
from outwit.cli.compile import able
from outwit.engine.runners import alphabeta as runner
from outwit.games.kuhn import Kuhn
from tests.cli.conftest import Command, Outcome

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


class Kept:
    """A cache of these tests' own, empty at first, and what was said of each game when it was compiled."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.dealt = folder / "dealt.py"
        self.dealt.write_text(DEALT)
        self.said: dict[str, Outcome] = {}

    def files(self) -> dict[str, int]:
        return {each.name: each.stat().st_mtime_ns for each in self.cache.iterdir()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept(tmp_path_factory.mktemp("compiled"))


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, folder: Kept) -> Kept:
    """Nothing is compiled but what is kept there."""
    monkeypatch.setenv("OUTWIT_CACHE", str(folder.cache))
    monkeypatch.setattr(runner, "ready", {})
    return folder


Once = Callable[[str], Outcome]


@pytest.fixture
def compiled(outwit: Command, kept: Kept) -> Once:
    """What `outwit compile` says of a game that it has not seen; five to fifteen seconds, so only once."""

    def once(game: str) -> Outcome:
        if game not in kept.said:
            kept.said[game] = outwit("compile", game)
        return kept.said[game]

    return once


def test_a_game_that_compiles_is_told_with_its_rules(
    outwit: Command, compiled: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = compiled("nim")
    assert first.status == 0
    assert first.out.startswith(
        "nim compiles: over, turn, moves, play, payoff, for alphabeta, mcts, montecarlo and solver; "
    )
    assert first.out.endswith(" s, from now on from the cache.\n")
    monkeypatch.setattr(runner, "ready", {})
    again = json.loads(outwit("compile", "nim", "--json").out)
    assert again["compiles"] is again["from_cache"] is again["cached"] is True
    assert again["rules"] == RULES
    assert again["agents"] == ["alphabeta", "mcts", "montecarlo", "solver"]


def test_a_game_is_compiled_for_those_who_draw_worlds_where_something_is_hidden() -> None:
    assert [*map(agent_spec, able(Kuhn()))] == ["ismcts", "pimc", "pimc:depth=1"]
    drawing = {"ismcts", "pimc"}
    assert not any({agent.name for agent in able(find_game(spec))} & drawing for spec in ("nim", "pig"))


def test_a_game_in_which_both_choose_at_once_is_compiled_for_those_who_play_it(compiled: Once) -> None:
    out = compiled("rps").out
    assert "moves_for, play_joint" in out
    assert "for montecarlo and smmcts;" in out
    assert "smmcts" not in {agent.name for spec in ("nim", "pig") for agent in able(find_game(spec))}


@pytest.mark.slow
def test_a_game_with_dice_is_compiled_with_the_search_that_suits_it(compiled: Once) -> None:
    out = compiled("pig").out
    assert "chances" in out
    assert "for expectiminimax, mcts, montecarlo and solver;" in out


def test_a_game_for_three_is_compiled_for_those_who_play_among_many(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "three.py"
    file.write_text(THREE)
    assert "for bestreply, maxn, mcts, montecarlo and paranoid;" in outwit("compile", f"{file}:Three").out


DECIDE = """
import sys
from outwit import Limit, find_agent, find_game
from outwit.engine.compiler import rules
from outwit.engine.runners import tuning

def refuse(*_):
    raise AssertionError("something was left to prepare")

rules.compiled_now = tuning.tried = refuse
game = find_game(sys.argv[1])
start = game.initial()
while game.turn(start) < 0:
    start = game.play(start, next(iter(game.chances(start)))[0])
for name in sys.argv[2:]:
    agent = find_agent(name)
    agent.programs(game)
    decision = agent.decide(game, start, Limit(seconds=0.2))
    assert decision.nodes > 1, name
"""


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("nim", ["alphabeta", "alphabeta:level=3", "mcts", "montecarlo", "solver"]),
        ("kuhn", ["ismcts", "pimc", "pimc:depth=2"]),
        *(
            pytest.param(game, agents, marks=pytest.mark.slow)
            for game, agents in (
                ("pig", ["expectiminimax", "mcts:threads=2", "montecarlo", "solver"]),
                ("connect4", ["alphabeta", "mcts", "solver"]),
                ("FILE:Dealt:cards=(3,1,2)", ["alphabeta", "mcts", "montecarlo"]),
            )
        ),
    ],
)
def test_nothing_is_left_to_prepare(compiled: Once, kept: Kept, game: str, agents: list[str]) -> None:
    game = game.replace("FILE", str(kept.dealt))
    assert compiled(game).status == 0
    before = kept.files()
    subprocess.run([sys.executable, "-c", DECIDE, game, *agents], check=True)
    assert kept.files() == before


def test_another_board_that_is_data_is_not_compiled_again(
    outwit: Command, compiled: Once, kept: Kept
) -> None:
    assert compiled(f"{kept.dealt}:Dealt:cards=(3,1,2)").status == 0
    again = json.loads(outwit("compile", f"{kept.dealt}:Dealt:cards=(2,3,1)", "--json").out)
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


def test_a_profile_tells_what_each_rule_costs(outwit: Command, compiled: Once) -> None:
    assert compiled("nim").status == 0
    outcome = outwit("compile", "nim", "--profile")
    assert outcome.status == 0
    assert "times faster" in outcome.out
    told = json.loads(outwit("compile", "nim", "--profile", "--json").out)
    costs = {cost["rule"]: cost for cost in told["profile"]}
    assert {"over", "turn", "moves", "play", "payoff"} <= costs.keys()
    for cost in costs.values():
        assert 0 <= cost["compiled"] < cost["interpreted"]
        assert cost["positions"] > 0
