"""What the README and the docs show is what happens."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.readme import rendered, replaced

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "docs/arena.md", "docs/design.md", "docs/games.md"]


@pytest.mark.parametrize("page", PAGES)
def test_python_in_the_page_runs_and_prints_what_it_says(page: str) -> None:
    names: dict[str, Any] = {"__name__": "page"}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        if ">>>" not in block:
            exec(compile(block, f"{page}[{number}]", "exec", dont_inherit=True), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, f"{page}[{number}]", page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        complaints: list[str] = []
        runner.run(example, out=complaints.append, clear_globs=False)
        assert not complaints, "".join(complaints)
        names.update(example.globs)


def test_the_readmes_commands_print_what_it_says() -> None:
    blocks = re.findall(r"```\n\$ outwit (.*?)\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    for command, printed in blocks:
        run = subprocess.run(
            [sys.executable, "-m", "outwit", *shlex.split(command)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == printed


def test_the_readmes_game_fits_in_thirty_lines() -> None:
    first = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)[0]
    rules = first[first.index("class Pile") :]
    assert len([line for line in rules.splitlines() if line.strip()]) <= 30


def test_the_readme_shows_the_figures_of_the_last_full_benchmark() -> None:
    results = json.loads((ROOT / "benchmarks" / "results.json").read_text("utf-8"))
    text = (ROOT / "README.md").read_text("utf-8")
    assert results["figures"]
    assert replaced(text, rendered(results)) == text
