"""What a player may not do alone where others play too, as it is asked for and answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from outwit.json_types import JsonObject


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
    declined: int | None = None
    """The seat that did not agree; then it is there until whoever asked has read so."""

    @property
    def open(self) -> bool:
        """Is an answer still waited for?"""
        return self.declined is None

    def with_agreement(self, browser: str) -> Proposal:
        """The proposal once one more has agreed."""
        return replace(self, waiting=self.waiting - {browser})

    def with_refusal(self, seat: int) -> Proposal:
        """The proposal once somebody has not agreed."""
        return replace(self, declined=seat)

    def to_json(self) -> JsonObject:
        """The proposal as plain data.

        >>> asked = Proposal(Change.SWAP, "ada", 0, frozenset({"bob"}))
        >>> Proposal.from_json(asked.to_json()) == asked
        True
        """
        return {
            "change": str(self.change),
            "browser": self.browser,
            "seat": self.seat,
            "waiting": sorted(self.waiting),
            "declined": self.declined,
        }

    @staticmethod
    def from_json(data: JsonObject) -> Proposal:
        """The proposal that plain data tells of."""
        return Proposal(
            Change(data["change"]),
            str(data["browser"]),
            int(data["seat"]),
            frozenset(map(str, data["waiting"])),
            None if data["declined"] is None else int(data["declined"]),
        )
