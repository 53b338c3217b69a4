"""An agent's level of difficulty, chosen where a game is set up."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]


def set_up(page: Page, server: Server, game: str) -> Seated:
    me = Seated(page, server.address)
    page.goto(f"{server.address}/play/{game}")
    me.heard()
    return me


def level(page: Page, shown: str) -> Locator:
    """The button that names O's level."""
    return page.get_by_role("button", name=f"O: level: {shown}", exact=True)


def spec(page: Page) -> Locator:
    return page.get_by_label("O: the agent and its options")


def test_a_level_is_chosen_and_the_agent_plays_at_it(server: Server, visitor: Visitor) -> None:
    page = visitor()
    me = set_up(page, server, "tictactoe")
    level(page, "Full strength (5)").click()
    expect(page.get_by_role("menuitem")).to_have_text(
        ["Beginner (1)", "Casual (2)", "Practised (3)", "Strong (4)", "Full strength (5)"]
    )
    page.get_by_role("menuitem", name="Casual (2)").click()
    expect(level(page, "Casual (2)")).to_be_visible()
    expect(spec(page)).to_have_value("alphabeta:seconds=1,level=2")
    me.press("Start")
    page.wait_for_url(re.compile("/session/"))
    me.heard()
    expect(page.get_by_text("alphabeta:seconds=1,level=2")).to_be_visible()
    me.ready()
    me.click("5")
    me.expect_moves(2)


def test_a_level_is_chosen_with_the_keyboard_alone(server: Server, visitor: Visitor) -> None:
    page = visitor()
    set_up(page, server, "tictactoe")
    level(page, "Full strength (5)").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_focused()
    first = page.get_by_role("menuitem", name="Beginner (1)")
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(level(page, "Beginner (1)")).to_be_focused()
    expect(spec(page)).to_have_value("alphabeta:seconds=1,level=1")


def test_the_level_follows_what_is_written_and_full_strength_is_not(server: Server, visitor: Visitor) -> None:
    page = visitor()
    set_up(page, server, "tictactoe")
    spec(page).fill("minimax:level=3,depth=4")
    level(page, "Practised (3)").click()
    page.get_by_role("menuitem", name="Full strength (5)").click()
    expect(spec(page)).to_have_value("minimax:depth=4")
    expect(level(page, "Full strength (5)")).to_be_visible()
    for name in ("random", "solver"):
        spec(page).fill(name)
        expect(page.get_by_role("button", name=re.compile("level"))).to_have_count(0)
