"""Compiling and tuning beside those who wait for an answer.

The compiler holds the interpreter's lock for seconds, so that no search in the same process would end in
time. It therefore works in a process of its own, once for a game and a kind of agent, and what it makes is
taken from the cache when it is done. Until then the agent searches interpreted.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import perf_counter
from typing import Any

from outwit.agents import agent_spec
from outwit.decision import Agent, Decision, Limit, Progress, Watch
from outwit.engine.compiled_agent import Preparable, load_compiler
from outwit.errors import CompileError
from outwit.game import Game
from outwit.games import built_in_games, find_game
from outwit.processes import ClosedError, LateError, LineProcess

LONGEST = 600.0
"""Seconds after which a process that prepares is taken to be lost."""

SHARE = 0.25
"""The part of its time that a search waits for compiled code which is there and only has to be loaded."""

WORTHWHILE = 0.02
"""Seconds that must be left for an interpreted search to be given up for a compiled one."""

TELL = 0.5
"""Seconds between two reports to somebody who waits for what is being prepared."""

LOOK = 0.01
"""Seconds between two looks whether somebody who waits is to answer now."""

MOST_PREPARED = 64
"""Of so many games and kinds of agents it is known that they are prepared; those used last."""

MOST_UNDER_WAY = 8
"""How many may be prepared at a time, or wait for it; further ones are searched interpreted."""

Ask = Callable[[Agent, Limit, Watch], Decision]
"""What asks an agent for its decision."""

log = logging.getLogger("outwit")


class Preparation:
    """What one kind of agent needs to play one game compiled: looked for, loaded, and made if need be."""

    def __init__(self, spec: str, game: Game, agent: Preparable) -> None:
        self.spec = spec
        self.game = game
        self.agent = agent
        self.looked = threading.Event()
        """Is it known whether everything is there already?"""
        self.done = threading.Event()
        self.ready = False
        """Can such an agent search compiled at once?"""
        self.began = perf_counter()
        self.doing: list[str] = []
        """What has been done so far, the last under way."""
        self.lock = threading.Lock()
        self.listeners: list[Callable[[], None]] = []

    def begin(self) -> None:
        """Look for it, and make it if need be, beside whatever else goes on."""
        threading.Thread(target=self.work, name="outwit preparing", daemon=True).start()

    def give_up(self) -> None:
        """Leave it as it is, so that nobody waits for it."""
        self.looked.set()
        self.done.set()

    def work(self) -> None:
        """Load what is there, have made what is not, and say once why if that cannot be."""
        reason = ""
        try:
            self.ready = self.agent.load(self.game)
            self.looked.set()
            if not self.ready:
                with at_work:
                    reason = compile_elsewhere(self.spec, agent_spec(self.agent), self.doing.append)
                self.ready = not reason and self.agent.load(self.game)
        except BaseException as error:  # at the end of a thread: those who wait for it go on interpreted
            name = type(self.game).__name__
            reason = f"{name} cannot be compiled: {type(error).__name__}: {error}. It plays interpreted."
        if not self.ready:
            log.warning("%s", reason or interpreted_reason(self.game))
        with self.lock:
            listeners = list(self.listeners) if self.ready else []
            self.done.set()
            self.looked.set()
        for listener in listeners:
            listener()

    @property
    def progress_text(self) -> str:
        """What is being done and how far it is, in words; nothing once it is done."""
        if self.done.is_set():
            return ""
        seconds = f"{perf_counter() - self.began:.0f} s"
        if not self.doing:
            return f"{type(self.game).__name__} waits to be compiled, {seconds}"
        step = f"step {len(self.doing)} of {max(self.agent.stages, len(self.doing))}"
        return f"{self.doing[-1][:1].lower()}{self.doing[-1][1:]}, {step}, {seconds}"

    @contextmanager
    def notify_when_ready(self, listener: Callable[[], None]) -> Iterator[None]:
        """Call somebody as soon as the agent can search compiled."""
        with self.lock:
            self.listeners.append(listener)
            late = self.ready and self.done.is_set()
        if late:
            listener()
        try:
            yield
        finally:
            with self.lock:
                self.listeners.remove(listener)


preparations: dict[Any, Preparation] = {}
"""What has been prepared for this process or is being so, by the game and what matters of the agent.

What was used last is at the end.
"""

beginning = threading.Lock()
"""Held while one is begun, so that none is begun twice."""

at_work = threading.Lock()
"""Held while another process compiles, so that there is one, however many games are asked for."""


def preparation(spec: str, game: Game, agent: Agent) -> Preparation | None:
    """What an agent needs to play a game compiled, under way or done; None if it needs nothing.

    Of ever new games a few are prepared at a time; the others are answered as if they could not be.
    """
    if not isinstance(agent, Preparable) or not agent.compiled:
        return None
    key = spec, type(agent), *(getattr(agent, name) for name in agent.needs)
    with beginning:
        needed = preparations.pop(key, None)
        if needed is None:
            needed = Preparation(spec, game, agent)
            if sum(not each.done.is_set() for each in preparations.values()) >= MOST_UNDER_WAY:
                needed.give_up()
                return needed
            needed.begin()
        preparations[key] = needed
        for old in [each for each in preparations if preparations[each].done.is_set()][:-MOST_PREPARED]:
            del preparations[old]
        return needed


def wait_prepared(spec: str, game: Game, agent: Agent, watch: Watch) -> Agent:
    """The agent once it is prepared; told to answer before, or if it cannot be, the same one interpreted."""
    needed = preparation(spec, game, agent)
    if needed is not None:
        attend(needed.done, watch, needed)
    return agent if needed is None else usable_agent(agent, needed)


def decide_prepared(spec: str, game: Game, agent: Agent, limit: Limit, watch: Watch, ask: Ask) -> Decision:
    """An agent's decision within its limit: compiled where that is prepared, and interpreted until it is.

    Compiled code that only has to be loaded is waited for, a part of the time. What becomes ready while an
    interpreted search goes on takes over from it. Where no clock runs, all is waited for.
    """
    needed = preparation(spec, game, agent)
    if needed is None or limit.seconds is None:
        return ask(wait_prepared(spec, game, agent, watch), limit, watch)
    began = perf_counter()
    attend(needed.looked, watch, needed, SHARE * limit.seconds)
    sooner = usable_agent(agent, needed)
    limit = rest(limit, began)
    if sooner is agent:
        return ask(agent, limit, watch)
    return decide_switching(sooner, agent, needed, limit, watch, ask)


def decide_switching(
    sooner: Agent, later: Agent, needed: Preparation, limit: Limit, watch: Watch, ask: Ask
) -> Decision:
    """What one agent decides or, if another becomes ready while there is time, what that one does."""
    began = perf_counter()
    assert limit.seconds is not None
    latest = began + limit.seconds - WORTHWHILE
    with relay(watch, preparing=needed) as first:

        def relieve() -> None:
            if perf_counter() < latest:
                first.stop()

        with needed.notify_when_ready(relieve):
            decision = ask(sooner, limit, first)
    simulations = decision.stats.get("simulations", 0)
    spent = perf_counter() - began
    left = limit.less(seconds=spent, nodes=decision.nodes, simulations=simulations)
    if watch.stopped or not first.stopped or left is None or decision.exact:
        return decision
    with relay(watch, spent, decision) as second:
        better = ask(later, left, second)
    if better.value is None or better.depth < decision.depth:
        return replace(decision, seconds=perf_counter() - began)
    return replace(better, seconds=spent + better.seconds, nodes=decision.nodes + better.nodes)


@contextmanager
def relay(
    watch: Watch, spent: float = 0.0, before: Decision | None = None, preparing: Preparation | None = None
) -> Iterator[Watch]:
    """A watch on a part of a search: told to stop with the whole, and heard as part of it.

    So much time was spent before, on this decision if it was; what is no deeper yet is not worth telling.
    """
    depth, nodes = (before.depth, before.nodes) if before else (0, 0)

    def report(progress: Progress) -> None:
        if watch.report is not None and progress.depth >= depth:
            seen = progress.nodes + nodes
            told = preparing.progress_text if preparing else ""
            progress = replace(progress, compiling=bool(told), preparing=told)
            watch.report(replace(progress, nodes=seen, seconds=progress.seconds + spent))

    inner = Watch(report, complete=watch.complete)
    watch.bells.append(inner.stop)
    try:
        if watch.stopped:
            inner.stop()
        yield inner
    finally:
        watch.bells.remove(inner.stop)


def usable_agent(agent: Agent, needed: Preparation) -> Agent:
    """The agent if it is prepared, and else the same one interpreted."""
    assert isinstance(agent, Preparable)
    return agent if needed.ready else agent.without_compiler()


def rest(limit: Limit, began: float) -> Limit:
    """What is left of a limit of time that began then; at the least half of it, to answer at all."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=max(limit.seconds - (perf_counter() - began), limit.seconds / 2))


def attend(event: threading.Event, watch: Watch, needed: Preparation, seconds: float | None = None) -> None:
    """Wait for something, so many seconds at most, or until somebody wants the answer; tell how it goes."""
    began = told = perf_counter()
    while not watch.stopped and (seconds is None or perf_counter() - began < seconds):
        if event.wait(LOOK):
            return
        if watch.report is not None and perf_counter() - told >= TELL:
            told = perf_counter()
            watch.report(
                Progress(0, 0, told - began, None, (), compiling=True, preparing=needed.progress_text)
            )


def compile_elsewhere(spec: str, agent: str, heard: Callable[[str], object] = str) -> str:
    """Compile and tune in another process, which ends with this one; why it failed, if it did.

    What it begins to do is `heard`.
    """
    process = LineProcess("outwit.protocols.preparer")
    until = perf_counter() + LONGEST
    try:
        process.send({"game": spec, "agent": agent})
        while "doing" in (message := process.receive(until - perf_counter())):
            heard(message["doing"])
    except LateError:
        return f"Compiling {spec} did not end within {LONGEST:g} seconds. It plays interpreted."
    except ClosedError:
        return f"Compiling {spec} broke off. It plays interpreted."
    finally:
        process.end()
    return str(message["reason"])


def interpreted_reason(game: Game) -> str:
    """Why a game is interpreted although it compiles."""
    from outwit.engine.compiler.cache import folder

    return (
        f"What was compiled for {type(game).__name__} is not in {folder()}, which may not be writable; "
        "set OUTWIT_CACHE to a folder that is. It plays interpreted."
    )


def warm() -> None:
    """Load the games, and what every compiled search needs: so much nobody's move has to wait for.

    Where many threads search, every look at a file gives the interpreter's lock away until its next turn.
    """
    for name in built_in_games():
        find_game(name)
    with suppress(CompileError):  # whoever searches says why nothing is compiled
        load_compiler()
        from outwit.engine.compiler import numba_internals
        from outwit.engine.runners import coalition, ismcts, maxn, mcts, montecarlo, smmcts  # noqa: F401
        from outwit.equilibrium import solution, unfolded_games  # noqa: F401

        numba_internals.warm()
    gc.collect()
    gc.freeze()
