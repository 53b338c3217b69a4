"""Agents that go wrong, each in its own way, to see that a tournament goes on without them."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from outwit import Agent, Decision, Game, Limit, Memory, Random, Watch
from outwit.game import State


@dataclass(frozen=True)
class Careful(Agent):
    """Plays the first legal move, until it is time to go wrong."""

    after: int = 2
    """How many moves of the game are played before."""

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        if len(history) >= self.after:
            return self.go_wrong(game, state)
        return Decision(next(iter(game.moves(state))))

    def go_wrong(self, game: Game, state: State) -> Decision:
        return Random(1).decide(game, state)


class Crashing(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        raise ZeroDivisionError("I cannot think.\nNot at all")


class Illegal(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        return Decision(99)


class Endless(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        while True:
            pass


class Wordless(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        return None  # type: ignore[return-value]


class Leaving(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        sys.exit("I am off")


class Vanishing(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        os._exit(3)


class Bursting(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        ctypes.string_at(0)
        raise AssertionError("still there")


class Printing(Careful):
    def go_wrong(self, game: Game, state: State) -> Decision:
        print('{"payoffs": [9, 9]}', flush=True)
        os.write(1, b'{"fault": "nobody\'s", "culprit": 0}\n')
        return super().go_wrong(game, state)


class Unprepared(Careful):
    def prepare(self, game: Game) -> None:
        raise RuntimeError("not today")
