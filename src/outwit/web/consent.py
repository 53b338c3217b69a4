"""What a player may not do alone where others play too: they are asked, and each of them has to agree.

What is asked and answered is kept with the session, so that every server that shares the database, and the
same one after its end, knows of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from outwit.errors import IllegalMoveError
from outwit.play.consent import Change, Proposal
from outwit.store import Kept, StaleError
from outwit.store.sessions import STALE

if TYPE_CHECKING:
    from outwit.web.table import Table


class Consent:
    """What is asked for at a table, and what was answered."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def proposal(self) -> Proposal | None:
        """What somebody asks the others to agree to."""
        asked = self.table.kept.proposal
        return asked if asked is not None and asked.open else None

    @property
    def last_refusal(self) -> Proposal | None:
        """What somebody asked for and did not get."""
        asked = self.table.kept.proposal
        return None if asked is None or asked.open else asked

    def others(self, browser: str) -> frozenset[str]:
        """The browsers of the other people who play here."""
        owners = (owner for player, owner in enumerate(self.table.seats) if self.table.is_person(player))
        return frozenset(owner for owner in owners if owner is not None and owner != browser)

    async def ask(self, change: Change, browser: str) -> bool:
        """Ask the other people who play to agree to a change; False if there are none to be asked.

        Whoever asks for the same as somebody else has asked for already agrees to it.
        """
        others, pending = self.others(browser), self.proposal
        if not others:
            return False
        if pending is not None and pending.browser != browser:
            if pending.change is not change or not change.mutual:
                name = self.table.name(pending.seat)
                raise IllegalMoveError(f"{name} asks {pending.change.wish}; answer that first.")
            await self.answer(browser, True)
            return True

        def alter(kept: Kept) -> None:
            if kept.proposal is not None and kept.proposal.open and kept.proposal.browser != browser:
                raise StaleError(STALE)
            kept.proposal = Proposal(change, browser, self.table.mine(browser)[0], others)

        await self.table.change(alter)
        return True

    async def answer(self, browser: str, agree: bool) -> None:
        """Agree to what somebody else has asked for, or do not; when everybody has agreed, it is done."""
        agreed: list[Proposal] = []

        def alter(kept: Kept) -> None:
            asked = kept.proposal
            if asked is None or not asked.open or browser not in asked.waiting:
                raise IllegalMoveError("Nobody waits for your answer.")
            rest = asked.with_agreement(browser) if agree else asked.with_refusal(self.table.mine(browser)[0])
            kept.proposal = rest if rest.waiting else None
            agreed[:] = [] if rest.waiting else [rest]

        table = self.table
        await table.change(alter)
        changes: dict[Change, Callable[[str, bool], Awaitable[object]]] = {
            Change.TAKE_BACK: table.take_back,
            Change.REDO: table.redo,
            Change.SWAP: table.swap,
            Change.NEW_GAME: table.new_game,
        }
        for each in agreed:
            await changes[each.change](each.browser, True)

    async def withdraw(self, browser: str) -> None:
        """Ask no more, or put away the answer that it was not agreed to."""

        def alter(kept: Kept) -> None:
            if kept.proposal is not None and kept.proposal.browser == browser:
                kept.proposal = None

        await self.table.change(alter)
