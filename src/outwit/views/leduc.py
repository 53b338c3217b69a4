"""Leduc poker drawn: a card each, one of them face down until the end, the board, and the chips."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.games.leduc import Hand, Leduc
from outwit.views.poker import NOT_DEALT, PokerView


@dataclass(frozen=True)
class LeducView(PokerView):
    """A table with a card on the board, and two rounds."""

    game: Leduc

    def stakes(self, state: Hand) -> tuple[int, int]:
        return state.stakes

    def rounds(self, state: Hand) -> list[str]:
        named = zip(("first round", "second round"), self.game.rounds(state), strict=False)
        return [f"{name}: {', '.join(acts)}" for name, acts in named if acts]

    def board(self, state: Hand) -> str:
        return self.game.card_name(state.cards[2]) if len(state.cards) == 3 else NOT_DEALT
