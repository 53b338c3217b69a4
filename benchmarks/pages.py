"""The figures that were measured last as people read them: all in docs/benchmarks.md, five in the README.

`python -m benchmarks` writes both pages when it has measured everything, or with `--keep`, and
`python -m benchmarks.pages` writes them again from `results.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figure import Figure, short
from outwit.cli.page import put_in

RESULTS = Path(__file__).with_name("results.json")
ROOT = RESULTS.parent.parent
README, PAGE = ROOT / "README.md", ROOT / "docs" / "benchmarks.md"
HEADLINES = (
    ("Connect 4 at depth 11, moves ordered", "C++ twin, g++ -O3"),
    ("Connect 4, compiled alpha-beta", "open_spiel alpha-beta"),
    ("Othello, Monte Carlo tree search", "open_spiel MCTSBot"),
    ("Deadline overshoot at 0.2 s, 99th percentile of 500", "time.sleep"),
    ("Cold start: first decision, empty cache", None),
)
"""The rows of the README: what was measured, and the baseline."""


def table(figures: list[dict[str, Any]]) -> str:
    """Figures with their baselines, as a table in Markdown."""
    lines = ["| | Outwit | baseline | ratio |", "|---|---:|---:|---:|"]
    for figure in figures:
        unit = f" {figure['unit']}" if "unit" in figure else ""
        peer = ratio = ""
        if "peer" in figure:
            peer = f"{short(figure['peer'])}{unit}, {figure['peer_name']}"
            ratio = "" if figure["judged"] == figure["outwit"] else short(figure["judged"])
        lines.append(f"| {figure['what']} | {short(figure['outwit'])}{unit} | {peer} | {ratio} |")
    return "\n".join(lines)


def headlines(results: dict[str, Any]) -> str:
    """The table of the README."""
    known = {(figure["what"], figure.get("peer_name")): figure for figure in results["figures"]}
    return table([known[name] for name in HEADLINES if name in known])


def versions(results: dict[str, Any]) -> str:
    """What was measured with which version, as a sentence."""
    return "Measured with " + ", ".join(f"{name} {each}" for name, each in results["versions"].items()) + "."


def parts(results: dict[str, Any]) -> Iterator[tuple[Path, str, str]]:
    """What belongs into which page, with the name of its place there."""
    yield README, "figures", headlines(results)
    yield PAGE, "versions", versions(results)
    yield PAGE, "figures", table(results["figures"])


def write(results: dict[str, Any]) -> None:
    """Write figures into the pages."""
    for page, name, text in parts(results):
        page.write_text(put_in(page, name, text), "utf-8")


def keep(versions: dict[str, str], measured: dict[str, list[Figure]], order: list[str]) -> None:
    """Write figures to where people and programs find them, in place of those of the same benchmarks."""
    figures = [
        {"benchmark": name, **figure.to_json()} for name, figures in measured.items() for figure in figures
    ]
    before = json.loads(RESULTS.read_text("utf-8"))["figures"]
    figures += [each for each in before if each["benchmark"] not in measured and each["benchmark"] in order]
    figures.sort(key=lambda each: order.index(str(each["benchmark"])))
    results = {"versions": versions, "figures": figures}
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    write(results)


if __name__ == "__main__":
    write(json.loads(RESULTS.read_text("utf-8")))
