"""The table of figures in the README, made from `results.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.figure import short

RESULTS = Path(__file__).with_name("results.json")
README = RESULTS.parent.parent / "README.md"
BEGIN, END = "<!-- figures of make bench -->\n", "<!-- end of figures -->"


def rendered(results: dict[str, Any]) -> str:
    """The figures beside their peers, as a table in Markdown."""
    lines = ["| | Outwit | beside | ratio |", "|---|---:|---:|---:|"]
    for figure in results["figures"]:
        peer = ratio = ""
        if "peer" in figure:
            peer = f"{short(figure['peer'])} {figure['unit']}, {figure['peer_name']}"
            ratio = "" if figure["judged"] == figure["outwit"] else short(figure["judged"])
        lines.append(f"| {figure['what']} | {short(figure['outwit'])} {figure['unit']} | {peer} | {ratio} |")
    return "\n".join(lines) + "\n"


def replaced(text: str, table: str) -> str:
    """The README with another table."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table + END + after


def keep(results: dict[str, Any]) -> None:
    """Write the figures of a full run to where people and programs find them."""
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
    README.write_text(replaced(README.read_text(), rendered(results)))
