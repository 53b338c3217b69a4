"""The list of the tests that take longest."""

from __future__ import annotations

import pytest

from tests.longest import FILE, ROOT


@pytest.mark.parametrize("file", sorted({line.partition("::")[0] for line in FILE.read_text().splitlines()}))
def test_every_test_in_the_list_is_there(file: str) -> None:
    source = (ROOT / file).read_text("utf-8")
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith(f"{file}::"):
            name = line.split("::")[1].partition("[")[0]
            assert f"def {name}(" in source, line
