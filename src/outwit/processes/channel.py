"""Messages between two processes: plain data over a socket, each with its length before it."""

from __future__ import annotations

import json
import socket
import struct
from time import monotonic

from outwit.json_types import Json

LARGEST = 1 << 24
"""How many bytes a message may have."""

LENGTH = struct.Struct("!I")


class ClosedError(Exception):
    """Nobody is at the other end any more."""


class LateError(Exception):
    """No message came in time."""


class Channel:
    """One end of a conversation."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def send(self, message: Json) -> None:
        """Send a message; one that is too large is a `ValueError`."""
        data = json.dumps(message, separators=(",", ":")).encode()
        if len(data) > LARGEST:
            raise ValueError(f"{len(data):,} bytes are more than can be sent, {LARGEST:,}")
        try:
            self.end.sendall(LENGTH.pack(len(data)) + data)
        except TimeoutError as error:
            raise LateError from error
        except OSError as error:
            raise ClosedError from error

    def receive(self, seconds: float | None = None) -> Json:
        """The next message; waits so long for all of it."""
        deadline = None if seconds is None else monotonic() + seconds
        (length,) = LENGTH.unpack(self.exactly(LENGTH.size, deadline))
        if length > LARGEST:
            raise ClosedError
        try:
            return json.loads(self.exactly(length, deadline))
        except ValueError as error:
            raise ClosedError from error

    def exactly(self, count: int, deadline: float | None) -> bytes:
        """So many bytes."""
        pieces = []
        while count:
            try:
                self.end.settimeout(None if deadline is None else max(deadline - monotonic(), 0.001))
                piece = self.end.recv(min(count, 1 << 16))
            except TimeoutError as error:
                raise LateError from error
            except OSError as error:
                raise ClosedError from error
            if not piece:
                raise ClosedError
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)

    def close(self) -> None:
        """Hang up."""
        self.end.close()
