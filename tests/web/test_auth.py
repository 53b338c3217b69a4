"""Who may come in when others than this machine are served."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

TOKEN = "a-token-for-a-test"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("guarded"), "--token", TOKEN)
    yield running
    running.end()


def test_without_the_token_nothing_is_answered_but_a_sentence(guarded: Server) -> None:
    for path in ("/", "/api/games", "/session/x", "/_nicegui/nothing"):
        for options in ({}, {"params": {"token": "wrong"}}, {"headers": {"authorization": "Bearer wrong"}}):
            answer = httpx.get(guarded.address + path, **options)  # type: ignore[arg-type]
            assert answer.status_code == 401, path
            assert "wants its token" in answer.json()["error"]
    page = httpx.get(guarded.address, headers={"accept": "text/html"})
    assert page.status_code == 401
    assert "<h1>This server wants its token</h1>" in page.text
    assert "?token=..." in page.text
    answer = httpx.get(f"{guarded.address}/api/games", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.json()["games"]


def test_the_token_in_the_first_address_opens_every_page(
    guarded: Server, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(f"{guarded.address}/?token={TOKEN}")
    expect(page.get_by_text("Play a game")).to_be_visible()
    me = Seated(page, guarded.address).begin("tictactoe", None, "random:seed=1")
    me.ready()
    me.click("5")
    me.expect_moves(2)
