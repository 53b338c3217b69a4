"""Run the benchmarks, print their figures, and keep those of a whole run in `results.json` and the pages.

With `--only` and `--keep`, the figures of these benchmarks take the place of those kept before.

The exit status is 1 if anything is not as wanted.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from importlib.metadata import version
from shutil import which

from rich.console import Console
from rich.table import Table

from benchmarks import (
    agreement,
    battleship,
    easyai,
    equilibrium,
    exploitability,
    gnubg,
    goofspiel,
    hidden,
    latency,
    many,
    mctsbot,
    memory,
    openspiel,
    plain,
    plans,
    plies,
    repetition,
    risk,
    server,
    simulations,
    simultaneous,
    solving,
    star2,
    threads,
    tron,
    twin,
)
from benchmarks.figure import Figure, SkippedError
from benchmarks.pages import keep

BENCHMARKS = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        *(twin, openspiel, easyai, latency, memory, server, solving, threads, agreement),
        *(
            simulations,
            mctsbot,
            star2,
            repetition,
            plain,
            plies,
            gnubg,
            hidden,
            exploitability,
            equilibrium,
            simultaneous,
            goofspiel,
            tron,
            battleship,
            risk,
            plans,
            many,
        ),
    )
}
PEERS = ("numba", "llvmlite", "open_spiel", "easyAI")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=BENCHMARKS, help="one of them; may be given again")
    parser.add_argument("--quick", action="store_true", help="a short run, for a first look; it is not kept")
    parser.add_argument("--keep", action="store_true", help="keep the figures of a run with --only, too")
    given = parser.parse_args()
    console = Console(width=150)
    figures: list[Figure] = []
    measured: dict[str, list[Figure]] = {}
    for name in given.only or BENCHMARKS:
        console.print(f"{name} ...", style="dim")
        try:
            for figure in BENCHMARKS[name].run(given.quick):
                figures.append(figure)
                measured.setdefault(name, []).append(figure)
                console.print(f"  {figure.what}: {figure.row()[4]}", style="dim")
        except SkippedError as reason:
            console.print(str(reason))
    console.print(laid_out(figures))
    if not given.quick and (given.keep or not given.only):
        keep(versions(), measured, list(BENCHMARKS))
    return int(not all(figure.ok for figure in figures))


def laid_out(figures: list[Figure]) -> Table:
    """The figures as a table."""
    table = Table(title="Outwit beside its peers: the best of runs taken in turns")
    for heading in ("what", "Outwit", "peer", "", "ratio or\nfigure", "wanted", "ok"):
        table.add_column(heading, justify="left" if heading in ("what", "", "ok") else "right")
    for figure in figures:
        table.add_row(*figure.row(), style="" if figure.ok else "bold red")
    return table


def versions() -> dict[str, str]:
    """What was measured with what."""
    found = {"python": platform.python_version(), **{peer: version(peer) for peer in PEERS}}
    compiler = which("g++")
    if compiler:
        asked = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True, check=True)
        found["g++"] = asked.stdout.strip()
    return found


if __name__ == "__main__":
    sys.exit(main())
