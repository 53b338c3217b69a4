"""What a view offers beside the moves: scripts that move for a player, and what may be believed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from secrets import randbits
from typing import Any, TypeAlias

from outwit.draw.picture import NOTHING
from outwit.game import Move
from outwit.random import Generator
from outwit.views import find_view, without_memory
from outwit.web.pages.board import ClickedBoard
from outwit.web.sessions import SEED_BITS
from outwit.web.table import Table

Attempt: TypeAlias = Callable[[Callable[[], Awaitable[object]]], Awaitable[None]]
"""Does something that may be refused with a sentence, and shows what has changed."""

Button: TypeAlias = Callable[[str, Any, bool], object]
"""Makes a button: what it says, what it does, and whether it can be pressed; what NiceGUI calls is `Any`."""


class Aids:
    """The aids for one browser at a table."""

    def __init__(
        self,
        table: Table,
        browser: str,
        board: ClickedBoard,
        legal: Callable[[], list[Move]],
        attempt: Attempt,
    ) -> None:
        self.table = table
        self.browser = browser
        self.board = board
        self.legal = legal
        """The moves that may be played on the board that is shown."""
        self.attempt = attempt
        self.plain = find_view(table.game)
        self.believing = self.plain.with_beliefs()
        """The view that also shows what may be believed of what is hidden; None without one."""

    @property
    def key(self) -> tuple[object, ...]:
        """What the buttons depend on."""
        return *self.shortcuts(), self.board.view

    def shortcuts(self) -> Mapping[str, str]:
        """What the view offers to whoever is to act, and sits before this page."""
        return self.plain.shortcuts(without_memory(self.board.state)) if self.legal() else NOTHING

    def buttons(self, button: Button) -> None:
        """Make the buttons that there are now."""
        for name, script in self.shortcuts().items():
            button(name, lambda name=name, script=script: self.follow_script(name, script), True)
        if self.believing is not None:
            shown = self.board.view == self.believing
            button("Hide beliefs" if shown else "Show beliefs", self.toggle_beliefs, True)

    async def follow_script(self, name: str, script: str) -> None:
        """Let one of the game's scripts move for as long as the view offers that."""
        while name in self.shortcuts():
            session, after = self.table.session, len(self.table.session.steps)
            world, _ = session.seen_by(self.table.acting_seat(self.browser))
            move = session.game.script(without_memory(world), script, Generator(randbits(SEED_BITS)))
            text = session.rules.describe(world, move)
            await self.attempt(partial(self.table.play, self.browser, text, after))
            if len(self.table.session.steps) == after:
                return

    async def toggle_beliefs(self) -> None:
        """Show, or hide again, what may be believed of what is hidden."""

        async def toggle() -> None:
            shown = self.board.view == self.believing
            self.board.view = self.plain if shown or self.believing is None else self.believing

        await self.attempt(toggle)
