"""What the agents share that compile a game before they search it."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, TypeVar

from outwit.decision import Agent, Analysis, Decision, Limit, Watch, option
from outwit.errors import CompileError, UnknownCompilerError
from outwit.game import CHANCE, Game, Move, State, actors
from outwit.memory import Memory, refuse_unless_size
from outwit.random import Generator
from outwit.random_positions import random_step
from outwit.search.search import Search
from outwit.search.searcher import Searcher
from outwit.search.world_sampler import WorldSampler

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Compiled
    from outwit.engine.runners.alphabeta import CompiledSearch

S = TypeVar("S", bound="Preparable")

log = logging.getLogger("outwit")


@dataclass(frozen=True)
class Preparable(Agent):
    """An agent that works in machine code once that is made, and can do without."""

    compiled: bool = option(True, "Compile the rules and the search; off, Python interprets both.")
    threads: ClassVar[int] = 1
    """How many threads search; agents that have more make it an option."""
    needs: ClassVar[tuple[str, ...]] = ("evaluation", "model")
    """The options on which it depends what has to be prepared."""

    @property
    def stages(self) -> int:
        """In how many steps it is prepared."""
        return 1

    def load(self, game: Game) -> bool:
        """Take what `prepare` has made from the cache; False if there is anything left to prepare."""
        from outwit.engine.compiler.cache import MissingError, cache_only

        try:
            with cache_only():
                self.prepare(game)
        except MissingError:
            return False
        return True

    def without_compiler(self: S) -> S:
        """The same agent without the compiler."""
        return replace(self, compiled=False)


@dataclass(frozen=True)
class Compilable(Preparable):
    """An agent that compiles a game together with its search, and else works as the textbook does.

    Where the tree is to be recorded, the textbook's search is used.
    """

    @classmethod
    @abstractmethod
    def program(cls, game: Game) -> Compiled:
        """The compiled search of a game, made once in a process."""

    def programs(self, game: Game) -> list[Compiled]:
        """The compiled searches that it uses in a game."""
        return [self.program(self.game_model(game))]

    def prepare(self, game: Game) -> None:
        """Compile the game, if it can be, and find out which enhancements it gains by."""
        start = game.initial()
        while isinstance(self, WorldSampler) and not game.over(start) and game.turn(start) == CHANCE:
            start = random_step(game, start, Generator(0))  # it decides for those who act
        if self.compiled and self.objection(self.game_model(game)) is None and not game.over(start):
            self.decide(game, start, self.shortest, player=next(iter(actors(game, start)), None))

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
        agent = self.without_compiler() if tree and self.compiled else self
        return super(Compilable, agent).decide(  # type: ignore[safe-super]
            game, state, limit, history, player=player, watch=watch, tree=tree, memory=memory
        )


@dataclass(frozen=True)
class CompilingSearcher(Compilable, Searcher):
    """An agent that looks at every line of play in machine code; those with a table are `Compiling`."""

    proves: ClassVar[bool] = False
    """Is it there to prove values, so that nothing less will do?"""

    def plunges(self) -> bool:
        """Does its very first pass go to the end of the game, so that it needs all of the table at once?"""
        return False

    @classmethod
    @abstractmethod
    def machine(cls) -> type[CompiledSearch]:
        """The compiled search of this kind of agent."""

    @classmethod
    def program(cls, game: Game) -> Compiled:
        return cls.machine().program_for(game)

    def analyse(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        moves: Sequence[Move] | None = None,
        depth: int | None = None,
        watch: Watch | None = None,
    ) -> Analysis:
        agent = self.without_compiler() if depth == 0 else self  # the compiled search begins with a move
        return super(CompilingSearcher, agent).analyse(
            game, state, limit, history, moves=moves, depth=depth, watch=watch
        )

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        if self.compiled:
            try:
                load_compiler()
                return self.machine()(game, state, limit, watch, self)
            except CompileError as error:
                notice(game, error)
        return super().new_search(game, state, limit, watch)  # type: ignore[safe-super]


@dataclass(frozen=True)
class Compiling(CompilingSearcher):
    """An agent that looks at every line of play in machine code, with a transposition table."""

    mb: int = option(64, "Megabytes for the transposition table of the compiled search.")
    strict: bool = option(
        False, "Take from the table only what was searched to exactly the depth asked for; slower, pure."
    )
    keep: bool = option(
        True, "Go on with the table of the move before, if time or nodes are the limit and a memory is given."
    )
    needs: ClassVar[tuple[str, ...]] = (*Compilable.needs, "mb")

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unless_size(self.mb)


def load_compiler() -> None:
    """Load what compiles, or raise a `CompileError` if it is not what Outwit knows."""
    import_module("outwit.engine.compiler.numba_internals")


def notice(game: Game, error: CompileError) -> None:
    """Say once why a game is interpreted, unless its rules are Outwit's own, which nobody here can change."""
    own = type(game.unwrapped).__module__.startswith("outwit.games.")
    if not own or isinstance(error, UnknownCompilerError):
        say_once(str(error))


@cache
def say_once(reason: str) -> None:
    """Say something that need not be said again."""
    log.warning("%s It plays interpreted.", reason)
