"""What a request would cost is counted before it is done, at every door; nobody else waits for it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from playwright.sync_api import Page, expect

from outwit.protocols.budget import MOST_LEGAL, Budget, TooCostlyError
from outwit.protocols.requests import Table, answer_position
from outwit.protocols.schema import PositionRequest, parse
from tests.web.conftest import Server

WIDE = "nim:coins=50000000,take=50000000"
DIE = "pig:sides=49999,goal=1000000000"
VAST_DIE = "pig:sides=100000000"
"""A die that nobody can list, one move away."""

ROLLS = ["roll", "2"] * 1_500
"""A position of 3,000 moves."""

LARGE = {"game": "pig:sides=4999,goal=1000000000", "moves": ROLLS}
"""Each position can be listed, but not all of them."""

LONG = {"game": "pig:goal=1000000000", "moves": ROLLS}
"""A long game as it may be: more than a moment's work, and no more than is granted."""


def asked(server: Server, path: str, body: dict[str, Any]) -> httpx.Response:
    return httpx.post(f"{server.address}/api/{path}", json=body, timeout=60)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("sessions", {"game": WIDE, "players": ["human", "human"]}),
        ("sessions", {"game": "nim:take=50000000", "players": ["human", "human"], "start": "50000000"}),
        ("position", {"game": WIDE}),
        ("position", {"game": DIE, "moves": ROLLS}),
        ("decide", {"game": DIE, "moves": ROLLS, "agent": "random:seed=1"}),
        ("tree", {"game": DIE, "moves": ROLLS}),
        *((path, {"game": VAST_DIE, "limit": {"seconds": 1}}) for path in ("decide", "tree", "explain")),
        ("sessions", {"game": VAST_DIE, "players": ["human", "human"]}),
        ("tournaments", {"game": VAST_DIE, "agents": ["random:seed=1", "random:seed=2"]}),
        ("tournaments", {"game": WIDE, "agents": ["random:seed=1", "random:seed=2"]}),
    ],
)
def test_no_program_can_ask_for_more_moves_than_can_be_listed(
    server: Server, path: str, body: dict[str, Any]
) -> None:
    answer = asked(server, path, body)
    assert answer.status_code == 400
    many = "moves" if body["game"].startswith("nim") else "outcomes of chance"
    assert f"too many {many} here; a request can have at most {MOST_LEGAL:,}." in answer.json()["error"]


@pytest.mark.parametrize("path", ["position", "decide"])
def test_no_program_can_ask_for_too_many_moves_in_all(server: Server, path: str) -> None:
    answer = asked(server, path, LARGE if path == "position" else {**LARGE, "agent": "random:seed=1"})
    assert answer.status_code == 400
    assert "All these positions together have too many moves" in answer.json()["error"]


def test_a_long_game_is_answered_by_a_worker_as_it_would_be_at_once(server: Server) -> None:
    with pytest.raises(TooCostlyError):
        Table.read(parse(PositionRequest, LONG), (), Budget.small())
    told = asked(server, "position", LONG).raise_for_status().json()["position"]
    assert told == json.loads(json.dumps(answer_position({**LONG, "picture": True})["position"]))
    decision = asked(server, "decide", {**LONG, "agent": "random:seed=1"}).raise_for_status().json()
    assert decision["decision"]["move"] in ("roll", "hold")
    wrong = asked(server, "position", {**LONG, "moves": [*ROLLS, "castle"]})
    assert wrong.status_code == 400
    assert wrong.json()["error"].startswith("Move 3001 of 3001: ")


def test_no_page_lists_more_than_it_can(server: Server) -> None:
    moves = urlencode([("move", move) for move in ROLLS])
    for address in (
        f"/tree?game={quote(WIDE)}",
        f"/analyse/{quote(VAST_DIE)}",
        f"/tree?game={quote(DIE)}&{moves}",
        f"/analyse/{quote(WIDE)}",
        f"/analyse/{quote(DIE)}?{moves}",
    ):
        answer = httpx.get(server.address + address, timeout=60)
        assert re.search("There are too many (moves|outcomes of chance) here", answer.text), address
        assert answer.status_code < 500


def test_a_page_says_that_a_game_is_too_wide_and_stays(server: Server, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto(f"{server.address}/play/{quote(WIDE)}", timeout=60_000)
    page.get_by_role("button", name="Start").click()
    refusal = page.get_by_text(re.compile("There are too many (moves|outcomes of chance) here"))
    expect(refusal).to_be_visible()
    expect(refusal).to_have_count(0)
    saved = {
        "format": "outwit-game",
        "version": 1,
        "game": DIE,
        "players": ["human", "human"],
        "seed": 0,
        "steps": [{"by": 0, "move": "roll"}, {"by": "chance", "outcome": "2"}] * 1_500,
    }
    page.get_by_text("Go on with a saved game").click()
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(saved).encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(refusal).to_be_visible()


def test_lines_of_json_have_the_same_guard() -> None:
    requests: list[dict[str, Any]] = [
        {"do": "position", "game": WIDE},
        {"do": "position", **LARGE},
        {"do": "decide", "game": DIE, "moves": ROLLS},
    ]
    lines = "".join(json.dumps({"id": number, **each}) + "\n" for number, each in enumerate(requests))
    ended = subprocess.run(
        [sys.executable, "-m", "outwit", "engine"], input=lines, capture_output=True, text=True, timeout=120
    )
    told = {each["id"]: each["error"] for each in map(json.loads, ended.stdout.splitlines())}
    assert "There are too many moves here" in told[0]
    assert "All these positions together have too many moves" in told[1]
    assert "There are too many outcomes of chance here" in told[2]
