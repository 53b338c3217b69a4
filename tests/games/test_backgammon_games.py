"""Backgammon played to its end in machine code, many thousand times."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from outwit.engine.compiler.codegen import whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_word, word_at
from outwit.engine.compiler.questions import ENTRY
from outwit.engine.compiler.rules import compile_for
from outwit.engine.compiler.states import loader
from outwit.game import CHANCE
from outwit.games.backgammon import Backgammon

ROOM = 4096
"""How many plays of a roll there is room for: more than any position has."""

LONGEST = 5000
"""After how many plays a game is taken to have no end."""


def build(linked: Linked) -> Any:
    """Random games one after the other; what comes of them is counted where the answer goes."""
    load, with_data = loader(linked.layout), linked.with_data

    def played(data, at, games, seed, to, room):  # type: ignore[no-untyped-def]
        game = with_data(data)
        results = to + 8 * room
        word = seed
        for _ in range(games):
            state, length = load(at), 0
            while not game.over(state):
                word = word * 6364136223846793005 + 1442695040888963407
                drawn = word >> 33 & 0x7FFFFFFF
                if game.turn(state) == CHANCE:
                    point, chosen = drawn / 2147483648.0, 0
                    for outcome, share in game.chances(state):
                        chosen = outcome
                        point -= share
                        if point < 0:
                            break
                    state = game.play(state, chosen)
                else:
                    count = 0
                    for move in game.moves(state):
                        set_word(to, count, move)
                        count += 1
                    state = game.play(state, word_at(to, drawn * count >> 31))
                    length += 1
                    if length > LONGEST:
                        return -1
            worth = int(game.payoff(state, 0)) + 3
            set_word(results, worth, word_at(results, worth) + 1)
        return games

    return whole(played, ENTRY, **linked.options)


@pytest.mark.parametrize(
    "games", [pytest.param(games, marks=pytest.mark.slow) for games in (5_000, 1_000_000)]
)
def test_random_games_end(games: int) -> None:
    game = Backgammon()
    program = compile_for(game, "random games", build)
    start = array("q", program.linked.layout.pack(game.initial()))
    memory = array("q", bytes(8 * (ROOM + 7)))
    at, to = start.buffer_info()[0], memory.buffer_info()[0]
    assert program.call(program.linked.data.address, at, games, 1, to, ROOM) == games
    results = list(memory[ROOM:])
    assert results.pop(3) == 0
    assert sum(results) == games
    assert min(results) > 0
    assert sum(results[:3]) == pytest.approx(games / 2, rel=0.05)
