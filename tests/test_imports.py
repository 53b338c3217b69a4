"""The arrows between the parts of the package point one way, and `lint-imports` notices one turned round."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("copied")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def linted(root: Path) -> subprocess.CompletedProcess[str]:
    """What `make lint` says of the imports below a folder."""
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
    )


def test_dependencies_point_one_way(copied: Path) -> None:
    done = linted(copied)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        (
            "search/minimax.py",
            "from outwit.engine import mcts",
            "outwit.search.minimax -> outwit.engine.mcts",
        ),
        ("engine/compiler/clock.py", "import outwit.agents", "outwit.engine.compiler.clock -> outwit.agents"),
        ("games/nim.py", "from outwit.search import Minimax", "outwit.games.nim -> outwit.search"),
        ("views/othello.py", "from outwit.decision import Limit", "outwit.views.othello -> outwit.decision"),
        ("draw/plot.py", "from outwit.game import CHANCE", "outwit.draw.plot -> outwit.game"),
        ("draw/svg.py", "import outwit.draw.shapes", "outwit.draw.svg -> outwit.draw.shapes"),
        ("memory.py", "from outwit.analysis import review", "outwit.memory -> outwit.analysis.review"),
        (
            "analysis/review/values.py",
            "from outwit.search.searcher import Searcher",
            "outwit.analysis.review.values -> outwit.search.searcher",
        ),
        (
            "decision.py",
            "from outwit.analysis.explain import explain",
            "outwit.decision -> outwit.analysis.explain",
        ),
        ("tree/record/data.py", "import outwit.tree.replay.steps", "data -> outwit.tree.replay.steps"),
    ],
)
def test_an_arrow_turned_round_is_refused(copied: Path, file: str, line: str, told: str) -> None:
    module = copied / "src" / "outwit" / file
    before = module.read_text()
    try:
        module.write_text(f"{before}\n\ndef late() -> None:\n    {line}\n")
        done = linted(copied)
    finally:
        module.write_text(before)
    assert done.returncode != 0
    assert told in " ".join(done.stdout.split())


def test_whatever_joins_the_package_what_draws_may_not_import_it() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("source_modules") == ["outwit.draw"]]
    built = {
        file.stem for file in (ROOT / "src" / "outwit").iterdir() if not file.name.startswith(("_", "py."))
    }
    assert set(contract["forbidden_modules"]) == {
        f"outwit.{name}" for name in built - {"draw", "errors", "files"}
    }
