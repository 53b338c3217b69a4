"""Two people at one device, in a game in which they may not know the same: the page changes hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.hidden_games import CARDS
from tests.web.conftest import Server
from tests.web.test_traffic import PHONE, Player
from tests.web.traffic import HIGH_CARD

NEXT = "Player 2 is next. Hide your side before you hand over the device."
FOCUSED = "document.activeElement.textContent"


class Sharing(Player):
    """Two people before one page."""

    @property
    def question(self) -> Locator:
        return self.page.locator(".ow-handover p")

    def shown(self) -> set[str]:
        """The cards that are anywhere in the page."""
        return {card for card in CARDS if card in self.page.content()}

    def take_over(self, name: str) -> str:
        """Say to be there, and return the card that is shown then."""
        expect(self.question).to_have_text(f"Hand the device to {name}.")
        assert not self.shown()
        self.press(f"I am {name}, show my side")
        expect(self.page.locator(".ow-place")).to_contain_text("player 1: ")
        (card,) = self.shown()
        return card


@pytest.fixture
def sharing(offering: Server, visitor: Callable[..., Page]) -> Sharing:
    """Two people at a phone, before either has been shown anything; both hold a card."""
    both = Sharing(visitor(viewport=PHONE), offering.address)
    both.begin(HIGH_CARD, None, None)
    both.press("Sit down as player 2")
    both.expect_moves(2)
    expect(both.question).to_have_text("Hand the device to player 1.")
    both.traffic.forget()
    both.page.reload()
    both.heard()
    expect(both.question).to_have_text("Hand the device to player 1.")
    return both


def test_nothing_of_either_side_is_shown_before_the_device_is_handed_over(sharing: Sharing) -> None:
    assert not sharing.traffic.named(CARDS)
    assert sharing.board == ""
    assert sharing.moves() == ["hidden", "hidden"]
    first = sharing.take_over("player 1")
    assert sharing.traffic.named(CARDS) == {first}
    assert "player 2: ?" in sharing.board
    sharing.press("Hint")
    expect(sharing.page.get_by_text("Hint: ")).to_be_visible(timeout=60_000)
    sharing.choose("keep")
    expect(sharing.question).to_have_text(NEXT)
    assert sharing.shown() == {first}, "player 1 still sees what came of the move"
    sharing.press("Hide my side")
    second = sharing.take_over("player 2")
    assert second != first
    assert sharing.page.get_by_text("Hint: ").count() == 0
    assert sharing.traffic.named(CARDS) == {first, second}
    sharing.choose("keep")
    expect(sharing.page.locator(".ow-standing")).to_contain_text("wins")
    expect(sharing.question).to_have_count(0)
    assert sharing.shown() == {first, second}


def test_the_keyboard_hands_over_and_no_key_pressed_twice_shows_the_other_side(sharing: Sharing) -> None:
    page = sharing.page
    page.keyboard.press("Tab")
    sharing.page.get_by_role("button", name="I am player 1, show my side").focus()
    page.keyboard.press("Enter")
    expect(sharing.page.get_by_label("Your moves")).to_be_visible()
    page.wait_for_function(f"{FOCUSED} === 'keep'")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{FOCUSED} === '{NEXT}'")
    page.keyboard.press("Enter")
    expect(sharing.question).to_have_text(NEXT)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{FOCUSED} === 'Hand the device to player 2.'")
    page.keyboard.press("Enter")
    assert not sharing.shown()
    expect(sharing.question).to_have_attribute("role", "status")
    button = page.get_by_role("region", name="Hand over the device").get_by_role("button")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] + box["width"] <= PHONE["width"]


def test_where_nothing_is_hidden_nobody_is_asked(offering: Server, visitor: Callable[..., Page]) -> None:
    both = Sharing(visitor(), offering.address)
    both.begin("tictactoe", None, None)
    both.press("Sit down as O")
    both.click("5")
    both.expect_moves(1)
    both.click("1")
    both.expect_moves(2)
    expect(both.question).to_have_count(0)
