"""How a finished game is told to people."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.decision import value_text
from outwit.errors import join_names
from outwit.game import Game, player_name
from outwit.play.session import Session
from outwit.repetition import REPETITION, cause


def ending(session: Session) -> str:
    """Who won a finished game, and why it ended if a repeated position ended it, in a sentence."""
    return result_text(session.game, session.result or (), cause(session.rules, session.state))


def result_text(game: Game, result: Sequence[float], why: str = "") -> str:
    """Who won, in a sentence; `why` is what `repetition.cause` says.

    >>> from outwit.games import find_game
    >>> result_text(find_game("connect4"), (1.0, -1.0)), result_text(find_game("connect4"), (0.0, 0.0))
    ('X wins.', 'A draw.')
    >>> result_text(find_game("connect4"), (0.0, 0.0), "repetition")
    'A draw by repetition.'
    >>> result_text(find_game("wargame"), (-1435.0, 1435.0))
    'Green wins by 1435.'
    """
    if game.players == 1:
        return because("The game is over", f": {value_text(result[0])}", why)
    best = max(result)
    first = [player_name(game, player) for player, payoff in enumerate(result) if payoff == best]
    opposed = game.players == 2 and game.zero_sum
    figures = f", {' : '.join(value_text(payoff) for payoff in result)}"
    if game.players == 2 and set(result) <= {-1.0, 0.0, 1.0}:
        figures = ""
    elif opposed:  # payoffs that cancel are how far the two are apart, and no scores
        figures = f" by {value_text(best)}" if best else ""
    if len(first) == game.players:
        return because("A draw", figures, why)
    winners = join_names(first, last="and")
    winners = winners[0].upper() + winners[1:]
    return because(f"{winners} {'wins' if len(first) == 1 else 'win'}", figures, why)


def because(outcome: str, figures: str, why: str) -> str:
    """An outcome, its figures and what caused it, as one sentence.

    >>> because("X wins", "", "every move of O would repeat a position")
    'X wins; every move of O would repeat a position.'
    """
    if why == REPETITION:
        return f"{outcome} by repetition{figures}."
    return f"{outcome}{figures}{'; ' if why else ''}{why}."
