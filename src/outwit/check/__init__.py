"""Is this a sound game? Every promise of the contract, tried on random play.

A game is walked through at random (`walk`), then its states are visited one by one (`visit`) and each promise
(`promises`) is tried on them, until one is found broken. In the end the rules are compiled, and games are
played both ways (`compiled`), in a process that may crash (`worker`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from time import perf_counter

from outwit.check.compiled import Task, Verdict, too_late
from outwit.check.examination import Examination
from outwit.check.report import Broken, Report
from outwit.check.visit import BrokenPromiseError
from outwit.check.worker import examine
from outwit.errors import BadOptionError
from outwit.faults import OverdueError
from outwit.game import Game
from outwit.overdue import interrupt_rules

__all__ = ["Broken", "Report", "check"]

BOTH_WAYS = 20
"""For each game that is played interpreted, how many are played both ways."""

PATIENCE = 60.0
"""Seconds that the first game may take at least, whatever the time allowed."""

SLOWEST = 2.0
"""Seconds that a rule may take to answer, however short the time allowed."""

STARTING = 1.0
"""Seconds without which it is no use to start compiling."""


def check(
    game: Game,
    *,
    games: int = 100,
    seed: int = 0,
    seconds: float | None = 10.0,
    progress: Callable[[int, int], None] | None = None,
    compiled: bool = False,
) -> Report:
    """Play a game at random and report the first promise of the contract that it breaks.

    So many games are played, fewer if the time runs out, but at least one. Whoever wants to know how it goes
    hears after each game how many of how many are done.

    With `compiled`, as the command `outwit check` does it, half of the time or more is for compiling the
    rules and playing many more games both interpreted and compiled. That takes a process of its own, so it is
    left out unless asked for. Rules that cannot be compiled break no promise; the report says why they cannot
    be, and what the time was too short for. A rule that does not come back is interrupted.

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
    share = math.inf if seconds is None else seconds / 2 if compiled else seconds
    deadline = started + share
    total = games * (1 + BOTH_WAYS) if compiled else games
    broken = None
    verdict = Verdict()
    examination = Examination(game, seed)
    slowest = OverdueError.seconds if seconds is None else max(SLOWEST, min(OverdueError.seconds, seconds))
    with interrupt_rules(slowest):
        try:
            examination.begin()
            examination.play(max(deadline, started + PATIENCE))
            while True:
                if progress:
                    progress(examination.games, total)
                if examination.games >= games or perf_counter() > deadline:
                    break
                examination.play(deadline)
            examination.conclude(max(deadline, perf_counter() + 1))
            if compiled:
                left = math.inf if seconds is None else started + seconds - perf_counter()
                task = Task(seed, games * BOTH_WAYS, left)
                if left < STARTING:
                    verdict = too_late("no time was left to compile them")
                else:
                    verdict = examine(game, task, partial(report_progress, progress, games, total))
                broken = verdict.broken
        except BrokenPromiseError as breach:
            broken = examination.report_breach(breach)
        except OverdueError as overdue:
            broken = examination.report_breach(examination.overdue(overdue, slowest))
    spent = perf_counter() - started
    played = examination.games, examination.states, spent
    left_out = " ".join(filter(None, (examination.left_out, verdict.left_out)))
    return Report(broken, *played, verdict.games, verdict.reason, left_out)


def report_progress(progress: Callable[[int, int], None] | None, before: int, total: int, done: int) -> None:
    """Say how many games are done, of which so many were played interpreted only."""
    if progress:
        progress(before + done, total)
