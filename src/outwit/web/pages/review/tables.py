"""The figures of a review as tables: step by step, player by player, and what it all adds up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from outwit.analysis.review import Review, ReviewedStep
from outwit.analysis.review.words import (
    columns,
    contributions,
    figures,
    label,
    outcome,
    player_columns,
    player_row,
    row,
    sum_up,
    with_sign,
)
from outwit.decision import value_text


def steps_table(found: Review) -> str:
    """Every step with its figures, to be clicked; the start is the first."""
    first = ["0", "", "start", "", figures(found, found.start)]
    first += [""] * (len(columns(found)) - len(first))
    rows = [step_row(found, 0, first, "")]
    for step in found.steps:
        rows.append(step_row(found, step.number, row(found, step), kind(step)))
    return table("ow-rows", ["step", *columns(found)[1:]], rows)


def step_row(found: Review, number: int, entries: Sequence[str], mark: str) -> str:
    """A row of the table of steps; its move is a button."""
    figure, by, move, *others = entries
    name = escape(label(found, number))
    button = f'<button type="button" data-step="{number}" aria-label="{name}">{escape(move)}</button>'
    return (
        f'<tr class="{mark}"><th scope="row">{figure}</th><td>{escape(by)}</td><td>{button}</td>'
        f"{cells(others)}</tr>"
    )


def kind(step: ReviewedStep) -> str:
    """How a step's row is to look: by its mark, or as one of chance."""
    return f"ow-{step.worst}" if step.worst else ""


def players_table(found: Review) -> str:
    """What each player's moves were worth."""
    rows = []
    for player in found.players:
        name, *others = player_row(found, player)
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{cells(others)}</tr>')
    return table("ow-figures", ["player", *player_columns(found)[1:]], rows)


def sums(found: Review) -> str:
    """For each player, or for one of two who are opposed: what luck and moves add to the value."""
    players = (0,) if found.opposed else found.players
    return "".join(f"<p>{escape(sum_up(found, player))}</p>{bars(found, player)}" for player in players)


def bars(found: Review, player: int) -> str:
    """A player's sum, part by part: each bar begins where the one before has ended."""
    parts, at = [("at the start", found.start[player], 0.0)], found.start[player]
    for what, value in contributions(found, player):
        parts.append((what, value, at))
        at += value
    end = (outcome(found), found.sums[player], 0.0)
    reached = [0.0, *(begun + value for _, value, begun in parts)]
    low, high = min(reached), max(reached)
    span = (high - low) or 1.0
    rows = []
    for number, (what, value, begun) in enumerate([*parts, end]):
        left, wide = 100 * (min(begun, begun + value) - low) / span, 100 * abs(value) / span
        change = 0 < number < len(parts)
        style = f"left:{left:.2f}%;width:{wide:.2f}%"
        sort = "ow-whole" if not change else "ow-gain" if value >= 0 else "ow-drop"
        drawn = f'<div class="ow-track" aria-hidden="true"><i class="{sort}" style="{style}"></i></div>'
        figure = with_sign(value) if change else value_text(value)
        rows.append(f'<tr><th scope="row">{escape(what)}</th><td>{figure}</td><td>{drawn}</td></tr>')
    caption = f"<caption>{escape(found.names[player])}</caption>"
    return f'<table class="ow-sum">{caption}<tbody>{"".join(rows)}</tbody></table>'


def table(style: str, headings: Iterable[str], rows: Iterable[str]) -> str:
    """A table with a heading for each column."""
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in headings)
    return f'<table class="{style}"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def cells(entries: Iterable[str]) -> str:
    """Entries of a row."""
    return "".join(f"<td>{escape(entry)}</td>" for entry in entries)
