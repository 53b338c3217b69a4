"""Programs before the server."""

from __future__ import annotations

import html
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from outwit.games import find_game
from outwit.play import Session
from tests.web.conftest import Server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as opened:
        yield opened


def test_games_and_agents_are_listed(client: httpx.Client) -> None:
    games = {each["game"] for each in client.get("/games").json()["games"]}
    assert {"connect4", "tictactoe", "nim", "pig", "tests/web/race.py:Race"} <= games
    assert "alphabeta" in {each["agent"] for each in client.get("/agents").json()["agents"]}


def test_a_position_has_text_moves_and_a_picture(client: httpx.Client) -> None:
    answer = client.post("/position", json={"game": "connect4", "moves": ["4", "4"]}).json()["position"]
    assert answer["legal"] == list("1234567")
    assert answer["to_act"] == "X"
    assert answer["picture"].startswith("<svg")
    assert client.post("/position", json={"game": "nim"}).json()["position"]["picture"] is None


def test_a_decision_is_the_engines(client: httpx.Client) -> None:
    question = {"game": "tictactoe", "moves": ["1", "5", "2"], "agent": "alphabeta", "limit": {"depth": 4}}
    decision = client.post("/decide", json=question).json()["decision"]
    assert decision["move"] == "3"
    assert decision["nodes"] > 0


def events(response: httpx.Response) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def test_progress_comes_as_events_and_the_decision_last(client: httpx.Client) -> None:
    question = {"game": "connect4", "agent": "alphabeta", "limit": {"seconds": 1}}
    client.post("/decide", json=question)
    with client.stream("POST", "/decide?stream=true", json=question) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        heard = list(events(response))
    names = [name for name, _ in heard]
    assert names[-1] == "decision"
    assert names.count("progress") >= 2
    depths = [data["depth"] for name, data in heard if name == "progress"]
    assert depths == sorted(depths)


@pytest.mark.parametrize("stream", [False, True])
def test_a_search_ends_when_whoever_asked_goes_away(server: Server, stream: bool) -> None:
    question = {"game": "connect4", "agent": "alphabeta", "limit": {"seconds": 40}}
    address = f"{server.address}/api/decide"
    for _ in range(4):
        if stream:
            with httpx.stream("POST", f"{address}?stream=true", json=question, timeout=20) as response:
                next(events(response))
        else:
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(address, json=question, timeout=0.5)
    started = time.monotonic()
    short = {"game": "nim", "agent": "alphabeta", "limit": {"depth": 3}}
    assert httpx.post(address, json=short, timeout=60).status_code == 200
    assert time.monotonic() - started < 35


def play_out(client: httpx.Client, game: str, opponent: str) -> dict[str, Any]:
    """A whole game, always the first legal move against an agent."""
    table = client.post("/sessions", json={"game": game, "players": ["human", opponent]}).raise_for_status()
    at: dict[str, Any] = table.json()
    key, you = at["id"], at["you"]
    while not at["over"]:
        if at["legal"]:
            at = client.post(f"/sessions/{key}/moves", json={"you": you, "move": at["legal"][0]}).json()
            assert "error" not in at, at
        else:
            client.get(f"/sessions/{key}/wait", params={"steps": len(at["moves"])}).raise_for_status()
            at = client.get(f"/sessions/{key}", params={"you": you}).raise_for_status().json()
    return at


@pytest.mark.parametrize("game", ["tictactoe", "nim", "pig:goal=6"])
def test_a_session_is_played_to_its_end(client: httpx.Client, game: str) -> None:
    at = play_out(client, game, "random:seed=1")
    assert at["result"] is not None
    session = Session(find_game(game))
    for move in at["moves"]:
        session.play(session.find_move(move))
    assert session.over
    assert list(session.result or ()) == at["result"]


def test_a_move_can_be_taken_back(client: httpx.Client) -> None:
    at = client.post("/sessions", json={"game": "tictactoe", "players": ["human", "human"]}).json()
    key, you = at["id"], at["you"]
    client.post(f"/sessions/{key}/moves", json={"you": you, "move": "5"})
    other = client.post(f"/sessions/{key}/seats", json={"player": 1}).json()["you"]
    assert client.post(f"/sessions/{key}/moves", json={"you": other, "move": "1"}).json()["moves"] == [
        "5",
        "1",
    ]
    asked = client.post(f"/sessions/{key}/take-back", json={"you": you}).json()
    assert asked["moves"] == ["5", "1"], "the other has not agreed yet"
    agreed = client.post(f"/sessions/{key}/answer", json={"you": other, "agree": True})
    assert agreed.json()["moves"] == []


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/position", {"game": "chess960x"}, 400, "There is no game called"),
        ("/position", {"game": "../../etc/passwd"}, 400, "There is no game called"),
        ("/position", {"game": "/tmp/evil.py:Evil"}, 400, "Only games named on the command line"),
        ("/position", {"game": "connect4:width=10000000"}, 400, "is no board"),
        ("/position", {"game": "tree:" + "(" * 40_000}, 400, ""),
        (
            "/position",
            {"game": "nim", "moves": ["1"] * 10_001},
            422,
            "at most 10,000 entries, not 10,001.",
        ),
        ("/position", {"game": "nim", "moves": ["99"]}, 400, "Move 1 of 1: '99' is not a legal move"),
        ("/position", {"game": "nim", "nonsense": 1}, 422, "no entry of this request called 'nonsense'"),
        ("/position", {}, 422, '"game" is missing; give a game, as in "connect4"'),
        ("/decide", {"game": "nim", "agent": "alphabet"}, 400, "There is no agent called"),
        ("/decide", {"game": "nim", "agent": "human"}, 400, "human"),
        ("/decide", {"game": "nim", "agent": "alphabeta:mb=100000"}, 400, "mb"),
        ("/decide", {"game": "pig", "agent": "alphabeta"}, 400, "cannot play Pig"),
        (
            "/decide",
            {"game": "nim", "limit": {"seconds": -1}},
            422,
            "above 0 and up to 86,400, not -1.",
        ),
        ("/decide", {"game": "nim:coins=1", "moves": ["1"]}, 400, "over"),
        ("/sessions", {"game": "nim", "players": ["human"]}, 400, "seats"),
        ("/sessions", {"game": "nim", "players": ["<script>", "human"]}, 400, "There is no agent called"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    client: httpx.Client, path: str, body: dict[str, Any], status: int, said: str
) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    assert said in answer.json()["error"]


def test_a_limit_of_a_billion_nodes_is_cut_to_what_the_server_grants(client: httpx.Client) -> None:
    question = {"game": "tictactoe", "agent": "alphabeta", "limit": {"nodes": 10**18, "depth": 1_000_000}}
    assert client.post("/decide", json=question).json()["decision"]["exact"]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 422),
        (b"", 422),
        (b"[" * 100_000, 400),
        (b"\xff\xfe", 422),
        (b'{"game": NaN}', 422),
        (b"x" * 3_000_000, 413),
    ],
)
def test_bodies_that_are_no_json_are_refused(client: httpx.Client, content: bytes, status: int) -> None:
    answer = client.post("/position", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]


@pytest.mark.parametrize("said", [{}, {"content-type": "text/plain"}])
def test_a_body_that_does_not_say_that_it_is_json_is_told_what_to_say(
    client: httpx.Client, said: dict[str, str]
) -> None:
    answer = client.post("/position", content=b'{"game": "nim"}', headers=said)
    assert answer.status_code == 422
    assert 'send it with "Content-Type: application/json"' in answer.json()["error"]


def test_what_is_no_number_is_not_called_a_large_one(client: httpx.Client) -> None:
    for number, said in (("NaN", "not NaN, which is no number."), ("1e999", "not so large a number.")):
        body = f'{{"game": "nim", "player": {number}}}'
        answer = client.post("/position", content=body, headers={"content-type": "application/json"})
        assert answer.json()["error"].endswith(said)


def test_a_body_without_a_length_is_cut_off(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(300):
            yield b"x" * 10_000

    answer = client.post("/position", content=endless())
    assert answer.status_code == 413
    assert client.get("/games").status_code == 200


def test_addresses_that_lead_nowhere_are_said_in_a_sentence(client: httpx.Client) -> None:
    assert client.get("/nothing").json() == {"error": "There is nothing at this address."}
    assert client.delete("/games").status_code == 405
    assert client.get("/sessions/nothing").status_code == 404
    assert "no such session" in client.get("/sessions/nothing").json()["error"]


def described(field: dict[str, Any]) -> str:
    """What a page says of a field."""
    return html.escape(field["description"])


def test_the_documentation_stands_alone(client: httpx.Client) -> None:
    page = client.get("/docs").text
    assert "POST /api/decide" in page
    assert "http" not in page.replace("http-equiv", "")
    schema = client.get("/openapi.json").json()
    assert schema["paths"]
    for name, body in schema["components"]["schemas"].items():
        if name.endswith(("Request", "Body")) and name not in ("LimitRequest", "SprtBody"):
            unsaid = [field for field, each in body["properties"].items() if described(each) not in page]
            assert unsaid == [], name


def test_a_table_is_no_larger_than_the_server_grants(client: httpx.Client) -> None:
    question = {"game": "tictactoe", "agent": "alphabeta:mb=1000,depth=3"}
    assert "mb=256" in client.post("/decide", json=question).json()["decision"]["agent"]


def test_a_port_that_is_taken_is_said_in_a_sentence(server: Server) -> None:
    command = [sys.executable, "-m", "outwit", "serve", "--no-open", "--port", str(server.port)]
    outcome = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert outcome.returncode == 2
    assert "cannot be served: address already in use; give another" in outcome.stderr
