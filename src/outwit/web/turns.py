"""Whose turn it is in a session that is kept, and what a move makes of it."""

from __future__ import annotations

from outwit.game import CHANCE, SIMULTANEOUS, Move, actors
from outwit.store import Kept


def is_ended(kept: Kept) -> bool:
    """Is a game finished, or given up?"""
    return kept.resigned is not None or kept.session.over


def awaited_players(kept: Kept) -> tuple[int, ...]:
    """The players whose decision is waited for; none where chance is to act or the game is over."""
    if is_ended(kept) or kept.session.turn == CHANCE:
        return ()
    return tuple(p for p in actors(kept.session.rules, kept.session.state) if p not in kept.choices)


def situation(kept: Kept) -> tuple[object, ...]:
    """What a decision depends on: what has happened, and who plays."""
    return kept.session.steps, tuple(kept.session.players), kept.resigned


def take(
    kept: Kept, player: int, move: Move, value: float | None = None, seconds: float | None = None
) -> None:
    """Let a player move; where all choose at once, note it, and play all choices when they are there."""
    session = kept.session
    if session.turn == SIMULTANEOUS:
        kept.choices[player] = move
        if awaited_players(kept):
            return
        session.play(tuple(kept.choices[each] for each in actors(session.rules, session.state)))
        kept.choices.clear()
    else:
        session.play(move, value, seconds)
    kept.undone.clear()


def roll(kept: Kept) -> None:
    """Let chance act."""
    kept.session.roll()
