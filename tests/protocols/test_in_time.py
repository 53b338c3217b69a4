"""Answers over lines of JSON: in time by the clock on the wall, from the first move on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from outwit.random import Generator
from tests.promptness import GAMES, OWN, ROOT, SECONDS, Lateness, founded
from tests.protocols.talk import Talk, talking

MOVES = 4
"""How many moves of each game are asked for."""


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path))
    options = [option for game in OWN for option in ("--game", game)]
    with talking(*options, folder=ROOT) as talk:
        talk.ask(do="agents")
        yield talk


@pytest.mark.parametrize("game", ["connect4", "tests/engine/chancy.py:Duel"])
def test_the_first_answer_is_founded(talk: Talk, game: str) -> None:
    decision, _ = next(decisions(talk, game))
    assert founded(decision)


@pytest.mark.slow
def test_every_answer_is_founded_and_in_time(talk: Talk, report: Callable[[str], None]) -> None:
    lateness = Lateness()
    for game in GAMES:
        for decision, seconds in decisions(talk, game):
            lateness.note(game, seconds, founded(decision))
    lateness.assert_small(report, "lines of JSON, nothing compiled")


def decisions(talk: Talk, game: str) -> Iterator[tuple[dict[str, Any], float]]:
    """The first decisions of a game, each with the seconds until it came; chance acts as it does."""
    random, moves, many = Generator(5), list[str](), 0
    while many < MOVES:
        position = talk.ask(do="position", game=game, moves=moves)["position"]
        if position["over"]:
            return
        if position["turn"] == "chance":
            moves.append(random.choice(position["legal"]))
            continue
        players = [0, 1] if position["turn"] == "all" else [position["turn"]]
        chosen = []
        for player in players:
            began = perf_counter()
            answer = talk.ask(do="decide", game=game, moves=moves, player=player, limit={"seconds": SECONDS})
            seconds = perf_counter() - began
            assert "decision" in answer, (game, answer)
            chosen.append(answer["decision"]["move"])
            many += 1
            yield answer["decision"], seconds
        moves.append(",".join(chosen))
