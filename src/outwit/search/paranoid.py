"""Paranoid search: one player against all others, who think of nothing else.

Sturtevant and Korf, "On pruning techniques for multi-player games", 2000. So a game for many is one for two,
and all that alpha-beta cuts can be cut; chance is averaged, as by expectiminimax.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outwit.game import Game, State
from outwit.search.coalition import Coalition
from outwit.search.expectiminimax import Expectiminimax
from outwit.search.search import Search
from outwit.search.searcher import Found, objection_to


@dataclass(frozen=True)
class Paranoid(Expectiminimax):
    """All others against whoever decides: what this player can be sure of, whatever they do.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    >>> decision = Paranoid().decide(game, game.initial())
    >>> decision.value, decision.described()
    (6.0, ['2', '1'])
    """

    name = "paranoid"
    summary = "Whoever decides against all others, who are one side: alpha-beta for any number of players."
    game_for: ClassVar[type[Coalition]] = Coalition
    """The game for two that is searched."""

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=game.players > 1, solo=False)

    def game_to_search(self, game: Game, state: State) -> tuple[Game, State]:
        two = self.game_for(game, max(game.turn(state), 0))
        return two, two.enter(state)

    def note(self, found: Found, search: Search, depth: int, value: float) -> None:
        super().note(found, search, depth, value)
        found.values = None  # what the others would have is not asked

    def origin(self, search: Search) -> dict[str, Any]:
        two = search.game
        assert isinstance(two, Coalition)
        return {**super().origin(search), "game": two.game, "state": two.position_of(search.root)}
