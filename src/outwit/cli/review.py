"""`outwit review`: a saved game looked at again, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from outwit.agents import choose_agent, exhaustive_agent
from outwit.analysis.review import Review, review, words
from outwit.analysis.review.picture import picture
from outwit.cli.arguments import (
    AgentOption,
    DepthOption,
    JsonOption,
    NodesOption,
    SecondsOption,
)
from outwit.cli.console import errors, print_json, print_table, say
from outwit.cli.drawing import ending
from outwit.decision import Limit
from outwit.errors import OutwitError
from outwit.files import write_whole
from outwit.games import shown_spec
from outwit.play import load_game, result


def run(
    saved: Annotated[
        Path, typer.Argument(metavar="SAVED_GAME", help="A game that `outwit play --save` wrote.")
    ],
    agent: AgentOption = None,
    seconds: SecondsOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw the values into this file, .svg.")] = None,
    png: Annotated[Path | None, typer.Option("--png", help="Draw the values into this file, .png.")] = None,
    json: JsonOption = False,
) -> None:
    """Tell what each move of a saved game lost against the best that an agent finds, and what was luck.

    The agent looks at each position for two seconds, unless told otherwise. A bad move is an inaccuracy ?!, a
    mistake ? or a blunder ??, by the part of a win that it loses: 5, 15 or 30 percent.

    Example: outwit review game.json --agent alphabeta:depth=10 --svg game.svg
    """
    for file, kind in ((svg, ".svg"), (png, ".png")):
        if file is not None:
            ending(file, (kind,))
            if not file.expanduser().parent.is_dir():
                raise OutwitError(f"{str(file)!r} cannot be written: its folder does not exist.")
    session = load_game(saved)
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    asked = choose_agent(session.game, agent or exhaustive_agent(session.game).name, limit)
    asked.prepare(session.game)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("reviewing", total=len(session.states))
        found = review(session, asked, limit or None, lambda done, _: progress.update(bar, completed=done))
    if svg is not None:
        write_whole(svg, picture(found).svg() + "\n")
    if png is not None:
        from outwit.draw import png as pixels  # what draws pixels is loaded when there are some to draw

        write_whole(png, pixels.png(picture(found)))
    if json:
        print_json(found.to_json())
        return
    show(found, result.ending(session) if session.over else "The game is not over.")
    for file in (svg, png):
        if file is not None:
            say(f"Picture written to {file}.", "dim")


def show(found: Review, ending: str) -> None:
    """Print a review: every step, what each player did, and what it all adds up to."""
    say(f"{shown_spec(found.game)}, reviewed by {words.agent_text(found)}", "bold")
    say(words.certainty(found), "dim")
    say(words.headline(found, ending))
    say()
    print_table(words.columns(found), [words.row(found, step) for step in found.steps], left=4)
    say()
    print_table(
        words.player_columns(found),
        [words.player_row(found, player) for player in found.players],
        figures=True,
    )
    if found.has_luck:
        say()
        for player in (0,) if found.opposed else found.players:
            say(words.sum_up(found, player))
    if words.about_hindsight(found):
        say(words.about_hindsight(found), "dim")
