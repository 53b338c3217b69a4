"""A game of a tournament as a table at which it was played, to be looked at and saved like any other."""

from __future__ import annotations

from outwit.arena.plan import Tournament
from outwit.arena.played import Played
from outwit.arena.referee import seated
from outwit.play.saved import replay
from outwit.play.sitting import Sitting


def replayed(tournament: Tournament, played: Played) -> Sitting:
    """The table after the opening and everything that was played."""
    sitting = seated(tournament, tournament.fixtures()[played.number])
    for number, step in enumerate(played.steps, 1):
        replay(sitting, step, number)
    return sitting
