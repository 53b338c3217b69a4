"""A game of a tournament as a table at which it was played, to be looked at and saved like any other."""

from __future__ import annotations

from collections.abc import Callable

from outwit.arena.plan import Tournament
from outwit.arena.played import Played
from outwit.arena.referee import start_session
from outwit.game import Game
from outwit.games import find_game
from outwit.play.saved import replay
from outwit.play.session import Session


def replay_game(tournament: Tournament, played: Played, find: Callable[[str], Game] = find_game) -> Session:
    """The table after the opening and everything that was played; `find` finds the game, or refuses to."""
    session = start_session(tournament, tournament.fixtures()[played.number], find)
    for number, step in enumerate(played.steps, 1):
        replay(session, step, number)
    return session
