"""Flat Monte Carlo with its rollouts in machine code, those of many moves at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.kernels.control_block import TOO_MANY, At, deadline
from outwit.engine.kernels.limits import TOO_MANY_MOVES
from outwit.engine.kernels.rollout import LONGEST_WAY, many_values, policy_switch
from outwit.engine.runners.game_data import bind
from outwit.engine.runners.history import pack_state, tell_past, to_signed
from outwit.engine.runners.mcts import SimulationControl
from outwit.errors import OutwitError
from outwit.game import CHANCE, Game, Move, State
from outwit.repetition import Remembered
from outwit.search.montecarlo import MonteCarloSearch
from outwit.search.sampler import Arm
from outwit.search.search import OutOfBudgetError

if TYPE_CHECKING:
    from outwit.engine.montecarlo import MonteCarlo

ROUND = 256
"""Rollouts from so many positions at most are made together."""


class Round:
    """Positions from which rollouts are made together, as words, and behind them how those end."""

    def __init__(self, arms: list[Arm], states: list[Any], values: int) -> None:
        self.arms = arms
        """The moves that lead to the positions; none where the position itself is asked about."""
        self.many = len(states)
        room = (values + 1) * self.many
        self.words = np.concatenate([*states, np.zeros(room, dtype=np.int64)])
        self.address = int(self.words.ctypes.data)
        ends = self.words[-room:].reshape(-1, values + 1)
        self.payoffs, self.nodes = ends.view(np.float64)[:, :values], ends[:, values]
        """How each rollout ends for each player, and how many nodes had been visited by its end."""

    def results(self, many: int) -> Iterator[tuple[tuple[float, ...], int]]:
        """How so many rollouts have ended for each player, and the nodes by then."""
        pairs = zip(self.payoffs[:many].tolist(), self.nodes[:many].tolist(), strict=True)
        if self.payoffs.shape[1] == 1:
            return (((payoff, -payoff), nodes) for [payoff], nodes in pairs)
        return ((tuple(payoffs), nodes) for payoffs, nodes in pairs)


class CompiledRounds(MonteCarloSearch):
    """One flat Monte Carlo search, compiled."""

    def __init__(
        self,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        seed: int,
        agent: MonteCarlo,
        player: int | None = None,
    ) -> None:
        self.program = agent.program(game.unwrapped)
        super().__init__(game, state, limit, watch, seed, agent, player)
        self.data = bind(game.unwrapped).data
        self.values = many_values(game)
        self.control = SimulationControl(self.values, 1)
        after = self.player != CHANCE
        tell_past(self.control, game, state, self.program, self.data.address, LONGEST_WAY + 1, after)
        self.control[At.RANDOM] = to_signed(self.random.state)
        self.control[At.CUTOFF] = -1 if agent.cutoff is None else agent.cutoff
        self.control[At.SWITCHES] = policy_switch(agent.rollout)
        self.control[At.OBSERVER] = self.player
        left = self.budget.limit
        if left.nodes is not None:
            self.control[At.NODE_LIMIT] = left.nodes
        if left.seconds is not None:
            self.control[At.DEADLINE] = deadline(left.seconds - self.budget.elapsed)
        self.round: Round | None = None
        """The positions from which rollouts were made last."""
        self.waiting: deque[tuple[tuple[float, ...], int]] = deque()
        """How the rollouts of this round have ended that nobody has asked for yet, and the nodes by then."""

    def run(self) -> None:
        def stop() -> None:
            self.control[At.STOP] = 1

        self.watch.bells.append(stop)
        try:
            super().run()
        finally:
            self.watch.bells.remove(stop)

    def after(self, move: Move) -> State:
        """The position after a move or, where the machine is to play it with others' moves, before it."""
        return self.root if self.joint else super().after(move)

    def outcome(self, state: State) -> tuple[float, ...]:
        """How a rollout ends; those of many moves in question are made together."""
        control = self.control
        while not self.waiting:
            if control[At.ABORTED] == TOO_MANY_MOVES and not control.enlarge_stack():
                raise OutwitError(TOO_MANY)
            if control[At.ABORTED]:
                raise OutOfBudgetError
            arms, after = self.left[self.place : self.place + ROUND], self.player != CHANCE
            if self.round is None or self.round.arms != arms:
                states = [self.after(arm.move) for arm in arms] or [state]
                self.round = Round(arms, [pack_state(self.program, each) for each in states], self.values)
                after = after and not self.joint
                fresh = [after and isinstance(each, Remembered) and len(each.seen) == 1 for each in states]
                self.tell(At.ROOT_MOVES, fresh)
                if self.joint:
                    self.tell(At.JOINT_MOVES, [arm.move for arm in arms])
            question = self.data.address, self.round.address, self.round.many, 0.0, 0.0, control.address
            self.program.call(*question)
            self.waiting.extend(self.round.results(control[At.SIMULATIONS]))
        values, self.budget.nodes = self.waiting.popleft()
        return values

    def tell(self, at: At, numbers: Sequence[int]) -> None:
        """Let the machine find some numbers."""
        self.control.memory[at] = np.array(numbers, dtype=np.int64)
        self.control[at] = self.control.memory[at].ctypes.data
