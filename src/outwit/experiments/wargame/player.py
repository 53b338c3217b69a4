"""The player of the report: a search with two quirks, which belong to the report and not to Outwit.

The moves at the root are each searched with a full window, and the first with the greatest value is played.
The search below one begins with the *same* player to move again, as MAX, so that "depth 3" is own move, own
move, reply. Its alpha-beta is fail-hard, starting from the bound, and cuts only where beta is less than
alpha, not where they are equal. The nodes counted are the positions below the children of the root.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from outwit.games.wargame import Front, WarGame

Search: TypeAlias = Literal["minimax", "alphabeta"]


class Choice(NamedTuple):
    """A move, and how many nodes it took to find."""

    move: int
    nodes: int


@dataclass(frozen=True)
class Player:
    """A player as the report's program has it.

    >>> Player("minimax", 3).choose(WarGame("Keren"), WarGame("Keren").initial())
    Choice(move=0, nodes=48300)
    """

    search: Search
    depth: int
    """How many moves it looks ahead as the report counts, the choice at the root being the first."""
    doubled: bool = True
    """Does the search below a move begin with the same player again, as in the report?"""

    def choose(self, game: WarGame, state: Front) -> Choice:
        """The move that the program plays, found by compiled code."""
        return self.choose_move(game, state, compile_search(game))

    def choose_move(self, game: WarGame, state: Front, below: Callable[..., tuple[float, int]]) -> Choice:
        """The move that the program plays, given what searches below a move."""
        best, move, nodes = -math.inf, -1, 0
        for each in game.moves(state):
            child = game.play(state, each)
            if self.doubled:
                child = child._replace(turn=state.turn)
            value, visited = below(child, self.depth - 1, state.turn, self.search == "alphabeta")
            nodes += visited
            if value > best:
                best, move = value, each
        return Choice(move, nodes)


# What the compiler types itself is `Any` below.


def make_search(again: Callable[..., float], count: Callable[[Any], None]) -> Callable[..., float]:
    """The search below a move, one source for the interpreter and the compiler.

    `again` is the search itself, and `count` counts a node.
    """

    def search(
        game: Any, state: Any, depth: int, player: int, alpha: float, beta: float, prunes: bool, nodes: Any
    ) -> float:
        if depth == 0 or game.over(state):
            return float(game.payoff(state, player))
        maximising = game.turn(state) == player
        low, high = alpha, beta
        for move in game.moves(state):
            count(nodes)
            if prunes:
                alpha, beta = low, high
            value = again(game, game.play(state, move), depth - 1, player, alpha, beta, prunes, nodes)
            if maximising:
                low = max(low, value)
            else:
                high = min(high, value)
            if prunes and high < low:
                break
        return low if maximising else high

    return search


@cache
def compile_search(game: WarGame) -> Callable[..., tuple[float, int]]:
    """The search below a move as machine code; any number of threads may call it at once."""
    from outwit.engine.compiler.linker import Data
    from outwit.engine.compiler.rules import compile_for

    source = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    program, data = compile_for(game, f"wargame of the report {source}", build), Data(game)

    def below(state: Front, depth: int, player: int, prunes: bool) -> tuple[float, int]:
        words = np.array(program.linked.layout.pack(state), dtype=np.int64)
        nodes = np.zeros(1, dtype=np.int64)
        at, counter = int(words.ctypes.data), int(nodes.ctypes.data)
        value = program.call(data.address, at, depth, player, int(prunes), counter)
        return float(value), int(nodes[0])

    return below


def build(linked: Any) -> Any:
    """The search below a move for a linked game, as a function that Python can call."""
    from numba import types

    from outwit.engine.compiler.codegen import inline, part, recursion, whole
    from outwit.engine.compiler.memory import set_word, word_at
    from outwit.engine.compiler.states import loader

    whole_number, real = types.int64, types.float64
    load, with_data = loader(linked.layout), linked.with_data
    kinds = (
        linked.self_type,
        linked.layout.type,
        whole_number,
        whole_number,
        real,
        real,
        types.boolean,
        whole_number,
    )

    def count(nodes):  # type: ignore[no-untyped-def]
        set_word(nodes, 0, word_at(nodes, 0) + 1)

    search = part(make_search(recursion(real(*kinds)), inline(count)), **linked.options)
    search.compile(kinds)

    def enter(data, at, depth, player, prunes, nodes):  # type: ignore[no-untyped-def]
        game, state = with_data(data), load(at)
        return search(game, state, depth, player, -math.inf, math.inf, prunes != 0, nodes)

    return whole(enter, real(*[whole_number] * 6), **linked.options)
