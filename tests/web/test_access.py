"""Pages for everyone: axe finds nothing serious, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(
    server: Server, visitor: Callable[..., Page], theme: Literal["light", "dark"]
) -> None:
    page = visitor(color_scheme=theme)
    me = Seated(page, server.address)
    found = []

    def look(name: str) -> None:
        page.wait_for_timeout(500)
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(255, 255, 255)") == (theme == "light")
        for violation in Axe().run(page).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:200] for node in violation["nodes"][:3]]
                found.append(f"{name}: {violation['id']}: {violation['help']}: {nodes}")

    page.goto(server.address)
    expect(page.get_by_text("Play a game")).to_be_visible()
    look("home")
    page.goto(f"{server.address}/play/connect4")
    expect(page.get_by_text("Who plays")).to_be_visible()
    look("set-up")
    page.goto(f"{server.address}/play/wargame")
    page.get_by_label("Choose a board by its name").click()
    expect(page.get_by_role("menuitem").first).to_be_visible()
    look("set-up with names to choose from")
    page.goto(f"{server.address}/play/nosuch")
    look("no such game")
    me.begin("tictactoe", None, "random:seed=3").ready()
    me.click("5")
    me.expect_moves(2)
    look("table with a picture")
    me.press("Resign")
    look("table at the end")
    me.begin("wargame:board=9 9 9/9 1 9/9 9 9", None, "random:seed=3").ready()
    me.click("B2")
    me.expect_moves(2)
    me.ready()
    page.locator(".ow-legal[aria-label*='blitz']").first.click()
    expect(page.locator(".ow-chosen")).to_be_visible()
    look("table with a square chosen")
    me.begin("pig", None, "random:seed=3").ready()
    look("table with buttons")
    me.begin("connect4", None, "alphabeta:seconds=30").ready()
    me.click("4")
    expect(page.get_by_role("button", name="Move now")).to_be_visible()
    look("table while an agent thinks")
    me.press("Move now")
    page.goto(f"{server.address}/api/docs")
    for violation in Axe().run(page).response["violations"]:
        assert violation["impact"] not in ("serious", "critical"), violation
    assert not found, "\n".join(found)
