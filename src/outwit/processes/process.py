"""A process that works for this one: asked in lines of JSON, and ended with all that it has started."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from time import monotonic, sleep
from typing import IO, Any

from outwit.processes.channel import ClosedError, LateError

LONGEST_LINE = 1 << 26
"""How long a line from a process may be: the tree of a long search is."""

LOOK = 0.01
"""Seconds between two looks whether a process has ended."""

LEAVING = 5.0
"""Seconds that a process which says no more has to end by itself."""


def kill_group(number: int) -> None:
    """End all processes of the group that a process which has not been waited for was started with."""
    with suppress(AttributeError, OSError):  # Windows knows no groups
        os.killpg(number, signal.SIGKILL)


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Has a process ended by itself? Until it is waited for, nobody else has its number, nor its group's."""
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    with suppress(ChildProcessError):
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return True


class Process:
    """A module of Python that runs as a process of its own.

    It has a group of its own, so that Ctrl-C does not reach it, and what it starts can be ended with it.
    """

    def __init__(
        self, module: str, *arguments: str, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE
    ) -> None:
        self.popen = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.popen.pid

    @property
    def alive(self) -> bool:
        """Is it running?"""
        return self.popen.returncode is None and not has_ended(self.popen)

    def exit_status(self, seconds: float = LEAVING) -> int:
        """How it ended, if it does within so many seconds; else it is ended."""
        until = monotonic() + seconds
        while self.alive and monotonic() < until:
            sleep(LOOK)
        return self.end()

    def end(self) -> int:
        """End the process, whatever it is doing, and what it has started; returns how it ended."""
        if self.popen.returncode is None:
            kill_group(self.pid)
            self.popen.kill()
        return self.popen.wait()


class LineProcess(Process):
    """A process that is asked, and answers, in lines of JSON."""

    def __init__(self, module: str, *arguments: str) -> None:
        super().__init__(module, *arguments)
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert self.popen.stdout is not None
        threading.Thread(
            target=self.listen, args=(self.popen.stdout,), name="outwit listener", daemon=True
        ).start()

    def listen(self, source: IO[bytes]) -> None:
        """Pass on what the process says; an empty line when it says no more."""
        with suppress(ValueError, OSError), source:
            for line in source:
                self.lines.put(line)
        self.lines.put(b"")

    def end(self) -> int:
        """End the process, whatever it is doing, and what it has started; returns how it ended."""
        status = super().end()
        assert self.popen.stdin is not None
        with suppress(OSError):  # what could not be written any more
            self.popen.stdin.close()
        return status

    def send(self, message: Any) -> None:
        """Write a line; that the process has died is found out when it does not answer."""
        assert self.popen.stdin is not None
        with suppress(OSError, ValueError):
            self.popen.stdin.write(json.dumps(message).encode() + b"\n")
            self.popen.stdin.flush()

    def receive(self, seconds: float) -> Any:
        """The next line, as what it stands for; waits so long for it."""
        try:
            line = self.lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise LateError from None
        if not line:
            self.lines.put(line)  # for whoever asks again
            raise ClosedError
        return json.loads(line)


class StreamProcess(Process):
    """The same for an event loop, which never waits."""

    reader: asyncio.StreamReader
    writer: asyncio.WriteTransport

    @classmethod
    async def start(cls, module: str, *arguments: str) -> StreamProcess:
        """A process that this event loop talks with."""
        process = cls(module, *arguments)
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(LONGEST_LINE)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.popen.stdout)
        writer, _ = await loop.connect_write_pipe(asyncio.Protocol, process.popen.stdin)
        process.reader, process.writer = reader, writer
        return process

    def send(self, message: Any) -> None:
        """Write a line; that the process has died is found out when it does not answer."""
        self.writer.write(json.dumps(message).encode() + b"\n")

    async def receive(self) -> Any:
        """The next line, as what it stands for."""
        try:
            line = await self.reader.readline()
        except (ConnectionError, ValueError) as error:  # the line may be too long
            raise ClosedError from error
        if not line:
            raise ClosedError
        try:
            return json.loads(line)
        except ValueError as error:
            raise ClosedError from error

    async def stop(self) -> None:
        """End the process, whatever it is doing, and what it has started."""
        if not self.writer.is_closing():  # as it is once the process has gone by itself
            self.writer.abort()
        await asyncio.to_thread(self.end)
