"""A decision passes few files, in one direction, and docs/design.md lists them."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from tests.way import way_back, way_down

ROOT = Path(__file__).parent.parent
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
MOST = 12

HANDED_IN = {
    ("search/alphabeta.py", "engine/runners/alphabeta.py"),  # the search that the agent has set up
    ("engine/compiler/rules.py", "engine/kernels/alphabeta.py"),  # the machine code that the runner had built
}
"""Where a file calls what it was handed, and imports nothing of it."""


@pytest.fixture(scope="module")
def down() -> list[str]:
    return way_down()


def layer(file: str, contract: str) -> int | None:
    """In which layer of a contract a file is, counted from the top."""
    [layers] = [each["layers"] for each in CONTRACTS if each["name"] == contract]
    module = f"outwit.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    for number, names in enumerate(layers):
        if any(f"{module}.".startswith(f"{name}.") for name in names.split(" | ")):
            return number
    return None


def rises(step: tuple[str, str]) -> bool:
    """Does a step lead to a layer above?"""
    for contract in (
        "Dependencies point one way",
        "Runners drive kernels, and kernels are built by the compiler",
    ):
        before, after = (layer(file, contract) for file in step)
        if before is not None and after is not None and before != after:
            return after < before
    return False


def test_the_way_of_a_decision_passes_at_most_twelve_files(down: list[str]) -> None:
    assert {"cli/decide.py", "engine/kernels/alphabeta.py"} <= set(down)
    assert len({*down, *way_back()}) <= MOST


def test_no_file_is_left_and_entered_again(down: list[str]) -> None:
    assert len(set(down)) == len(down)


def test_every_step_leads_down_but_where_something_was_handed_in(down: list[str]) -> None:
    assert all(layer(file, "Dependencies point one way") is not None for file in down)
    assert {step for step in pairwise(down) if rises(step)} == HANDED_IN


def test_a_thread_for_a_long_pass_is_one_file_more(down: list[str]) -> None:
    assert set(way_down(threaded=True)) - set(down) == {"engine/runners/threads.py"}


def test_the_page_on_the_design_lists_the_files_in_this_order(down: list[str]) -> None:
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    section = page.partition("## The way of a decision\n")[2].partition("\n## ")[0]
    block = section.partition("```\n")[2].partition("```")[0]
    assert re.findall(r"^(\S+\.py) ", block, re.MULTILINE) == [*down, *way_back()]
