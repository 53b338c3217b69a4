"""`outwit engine`: for other programs, JSON over standard input and output."""

from __future__ import annotations

import os
import sys
import threading
from typing import Annotated

import typer

from outwit.games import find_game
from outwit.overdue import watch_rules
from outwit.processes.inside import take_streams
from outwit.processes.memory import limit_memory, memory_share
from outwit.protocols import serve
from outwit.protocols.preparing import warm

LEAST_MEMORY, MOST_MEMORY = 1024, 16384
"""How many megabytes a process that runs a user's rules may take, if nobody says."""

TURN = 0.001
"""Seconds that a thread runs before another may: with many interpreted searches, a `stop` must be heard."""


def run(
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="A game that may be named beside the built-in ones, path/to/file.py:ClassName.",
        ),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            help="How many megabytes rules in files may take in all; half of what there is.", min=256
        ),
    ] = None,
) -> None:
    """Serve another program: a JSON object a line in, one a line out.

    Example: outwit engine --game mygame.py:MyGame

    docs/programs.md lists what can be asked. A line such as {"id": 1, "do": "decide", "game": "connect4"} is
    answered by one with the same id; several requests may be under way at once.
    """
    source, sink = take_streams()
    also = [text.strip() for text in game or []]
    for text in also:
        find_game(text)  # its rules may never answer, so nothing is asked of them before a request does
    if also:
        limit_memory(memory_share(2, LEAST_MEMORY, MOST_MEMORY) if memory is None else memory)
        watch_rules()
    sys.setswitchinterval(TURN)
    warm()
    ended = serve(source, sink, also)
    if not ended or threading.active_count() > 1:
        os._exit(0)  # a rule that never ends, or a compiler at work, must not keep the process
