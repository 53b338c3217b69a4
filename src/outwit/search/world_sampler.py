"""What the agents share that decide by worlds: full states that a player cannot tell from the true one."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.decision import Limit, Watch, deciding_player
from outwit.game import Game, State
from outwit.random import Generator
from outwit.search.sampler import Sampler, SamplingSearch
from outwit.search.searcher import objection_to
from outwit.worlds import draw_world, seed_for


@dataclass(frozen=True)
class WorldSampler(Sampler):
    """An agent that draws worlds and searches in them; what it answers depends on what the player knows."""

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=True, solo=True, hidden=True)

    def begin(self, game: Game, state: State, limit: Limit, watch: Watch, past: int) -> SamplingSearch:
        """A search from a world of the player's, so that nothing of the true state reaches it."""
        player = deciding_player(game, state)
        seed = seed_for(self.seed, game, state, player, past)
        return self.new_search(game, draw_world(game, state, player, Generator(seed)), limit, watch, seed)
