"""`outwit picture`: a position as a picture in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outwit.cli.arguments import GameArgument, MoreMoves, MovesOption, PositionOption, set_up
from outwit.cli.console import say
from outwit.cli.drawing import ThemeOption, ZoomOption, ending, find_theme, warn
from outwit.errors import BadOptionError
from outwit.files import write_whole
from outwit.games import find_game
from outwit.play.picture import picture_of
from outwit.views import View, find_view


def run(
    game: GameArgument,
    more: MoreMoves = None,
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The picture to write, .png or .svg.")],
    position: PositionOption = None,
    moves: MovesOption = None,
    theme: ThemeOption = None,
    zoom: ZoomOption = 2.0,
    beliefs: Annotated[
        bool,
        typer.Option(
            "--beliefs", help="Show what whoever is to act sees, and may believe of what is hidden."
        ),
    ] = False,
) -> None:
    """Write a position as a picture, as PNG or SVG by the name of the file; the last move is marked.

    A PNG is for a light page unless told otherwise; an SVG follows the page that shows it, in any size.

    Example: outwit picture connect4 4453 board.png --theme dark
    """
    kind = ending(file, (".png", ".svg"))
    chosen = None if theme is None else find_theme(theme)
    rules = find_game(game)
    view = with_beliefs(find_view(rules)) if beliefs else find_view(rules)
    session = set_up(rules, position, moves, more)
    seat = session.turn if beliefs and not session.over else None
    drawn = picture_of(view, session, seat=seat).still()
    if kind == ".svg":
        data = drawn.svg(theme=chosen or "auto").encode()
    else:
        from outwit.draw.png import png  # what draws pixels is loaded when there are some to draw

        data = png(drawn, zoom, chosen or "light")
    write_whole(file, data)
    warn(view)
    say(f"Picture written to {file}.", "dim")


def with_beliefs(view: View) -> View:
    """The view that shows beliefs, or a sentence that there is none."""
    believing = view.with_beliefs()
    if believing is None:
        raise BadOptionError(
            f"--beliefs was given for {type(view.game).__name__}, whose pictures show none; leave it out, or "
            "take a game whose pictures do, such as battleship."
        )
    return believing
