"""The first answer of a game that nothing has been compiled for: the page says what it waits for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import VIEWPORTS

GAMES = {"connect4": "Connect4", "othello": "Othello"}
"""A game for each size of the page, so that nothing is compiled for either, and what its class is called."""


def ready(name: str) -> re.Pattern[str]:
    """What is said while a game is compiled: a slow machine may not have begun with it."""
    step = rf"(compiling {name} for alphabeta|tuning {name}), step \d of 2"
    return re.compile(rf"Getting ready \(first time only\): ({name} waits to be compiled|{step}), \d+ s\.")


@pytest.fixture
def cold_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that finds nothing compiled."""
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))
    server = Server(tmp_path)
    yield server
    server.end()


@pytest.mark.slow
def test_the_first_answer_says_what_is_being_compiled(
    cold_server: Server, visitor: Callable[..., Page]
) -> None:
    for size, (game, name) in zip(VIEWPORTS.values(), GAMES.items(), strict=True):
        me = Seated(visitor(viewport=size), cold_server.address)
        me.begin(game, None, "alphabeta:seconds=50").ready()
        me.page.locator(".ow-legal").first.click()
        expect(me.page.get_by_text(ready(name))).to_be_visible()
        expect(me.page.get_by_label("Thinking", exact=True)).to_contain_text(re.compile(r"[1-9]\d*\.\d s"))
        me.press("Move now")
        me.expect_moves(2)
