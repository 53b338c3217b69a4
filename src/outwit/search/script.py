"""Scripts: simple ways to play that the rules of a game know themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from outwit.decision import Agent, Candidate, Decision, Limit, Watch, deciding_player, option
from outwit.errors import BrokenRulesError, UnknownNameError
from outwit.game import Game, State
from outwit.memory import Memory
from outwit.random import Generator
from outwit.repetition import add_memory, without_memory
from outwit.search.searcher import able, able_at_once
from outwit.worlds import seed_for


@dataclass(frozen=True)
class Script(Agent):
    """Plays one of a game's scripts.

    With a seed, the choice depends on the seed and on what the player knows alone, so that games repeat
    themselves.
    """

    script: str = option("", "Which of the game's scripts to play; without it, the first.", spelled="name")
    seed: int | None = option(None, "Makes the choices repeatable.")

    name = "script"
    summary = "One of the simple ways to play that a game knows itself."

    @classmethod
    def objection(cls, game: Game) -> str | None:
        if game.simultaneous:
            return f"its players choose at once; {able_at_once(game)} such games."
        return None if game.unwrapped.scripts else f"it has no scripts; {able(game)} it."

    def require(self, game: Game) -> None:
        """Refuse a game without scripts, or without the one that is wanted."""
        super().require(game)
        if self.script and self.script not in game.unwrapped.scripts:
            known = game.unwrapped.scripts
            raise UnknownNameError(f"script of {type(game.unwrapped).__name__}", self.script, known)

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
        self.require(game)
        game, state = add_memory(game, state, history)
        player = deciding_player(game, state, player)
        random = Generator(seed_for(self.seed, game, state, player, len(history)))
        name = self.script or game.unwrapped.scripts[0]
        move = game.unwrapped.script(without_memory(state), name, random)
        moves = list(game.moves(state))
        if move not in moves:
            raise BrokenRulesError(
                f"The rules of {type(game.unwrapped).__name__} are broken: `script` {name!r} chose {move!r}, "
                "which is not a legal move; `outwit check` shows where."
            )
        return Decision(
            move=move,
            line=(move,),
            candidates=(Candidate(move), *(Candidate(each) for each in moves if each != move)),
            agent=self.spec,
            game=game,
            state=state,
        )
