"""Searches for many clients: a few processes, a fair queue, and nobody who waits for ever.

Each worker is an `outwit engine`, a process of its own: a search never holds up a page, and rules that loop
or crash are ended with their process.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from outwit.errors import OutwitError, shorten
from outwit.processes import ClosedError, StreamProcess
from outwit.web.limits import address
from outwit.web.queue import Flow, Queue

LATE = 10.0
"""Seconds after its time, or after it was told to stop, in which a search must have answered.

Rules that do not come back are interrupted after five where that is possible, and then told by name.
"""

GRACE = 60.0
"""Seconds beyond its limit after which a search is lost even if it tells that it waits for the compiler."""

WRITING = 40.0
"""Seconds in which a search must have answered that tells that it has its answer and puts it down."""

MEMORY = 2048
"""How many megabytes a worker may take that runs a user's rules."""

MOST_HOMES = 1024
"""Of so many sessions it is known which worker has their memory."""

SHORT = 2.0
"""Seconds up to which a search is a short one, before which long ones stand back."""

NODES, SIMULATIONS = 5_000.0, 1_000.0
"""How many a search is expected to see in a second, at the least: interpreted rules are so fast."""

PATIENT = 20.0
"""Seconds that a search has which counts what it sees: it ends, though it may first wait for the compiler."""

SHALLOW = 1.0
"""Seconds that a search to some depth is expected to take before one like it has been seen."""

MOST_KNOWN = 1024
"""Of so many kinds of searches it is known how long the last one took."""

COUNTING = 0.2
"""Seconds between two looks at who stands where in the queue."""

SOONEST, LATEST = 1.0, 60.0
"""When a client that found the queue full is asked to come back."""

ANSWERS = {
    "decide": "decision",
    "tree": "tree",
    "explain": "explanation",
    "review": "review",
    "position": "position",
}
"""What the answer to each kind of question is called."""


ENDING = "The server is ending, so nothing is searched any more."


log = logging.getLogger("outwit.web")


class BusyError(OutwitError):
    """Too much has been asked for at once; after so many seconds there may be room."""

    def __init__(self, said: str, after: float = SOONEST) -> None:
        super().__init__(said)
        self.after = after


class LostError(OutwitError):
    """A search that ended without an answer."""


class Job:
    """A search that somebody has asked for: waiting, under way or done."""

    def __init__(
        self, request: dict[str, Any], client: str, report: Callable[[], None] | None, seconds: float
    ) -> None:
        self.request = request
        """What the worker is told, `do` among it where that is not to decide."""
        self.seconds = seconds
        """How long it may take, beyond a time of grace."""
        self.name = ANSWERS[request.get("do", "decide")]
        """What the answer is called."""
        self.game = shorten(str(request["game"]).rpartition("/")[2])
        """The game as a sentence names it: its spec, without the folder of a file."""
        self.client = client
        self.address = address.get()
        """Where the client is in the network; its searches count against both."""
        self.expected = 0.0
        """Seconds that it will probably take."""
        counted = {"nodes", "simulations"} & request.get("limit", {}).keys()
        self.patience = PATIENT if counted else SHORT
        """Seconds after which, if it was taken to be short, it has turned out to be long."""
        self.began = 0.0
        """When it was last given to a worker."""
        self.flow = Flow(self.address, client, False)
        self.yielding = False
        """Has it been told to make way, so that what it answers now does not count?"""
        self.yielded = False
        """Has it made way before?"""
        self.session: str | None = request.get("session")
        """The session for which the worker is to keep what it finds, and go on from it."""
        self.report = report
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.progress: dict[str, Any] | None = None
        self.place = 0
        """How many are before it in the queue; 0 when it is under way."""
        self.worker: Worker | None = None
        self.stopped = False

    def stop(self) -> None:
        """Make it answer now with the best it has."""
        self.stopped = True
        if self.worker is not None:
            self.worker.stop()

    def give_up(self) -> None:
        """Answer that the server is ending, to whoever is still there."""
        if not self.answer.done():
            self.answer.set_exception(LostError(ENDING))
            self.answer.exception()  # which asyncio would complain of if nobody is

    def make_way(self) -> None:
        """Make it end now, to begin again later."""
        self.yielding = True
        if self.worker is not None:
            self.worker.stop()

    def on_progress(self, progress: dict[str, Any] | None) -> None:
        """Take note of how it stands."""
        self.progress = progress or self.progress
        if self.report is not None:
            self.report()


class Worker:
    """A process that searches, one position after another."""

    def __init__(self, games: Sequence[str]) -> None:
        self.arguments = ["engine"]
        for game in games:
            self.arguments += ["--game", game]
        if games:
            self.arguments += ["--memory", str(MEMORY)]
        self.process: StreamProcess | None = None
        self.starting = asyncio.Lock()
        self.starts = 0
        """How many times a process was started: each but the first in place of one that was lost."""
        self.number = 0
        self.deadline: asyncio.Timeout | None = None
        """When the present search is taken to be lost."""

    async def start(self) -> StreamProcess:
        """The process, started if there is none, once it has loaded what it needs and listens."""
        async with self.starting:
            if self.process is None or not self.process.alive:
                await self.end()
                self.starts += 1
                if self.starts > 1:
                    log.warning("A process that searches was lost; start number %d.", self.starts)
                self.process = await StreamProcess.start("outwit", *self.arguments)
                self.process.send({"id": "start", "do": "agents"})
                with suppress(ClosedError):  # which is told when something is asked of it
                    await self.process.receive()
            return self.process

    async def run(self, job: Job) -> dict[str, Any]:
        """The answer to what is asked; a sentence if there is none."""
        self.number += 1
        request = {"do": "decide", **job.request, "id": self.number}
        if job.name != "position":
            request["progress"] = True
        latest = asyncio.get_running_loop().time() + job.seconds + GRACE
        try:
            async with asyncio.timeout_at(latest) as self.deadline:
                process = await self.start()
                self.expect_within(job.seconds + LATE)
                job.worker = self
                process.send(request)
                if job.stopped or job.yielding:
                    self.stop()
                while True:
                    told = await process.receive()
                    if told.get("id") != self.number:
                        continue
                    if "error" in told:
                        raise OutwitError(told["error"])
                    if job.name in told:
                        return dict(told[job.name])
                    progress = told.get("progress")
                    if progress and progress.get("writing"):
                        self.expect_within(WRITING, latest)
                        continue
                    if progress and progress.get("compiling") and not job.stopped and not job.yielding:
                        self.expect_within(job.seconds + LATE, latest)
                    job.on_progress(progress)
        except TimeoutError:
            raise LostError(
                f"The search did not answer when its time was up, nor in the {LATE:g} seconds after that, "
                f"and was ended; a rule of {job.game} may not come back."
            ) from None
        except ClosedError as error:
            raise LostError(
                f"The process that was to find the {job.name} in {job.game} ended before it had: "
                "the rules crashed it, ended it, or took more memory than they may."
            ) from error
        finally:
            job.worker = self.deadline = None

    def expect_within(self, seconds: float, latest: float = math.inf) -> None:
        """Take the present search to be lost if it has not answered in so many seconds, or at the latest."""
        if self.deadline is not None and not self.deadline.expired():
            self.deadline.reschedule(min(asyncio.get_running_loop().time() + seconds, latest))

    def send(self, request: dict[str, Any]) -> None:
        """Write a line to the process, if there is one."""
        if self.process is not None:
            self.process.send(request)

    def stop(self) -> None:
        """Make the present search answer; rules that do not let it are ended with the process."""
        if self.deadline is not None:
            self.expect_within(LATE, self.deadline.when() or math.inf)
        self.send({"id": f"stop {self.number}", "do": "stop", "which": self.number})

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session."""
        self.send({"id": "forget", "do": "forget", "session": session})

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self.process = self.process, None
        if process is not None:
            await process.stop()


class Workers:
    """All workers, and the queue before them.

    Every client has its turn, and short searches go before long ones. Long searches take any worker that is
    idle, but only half of them, and at least one, keep theirs: others make way when a short search waits,
    which loses what they have found, and begin again later.
    """

    def __init__(
        self,
        many: int,
        games: Sequence[str] = (),
        most: int = 400,
        most_an_address: int = 200,
        most_a_client: int = 60,
    ) -> None:
        self.idle = [Worker(games) for _ in range(many)]
        self.many = many
        self.kept_by_long = max(1, many // 2)
        """How many long searches keep their worker whoever waits."""
        self.queue: Queue[Job] = Queue()
        self.running: list[Job] = []
        """Searches under way, the one begun last at the end."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.most = most
        self.most_an_address = most_an_address
        self.most_a_client = most_a_client
        self.lasted: OrderedDict[str, float] = OrderedDict()
        """How long a search of a kind took last, the one seen last at the end."""
        self.homes: OrderedDict[str, Worker] = OrderedDict()
        """The worker that has the memory of a session, the one asked for last at the end."""
        self.alarms: dict[Callable[[], None], asyncio.TimerHandle] = {}
        """What is to be done before long."""
        self.closed = False

    async def warm(self) -> None:
        """Start the processes, so that the first to ask need not wait for it."""
        await asyncio.gather(*(worker.start() for worker in self.idle))

    def ask(
        self,
        request: dict[str, Any],
        client: str,
        report: Callable[[], None] | None = None,
        seconds: float | None = None,
    ) -> Job:
        """Ask for what a search can find out; the answer comes in `answer` of what is returned.

        It may take as long as the limit in the request says, unless `seconds` are given.
        """
        if self.closed:
            raise LostError(ENDING)
        self.refuse_full(client)
        job = Job(request, client, report, seconds or request["limit"]["seconds"])
        job.expected = self.expected_seconds(job)
        job.answer.add_done_callback(lambda _: self.release(job))
        self.line_up(job)
        self.hand_out()
        if job not in self.running:
            job.place = len(self.queue)
            job.on_progress(None)
        return job

    def refuse_full(self, client: str | None = None) -> None:
        """Refuse a search that there is no room for: of a client, or of any at the present address."""
        here, active = address.get(), self.queue.active
        if active.total() >= self.most:
            raise self.busy("The server has as many searches waiting as it takes", self.delay())
        if sum(count for flow, count in active.items() if flow.address == here) >= self.most_an_address:
            raise self.busy(f"{self.most_an_address} searches are under way for you already", self.delay())
        if client is None:
            return
        if sum(active[Flow(here, client, long)] for long in (False, True)) >= self.most_a_client:
            raise self.busy(f"{self.most_a_client} searches are under way for you already", self.delay())

    def delay(self) -> float:
        """Seconds after which, as far as can be told, a good part of what waits is done."""
        ahead = sum(each.expected for each in (*self.queue.order(), *self.running))
        return min(LATEST, max(SOONEST, ahead / self.many / 2))

    def busy(self, said: str, after: float) -> BusyError:
        """The answer to a search that there is no room for."""
        whole = round(after)
        return BusyError(f"{said}; come back in {whole} second{'' if whole == 1 else 's'}.", whole)

    def expected_seconds(self, job: Job) -> float:
        """Seconds that a search will probably take: its limit or, if that is no time, as long as before."""
        limit: dict[str, float] = job.request.get("limit", {})
        usual = {
            "nodes": limit.get("nodes", 0) / NODES,
            "simulations": limit.get("simulations", 0) / SIMULATIONS,
            "depth": SHALLOW,
        }
        guesses = [seconds for name, seconds in usual.items() if name in limit]
        if not guesses:
            return job.seconds
        return min(job.seconds, self.lasted.get(kind_of(job), min(guesses)))

    def line_up(self, job: Job) -> None:
        """Let a search wait for its turn."""
        job.flow = Flow(job.address, job.client, job.yielded or job.expected > SHORT)
        self.queue.add(job, job.flow, job.expected)

    def release(self, job: Job) -> None:
        """Forget a search that has been answered or given up."""
        if self.queue.remove(job):
            self.soon(self.count, COUNTING)
        else:
            job.stop()

    def hand_out(self) -> None:
        """Give waiting searches to idle workers, and let long ones make way if there are none."""
        while self.idle and not self.closed:
            job = self.queue.take(self.may_begin)
            if job is None:
                break
            job.began = monotonic()
            self.running.append(job)
            task = asyncio.create_task(self.serve(self.take_worker(job.session), job))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        self.make_way()
        if self.queue.waiting:
            self.soon(self.count, COUNTING)

    def may_begin(self, job: Job) -> bool:
        """May a search begin now? One that has made way waits until it can keep its worker."""
        return not job.yielded or len(self.long_ones()) < self.kept_by_long

    def long_ones(self) -> list[Job]:
        """The searches under way that are long, or have turned out to be, the one begun last at the end."""
        now = monotonic()
        return [each for each in self.running if each.flow.long or now - each.began > each.patience]

    def make_way(self) -> None:
        """Let long searches stand back where short ones of other clients wait, and look again later."""
        short = {flow for flow in self.queue.waiting if not flow.long}
        if self.idle or not short:
            return
        long = self.long_ones()
        for job in long[self.kept_by_long :]:
            if short - {job.flow} and not job.yielding and not job.stopped:
                job.make_way()
        rest = [each.patience - (monotonic() - each.began) for each in self.running if each not in long]
        if rest:
            self.soon(self.make_way, max(COUNTING, min(rest)))

    def soon(self, do: Callable[[], None], seconds: float) -> None:
        """Do something after so many seconds, unless that is to be done already."""
        if do in self.alarms:
            return

        def ring() -> None:
            del self.alarms[do]
            do()

        self.alarms[do] = asyncio.get_running_loop().call_later(seconds, ring)

    def take_worker(self, session: str | None) -> Worker:
        """An idle worker: the one that has the memory of the session, unless that is busy.

        Nobody waits for a memory. If another worker goes on, what the one before has kept is out of date.
        """
        home = None if session is None else self.homes.pop(session, None)
        worker = home if home in self.idle else self.idle[-1]
        assert worker is not None
        self.idle.remove(worker)
        if session is not None:
            if home is not None and home is not worker:
                home.forget(session)
            self.homes[session] = worker
            if len(self.homes) > MOST_HOMES:
                self.homes.popitem(last=False)
        return worker

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session that has ended."""
        home = self.homes.pop(session, None)
        if home is not None:
            home.forget(session)

    def count(self) -> None:
        """Tell those who wait their place."""
        for place, job in enumerate(self.queue.order(), 1):
            if job.place != place:
                job.place = place
                job.on_progress(None)

    async def serve(self, worker: Worker, job: Job) -> None:
        """Let a worker answer."""
        job.place = 0
        job.on_progress(None)
        try:
            decision = await worker.run(job)
            if not job.answer.done() and not job.yielding:
                job.answer.set_result(decision)
        except Exception as error:  # whatever went wrong, whoever asked is told
            lost = isinstance(error, LostError) or not isinstance(error, OutwitError)
            if lost:
                await worker.end()
            if not job.answer.done() and (lost or not job.yielding):
                job.answer.set_exception(error)
            if worker.process is None:
                await worker.start()  # so that the next to ask need not wait for it
        except asyncio.CancelledError:
            job.give_up()
            raise
        finally:
            self.idle.append(worker)
            self.note_cost(job)
            self.hand_out()

    def note_cost(self, job: Job) -> None:
        """Take note of what a search has cost; one that made way for others waits for its next turn."""
        self.running.remove(job)
        seconds = monotonic() - job.began
        if job.yielding and not job.answer.done():
            self.queue.finish(job.flow)
            job.yielding, job.yielded, job.expected = False, True, job.seconds
            self.line_up(job)
        else:
            self.queue.finish(job.flow, seconds - job.expected)
            self.lasted.pop(kind_of(job), None)
            self.lasted[kind_of(job)] = seconds
            if len(self.lasted) > MOST_KNOWN:
                self.lasted.popitem(last=False)

    async def close(self) -> None:
        """End everything, and tell those who wait for an answer."""
        self.closed = True
        for job in list(self.queue.order()):
            job.give_up()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for alarm in self.alarms.values():
            alarm.cancel()
        for worker in self.idle:
            await worker.end()


def kind_of(job: Job) -> str:
    """What searches have in common that probably take equally long."""
    request = job.request
    return json.dumps([job.name, request["game"], request.get("agent"), request.get("limit")])
