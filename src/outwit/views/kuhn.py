"""Kuhn poker drawn: two cards, one of them face down until the end, and the chips."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.games.kuhn import Hand, Kuhn
from outwit.views.poker import PokerView


@dataclass(frozen=True)
class KuhnView(PokerView):
    """A table without a card on the board, and one round."""

    game: Kuhn

    def stakes(self, state: Hand) -> tuple[int, int]:
        return self.game.stakes(state)

    def rounds(self, state: Hand) -> list[str]:
        return [", ".join(self.game.words(state))] if state.acts else []
