"""Backgammon in the browser: dice that fall by themselves, plays of several clicks in any order."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated


def test_a_play_is_clicked_point_by_point_and_taken_back_with_escape(
    server: Server, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(f"{server.address}/analyse/backgammon?move=X+3-1&agent=random:seed=1")
    expect(page.locator("[data-square='8'].ow-legal")).to_be_visible()
    page.locator("[data-square='8']").click()
    expect(page.locator("[data-square='8'].ow-chosen")).to_be_visible()
    page.locator("[data-square='5']").click()
    expect(page.locator("[data-square='5'].ow-chosen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-square='5'].ow-chosen")).to_have_count(0)
    expect(page.locator("[data-square='8'].ow-chosen")).to_be_visible()
    for point in ("5", "6", "5"):
        page.locator(f"[data-square='{point}']").click()
    expect(page).to_have_url(re.compile(r"move=8%2F5\+6%2F5"))


def test_a_game_against_an_agent_goes_on_by_itself_between_plays(
    server: Server, visitor: Callable[..., Page]
) -> None:
    me = Seated(visitor(), server.address).begin("backgammon", None, "random:seed=2")
    for _ in range(3):
        me.ready()
        moves = len(me.moves())
        while len(me.moves()) == moves:
            onward = me.page.locator(".ow-legal:not([aria-label^='take'])")
            if onward.count():
                onward.first.click()
            me.page.wait_for_timeout(200)
        me.ready()
    assert len(me.moves()) >= 9
