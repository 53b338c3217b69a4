"""The agent that plays a saved policy."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from outwit.decision import Agent, Decision, Limit, Watch, deciding_player, option
from outwit.elsewhere import Elsewhere
from outwit.equilibrium.mixed_decision import mixed_decision
from outwit.equilibrium.policy import Policy, load_policy
from outwit.errors import BadOptionError
from outwit.faults import refuse_without_players
from outwit.game import Game, State
from outwit.memory import Memory, same_rules
from outwit.repetition import add_memory

MOST_LOADED = 8
"""So many policies are held that were loaded last."""

MOST_COMPARED = 500_000
"""Positions of a game that is unfolded to see if its rules have changed: that takes some seconds."""

digests: list[tuple[Game, str | None]] = []
"""Games that policies were asked to play lately, with the digests of their rules."""


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
        """Refuse a game that the policy is not of, or whose rules have changed since."""
        refuse_without_players(game)
        policy = self.load()
        policy.require(game)
        digest = digest_of_rules(game.unwrapped) if policy.origin.rules else None
        if digest is not None:
            policy.require_rules(digest)

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


def digest_of_rules(game: Game) -> str | None:
    """A digest of a game's rules, computed once in a process; None if the game is too large for that."""
    if isinstance(game, Elsewhere):
        return None  # rules that run elsewhere are not asked so much
    for each, known in list(digests):
        if same_rules(each, game):
            return known
    from outwit.equilibrium.policy_strategies import digest  # what computes with arrays takes long to load
    from outwit.equilibrium.unfold import TooLargeError
    from outwit.equilibrium.unfolded_games import whole_game

    found: str | None = None
    with suppress(TooLargeError):
        found = digest(whole_game(game, MOST_COMPARED))
    digests[:] = [*digests, (game, found)][-MOST_LOADED:]
    return found
