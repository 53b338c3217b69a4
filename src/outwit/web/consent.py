"""What a player may not do alone where others play too: they are asked, and each of them has to agree."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from outwit.errors import IllegalMoveError

if TYPE_CHECKING:
    from outwit.web.hall import Table


class Change(StrEnum):
    """A change of a game that is no move."""

    TAKE_BACK = "take back"
    REDO = "redo"
    SWAP = "swap sides"
    NEW_GAME = "new game"

    @property
    def wish(self) -> str:
        """What whoever asks for it asks, to be put behind their name."""
        return WISHES[self]

    @property
    def mutual(self) -> bool:
        """Is it the same for everybody, so that whoever asks for it too has agreed?"""
        return self in (Change.SWAP, Change.NEW_GAME)


WISHES = {
    Change.TAKE_BACK: "to take back a move",
    Change.REDO: "to play again what was taken back",
    Change.SWAP: "to swap sides",
    Change.NEW_GAME: "to leave this game and start a new one",
}


@dataclass(frozen=True)
class Proposal:
    """A change that somebody has asked for and not everybody has agreed to yet."""

    change: Change
    browser: str
    """Who asks."""
    seat: int
    """The seat that asks, by which the others know it."""
    waiting: frozenset[str]
    """The browsers whose answer is waited for."""

    def agreed_by(self, browser: str) -> Proposal:
        """The proposal once one more has agreed."""
        return replace(self, waiting=self.waiting - {browser})


@dataclass(frozen=True)
class Declined:
    """A proposal that was not agreed to, until whoever asked has read so."""

    proposal: Proposal
    seat: int
    """The seat that did not agree."""


class Consent:
    """What is asked for at a table, and what was answered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.proposal: Proposal | None = None
        """What somebody asks the others to agree to."""
        self.declined: Declined | None = None
        """What somebody asked for and did not get."""

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
        self.declined = None
        self.proposal = Proposal(change, browser, self.table.mine(browser)[0], others)
        self.table.tell()
        return True

    async def answer(self, browser: str, agree: bool) -> None:
        """Agree to what somebody else has asked for, or do not; when everybody has agreed, it is done."""
        proposal = self.proposal
        if proposal is None or browser not in proposal.waiting:
            raise IllegalMoveError("Nobody waits for your answer.")
        rest = proposal.agreed_by(browser)
        self.proposal = rest if agree and rest.waiting else None
        if not agree:
            self.declined = Declined(proposal, self.table.mine(browser)[0])
        if not agree or rest.waiting:
            self.table.tell()
            return
        table = self.table
        changes: dict[Change, Callable[[str, bool], Awaitable[object]]] = {
            Change.TAKE_BACK: table.take_back,
            Change.REDO: table.redo,
            Change.SWAP: table.swap,
            Change.NEW_GAME: table.new_game,
        }
        await changes[proposal.change](proposal.browser, True)

    async def withdraw(self, browser: str) -> None:
        """Ask no more, or put away the answer that it was not agreed to."""
        if self.proposal is not None and self.proposal.browser == browser:
            self.proposal = None
        if self.declined is not None and self.declined.proposal.browser == browser:
            self.declined = None
        self.table.tell()

    def drop(self) -> None:
        """Forget what was asked for: the game has gone on without an answer."""
        if self.proposal is not None or self.declined is not None:
            self.proposal = self.declined = None
            self.table.tell()
