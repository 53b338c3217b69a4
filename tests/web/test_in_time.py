"""An agent in a session of the server: it moves in time by the clock on the wall, from its first move on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from outwit.agents import agent_spec, suitable
from outwit.games import find_game
from outwit.store import SessionStore
from tests.promptness import GAMES, OWN, SECONDS, Lateness
from tests.web.conftest import Server

MOVES = 3
"""How many moves of each game the agents are waited for."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))
    server = Server(tmp_path, *(option for game in OWN for option in ("--game", game)))
    yield server
    server.end()


@pytest.mark.slow
def test_an_agent_at_the_table_moves_in_time(server: Server, report: Callable[[str], None]) -> None:
    lateness = Lateness()
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as client:
        for spec in GAMES:
            for seconds in thought(server, played(client, spec)):
                lateness.note(spec, seconds)
    lateness.assert_small(report, "sessions of the server, nothing compiled")


def played(client: httpx.Client, spec: str) -> str:
    """The key of a session in which agents have answered some moves of a person."""
    game = find_game(spec)
    agent = suitable(game)
    if hasattr(agent, "seconds"):
        agent = replace(agent, seconds=SECONDS)  # type: ignore[type-var]
    players = ["human", *[agent_spec(agent)] * (game.players - 1)]
    table = client.post("/sessions", json={"game": spec, "players": players}).raise_for_status().json()
    key, you = str(table["id"]), {"you": table["you"]}
    for _ in range(MOVES):
        table = due(client, key, you)
        if table["over"]:
            break
        move = {**you, "move": table["legal"][0]}
        client.post(f"/sessions/{key}/moves", json=move).raise_for_status()
    due(client, key, you)
    return key


def due(client: httpx.Client, key: str, you: dict[str, str]) -> dict[str, Any]:
    """The session once it is the person's turn, or over."""
    until = monotonic() + 60
    while True:
        table: dict[str, Any] = client.get(f"/sessions/{key}", params=you).raise_for_status().json()
        if table["over"] or table["legal"]:
            return table
        assert monotonic() < until, table
        client.get(f"/sessions/{key}/wait", params={"steps": len(table["moves"])}).raise_for_status()


def thought(server: Server, key: str) -> Iterator[float]:
    """How long agents have thought about each of their moves, as whoever sat there saw it."""
    store = SessionStore(f"sqlite:///{(server.folder / 'games.db').as_posix()}")
    for step in store.find(key, find_game).session.steps:
        if step.seconds is not None:
            yield step.seconds
