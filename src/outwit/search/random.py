"""Any legal move, each as likely as the other: the opponent everyone should beat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from outwit.decision import Agent, Candidate, Decision, Limit, Watch, deciding_player, option
from outwit.game import Game, State
from outwit.memory import Memory
from outwit.random import Generator
from outwit.repetition import add_memory
from outwit.worlds import seed_for


@dataclass(frozen=True)
class Random(Agent):
    """Plays any legal move.

    With a seed, the choice depends on the seed and on what the player knows alone, so that games repeat
    themselves.
    """

    seed: int | None = option(None, "Makes the choices repeatable.")

    name = "random"
    summary = "Any legal move, each as likely as the other."

    def with_seed(self, seed: int) -> Agent:
        return self if self.seed is not None else replace(self, seed=seed)

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
        game, state = add_memory(game, state, history)
        player = deciding_player(game, state, player)
        moves = list(game.moves_for(state, player))
        random = Generator(seed_for(self.seed, game, state, player, len(history)))
        return Decision(
            move=random.choice(moves),
            candidates=tuple(Candidate(move) for move in moves),
            agent=self.spec,
            game=game,
            state=state,
        )
