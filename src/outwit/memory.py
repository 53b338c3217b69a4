"""What an agent keeps from one decision to the next, and whose that is.

Agents are frozen and remember nothing. Whoever asks for the moves of a game (a seat in a session, a referee,
a program) makes a `Memory` for that seat and hands it in with every question. It holds what a search wants to
go on with, such as its tree, by the agent that searched and the game that it searched.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from outwit.errors import BadOptionError
from outwit.game import Game

if TYPE_CHECKING:
    from outwit.decision import Agent

T = TypeVar("T")

MOST_KEPT = 4
"""How many agents and games one memory serves at once."""

MOST_MEMORIES = 64
"""How many memories are held for those who name them."""


class Kept:
    """What one agent keeps of one game; nothing at first. The search that uses it has it to itself."""

    def __init__(self, agent: Agent, game: Game, seat: int | None) -> None:
        self.agent = agent
        self.game = game
        self.seat = seat
        """Whose it is in a game with hidden information; None where everybody sees the same."""
        self.content: object = None
        self.size = 0
        """How many bytes it takes, about."""

    def take(self, kind: type[T]) -> T | None:
        """What was kept, if it is of this kind."""
        return self.content if isinstance(self.content, kind) else None

    def keep(self, content: object, size: int) -> None:
        """Keep something of so many bytes in place of what was kept before."""
        self.content, self.size = content, size

    def serves(self, agent: Agent, game: Game, seat: int | None) -> bool:
        """Was it kept by such an agent, in this game, for this seat?"""
        return self.seat == seat and self.agent == agent and same_rules(self.game, game)


class Memory:
    """What an agent keeps from one decision to the next, in one game and for one seat.

    It is whoever asks that makes it, hands it to `decide`, and throws it away when the game ends; without
    one, nothing is kept. What is kept is found again only by an equal agent in the same game, so a memory
    never changes what another agent answers, or the same one in another game. It serves one decision at a
    time: a second one that begins meanwhile does without.

    >>> from outwit import MCTS, find_game
    >>> game, agent, memory = find_game("nim"), MCTS(simulations=100, seed=1, compiled=False), Memory()
    >>> first = game.initial()
    >>> second = game.play(first, agent.decide(game, first, memory=memory).move)
    >>> agent.decide(game, second, history=[first], memory=memory).stats["kept"] > 0
    True
    """

    def __init__(self, mb: int = 512) -> None:
        """A memory that holds at most so many megabytes; what is larger is not kept."""
        refuse_unless_size(mb)
        self.most = mb << 20
        self.contents: list[Kept] = []
        """What is kept, what was used last at the end."""
        self.busy = Lock()
        """Held by the decision that has the memory."""
        self.changing = Lock()

    def __repr__(self) -> str:
        return f"<Memory of {self.size:,} bytes>"

    @property
    def size(self) -> int:
        """How many bytes are kept, about; what a decision adds counts once it is made."""
        return sum(kept.size for kept in list(self.contents))

    def clear(self) -> None:
        """Forget everything; what a decision now being made would have kept, too."""
        with self.changing:
            self.contents.clear()

    @contextmanager
    def borrow(self, agent: Agent, game: Game, seat: int | None) -> Iterator[Kept | None]:
        """What the agent has kept of the game, for a decision; None while another decision uses the memory.

        What a decision leaves behind that ends in an error is not kept.
        """
        if not self.busy.acquire(blocking=False):
            yield None
            return
        try:
            kept = self.find(agent, game, seat if game.hidden else None)
            complete = False
            try:
                yield kept
                complete = True
            finally:
                self.settle(kept, complete)
        finally:
            self.busy.release()

    def find(self, agent: Agent, game: Game, seat: int | None) -> Kept:
        """What the agent has kept of the game, from now on the last that was used."""
        with self.changing:
            serving = (kept for kept in self.contents if kept.serves(agent, game, seat))
            kept = next(serving, None) or Kept(agent, game, seat)
            self.contents = [*(each for each in self.contents if each is not kept), kept][-MOST_KEPT:]
            return kept

    def settle(self, kept: Kept, complete: bool) -> None:
        """Let go of what is not worth keeping, and of what was not used for longest if there is too much."""
        with self.changing:
            if not complete or kept.content is None or kept.size > self.most:
                self.contents = [each for each in self.contents if each is not kept]
            while self.size > self.most:
                del self.contents[0]


class Memories:
    """Memories for games that somebody else names: those used last, up to a number and a size.

    Each seat of a session has its own.
    """

    def __init__(self, most: int = MOST_MEMORIES, mb: int = 512) -> None:
        """At most so many, and at most so many megabytes beside the one that was asked for last."""
        self.most = most
        self.mb = mb
        self.held: OrderedDict[tuple[str, int | None], Memory] = OrderedDict()
        self.changing = Lock()

    def of(self, session: str, seat: int | None) -> Memory:
        """The memory of a seat in a session, new if there is none."""
        with self.changing:
            memory = self.held.pop((session, seat), None) or Memory(self.mb)
            while self.held and (len(self.held) >= self.most or self.size > self.mb << 20):
                self.held.popitem(last=False)
            self.held[session, seat] = memory
            return memory

    @property
    def size(self) -> int:
        """How many bytes are kept, about."""
        return sum(memory.size for memory in self.held.values())

    def forget(self, session: str) -> bool:
        """Let go of all memories of a session; were there any?"""
        with self.changing:
            names = [name for name in self.held if name[0] == session]
            for name in names:
                self.held.pop(name).clear()
        return bool(names)


@contextmanager
def borrow_kept(memory: Memory | None, agent: Agent, game: Game, seat: int | None) -> Iterator[Kept | None]:
    """What an agent has kept of a game in a memory, for a decision; None without one, or if it is in use."""
    if memory is None:
        yield None
        return
    if not isinstance(memory, Memory):
        raise BadOptionError(f"{memory!r} is no memory; make one with Memory().")
    with memory.borrow(agent, game, seat) as kept:
        yield kept


def same_rules(one: object, other: object) -> bool:
    """Are these the same game with the same options? A game of which that cannot be told is only itself."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        options = [field.name for field in fields(one)]
    elif hasattr(one, "__dict__"):
        options = [*vars(one), *(name for name in vars(other) if name not in vars(one))]
    else:
        return False
    return all(equal(getattr(one, name, None), getattr(other, name, None)) for name in (*options, "weights"))


def equal(one: object, other: object) -> bool:
    """Are two options of a game equal? Not if comparing them gives no plain answer."""
    if isinstance(one, Game):
        return same_rules(one, other)
    try:
        return bool(one == other)
    except Exception:  # an option's own `==` may raise anything; an array's has no truth
        return False


def refuse_unless_size(mb: int) -> None:
    """Refuse a memory of no size."""
    if isinstance(mb, bool) or not isinstance(mb, int) or not 1 <= mb <= 1 << 20:
        raise BadOptionError(f"mb={mb} is no size for a memory; give 1 or more megabytes.")
