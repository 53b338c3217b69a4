"""A compiled Monte Carlo tree search under way: simulations in machine code, watched from Python."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from time import CLOCK_MONOTONIC, clock_gettime_ns, perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.budget import OUT_OF_BUDGET, TOO_MANY_MOVES
from outwit.engine.control import MOST_PLIES, STACK_WORDS, At
from outwit.engine.ground import Ground
from outwit.engine.growth import (
    BY_PRIORS,
    COUNT,
    FIRST,
    LONGEST_PATH,
    MOVE,
    PROVED,
    ROOTS_OF_COUNTS,
    SHARE,
    SOLVING,
    SQUARES,
    SURE,
    TOGETHER,
    TOTALS,
    TURN,
    VISITS,
    words_of,
)
from outwit.engine.link import Data
from outwit.engine.playout import BY_ORDER, many_values
from outwit.errors import OutwitError
from outwit.game import CHANCE, Game, State
from outwit.search.branch import Branch
from outwit.search.inquiry import REPORT
from outwit.search.mcts import TreeSampling

if TYPE_CHECKING:
    from outwit.engine.mcts import MCTS

UNLIMITED = np.iinfo(np.int64).max

MOMENT = 20_000_000
"""For so many nanoseconds nobody needs to hear how it goes, or to wait until it can be stopped."""


class Plot:
    """The memory of one decision: the tree, and the block through which Python and the search speak."""

    def __init__(self, values: int, mb: int, shared: Plot | None = None) -> None:
        self.values = values
        self.width = words_of(values)
        room = (mb << 20) // (8 * self.width)
        self.words = np.zeros(At.LENGTHS + MOST_PLIES, dtype=np.int64)
        self.ground: Ground = Ground(room * self.width) if shared is None else shared.ground
        """Where the tree grows."""
        self[At.BRANCHES] = self.ground.words.ctypes.data
        self[At.ROOTS] = ROOTS_OF_COUNTS.ctypes.data
        self.memory: dict[At, Any] = {}
        for at, size in {
            At.STACK: STACK_WORDS,
            At.PATH: LONGEST_PATH + 1,
            At.VALUES: values,
            At.HALVES: max(values, 2),
        }.items():
            if shared is not None and at == At.HALVES:
                self.memory[at] = shared.memory[at]
            else:
                self.memory[at] = np.zeros(size, dtype=np.int64)
            self[at] = self.memory[at].ctypes.data
        self[At.SHARED] = self.address if shared is None else shared.address
        self[At.ROOT] = self[At.BRANCHES]
        self[At.STACK_END] = self[At.STACK] + 8 * (STACK_WORDS - 1)
        self[At.BRANCH_ROOM] = room
        self[At.BRANCH_COUNT] = 1
        self[At.NODES] = 1
        self[At.NODE_LIMIT] = self[At.DEADLINE] = self[At.SIMULATION_LIMIT] = UNLIMITED

    def __getitem__(self, at: At) -> int:
        return int(self.words[at])

    def __setitem__(self, at: At, value: int) -> None:
        self.words[at] = value

    @property
    def address(self) -> int:
        """Where compiled code finds the block."""
        return int(self.words.ctypes.data)

    def set_real(self, at: At, value: float) -> None:
        """Write a real number."""
        self.words[at : at + 1].view(np.float64)[0] = value

    def number(self, address: int) -> int:
        """Which branch is at an address."""
        return (address - self[At.BRANCHES]) // (8 * self.width)

    def branch(self, number: int) -> tuple[Branch, range]:
        """The branch of this number in the tree, the root's is 0, and the numbers of those below it."""
        words = self.ground.words[number * self.width : (number + 1) * self.width]
        reals = words.view(np.float64)
        totals = [float(total) for total in reals[TOTALS : TOTALS + self.values]]
        worths = [float(worth) for worth in reals[TOTALS + self.values :]]
        if self.values == 1:
            totals, worths = [totals[0], -totals[0]], [worths[0], -worths[0]]
        first = self.number(int(words[FIRST])) if words[FIRST] else 0
        branch = Branch(
            move=int(words[MOVE]),
            turn=int(words[TURN]),
            visits=int(words[VISITS]),
            totals=totals,
            squares=float(reals[SQUARES]),
            proved=tuple(worths) if words[PROVED] == SURE else None,
            share=float(reals[SHARE]),
        )
        return branch, range(first, first + int(words[COUNT])) if first else range(0)


class CompiledTree(TreeSampling):
    """Monte Carlo tree search under way in machine code."""

    agent: MCTS

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: MCTS) -> None:
        self.program = agent.program(game)
        super().__init__(game, state, limit, watch, seed, agent)
        self.data = Data(game)
        self.state_words = np.array(self.program.linked.layout.pack(state), dtype=np.int64)
        values = many_values(game)
        plot = self.plot = Plot(values, agent.mb)
        self.plots = [plot, *(Plot(values, agent.mb, plot) for _ in range(agent.threads - 1))]
        """The blocks of all threads, the first one's first."""
        plot.memory[At.HALVES].view(np.float64)[: game.players] = self.halves
        plot.ground.words[: plot.width] = 0
        plot.ground.words[TURN] = self.player
        for number, each in enumerate(self.plots):
            self.prepare(each, number)

    def prepare(self, plot: Plot, number: int) -> None:
        """Tell one of the threads what to do."""
        agent, limit, many = self.agent, self.limit, len(self.plots)
        plot[At.RANDOM] = signed(self.random.state if number == 0 else self.random.word())
        plot[At.CUTOFF] = -1 if agent.cutoff is None else agent.cutoff
        plot.set_real(At.EXPLORATION, agent.exploration)
        plot[At.SWITCHES] = (
            BY_ORDER * (agent.rollout == "order")
            + BY_PRIORS * (agent.select == "puct")
            + SOLVING * agent.solve
            + TOGETHER * (many > 1)
        )
        if number:
            plot[At.NODES] = 0
        if limit.seconds is not None:
            plot[At.DEADLINE] = clock_gettime_ns(CLOCK_MONOTONIC) + int(limit.seconds * 1e9)
        if limit.simulations is not None:
            plot[At.SIMULATION_LIMIT] = (limit.simulations + many - 1 - number) // many
        if limit.nodes is not None:
            plot[At.NODE_LIMIT] = -(-limit.nodes // many)

    def take_over(self, before: TreeSampling, state: State, since: Sequence[State]) -> None:
        """Go on with the part of an earlier tree that the positions since its root lead to.

        The tree stays where it is; only once half its memory is used, it is begun anew.
        """
        if (
            not isinstance(before, CompiledTree)
            or before.plot[At.BRANCH_COUNT] > before.plot[At.BRANCH_ROOM] // 2
        ):
            return
        plot = before.plot
        number = plot.number(plot[At.ROOT])
        for following in since:
            below = plot.branch(number)[1]
            fitting = (n for n in below if self.game.play(state, plot.branch(n)[0].move) == following)
            number = next(fitting, -1)
            if number < 0:
                return
            state = following
        if plot.branch(number)[0].turn != self.player or not plot.branch(number)[0].visits:
            return
        for each in self.plots:
            each.ground = plot.ground
            each[At.BRANCHES] = plot[At.BRANCHES]
            each[At.ROOT] = plot[At.BRANCHES] + 8 * plot.width * number
            each[At.BRANCH_COUNT], each[At.BRANCH_ROOM] = plot[At.BRANCH_COUNT], plot[At.BRANCH_ROOM]

    def stay_flat(self) -> None:
        for plot in self.plots:
            plot[At.BRANCH_ROOM] = 1 + len(self.moves)

    def total(self, at: At) -> int:
        """What all threads have counted."""
        return sum(plot[at] for plot in self.plots)

    @property
    def nodes(self) -> int:
        return self.total(At.NODES)

    @property
    def depth(self) -> int:
        return max(plot[At.DEEPEST] for plot in self.plots)

    def run(self) -> None:
        """Play games out until the limit is reached, or there is no more to find out."""
        if len(self.plots) > 1 or not self.run_at_once():
            self.run_in_threads()
        if any(plot[At.ABORTED] == TOO_MANY_MOVES for plot in self.plots):
            raise OutwitError("There are too many moves to search this game compiled; set compiled=off.")
        self.look()

    def work(self, plot: Plot) -> None:
        """Let the machine play games out."""
        question = self.data.address, int(self.state_words.ctypes.data), 0, 0.0, 0.0, plot.address
        self.program.call(*question)

    def run_at_once(self) -> bool:
        """Play games out for a moment, without the cost of a thread; was that enough?"""
        plot = self.plot
        if self.watch.stopped:
            return True
        deadline, moment = plot[At.DEADLINE], clock_gettime_ns(CLOCK_MONOTONIC) + MOMENT
        if deadline <= moment:
            self.work(plot)
            return True
        plot[At.DEADLINE] = moment
        self.work(plot)
        plot[At.DEADLINE] = deadline
        interrupted = plot[At.ABORTED] == OUT_OF_BUDGET and plot[At.NODES] < plot[At.NODE_LIMIT]
        if interrupted:
            plot[At.ABORTED] = 0
        return not interrupted

    def run_in_threads(self) -> None:
        """Let the machine play games out in threads of its own, reporting."""
        failures = list[BaseException]()

        def work(plot: Plot) -> None:
            try:
                self.work(plot)
            except BaseException as error:
                failures.append(error)
                stop()

        def stop() -> None:
            for plot in self.plots:
                plot[At.STOP] = 1

        threads = [
            threading.Thread(target=work, args=(plot,), name="outwit simulations", daemon=True)
            for plot in self.plots
        ]
        self.watch.bells.append(stop)
        try:
            for thread in () if self.watch.stopped else threads:
                thread.start()
            for thread in () if self.watch.stopped else threads:
                self.wait(thread)
        except BaseException:
            stop()
            raise
        finally:
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
            self.watch.bells.remove(stop)
        if failures:
            raise failures[0]

    def wait(self, thread: threading.Thread) -> None:
        """Wait for a thread, reporting."""
        while thread.is_alive():
            thread.join(REPORT)
            if thread.is_alive() and self.watch.report is not None:
                self.look()
                self.report(perf_counter() - self.started)

    def look(self) -> None:
        """Read the top of the tree, and each move's line, from the machine's memory."""
        self.simulations, self.size = self.total(At.SIMULATIONS), self.plot[At.BRANCH_COUNT]
        self.plot.ground.used = self.size * self.plot.width
        self.top, below = self.plot.branch(self.plot.number(self.plot[At.ROOT]))
        self.top.turn = self.player
        self.top.branches = [self.along(number) for number in below] or None

    def along(self, number: int) -> Branch:
        """A branch with those below it, as far as its line goes."""
        branch, below = self.plot.branch(number)
        top = branch
        while below and branch.turn is not None and branch.turn != CHANCE:
            pairs = [self.plot.branch(each) for each in below]
            branch.branches = [each for each, _ in pairs]
            ranks = [self.rank(branch, each) for each in branch.branches]
            branch, below = pairs[ranks.index(max(ranks))]
        return top


def signed(word: int) -> int:
    """An unsigned word as a signed one.

    >>> signed((1 << 64) - 1)
    -1
    """
    return word - (1 << 64) if word >> 63 else word
