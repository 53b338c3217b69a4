"""Without any limit given, no command lets an agent think for ever."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import NamedTuple

import pytest
from rich.console import Console

from outwit import AlphaBeta, Game, Limit, Minimax, Session, Watch, find_game
from outwit.agents import AGENTS
from outwit.cli import console
from outwit.cli.arguments import effective_limit
from outwit.decision import Agent
from outwit.play.recorded import FITTING, decide_with_tree
from outwit.search.sampler import Sampler
from tests.cli.conftest import Command

FEW = 400
"""So many nodes stand for two seconds, to be quick and to be the same everywhere."""

SEARCHING = ("alphabeta", "expectiminimax:compiled=off", "maxn", "mcts", "minimax", "montecarlo", "solver")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for cls in (Agent, Sampler):
        monkeypatch.setattr(cls, "default_limit", Limit(nodes=FEW))


@pytest.mark.parametrize("agent", SEARCHING)
def test_deciding_ends(outwit: Command, agent: str) -> None:
    answer = json.loads(outwit("decide", "connect4", "--agent", agent, "--json").out)
    assert 0 < answer["nodes"] <= FEW
    assert answer["move"]


def test_comparing_ends(outwit: Command) -> None:
    agents = [part for agent in ("minimax", "maxn", "alphabeta:plain") for part in ("--agent", agent)]
    answers = json.loads(outwit("compare", "othello", *agents, "--json").out)["answers"]
    assert all(0 < answer["nodes"] <= FEW for answer in answers)


def test_playing_and_hints_end(outwit: Command) -> None:
    done = outwit("play", "connect4", "-a", "human", "-a", "maxn", typed="hint\n4\nwhy\nquit\n")
    assert done.status == 0
    assert f"{FEW} nodes" in done.out
    assert "O plays" in done.out


@pytest.mark.parametrize("agent", ["minimax", "maxn"])
def test_reviewing_ends(outwit: Command, agent: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    outwit("play", "connect4", "-a", "random:seed=1", "-a", "random:seed=2", "--save", saved)
    told = json.loads(outwit("review", saved, "--agent", agent, "--json").out)
    assert told["limit"] == {"nodes": FEW}


def test_what_is_given_counts_alone() -> None:
    assert effective_limit(Minimax(), Limit(depth=30)) == Limit(depth=30)
    assert effective_limit(Minimax(depth=30), Limit()) == Limit()
    assert all(effective_limit(cls(), Limit()) == Limit(nodes=FEW) for cls in AGENTS.values())


class Spot(NamedTuple):
    place: int
    turn: int


@dataclass(frozen=True)
class Wide(Game):
    """Thousands of moves wherever one is."""

    def initial(self) -> Spot:
        return Spot(0, 0)

    def moves(self, state: Spot) -> Iterator[int]:
        yield from range(3000)

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(move, 1 - state.turn)

    def over(self, state: Spot) -> bool:
        return False

    def payoff(self, state: Spot, player: int) -> float:
        return 0.0


@pytest.mark.parametrize("agent", [Minimax(), AlphaBeta.plain()], ids=lambda agent: agent.name)
def test_a_tree_that_grows_too_large_is_not_waited_for(agent: Minimax | AlphaBeta) -> None:
    played = 0

    class Counted(Wide):
        def play(self, state: Spot, move: int) -> Spot:
            nonlocal played
            played += 1
            return super().play(state, move)

    decision = decide_with_tree(agent, Session(Counted()), Limit(), Watch())
    assert decision.depth == 1
    assert decision.nodes == 3001
    assert played < 3000 * 3000 / 4


def test_a_small_tree_is_searched_as_deep_as_before() -> None:
    decision = decide_with_tree(Minimax(), Session(find_game("connect4")), Limit(), Watch())
    assert (decision.depth, decision.nodes) == (3, 400)
    assert decision.nodes <= FITTING


def test_whoever_waits_for_long_is_told_what_for(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(console, "errors", Console(file=screen, force_terminal=True))
    monkeypatch.setattr(console, "PATIENCE", 0.05)
    with console.show_waiting("counting sheep"):
        pass
    assert "sheep" not in screen.getvalue()
    with console.show_waiting("counting sheep"):
        sleep(0.4)
    assert "sheep" in screen.getvalue()


def test_nobody_is_told_anything_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.01)
    with console.show_waiting("counting sheep"):
        sleep(0.1)
    assert capsys.readouterr() == ("", "")
