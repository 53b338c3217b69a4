"""Players ask each other on their pages: with mouse, finger or keyboard, and read out to those who listen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
Visitor = Callable[..., Page]


def two_at_tic_tac_toe(server: Server, visitor: Visitor, size: str) -> tuple[Seated, Seated]:
    """Two people after a move of each."""
    first, second = (Seated(visitor(viewport=SIZES[size]), server.address) for _ in range(2))
    first.begin("tictactoe", None, None).ready()
    second.page.goto(first.page.url)
    second.heard()
    second.press("Sit down as O")
    first.click("5")
    second.ready()
    second.click("1")
    first.expect_moves(2)
    first.ready()
    return first, second


def nothing_serious(page: Page) -> None:
    """Axe finds nothing on a page that keeps somebody from using it."""
    page.wait_for_function("document.getAnimations().every((each) => each.playState !== 'running')")
    found = Axe().run(page).response["violations"]
    assert not [each for each in found if each["impact"] in ("serious", "critical")]


def bar(me: Seated, words: str) -> None:
    expect(me.page.locator(".ow-consent p")).to_have_text(re.compile(words) if words else "")


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_a_take_back_asks_the_other_and_the_board_stays_where_it_is(
    server: Server, visitor: Visitor, size: str
) -> None:
    first, second = two_at_tic_tac_toe(server, visitor, size)
    board = second.page.locator(".ow-place")
    before = board.bounding_box()
    first.press("Take back")
    bar(first, "You have asked to take back a move. Waiting for O.")
    bar(second, "X asks to take back a move.")
    expect(second.page.get_by_role("alert").filter(has_text="X asks")).to_be_in_viewport()
    expect(second.page.get_by_role("button", name="Agree")).to_be_in_viewport()
    assert board.bounding_box() == before
    for me in (first, second):
        nothing_serious(me.page)
    second.press("Decline")
    bar(first, "You have asked to take back a move; O has declined.")
    first.press("Close")
    bar(first, "")
    first.expect_moves(2)
    first.press("Take back")
    second.press("Agree")
    for me in (first, second):
        me.expect_moves(0)
        bar(me, "")


def test_whoever_asks_may_withdraw_and_a_move_is_an_answer_too(server: Server, visitor: Visitor) -> None:
    first, second = two_at_tic_tac_toe(server, visitor, "desktop")
    second.press("Swap sides")
    bar(first, "O asks to swap sides")
    second.press("Withdraw")
    bar(first, "")
    second.press("Take back")
    bar(first, "O asks to take back a move")
    first.click("9")
    second.expect_moves(3)
    bar(second, "")
    second.press("Swap sides")
    first.press("Agree")
    expect(second.page.locator(".ow-seat").first).to_contain_text("X: you")
    expect(first.page.locator(".ow-seat").last).to_contain_text("O: you")


def test_consent_and_resignation_with_the_keyboard_alone(server: Server, visitor: Visitor) -> None:
    first, second = two_at_tic_tac_toe(server, visitor, "desktop")
    first.press("Take back")
    bar(second, "X asks")
    reach(second.page, "Agree")
    second.page.keyboard.press("Enter")
    first.expect_moves(0)
    reach(first.page, "Resign")
    first.page.keyboard.press("Enter")
    expect(first.page.get_by_role("dialog", name="Resign?")).to_be_visible()
    expect(first.page.get_by_role("button", name="Keep playing")).to_be_focused()
    first.page.keyboard.press("Escape")
    expect(first.page.get_by_role("dialog")).to_have_count(0)
    assert not first.over
    reach(first.page, "Resign")
    first.page.keyboard.press("Enter")
    expect(first.page.get_by_role("button", name="Keep playing")).to_be_focused()
    first.page.keyboard.press("Tab")
    expect(first.page.get_by_role("button", name="Yes, resign")).to_be_focused()
    first.page.keyboard.press("Enter")
    expect(second.page.locator(".ow-standing")).to_have_text(re.compile("X has resigned; O wins"))


def reach(page: Page, name: str) -> None:
    """Go to a button with the tabulator alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(document.activeElement.innerText || '').trim()") == name:
            return
    raise AssertionError(f"the keyboard does not reach {name!r}")


def test_whoever_plays_an_agent_is_asked_only_whether_to_resign(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(viewport=SIZES["phone"]), server.address).begin("tictactoe", None, "random:seed=2")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    me.press("Take back")
    me.expect_moves(0)
    bar(me, "")
    me.press("Resign")
    dialog = me.page.get_by_role("dialog", name="Resign?")
    expect(dialog).to_contain_text("The game ends, and you have lost it.")
    nothing_serious(me.page)
    me.press("Keep playing")
    expect(dialog).to_have_count(0)
    me.resign()
    expect(me.page.locator(".ow-standing")).to_have_text(re.compile("X has resigned; O wins"))


def test_a_new_game_takes_the_other_along(server: Server, visitor: Visitor) -> None:
    first, second = two_at_tic_tac_toe(server, visitor, "desktop")
    before = first.page.url
    first.press("New game")
    bar(second, "X asks to leave this game and start a new one.")
    assert second.page.url == before
    second.press("Agree")
    for me in (first, second):
        me.page.wait_for_url(lambda url: url != before)
        me.heard()
    assert first.page.url == second.page.url
    assert "Your turn" in first.ready()
    first.click("5")
    second.expect_moves(1)
    second.ready()
    second.page.goto(before)
    second.heard()
    second.page.get_by_role("link", name="To the new game").click()
    second.page.wait_for_url(first.page.url)
