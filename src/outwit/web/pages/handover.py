"""One device for several people who may not see the same: one of them looks, and the page is handed over."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import ui

from outwit.game import player_name
from outwit.web.pages.part import Part
from outwit.web.table import Table

FOCUS = """(() => {
  const latest = performance.now() + 2000;
  const focus = () => {
    const place = document.querySelector(`WHERE`);
    if (place) place.focus();
    else if (performance.now() < latest) requestAnimationFrame(focus);
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
})()"""
"""Puts the keyboard's place, and a screen reader's, where things go on, once that is on the page."""

HIDE = "Hide my side"

QUESTION = ".ow-handover p"
BOARD = "[data-square].ow-legal, .ow-choices button"


class HandOver:
    """Whose side a page shows that several people share, and how it comes to another.

    After a move its player still sees what came of it. Then the side is hidden, and nothing of anybody is on
    the page until the next player says to be there. Where nothing is hidden but all choose at once, the board
    stays and tells of no choice; whoever comes next says so before there is anything to choose.
    """

    def __init__(self, table: Table, browser: str, changed: Callable[[], None]) -> None:
        self.table = table
        self.browser = browser
        self.changed = changed
        """What to do when the page has changed hands."""
        self.holder: int | None = None
        """The player before the page; None until one has said so."""
        self.part = Part(self.build, self.question)

    @property
    def shared(self) -> bool:
        """Do several people look at this page who may not know the same, or who choose at once?"""
        return (self.table.secret or self.table.sealed) and len(self.table.mine(self.browser)) > 1

    @property
    def covered(self) -> bool:
        """Is nothing shown until somebody takes over?"""
        return self.shared and self.table.secret and self.holder is None

    def question(self) -> tuple[str, tuple[tuple[str, int | None], ...]]:
        """What is asked now, and the answers: what each button says, and whose side it shows."""
        if not self.shared:
            return "", ()
        mine = self.table.mine(self.browser)
        acting = [seat for seat in mine if seat in self.table.to_act]
        if self.holder is not None:
            if not acting or self.holder in acting:
                return "", ()
            if self.table.secret:
                name = self.table.name(acting[0])
                return f"{name} is next. Hide your side before you hand over the device.", ((HIDE, None),)
        wanted = acting[:1] or mine
        names = [player_name(self.table.game, seat) for seat in wanted]
        wish = "show my side" if self.table.secret else "let me choose"
        answers = ((f"I am {name}, {wish}", seat) for name, seat in zip(names, wanted, strict=True))
        handed = f"Hand the device to {names[0]}."
        return handed if acting else "Nothing is shown until one of you takes over.", tuple(answers)

    def build(self) -> None:
        """The question with its answers; nothing where the page stays with whoever has it."""
        said, answers = self.question()
        if not said:
            return
        with ui.element("section").classes("ow-panel ow-handover").props('aria-label="Hand over the device"'):
            ui.html(escape(said), tag="p", sanitize=False).props("role=status tabindex=-1")
            for name, seat in answers:
                ui.button(name, on_click=lambda seat=seat: self.hand_to(seat)).props(
                    "no-caps outline color=none"
                )

    def refresh(self) -> None:
        """Ask what is to be asked now; the keyboard goes to the question, and not to its answer."""
        before = self.part.shown
        self.part.refresh()
        if self.part.shown not in (before, ("", ())):
            self.focus(QUESTION)

    def hand_to(self, seat: int | None) -> None:
        """Show a player's side, or nobody's."""
        self.holder = seat
        self.changed()
        if seat is not None:
            self.focus(BOARD)

    def focus(self, where: str) -> None:
        """Let the keyboard go on at the first place that a selector finds."""
        with self.part.place:  # others may have changed the table, whose pages are not at hand here
            ui.run_javascript(FOCUS.replace("WHERE", where))

    @property
    def shows(self) -> Any:
        """What the page depends on."""
        return self.shared, self.holder
