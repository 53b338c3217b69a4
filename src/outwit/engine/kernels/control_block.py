"""The control block: the memory through which Python and a compiled search exchange everything."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Any, cast

import numpy as np

from outwit.engine.compiler.clock import now
from outwit.engine.kernels.transposition_memory import Table, stamp

MOST_PLIES = 256
"""How deep a compiled search goes at most; deeper positions are estimated."""

MOVE_WORDS = 4
"""Words of a move on the stack: the move; its score; what history says, with its place; the key of the
position after it, where ETC asks for that."""

MOVE_BYTES = 8 * MOVE_WORDS

STACK_WORDS = 1 << 17
"""Room for the moves of all positions on the way to the present one, at first."""

MOST_STACK_WORDS = 1 << 26
"""The most room that they are given: half a gigabyte."""

TOO_MANY = (
    f"There are too many moves, or outcomes of chance, for a compiled search, which has room for "
    f"{MOST_STACK_WORDS // MOVE_WORDS:,} moves or {MOST_STACK_WORDS // 9:,} outcomes; set compiled=off."
)
"""What is said where that is not enough: an outcome takes nine words."""

MANY_LINES = 4096
"""Of more moves at the root than this, lines are not remembered to their end."""

SHORTEST_LINE = 4
"""Of so many moves they are, however many the root has."""

HISTORY = 4096
"""Places a player in the history table."""

FOREVER = (1 << 63) - 1
"""More nodes, and a later time, than any search comes to."""

CENTURY = 3e9
"""Seconds: nobody waits longer for an answer."""

FEWEST_MOVES = 64
"""A block has room for at least so many moves at the root."""

MOST_KEPT, MOST_FREE = 1024, 4
"""Blocks with room for so many moves at most are used again, and so many of a size wait for that."""

free: dict[int, list[Control]] = {}
"""Blocks that nobody uses, by the moves that they have room for."""

PLACES = 1 << 14
"""Where threads that search together note what each is at."""


class At(IntEnum):
    """What stands in each word of the block."""

    NODES = 0
    NEXT_LOOK = auto()
    NODE_LIMIT = auto()
    DEADLINE = auto()
    LOOKED = auto()
    """When the clock was last looked at."""
    PACE = auto()
    """How many nodes were to be visited before it is looked at again."""
    STOP = auto()
    ABORTED = auto()
    DEPTH_LEFT = auto()
    ESTIMATES = auto()
    CUTOFFS = auto()
    HITS = auto()
    REPEATED = auto()
    STOOD_PAT = auto()
    SWITCHES = auto()
    STRICT = auto()
    TABLE = auto()
    BUCKETS = auto()
    """How many buckets it has, less one."""
    GENERATION = auto()
    """Which pass over the tree this is, as it stands in an entry."""
    SINCE = auto()
    """The least that the facts of an entry come to if it counts: what is older is not seen."""
    KILLERS = auto()
    HISTORY = auto()
    LINES = auto()
    ROOT_MOVES = auto()
    ROOT_COUNT = auto()
    ROOT_INDEX = auto()
    CANDIDATES = auto()
    REFUTATIONS = auto()
    REFUTATION_ROW = auto()
    """How many bytes the line of each of the root's moves has: fewer where there are very many moves."""
    REFUTATION_LENGTHS = auto()
    STACK = auto()
    STACK_END = auto()
    BARRED = auto()
    """The ply at which no null move may be tried: one has just been made."""
    FARTHEST = auto()
    """The ply from which urgent positions are searched no deeper than others."""
    MARGIN = auto()
    """What the game's estimates are counted in, a real number."""
    LEFT_OUT = auto()
    """How many moves were left out, for what they may bring is not enough."""
    BUSY = auto()
    """Where threads that search together note what each is at; 0 if one searches alone."""
    CERTAIN = auto()
    """Was nothing estimated below the best move of a search with chance?"""
    SAMPLES = auto()
    """How many outcomes of a chance event are drawn and tried; 0 if all are tried."""
    SEED = auto()
    """What the draws depend on."""
    RANDOM = auto()
    """The state of the random generator."""
    TREE = auto()
    """Where the tree of a Monte Carlo tree search is."""
    ROOT = auto()
    """The node at which simulations begin."""
    TREE_SIZE = auto()
    """How many nodes it has; the same for all threads, so reached through `SHARED`."""
    TREE_ROOM = auto()
    SHARED = auto()
    """The block of the thread that began: what all count together is there."""
    LOCK = auto()
    """Held by the thread that notes what is certain."""
    PATH = auto()
    """Where the nodes on the way to the present one are noted."""
    VALUES = auto()
    """Where it is noted how a game has ended, for each player."""
    SIMULATIONS = auto()
    SIMULATION_LIMIT = auto()
    EXPLORATION = auto()
    CUTOFF = auto()
    DEEPEST = auto()
    HALVES = auto()
    """Where half the range of payoffs is, for each player."""
    ROOTS = auto()
    """Where the square roots of small counts are, and behind them those of their logarithms."""
    RISK = auto()
    """Which attitude to risk it is, by its place in `ATTITUDES`."""
    ASKING = auto()
    """The sign of whoever decides at the root, whose risk it is."""
    AVERSION = auto()
    """How averse player 0 is to risk, a real number; below 0, how averse the other is."""
    KEYS = auto()
    """Where the keys of the positions on the way are: those before the root, the root, one for each ply."""
    RUNS = auto()
    """Where it stands for each of them with which one its reversible run begins."""
    SUMS = auto()
    """Where the sums of what is known of these runs are."""
    BEFORE = auto()
    """How many positions before the root can come again."""
    TIMES = auto()
    """How often a position occurs before the game is a draw."""
    RESTS = auto()
    """Does the value just found rest on a repetition?"""
    RECURRED = auto()
    """How many positions ended the game because they came again."""
    AGAIN = auto()
    """Has the position to be visited next come so often that it ends the game?"""
    NOTING = auto()
    """The place on the way at which the key of the given position is wanted; -1 where a search is."""
    PROBES = auto()
    STATIC_EVALUATIONS = auto()
    """How many positions were evaluated only to order moves."""
    OBSERVER = auto()
    """The player for whom a search decides that knows only what this one does, or is against all others."""
    CHOOSERS = auto()
    """Where it is noted for each ply which opponent has chosen a reply, and which move looks best there."""
    SLACK = auto()
    """What fading may add to the sum of payoffs, a real number."""
    LARGEST = auto()
    """The largest payoff, a real number."""
    ATTEMPT = auto()
    """The number of the present simulation, of those too that were broken off."""
    SETS = auto()
    """How many information sets there are."""
    FREE = auto()
    """Where it is noted, for each size, which memory for the arms of an information set is free."""
    FULL = auto()
    """Is there no memory left for more of them?"""
    LEAST = auto()
    """The least that a simulation has paid the observer, a real number."""
    MOST = auto()
    """The most."""
    GAMMA = auto()
    """How often any move is selected to explore, a real number."""
    JOINT_MOVES = auto()
    """Where the moves of the observer are after which rollouts begin, where all choose at once; else 0."""
    LENGTHS = auto()
    """The first of `MOST_PLIES` words: how long the line at each ply is."""


class Switch(IntEnum):
    """The bits of the switches' word."""

    ORDER = 1
    TABLE = 2
    KILLERS = 4
    HISTORY = 8
    REFUTATION = 16
    PVS = 32
    QUIESCENCE = 64
    QUICK = 128
    HARD = 256
    CLAMP = 512
    ETC = 1024
    IID = 2048
    REDUCTIONS = 4096
    NULL = 8192
    STAR = 16384
    PROBE = 32768
    STATIC_ORDERING = 65536
    PAST = 131072
    """Positions with different pasts are different to the table, where repetition counts."""
    EVERY = 262144
    """Every move of the root is searched as if it were the only one."""
    FUTILITY = 524288
    DELTA = 1048576
    EXTENSIONS = 2097152


def deadline(seconds: float) -> int:
    """The time in so many seconds, or in a century, as compiled code reads the clock."""
    return now() + int(min(seconds, CENTURY) * 1e9)


class Block:
    """Words that compiled code and Python share, and the memory that some of them point to."""

    def __init__(self) -> None:
        self.words: Any = np.zeros(len(At) + MOST_PLIES, dtype=np.int64)
        self.view = memoryview(cast(Any, self.words))  # arrays are buffers, as not all of numpy's types say
        self.address = int(self.words.ctypes.data)
        """Where compiled code finds the block."""
        self.memory: dict[At, Any] = {}
        self[At.NODE_LIMIT] = self[At.DEADLINE] = self[At.TIMES] = FOREVER
        self[At.NOTING] = -1

    def __getitem__(self, at: At) -> int:
        word: int = self.view[at]
        return word

    def __setitem__(self, at: At, value: int) -> None:
        self.view[at] = value if value < FOREVER else FOREVER

    def set_real(self, at: At, value: float) -> None:
        """Put a real number into a word."""
        self.words.view(np.float64)[at] = value

    def point(self, at: At, size: int) -> None:
        """Let a word point to memory of so many words, all zero."""
        self.memory[at] = np.zeros(size, dtype=np.int64)
        self[at] = self.memory[at].ctypes.data

    def make_way(self, before: int, plies: int) -> None:
        """Make room for the keys of so many positions before the root, and so many below it."""
        for at in (At.KEYS, At.RUNS, At.SUMS):
            if at in self.memory and len(self.memory[at]) >= before + plies:
                self.memory[at].fill(0)
            else:
                self.point(at, before + plies)
        self[At.BEFORE] = before

    def stack(self, words: int) -> None:
        """Give the moves of all positions on the way to the present one so much room, and one move more."""
        self.point(At.STACK, words + MOVE_WORDS)
        self[At.STACK_END] = self[At.STACK] + 8 * words

    def enlarge_stack(self) -> bool:
        """Give them more room, once there was not enough, and go on; False if there is no more to give."""
        words = len(self.memory[At.STACK])
        if words > MOST_STACK_WORDS:
            return False
        self.stack(min(8 * words, MOST_STACK_WORDS))
        self[At.ABORTED] = 0
        return True


class Control(Block):
    """The block of a search that goes through a tree, and its memory, for one decision after the other.

    Whoever needs one takes it with `lease` and gives it back with `release`, when nothing uses it any more:
    to have a million words handed out takes longer than many a search.
    """

    def __init__(self, room: int) -> None:
        """A block with room for so many moves at the root."""
        super().__init__()
        self.room = room
        row = max(MOST_PLIES * MANY_LINES // max(room, MANY_LINES), SHORTEST_LINE)
        for at, size in {
            At.KILLERS: 3 * MOST_PLIES,
            At.HISTORY: 2 * HISTORY,
            At.LINES: MOST_PLIES * MOST_PLIES,
            At.CHOOSERS: 2 * MOST_PLIES,
            At.ROOT_MOVES: room,
            At.CANDIDATES: 3 * room,
            At.REFUTATIONS: room * row,
            At.REFUTATION_LENGTHS: room,
        }.items():
            self.point(at, size)
        self[At.REFUTATION_ROW] = 8 * row
        self.stack(STACK_WORDS + MOVE_WORDS * room)
        self[At.BARRED] = -1
        self.make_way(MOST_PLIES, MOST_PLIES)
        self[At.BEFORE] = 0
        self.blank = self.words.copy()
        """The words as they are when a decision begins."""
        self.table: Table | None = None
        self.arranged: list[int] = []
        """The root's moves, in the order in which to search them."""

    @classmethod
    def lease(cls, root_moves: list[int], table: Table, shared: Control | None = None) -> Control:
        """A block for a decision among these moves, with its table.

        Blocks that search together share the table, and an array in which each notes what it is at.
        """
        room = FEWEST_MOVES
        while room < len(root_moves):
            room *= 2
        try:
            control = free.get(room, []).pop()
        except IndexError:
            control = cls(room)
        control.words[:] = control.blank
        control.arranged = []
        for at in (At.KILLERS, At.HISTORY, At.CANDIDATES, At.REFUTATION_LENGTHS):
            control.memory[at].fill(0)
        control.share(table)
        if shared is not None:
            if At.BUSY not in shared.memory:
                shared.point(At.BUSY, PLACES)
            control[At.BUSY] = shared[At.BUSY]
        control.arrange(root_moves)
        return control

    def release(self) -> None:
        """Leave the block to the next decision."""
        self.table = None
        self.memory.pop(At.BUSY, None)
        grown = any(self[at] != self.blank[at] for at in (At.STACK, At.KEYS))
        waiting = free.setdefault(self.room, [])
        if not grown and self.room <= MOST_KEPT and len(waiting) < MOST_FREE:
            waiting.append(self)

    def share(self, table: Table) -> None:
        """Use a table, as large as it is now."""
        self.table = table
        self[At.TABLE] = table.address
        self[At.BUCKETS] = table.buckets - 1
        self[At.SINCE] = table.since

    def next_pass(self, generation: int, depth_left: int) -> None:
        """Begin another pass over the tree; so much depth was left where it was least."""
        self[At.GENERATION] = stamp(generation)
        self[At.DEPTH_LEFT] = depth_left
        self[At.ESTIMATES] = self[At.ABORTED] = 0
        self.memory[At.CANDIDATES].fill(0)

    def arrange(self, root_moves: list[int]) -> None:
        """Set the order in which to search the root's moves; lines remembered for them move along."""
        if root_moves == self.arranged:
            return
        moves = np.array(root_moves, dtype=np.int64)
        before = self.memory[At.ROOT_MOVES][: len(moves)]
        if len(self.arranged) == len(moves):
            was, now = np.argsort(before, kind="stable"), np.argsort(moves, kind="stable")
            if np.array_equal(before[was], moves[now]):
                lines, lengths = self.rows(), self.memory[At.REFUTATION_LENGTHS]
                places = np.empty(len(moves), dtype=np.int64)
                places[now] = was
                lines[: len(places)] = lines[places]
                lengths[: len(places)] = lengths[places]
        before[:] = moves
        self.arranged = list(root_moves)
        self.words[At.ROOT_COUNT] = len(moves)

    def line(self) -> tuple[int, ...]:
        """The best line found at the root."""
        return tuple(self.memory[At.LINES][: self.words[At.LENGTHS]].tolist())

    def rows(self) -> Any:
        """The lines of the root's moves, a row each."""
        return self.memory[At.REFUTATIONS].reshape(-1, self[At.REFUTATION_ROW] // 8)

    def candidates(self) -> list[tuple[int, float, int, tuple[int, ...]]]:
        """The root's moves that the pass has come to: move, value, bound and line of each."""
        found = self.memory[At.CANDIDATES][: 3 * len(self.arranged)]
        reached, bounds, values = (
            found[::3].tolist(),
            found[2::3].tolist(),
            found.view(np.float64)[1::3].tolist(),
        )
        lines, lengths = self.memory[At.REFUTATIONS], self.memory[At.REFUTATION_LENGTHS].tolist()
        row = self[At.REFUTATION_ROW] // 8
        return [
            (move, values[i], bounds[i], tuple(lines[row * i : row * i + lengths[i]].tolist()))
            for i, move in enumerate(self.arranged)
            if reached[i]
        ]

    def columns(self) -> tuple[Any, Any, Any, Any, Any]:
        """The same as arrays, for very many moves: moves, values, bounds, lines, and how long each is."""
        found = self.memory[At.CANDIDATES].reshape(-1, 3)[: self[At.ROOT_COUNT]]
        reached = np.flatnonzero(found[:, 0])
        lengths = self.memory[At.REFUTATION_LENGTHS][reached]
        lines = self.rows()[reached, : lengths.max(initial=0)]
        moves, values = self.memory[At.ROOT_MOVES][reached], found[reached, 1].view(np.float64)
        return moves, values, found[reached, 2], lines, lengths
