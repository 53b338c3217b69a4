"""The threads that searches run in, and Ctrl-C at the wrong moment."""

from __future__ import annotations

import threading
from queue import SimpleQueue

import pytest

from outwit.engine.runners.threads import Worker


class InterruptedQueue(SimpleQueue[None]):
    """A queue whose reader is interrupted just when it has taken what came."""

    def get(self, block: bool = True, timeout: float | None = None) -> None:
        super().get(block, timeout)
        raise KeyboardInterrupt


def test_an_answer_is_not_lost_when_whoever_waits_is_interrupted_as_it_comes() -> None:
    worker = Worker()
    worker.done = InterruptedQueue()
    worker.begin(lambda: 42)
    with pytest.raises(KeyboardInterrupt):
        worker.wait_until_done()
    assert worker.wait_until_done(10)
    assert worker.result() == 42


def test_what_was_left_over_of_one_job_does_not_end_the_wait_for_the_next() -> None:
    worker = Worker()
    worker.begin(lambda: 1)
    while worker.answer is None:
        pass
    assert worker.result() == 1
    let = threading.Event()
    worker.begin(lambda: let.wait(10))
    assert not worker.wait_until_done(0.01)
    let.set()
    assert worker.wait_until_done(10)
    assert worker.result() is True


def test_a_thread_ends_after_what_it_was_given_and_also_if_it_was_given_nothing() -> None:
    worker, done = Worker(), list[int]()
    worker.begin(lambda: done.append(1))
    worker.end()
    assert done == [1]
    worker = Worker()
    worker.end()
    assert not worker.thread.is_alive()
