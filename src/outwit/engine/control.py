"""The block of memory through which Python and a compiled search speak to each other."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Any

import numpy as np

MOST_PLIES = 256
"""How deep a compiled search goes at most; deeper positions are estimated."""

STACK_WORDS = 1 << 17
"""Room for the moves of all positions on the way to the present one."""

HISTORY = 4096
"""Places a player in the history table."""


PLACES = 1 << 14
"""Where threads that search together note what each is at."""


class At(IntEnum):
    """What stands in each word of the block."""

    NODES = 0
    NEXT_LOOK = auto()
    NODE_LIMIT = auto()
    DEADLINE = auto()
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
    GENERATION = auto()
    KILLERS = auto()
    HISTORY = auto()
    LINES = auto()
    ROOT_MOVES = auto()
    ROOT_COUNT = auto()
    ROOT_INDEX = auto()
    CANDIDATES = auto()
    REFUTATIONS = auto()
    REFUTATION_LENGTHS = auto()
    STACK = auto()
    STACK_END = auto()
    BARRED = auto()
    """The ply at which the turn must not be given up: it has just been."""
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
    BRANCHES = auto()
    """Where the tree of a search that plays games out is."""
    ROOT = auto()
    """The branch at which simulations begin."""
    BRANCH_COUNT = auto()
    """How many branches it has; the same for all threads, so reached through `SHARED`."""
    BRANCH_ROOM = auto()
    SHARED = auto()
    """The block of the thread that began: what all count together is there."""
    LOCK = auto()
    """Held by the thread that notes what is certain."""
    PATH = auto()
    """Where the branches on the way to the present one are noted."""
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
    GLANCES = auto()
    """How many positions were estimated only to see which move to search first."""
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
    GLANCE = 65536
    PAST = 131072
    """Positions with different pasts are different to the table, where repetition counts."""


class Control:
    """The block, and the memory that it points to, for one decision."""

    def __init__(self, root_moves: list[int], buckets: int, shared: Control | None = None) -> None:
        """A block with a table of so many buckets, or with that of another block, to search together."""
        self.words = np.zeros(len(At) + MOST_PLIES, dtype=np.int64)
        self.memory: dict[At, Any] = {}
        moves = max(len(root_moves), 1)
        for at, size in {
            At.KILLERS: 3 * MOST_PLIES,
            At.HISTORY: 2 * HISTORY,
            At.LINES: MOST_PLIES * MOST_PLIES,
            At.ROOT_MOVES: moves,
            At.CANDIDATES: 3 * moves,
            At.REFUTATIONS: moves * MOST_PLIES,
            At.REFUTATION_LENGTHS: moves,
            At.STACK: STACK_WORDS,
            At.TABLE: 8 * buckets + 8,
            At.BUSY: PLACES,
            At.KEYS: MOST_PLIES,
            At.RUNS: MOST_PLIES,
            At.SUMS: MOST_PLIES,
        }.items():
            if shared is not None and at in (At.TABLE, At.BUSY):
                self.memory[at] = shared.memory[at]
            else:
                self.memory[at] = np.zeros(size, dtype=np.int64)
            self.words[at] = self.memory[at].ctypes.data
        if shared is None:
            self.words[At.BUSY] = 0
        else:
            shared.words[At.BUSY] = self.words[At.BUSY]
        self.align(buckets)
        self.words[At.STACK_END] = self.words[At.STACK] + 8 * STACK_WORDS
        self.words[At.BARRED] = self.words[At.NOTING] = -1
        self.words[At.NODE_LIMIT] = self.words[At.DEADLINE] = np.iinfo(np.int64).max
        self.arrange(root_moves)

    def align(self, buckets: int) -> None:
        """Begin the table where a line of the processor's cache begins."""
        start = self.memory[At.TABLE].ctypes.data
        self.words[At.TABLE] = start + -start % 64
        self.words[At.BUCKETS] = buckets - 1

    @property
    def entries(self) -> Any:
        """The table as numbers: buckets, entries of a bucket, words of an entry."""
        memory = self.memory[At.TABLE]
        first = (self[At.TABLE] - memory.ctypes.data) // 8
        return memory[first : first + 8 * (self[At.BUCKETS] + 1)].reshape(-1, 2, 4)

    def enlarge(self, buckets: int, helpers: list[Control]) -> None:
        """Give the table, and those who search with it, more buckets; what it holds is kept.

        A larger bucket takes entries of one smaller bucket alone, so there is always room.
        """
        before = self.entries
        self.memory[At.TABLE] = np.zeros(8 * buckets + 8, dtype=np.int64)
        self.align(buckets)
        places = np.bitwise_xor.reduce(before, axis=2) & (buckets - 1)
        filled = before[:, :, 3] != 0
        second = filled[:, 0] & (places[:, 0] == places[:, 1])
        table = self.entries
        table[places[filled[:, 0], 0], 0] = before[filled[:, 0], 0]
        table[places[filled[:, 1], 1], second[filled[:, 1]].astype(int)] = before[filled[:, 1], 1]
        for helper in helpers:
            helper.memory[At.TABLE] = self.memory[At.TABLE]
            helper.align(buckets)

    def __getitem__(self, at: At) -> int:
        return int(self.words[at])

    def __setitem__(self, at: At, value: int) -> None:
        self.words[at] = value

    @property
    def address(self) -> int:
        """Where compiled code finds the block."""
        return int(self.words.ctypes.data)

    def arrange(self, root_moves: list[int]) -> None:
        """Set the order in which to search the root's moves; lines remembered for them move along."""
        before = self.memory[At.ROOT_MOVES][: len(root_moves)].tolist()
        lines = self.memory[At.REFUTATIONS].reshape(-1, MOST_PLIES)
        lengths = self.memory[At.REFUTATION_LENGTHS]
        if sorted(before) == sorted(root_moves):
            places = [before.index(move) for move in root_moves]
            lines[: len(places)] = lines[places]
            lengths[: len(places)] = lengths[places]
        self.memory[At.ROOT_MOVES][: len(root_moves)] = root_moves
        self.words[At.ROOT_COUNT] = len(root_moves)

    def make_room_before(self, positions: int) -> None:
        """Make room for so many positions before the root."""
        for at in (At.KEYS, At.RUNS, At.SUMS):
            self.memory[at] = np.zeros(positions + MOST_PLIES, dtype=np.int64)
            self.words[at] = self.memory[at].ctypes.data
        self.words[At.BEFORE] = positions

    def line(self) -> tuple[int, ...]:
        """The best line found at the root."""
        return tuple(self.memory[At.LINES][: self.words[At.LENGTHS]].tolist())

    def candidate(self, index: int) -> tuple[float, int, tuple[int, ...]] | None:
        """The value, the bound and the line of a root move, if the pass has come to it."""
        reached, value, bound = self.memory[At.CANDIDATES][3 * index : 3 * index + 3]
        if not reached:
            return None
        length = self.memory[At.REFUTATION_LENGTHS][index]
        line = self.memory[At.REFUTATIONS][index * MOST_PLIES :][:length]
        return float(value.view(np.float64)), int(bound), tuple(line.tolist())
