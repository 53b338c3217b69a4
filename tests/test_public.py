"""What people need is in `outwit` itself, and importing it loads nothing that takes long."""

from __future__ import annotations

import subprocess
import sys

import outwit
from outwit import errors


def test_every_public_name_is_there_and_in_order() -> None:
    assert all(hasattr(outwit, name) for name in outwit.__all__)
    assert len(set(outwit.__all__)) == len(outwit.__all__)


def test_every_error_that_is_raised_at_users_can_be_caught_by_its_name() -> None:
    kinds = {
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.OutwitError)
    }
    assert kinds <= set(outwit.__all__)


def test_what_a_search_takes_and_gives_is_public() -> None:
    assert {"Limit", "Watch", "Progress", "Decision", "Candidate", "Tree", "Explanation"} <= set(
        outwit.__all__
    )
    assert {"Solver", "suitable", "Generator", "Bits", "Step"} <= set(outwit.__all__)


def test_importing_outwit_loads_no_compiler_no_database_and_no_pages() -> None:
    program = "import sys, outwit; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "outwit" in loaded.stdout.split()
    assert not {"numba", "llvmlite", "numpy", "sqlalchemy", "nicegui", "fastapi"} & set(loaded.stdout.split())


def test_a_decision_loads_what_explains_it_when_it_is_asked_to_and_not_before() -> None:
    program = (
        "import sys, outwit\n"
        "game = outwit.find_game('nim')\n"
        "decision = outwit.Minimax().decide(game, game.initial(), tree=True)\n"
        "late = 'outwit.analysis', 'outwit.check', 'outwit.tree.render.text'\n"
        "print(*[name in sys.modules for name in late])\n"
        "decision.tree.text(), decision.explain()\n"
        "print(*[name in sys.modules for name in late], outwit.Explanation.__name__)\n"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout == "False False False\nTrue False True Explanation\n"
