"""`outwit new`: a game of one's own, ready to run and to change."""

from __future__ import annotations

import keyword
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from outwit.cli.console import say
from outwit.errors import OutwitError


def run(
    name: Annotated[str, typer.Argument(help="The game's name, small letters and _; it names the file too.")],
    folder: Annotated[Path, typer.Option("--folder", "-f", help="Where to write the file.")] = Path(),
    force: Annotated[bool, typer.Option(help="Write over a file of that name.")] = False,
) -> None:
    """Write a new game: one file with the rules and their test, a working game to start from.

    Example: outwit new hexapawn && outwit check hexapawn.py:Hexapawn
    """
    if not name.isidentifier() or not name.isascii() or name != name.lower() or keyword.iskeyword(name):
        raise OutwitError(f"{name!r} cannot name a game; take small letters, digits and _, like my_game.")
    path = folder / f"{name}.py"
    if path.exists() and not force:
        raise OutwitError(f"{str(path)!r} exists already; --force writes over it.")
    class_name = "".join(part.capitalize() for part in name.split("_"))
    template = files("outwit.cli").joinpath("template.py").read_text("utf-8")
    try:
        path.write_text(template.replace("NewGame", class_name).replace("new_game", name), "utf-8")
    except OSError as error:
        raise OutwitError(f"{str(path)!r} cannot be written: {error.strerror}.") from error
    spelled = f"{path}:{class_name}"
    say(f"Wrote {path}. Next:")
    say(f"  outwit check {spelled}")
    say(f"  outwit play {spelled}")
    say(f"  outwit play {spelled} --agent random --agent alphabeta")
    say(f"  python -m pytest {path}")
