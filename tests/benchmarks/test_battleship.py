from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from benchmarks.battleship import Row, Sample, play
from benchmarks.shooting import DENSITY, FLEETS, GAME, HUNT, INDEPENDENT, RANDOM, shots_needed

from benchmarks import battleship
from outwit.random import Generator


def test_the_mean_has_the_standard_error_of_a_sample() -> None:
    shots = np.array([40, 44, 48])
    sample = Sample(3, int(shots.sum()), int((shots**2).sum()))
    assert sample.mean == pytest.approx(44)
    assert sample.error == pytest.approx(shots.std() / 3**0.5)


def test_a_run_that_was_broken_off_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    def shots(way: int, drawn: int, offered: int, seed: int, games: int) -> object:
        asked.append((seed, games))
        return np.full(games, 40 + seed)

    monkeypatch.setattr(battleship, "shots_needed", shots)
    row, kept = Row("density", DENSITY, 50, 10), tmp_path / "kept.json"
    assert play(row, 20, kept).games == 20
    assert play(row, 50, kept) == play(row, 50, tmp_path / "anew.json")
    assert asked[:5] == [(0, 10), (10, 10), (20, 10), (30, 10), (40, 10)]


@pytest.mark.slow  # it compiles every way to shoot
@pytest.mark.parametrize("way", [RANDOM, HUNT, INDEPENDENT, DENSITY, FLEETS])
def test_compiled_games_are_those_that_python_plays(way: int) -> None:
    random = Generator(3)
    played = [GAME.sink(GAME.place(GAME.initial(), 2, random), way, 5, random) for _ in range(3)]
    assert list(shots_needed(way, 5, 2, 3, 3)) == played
