"""The process that workers are copied from: it has loaded all that they need, and runs no rules itself.

To start a worker so takes a few milliseconds in place of half a second. Whoever asks for one hands over
the worker's end of a conversation. When the asker is not there any more, this process ends its workers and
itself.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress

from outwit.games import find_game
from outwit.isolated.worker import work
from outwit.processes.channel import Channel
from outwit.processes.inside import end_with_parent
from outwit.processes.process import kill_group
from outwit.views import find_view

NUMBER = 10
"""How many digits the number of a process is sent with."""


def main() -> None:
    """Start and end workers, as the socket on the standard input asks for; each request is answered."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    find_view(find_game("nim"))  # so that what it takes to find games and views is there
    workers: set[int] = set()
    try:
        while True:
            request, ends, _, _ = socket.recv_fds(control, NUMBER, 1)
            if not request:
                return
            workers -= set(reap(workers))
            if ends:
                number = start_worker(control, ends[0])
                workers.add(number)
            else:
                number = int(request)
                if number in workers:
                    end_worker(number)
                workers.discard(number)
            control.sendall(b"%*d" % (NUMBER, number))
    finally:
        for each in workers:
            end_worker(each)


def start_worker(control: socket.socket, end: int) -> int:
    """A worker that talks over a descriptor; its process's number."""
    template = os.getpid()
    number = os.fork()
    if number == 0:
        control.close()
        with suppress(BaseException):
            os.setpgid(0, 0)  # so that what the rules start ends with them
            end_with_parent(template)
            work(Channel(socket.socket(fileno=end)))
        os._exit(0)
    os.close(end)
    return number


def end_worker(number: int) -> None:
    """End a worker, whatever it is doing, and what it has started."""
    kill_group(number)
    with suppress(OSError):
        os.kill(number, signal.SIGKILL)  # it may not have its group yet
        os.waitpid(number, 0)


def reap(workers: set[int]) -> Iterator[int]:
    """Those of the workers that have ended by themselves; what they have started is ended, too."""
    for number in workers:
        with suppress(ChildProcessError):
            if os.waitid(os.P_PID, number, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                end_worker(number)
                yield number


if __name__ == "__main__":
    main()
