"""Random play, and the way back along it: no promise is tried here, a walk only shows where to look."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import TypeVar

from outwit.faults import OverdueError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.random import Generator
from outwit.repetition import Remembered, add_memory

T = TypeVar("T")

ENDLESS = 1_000_000
"""Moves after which a game is taken to have no end, and options after which a list of them is."""


@dataclass
class Walk:
    """A game played at random."""

    moves: list[Move] = field(default_factory=list)
    """What happened, from the start: moves, chance outcomes, and where all chose at once, tuples of moves."""

    end: State = None
    """The state that the last of them led to, None if not even the first could be had."""

    over: bool = False
    """Did the game come to its end, by its own rules or by a repeated position?"""

    error: Exception | SystemExit | OverdueError | None = None
    """What stopped it before."""

    acted: Counter[int] = field(default_factory=Counter)
    """How often each player has chosen."""


def walk(game: Game, random: Generator, deadline: float = math.inf) -> Walk:
    """A game played at random to its end, or as far as it goes before an error or the deadline.

    >>> from outwit.games import find_game
    >>> walk(find_game("nim:coins=5"), Generator(1)).moves
    [1, 1, 2, 1]
    """
    played = Walk()
    moves = played.moves
    state = None
    try:
        game, state = add_memory(game, game.initial())
        while len(moves) < ENDLESS:
            if game.over(state):
                played.over = True
                break
            if not len(moves) % 64 and perf_counter() > deadline:
                break
            turn = game.turn(state)
            if turn == CHANCE:
                move = random.weighted(finite(game.chances(state)))
                state = game.play(state, move)
            elif turn == SIMULTANEOUS:
                move = tuple(random.choice(finite(game.moves_for(state, p))) for p in range(game.players))
                state = game.play_joint(state, move)
                played.acted.update(range(game.players))
            else:
                move = random.choice(finite(game.moves(state)))
                state = game.play(state, move)
                played.acted[turn] += 1
            moves.append(move)
    except (Exception, SystemExit, OverdueError) as error:
        played.error = error
    played.end = state.now if isinstance(state, Remembered) else state
    return played


def follow(game: Game, state: State, move: Move) -> State:
    """The state after what a walk noted at this one."""
    return game.play_joint(state, move) if game.turn(state) == SIMULTANEOUS else game.play(state, move)


def move_names(game: Game, moves: Sequence[Move]) -> tuple[str, ...]:
    """The moves of a walk as people write them, or as Python does where the rules do not say."""
    names: list[str] = []
    with suppress(Exception, OverdueError):
        state = game.initial()
        for move in moves:
            names.append(str(move))
            with suppress(Exception):
                joint = game.turn(state) == SIMULTANEOUS
                names[-1] = ", ".join(game.describe(state, each) for each in (move if joint else [move]))
            state = follow(game, state, move)
    return (*names, *map(str, moves[len(names) :]))


def finite(options: Iterable[T]) -> list[T]:
    """All options, or as many as show that there is no end of them."""
    return list(islice(options, ENDLESS))
