"""What the commands that write pictures share: their options, and the names of their files."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from outwit.cli.console import errors
from outwit.draw.theme import THEMES, Theme
from outwit.errors import OutwitError, UnknownNameError, join_names
from outwit.views import View

ThemeOption = Annotated[
    str | None,
    typer.Option("--theme", metavar="light|dark", help="For a light page or a dark one.", show_default=False),
]
ZoomOption = Annotated[
    float, typer.Option("--zoom", help="How many times as large as on the page, from 0.5 to 10.")
]


def find_theme(text: str) -> Theme:
    """The theme of this name."""
    for theme in THEMES:
        if text == theme:
            return theme
    raise UnknownNameError("theme", text, THEMES)


def warn(view: View) -> None:
    """Say what went wrong with a view that the game has, if anything did."""
    if view.trouble:
        errors.print(view.trouble, style="yellow", markup=False)


def refuse_same_file(files: Mapping[str, Path | None]) -> None:
    """Refuse two options, given with their files, that are to write the same one."""
    given = [(name, file) for name, file in files.items() if file is not None]
    for (one, first), (other, second) in combinations(given, 2):
        if first.expanduser().resolve() == second.expanduser().resolve():
            raise OutwitError(
                f"{one} {first} and {other} {second} are the same file; give each a file of its own."
            )


def ending(path: Path, accepted: tuple[str, ...]) -> str:
    """How a file's name ends, if that is one of the endings accepted."""
    suffix = path.suffix.lower()
    if suffix not in accepted:
        raise OutwitError(
            f"{str(path)!r} cannot be written; the file's name must end in {join_names(accepted)}."
        )
    return suffix
