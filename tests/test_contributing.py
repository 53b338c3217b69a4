"""What CONTRIBUTING names is there: every path, and every name in a module that it sends people to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CHANGES = {
    title: text
    for title, _, text in (
        section.partition("\n") for section in PAGE.partition("# Twelve")[2].split("\n## ")[1:]
    )
}
USUAL = [
    *("A game", "A view", "A search, in both forms", "An option", "A page", "A command", "A statistic"),
    *("A protocol", "An error", "A storage", "An evaluation feature", "A kernel speed-up"),
]
PATH = re.compile(r"(?:src|tests|docs|benchmarks)/[\w/.]*\w")


def paths(text: str) -> list[str]:
    return PATH.findall(text)


def exists(path: str) -> bool:
    """Is the path there or, for something new, the folder that it is to be in?"""
    folder, _, name = path.rpartition("/")
    return (ROOT / folder).is_dir() if "NAME" in name else (ROOT / path).exists()


def test_the_twelve_usual_changes_are_told() -> None:
    assert [*CHANGES] == USUAL


@pytest.mark.parametrize("path", sorted(set(paths(PAGE))))
def test_every_path_is_there(path: str) -> None:
    assert exists(path)


@pytest.mark.parametrize("title", USUAL)
def test_every_change_begins_with_a_file_and_ends_with_tests_to_run(title: str) -> None:
    steps = re.findall(r"^\d\. (.*)", CHANGES[title], re.MULTILINE)
    assert any(paths(step) for step in steps[:2])
    run = CHANGES[title].strip().rpartition("\n\n")[2]
    assert run.startswith("Run `")
    assert "pytest tests/" in run


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("agents.py", "AGENTS"),
        ("analysis/ablation/__init__.py", "SWITCHES"),
        ("arena/run.py", "class Keeper"),
        ("arena/standings.py", "class Line"),
        ("arena/standings.py", "class Meeting"),
        ("arena/standings.py", "def to_json"),
        ("decision.py", "def option"),
        ("engine/compiled_agent.py", "class Compiling"),
        ("engine/kernels/control_block.py", "class At"),
        ("engine/kernels/control_block.py", "class Switch"),
        ("engine/kernels/rollout.py", "def build"),
        ("engine/runners/alphabeta.py", "class CompiledSearch"),
        ("engine/runners/alphabeta.py", "def gather"),
        ("engine/runners/alphabeta.py", "def switches"),
        ("protocols/lines.py", "AT_ONCE"),
        ("protocols/lines.py", "class Conversation"),
        ("protocols/preparing.py", "def warm"),
        ("protocols/schema.py", "class Request"),
        ("protocols/searches.py", "SEARCHES"),
        ("search/sampler.py", "class Sampler"),
        ("search/search.py", "counts"),
        ("search/alphabeta.py", "presets"),
        ("search/searcher.py", "class Searcher"),
        ("store/database.py", "class Database"),
        ("store/migrations.py", "MIGRATIONS"),
        ("views/__init__.py", "def views"),
        ("web/pages/frame.py", "WAYS"),
        ("web/pages/frame.py", "def page_frame"),
        ("web/pages/tree/choice.py", "ALGORITHMS"),
        ("web/api.py", "def questions"),
        ("web/api.py", "def refusals"),
        ("web/server.py", "def application"),
    ],
)
def test_every_name_is_where_people_are_sent_to(path: str, name: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / "src" / "outwit" / path).read_text("utf-8"))
    assert name.split()[-1] in PAGE
