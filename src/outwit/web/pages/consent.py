"""What players ask each other on their pages, and what is asked before a game is given up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any

from nicegui import ui

from outwit.errors import join_names
from outwit.play.consent import Change
from outwit.web.pages.frame import heading, words
from outwit.web.table import Table

Attempt = Callable[[Callable[[], Awaitable[object]]], Awaitable[None]]
"""What does something that may be refused with a sentence."""

LIKE_OTHERS = "no-caps outline dense color=none"


class ConsentBar:
    """What one player asks of the others, with their answers to be pressed.

    It is made once and lies over the foot of the page, so that nothing moves when somebody asks. It comes
    before the board for those who go by the keyboard, and what it says is read out when it changes.
    """

    def __init__(self, table: Table, browser: str, attempt: Attempt) -> None:
        self.table = table
        self.browser = browser
        with ui.element("section").classes("ow-consent").props('aria-label="What players ask"'):
            self.said = ui.html("", tag="p", sanitize=False).props("role=alert")
            consent = table.consent
            self.buttons = {
                name: ui.button(name, on_click=lambda what=what: attempt(what)).props(LIKE_OTHERS)
                for name, what in {
                    "Agree": lambda: consent.answer(browser, True),
                    "Decline": lambda: consent.answer(browser, False),
                    "Withdraw": lambda: consent.withdraw(browser),
                    "Close": lambda: consent.withdraw(browser),
                }.items()
            }
        self.refresh()

    @property
    def shows(self) -> Any:
        """What it depends on."""
        return self.table.kept.proposal

    def refresh(self) -> None:
        """Show what is asked now."""
        text, offered = self.question()
        self.said.set_content(escape(text))
        for name, button in self.buttons.items():
            button.visible = name in offered

    def question(self) -> tuple[str, tuple[str, ...]]:
        """What there is to say to whoever sits before the page, and the answers that are offered."""
        table, consent = self.table, self.table.consent
        proposal, declined = consent.proposal, consent.last_refusal
        if proposal is not None and self.browser in proposal.waiting:
            asked = f"{table.name(proposal.seat)} asks {proposal.change.wish}."
            if table.game.hidden and proposal.change is Change.TAKE_BACK:
                asked += " What has been seen since then stays known."
            return asked, ("Agree", "Decline")
        if proposal is not None and proposal.browser == self.browser:
            names = [table.name(seat) for seat, owner in enumerate(table.seats) if owner in proposal.waiting]
            waits = f"Waiting for {join_names(names, last='and')}."
            return f"You have asked {proposal.change.wish}. {waits}", ("Withdraw",)
        if declined is not None and declined.declined is not None and declined.browser == self.browser:
            who = table.name(declined.declined)
            return f"You have asked {declined.change.wish}; {who} has declined.", ("Close",)
        return "", ()


class ResignDialog:
    """The question whether a game is really to be given up."""

    def __init__(self, table: Table, resign: Callable[[], Awaitable[None]]) -> None:
        self.resign = resign
        end = "The game ends and cannot be taken up again, and all that was hidden is shown to everybody."
        with ui.dialog().props('aria-label="Resign?"') as self.dialog, ui.card().classes("ow-ask"):
            heading("Resign?")
            words(end if table.game.hidden else "The game ends, and you have lost it.")
            with ui.element("div").classes("ow-buttons"):
                ui.button("Keep playing", on_click=self.dialog.close).props(f"{LIKE_OTHERS} autofocus")
                ui.button("Yes, resign", on_click=self.on_confirm).props(LIKE_OTHERS)

    def open(self) -> None:
        """Ask."""
        self.dialog.open()

    async def on_confirm(self) -> None:
        """Give the game up."""
        self.dialog.close()
        await self.resign()
