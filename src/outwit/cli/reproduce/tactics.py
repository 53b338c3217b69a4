"""`outwit reproduce tactics`: the thesis's time to decide the opening of the duel, beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from outwit.cli.arguments import JsonOption
from outwit.cli.console import errors, print_json, print_table, say
from outwit.cli.page import markdown, put_in
from outwit.decision import value_text
from outwit.experiments.tactics.timings import SEARCHES, Reach, Row, reaches, rows
from outwit.files import write_whole

HEADINGS = ["rules", "depth", "published", *SEARCHES, "nodes", "nodes, engine", "value", "choice"]


REACH = ["battle", "time", "depth", "whole rounds", "nodes", "value"]


def run(
    page: Annotated[
        Path | None,
        typer.Option(help="Put the table into this page, between comments named timings and reach."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Time the decision of the duel's opening to depths 3 to 9, as the thesis did, and to 14.

    Below it stands how far the engine looks ahead in larger battles within two seconds. Plain minimax,
    interpreted and compiled, and the full engine must all choose moves of the same value.

    Example: outwit reproduce tactics --page docs/tactics.md
    """
    if page is not None:
        for name in ("timings", "reach"):
            put_in(page, name, "")
    with errors.status("compiling ...") as status:
        found = list(rows(lambda what: status.update(Text(what))))
        far = list(reaches(lambda what: status.update(Text(what))))
    timings, reach = [cells(row) for row in found], [reach_cells(each) for each in far]
    if json:
        print_json({"timings": [row_to_json(row) for row in found], "reach": [reach_to_json(x) for x in far]})
    else:
        print_table(HEADINGS, timings)
        say("Seconds are the shortest of three runs, after compiling.\n", "dim")
        print_table(REACH, reach, figures=True)
        say("A round is every unit's part once, three choices at most.", "dim")
    if page is not None:
        write_whole(page, put_in(page, "timings", markdown(HEADINGS, timings)))
        write_whole(page, put_in(page, "reach", markdown(REACH, reach)))
    if any(len({timing.decision.value for timing in row.timings}) > 1 for row in found):
        say("The searches disagree about a value, which they must not.", "red")
        raise typer.Exit(1)


def reach_cells(reach: Reach) -> list[str]:
    """A row of the table of what is seen in two seconds."""
    return [
        reach.battle,
        f"{reach.seconds:.2f} s",
        str(reach.decision.depth),
        f"{reach.rounds:.1f}",
        f"{reach.decision.nodes:,}",
        "proved" if reach.decision.exact else value_text(reach.decision.value),
    ]


def reach_to_json(reach: Reach) -> dict[str, object]:
    """How far the engine looked, for a program."""
    return {
        "battle": reach.battle,
        "seconds": reach.seconds,
        "depth": reach.decision.depth,
        "rounds": reach.rounds,
        "nodes": reach.decision.nodes,
        "value": reach.decision.value,
    }


def cells(row: Row) -> list[str]:
    """A row of the table."""
    by_name = {timing.search: timing for timing in row.timings}
    engine, plain = by_name["full engine"], by_name.get("minimax, compiled")
    return [
        row.prototype,
        str(row.depth),
        row.published_text,
        *(f"{by_name[name].seconds:.4f} s" if name in by_name else "" for name in SEARCHES),
        "" if plain is None else f"{plain.decision.nodes:,}",
        f"{engine.decision.nodes:,}",
        value_text(engine.decision.value),
        engine.choice,
    ]


def row_to_json(row: Row) -> dict[str, object]:
    """A row for a program."""
    return {
        "rules": row.prototype,
        "depth": row.depth,
        "published": row.published_text or None,
        "searches": [
            {
                "search": timing.search,
                "seconds": timing.seconds,
                "nodes": timing.decision.nodes,
                "value": timing.decision.value,
                "choice": timing.choice,
            }
            for timing in row.timings
        ],
    }
