"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from outwit.errors import OutwitError


def write_whole(path: str | Path, data: bytes | str) -> None:
    """Write a file in one go: never half of it, and what was there before stays if that fails."""
    path = Path(path).expanduser()
    written = path.with_name(path.name + ".part")
    try:
        written.write_bytes(data.encode() if isinstance(data, str) else data)
        os.replace(written, path)
    except OSError as error:
        with suppress(OSError):
            written.unlink()
        raise OutwitError(f"{str(path)!r} cannot be written: {error.strerror}.") from error
