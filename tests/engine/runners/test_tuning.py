"""Which enhancements a game gains by: found out by counting, once, and never while a clock runs."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from time import perf_counter, sleep

import pytest

from outwit import AlphaBeta, Limit, find_game
from outwit.engine.compiler.cache import MissingError, cache_only
from outwit.engine.compiler.linker import Data
from outwit.engine.runners import alphabeta as run
from outwit.engine.runners import tuning
from outwit.engine.runners.tuning import Choice


@pytest.mark.parametrize(
    "spec",
    [
        "connect4",
        pytest.param("connect4:width=9", marks=pytest.mark.slow),
        "othello",
        pytest.param("tactics", marks=pytest.mark.slow),
        "tictactoe",
        "nim",
    ],
)
def test_the_choice_is_the_combination_that_visits_the_fewest_nodes(spec: str) -> None:
    game = find_game(spec)
    program, data = AlphaBeta.program(game), Data(game)
    depths = {state: tuning.worthwhile(game, program, data, state)[0] for state in tuning.positions(game)}
    trials = [(state, depth) for state, depth in depths.items() if depth]
    every = [Choice(*switches) for switches in product((False, True), repeat=2)]

    def visited(choice: Choice) -> int:
        return sum(tuning.nodes(game, program, data, state, depth, choice) for state, depth in trials)

    expected = min(every, key=lambda choice: (visited(choice), choice)) if trials else tuning.UNTRIED
    assert tuning.best_choice(game, program, data) == expected


def test_a_position_is_searched_as_deep_as_takes_some_effort() -> None:
    game = find_game("connect4")
    program, data, start = AlphaBeta.program(game), Data(game), game.initial()
    depth, nodes = tuning.worthwhile(game, program, data, start)
    assert nodes == tuning.nodes(game, program, data, start, depth, tuning.UNTRIED) >= tuning.EFFORT
    assert tuning.nodes(game, program, data, start, depth - 1, tuning.UNTRIED) < tuning.EFFORT


def test_no_clock_runs_while_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*_: object) -> Choice:
        sleep(0.3)
        return tuning.UNTRIED

    game = find_game("connect4")
    AlphaBeta.program(game).choices.clear()
    monkeypatch.setattr(tuning, "load_choice", lambda name: None)
    monkeypatch.setattr(tuning, "best_choice", slowly)
    began = perf_counter()
    decision = AlphaBeta().decide(game, game.initial(), Limit(seconds=0.2))
    assert perf_counter() - began - decision.seconds >= 0.3
    assert decision.depth >= 1


def test_a_game_on_which_nothing_can_be_tried_is_tried_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path))
    game = find_game("nim")
    program = AlphaBeta.program(game)
    assert tuning.tune(game, program, Data(game)) == tuning.UNTRIED
    [kept] = tmp_path.glob("*.choice")
    with cache_only():
        assert tuning.tune(game, program, Data(game)) == tuning.UNTRIED
    kept.unlink()
    with cache_only(), pytest.raises(MissingError):
        tuning.tune(game, program, Data(game))


def test_nothing_is_compiled_when_only_the_cache_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(run, "ready", {})
    assert not AlphaBeta().load(find_game("nim:coins=17"))
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_what_is_missing_is_not_made_when_only_the_cache_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = find_game("nim:coins=17")
    agent = AlphaBeta()
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(run, "ready", {})
    assert not agent.load(game)
    assert not list(tmp_path.iterdir())
    agent.prepare(game)
    monkeypatch.setattr(run, "ready", {})
    before = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache").iterdir()}
    assert sorted(Path(name).suffix for name in before) == [".choice", ".code"]
    assert agent.load(game)
    assert {file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache").iterdir()} == before
    assert not isinstance(next(iter(run.ready.values())), Exception)
