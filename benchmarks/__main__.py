"""Run every benchmark and print the ratios; the exit status says whether all were reached."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from benchmarks import easyai

table = Table(title="Nodes a second: the best of several runs, taken in turns")
for heading in ("what", "Outwit", "peer", "", "ratio", "wanted"):
    table.add_column(heading, justify="left" if heading in ("what", "") else "right")
results = []
console = Console(width=120)
for benchmark in (easyai,):
    with console.status(f"running {benchmark.__name__} ..."):
        result = benchmark.run()
    results.append(result)
    table.add_row(
        result.title,
        f"{result.outwit:,.0f}",
        f"{result.peer:,.0f}",
        result.peer_name,
        f"{result.ratio:.1f}",
        f"≥ {result.at_least:g}",
    )
console.print(table)
sys.exit(any(result.ratio < result.at_least for result in results))
