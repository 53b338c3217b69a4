"""A person at a table: what they see and what they do, through the page alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

READY = re.compile(r"Your turn\.|wins|\bdraw\b|resigned")
OVER = re.compile(r"wins|\bdraw\b|resigned")


class Seated:
    """Whoever sits before a page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def begin(self, game: str, *agents: str | None) -> Seated:
        """Set up a game, an agent's spec or None for a person in each seat, and start."""
        self.page.goto(f"{self.address}/play/{game}")
        self.heard()
        panel = self.page.locator("section").filter(has_text="Who plays")
        seats = panel.locator(".q-select")
        for seat, agent in enumerate(agents):
            seats.nth(seat).click()
            kind = "a person" if agent is None else agent.partition(":")[0]
            self.page.get_by_role("option", name=kind, exact=True).click()
            expect(self.page.get_by_role("option")).to_have_count(0)
            if agent is not None:
                details = panel.locator("input[aria-label*='agent and its options']:visible")
                written = details.nth(sum(each is not None for each in agents[:seat]))
                expect(written).to_have_value(re.compile(rf"^{kind}\b"))
                written.fill(agent)
        self.page.get_by_role("button", name="Start", exact=True).click()
        self.page.wait_for_url(re.compile("/session/"))
        self.heard()
        return self

    def heard(self) -> None:
        """Wait until the server hears what is clicked."""
        self.page.wait_for_function("window.did_handshake === true")

    @property
    def standing(self) -> str:
        return self.page.locator(".ow-standing").inner_text()

    def ready(self, timeout: float = 60_000) -> str:
        """Wait until it is this person's turn, or the game is over."""
        expect(self.page.locator(".ow-standing")).to_have_text(READY, timeout=timeout)
        return self.standing

    @property
    def over(self) -> bool:
        return bool(OVER.search(self.standing))

    def moves(self) -> list[str]:
        """What has been played, as the list shows it."""
        return [text.partition(". ")[2] for text in self.page.locator(".ow-moves li").all_inner_texts()]

    def expect_moves(self, many: int, timeout: float = 60_000) -> None:
        expect(self.page.locator(".ow-moves li")).to_have_count(many, timeout=timeout)

    def click(self, square: str) -> None:
        self.page.locator(f"[data-square='{square}'].ow-legal").click()

    def offered(self) -> list[str]:
        """What can be played with one click: squares of the board, or else moves of the list."""
        squares = self.page.locator("[data-square].ow-legal")
        listed = self.page.locator(".ow-choices button[data-choice]:visible")
        expect(squares.or_(listed).first).to_be_visible()
        names = [square.get_attribute("data-square") or "" for square in squares.all()]
        return names or listed.all_inner_texts()

    def pick(self, name: str) -> None:
        """Play what is `offered` by that name."""
        square = self.page.locator(f"[data-square='{name}'].ow-legal")
        listed = self.page.locator(".ow-choices").get_by_role("button", name=name, exact=True)
        square.or_(listed).click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def resign(self) -> None:
        """Give the game up, and say so again when asked."""
        self.press("Resign")
        self.press("Yes, resign")
