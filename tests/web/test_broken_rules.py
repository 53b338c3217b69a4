"""A game whose rules raise exceptions: pages and programs are told in a sentence, nothing else suffers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from outwit.web.pages.address import Spot
from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]

RULES = """
from tests.web.race import Race, Track


class Stumbling(Race):
    \"\"\"Falls over some squares.\"\"\"

    def initial(self):
        return Track(0, 0, 0)

    def play(self, state, move):
        if state.first + move == 2:
            raise ZeroDivisionError("two is too many")
        return super().play(state, move)

    def text(self, state, player=None):
        if state.second == 2:
            raise KeyError("the second square")
        return super().text(state, player)

    def describe(self, state, move):
        return str(move)
"""


@pytest.fixture(scope="module")
def stumbling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    folder = tmp_path_factory.mktemp("stumbling")
    file = folder / "stumbling.py"
    file.write_text(RULES)
    running = Server(folder, "--game", f"{file}:Stumbling")
    yield running, f"{file}:Stumbling"
    running.end()


def words(rule: str) -> str:
    return f"Stumbling.{rule}, line "


def test_a_program_is_answered_with_a_sentence(stumbling: tuple[Server, str]) -> None:
    server, game = stumbling
    api = httpx.Client(base_url=f"{server.address}/api", timeout=120)
    position = api.post("/position", json={"game": game, "moves": ["2"]})
    assert position.status_code == 400
    assert words("play") in position.json()["error"]
    assert f"`outwit check {game}` tells more." in position.json()["error"]
    decided = api.post("/decide", json={"game": game, "agent": "minimax:depth=2"})
    assert decided.status_code == 400
    assert "raised ZeroDivisionError: two is too many" in decided.json()["error"]
    table = api.post("/sessions", json={"game": game, "players": ["human", "human"]}).json()
    moved = api.post(f"/sessions/{table['id']}/moves", json={"you": table["you"], "move": "2"})
    assert moved.status_code == 400
    assert words("play") in moved.json()["error"]
    assert api.get(f"/sessions/{table['id']}").json()["moves"] == []
    assert api.get("/games").status_code == 200


def test_a_page_says_what_is_wrong_and_stays_usable(stumbling: tuple[Server, str], visitor: Visitor) -> None:
    server, game = stumbling
    me = Seated(visitor(), server.address).begin(game, None, None)
    me.page.get_by_role("button", name="2", exact=True).click()
    expect(me.page.get_by_text(words("play"))).to_be_visible()
    me.page.get_by_role("button", name="1", exact=True).click()
    me.expect_moves(1)


def test_an_agent_that_runs_into_it_leaves_the_sentence_at_the_table(
    stumbling: tuple[Server, str], visitor: Visitor
) -> None:
    server, game = stumbling
    me = Seated(visitor(), server.address).begin(game, "minimax:depth=3", None)
    expect(me.page.locator(".ow-standing")).to_contain_text(words("play"))
    expect(me.page.get_by_role("button", name="Try again")).to_be_visible()


def test_the_log_has_sentences_and_no_traceback(stumbling: tuple[Server, str]) -> None:
    server, game = stumbling
    httpx.post(f"{server.address}/api/position", json={"game": game, "moves": ["2"]}, timeout=120)
    assert "Traceback" not in (server.folder / "log").read_text()
    assert words("play") in (server.folder / "log").read_text()


def test_a_game_that_breaks_at_its_first_position_is_not_served(tmp_path: Path) -> None:
    file = tmp_path / "fallen.py"
    file.write_text(RULES.replace("return Track(0, 0, 0)", "return Track(0, 2, 0)"))
    with pytest.raises(AssertionError, match=r"Stumbling\.text, line \d+ of fallen\.py, raised KeyError"):
        Server(tmp_path, "--game", f"{file}:Stumbling")


def test_a_page_that_cannot_be_made_says_why(stumbling: tuple[Server, str]) -> None:
    server, game = stumbling
    answer = httpx.get(f"{server.address}{Spot(game, moves=('1', '2')).analysis()}", timeout=60)
    assert answer.status_code == 500
    assert "The rules of this game are broken" in answer.text
    assert words("text") in answer.text
