"""Information sets that a compiled search has made, as Python reads them from its memory."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from outwit.engine.kernels.buffer_pool import Buffer
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.information_sets import (
    ARM_KEY,
    ARMS,
    AVAILABLE,
    COUNT,
    FEWEST_SETS,
    FOLLOWING,
    LEVELS,
    MOVE,
    SET_WORDS,
    SQUARES,
    TOTALS,
    VARYING,
    VISITS,
)
from outwit.engine.kernels.ismcts import STEP_WORDS
from outwit.engine.kernels.mcts_nodes import LONGEST_PATH
from outwit.engine.runners.mcts import SimulationControl
from outwit.search.ismcts import InformationSet, IsmctsArm


class SetMemory:
    """The block of memory that information sets and their arms lie in."""

    def __init__(self, size: int, values: int, players: int) -> None:
        """Memory of so many words, where so many values say how a game ends for so many players."""
        self.buffer = Buffer(size)
        self.address = int(self.buffer.words.ctypes.data)
        self.values, self.players = values, players

    def words_at(self, address: int, count: int) -> Any:
        """So many words from an address on."""
        place = (address - self.address) // 8
        return self.buffer.words[place : place + count]

    def payoffs(self, totals: list[float]) -> list[float]:
        """What each player has got, where one number stands for two whose payoffs cancel."""
        opposed = self.values == 1 and self.players == 2
        return [totals[0], -totals[0]] if opposed else totals


class CompiledSet(InformationSet):
    """An information set in the memory of a compiled search, read when somebody looks into it."""

    def __init__(self, memory: SetMemory, address: int) -> None:
        self.memory, self.address = memory, address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CompiledSet) and self.address == other.address

    def __hash__(self) -> int:
        return hash(self.address)

    @cached_property
    def arms(self) -> dict[int, IsmctsArm]:  # type: ignore[override]
        """The arms, the first that was tried first."""
        memory = self.memory
        node = memory.words_at(self.address, SET_WORDS)
        count, words = int(node[COUNT]), TOTALS + memory.values
        rows = memory.words_at(int(node[ARMS]), words * count).reshape(count, words) if count else ()
        return {int(row[ARM_KEY]): self.arm(row.copy()) for row in rows}

    def arm(self, row: Any) -> IsmctsArm:
        """What the words of an arm stand for."""
        reals, following = row.view(np.float64), int(row[FOLLOWING])
        return IsmctsArm(
            move=int(row[MOVE]),
            totals=self.memory.payoffs(reals[TOTALS:].tolist()),
            visits=int(row[VISITS]),
            available=int(row[AVAILABLE]),
            squares=float(reals[SQUARES]),
            alike=not row[VARYING],
            following=CompiledSet(self.memory, following) if following else None,
        )


class SetControl(SimulationControl):
    """The memory of one decision: the information sets, and the block through which Python speaks."""

    def __init__(self, memory: SetMemory) -> None:
        super().__init__(memory.values, 1)
        self.sets = memory
        self.point(At.PATH, STEP_WORDS * (LONGEST_PATH + 1))
        self.point(At.FREE, LEVELS)
        memory.buffer.words[:FEWEST_SETS] = 0
        self[At.TREE] = self[At.TABLE] = memory.address
        self[At.TREE_SIZE], self[At.TREE_ROOM] = FEWEST_SETS, len(memory.buffer.words)
        self[At.BUCKETS] = FEWEST_SETS - 1
        self[At.ROOT] = 0
        self.set_real(At.LEAST, np.inf)
        self.set_real(At.MOST, -np.inf)
