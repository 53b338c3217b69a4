"""What the commands print with: boards in colour, tables, and a line of progress."""

from __future__ import annotations

import json
import math
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.table import Table
from rich.text import Text

from outwit.decision import Candidate, Decision, Progress, Watch, describe_line, value_text
from outwit.game import Game, State
from outwit.json_types import Json
from outwit.position import Position

output = Console(highlight=False, emoji=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)

PATIENCE = 2.0
"""After so many seconds whoever waits is told what for."""

ERASE_SCROLLBACK = "\x1b[3J"

PLAYER_STYLES = ("bold bright_blue", "bold dark_orange", "bold green", "bold magenta")


def say(text: str = "", style: str | None = None) -> None:
    """Print a line as it stands."""
    output.print(Text(text, style=style or ""))


def forget_screen() -> None:
    """Clear a terminal of what it has shown, and of what can be scrolled or called back to it."""
    output.clear()
    if output.is_terminal:
        output.file.write(ERASE_SCROLLBACK)
        output.file.flush()
    if "readline" in sys.modules:  # then the keys for lines typed before bring them back
        sys.modules["readline"].clear_history()


def print_json(data: Json) -> None:
    """Print data for a program to read."""
    output.out(json.dumps(data, ensure_ascii=False, indent=1), highlight=False)


def board(position: Position) -> Text:
    """A position as text, the players' marks in their colours."""
    pieces = position.pieces()
    return Text.assemble(*((text, "" if player is None else style_of(player)) for text, player in pieces))


def style_of(player: int) -> str:
    """A player's colour."""
    return PLAYER_STYLES[player % len(PLAYER_STYLES)]


def figure_table(headings: list[str], rows: list[list[str]], left: int = 1, figures: bool = True) -> Table:
    """Rows under headings; all but the first columns, and a last one of words, are aligned right."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, heading in enumerate(headings):
        last = i == len(headings) - 1 and not figures
        table.add_column(
            heading, justify="left" if i < left or last else "right", overflow="fold" if last else "ellipsis"
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def print_table(headings: list[str], rows: list[list[str]], left: int = 1, figures: bool = False) -> None:
    """Print rows under headings; all but the first columns, and a last one of words, are aligned right.

    In a table of `figures` the last column is one too, and nothing is cut off, however narrow the terminal.
    """
    table = figure_table(headings, rows, left, figures)
    if output.is_terminal:
        output.print(table, width=max(output.width, 160) if figures else None, crop=not figures)
    else:
        Console(width=160, highlight=False, emoji=False).print(table)


def print_decision(decision: Decision) -> None:
    """Print what an agent decided, and what it thinks of each move."""
    if decision.move is None:
        say(f"Chance is to act; the expected value is {worth(decision)}.", "bold")
    else:
        say(f"{decision.named(decision.move)}  (value {worth(decision)})", "bold")
        if decision.line:
            say(f"line: {' '.join(decision.described())}")
    mixed = any(each.probability is not None for each in decision.candidates)
    if decision.candidates and (decision.value is not None or mixed):
        columns = known_columns(decision)
        print_table(
            ["move", "value", *columns, "line"],
            [
                [
                    decision.named(c.move),
                    value_text(c.value, c.bound),
                    *(tell(c) for tell in columns.values()),
                    " ".join(decision.described(c.line)),
                ]
                for c in decision.candidates
            ],
        )
    further = max((each.depth or 0 for each in decision.candidates), default=0) > decision.depth
    said = f"depth {decision.depth}" + (f", and {decision.depth + 1} for some moves" if further else "")
    say(f"{decision.agent}: {said}, {decision.nodes:,} nodes, {decision.seconds:.3f} s", "dim")
    if decision.stats:
        say(", ".join(f"{name} {figure:,}" for name, figure in decision.stats.items()), "dim")


def known_columns(decision: Decision) -> dict[str, Callable[[Candidate], str]]:
    """What is known of candidates beside their value: by chance, from rollouts, or of the depth.

    The depth is that of all of them unless a limit broke the last pass off.
    """
    every: dict[str, Callable[[Candidate], str]] = {
        "probability": lambda c: "" if c.probability is None else percentage(c.probability),
        "spread": lambda c: "" if c.spread is None else value_text(c.spread),
        "visits": lambda c: "" if c.visits is None else f"{c.visits:,}",
        "95 %": lambda c: "" if c.interval is None else " to ".join(map(value_text, c.interval)),
        "proved": lambda c: "yes" if c.proved else "",
    }
    columns = {name: tell for name, tell in every.items() if any(map(tell, decision.candidates))}
    if len({candidate.depth for candidate in decision.candidates} - {None}) > 1:
        columns["depth"] = lambda c: "" if c.depth is None else str(c.depth)
    return columns


def percentage(share: float) -> str:
    """How likely something is, to a tenth of a percent.

    >>> percentage(2 / 3), percentage(0.0), percentage(1e-5)
    ('66.7 %', '0.0 %', '< 0.1 %')
    """
    return "< 0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"


def worth(decision: Decision) -> str:
    """A decision's value, and whether it is certain; if it is, with as many digits as it is certain to."""
    if decision.value is None:
        return "not computed"
    figure = value_text(decision.value)
    if decision.exact and math.isfinite(decision.value):
        figure = f"{decision.value:.9g}"
    return f"{figure}, {'proved' if decision.exact else 'estimated'}"


@contextmanager
def show_waiting(words: str) -> Iterator[None]:
    """A line on a terminal that tells whoever waits for long what for."""
    if not errors.is_terminal:
        yield
        return
    status = errors.status(words)
    timer = Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


@contextmanager
def stop_by_interrupt(watch: Watch) -> Iterator[None]:
    """Let the first Ctrl-C stop a search, so that it is told what was found; the second ends the command."""

    def stop(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        watch.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def show_thinking(game: Game, state: State, who: str, openly: bool = True) -> Iterator[Watch]:
    """A watch on a search that shows, on a terminal, how it goes or, unless `openly`, only that it does."""
    if not errors.is_terminal:
        yield Watch()
        return
    with errors.status(f"{who} is thinking ...") as status:
        if not openly:
            yield Watch()
            return

        def report(progress: Progress) -> None:
            line = " ".join(describe_line(game, state, progress.line[:8])) if progress.line else ""
            status.update(
                Text(
                    f"{who} is thinking: {progress.seconds:.1f} s, depth {progress.depth}, "
                    f"{progress.nodes:,} nodes, value {value_text(progress.value)}  {line}"
                )
            )

        yield Watch(report)
