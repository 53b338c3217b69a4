"""The parts of the docs that commands make: every command's help, the README's film. `make docs` runs it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from outwit.cli import app
from outwit.cli.page import put_in

ROOT = Path(__file__).parent.parent
CLI_PAGE = ROOT / "docs" / "cli.md"
GAME, FILM = "docs/examples/connect4.json", "docs/pictures/connect4.gif"
FILMED = (
    f"play connect4 --agent alphabeta:depth=9 --agent alphabeta:depth=4 --seed 1 --save {GAME}",
    f"animate {GAME} {FILM} --zoom 0.7",
)
"""The commands that make the film, one after the other."""


def commands(command: Any = None, name: str = "outwit") -> Iterator[tuple[str, Any]]:
    """Every command with its full name, those of a group after one another."""
    command = command or typer.main.get_command(app)
    groups = getattr(command, "commands", None)
    if groups is None:
        yield name, command
    else:
        for word, each in groups.items():
            yield from commands(each, f"{name} {word}")


def reference() -> str:
    """Every command with its help, as Markdown."""
    return "\n".join(f"## {name}\n\n{describe(command)}" for name, command in commands()).rstrip("\n")


def describe(command: Any) -> str:
    """A command's sentences, its examples, and what it takes."""
    rows = "".join(
        f"| {written(each)} | {meaning(each)} |\n" for each in command.params if not each.hidden and each.help
    )
    paragraphs = "".join(f"{paragraph(each)}\n\n" for each in command.help.split("\n\n"))
    return f"{paragraphs}| | |\n|---|---|\n{rows}"


def paragraph(text: str) -> str:
    """A paragraph of a command's help; an example is set as one."""
    line = " ".join(text.split())
    example = line.removeprefix("Example: ")
    return line if example == line else f"```sh\n{example.strip('`')}\n```"


def written(parameter: Any) -> str:
    """How an argument or an option is written."""
    value = parameter.metavar or parameter.name.upper()
    if parameter.param_type_name == "argument":
        return f"`{value}`"
    taken = "" if parameter.is_flag else f" {value}"
    names = [*parameter.opts, *parameter.secondary_opts]
    return ", ".join(f"`{name}{taken if name.startswith('--') else ''}`" for name in names).replace(
        "|", "\\|"
    )


def meaning(parameter: Any) -> str:
    """What an argument or an option does, and what holds without it."""
    text = re.sub(r"\s+", " ", parameter.help).replace("|", "\\|")
    default = parameter.default
    if parameter.required or isinstance(default, bool) or default in (None, "", (), []):
        return text
    return f"{text} Default: `{default}`."


def main() -> None:
    """Write what the docs show."""
    CLI_PAGE.write_text(put_in(CLI_PAGE, "commands", reference()), "utf-8")
    for arguments in FILMED:
        subprocess.run([sys.executable, "-m", "outwit", *arguments.split()], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
