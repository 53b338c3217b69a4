"""`outwit perft`: how many ways there are to play so many moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, NamedTuple

import typer
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as ProgressBar

from outwit.cli.arguments import GameArgument, JsonOption, MoreMoves, MovesOption, PositionOption, set_up
from outwit.cli.console import PATIENCE, errors, print_json, print_table, say, stop_by_interrupt
from outwit.counting import Counter, StoppedError, move_name, refuse_unless_divisible
from outwit.decision import Limit, Progress, Watch
from outwit.engine.compiler.contract import DEEPEST, refuse_unless_depth
from outwit.errors import BadOptionError
from outwit.games import find_game, game_spec, names_in_json
from outwit.json_types import JsonObject

SECONDS = 2.0
"""So long does it count where neither time nor depth is given."""

WIDTHS = (5, 22, 10, 16)
"""How wide the columns are: rows are printed as they come."""


class Row(NamedTuple):
    """What was counted to a depth."""

    depth: int
    nodes: int
    seconds: float

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / max(self.seconds, 1e-9))

    def to_json(self) -> JsonObject:
        """The row as plain data."""
        told: JsonObject = {"depth": self.depth, "nodes": self.nodes, "seconds": round(self.seconds, 6)}
        return {**told, "nodes_per_second": self.speed}


def run(
    game: GameArgument,
    more: MoreMoves = None,
    position: PositionOption = None,
    moves: MovesOption = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", "-d", help=f"Count the ways to play so many moves, {DEEPEST} at most."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", "-s", help="Stop after this time; 2 seconds without --depth."),
    ] = None,
    divide: Annotated[
        bool,
        typer.Option("--divide", help="Count at this --depth alone, and show the count after each move."),
    ] = False,
    compiled: Annotated[
        bool, typer.Option("--compiled/--no-compiled", help="Compile the rules, if they can be.")
    ] = True,
    bulk: Annotated[
        bool, typer.Option("--bulk/--no-bulk", help="Count the last moves of all without playing them.")
    ] = True,
    json: JsonOption = False,
) -> None:
    """Count the ways to play so many moves (leaf nodes), the usual test of a move generator.

    It goes deeper and deeper, as far as --depth or, without it, for about two seconds. Games that end before
    so many moves are not among them: a finished position counts 1 at depth 0 and 0 deeper. Where chance acts
    every outcome counts as a move, and where all choose at once every combination of their moves. It counts
    by the rules alone: a repeated position is counted again, and who knows what does not matter. Ctrl-C stops
    it, and says what has been counted by then.

    Example: outwit perft othello --depth 9

    Example: outwit perft connect4 44 --depth 8 --divide
    """
    rules = find_game(game)
    if depth is not None:
        refuse_unless_depth(depth)
    if divide:
        if depth is None:
            raise BadOptionError("--divide shows the moves at one depth; give --depth as well.")
        refuse_unless_divisible(depth)
    limit = Limit(seconds=seconds).seconds
    session = set_up(rules, position, moves, more)
    counter = Counter(session.rules, session.state, bulk=bulk, compiled=compiled)
    told: JsonObject = {
        **names_in_json(game_spec(rules)),
        "position": session.rules.text(session.state),
        "compiled": counter.rules is not None,
        "bulk": bulk,
    }
    if divide:
        assert depth is not None
        complete = run_divide(counter, depth, limit, told, json)
    else:
        complete = run_perft(
            counter, depth, SECONDS if depth is None and limit is None else limit, told, json
        )
    if not complete:
        raise typer.Exit(1)


def run_perft(counter: Counter, depth: int | None, limit: float | None, told: JsonObject, json: bool) -> bool:
    """Count deeper and deeper; was all counted that was asked for?"""
    rows: list[Row] = []
    if not json:
        say_row("depth", "nodes", "seconds", "perft nodes/s", style="bold")
    said, complete = "", True
    with watch_count(counter, limit) as ends:
        for each in range(1, DEEPEST + 1) if depth is None else range(min(1, depth), depth + 1):
            if ends is not None and perf_counter() + expected(rows) > ends:
                said, complete = f"Depth {each} would take longer than {limit:g} s.", depth is None
                break
            began = perf_counter()
            try:
                nodes = counter.perft(each)
            except StoppedError as error:
                in_time = ends is None or perf_counter() < ends
                why = "was stopped" if in_time else f"takes longer than {limit:g} s"
                said = f"Depth {each} {why}: it has {error.nodes:,} nodes and more."
                complete = depth is None and not in_time
                break
            rows.append(Row(each, nodes, perf_counter() - began))
            if not json:
                last = rows[-1]
                say_row(f"{each}", f"{nodes:,}", f"{last.seconds:.3f}", f"{last.speed:,}")
            if nodes == 0:
                said = f"No game goes on for {each} moves from here."
                break
    if json:
        print_json({**told, "depths": [row.to_json() for row in rows], "complete": complete, "note": said})
    else:
        if said:
            say(said, "dim")
        say(how(counter), "dim")
    return complete


def run_divide(counter: Counter, depth: int, limit: float | None, told: JsonObject, json: bool) -> bool:
    """Count at one depth, and show the count after each move; was all counted?"""
    counts: list[tuple[str, int]] = []
    complete = True
    began = perf_counter()
    with watch_count(counter, limit):
        try:
            for move, nodes in counter.divide(depth):
                counts.append((move_name(counter.game, counter.state, move), nodes))
        except StoppedError:
            complete = False
    row = Row(depth, sum(nodes for _, nodes in counts), perf_counter() - began)
    if json:
        after: JsonObject = {"moves": [{"move": name, "nodes": nodes} for name, nodes in counts]}
        print_json({**told, **row.to_json(), **after, "complete": complete})
        return complete
    print_table(["move", "nodes"], [*([name, f"{nodes:,}"] for name, nodes in counts)], figures=True)
    if complete:
        say(f"total {row.nodes:,}", "bold")
    else:
        say(
            f"Stopped: {len(counts)} of {counter.first_moves} moves were counted, {row.nodes:,} nodes.",
            "bold",
        )
    say(f"depth {depth}, {row.seconds:.3f} s, {row.speed:,} perft nodes/s, {how(counter)}", "dim")
    return complete


def say_row(*cells: str, style: str = "") -> None:
    """Print a row of figures under those before."""
    say("  ".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True)), style)


def how(counter: Counter) -> str:
    """How it was counted."""
    rules = "interpreted" if counter.rules is None else "compiled"
    return f"rules {rules}, last moves {'counted in bulk' if counter.bulk else 'played one by one'}"


def expected(rows: list[Row]) -> float:
    """How many seconds the next depth will take, as far as the last two tell."""
    if len(rows) < 2:
        return 0.0
    before, last = rows[-2:]
    return last.seconds * last.nodes / max(before.nodes, 1)


@contextmanager
def watch_count(counter: Counter, limit: float | None) -> Iterator[float | None]:
    """A bar after two seconds of a count, which Ctrl-C ends, or its time; when that will be."""
    ends = None if limit is None else perf_counter() + limit
    watch = counter.watch = Watch()
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}")
    bar = ProgressBar(*columns, console=errors, transient=True, disable=not errors.is_terminal)
    task = bar.add_task("counting", total=1.0, told="")

    def report(progress: Progress) -> None:
        if ends is not None and perf_counter() >= ends:
            watch.stop()
        if progress.seconds >= PATIENCE:
            bar.start()
            done = counter.done / max(counter.first_moves, 1)
            told = f"{progress.seconds:.0f} s, {progress.nodes:,} nodes"
            bar.update(task, description=f"depth {progress.depth}", completed=done, told=told)

    watch.report = report
    with stop_by_interrupt(watch):
        try:
            yield ends
        finally:
            bar.stop()
