"""The agent that plays a saved policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from outwit.decision import Agent, Decision, Limit, Watch, deciding_player, option
from outwit.equilibrium.mixed_decision import mixed_decision
from outwit.equilibrium.policy import Policy, load_policy
from outwit.errors import BadOptionError
from outwit.faults import refuse_without_players
from outwit.game import Game, State
from outwit.memory import Memory
from outwit.repetition import add_memory

MOST_LOADED = 8
"""So many policies are held that were loaded last."""


@dataclass(frozen=True)
class PolicyAgent(Agent):
    """Plays by a saved policy: each move as often as the policy says.

    With a seed, the choice depends on the seed and on what the player knows alone, so that games repeat
    themselves.
    """

    file: str = option(
        "", "The file of the policy, as `outwit equilibrium --save` writes it.", reads_file=True
    )
    seed: int | None = option(None, "Makes the choices repeatable.")

    name = "policy"
    summary = "A saved policy: each move as often as it says, such as an equilibrium does."

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return "it plays what a file says, policy:file=kuhn.json, and only the game that this is of."

    def require(self, game: Game) -> None:
        """Refuse a game that the policy is not of."""
        refuse_without_players(game)
        self.load().require(game)

    def load(self) -> Policy:
        """The policy, read again only if the file has changed."""
        if not self.file:
            raise BadOptionError(
                "policy plays what a file says, policy:file=kuhn.json; `outwit equilibrium kuhn --save "
                "kuhn.json` writes one."
            )
        path = Path(self.file).expanduser()
        try:
            found = path.stat()
        except OSError:
            return load_policy(path)
        return load_once(str(path), found.st_mtime_ns, found.st_size)

    def with_seed(self, seed: int) -> Agent:
        return self if self.seed is not None else replace(self, seed=seed)

    def prepare(self, game: Game) -> None:
        self.require(game)

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
        self.require(game)
        game, state = add_memory(game, state, history)
        player = deciding_player(game, state, player)
        probabilities = self.load().probabilities(game, state, player, history)
        return mixed_decision(
            game, state, player, probabilities, seed=self.seed, past=len(history), agent=self.spec
        )


@lru_cache(MOST_LOADED)
def load_once(path: str, changed: int, size: int) -> Policy:
    """The policy in a file that was last changed then and is so large."""
    return load_policy(path)
