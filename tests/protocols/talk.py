"""A conversation with a real `outwit engine`, as another program holds it."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

PATIENCE = 120.0
"""Seconds after which an answer is taken to be lost; far beyond what even a busy machine needs."""

COMMAND = (sys.executable, "-m", "outwit", "engine")


class Talk:
    """An engine under way, and what it has said."""

    def __init__(self, *arguments: str, folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
        )
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self.input: IO[bytes] = self.process.stdin
        self.said: queue.Queue[bytes | None] = queue.Queue()
        self.errors: list[bytes] = []
        self.readers = [
            threading.Thread(target=self.listen, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self.errors.extend, args=(self.process.stderr,), daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def listen(self, stream: IO[bytes]) -> None:
        for line in stream:
            self.said.put(line)
        self.said.put(None)

    def write(self, line: bytes) -> None:
        self.input.write(line + b"\n")
        self.input.flush()

    def send(self, **request: Any) -> None:
        self.write(json.dumps(request).encode())

    def hear(self) -> dict[str, Any]:
        line = self.said.get(timeout=PATIENCE)
        assert line is not None, f"the engine ended: {b''.join(self.errors).decode()}"
        heard = json.loads(line)
        assert isinstance(heard, dict)
        return heard

    def answer(self, number: object) -> dict[str, Any]:
        """The answer to a request, whatever is said before it."""
        while True:
            heard = self.hear()
            if heard["id"] == number and "progress" not in heard:
                return heard

    def ask(self, **request: Any) -> dict[str, Any]:
        request = {"id": "asked", **request}
        self.send(**request)
        return self.answer(request["id"])

    def end(self) -> int:
        """Close the input and wait for the end."""
        if not self.input.closed:
            self.input.close()
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return status


@contextmanager
def talking(*arguments: str, folder: Path | None = None) -> Iterator[Talk]:
    """An engine that is gone afterwards, whatever happens."""
    talk = Talk(*arguments, folder=folder)
    try:
        yield talk
    finally:
        talk.process.kill()
        talk.end()
