"""Starts and ends worker processes, by way of the one that they are copied from."""

from __future__ import annotations

import socket
import subprocess
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

from outwit.errors import OutwitError
from outwit.isolated.template import NUMBER
from outwit.processes import Channel, Process

PATIENCE = 60.0
"""Seconds within which a process must have started."""

LEAVING = 2.0
"""Seconds that it has to end its workers and itself."""


class Worker(NamedTuple):
    """A worker process and the conversation with it."""

    number: int
    channel: Channel


class Template:
    """The process that workers are copied from; started when one is wanted, and again if it was lost."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.control: socket.socket | None = None
        self.lock = Lock()
        self.closed = False

    def start(self) -> Worker:
        """A new worker."""
        ours, theirs = socket.socketpair()
        with theirs:
            number = self.request(b"start".ljust(NUMBER), [theirs.fileno()])
        return Worker(number, Channel(ours))

    def end(self, worker: Worker) -> None:
        """End a worker, whatever it is doing."""
        worker.channel.close()
        if self.control is not None:  # where it is gone, its workers are too
            self.request(b"%*d" % (NUMBER, worker.number))

    def request(self, what: bytes, descriptors: list[int] | None = None) -> int:
        """What the process answers: a worker's number."""
        with self.lock:
            if self.closed:
                raise OutwitError("The server is ending; the rules of games are not asked any more.")
            for _ in range(2):
                with suppress(OSError):
                    control = self.connect()
                    socket.send_fds(control, [what], descriptors or [])
                    answer = control.recv(NUMBER, socket.MSG_WAITALL)
                    if answer:
                        return int(answer)
                self.lose()
            raise OutwitError("No process could be started for the rules of a game; try again in a moment.")

    def connect(self) -> socket.socket:
        """The conversation with the process, started if there is none."""
        if self.control is None:
            self.control, theirs = socket.socketpair()
            self.control.settimeout(PATIENCE)
            with theirs:
                self.process = Process(
                    "outwit.isolated.template", stdin=theirs.fileno(), stdout=subprocess.DEVNULL
                )
        return self.control

    def lose(self) -> None:
        """Let go of the process; it ends its workers and itself."""
        control, process, self.control, self.process = self.control, self.process, None, None
        if control is not None:
            control.close()
        if process is not None:
            process.exit_status(LEAVING)

    def close(self) -> None:
        """End the process and all workers."""
        with self.lock:
            self.closed = True
            self.lose()
