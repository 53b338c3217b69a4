"""What is logged is one entry, whoever wrote it; what is refused has the status that says why."""

from __future__ import annotations

import asyncio
import logging
import threading

import pytest

from outwit import OutwitError
from outwit.web.error_handlers import log_sentence
from outwit.web.read_limiter import MOST_AN_ADDRESS, Readings, refusal_status
from outwit.web.workers import BusyError
from tests.web.looping import looping

FORGED = "hello\nERROR: the server was taken over\r\x1b[2J"


def logged(record: logging.LogRecord) -> list[str]:
    """The lines that a record becomes."""
    assert log_sentence(record)
    return logging.Formatter("%(levelname)s: %(message)s").format(record).splitlines()


def record_of(message: str, *arguments: object, error: BaseException | None = None) -> logging.LogRecord:
    told = None if error is None else (type(error), error, None)
    return logging.LogRecord("nicegui", logging.WARNING, "", 0, message, arguments, told)


@pytest.mark.parametrize("record", [record_of(FORGED), record_of("%s", FORGED)])
def test_what_a_browser_sends_is_logged_on_one_line(record: logging.LogRecord) -> None:
    assert logged(record) == [r"WARNING: hello\nERROR: the server was taken over\r\x1b[2J"]


def test_no_line_of_a_traceback_looks_like_an_entry_of_the_log() -> None:
    first, *others = logged(record_of("It broke.", error=ValueError(FORGED)))
    assert first == "WARNING: It broke."
    assert any("taken over" in line for line in others)
    assert all(line.startswith("  ") and line.isprintable() for line in others)


def test_a_sentence_with_arguments_stays_as_it_is() -> None:
    assert logged(record_of("%d of %s", 3, "ä")) == ["WARNING: 3 of ä"]


def test_a_page_that_has_to_wait_is_refused_as_too_many_requests() -> None:
    async def read() -> BaseException:
        readings, free = Readings(), threading.Event()
        under_way = [asyncio.create_task(readings.read(free.wait)) for _ in range(MOST_AN_ADDRESS)]
        await asyncio.sleep(0)
        try:
            with pytest.raises(BusyError) as refused:
                await readings.read(free.wait)
        finally:
            free.set()
            await asyncio.gather(*under_way)
        return refused.value

    busy = looping(read())
    assert isinstance(busy, OutwitError)
    assert refusal_status(busy) == 429
    assert refusal_status(OutwitError("No such move.")) == 400
