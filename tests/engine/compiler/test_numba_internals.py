"""Where numba is not as Outwit knows it, a sentence says so, and every agent plays interpreted."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from numba import types

from outwit.engine.compiler import numba_internals
from outwit.engine.compiler.codegen import part

ENGINE = Path(numba_internals.__file__).parents[1]
PROJECT = ENGINE.parents[2] / "pyproject.toml"

CHANGES = {
    "a method is gone": "from numba.core.compiler import CompileResult\ndel CompileResult._rebuild",
    "a method takes something else": (
        "from numba.core.codegen import CPUCodegen\n"
        "CPUCodegen._module_pass_manager = lambda this, level: None"
    ),
    "a class is gone": "import numba.core.codegen\ndel numba.core.codegen.RuntimeLinker",
    "a module is gone": (
        "import sys, numba\nsys.modules['numba.core.serialize'] = None\ndel numba.core.serialize"
    ),
    "an attribute has another name": (
        "from numba.core.codegen import CPUCodeLibrary\n"
        "def __init__(self, codegen, name):\n"
        "    self._libraries = []\n"
        "CPUCodeLibrary.__init__ = __init__"
    ),
    "nothing can be loaded": "import sys\nsys.modules['numba'] = None",
}
PLAY = """
from outwit import MCTS, AlphaBeta, Expectiminimax, Limit, MonteCarlo, Solver, find_game
for agent, spec in (
    (AlphaBeta(), "tictactoe"), (MCTS(seed=1), "tictactoe"), (MonteCarlo(seed=1), "tictactoe"),
    (Solver(), "nim:coins=8"), (Expectiminimax(), "pig:goal=10"), (Solver(), "pig:goal=3"),
):
    game = find_game(spec)
    for _ in range(2):
        agent.decide(game, game.initial(), Limit(nodes=2000))
    assert agent.load(game)
print("played")
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_numba_that_has_changed_inside_is_named_once_and_every_agent_plays(change: str) -> None:
    done = run(change + "\n" + PLAY)
    assert done.stdout == "played\n", done.stderr
    [line] = done.stderr.splitlines()
    oldest, newest = numba_internals.TESTED
    assert line.startswith(f"numba {version('numba')} is not as Outwit knows it")
    assert f"tested with {oldest} to {newest}" in line
    assert line.endswith("It plays interpreted.")


@pytest.mark.parametrize("command", ["compile nim", "compile nim --json", "check nim --seconds 20"])
def test_commands_that_compile_say_it_in_a_sentence(command: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CHANGES["a method is gone"])  # in every process it starts
    done = subprocess.run(
        [sys.executable, "-m", "outwit", *command.split()],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    said = " ".join((done.stdout + done.stderr).split())
    assert "is not as Outwit knows it" in said
    assert "Traceback" not in said


def test_outwit_is_installed_with_a_numba_that_it_was_tested_with() -> None:
    project = tomllib.loads(PROJECT.read_text())["project"]
    [wanted] = [each for each in project["dependencies"] if each.startswith("numba")]
    oldest, newest = numba_internals.TESTED
    major, minor = newest.split(".")
    assert wanted == f"numba>={oldest},<{major}.{int(minor) + 1}"
    assert parts(oldest) <= parts(version("numba"))[:2] <= parts(newest)


def parts(number: str) -> tuple[int, ...]:
    return tuple(int(each) for each in re.findall(r"\d+", number))


def test_no_other_module_reaches_into_numba() -> None:
    for file in ENGINE.rglob("*.py"):
        if file.name == "numba_internals.py":
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                assert not name.startswith("numba.") or name == "numba.extending", (file.name, name)


def test_numba_itself_is_left_as_it_is() -> None:
    code = (
        "import types\n"
        "from numba.core.generators import GeneratorDescriptor as kind\n"
        "before = kind.from_generator_fndesc.__func__\n"
        "import outwit.engine.runners.alphabeta\n"
        "assert kind.from_generator_fndesc.__func__ is before\n"
    )
    assert run(code).returncode == 0


def run_passes(function: Any, *kinds: Any) -> list[str]:
    """The names of the passes that a part goes through."""
    from numba.core import event

    with event.install_recorder("numba:run_pass") as recorder:
        part(function).compile(kinds)
    return [each.data["name"].partition(" [")[0] for _, each in recorder.buffer if each.is_start]


def test_a_part_goes_through_no_pass_that_has_nothing_to_do() -> None:
    def plain(number):  # type: ignore[no-untyped-def]
        return number + 1

    def enclosing(number):  # type: ignore[no-untyped-def]
        def doubled(number):  # type: ignore[no-untyped-def]
            return 2 * number

        return doubled(number) + 1  # type: ignore[no-untyped-call]

    simple, closures = run_passes(plain, types.int64), run_passes(enclosing, types.int64)
    assert len(simple) <= 22 < len(closures)
    assert numba_internals.NEEDLESS.isdisjoint(simple)
    assert {*closures} >= numba_internals.CLOSING
    assert numba_internals.CLOSING.isdisjoint(simple)


def test_the_passes_that_are_left_out_are_known_to_the_compiler() -> None:
    known = {each._name for each, _ in default_passes()}
    assert known >= numba_internals.NEEDLESS | numba_internals.CLOSING


def default_passes() -> list[tuple[Any, str]]:
    from numba.core.compiler import DefaultPassBuilder, Flags, StateDict

    state = StateDict()
    state.func_ir, state.flags = None, Flags()
    return list(DefaultPassBuilder.define_nopython_pipeline(state).passes)
