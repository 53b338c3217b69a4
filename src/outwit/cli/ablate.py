"""`outwit ablate`: what each enhancement of the search is worth in a game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from outwit.analysis.ablation import HEADINGS, ablate, positions, table
from outwit.analysis.ablation.picture import picture as bars
from outwit.cli.arguments import GameArgument, JsonOption, require_game
from outwit.cli.console import errors, print_json, print_table, say
from outwit.cli.page import markdown, put_in
from outwit.engine.alphabeta import AlphaBeta
from outwit.files import write_whole
from outwit.games import game_name, game_spec, names_in_json


def run(
    game: GameArgument,
    number: Annotated[int, typer.Option("--positions", min=1, help="How many positions to search.")] = 10,
    plies: Annotated[int, typer.Option(min=0, help="They come after so many moves at random.")] = 6,
    depth: Annotated[
        int | None,
        typer.Option("--depth", "-d", min=1, help="How deep; by default as deep as plain alpha-beta can."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed gives other positions.")] = 0,
    picture: Annotated[Path | None, typer.Option("--svg", help="Draw the result into this file.")] = None,
    page: Annotated[
        Path | None, typer.Option(help="Put the table into this page, between comments with the game's name.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Search positions of a game with each switch of alpha-beta off in turn, and with each alone on.

    The first line has all switches on and, on the right, none. Switches change nothing about the rules, so
    nothing is compiled again.

    Example: outwit ablate connect4 --depth 10 --svg ablation.svg
    """
    rules = require_game(game)
    AlphaBeta().require(rules)
    if page is not None:
        put_in(page, game_name(rules), "")
    states = positions(rules, number, plies, seed)
    AlphaBeta().prepare(rules)
    with errors.status("searching ...") as status:
        found = ablate(rules, states, depth, lambda what: status.update(Text(what)))
    title = f"{game_name(rules)}: {found.positions} positions, depth {found.depth}"
    if picture is not None:
        write_whole(picture, bars(found, title).svg() + "\n")
    if page is not None:
        write_whole(
            page, put_in(page, game_name(rules), f"{title}.\n\n{markdown(HEADINGS, list(table(found)))}")
        )
    if json:
        print_json({**names_in_json(game_spec(rules)), **asdict(found)})
        return
    say(title, "bold")
    print_table(HEADINGS, list(table(found)), figures=True)
    if picture is not None:
        say(f"Picture written to {picture}.", "dim")
