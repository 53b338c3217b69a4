"""What the agents share that play by rollouts and may be asked for one of several choices made at once."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from outwit.decision import Limit, Watch, deciding_player
from outwit.game import SIMULTANEOUS, Game, State
from outwit.search.sampler import Sampler, SamplingSearch
from outwit.search.searcher import objection_to


@dataclass(frozen=True)
class JointSampler(Sampler):
    """An agent that also plays where all choose at once.

    Its draws there depend on whose choice is wanted, so that seats with the same seed do not choose alike.
    """

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=True, solo=True, joint=True)

    @abstractmethod
    def new_search(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, player: int | None = None
    ) -> SamplingSearch:
        """A search that has not begun; for a player, where several choose at once."""

    def begin_for(
        self, player: int | None, game: Game, state: State, limit: Limit, watch: Watch, past: int
    ) -> SamplingSearch:
        if game.turn(state) != SIMULTANEOUS:
            return self.begin(game, state, limit, watch, past)
        chooser = deciding_player(game, state, player)
        return self.new_search(game, state, limit, watch, self.draw_seed(state, past, chooser), chooser)
