"""`outwit reproduce wargame`: the report on the War Game, row by row, and what it left open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from outwit.cli.console import errors, print_table, say
from outwit.cli.page import markdown, put_in
from outwit.errors import OutwitError, UnknownNameError
from outwit.experiments.wargame import report, tables
from outwit.experiments.wargame.contest import processes
from outwit.experiments.wargame.questions import QUESTIONS, QUICK, Effort, Experiment
from outwit.files import write_whole

WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", min=1, max=64, help="How many matches to play at a time; by default, one a core."
    ),
]


def run(
    table: Annotated[
        list[str] | None,
        typer.Option("--table", "-t", help="Only this table, 3v3, 4v4 or 4v5; may be given several times."),
    ] = None,
    to: Annotated[Path, typer.Option("--to", help="The folder to write the tables and the page to.")] = Path(
        "wargame-report"
    ),
    workers: WorkersOption = None,
) -> None:
    """Play the sixty matches of the report on the War Game again, and compare every figure.

    Beside each stands the same match with the turns in order: the report's search gives a player two moves
    in a row. Writes tables.csv and index.html.

    Example: outwit reproduce wargame --table 3v3 --table 4v4
    """
    rows = tables.published_rows()
    known = list(dict.fromkeys(row.table for row in rows))
    for name in table or ():
        if name not in known:
            raise UnknownNameError("table", name, known)
    rows = [row for row in rows if not table or row.table in table]
    make_folder(to)
    threads = workers or os.cpu_count() or 1
    expected = 2 * sum(sum(row.nodes) for row in rows)
    with count_nodes(f"{len(rows)} matches", expected) as count:
        found = {each.row: each for each in tables.compare(rows, threads, count)}
    comparisons = [found[row] for row in rows]
    seconds = count.seconds
    depths = {row.players[1].depth for row in rows if row.players[1].search == "alphabeta"}
    with count_nodes("what the double move costs", expected // 2) as count:
        duels = tables.duels(depths, threads, count)
    for name in dict.fromkeys(row.table for row in rows):
        show_table(name, [each for each in comparisons if each.row.table == name])
    show_duels(duels)
    said = [*verdicts(comparisons), speeds(comparisons, seconds, threads)]
    for sentence in said:
        say(sentence)
    write_whole(to / "tables.csv", report.as_csv(comparisons))
    write_whole(to / "index.html", report.as_html(comparisons, duels, said))
    say(f"Written: {to / 'tables.csv'}, {to / 'index.html'}.", "dim")
    if any(each.verdict == "different" for each in comparisons):
        raise typer.Exit(1)


def questions(
    question: Annotated[
        list[str] | None,
        typer.Option(
            "--question", "-q", help=f"Only this one of {', '.join(QUESTIONS)}; may be given several times."
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(help="Put the tables into this page, between the comments that name the questions."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A few games only, to see that it runs.")] = False,
    workers: WorkersOption = None,
) -> None:
    """Answer what the report on the War Game left open: evaluations, the horizon, the table, depth.

    All of it takes more than half an hour on two cores.

    Example: outwit reproduce wargame-questions --page docs/wargame.md
    """
    for name in question or ():
        if name not in QUESTIONS:
            raise UnknownNameError("question", name, QUESTIONS)
    asked_for = question or list(QUESTIONS)
    if page is not None:
        for name in asked_for:
            put_in(page, name, "")
    with processes(workers or os.cpu_count() or 1) as over:
        for name in asked_for:
            with errors.status(f"{name} ...") as status:
                asked = Experiment(over, QUICK if quick else Effort(), lambda what: status.update(Text(what)))
                answer = QUESTIONS[name](asked)
            say(f"\n{name}", "bold")
            print_table(answer.headings, answer.rows, figures=True)
            if page is not None:
                write_whole(page, put_in(page, name, markdown(answer.headings, answer.rows)))


def make_folder(path: Path) -> None:
    """Make a folder, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutwitError(f"The folder {str(path)!r} cannot be made: {error.strerror}.") from error


class Counter:
    """Counts nodes, and shows how far that is."""

    def __init__(self, show: Callable[[int], None]) -> None:
        self.nodes = 0
        self.started = perf_counter()
        self.show = show

    def __call__(self, nodes: int) -> None:
        self.nodes += nodes
        self.show(self.nodes)

    @property
    def seconds(self) -> float:
        """How long it has been counting."""
        return perf_counter() - self.started


@contextmanager
def count_nodes(what: str, expected: int) -> Iterator[Counter]:
    """A count of nodes with, on a terminal, a bar that fills as they come near what is expected."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[nodes]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(what, total=expected, nodes="")

        def show(nodes: int) -> None:
            completed = min(nodes, expected)
            progress.update(bar, completed=completed, nodes=f"{nodes / 1e6:,.0f} million nodes")

        yield Counter(show)


def show_table(name: str, comparisons: Sequence[tables.Comparison]) -> None:
    """A table of the report, every figure with whether it was found, and beside it the turns in order."""
    say(f"\n{name}: as printed, = if found equal; on the right with the turns in order", "bold")
    print_table(
        ["board", "1", "2", "points 1", "nodes 1", "points 2", "nodes 2", "in order", "nodes 1", "nodes 2"],
        [
            [
                each.row.board,
                *report.players(each),
                *(f"{cell.printed:,} {report.MARKS[cell.verdict]}" for cell in each.cells),
                "{} : {}".format(*each.alternating.points),
                *(f"{nodes:,}" for nodes in each.alternating.totals),
            ]
            for each in comparisons
        ],
        left=3,
        figures=True,
    )


def show_duels(duels: Sequence[tables.Duel]) -> None:
    """What the double move costs."""
    say("\nAlpha-beta with the turns in order against the report's, each side once, together", "bold")
    print_table(
        ["board", "depth", "points in order", "points doubled", "nodes in order", "nodes doubled"],
        [
            [each.board, str(each.depth), *(f"{figure:,}" for figure in (*each.points, *each.nodes))]
            for each in duels
        ],
        figures=True,
    )


def verdicts(comparisons: Sequence[tables.Comparison]) -> Iterator[str]:
    """What came of the comparison, in sentences."""
    counts = {kind: sum(each.verdict == kind for each in comparisons) for kind in report.MARKS}
    yield (
        f"{counts['equal']} rows equal in all four figures, {counts['slip']} "
        f"slip{'' if counts['slip'] == 1 else 's'}, "
        f"{counts['different']} different."
    )
    for each in comparisons:
        yield from (f"Slip: {sentence}" for sentence in each.slips)
    if counts["slip"]:
        yield "The averages that the report takes over its rows contain these slips too."
    if any(each.row.table == "3v3" for each in comparisons):
        same = tables.keren() == tables.KEREN
        yield (
            "The nodes of each of the 18 moves of the minimax player of depth 3 on Keren: "
            f"{'all equal' if same else 'different'}."
        )


def speeds(comparisons: Sequence[tables.Comparison], seconds: float, threads: int) -> str:
    """How fast it went, beside the report's program."""
    nodes = sum(sum(match.totals) for each in comparisons for match in (each.again, each.alternating)) / 1e6
    printed = tables.printed_speed(comparisons) / 1e6
    return (
        f"{nodes:,.0f} million nodes in {seconds:.1f} s by {threads} threads: {nodes / seconds:,.1f} million "
        f"nodes a second; the report's program, by the times that it prints, {printed:.2f} million."
    )
