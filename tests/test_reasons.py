"""What is broad on purpose says why: an `except` that catches everything, and code that is made from text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "outwit"


def unexplained(source: str) -> list[int]:
    """The lines with a broad `except` or an `exec` that has no comment on it or right above."""
    lines = source.splitlines()
    return [
        line
        for node in ast.walk(ast.parse(source))
        if (line := broad_line(node))
        if "  # " not in lines[line - 1] and not lines[line - 2].lstrip().startswith("# ")
    ]


def broad_line(node: ast.AST) -> int:
    """The line of an `except` that catches whatever is raised, or of an `exec`; 0 if it is neither."""
    if isinstance(node, ast.ExceptHandler):
        caught = node.type.id if isinstance(node.type, ast.Name) else node.type
        return node.lineno if caught in (None, "Exception", "BaseException") else 0
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "exec":
        return node.lineno
    return 0


def test_whatever_is_broad_has_its_reason_beside_it() -> None:
    found = {
        file.relative_to(PACKAGE).as_posix(): lines
        for file in sorted(PACKAGE.rglob("*.py"))
        if (lines := unexplained(file.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("try:\n    go()\nexcept Exception:\n    stop()", [3]),
        ("try:\n    go()\nexcept BaseException as error:\n    stop()", [3]),
        ("try:\n    go()\nexcept:\n    stop()", [3]),
        ("x = 1\nexec('x = 2')", [2]),
        ("try:\n    go()\nexcept Exception:  # rules may raise anything\n    stop()", []),
        ("try:\n    go()\nexcept ValueError:\n    stop()", []),
        ("x = 1\n# as many parameters as fields\nexec('x = 2')", []),
    ],
)
def test_what_says_nothing_is_found(source: str, lines: list[int]) -> None:
    assert unexplained(source) == lines
