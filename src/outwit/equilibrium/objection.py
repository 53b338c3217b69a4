"""Which games equilibria are found of."""

from __future__ import annotations

from outwit.game import Game


def objection_to_unfolding(game: Game) -> str | None:
    """Why a game cannot be unfolded, as a part of a sentence, or None if it can be as far as is known."""
    if game.players != 2:
        return f"it has {game.players} player{'s' if game.players > 1 else ''}, and equilibria are for two"
    return None if game.zero_sum else "its payoffs do not cancel"


def partial_search(game: Game) -> str:
    """Who plays a game for two that is too large to be unfolded, and how, as a part of a sentence."""
    if game.hidden:
        return "only random and human play it" if game.simultaneous else "ismcts looks at a part of it"
    return "smmcts and montecarlo look at a part of it"
