"""How a finished game is told to people."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.decision import valued
from outwit.errors import listed
from outwit.game import Game, player_name


def told(game: Game, result: Sequence[float]) -> str:
    """Who won, in a sentence.

    >>> from outwit.games import find_game
    >>> told(find_game("connect4"), (1.0, -1.0)), told(find_game("connect4"), (0.0, 0.0))
    ('X wins.', 'A draw.')
    """
    if game.players == 1:
        return f"The game is over: {valued(result[0])}."
    best = max(result)
    first = [player_name(game, player) for player, payoff in enumerate(result) if payoff == best]
    figures = " : ".join(valued(payoff) for payoff in result)
    plain = set(result) <= {-1.0, 0.0, 1.0} and game.players == 2
    if len(first) == game.players:
        return "A draw." if plain else f"A draw, {figures}."
    winners = listed(first, last="and")
    winners = winners[0].upper() + winners[1:]
    verb = "wins" if len(first) == 1 else "win"
    return f"{winners} {verb}." if plain else f"{winners} {verb}, {figures}."
