"""Searches for many clients: a few processes, a fair queue, and nobody who waits for ever.

Each worker is an `outwit engine`, a process of its own: a search never holds up a page, and rules that loop
or crash are ended with their process.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any

from outwit.errors import OutwitError

GRACE = 60.0
"""Seconds beyond its limit after which a search is taken to be lost: a review may wait for the compiler."""

LINE = 1 << 26
"""How long a line from a worker may be: the tree of a long search is."""

MOST_HOMES = 1024
"""Of so many sessions it is known which worker has their memory."""

ANSWERS = {"decide": "decision", "tree": "tree", "explain": "explanation", "review": "review"}
"""What the answer to each kind of question is called."""


class BusyError(OutwitError):
    """Too much has been asked for at once."""


class LostError(OutwitError):
    """A search that ended without an answer."""


class Asking:
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
        self.client = client
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

    def heard(self, progress: dict[str, Any] | None) -> None:
        """Take note of how it stands."""
        self.progress = progress or self.progress
        if self.report is not None:
            self.report()


class Worker:
    """A process that searches, one position after another."""

    def __init__(self, games: Sequence[str]) -> None:
        self.command = [sys.executable, "-m", "outwit", "engine"]
        for game in games:
            self.command += ["--game", game]
        self.process: asyncio.subprocess.Process | None = None
        self.starting = asyncio.Lock()
        self.number = 0

    async def start(self) -> asyncio.subprocess.Process:
        """The process, started if there is none, once it has loaded what it needs and listens."""
        async with self.starting:
            if self.process is None or self.process.returncode is not None:
                pipe = asyncio.subprocess.PIPE
                self.process = await asyncio.create_subprocess_exec(
                    *self.command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, limit=LINE
                )
                self.send({"id": "start", "do": "agents"})
                assert self.process.stdout is not None
                await self.process.stdout.readline()
            return self.process

    async def run(self, asking: Asking) -> dict[str, Any]:
        """The answer to what is asked; a sentence if there is none."""
        self.number += 1
        request = {"do": "decide", **asking.request, "id": self.number, "progress": True}
        try:
            async with asyncio.timeout(asking.seconds + GRACE):
                process = await self.start()
                asking.worker = self
                self.send(request)
                if asking.stopped:
                    self.stop()
                while True:
                    assert process.stdout is not None
                    line = await process.stdout.readline()
                    if not line:
                        raise LostError("The search broke off; the rules of the game may be unsound.")
                    told = json.loads(line)
                    if told.get("id") != self.number:
                        continue
                    if "error" in told:
                        raise OutwitError(told["error"])
                    if asking.name in told:
                        return dict(told[asking.name])
                    asking.heard(told.get("progress"))
        except TimeoutError:
            raise LostError(
                f"The search did not answer within {asking.seconds:g} seconds and was ended."
            ) from None
        except (ConnectionError, ValueError) as error:
            if isinstance(error, OutwitError):
                raise
            raise LostError("The search broke off; the rules of the game may be unsound.") from error
        finally:
            asking.worker = None

    def send(self, request: dict[str, Any]) -> None:
        """Write a line to the process."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")

    def stop(self) -> None:
        """Make the present search answer."""
        self.send({"id": f"stop {self.number}", "do": "stop", "which": self.number})

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session."""
        if self.process is not None and self.process.returncode is None:
            self.send({"id": "forget", "do": "forget", "session": session})

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class Workers:
    """All workers, and the queue before them."""

    def __init__(
        self, many: int, games: Sequence[str] = (), most: int = 200, most_a_client: int = 60
    ) -> None:
        self.idle = [Worker(games) for _ in range(many)]
        self.waiting: deque[Asking] = deque()
        self.tasks: set[asyncio.Task[None]] = set()
        self.most = most
        self.most_a_client = most_a_client
        self.clients: Counter[str] = Counter()
        self.homes: OrderedDict[str, Worker] = OrderedDict()
        """The worker that has the memory of a session, the one asked for last at the end."""

    async def warm(self) -> None:
        """Start the processes, so that the first to ask need not wait for it."""
        await asyncio.gather(*(worker.start() for worker in self.idle))

    def ask(
        self,
        request: dict[str, Any],
        client: str,
        report: Callable[[], None] | None = None,
        seconds: float | None = None,
    ) -> Asking:
        """Ask for what a search can find out; the answer comes in `answer` of what is returned.

        It may take as long as the limit in the request says, unless `seconds` are given.
        """
        if sum(self.clients.values()) >= self.most:
            raise BusyError("The server has as many searches waiting as it takes; try again in a moment.")
        if self.clients[client] >= self.most_a_client:
            raise BusyError(
                f"{self.most_a_client} searches are under way for you already; wait for one to end."
            )
        asking = Asking(request, client, report, seconds or request["limit"]["seconds"])
        self.clients[client] += 1
        asking.answer.add_done_callback(lambda _: self.done(asking))
        self.waiting.append(asking)
        self.hand_out()
        return asking

    def done(self, asking: Asking) -> None:
        """Forget a search that has been answered or given up."""
        self.clients[asking.client] -= 1
        if not self.clients[asking.client]:
            del self.clients[asking.client]
        if asking in self.waiting:
            self.waiting.remove(asking)
            self.count()
        else:
            asking.stop()

    def hand_out(self) -> None:
        """Give waiting searches to idle workers."""
        while self.idle and self.waiting:
            asking = self.waiting.popleft()
            task = asyncio.create_task(self.serve(self.taken(asking.session), asking))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        self.count()

    def taken(self, session: str | None) -> Worker:
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
        for place, asking in enumerate(self.waiting, 1):
            if asking.place != place:
                asking.place = place
                asking.heard(None)

    async def serve(self, worker: Worker, asking: Asking) -> None:
        """Let a worker answer."""
        asking.place = 0
        asking.heard(None)
        try:
            decision = await worker.run(asking)
            if not asking.answer.done():
                asking.answer.set_result(decision)
        except Exception as error:
            if isinstance(error, LostError) or not isinstance(error, OutwitError):
                await worker.end()
            if not asking.answer.done():
                asking.answer.set_exception(error)
            if worker.process is None:
                await worker.start()  # so that the next to ask need not wait for it
        finally:
            self.idle.append(worker)
            self.hand_out()

    async def close(self) -> None:
        """End everything."""
        for asking in list(self.waiting):
            asking.answer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for worker in self.idle:
            await worker.end()
