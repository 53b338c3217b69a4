"""What an agent found out, as HTML: its figures, its candidates with lines to be clicked, its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from outwit.analysis.explain.words import with_sign
from outwit.decision import value_text
from outwit.tree.record.node import quantity

SHOWN = 8
"""How many candidates are seen at once; the others can be unfolded."""

LETTERS = 160
"""How many letters of a line are shown; the moves behind it are played with it."""

LONG = 36
"""A line with more letters stands below its move, not beside it."""

CLICKED = """(event) => {
  const button = event.target.closest("button[data-line], button[data-why]");
  if (button) emit(button.dataset.line || "why " + button.dataset.why);
}"""
"""What a browser does with clicks on moves of lines, "candidate moves", and on the question why."""


def headline(decision: dict[str, Any], whose: str) -> str:
    """The chosen move and its worth, in a sentence.

    >>> headline({"move": "4", "value": 1.0, "exact": True}, "X")
    '4, worth 1 to X, proved.'
    """
    move = "Chance is to act" if decision["move"] is None else decision["move"]
    if decision["value"] is None:
        return f"{move}; it says nothing about the value."
    return f"{move}, worth {value_text(decision['value'])} to {whose}, {kind(decision)}."


def kind(decision: dict[str, Any]) -> str:
    """How sure the value is."""
    return "proved" if decision["exact"] else "an estimate"


def figures(decision: dict[str, Any], whose: str) -> str:
    """The figures of a search."""
    nodes, seconds = decision["nodes"], decision["seconds"]
    factor = decision["stats"].get("effective branching factor")
    rows = {
        f"Value for {whose}": f"{value_text(decision['value'])} ({kind(decision)})",
        "Depth": str(decision["depth"]),
        "Nodes": f"{nodes:,}",
        "Time": f"{seconds:.3f} s",
        "Nodes a second": f"{nodes / seconds:,.0f}" if seconds else "–",
        "Effective branching factor": "–" if factor is None else f"{factor:g}",
    }
    if decision["value"] is None:
        rows = {"Time": rows["Time"]}
    return "".join(f"<dt>{escape(name)}</dt><dd>{escape(figure)}</dd>" for name, figure in rows.items())


def candidates(decision: dict[str, Any], whose: str) -> str:
    """Every move with its worth and the line expected after it; nothing where there are none.

    `whose` they are is said to those who do not see where they stand.
    """
    found = decision["candidates"]
    if not found:
        return ""
    shown = candidate_table(found[:SHOWN], 0, decision["move"], f"Candidates of {whose}") + legend(found)
    if len(found) <= SHOWN:
        return shown
    rest = candidate_table(found[SHOWN:], SHOWN, decision["move"], f"Other candidates of {whose}")
    return f"{shown}<details><summary>All {len(found)} moves</summary>{rest}</details>"


def legend(found: Sequence[dict[str, Any]]) -> str:
    """What the signs of bounds mean, where there are any.

    >>> legend([{"bound": "exact"}, {"bound": "at most"}])
    '<p class="ow-soft">≤ at most; the search needed to know no more.</p>'
    """
    bounds = {each["bound"] for each in found}
    told = [f"{sign} {bound}" for sign, bound in (("≤", "at most"), ("≥", "at least")) if bound in bounds]
    return f'<p class="ow-soft">{", ".join(told)}; the search needed to know no more.</p>' if told else ""


def candidate_table(found: Sequence[dict[str, Any]], first: int, chosen: str, label: str) -> str:
    """Some of the candidates as a table; long lines stand below their moves."""
    below = max(len(" ".join(each["line"])) for each in found) > LONG
    rows = "".join(row(number, each, chosen, below) for number, each in enumerate(found, first))
    line = "" if below else '<th scope="col">Line</th>'
    return (
        f'<div class="ow-sideways" tabindex="0" role="region" aria-label="{label}"><table class="ow-found">'
        f'<thead><tr><th scope="col">Move</th><th scope="col">Value</th>{line}'
        f'<th scope="col">Why not?</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )


def row(number: int, found: dict[str, Any], chosen: str, below: bool) -> str:
    """A candidate: its name, its worth, its line and the question why it was not chosen."""
    name = escape(found["move"])
    line = moves(found["line"] or [found["move"]], number)
    value = value_text(found["value"], found["bound"])
    asks = (
        "<td>chosen</td>"
        if found["move"] == chosen
        else f'<td><button type="button" data-why="{number}" aria-label="Why not {name}?">Why?</button></td>'
    )
    beside = "" if below else f'<td class="ow-line">{line}</td>'
    under = f'<tr><td class="ow-line ow-under" colspan="3">{line}</td></tr>' if below else ""
    return f'<tr><th scope="row">{name}</th><td>{value}{certainty(found)}</td>{beside}{asks}</tr>{under}'


def certainty(found: dict[str, Any]) -> str:
    """How sure a value is, where that is known: by how many rollouts, or over what chance may bring.

    >>> certainty({"visits": 1328, "interval": [0.2, 0.3]}), certainty({"spread": 0.5}), certainty({})
    ('<br><small>1,328 games, 95 % from 0.2 to 0.3</small>', '<br><small>spread 0.5</small>', '')
    >>> certainty({"visits": 7, "proved": True})
    '<br><small>7 games, proved</small>'
    """
    told = []
    if "visits" in found:
        told.append(quantity(found["visits"], "game"))
    if "interval" in found:
        told.append("95 % from " + " to ".join(value_text(end) for end in found["interval"]))
    if found.get("proved"):
        told.append("proved")
    if "spread" in found:
        told.append(f"spread {value_text(found['spread'])}")
    return f"<br><small>{', '.join(told)}</small>" if told else ""


def moves(line: Sequence[str], number: int) -> str:
    """The moves of a line, each a button that plays it out up to there."""
    drawn, letters = "", 0
    for many, text in enumerate(line, 1):
        letters += len(text) + 1
        if letters > LETTERS and many > 1:
            return f"{drawn} … {len(line) - many + 1} more"
        drawn += (
            f'<button type="button" data-line="{number} {many}" '
            f'aria-label="play {escape(" ".join(line[:many]))}">{escape(text)}</button> '
        )
    return drawn


def reasons(explanation: dict[str, Any], whose: str) -> str:
    """Why a move was chosen: sentences and, where the game has features, what each of them gains."""
    told = "".join(f"<p>{escape(sentence)}</p>" for sentence in explanation["sentences"])
    if not explanation["gains"] or explanation["alternative"] is None:
        return told
    names = (explanation["chosen"]["move"], explanation["alternative"]["move"])
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("Feature", *names, "Weight", "Gain"))
    rows = "".join(
        f'<tr><th scope="row">{escape(gain["feature"])}</th><td>{value_text(gain["chosen"])}</td>'
        f"<td>{value_text(gain['alternative'])}</td><td>{value_text(gain['weight'])}</td>"
        f"<td>{with_sign(gain['gain'])}</td></tr>"
        for gain in explanation["gains"]
    )
    return (
        f'{told}<div class="ow-sideways" tabindex="0" role="region" aria-label="Gains by feature, {whose}">'
        f'<table class="ow-found"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )
