"""What a terminal shows while something is made ready."""

from __future__ import annotations

import io
import sys
from time import sleep

import pytest

from outwit.engine.compiler import progress
from outwit.engine.compiler.progress import announce_while


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def installed(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in the place of standard error."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(sys, "__stderr__", made)
    return made


def test_a_terminal_shows_a_line_and_loses_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = installed(monkeypatch)
    with announce_while("Tuning Nim ..."):
        sleep(0.1)
    assert terminal.getvalue() == "Tuning Nim ...\r" + " " * 14 + "\r"


def test_what_takes_long_counts_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = installed(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    monkeypatch.setattr(progress, "STEP", 0.02)
    with announce_while("Compiling Nim ..."):
        sleep(0.5)
    first, *counts, wiped, rest = terminal.getvalue().split("\r")
    assert (first, rest) == ("Compiling Nim ...", "")
    assert len(counts) > 3
    assert set(counts) <= {"Compiling Nim ... 0 s", "Compiling Nim ... 1 s"}
    assert wiped == " " * len(counts[-1])


def test_an_error_comes_through_and_the_line_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = installed(monkeypatch)
    with pytest.raises(KeyError), announce_while("Compiling Nim ..."):
        raise KeyError
    assert terminal.getvalue().endswith(" \r")


def test_what_is_no_terminal_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setattr(sys, "__stderr__", file)
    with announce_while("Compiling Nim ..."):
        sleep(0.01)
    assert file.getvalue() == ""


def test_what_has_taken_the_terminal_s_place_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = installed(monkeypatch)
    bar = Terminal()
    monkeypatch.setattr(sys, "stderr", bar)
    with announce_while("Compiling Nim ..."):
        sleep(0.01)
    assert terminal.getvalue() == bar.getvalue() == ""
