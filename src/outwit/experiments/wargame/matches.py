"""A match between two players, move by move, with what it cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from outwit.decision import Agent, Limit
from outwit.experiments.wargame.player import Choice
from outwit.games.wargame import Front, WarGame

NO_LIMIT = Limit()
"""The agent's own limit counts."""


class Chooser(Protocol):
    """Whoever can choose a move, and say how many nodes that took."""

    def choose(self, game: WarGame, state: Front) -> Choice:
        """The move to play."""
        ...


@dataclass(frozen=True)
class Searching:
    """One of Outwit's agents as a player."""

    agent: Agent
    limit: Limit = NO_LIMIT

    def choose(self, game: WarGame, state: Front) -> Choice:
        """The move that the agent decides on."""
        decision = self.agent.decide(game, state, self.limit)
        return Choice(decision.move, decision.nodes)


@dataclass(frozen=True)
class Match:
    """A game that was played to its end."""

    game: WarGame
    moves: tuple[int, ...]
    nodes: tuple[tuple[int, ...], tuple[int, ...]]
    """How many nodes each move took, blue's and green's."""
    end: Front

    @property
    def points(self) -> tuple[int, int]:
        """The points of blue and of green."""
        return self.end.blue_points, self.end.green_points

    @property
    def totals(self) -> tuple[int, int]:
        """The nodes of all moves together, blue's and green's."""
        return sum(self.nodes[0]), sum(self.nodes[1])


def play(
    game: WarGame,
    players: tuple[Chooser, Chooser],
    start: Front | None = None,
    watch: Callable[[int], None] = lambda nodes: None,
) -> Match:
    """Let two play, from the start or from where a game stands; `watch` hears what each move took."""
    state = start or game.initial()
    moves: list[int] = []
    nodes: tuple[list[int], list[int]] = ([], [])
    while not game.over(state):
        choice = players[state.turn].choose(game, state)
        nodes[state.turn].append(choice.nodes)
        moves.append(choice.move)
        state = game.play(state, choice.move)
        watch(choice.nodes)
    return Match(game, tuple(moves), (tuple(nodes[0]), tuple(nodes[1])), state)
