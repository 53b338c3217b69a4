"""`outwit review`: a saved game looked at again, move by move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from outwit.cli.arguments import (
    AgentOption,
    DepthOption,
    JsonOption,
    NodesOption,
    SecondsOption,
    chosen_agent,
)
from outwit.cli.console import errors, print_json, print_table, say
from outwit.cli.drawing import ending
from outwit.decision import Limit, valued
from outwit.errors import OutwitError, listed
from outwit.files import write_whole
from outwit.game import CHANCE
from outwit.play import load_game
from outwit.review import SIGNS, Review, ReviewedMove, ReviewedStep, review
from outwit.review.picture import picture

SHOWN = 6
"""How many moves of a better line are printed."""


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

    The agent looks at each position for a second, unless told otherwise. A bad move is an inaccuracy ?!, a
    mistake ? or a blunder ??, by the part of a win that it loses: 5, 15 or 30 percent.

    Example: outwit review game.json --agent alphabeta:depth=10 --svg game.svg
    """
    for file, kind in ((svg, ".svg"), (png, ".png")):
        if file is not None:
            ending(file, (kind,))
            if not file.expanduser().parent.is_dir():
                raise OutwitError(f"{str(file)!r} cannot be written: its folder does not exist.")
    sitting = load_game(saved)
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    asked = chosen_agent(agent, sitting.game)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("reviewing", total=len(sitting.states))
        found = review(sitting, asked, limit or None, lambda done, _: progress.update(bar, completed=done))
    if svg is not None:
        write_whole(svg, picture(found).svg() + "\n")
    if png is not None:
        from outwit.views import raster  # what draws pixels is loaded when there are some to draw

        write_whole(png, raster.png(picture(found)))
    if json:
        print_json(found.to_json())
        return
    show(found)
    for file in (svg, png):
        if file is not None:
            say(f"Picture written to {file}.", "dim")


def show(found: Review) -> None:
    """Print a review: every step, what each player did, and what it all adds up to."""
    say(f"{found.game}, reviewed by {found.agent}{spoken(found.limit)}", "bold")
    proved = sum(step.exact for step in found.steps)
    certain = "all proved" if proved == len(found.steps) else f"{proved} proved"
    say(
        f"{len(found.steps)} steps, {certain}; the value at the start is {figures(found, found.start)}.",
        "dim",
    )
    say()
    luck = ["luck"] if found.outcomes else []
    whose = f" for {found.names[0]}" if found.opposed else ""
    print_table(
        ["", "by", "move", "mark", f"value{whose}", "loss", *luck, "best"],
        [row(found, step) for step in found.steps],
        left=4,
    )
    say()
    marks = ["?! inaccuracies", "? mistakes", "?? blunders"]
    print_table(
        ["", "moves", "mean loss", *marks, *luck, "skill", "hindsight"],
        [summary(found, player) for player in found.players],
        figures=True,
    )
    if found.outcomes:
        say()
        for player in (0,) if found.opposed else found.players:
            say(added_up(found, player))
    if any(abs(hindsight) > 1e-9 for hindsight in found.hindsight):
        say(f"Skill contains hindsight: what {found.agent} saw only once a move was played.", "dim")


def spoken(limit: Limit) -> str:
    """How long each position was looked at, in words.

    >>> spoken(Limit(seconds=1, depth=8)), spoken(Limit())
    (', 1 s and depth 8 a position', '')
    """
    parts = {
        "{:g} s": limit.seconds,
        "depth {}": limit.depth,
        "{:,} nodes": limit.nodes,
    }
    words = [form.format(value) for form, value in parts.items() if value is not None]
    return f", {listed(words, last='and')} a position" if words else ""


def row(found: Review, step: ReviewedStep) -> list[str]:
    """A step as a row of the table."""
    by = "chance" if step.player == CHANCE else found.names[step.player]
    value, luck = figures(found, step.after), [""] if found.outcomes else []
    if not isinstance(step, ReviewedMove):
        return [str(step.number), by, step.text, "", value, "", figures(found, step.change, signed), ""]
    mark = f"{SIGNS[step.mark]} {step.mark}".strip()
    better = step.text != step.best and step.loss > 0
    line = " ".join(step.line[:SHOWN]) if better else ""
    return [str(step.number), by, step.text, mark, value, valued(step.loss), *luck, line]


def summary(found: Review, player: int) -> list[str]:
    """A player's moves as a row of the table."""
    marks = found.marks(player)
    return [
        found.names[player],
        str(len(found.moves_of(player))),
        valued(found.mean_loss(player)),
        *(str(marks[mark]) for mark in SIGNS if mark),
        *([signed(found.luck[player])] if found.outcomes else []),
        signed(found.skill[player]),
        signed(found.hindsight[player]),
    ]


def added_up(found: Review, player: int) -> str:
    """How luck and skill make the result, in a sentence."""
    parts = [f"{signed(found.luck[player])} by luck", f"{signed(found.skill[player])} by own moves"]
    if len(found.names) > 1:
        whose = "the other's" if len(found.names) == 2 else "the others'"
        parts.append(f"{signed(found.others[player])} by {whose}")
    start, end = valued(found.start[player]), valued(found.sums[player])
    what = "the result" if found.result is not None else "the value of the last position"
    return f"{found.names[player]}: {start} at the start, {listed(parts, last='and')} make {end}, {what}."


def figures(found: Review, values: tuple[float, ...], written: Callable[[float], str] = valued) -> str:
    """What is worth so much to each player; the first player's figure where it says everything."""
    return " : ".join(map(written, values[:1] if found.opposed else values))


def signed(value: float) -> str:
    """A change as people read it, with its sign.

    >>> signed(0.25), signed(-1.0), signed(0.0)
    ('+0.25', '-1', '0')
    """
    figure = valued(value)
    return figure if figure.startswith("-") or figure == "0" else f"+{figure}"
