"""Runs a compiled search: passes over the tree in machine code, watched from Python."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import Any, cast

from outwit.decision import Bound, Candidate, Limit, Watch
from outwit.engine.compiler.rules import Compiled, compile_for
from outwit.engine.kernels.alphabeta import build
from outwit.engine.kernels.control_block import FOREVER, MOST_PLIES, TOO_MANY, At, Control, Switch, deadline
from outwit.engine.kernels.limits import TOO_MANY_MOVES
from outwit.engine.kernels.transposition import BOUNDS
from outwit.engine.kernels.transposition_memory import BUCKET, Table, reserve
from outwit.engine.runners.candidate_arrays import Columns
from outwit.engine.runners.game_data import Binding, bind
from outwit.engine.runners.history import pack_state, tell_past
from outwit.engine.runners.threads import Worker
from outwit.engine.runners.tuning import UNTRIED, tune
from outwit.errors import OutwitError
from outwit.game import Game, Move, State, defines
from outwit.memory import Kept
from outwit.search.alphabeta import BEYOND, EXTENDED
from outwit.search.search import REPORT, OutOfBudgetError, Search, to_search

INLINE = 0.002
"""A pass one deeper than one that took less than so many seconds is not worth a thread."""

FEW_BUCKETS = 1 << 15
"""A search that begins with a look at the next moves has so small a table at first: to clear a large one
takes longer than the look."""

FIRST_LOOK, FIRST_PROOF = 2, 4
"""So deep at most is such a look, and the first of those for a near win before a proof."""

CROWDED = 16
"""The table is enlarged, before the next pass, once it has fewer buckets than this for each node visited."""

AIRY = 64
"""How many buckets it is given for each, as far as it may grow: to clear more than is needed takes time."""

ROOM = 4
"""Buckets in the table for each node that may be visited: more would only take time to clear."""

DEAD, STEADY = 10, 1.25
"""After so many passes that found no more than a draw by repetition, each hardly larger than the last, it is
taken for certain that there is nothing else to find."""

FEW_NODES = 1000
"""To confirm what looks proved may take so many nodes, and as many as it took to find it."""

FEW_TO_PROVE = 4096
"""With so many nodes a proof is first tried where it is asked for, since a thread costs more than they do."""

CONCLUDING = 0.0007
"""Seconds from the end of the compiled search to the answer: so much earlier it is stopped."""

WIDE = 1000
"""From so many moves at the root on, candidates are only made of what was found when they are needed."""

ready: dict[Any, Compiled | Exception] = {}
"""What has been compiled in this process, by purpose, class, options and shape of the data."""

MOST_READY = 128
"""How much of that is held; what was made first is let go of, and taken from the cache when needed again."""


class CompiledSearch(Search):
    """One search by alpha-beta in machine code."""

    purpose = "alphabeta"
    """What the file of the compiled search is for, to the cache."""

    build = staticmethod(build)
    """What makes the search of a game."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: Any) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.agent = agent
        binding = bind(game.unwrapped)
        self.program = build_for(game.unwrapped, self.purpose, self.build, binding=binding)
        self.data = binding.data
        self.on = sum(switch for switch, on in self.switches().items() if on)
        """The switches that are on, as one word."""
        self.buckets = self.most_buckets()
        self.reserved = None if limit.seconds is None else reserve(self.buckets, agent.plunges())
        """A large table that has been touched already."""
        self.started = perf_counter()
        seconds = limit.seconds
        self.deadline = None if seconds is None else deadline(seconds - min(CONCLUDING, seconds / 10))
        self.words = pack_state(self.program, state)
        self.control: Control | None = None
        self.helpers: list[Control] = []
        self.table: Table
        self.passes = 0
        self.confirmed_at = -1
        """The pass in which a value was confirmed."""
        self.counted, self.spent, self.dead = 0, 0, 0
        """The nodes visited before the last pass, and in it, and how many passes in a row were dead draws."""
        self.last_pass = 0.0
        self.last_depth = 0

    @classmethod
    def program_for(cls, game: Game) -> Compiled:
        """The compiled search of a game, made once in a process."""
        return build_for(game, cls.purpose, cls.build)

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The root's value: one pass over the tree or, where every move's value is wanted, one for each."""
        control = self.control = self.control or self.prepare_control(depth)
        self.passes += 1
        if self.agent.handicap is None or not self.root_moves:
            value = self.search_root(control, depth, alpha, beta)
            return self.confirm(control, depth, value) if self.doubtful(value, alpha, beta) else value
        sign = 1 if self.turn(state) == 0 else -1
        moves, line, estimates = self.root_moves, self.lines[0], 0
        value = best = -math.inf
        try:
            for number, move in enumerate(moves):
                self.root_moves = [move]
                control[At.NODES] -= number > 0  # the root is one position, however often it is searched
                value = max(value, sign * self.search_root(control, depth, alpha, beta))
                estimates += self.estimates
                worth = max((worth for _, worth, _, _ in control.candidates()), default=-math.inf)
                if worth > best:
                    best, line = worth, self.lines[0]
        finally:
            self.root_moves, self.estimates, self.lines[0] = moves, estimates, line
        return sign * value

    @property
    def sound(self) -> bool:
        """Is a value without estimates a proof? Not if the table took positions for the same that are not.

        Where a repetition counts, what a position is worth depends on those before it: Campbell, "The
        graph-history interaction: on ignoring position history", 1985.
        """
        kept = self.control is not None and self.total(At.HITS) > 0 and self.agent.table
        apart = self.agent.strict or self.agent.proves or self.confirmed_at == self.passes
        return apart or not kept or self.game.unwrapped.repetition == 0

    def doubtful(self, value: float, alpha: float, beta: float) -> bool:
        """Does a value look proved that is not quite?"""
        return not self.sound and alpha < value < beta and super().is_proved(value)

    def is_proved(self, value: float) -> bool:
        return self.sound and super().is_proved(value)

    def confirm(self, control: Control, depth: int, value: float) -> float:
        """A value that looks proved, searched for again with every position's past kept apart.

        That takes no more nodes than have been visited before; if it is not enough, the value stays as it is.
        """
        found = dict(self.candidates), self.lines[0], self.estimates
        switches = control[At.SWITCHES]
        control[At.SWITCHES] |= Switch.PAST
        self.passes += 1
        try:
            with self.allow_nodes(self.most_to_confirm()):
                value = self.search_root(control, depth, -math.inf, math.inf)
            self.confirmed_at = self.passes
        except OutOfBudgetError:
            self.candidates, self.lines[0], self.estimates = found
        finally:
            control[At.SWITCHES] = switches
        return value

    @contextmanager
    def allow_nodes(self, nodes: int) -> Iterator[None]:
        """For a while, have visited no more than so many nodes in all."""
        limit, self.limit = self.limit, replace(self.limit, nodes=nodes)
        try:
            yield
        finally:
            self.limit = limit
            for each in (self.control, *self.helpers):
                if each is not None:
                    each[At.NODE_LIMIT] = FOREVER

    def is_exhausted(self, depth: int, value: float) -> bool:
        """Would deeper passes find nothing else? So it is in a dead draw, which they only draw out."""
        spent = self.nodes - self.counted
        control = self.control
        drawn = value == 0 and control is not None and control[At.RESTS] != 0
        self.dead = self.dead + 1 if drawn and spent <= STEADY * self.spent else 0
        self.counted, self.spent = self.nodes, spent
        return super().is_exhausted(depth, value) or depth >= MOST_PLIES or self.dead >= DEAD

    def most_to_confirm(self) -> int:
        """How many nodes may have been visited in all when a value is confirmed."""
        if self.limit.nodes is None and self.limit.seconds is None:
            return FOREVER
        most = self.nodes + max(self.nodes, FEW_NODES)
        return most if self.limit.nodes is None else min(most, self.limit.nodes)

    def search_root(self, control: Control, depth: int, alpha: float, beta: float) -> float:
        """The best of the root's moves: one pass over the tree."""
        self.make_room(control)
        alone = self.last_pass < INLINE and depth <= self.last_depth + 1
        self.divide([control] if alone else [control, *self.helpers])
        generation = self.table.next_generation()
        for each in (control, *self.helpers):
            each.arrange(self.root_moves)
            each.next_pass(generation, self.depth_left)
            each[At.FARTHEST] = EXTENDED * depth
        began = perf_counter()

        def run(control: Control) -> float:
            question = self.data.address, int(self.words.ctypes.data), depth, alpha, beta, control.address
            value = self.program.call(*question)
            while control[At.ABORTED] == TOO_MANY_MOVES and control.enlarge_stack():
                value = self.program.call(*question)
            return float(value)

        ring = self.stopper(control)
        self.watch.bells.append(ring)
        try:
            if self.watch.stopped:
                raise OutOfBudgetError
            value = run(control) if alone else self.quickly(run, control, generation)
            if math.isnan(value) and not control[At.ABORTED]:
                with self.run_helpers(run):
                    value = self.run_watched(lambda: run(control), control, ring)
        finally:
            self.watch.bells.remove(ring)
            self.gather(control, depth if math.nextafter(alpha, math.inf) < beta else 0)
        self.last_pass = perf_counter() - began
        self.last_depth = depth if depth < BEYOND else 0
        if control[At.ABORTED] == TOO_MANY_MOVES:
            raise OutwitError(TOO_MANY)
        if control[At.ABORTED]:
            raise OutOfBudgetError
        return value

    def quickly(self, run: Callable[[Control], float], control: Control, generation: int) -> float:
        """What a pass finds if it is a proof of few nodes, for which no thread is worth asking.

        If it is not, nothing but the table remembers that it was tried, and the answer is no number.
        """
        last, few = control[At.NODE_LIMIT], control[At.NODES] + FEW_TO_PROVE
        if not self.agent.proves or last <= few:
            return math.nan
        control[At.NODE_LIMIT] = few
        value = run(control)
        control[At.NODE_LIMIT] = last
        if control[At.ABORTED] and control[At.NODES] >= few:
            control.next_pass(generation, self.depth_left)
            control[At.NEXT_LOOK] = 0
            return math.nan
        return value

    def divide(self, searching: list[Control]) -> None:
        """Give each thread its part of the nodes that are left; the first has what remains."""
        if self.limit.nodes is None:
            return
        left = max(self.limit.nodes - self.beside - self.total(At.NODES), 0)
        part, rest = divmod(left, len(searching))
        for number, each in enumerate(searching):
            each[At.NODE_LIMIT] = each[At.NODES] + part + (rest if number == 0 else 0)
            each[At.NEXT_LOOK] = 0

    def make_room(self, control: Control) -> None:
        """Enlarge the table if it begins to be crowded."""
        nodes, table = control[At.NODES], self.table
        buckets = table.buckets
        if buckets < self.buckets and buckets < CROWDED * nodes:
            while buckets < self.buckets and buckets < AIRY * nodes:
                buckets *= 2
            table.enlarge(buckets)
            for each in (control, *self.helpers):
                each.share(table)

    def end(self) -> None:
        super().end()
        if self.control is not None:
            for each in (self.control, *self.helpers):
                each.release()
            if self.kept is not None:
                self.kept.keep(self.table, self.table.size)
            else:
                self.table.release()
        self.control = None
        self.helpers = []

    @contextmanager
    def run_helpers(self, run: Callable[[Control], float]) -> Iterator[None]:
        """Let the other threads search the same, until the first has its answer."""
        failures = list[BaseException]()

        def work(helper: Control) -> None:
            try:
                run(helper)
            except BaseException as error:  # raised again by the thread that waits for this one
                failures.append(error)

        threads = [
            threading.Thread(target=work, args=(helper,), name="outwit helper", daemon=True)
            for helper in self.helpers
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            for helper in self.helpers:
                helper[At.STOP] = 1
            for thread in threads:
                thread.join()
            for helper in self.helpers:
                helper[At.STOP] = 0
            if self.helpers and self.control is not None:
                self.control.memory[At.BUSY].fill(0)
        if failures:
            raise failures[0]

    def most_buckets(self) -> int:
        """How large a table may become."""
        agent = self.agent
        if not agent.table:
            return 1
        most = self.limit.nodes if agent.handicap is None else agent.handicap.cap(self.limit).nodes
        room = (agent.mb << 20) // BUCKET
        wanted = room if most is None else min(room, ROOM * most)
        return 1 << int(max(wanted, 1)).bit_length() - 1

    def prepare_control(self, depth: int) -> Control:
        """The memory of this decision, whose first pass is so deep."""
        agent = self.agent
        shallow = depth <= (FIRST_PROOF if agent.proves else FIRST_LOOK)
        buckets = min(self.buckets, FEW_BUCKETS) if shallow else self.buckets
        before = self.kept.take(Table) if self.kept is not None else None
        if before is not None and before.most == self.buckets:
            self.table = before
            self.counts["table kept"] = 1
        else:
            self.table = self.reserved or Table.lease(self.buckets)
            self.table.begin(buckets)
        self.reserved = None
        control = Control.lease(self.root_moves, self.table)
        if agent.table:
            more = range(agent.threads - 1)
            self.helpers = [Control.lease(self.root_moves, self.table, control) for _ in more]
        for each in (control, *self.helpers):
            each[At.SWITCHES] = self.on
            each[At.STRICT] = int(agent.strict)
            each.set_real(At.MARGIN, self.game.scale)
            if self.deadline is not None:
                each[At.DEADLINE] = self.deadline - self.listing()
            tell_past(each, self.game, self.root, self.program, self.data.address, MOST_PLIES)
        return control

    @property
    def kept(self) -> Kept | None:
        """Where the table is kept for the next move, if it is.

        Not where a depth alone is the limit, which would no longer mean the same at every move, nor where the
        agent is to play weaker than it can.
        """
        agent, limit = self.agent, self.limit
        limited = limit.seconds is not None or limit.nodes is not None
        return self.memory if agent.keep and agent.table and limited and agent.handicap is None else None

    def listing(self) -> int:
        """The nanoseconds to set aside for listing the root's moves in the answer."""
        left = to_search(self.limit, len(self.root_moves)).seconds
        return int(1e9 * ((self.limit.seconds or 0) - (left or 0)))

    def switches(self) -> dict[Switch, bool]:
        """What is switched on; to find that out may take trials, so it is done before the clock starts."""
        agent = self.agent
        measured = agent.killers is None or agent.history is None
        chosen = tune(self.game.unwrapped, self.program, self.data) if measured else UNTRIED
        return {
            Switch.ORDER: agent.order,
            Switch.TABLE: agent.table,
            Switch.KILLERS: chosen.killers if agent.killers is None else agent.killers,
            Switch.HISTORY: chosen.history if agent.history is None else agent.history,
            Switch.REFUTATION: agent.refutation,
            Switch.PVS: agent.pvs,
            Switch.QUIESCENCE: agent.quiescence,
            Switch.QUICK: agent.quick,
            Switch.HARD: agent.fail == "hard",
            Switch.CLAMP: agent.clamp and self.bounded,
            Switch.ETC: agent.etc,
            Switch.IID: agent.iid,
            Switch.REDUCTIONS: agent.reductions,
            Switch.NULL: agent.null,
            Switch.FUTILITY: agent.futility,
            Switch.DELTA: agent.delta,
            Switch.EXTENSIONS: agent.extensions,
            Switch.PAST: agent.strict or agent.proves,
        }

    def total(self, at: At) -> int:
        """What all threads have counted."""
        return sum(each[at] for each in (self.control, *self.helpers) if each is not None)

    def stopper(self, control: Control) -> Callable[[], None]:
        """What stops the compiled search from any thread."""

        def stop() -> None:
            control[At.STOP] = 1

        return stop

    def run_watched(self, run: Callable[[], float], control: Control, stop: Callable[[], None]) -> float:
        """Run a pass in a thread of its own, reporting, so that the person at the keyboard can end it."""
        worker = Worker.lease()
        try:
            worker.begin(run)
            while not worker.wait_until_done(REPORT):
                self.nodes = self.total(At.NODES)
                self.report(self.reported.depth, self.reported.value, self.reported.line)
        except BaseException:  # Ctrl-C too: the kernel must have stopped before its memory goes
            stop()
            worker.end()
            raise
        return float(worker.result())

    def gather(self, control: Control, depth: int) -> None:
        """Take over what the pass has found and counted; its best line goes so deep."""
        self.nodes = self.total(At.NODES)
        self.depth_left = control[At.DEPTH_LEFT]
        self.estimates = control[At.ESTIMATES]
        names = {
            "cutoffs": At.CUTOFFS,
            "table hits": At.HITS,
            "searches repeated": At.REPEATED,
            "stood pat": At.STOOD_PAT,
            "moves left out": At.LEFT_OUT,
        }
        for name, at in names.items():
            if counted := self.total(at):
                self.counts[name] = counted
        if control[At.ROOT_COUNT] >= WIDE and not self.candidates:
            self.candidates = Columns(*control.columns(), self.settled, self.pass_depth)
        else:
            for move, value, bound, line in control.candidates():
                self.candidates[move] = Candidate(
                    move, self.settled(value), cast(Bound, BOUNDS[bound]), line, depth=self.pass_depth
                )
        self.lines[0] = self.extend_line(control.line(), depth, control)

    def extend_line(self, line: tuple[Move, ...], depth: int, control: Control) -> tuple[Move, ...]:
        """The best line, continued by what the table knows where a hit had cut it short.

        Not where a game has its own keys: an entry may be of another position, whose moves are others.
        """
        depth = min(depth, MOST_PLIES)
        if not self.agent.table or not 0 < len(line) < depth or defines(self.game, "key"):
            return line
        state = self.root
        for move in line:
            state = self.game.play(state, move)
        while len(line) < depth and not self.game.over(state):
            words = pack_state(self.program, state)
            question = self.data.address, int(words.ctypes.data), -1, 0.0, 0.0, control.address
            move = self.program.call(*question)
            if math.isinf(move) or int(move) not in self.game.moves(state):
                break
            line = (*line, int(move))
            state = self.game.play(state, int(move))
        return line


def build_for(
    game: Game,
    purpose: str,
    build: Callable[[Any], Any],
    hidden: bool = False,
    binding: Binding | None = None,
) -> Compiled:
    """What `build` makes of a game, made once in a process; with or without rules about what is hidden.

    `binding` is what `bind` gives for the game, where that has been asked for already.
    """
    key = purpose, (binding or bind(game)).shape
    found = ready.get(key)
    if found is None:
        try:
            found = compile_for(game, purpose, build, hidden)
        except OutwitError as error:
            found = error
        ready[key] = found
        for old in list(ready)[:-MOST_READY]:
            ready.pop(old, None)
    if isinstance(found, Exception):
        raise found
    return found
