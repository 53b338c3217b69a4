"""Which enhancements a game gains by: tried out on a few of its positions, not believed.

Killer moves and the history heuristic help where the same move means the same thing in many positions, and
hurt where it does not. So every combination searches a handful of random positions to the same depth, and the
one that visits the fewest nodes is taken. Nodes are counted, not seconds: the choice is the same on every
machine. It is kept beside the compiled code.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from copy import copy
from itertools import count, islice, product
from typing import NamedTuple

import numpy as np

from outwit.engine.compiler import cache
from outwit.engine.compiler.linker import Data
from outwit.engine.compiler.progress import announce_while
from outwit.engine.compiler.rules import Compiled
from outwit.engine.kernels.control_block import At, Control, Switch
from outwit.engine.kernels.transposition_memory import Table
from outwit.game import Game, State
from outwit.random import Generator
from outwit.random_positions import random_position

POSITIONS = 8
"""How many positions are tried."""

EFFORT = 20_000
"""Each is searched one level deeper until it takes so many nodes."""

DEEPEST = 30

BASIS = Switch.ORDER | Switch.TABLE | Switch.PVS | Switch.QUICK | Switch.CLAMP
"""What is switched on in every trial."""

BUCKETS = 1 << 12

WIDEST = 1000
"""Positions with more moves than this are not tried."""


class Choice(NamedTuple):
    """The enhancements that a game gains by."""

    killers: bool
    history: bool


UNTRIED = Choice(killers=True, history=False)
"""What is taken for a game on which nothing can be tried."""


def tune(game: Game, program: Compiled, data: Data) -> Choice:
    """The combination that visits the fewest nodes in a game, tried once and remembered.

    It is tried with the weights of the class, so that others, by which an agent may judge, change nothing.
    """
    choice = program.choices.get(data)
    if choice is None:
        if "weights" in vars(game) and len(type(game).weights) == len(game.weights):
            game = copy(game)
            object.__setattr__(game, "weights", type(game).weights)
        usual = Data(game)
        name = f"{program.name}.{usual.digest}.choice"
        choice = program.choices[data] = load_choice(name) or find_choice(game, program, usual, name)
    return choice


def find_choice(game: Game, program: Compiled, data: Data, name: str) -> Choice:
    """The choice that trials lead to, made now and kept for later processes."""
    cache.refuse_unless_making("choice")
    with announce_while(f"Tuning {type(game).__name__} ..."), cache.alone(name):
        choice = load_choice(name)
        if choice is None:
            choice = best_choice(game, program, data)
            cache.write(name, json.dumps(choice).encode())
    return choice


def load_choice(name: str) -> Choice | None:
    """The choice that an earlier process made."""
    content = cache.read(name)
    return None if content is None else Choice(*json.loads(content))


def best_choice(game: Game, program: Compiled, data: Data) -> Choice:
    """The combination that visits the fewest nodes; among equals, the one with less switched on."""
    known = [(state, worthwhile(game, program, data, state)) for state in positions(game)]
    trials = [(state, depth) for state, (depth, _) in known if depth]
    best, fewest = UNTRIED, sum(visited for _, (depth, visited) in known if depth)
    for killers, history in product((False, True), repeat=2) if trials else ():
        choice = Choice(killers, history)
        if choice == UNTRIED:
            continue
        visited = 0
        for state, depth in trials:
            visited += nodes(game, program, data, state, depth, choice)
            if visited > fewest:
                break
        if visited < fewest or (visited == fewest and choice < best):
            best, fewest = choice, visited
    return best


def positions(game: Game) -> list[State]:
    """A few positions from random play, always the same; none so wide that a trial would take long."""
    random = Generator(7)
    found = [random_position(game, random, 2 * number) for number in range(POSITIONS)]
    return [state for state in found if len(list(islice(game.moves(state), WIDEST + 1))) <= WIDEST]


def worthwhile(game: Game, program: Compiled, data: Data, state: State) -> tuple[int, int]:
    """The depth at which a search of this position takes some effort, or 0, and the nodes it takes."""
    steps = nodes_by_depth(game, program, data, state, UNTRIED)
    for depth, visited in zip(range(1, DEEPEST), steps, strict=False):
        if depth > 1 and visited >= EFFORT:
            return depth, visited
    return 0, 0


def nodes(game: Game, program: Compiled, data: Data, state: State, depth: int, choice: Choice) -> int:
    """How many nodes a search takes that deepens step by step."""
    return next(islice(nodes_by_depth(game, program, data, state, choice), depth - 1, None))


def nodes_by_depth(game: Game, program: Compiled, data: Data, state: State, choice: Choice) -> Iterator[int]:
    """How many nodes a search has taken after each depth, never more than ten times the effort."""
    table = Table.lease(BUCKETS)
    table.begin(BUCKETS)
    control = Control.lease(list(game.moves(state)), table)
    switches = BASIS | (Switch.KILLERS if choice.killers else 0) | (Switch.HISTORY if choice.history else 0)
    control[At.SWITCHES] = switches
    control[At.NODE_LIMIT] = 10 * EFFORT
    words = np.array(program.linked.layout.pack(state), dtype=np.int64)
    try:
        for step in count(1):
            control.next_pass(table.next_generation(), step)
            question = data.address, int(words.ctypes.data), step, -math.inf, math.inf, control.address
            program.call(*question)
            yield control[At.NODES]
    finally:
        control.release()
        table.release()
