"""The options that `outwit match`, `outwit tournament` and `outwit levels` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outwit.cli.arguments import complete_agent

AgentsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="AGENT...",
        help="Agents, alphabeta:depth=6 or path/to/file.py:ClassName; see `outwit agents`.",
        autocompletion=complete_agent,
    ),
]
GamesOption = Annotated[
    int,
    typer.Option("--games", "-g", min=1, help="How many games those who meet play; pairs are completed."),
]
SeedOption = Annotated[int, typer.Option(help="Openings, dice and agents' draws follow from this number.")]
PliesOption = Annotated[
    int | None,
    typer.Option(
        min=0, help="Open with so many moves at random; by default 4, or none where there are dice."
    ),
]
OpeningsOption = Annotated[
    Path | None, typer.Option(help="Open as this file says: a line of moves or a position for each opening.")
]
ThinkOption = Annotated[
    float, typer.Option("--seconds", "-s", help="Time for a move of an agent that sets itself no limit.")
]
TimeoutOption = Annotated[float, typer.Option(help="A move that has not come after so long loses the game.")]
WorkersOption = Annotated[
    int | None,
    typer.Option(min=1, help="Play so many games at once, each in a process; by default one a processor."),
]
ClusterOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Hand the games to the Dask cluster at this address.")
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with this very tournament where it was broken off.")
]
ReportOption = Annotated[
    list[Path] | None,
    typer.Option(help="Write a report: FILE.html with plots, FILE.csv or FILE.json; may be repeated."),
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="The database to keep it in; by default OUTWIT_DATABASE_URL or a file.",
    ),
]
