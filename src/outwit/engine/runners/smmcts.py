"""Runs compiled simultaneous-move tree search: in machine code, a moment at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.joint_nodes import (
    ARM_WORDS,
    CELLS,
    CHOSEN,
    COLUMNS,
    DUCT,
    ENDED,
    EXP3,
    MOVE,
    PAID,
    PROBABILITY,
    ROWS,
    SCORE,
    SIDES,
    STEP_WORDS,
    TOTALS,
    TURN,
    VISITS,
    WEIGHT,
)
from outwit.engine.kernels.mcts_nodes import LONGEST_PATH
from outwit.engine.kernels.rollout import many_values, policy_switch
from outwit.engine.runners.game_data import bind
from outwit.engine.runners.history import pack_state
from outwit.engine.runners.information_sets import SetMemory
from outwit.engine.runners.mcts import SimulationControl
from outwit.engine.runners.moments import InMoments
from outwit.game import SIMULTANEOUS, Game, State
from outwit.search.joint_node import JointArm, JointNode
from outwit.search.smmcts import SmmctsSearch

if TYPE_CHECKING:
    from outwit.engine.smmcts import SMMCTS


class JointControl(SimulationControl):
    """The memory of one decision: the tree, and the block through which Python speaks."""

    def __init__(self, memory: SetMemory) -> None:
        super().__init__(memory.values, 1)
        self.nodes = memory
        self.point(At.PATH, STEP_WORDS * (LONGEST_PATH + 1))
        self.point(At.HALVES, 4)
        self[At.TREE] = memory.address
        self[At.TREE_SIZE], self[At.TREE_ROOM] = 0, len(memory.buffer.words)
        self[At.ROOT] = 0


class CompiledSmmcts(InMoments, SmmctsSearch):
    """One simultaneous-move Monte Carlo tree search in machine code."""

    agent: SMMCTS
    control: JointControl

    def __init__(
        self,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        seed: int,
        agent: SMMCTS,
        player: int | None = None,
    ) -> None:
        self.program = agent.program(game.unwrapped)
        super().__init__(game, state, limit, watch, seed, agent, player)
        self.data = bind(game.unwrapped).data
        self.words = pack_state(self.program, state)
        self.control = JointControl(SetMemory((agent.mb << 20) // 8, many_values(game), 2))
        self.prepare()

    def prepare(self) -> None:
        super().prepare()
        control, agent = self.control, self.agent
        control.memory[At.HALVES].view(np.float64)[:] = [*self.halves, *self.lows]
        control.set_real(At.EXPLORATION, agent.exploration)
        control.set_real(At.GAMMA, agent.gamma)
        control[At.SWITCHES] = (
            policy_switch(agent.rollout) + DUCT * (agent.select == "duct") + EXP3 * (agent.select == "exp3")
        )

    def look(self) -> None:
        control = self.control
        self.simulations = control[At.SIMULATIONS]
        self.size = control[At.SETS] or 1
        control.nodes.buffer.used = control[At.TREE_SIZE]
        if control[At.ROOT]:
            self.top = read_tree(control.nodes, control[At.ROOT], 1)
        self.seen = None


def read_tree(memory: SetMemory, address: int, depth: int) -> JointNode:
    """A node in the memory of a compiled search, with what follows it so many moves deep."""
    words = memory.words_at(address, TOTALS + memory.values).copy()
    turn = None if words[TURN] == ENDED else int(words[TURN])
    node = JointNode(memory.payoffs(words[TOTALS:].view(np.float64).tolist()), turn, int(words[VISITS]))
    rows, columns, sides = (int(words[at]) for at in (ROWS, COLUMNS, SIDES))
    if depth == 0 or not sides:
        return node
    arms = memory.words_at(sides, ARM_WORDS * (rows + columns)).copy().reshape(-1, ARM_WORDS)
    reals = arms.view(np.float64)
    found = [
        JointArm(move, visits, *numbers)
        for move, visits, numbers in zip(
            arms[:, MOVE].tolist(),
            arms[:, CHOSEN].tolist(),
            reals[:, [PAID, SCORE, PROBABILITY, WEIGHT]].tolist(),
            strict=True,
        )
    ]
    node.sides = found[:rows], found[rows:]
    if turn != SIMULTANEOUS:
        node.sides[0 if turn == 1 else 1][0].move = None
    following = memory.words_at(int(words[CELLS]), rows * columns).tolist() if words[CELLS] else []
    for place, cell in enumerate(following):
        if cell:
            node.cells[divmod(place, columns)] = read_tree(memory, cell, depth - 1)
    return node
