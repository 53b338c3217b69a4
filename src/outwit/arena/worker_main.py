"""A process that plays games for another: each line it reads names a game, each line it writes an event."""

from __future__ import annotations

import logging
import os

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.referee import Tell, referee
from outwit.errors import OutwitError
from outwit.games import is_built_in
from outwit.overdue import watch_rules
from outwit.processes.inside import answer_in_lines
from outwit.processes.memory import limit_memory, memory_share

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
    receive, tell = answer_in_lines()
    logger = logging.getLogger("outwit")
    logger.addHandler(Teller(tell))
    logger.propagate = False
    guarded = False
    while True:
        request = receive()
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


if __name__ == "__main__":
    main()
