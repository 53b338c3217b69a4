"""The tests that take longest, listed in `longest.txt`: `make test` leaves them to `make test-long`.

How long each took is in the reports of runs, best of a machine that does nothing else:

    make test PYTEST_ADDOPTS=--junitxml=a.xml; make test-long PYTEST_ADDOPTS=--junitxml=b.xml
    python -m tests.longest a.xml b.xml
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).with_suffix(".txt")

LONG = 1.5
"""Seconds from which on a test is long."""


def name_of(test: str) -> str:
    """The name of a test, wherever Outwit is."""
    return test.replace(f"{ROOT}/", "")


def mark_longest(items: list[pytest.Item]) -> None:
    """Mark the tests that are listed as long."""
    listed = set(FILE.read_text("utf-8").splitlines())
    for item in items:
        if name_of(item.nodeid) in listed:
            item.add_marker("long")


def main(reports: list[str]) -> None:
    """List the tests that took long in some runs."""
    took: dict[str, float] = {}
    for report in reports:
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            module, name = case.attrib["classname"], case.attrib["name"]
            test = name_of(f"{module.replace('.', '/')}.py::{name}")
            took[test] = max(took.get(test, 0.0), float(case.attrib["time"]))
    long = sorted(test for test, seconds in took.items() if seconds >= LONG and test.startswith("tests/"))
    FILE.write_text("".join(f"{test}\n" for test in long), "utf-8")
    left = sum(seconds for test, seconds in took.items() if test not in long)
    print(f"{len(long)} of {len(took)} tests are long; the others took {left:.0f} s.")


if __name__ == "__main__":
    main(sys.argv[1:])
