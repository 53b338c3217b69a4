"""`outwit reproduce tactics`: the thesis's time to decide the opening of the duel, beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from outwit.cli.arguments import JsonOption
from outwit.cli.console import errors, print_json, print_table, say
from outwit.cli.page import markdown, put_in
from outwit.decision import valued
from outwit.experiments.tactics.timings import SEARCHES, Row, rows
from outwit.files import write_whole

HEADINGS = ["rules", "depth", "published", *SEARCHES, "nodes", "nodes, engine", "value", "choice"]


def run(
    page: Annotated[
        Path | None,
        typer.Option(help="Put the table into this page, between comments named timings."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Time the decision of the duel's opening to depths 3 to 9, as the thesis did, and to 14.

    Plain minimax, interpreted and compiled, and the full engine must all choose moves of the same value.

    Example: outwit reproduce tactics --page docs/tactics.md
    """
    if page is not None:
        put_in(page, "timings", "")
    with errors.status("compiling ...") as status:
        found = list(rows(lambda what: status.update(Text(what))))
    if json:
        print_json([row_to_json(row) for row in found])
    else:
        print_table(HEADINGS, [cells(row) for row in found])
        say("Seconds are the shortest of three runs, after compiling.", "dim")
    if page is not None:
        write_whole(page, put_in(page, "timings", markdown(HEADINGS, [cells(row) for row in found])))
    if any(len({timing.decision.value for timing in row.timings}) > 1 for row in found):
        say("The searches disagree about a value, which they must not.", "red")
        raise typer.Exit(1)


def cells(row: Row) -> list[str]:
    """A row of the table."""
    by_name = {timing.search: timing for timing in row.timings}
    engine, plain = by_name["full engine"], by_name.get("minimax, compiled")
    return [
        row.prototype,
        str(row.depth),
        row.published,
        *(f"{by_name[name].seconds:.4f} s" if name in by_name else "" for name in SEARCHES),
        "" if plain is None else f"{plain.decision.nodes:,}",
        f"{engine.decision.nodes:,}",
        valued(engine.decision.value),
        engine.choice,
    ]


def row_to_json(row: Row) -> dict[str, object]:
    """A row for a program."""
    return {
        "rules": row.prototype,
        "depth": row.depth,
        "published": row.published or None,
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
