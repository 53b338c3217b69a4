"""Runs compiled Monte Carlo tree search: simulations in machine code, watched from Python."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.compiler.clock import now
from outwit.engine.kernels.buffer_pool import Buffer
from outwit.engine.kernels.control_block import STACK_WORDS, TOO_MANY, At, Block, deadline
from outwit.engine.kernels.limits import OUT_OF_BUDGET, TOO_MANY_MOVES
from outwit.engine.kernels.mcts import LINE
from outwit.engine.kernels.mcts_nodes import (
    BY_PRIORS,
    FIRST,
    LONGEST_PATH,
    MOVE,
    PARALLEL,
    PROVED,
    SOLVING,
    SQUARES,
    SURE,
    TOTALS,
    TURN,
    VISITS,
    words_of,
)
from outwit.engine.kernels.mcts_selection import ROOTS_OF_COUNTS
from outwit.engine.kernels.rollout import LONGEST_WAY, many_values, policy_switch
from outwit.engine.runners.game_data import bind
from outwit.engine.runners.history import pack_state, tell_past, to_signed
from outwit.engine.runners.mcts_tree import LARGEST_PART, GrownTree, TreeNodes
from outwit.errors import OutwitError
from outwit.game import CHANCE, Game, State
from outwit.memory import Kept
from outwit.search.mcts import MctsSearch
from outwit.search.mcts_node import MctsNode
from outwit.search.sampler import Arm
from outwit.search.search import REPORT

if TYPE_CHECKING:
    from outwit.engine.mcts import MCTS

UNLIMITED = np.iinfo(np.int64).max

MOMENT = 20_000_000
"""For so many nanoseconds nobody needs to hear how it goes, or to wait until it can be stopped."""

REPORTING = 20
"""A report that takes long is followed by a pause so many times as long."""


class SimulationControl(Block):
    """The memory of one decision: the tree, and the block through which Python and the search speak."""

    def __init__(self, values: int, room: int, shared: SimulationControl | None = None) -> None:
        """A block with room for so many nodes, or with the tree of another block, to grow together."""
        super().__init__()
        self.values = values
        self.width = words_of(values)
        tree = TreeNodes(Buffer(room * self.width), self.width) if shared is None else shared.tree
        self[At.ROOTS] = ROOTS_OF_COUNTS.ctypes.data
        for at, size in {
            At.PATH: LONGEST_PATH + 1,
            At.LINES: LONGEST_PATH,
            At.VALUES: values,
            At.HALVES: max(values, 2),
        }.items():
            if shared is not None and at == At.HALVES:
                self.memory[at] = shared.memory[at]
            else:
                self.memory[at] = np.zeros(size, dtype=np.int64)
            self[at] = self.memory[at].ctypes.data
        self.stack(STACK_WORDS)
        self[At.SHARED] = self.address if shared is None else shared.address
        self.grow_on(tree, 0, 1, room)
        self[At.NODES] = 1
        self[At.SIMULATION_LIMIT] = UNLIMITED

    def set_real(self, at: At, value: float) -> None:
        """Write a real number."""
        self.words[at : at + 1].view(np.float64)[0] = value

    def grow_on(self, tree: TreeNodes, root: int, count: int, room: int) -> None:
        """Grow a tree of so many nodes, with room for so many, from one of them on."""
        self.tree = tree
        """Where the tree grows."""
        self.root = root
        """The number of the node at which simulations begin."""
        self[At.TREE] = tree.address
        self[At.ROOT] = tree.address_of(root)
        self[At.TREE_SIZE], self[At.TREE_ROOM] = count, room


class Rows:
    """What has been seen of each move of the root, in arrays with a row for each."""

    def __init__(
        self,
        moves: Any,
        visits: Any,
        totals: Any,
        squares: Any,
        worths: Any,
        lines: dict[int, tuple[int, ...]],
    ) -> None:
        self.moves, self.visits, self.totals, self.squares = moves, visits, totals, squares
        self.worths = worths
        """What each is certainly worth, or not a number."""
        self.lines = lines
        """What is expected to follow those that have been expanded, by their rows."""
        self.proved = ~np.isnan(worths)
        self.seen = self.proved | (visits > 0)

    def arm(self, index: int) -> Arm:
        """A row as what was seen of one move."""
        move, worth = int(self.moves[index]), float(self.worths[index]) if self.proved[index] else None
        visits, line = int(self.visits[index]), self.lines.get(index, (move,))
        return Arm(move, visits, float(self.totals[index]), float(self.squares[index]), worth, line)

    def arms(self) -> list[Arm]:
        """All rows."""
        return [self.arm(index) for index in range(len(self.moves))]

    def best_open(self) -> Arm | None:
        """The first of those that are not certain, by visits and then by what they paid on average."""
        open_ones = np.flatnonzero(~self.proved)
        if not len(open_ones):
            return None
        most = open_ones[self.visits[open_ones] == self.visits[open_ones].max()]
        return self.arm(int(most[np.argmax(self.totals[most])]) if self.visits[most[0]] else int(most[0]))

    def sure(self) -> Arm | None:
        """The first of those that are certain, by what they are worth and then by visits."""
        certain = np.flatnonzero(self.proved)
        if not len(certain):
            return None
        most = certain[self.worths[certain] == self.worths[certain].max()]
        return self.arm(int(most[np.argmax(self.visits[most])]))


class CompiledTree(MctsSearch):
    """One Monte Carlo tree search in machine code."""

    agent: MCTS

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: MCTS) -> None:
        self.program = agent.program(game.unwrapped)
        super().__init__(game, state, limit, watch, seed, agent)
        self.rows: Rows | None = None
        """What has been seen of the moves of the root, once that was asked for after the last look."""
        self.data = bind(game.unwrapped).data
        self.state_words = pack_state(self.program, state)
        values = many_values(game)
        room = max((agent.mb << 20) // (8 * words_of(values)), 1 + len(self.moves))
        control = self.control = SimulationControl(values, room)
        self.controls = [
            control,
            *(SimulationControl(values, room, control) for _ in range(agent.threads - 1)),
        ]
        """The blocks of all threads, the first one's first."""
        control.memory[At.HALVES].view(np.float64)[: game.players] = self.halves
        self.clear()
        for number, each in enumerate(self.controls):
            self.prepare(each, number)

    def clear(self) -> None:
        """Begin with nothing but the root."""
        words = self.control.tree.row(0)
        words[:] = 0
        words[TURN] = self.player

    def prepare(self, control: SimulationControl, number: int) -> None:
        """Tell one of the threads what to do."""
        agent, limit, many = self.agent, self.budget.limit, len(self.controls)
        way = LONGEST_PATH + LONGEST_WAY
        tell_past(control, self.game, self.root, self.program, self.data.address, way)
        control[At.RANDOM] = to_signed(self.random.state if number == 0 else self.random.word())
        control[At.CUTOFF] = -1 if agent.cutoff is None else agent.cutoff
        control.set_real(At.EXPLORATION, agent.exploration)
        control[At.SWITCHES] = (
            policy_switch(agent.rollout)
            + BY_PRIORS * (agent.select == "puct")
            + SOLVING * agent.solve
            + PARALLEL * (many > 1)
        )
        if number:
            control[At.NODES] = 0
        if limit.seconds is not None:
            control[At.DEADLINE] = deadline(limit.seconds - self.budget.elapsed)
        if limit.simulations is not None:
            control[At.SIMULATION_LIMIT] = (limit.simulations + many - 1 - number) // many
        if limit.nodes is not None:
            control[At.NODE_LIMIT] = (limit.nodes + many - 1 - number) // many

    def take_over(self, kept: Kept, history: Sequence[State]) -> int:
        """Go on with the part of an earlier tree that the game has come to; how often it was visited.

        It stays where it is, beside what the game has left behind. Once that is crowded, it is copied to the
        beginning of another piece of memory, and if there is too much of it, it is begun anew.
        """
        before = kept.take(GrownTree)
        root = None if before is None else before.node_of(self.game, self.root, history)
        if before is None or root is None:
            return 0
        words = before.nodes.row(root)
        visits = int(words[VISITS])
        if words[TURN] != self.player or not visits:
            return 0
        tree, count, room = before.nodes, before.count, before.room
        if before.crowded:
            tree, room = self.control.tree, self.control[At.TREE_ROOM]
            count, root = before.nodes.copy(root, tree, int(LARGEST_PART * room)), 0
        if not count:
            self.clear()
            return 0
        for each in self.controls:
            each.grow_on(tree, root, count, room)
        return visits

    def keep(self, kept: Kept) -> None:
        if self.agent.keep:
            control = self.control
            tree = GrownTree(
                self.root, control.root, control.tree, control[At.TREE_SIZE], control[At.TREE_ROOM]
            )
            kept.keep(tree, tree.size)

    def stay_flat(self) -> None:
        for control in self.controls:
            control[At.TREE_ROOM] = 1 + len(self.moves)

    def total(self, at: At) -> int:
        """What all threads have counted."""
        return sum(control[at] for control in self.controls)

    @property
    def nodes(self) -> int:
        return self.total(At.NODES)

    @property
    def depth(self) -> int:
        return max(control[At.DEEPEST] for control in self.controls)

    def run(self) -> None:
        """Make rollouts until the limit is reached, or there is no more to find out."""
        if len(self.controls) > 1 or not self.run_at_once():
            self.run_in_threads()
        self.look()

    def work(self, control: SimulationControl) -> None:
        """Let the machine make simulations."""
        question = self.data.address, int(self.state_words.ctypes.data), 0, 0.0, 0.0, control.address
        self.program.call(*question)
        while control[At.ABORTED] == TOO_MANY_MOVES:
            if not control.enlarge_stack():
                raise OutwitError(TOO_MANY)
            self.program.call(*question)

    def run_at_once(self) -> bool:
        """Make rollouts for a moment, without the cost of a thread; was that enough?"""
        control = self.control
        if self.watch.stopped:
            return True
        last, moment = control[At.DEADLINE], now() + MOMENT
        if last <= moment:
            self.work(control)
            return True
        control[At.DEADLINE] = moment
        self.work(control)
        control[At.DEADLINE] = last
        interrupted = control[At.ABORTED] == OUT_OF_BUDGET and now() >= moment
        if interrupted:
            control[At.ABORTED] = 0
        return not interrupted

    def run_in_threads(self) -> None:
        """Make rollouts in threads of their own, reporting."""
        failures = list[BaseException]()

        def work(control: SimulationControl) -> None:
            try:
                self.work(control)
            except BaseException as error:  # raised again by the thread that waits for this one
                failures.append(error)
                stop()

        def stop() -> None:
            for control in self.controls:
                control[At.STOP] = 1

        threads = [
            threading.Thread(target=work, args=(control,), name="outwit simulations", daemon=True)
            for control in self.controls
        ]
        self.watch.bells.append(stop)
        try:
            for thread in () if self.watch.stopped else threads:
                thread.start()
            for thread in () if self.watch.stopped else threads:
                self.wait(thread)
        except BaseException:  # Ctrl-C too: the threads must stop before they are waited for
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
        """Wait for a thread, reporting; where that takes long, because moves are many, less often."""
        pause = REPORT
        while thread.is_alive():
            thread.join(pause)
            if thread.is_alive() and self.watch.report is not None:
                began = self.budget.elapsed
                self.look()
                self.report(began)
                pause = max(REPORT, REPORTING * (self.budget.elapsed - began))

    def look(self) -> None:
        """Read the top of the tree from the machine's memory."""
        control = self.control
        self.simulations, self.size = self.total(At.SIMULATIONS), control[At.TREE_SIZE]
        control.tree.buffer.used = self.size * control.width
        words = control.tree.row(control.root)
        reals = words.view(np.float64)
        totals, worths = reals[TOTALS : TOTALS + control.values], reals[TOTALS + control.values :]
        self.top = MctsNode(
            turn=self.player,
            visits=int(words[VISITS]),
            totals=self.for_each(totals),
            proved=tuple(self.for_each(worths)) if words[PROVED] == SURE else None,
        )
        self.seen = self.rows = None

    def for_each(self, values: Any) -> list[float]:
        """What each player has of something, where one number stands for two whose payoffs cancel."""
        numbers: list[float] = values.tolist()
        return [numbers[0], -numbers[0]] if self.control.values == 1 else numbers

    def read_arms(self) -> list[Arm]:
        return self.arm_reader()()

    def visited_arms(self) -> list[Arm]:
        if self.player == CHANCE or self.lost_arms:
            return self.lost_arms
        rows = self.read_rows()
        return [] if rows is None else [rows.arm(index) for index in np.flatnonzero(rows.seen).tolist()]

    def best(self) -> Arm | None:
        rows = None if self.player == CHANCE or self.lost_arms else self.read_rows()
        return super().best() if rows is None else self.better(rows.best_open(), rows.sure())

    def arm_reader(self) -> Callable[[], list[Arm]]:
        if self.player == CHANCE or self.lost_arms:
            arms = self.lost_arms
            return lambda: arms
        rows, moves = self.read_rows(), self.moves
        return (lambda: [Arm(move) for move in moves]) if rows is None else rows.arms

    def read_rows(self) -> Rows | None:
        """What has been seen of the moves of the root by now, if they have been expanded."""
        control = self.control
        below = control.tree.below(control.root)
        if not below or self.rows is not None:
            return self.rows
        rows = control.tree.rows(below).copy()
        reals = rows.view(np.float64)
        at, sign = (0, -1.0 if self.player == 1 else 1.0) if control.values == 1 else (self.player, 1.0)
        self.rows = Rows(
            rows[:, MOVE],
            rows[:, VISITS],
            sign * reals[:, TOTALS + at],
            reals[:, SQUARES],
            np.where(rows[:, PROVED] == SURE, sign * reals[:, TOTALS + control.values + at], np.nan),
            {index: self.line_from(below[index]) for index in np.flatnonzero(rows[:, FIRST]).tolist()},
        )
        return self.rows

    def line_from(self, number: int) -> tuple[int, ...]:
        """What is expected to follow, the move of a node first."""
        at = self.control.tree.address_of(number)
        length = int(self.program.call(self.data.address, at, LINE, 0.0, 0.0, self.control.address))
        return tuple(self.control.memory[At.LINES][:length].tolist())
