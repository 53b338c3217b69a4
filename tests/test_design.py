"""The page on the design shows the house as it stands: what it names is there, and nothing is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "outwit"
PAGE = (ROOT / "docs" / "design.md").read_text()
FILES = sorted(file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py"))


def named() -> Iterator[tuple[str, str]]:
    """Each module that is named in the text, with the title of its section."""
    for section in PAGE.split("\n## ")[1:]:
        title = section.partition("\n")[0]
        for name in re.findall(r"`([\w/]+\.py)`", section):
            yield title, name


def house() -> Iterator[str]:
    """Each module and folder in the plan of the house, by its path under the package."""
    plan = PAGE.partition("src/outwit/\n")[2].partition("\ntests/")[0]
    folders: list[str] = []
    for line in plan.splitlines():
        indent, name = re.fullmatch(r"((?:  )+)([\w.]+/?) .*", line).groups()  # type: ignore[union-attr]
        del folders[len(indent) // 2 - 1 :]
        yield "".join(folders) + name
        folders.append(name)


@pytest.mark.parametrize(("title", "name"), sorted(set(named())))
def test_a_module_that_is_named_is_there_and_no_other_can_be_meant(title: str, name: str) -> None:
    home = "engine/" if title == "The engine" else ""
    meant = [file for file in FILES if f"/{file}".endswith(f"/{name}") and file.startswith(home)]
    assert len(meant) == 1 or name in FILES or (ROOT / name).is_file(), meant


def test_every_room_of_the_house_is_there() -> None:
    missing = [name for name in house() if not (PACKAGE / name).exists()]
    assert missing == []


def test_every_module_and_folder_of_the_package_is_in_the_house() -> None:
    built = {
        f"{each.name}/" if each.is_dir() else each.name
        for each in PACKAGE.iterdir()
        if each.suffix == ".py" or (each / "__init__.py").is_file()
    }
    assert {name for name in built if not name.startswith("__")} - set(house()) == set()
