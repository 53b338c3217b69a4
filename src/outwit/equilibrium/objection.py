"""Which games equilibria are found of."""

from __future__ import annotations

from outwit.game import Game


def objection_to_unfolding(game: Game) -> str | None:
    """Why a game cannot be unfolded, as a part of a sentence, or None if it can be as far as is known."""
    if game.players != 2:
        return f"it has {game.players} player{'s' if game.players > 1 else ''}, and equilibria are for two"
    return None if game.zero_sum else "its payoffs do not cancel"
