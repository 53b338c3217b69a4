"""`outwit animate`: a saved game as a film."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from outwit.cli.console import errors, say
from outwit.cli.drawing import ThemeOption, ZoomOption, ending, find_theme, warn
from outwit.files import write_whole
from outwit.play import load_game
from outwit.views import find_view


def run(
    saved: Annotated[
        Path, typer.Argument(metavar="SAVED_GAME", help="A game that `outwit play --save` wrote.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The film to write, .gif.")],
    seconds: Annotated[
        float, typer.Option("--seconds", "-s", help="Show each position so long, the last one longer.")
    ] = 0.7,
    theme: ThemeOption = None,
    zoom: ZoomOption = 2.0,
) -> None:
    """Write a saved game as an animated GIF: every position, with the move that led there and how it stands.

    Example: outwit animate game.json game.gif --seconds 1
    """
    from outwit.draw.gif import gif
    from outwit.play.animation import animation  # what draws pixels is loaded when there are some to draw

    ending(file, (".gif",))
    chosen = find_theme(theme or "light")
    session = load_game(saved)
    view = find_view(session.game)
    shown = track(
        animation(session, view),
        "Drawing",
        total=len(session.states),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    write_whole(file, gif(shown, seconds, zoom=zoom, theme=chosen))
    warn(view)
    pictures = "1 picture" if len(session.states) == 1 else f"{len(session.states)} pictures"
    say(f"{pictures} written to {file}.", "dim")
