"""The command line: one module a command."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import outwit
from outwit.cli import (
    ablate,
    agents,
    animate,
    check,
    compare,
    compile,  # noqa: A004
    console,
    decide,
    engine,
    equilibrium,
    games,
    levels,
    match,
    new,
    perft,
    picture,
    plan,
    play,
    reproduce,
    review,
    serve,
    solve,
    store,
    tournament,
    tree,
    uci,
)
from outwit.errors import OutwitError
from outwit.faults import blame_rules

app = typer.Typer(
    name="outwit",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    play,
    decide,
    compare,
    plan,
    solve,
    equilibrium,
    review,
    match,
    tournament,
    levels,
    ablate,
    tree,
    picture,
    animate,
    games,
    agents,
    check,
    perft,
    compile,
    new,
    engine,
    uci,
    serve,
):
    app.command(command.__name__.rpartition(".")[2])(command.run)


app.add_typer(store.app, name="store")
app.add_typer(reproduce.app, name="reproduce")


def say_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        typer.echo(f"outwit {outwit.__version__}")
        raise typer.Exit


@app.callback()
def outwit_command(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=say_version, is_eager=True)
    ] = False,
) -> None:
    """Adversarial search for turn-based games: play, decide, compare, and see the search.

    GAME is a name with options, `connect4:width=9`, or a class in a file, `path/to/file.py:ClassName`.
    AGENT is a name with options, `alphabeta:depth=6,killers=off`. `outwit games` and `outwit agents` list
    them.
    """


def main() -> None:
    """Run the command line; a user error ends in one sentence and exit status 2."""
    try:
        with blame_rules():
            app()
    except OutwitError as error:
        console.errors.print(str(error), style="red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        console.errors.print("Stopped.")
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
