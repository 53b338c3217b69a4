"""Is this a sound game? Every promise of the contract, tried on random play.

A game is walked through at random (`walk`), then its states are visited one by one (`visit`) and each promise
(`promises`) is tried on them, until one is found broken.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

from outwit.check.examination import Examination
from outwit.check.report import Broken, Report
from outwit.check.visit import BrokenPromiseError
from outwit.errors import BadOptionError
from outwit.game import Game

__all__ = ["Broken", "Report", "check"]

PATIENCE = 60.0
"""Seconds that the first game may take at least, whatever the time allowed."""


def check(
    game: Game,
    *,
    games: int = 100,
    seed: int = 0,
    seconds: float | None = 10.0,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play a game at random and report the first promise of the contract that it breaks.

    So many games are played, fewer if the time runs out, but at least one. Whoever wants to know how it goes
    hears after each game how many of how many are done.

    >>> from outwit.games.nim import Nim
    >>> check(Nim(), games=5).sound
    True

    >>> class Hasty(Nim):
    ...     def over(self, state):
    ...         return state.coins <= 2
    >>> broken = check(Hasty(coins=4)).broken
    >>> broken.promise
    'finished games have no moves'
    >>> broken.sentence
    '`over` says that the game has ended, and `moves(state)` still yields 1.'
    >>> broken.state, broken.moves
    ('Pile(coins=1, turn=0)', ('1', '2'))
    """
    if games < 1:
        raise BadOptionError(f"games={games} is too few to check anything; give 1 or more.")
    started = perf_counter()
    deadline = math.inf if seconds is None else started + seconds
    broken = None
    examination = Examination(game, seed)
    try:
        examination.begin()
        examination.play(max(deadline, started + PATIENCE))
        while True:
            if progress:
                progress(examination.games, games)
            if examination.games >= games or perf_counter() > deadline:
                break
            examination.play(deadline)
    except BrokenPromiseError as breach:
        broken = examination.broken(breach)
    return Report(broken, examination.games, examination.states, perf_counter() - started)
