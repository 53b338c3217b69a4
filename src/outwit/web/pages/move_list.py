"""The moves that are chosen from a list: small buttons in groups, and a field that finds among many."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from nicegui import events, ui

from outwit.web.pages.live import Live

FEW = 8
"""Up to how many moves are shown as large buttons, in one group."""

MANY = 24
"""From how many moves on there is a field to find one."""

MOST = 120
"""How many are shown at once; the field finds the others."""

HEAD = re.compile(r"[^\W\d_]+\d+|\d+|[^\W\d_]+")
"""What a move begins with: a square, a number or a word."""

KEYS = (Path(__file__).parent / "move_list.js").read_text("utf-8")
"""The arrows go from button to button, letters find one, and whoever was among them stays there."""

CHOSEN = """(event) => {
  const button = event.target.closest("button[data-choice]");
  if (button) emit(button.dataset.choice);
}"""


class MoveList:
    """The moves of a position that are chosen by their names."""

    def __init__(self, play: Callable[[int], None]) -> None:
        self.play = play
        """What to do with the number of a move that was chosen."""
        self.names: Sequence[str] = ()
        self.others = False
        ui.add_body_html(f"<script>{KEYS}</script>")
        self.panel = ui.element("section").classes("ow-panel ow-choices").props('aria-label="Your moves"')
        with self.panel:
            self.field = ui.input("Find a move", on_change=self.refresh).classes("ow-finder")
            self.field.props("outlined dense clearable debounce=120 spellcheck=false autocapitalize=off")
            self.field.on("keydown.enter", self.on_enter)
            self.list = Live()
            self.list.on("click", self.on_choice, js_handler=CHOSEN)
        self.panel.visible = False

    def show(self, names: Sequence[str], others: bool = False) -> None:
        """Show these moves, as all there are or besides those that are clicked on the board."""
        if (tuple(names), others) == (self.names, self.others):
            return
        self.names, self.others = tuple(names), others
        self.panel.visible = bool(names)
        self.field.visible = len(names) > MANY
        self.field.value = ""
        self.refresh()

    def refresh(self) -> None:
        """Show the moves that what is written in the field finds."""
        self.list.show(list_html(self.names, str(self.field.value or ""), self.others))

    def on_choice(self, event: events.GenericEventArguments) -> None:
        """A move was pressed."""
        text = str(event.args)
        if text.isascii() and text.isdigit() and int(text) < len(self.names):
            self.play(int(text))

    def on_enter(self) -> None:
        """Play the move that is written in the field, or the only one that it finds."""
        wanted = str(self.field.value or "")
        found = find_matches(self.names, wanted)
        exact = [number for number in found if self.names[number].casefold() == wanted.strip().casefold()]
        if len(exact or found) == 1:
            self.play((exact or found)[0])


def find_matches(names: Sequence[str], wanted: str) -> list[int]:
    """The numbers of the moves in which every word that is wanted stands; those that begin so come first.

    >>> find_matches(["a1-b2", "b2-a1", "a1-a2"], "a1")
    [0, 2, 1]
    """
    parts = wanted.casefold().split()
    found = [number for number, name in enumerate(names) if all(part in name.casefold() for part in parts)]
    begun = "".join(parts[:1])
    return sorted(found, key=lambda number: not names[number].casefold().startswith(begun))


def group_moves(names: Sequence[str], numbers: Sequence[int]) -> dict[str, list[int]]:
    """Moves by what they begin with, where that makes few groups of many; else all in one, without a name.

    >>> group_moves(["a1-a2", "a1-b2", "c1-c2", "c1-b2"] * 3, range(12))["c1"]
    [2, 3, 6, 7, 10, 11]
    >>> group_moves(["roll", "hold"], [0, 1])
    {'': [0, 1]}
    """
    groups: dict[str, list[int]] = {}
    for number in numbers:
        head = HEAD.match(names[number].lstrip())
        groups.setdefault(head[0] if head else "", []).append(number)
    few = len(numbers) <= FEW or len(groups) < 2 or 2 * len(groups) > len(numbers)
    return {"": list(numbers)} if few else groups


def cut(groups: Mapping[str, Sequence[int]], most: int) -> dict[str, Sequence[int]]:
    """As many moves of the groups as can be shown, of each about as many as of the others.

    >>> cut({"a": [0, 1, 2, 3], "b": [4], "c": [5, 6]}, 5)
    {'a': [0, 1], 'b': [4], 'c': [5, 6]}
    """
    low, high = 0, max(map(len, groups.values()), default=0)
    while low < high:
        each = (low + high + 1) // 2
        if sum(min(each, len(group)) for group in groups.values()) <= most:
            low = each
        else:
            high = each - 1
    return {head: group[:low] for head, group in groups.items() if low}


def list_html(names: Sequence[str], wanted: str, others: bool) -> str:
    """The list in HTML: how many moves there are and how many are shown, then the groups."""
    found = find_matches(names, wanted)
    groups = cut(group_moves(names, found), MOST) or {"": found[:MOST]}
    shown = sum(map(len, groups.values()))
    what = "other moves" if others else "moves"
    said = f"<h2>{what.capitalize()}</h2>" if others else ""
    if len(names) > MANY:
        many = f"{len(found):,} of {len(names):,}" if wanted else f"{len(names):,}"
        rest = f"; {shown} are shown, write to find the others" if shown < len(found) else ""
        said += f'<p class="ow-soft" role="status">{many} {what}{rest}.</p>'
    first = next((group[0] for group in groups.values() if group), None)
    chips = "".join(
        f'<div class="ow-group" role="group"{group_label(head)}>'
        + (f'<span class="ow-soft" aria-hidden="true">{escape(head)}</span>' if head else "")
        + "".join(chip(number, names[number], number == first) for number in group)
        + "</div>"
        for head, group in groups.items()
    )
    size = " ow-large" if len(names) <= FEW else ""
    return f'{said}<div class="ow-chips{size}" role="toolbar" aria-label="{what.capitalize()}">{chips}</div>'


def group_label(head: str) -> str:
    """The name of a group of moves, as an attribute."""
    return f' aria-label="{escape(head)}"' if head else ""


def chip(number: int, name: str, first: bool) -> str:
    """A move as a button; the first is where the keyboard comes in."""
    where = f'data-choice="{number}" tabindex="{"0" if first else "-1"}"'
    return f'<button type="button" class="ow-chip" {where}>{escape(name)}</button>'
