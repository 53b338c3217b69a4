"""What a page shows at first stays there: a button that is replaced once the page is sent loses its click."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

KEPT = "window.first = [...document.querySelectorAll('#content .q-btn')]; window.first.length"
GONE = "window.first.filter(button => !button.isConnected).map(button => button.innerText)"


@pytest.mark.parametrize("address", ["/session/", "/analyse/nim?agent=random", "/play/tictactoe"])
def test_the_buttons_of_a_page_are_not_replaced_once_it_is_sent(
    server: Server, visitor: Callable[..., Page], address: str
) -> None:
    me = Seated(visitor(), server.address)
    if address == "/session/":
        address = me.begin("tictactoe", None, None).page.url.removeprefix(server.address)
    me.page.goto(server.address + address, wait_until="commit")
    me.page.wait_for_selector("#content .q-btn", state="attached")
    assert me.page.evaluate(KEPT) > 0
    me.heard()
    me.press("Theme: as the system")
    expect(me.page.get_by_role("button", name="Theme: light")).to_be_visible()
    assert me.page.evaluate(GONE) == []


def test_a_seat_can_be_taken_while_the_turn_changes(server: Server, visitor: Callable[..., Page]) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, None)
    me.page.evaluate("window.seat = [...document.querySelectorAll('.ow-seat button')].at(-1)")
    expect(me.page.locator(".ow-seat").first).to_contain_text("you · to move")
    me.page.get_by_label("Your moves").get_by_role("button").first.or_(
        me.page.locator("[data-square].ow-legal").first
    ).first.click()
    expect(me.page.locator(".ow-seat").last).to_contain_text("free · to move")
    expect(me.page.locator(".ow-seat").first).not_to_contain_text("to move")
    assert me.page.evaluate("window.seat.isConnected && window.seat.innerText.startsWith('Sit down as')")
