"""A process that plays games for another: each line it reads names a game, each line it writes an event."""

from __future__ import annotations

import json
import logging
import os
import queue
import signal
import sys
import threading
from typing import Any, TextIO

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.referee import Tell, referee
from outwit.errors import OutwitError
from outwit.games import is_built_in
from outwit.isolated.memory import limit_memory, memory_share
from outwit.overdue import watch_rules

LEAST_MEMORY, MOST_MEMORY = 1024, 4096
"""How many megabytes a process may take that runs a user's rules: its part of a quarter of the machine's."""


class Teller(logging.Handler):
    """Passes warnings on as events."""

    def __init__(self, tell: Tell) -> None:
        super().__init__(logging.WARNING)
        self.tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Tell what has been logged."""
        self.tell({"notice": record.getMessage()})


def main() -> None:
    """Play what the standard input asks for, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what agents and rules print must not look like an event

    def tell(event: dict[str, Any]) -> None:
        channel.write(json.dumps(event) + "\n")
        channel.flush()

    logger = logging.getLogger("outwit")
    logger.addHandler(Teller(tell))
    logger.propagate = False
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=receive, args=(sys.stdin, requests), daemon=True).start()
    guarded = False
    while True:
        request = json.loads(requests.get())
        fixture = request["fixture"]
        if not is_built_in(request["tournament"]["game"]) and not guarded:
            guarded = True
            limit_memory(memory_share(4 * (os.cpu_count() or 1), LEAST_MEMORY, MOST_MEMORY))
            watch_rules()
        try:
            referee(
                Tournament.from_json(request["tournament"]),
                Fixture(**{**fixture, "seats": tuple(fixture["seats"])}),
                tell,
            )
            tell({"done": True})
        except OutwitError as error:
            tell({"refused": str(error)})


def receive(lines: TextIO, requests: queue.SimpleQueue[str]) -> None:
    """Pass on what is read; leave at once, in the middle of a game too, when nobody is there any more."""
    for line in lines:
        requests.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
