"""A process that works for another is heard, missed when it dies, and ended with all that it has started."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from time import monotonic, sleep

import pytest

from outwit.processes import ClosedError, LateError, LineProcess, StreamProcess

ECHO = "tests.processes.echo"
PATIENCE = 60.0
"""Seconds after which something is taken not to happen; far beyond what even a busy machine needs."""


@pytest.fixture
def process() -> Iterator[LineProcess]:
    started = LineProcess(ECHO)
    yield started
    started.end()


def running(number: int) -> bool:
    """Is there such a process, and is it more than an entry that nobody has waited for?"""
    try:
        with open(f"/proc/{number}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(number: int) -> bool:
    """Is a process gone, now or before long?"""
    until = monotonic() + PATIENCE
    while running(number) and monotonic() < until:
        sleep(0.02)
    return not running(number)


def test_messages_come_back_and_what_is_printed_is_none(process: LineProcess) -> None:
    for message in ({"text": "ä\n"}, [1, None], "x" * 1_000_000):
        process.send(message)
        assert process.receive(PATIENCE) == message
    assert process.alive


def test_a_process_that_does_not_answer_is_late_and_can_be_ended(process: LineProcess) -> None:
    process.send("sleep")
    with pytest.raises(LateError):
        process.receive(0.1)
    assert process.alive
    assert process.end() == -signal.SIGKILL
    assert not process.alive
    assert process.end() == -signal.SIGKILL


def test_a_process_that_has_died_is_noticed_again_and_again(process: LineProcess) -> None:
    process.send("crash")
    for _ in range(2):
        with pytest.raises(ClosedError):
            process.receive(PATIENCE)
    assert process.exit_status() == 3
    process.send("anything")


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="There is no list of processes here.")
@pytest.mark.parametrize("crashes", [False, True])
def test_what_a_process_has_started_ends_with_it(process: LineProcess, crashes: bool) -> None:
    process.send("start another")
    other = process.receive(PATIENCE)
    assert running(other)
    if crashes:
        process.send("crash")
        assert process.exit_status(PATIENCE) == 3
    else:
        process.end()
    assert gone(other)


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="There is no list of processes here.")
def test_a_process_ends_with_whoever_started_it_in_the_middle_of_its_work() -> None:
    program = (
        "import time\nfrom outwit.processes import LineProcess\n"
        f"process = LineProcess({ECHO!r})\nprocess.send('here')\nprocess.receive({PATIENCE})\n"
        "process.send('sleep')\nprint(process.pid, flush=True)\ntime.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    number = int(parent.stdout.readline())
    assert running(number)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(number)


@pytest.mark.usefixtures("no_event_loop_runs")
def test_an_event_loop_talks_with_a_process_and_notices_its_end() -> None:
    async def talk() -> None:
        process = await StreamProcess.start(ECHO)
        async with asyncio.timeout(PATIENCE):
            for message in ({"number": 1}, "x" * 1_000_000):
                process.send(message)
                assert await process.receive() == message
            process.send("start another")
            other = await process.receive()
            process.send("crash")
            with pytest.raises(ClosedError):
                await process.receive()
            await process.stop()
        assert not process.alive
        assert not os.path.exists("/proc/self/stat") or gone(other)

    asyncio.run(talk())
