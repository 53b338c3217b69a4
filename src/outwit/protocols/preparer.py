"""A process that compiles and tunes a game for another one, and ends with it.

Of such processes at most half as many are at work as there are processors: those who answer need the others.
"""

from __future__ import annotations

import logging
import os
from zlib import crc32

from outwit.agents import find_agent
from outwit.engine.compiler.cache import alone
from outwit.engine.compiler.progress import listeners
from outwit.games import find_game
from outwit.processes.inside import answer_in_lines
from outwit.protocols.requests import sentence

PATIENT = 10
"""How far this process stands back behind those that answer somebody."""


class Reasons(logging.Handler):
    """Keeps what is said about why a game does not compile."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what has been logged."""
        self.said.append(record.getMessage())


def main() -> None:
    """Prepare what the first line of the standard input names; say what is being done, then how it went."""
    receive, send = answer_in_lines()
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    request = receive()
    reasons = Reasons()
    logger = logging.getLogger("outwit")
    logger.addHandler(reasons)
    logger.propagate = False

    def report(line: str) -> None:
        send({"doing": line.removesuffix(" ...")})

    listeners.append(report)
    try:
        with alone(bench(request["game"])):
            find_agent(request["agent"]).prepare(find_game(request["game"]))
    except Exception as error:  # whatever went wrong, the process that asked is told
        reasons.said.append(f"{sentence(error)} It plays interpreted.")
    send({"reason": " ".join(reasons.said)})
    os._exit(0)


def bench(game: str) -> str:
    """The place at which a game is prepared, one game at a time."""
    many = max(1, (os.cpu_count() or 1) // 2)
    return f"preparing-{crc32(game.encode()) % many}"


if __name__ == "__main__":
    main()
