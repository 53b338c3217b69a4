from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from outwit.cli import main


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def outwit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command line, run in this process: `outwit("decide", "nim", typed="...")`."""

    def run(*arguments: Any, typed: str = "") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["outwit", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return run
