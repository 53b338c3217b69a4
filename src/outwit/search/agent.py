"""What every agent shares that searches: the game that it searches, limits, memory, and its decision."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from secrets import randbits
from typing import Any, Generic, Protocol, Self, TypeVar

from outwit.credibility import credible
from outwit.decision import Agent, Decision, Limit, Watch
from outwit.errors import OutwitError
from outwit.evaluate import with_evaluation
from outwit.evaluate.models import apply_model
from outwit.game import Game, State, mix
from outwit.memory import Kept, Memory, borrow_kept
from outwit.repetition import add_memory


class Running(Protocol):
    """One search of one position, from its first node to its answer."""

    game: Game
    root: State

    @property
    def seconds(self) -> float:
        """The time since it began."""

    def end(self) -> None:
        """Let go of what it held."""


S = TypeVar("S", bound=Running)


class SearchAgent(Agent, Generic[S]):
    """An agent that decides by a search of the game; a subclass says which search, and how it runs."""

    seconds: float | None
    nodes: int | None
    evaluation: str | None
    model: str | None
    seed: int | None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.limit()

    def game_model(self, game: Game) -> Game:
        """The game as the agent searches it: one of its models, judged by one of its evaluations."""
        return with_evaluation(apply_model(game, self.model), self.evaluation)

    def for_game_model(self) -> Self:
        if self.model is None and self.evaluation is None:
            return self
        without: dict[str, Any] = {"model": None, "evaluation": None}
        return replace(self, **without)  # type: ignore[type-var]  # every agent is a dataclass

    def require(self, game: Game) -> None:
        """Refuse a game that this agent cannot play, or a model or evaluation that the game does not have."""
        super().require(self.game_model(game))

    def draw_seed(self, *position: object) -> int:
        """A seed for the draws of one decision: by the agent's own seed and the position, or any."""
        return randbits(64) if self.seed is None else self.seed ^ mix(position)

    def admit(
        self, game: Game, state: State, limit: Limit | None, history: Sequence[State]
    ) -> tuple[Game, State]:
        """The game as it is searched, and the state in it; refuse what this agent cannot play or heed."""
        self.require(game)
        self.refuse_limit(game, limit)
        game, state = add_memory(self.game_model(game), state, history)
        if game.over(state):
            raise OutwitError("The game is over here; there is nothing to decide.")
        return game, state

    def limit_of(self, limit: Limit | None) -> Limit:
        """The limit of a decision for which this one is given."""
        return self.limit().override(limit).for_move()

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
        game, state = self.admit(game, state, limit, history)
        with borrow_kept(None if tree else memory, self, game, game.turn(state)) as kept:
            game, state = self.root_of(game, state, history, kept)
            search = self.begin_for(player, game, state, self.limit_of(limit), watch or Watch(), len(history))
            try:
                return credible(self.run(search, kept, history, tree))
            finally:
                search.end()

    def root_of(
        self, game: Game, state: State, history: Sequence[State], kept: Kept | None
    ) -> tuple[Game, State]:
        """The game and the state that the search sets out from, where it is not the one admitted."""
        return game, state

    def origin(self, search: S) -> dict[str, Any]:
        """What every decision says of the search that it comes from."""
        return {
            "seconds": search.seconds,
            "agent": self.spec,
            "game": search.game,
            "state": search.root,
        }

    @abstractmethod
    def begin(self, game: Game, state: State, limit: Limit, watch: Watch, past: int) -> S:
        """A search of a position that so many others came before, ready to run."""

    def begin_for(
        self, player: int | None, game: Game, state: State, limit: Limit, watch: Watch, past: int
    ) -> S:
        """The same for the player who is asked, where that is not plain from whose turn it is."""
        return self.begin(game, state, limit, watch, past)

    @abstractmethod
    def run(self, search: S, kept: Kept | None, history: Sequence[State], tree: bool) -> Decision:
        """Search until the limit is reached, or nothing is left to find; the decision.

        `kept` is what earlier decisions have kept, if there is a memory, and keeps what comes of this one.
        """
