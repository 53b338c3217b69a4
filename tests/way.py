"""The way of one decision: which files it passes from the command to the kernel, and back.

`python -m tests.way` prints it. The way down is the call stack at the moment at which machine code is called.
"""

from __future__ import annotations

import inspect
import io
import math
import sys
import threading
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import outwit
from outwit.cli import console, main
from outwit.decision import Decision
from outwit.engine.compiler.rules import Compiled
from outwit.engine.runners import alphabeta

PACKAGE = Path(outwit.__file__).parent
COMMAND = ("outwit", "decide", "connect4", "--depth", "4")


def file_of(thing: Any) -> str:
    """The file of the package in which something is defined."""
    return Path(inspect.getfile(thing)).relative_to(PACKAGE).as_posix()


def files(frame: FrameType | None) -> Iterator[str]:
    """The files of the package on a call stack, the outermost first."""
    if frame is not None:
        yield from files(frame.f_back)
        if Path(frame.f_code.co_filename).is_relative_to(PACKAGE):
            yield file_of(frame)


def way_down(*, threaded: bool = False) -> list[str]:
    """The files on the call stack when the command calls the kernel, one entry for each time one is entered.

    A pass that is expected to take long runs in a thread of its own: with `threaded` every pass, else none.
    """
    stacks: list[list[str]] = []
    call, first = Compiled.call, threading.main_thread()

    def recorded(program: Compiled, *question: Any) -> Any:
        waiting = sys._current_frames()[first.ident or 0]
        here = sys._getframe(1)
        stack = [*files(here)] if threading.current_thread() is first else [*files(waiting), *files(here)]
        stacks.append([*stack, file_of(call), file_of(alphabeta.CompiledSearch.build)])
        return call(program, *question)

    run_command()  # so that everything is compiled and tuned
    with (
        patch.object(Compiled, "call", recorded),
        patch.object(alphabeta, "INLINE", 0.0 if threaded else math.inf),
        patch.object(alphabeta, "REPORT", 600.0),  # on a busy machine, too, the first thread only waits
    ):
        run_command()
    last = stacks[-1]
    return [file for place, file in enumerate(last) if place == 0 or file != last[place - 1]]


def way_back() -> list[str]:
    """The files in which the answer is made and printed."""
    return [file_of(Decision), file_of(console.print_decision)]


def run_command() -> None:
    """Run the command in this process."""
    with patch.object(sys, "argv", [*COMMAND]), redirect_stdout(io.StringIO()), suppress(SystemExit):
        main()


if __name__ == "__main__":
    sys.stdout.write("\n".join([" ".join(COMMAND), *way_down(), *way_back()]) + "\n")
