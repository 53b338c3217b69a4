"""Perft: how many ways there are to play so many moves, the usual test of a move generator.

Counted are the leaf nodes of the tree of moves, by the rules alone: positions that come again are counted
again, whatever `repetition` makes of them. What may happen by chance counts as a move, whatever its
probability, and where players choose at once each combination of their choices does. Who knows what does not
matter. A game that ends before so many moves is not among them: a finished position has 1 way to play 0 moves
and none to play more.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING

from outwit.decision import Progress, Watch
from outwit.engine.compiler.contract import refuse_unless_depth
from outwit.errors import BadOptionError, CompileError, OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.repetition import Remembered

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Rules

REPORT = 0.1
"""Seconds from one report to the next."""

SMALL = 3
"""Fewer moves than so many are counted in one go."""


class StoppedError(OutwitError):
    """A count was stopped before its end; `nodes` were counted by then, or a few less."""

    def __init__(self, nodes: int) -> None:
        super().__init__(f"The count was stopped after {nodes:,} nodes.")
        self.nodes = nodes


def perft(
    game: Game,
    depth: int,
    state: State | None = None,
    *,
    bulk: bool = True,
    compiled: bool = True,
    watch: Watch | None = None,
) -> int:
    """How many ways there are to play so many moves from a state, or from the start of the game.

    With `bulk`, the last moves are counted without being played. The rules are compiled if they can be.

    >>> from outwit.games import find_game
    >>> [perft(find_game("tictactoe"), depth, compiled=False) for depth in range(5)]
    [1, 9, 72, 504, 3024]
    """
    refuse_unless_depth(depth)
    return Counter(game, state, bulk=bulk, compiled=compiled, watch=watch).perft(depth)


def divide(
    game: Game,
    depth: int,
    state: State | None = None,
    *,
    bulk: bool = True,
    compiled: bool = True,
    watch: Watch | None = None,
) -> dict[Move, int]:
    """The same number, divided by the first move: where two programs differ, this shows after which move.

    Where players choose at once, a move is a tuple with the choice of each.

    >>> from outwit.games import find_game
    >>> nim = find_game("nim:coins=3")
    >>> divide(nim, 2, compiled=False)
    {1: 2, 2: 1, 3: 0}
    """
    refuse_unless_divisible(depth)
    counter = Counter(game, state, bulk=bulk, compiled=compiled, watch=watch)
    counts: dict[Move, int] = {}
    for move, nodes in counter.divide(depth):
        counts[move] = counts.get(move, 0) + nodes
    return counts


def refuse_unless_divisible(depth: int) -> None:
    """Refuse also to divide by the first move where none is played."""
    refuse_unless_depth(depth)
    if depth == 0:
        raise BadOptionError("At depth 0 there is no first move to divide by; give a depth of 1 or more.")


class Counter:
    """What counts the ways to play on from a state, by compiled rules or by the rules as they are.

    A count can be stopped by its watch, which also hears how far it is.
    """

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        *,
        bulk: bool = True,
        compiled: bool = True,
        watch: Watch | None = None,
    ) -> None:
        state = game.initial() if state is None else state
        self.game = game.unwrapped
        self.state = state.now if isinstance(state, Remembered) else state
        self.bulk = bulk
        self.watch = watch or Watch()
        self.rules = compile_if_possible(self.game) if compiled else None
        """The compiled rules; None if the rules are interpreted."""
        self.depth = 0
        """How deep it counts at the moment."""
        self.nodes = 0
        """How many have been counted to this depth, without those after the first move that it is at."""
        self.done = 0
        """How many first moves it is through with."""
        self.first_moves = 1
        """How many there are, if it counts them one by one."""
        self.below = 0
        """What interpreted rules have counted after the first move that it is at."""
        self.began = self.reported = perf_counter()

    def perft(self, depth: int) -> int:
        """How many ways there are to play so many moves."""
        if depth >= SMALL:
            return sum(nodes for _, nodes in self.divide(depth))
        self.begin(depth, 1)
        return self.count(self.state, depth)

    def divide(self, depth: int) -> Iterator[tuple[Move, int]]:
        """Each first move, and how many ways there are to go on after it."""
        moves = list(first_moves(self.game, self.state))
        self.begin(depth, len(moves))
        joint = bool(moves) and self.game.turn(self.state) == SIMULTANEOUS
        play = self.game.play_joint if joint else self.game.play
        for move in moves:
            nodes = self.count(play(self.state, move), depth - 1)
            self.nodes += nodes
            self.done += 1
            yield move, nodes

    def begin(self, depth: int, first_moves: int) -> None:
        """Begin to count."""
        self.depth, self.first_moves = depth, first_moves
        self.nodes = self.done = 0
        self.began = self.reported = perf_counter()

    def count(self, state: State, depth: int) -> int:
        """How many ways there are to play so many moves from a state."""
        self.below = 0
        if self.watch.stopped:
            raise StoppedError(self.nodes)
        if self.rules is None:
            return self.count_interpreted(state, depth)
        return self.count_compiled(self.rules, state, depth)

    def count_compiled(self, rules: Rules, state: State, depth: int) -> int:
        """The same by compiled rules, in a thread of its own, so that whoever waits can end it."""
        from outwit.engine.runners.threads import Worker

        control = array("q", (0, 0))  # whether to stop, and how much has been counted

        def stop() -> None:
            control[0] = 1

        worker = Worker.lease()
        self.watch.bells.append(stop)
        try:
            worker.begin(partial(rules.perft, state, depth, self.bulk, control))
            while not worker.wait_until_done(REPORT):
                self.report(control[1])
        except BaseException:  # Ctrl-C too: the machine code must have stopped before its memory goes
            stop()
            worker.end()
            raise
        finally:
            self.watch.bells.remove(stop)
        nodes = int(worker.result())
        if self.watch.stopped:
            raise StoppedError(self.nodes + control[1])
        return nodes

    def count_interpreted(self, state: State, depth: int) -> int:
        """The same by the rules as they are."""
        if depth == 0:
            return 1
        if depth > 1:
            self.look()
        game = self.game
        if game.over(state):
            return 0
        joint = game.turn(state) == SIMULTANEOUS
        if depth == 1 and self.bulk:
            return prod(map(len, menus(game, state))) if joint else sum(1 for _ in lone_moves(game, state))
        play = game.play_joint if joint else game.play
        total = 0
        for move in product(*menus(game, state)) if joint else lone_moves(game, state):
            total += self.count_interpreted(play(state, move), depth - 1)
        if depth == 2:
            self.below += total
        return total

    def look(self) -> None:
        """Look whether to stop, and say now and then how far the count is."""
        if self.watch.stopped:
            raise StoppedError(self.nodes + self.below)
        now = perf_counter()
        if now - self.reported >= REPORT:
            self.reported = now
            self.report(self.below)

    def report(self, below: int) -> None:
        """Tell the watch how far the count is."""
        if self.watch.report is not None:
            seconds = perf_counter() - self.began
            self.watch.report(Progress(self.depth, self.nodes + below, seconds, None, ()))


def first_moves(game: Game, state: State) -> Iterable[Move]:
    """All that can happen next; where players choose at once, a tuple with a choice of each."""
    if game.over(state):
        return ()
    return product(*menus(game, state)) if game.turn(state) == SIMULTANEOUS else lone_moves(game, state)


def lone_moves(game: Game, state: State) -> Iterable[Move]:
    """The moves of whoever acts alone, or what may happen by chance."""
    if game.turn(state) == CHANCE:
        return (outcome for outcome, _ in game.chances(state))
    return game.moves(state)


def menus(game: Game, state: State) -> list[list[Move]]:
    """What each player can choose from where all choose at once."""
    return [list(game.moves_for(state, player)) for player in range(game.players)]


def move_name(game: Game, state: State, move: Move) -> str:
    """A first move as people write it."""
    if game.turn(state) == SIMULTANEOUS:
        return ",".join(game.describe(state, each) for each in move)
    return game.describe(state, move)


def compile_if_possible(game: Game) -> Rules | None:
    """A game's rules as machine code; None, and a word about why, where there can be none."""
    from outwit.engine.compiled_agent import load_compiler, notice

    try:
        load_compiler()
        from outwit.engine.compiler.rules import compile_rules  # what compiles takes long to load

        return compile_rules(game)
    except CompileError as error:
        notice(game, error)
        return None
