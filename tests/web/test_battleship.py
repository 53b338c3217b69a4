"""Battleship in a real browser: ships placed by their ends or at random, and a game to its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import VIEWPORTS, at_both_sizes

Visitor = Callable[..., Page]
GAME = "battleship:size=5,fleet=(3,2)"


def begin(page: Page, server: Server, *agents: str | None) -> Seated:
    me = Seated(page, server.address).begin(GAME, *agents)
    me.ready()
    return me


@at_both_sizes
def test_a_whole_game_is_placed_and_shot_to_its_end(server: Server, visitor: Visitor, viewport: Any) -> None:
    me = begin(visitor(viewport=viewport), server, None, "script:name=random")
    me.click("b4")
    expect(me.page.locator(".ow-standing")).to_contain_text("One end of the ship is at b4")
    me.click("b2")
    me.expect_moves(1)
    me.press("Place at random")
    me.expect_moves(4)
    shots = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
    while not (me.ready() and me.over):
        square = shots.pop(0)
        before = len(me.moves())
        me.click(square)
        expect(me.page.locator(f"[data-square='{square}'].ow-legal")).to_have_count(0)
        expect(me.page.locator(".ow-moves li")).not_to_have_count(before)
    assert re.search("wins", me.standing)
    assert me.moves()[0].startswith("b2-b4")
    width = me.page.evaluate("document.documentElement.scrollWidth")
    assert width <= viewport["width"]


def test_the_enemys_placements_are_hidden_and_the_answers_to_shots_are_told(
    server: Server, visitor: Visitor
) -> None:
    me = begin(visitor(viewport=VIEWPORTS["phone"]), server, None, "script:name=density")
    me.press("Place at random")
    me.expect_moves(4)
    assert [bool(re.match("[a-e]", move)) for move in me.moves()] == [True, True, False, False]
    me.ready()
    me.click("c3")
    me.expect_moves(6)
    assert re.fullmatch("c3: (miss|hit)", me.moves()[4])
    assert re.fullmatch("[a-e][1-5]: (miss|hit)", me.moves()[5])
    said = me.ready()
    assert re.search("Blue played c3: (miss|hit). Orange played [a-e][1-5]: (miss|hit).", said), said
    label = me.page.locator("svg[aria-label*=waters]").first.get_attribute("aria-label") or ""
    assert re.search("Blue shot at c3: (miss|hit). Orange shot at [a-e][1-5]: (miss|hit).", label), label


def test_beliefs_are_shown_and_hidden_on_request(server: Server, visitor: Visitor) -> None:
    me = begin(visitor(viewport=VIEWPORTS["phone"]), server, None, "script:name=random")
    me.press("Place at random")
    me.expect_moves(4)
    me.ready()
    board = me.page.locator("svg.ow-board")
    numbers = board.locator("text").filter(has_text=re.compile(r"^\d\d$"))
    expect(numbers).to_have_count(0)
    me.press("Show beliefs")
    expect(numbers.first).to_be_visible()
    me.press("Hide beliefs")
    expect(numbers).to_have_count(0)


def test_ships_are_placed_with_the_keyboard_alone(server: Server, visitor: Visitor) -> None:
    me = begin(visitor(), server, None, "script:name=random")
    me.page.locator("[data-square='a1'].ow-legal").focus()
    me.page.keyboard.press("Enter")
    expect(me.page.locator(".ow-chosen")).to_have_count(1)
    me.page.locator("[data-square='c1'].ow-legal").focus()
    me.page.keyboard.press("Space")
    me.expect_moves(1)
    assert me.moves() == ["a1-c1"]
