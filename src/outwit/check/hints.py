"""Promises about what a game tells a search beside its rules."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.check.values import shown
from outwit.check.visit import Visit
from outwit.game import defines


def noisy_moves_are_moves(visit: Visit) -> Iterator[str]:
    """What `noisy_moves` yields is legal and, where the game gives both, what `noisy` is true of."""
    if not (visit.decision and defines(visit.game, "noisy_moves")):
        return
    listed = list(visit.ask("noisy_moves", visit.state))
    for move in listed:
        if move not in visit.options:
            yield f"`noisy_moves` yields {shown(move)}, which `moves` does not; expected legal moves."
            return
    if defines(visit.game, "noisy"):
        noisy = [move for move in visit.options if visit.ask("noisy", visit.state, move)]
        apart = [move for move in visit.options if (move in listed) != (move in noisy)]
        if apart:
            yield f"`noisy_moves` and `noisy` disagree about {shown(apart[0])}; expected the same moves."


def passed_turns_are_given_up(visit: Visit) -> Iterator[str]:
    """After `passed`, somebody else is to act."""
    if visit.decision and defines(visit.game, "passed"):
        after = visit.ask("passed", visit.state)
        if not visit.ask("over", after) and visit.ask("turn", after) == visit.turn:
            yield f"`passed` leaves player {visit.turn} to act; expected the turn to be given up."
