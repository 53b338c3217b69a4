"""Whole games that were unfolded last, since to unfold one takes up to some seconds."""

from __future__ import annotations

import math
from threading import Lock
from time import perf_counter

from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.unfold import HopelessError, Report, TooLargeError, TooSlowError, unfold
from outwit.game import Game, State
from outwit.memory import same_rules
from outwit.random import Generator
from outwit.random_positions import lines_and_steps

MOST_HELD = 4
"""So many games are held that were asked for last."""

MOST_BYTES = 256 << 20
"""So many bytes they may take, about."""

DESCENTS = 16
"""How many random games tell whether a game is hopelessly large."""

AGREEING = 12
"""So many of them must say so."""

HOPELESS = 10
"""So many times too large it must look in them. Each of them estimates how many lines of play the game has
and is right on average, so that at most one in ten is ten times too high (Markov's inequality), and twelve
of sixteen are once in some hundred million games."""

held: list[Unfolded] = []

refused: list[tuple[Game, int]] = []
"""Games that were too large lately, and for how many positions."""

changing = Lock()


def whole_game(game: Game, most: int, nodes: bool = False, report: Report | None = None) -> Unfolded:
    """A game unfolded from its start, once in a process; refused if it has more than `most` positions.

    One that looks far larger along some random games is refused at once.
    """
    found = find_held(game, nodes)
    if found is not None and found.positions > most:
        raise TooLargeError(f"{type(game.unwrapped).__name__} has {found.positions:,} positions.")
    if found is None:
        found = unfold_new(game, most, nodes, report)
    hold(found)
    return found


def unfold_new(game: Game, most: int, nodes: bool, report: Report | None) -> Unfolded:
    """A game unfolded for the first time, or refused, at once if it was before."""
    if any(same_rules(each, game) and most <= limit for each, limit in list(refused)):
        raise TooLargeError(f"{type(game.unwrapped).__name__} was too large to be unfolded.")
    try:
        refuse_hopeless(game, game.initial(), most)
        return unfold(game, most=most, nodes=nodes, report=report)
    except TooLargeError:
        with changing:
            refused[:] = [*refused, (game, most)][-MOST_HELD:]
        raise


def find_held(game: Game, nodes: bool) -> Unfolded | None:
    """The game as it was unfolded before, with its nodes if they are needed."""
    for each in list(held):
        if same_rules(each.game, game) and (each.nodes is not None or not nodes):
            return each
    return None


def hold(found: Unfolded) -> None:
    """Keep a game as the last that was asked for, and let go of those that are too many."""
    with changing:
        held[:] = [*(each for each in held if each is not found), found][-MOST_HELD:]
        while len(held) > 1 and sum(each.size for each in held) > MOST_BYTES:
            del held[0]


def refuse_hopeless(game: Game, start: State, most: int, seconds: float | None = None) -> None:
    """Refuse a game of which nearly all random games from there say that it is far too large.

    With `seconds`, also one that would take far longer to unfold, by how long a step takes in those games.
    """
    random, name = Generator(1), type(game.unwrapped).__name__
    every, pace = [], math.inf
    for _ in range(DESCENTS):
        began = perf_counter()
        lines, steps = lines_and_steps(game, start, random, HOPELESS * most, most + 1)
        pace = min(pace, (perf_counter() - began) / max(steps, 1))
        every.append(lines)
    agreed = sorted(every)[DESCENTS - AGREEING]
    if agreed > HOPELESS * most:
        raise HopelessError(
            f"{name} is too large to be unfolded: random games of it tell of far more than {most:,} "
            "positions."
        )
    if seconds is not None and agreed * pace > HOPELESS * seconds:
        raise TooSlowError(f"{name} would take far longer than {seconds:.9g} seconds to be unfolded.")
