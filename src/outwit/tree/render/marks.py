"""What a drawn tree shows: a mark for each node, for branches left out together, and for what is folded."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from outwit.tree.record.node import Key, Node, Value, format_values, quantity
from outwit.tree.render.fold import Shown
from outwit.tree.render.layout import Place
from outwit.tree.render.text import odds, omissions, probability_text, sign, window_text

LONGEST = 18
"""Letters of a move that are shown, and up to twice as many of a value; all of it is in the tooltip."""

MINUS = re.compile(r"(?<!\w)-(?=[\d.])")

REPEATED = {
    "again": "searched again with another window",
    "probe": "a probe of one move, before the outcomes are searched",
    "probed": "known by a probe",
}

SHAPES = ("max", "min", "chance", "or", "and", "player", "end", "estimate")


@dataclass(slots=True)
class Mark:
    """What stands at one place of the picture: a node, several branches left out, or a stub."""

    kind: str
    """The shape: `max`, `min`, `chance`, `or`, `and`, `player`, `end`, `estimate`, or `stub` for none."""
    title: str
    """All that is known about it."""
    move: str = ""
    odds: str = ""
    value: str = ""
    small: str = ""
    """A second line, in small letters."""
    inside: str = ""
    """The player's number."""
    struck: bool = False
    """Was it cut?"""
    untried: bool = False
    """Has no game come here?"""
    prior: bool = False
    """Are the odds the prior of the move?"""
    chosen: bool = False
    repeated: bool = False
    key: Key = ()
    """Which node it is, or the first of several; a stub's is that of the node above it."""


def place_marks(top: Shown, bundled: bool = True) -> list[Place[Mark]]:
    """A place for every mark, parents first; branches left out side by side share one if they are bundled."""
    root = Place(node_mark(top, None))
    todo = [(top, root)]
    while todo:
        shown, place = todo.pop()
        for plain, group in groupby(shown.children, key=is_plain_cut):
            branches = list(group)
            if plain and bundled and len(branches) > 1:
                place.add(bundle_mark(branches, shown.node))
            else:
                todo.extend((branch, place.add(node_mark(branch, shown.node))) for branch in branches)
        if omissions(shown):
            place.add(stub_mark(shown))
    return list(root.walk())


def is_plain_cut(shown: Shown) -> bool:
    """Was this branch left out, with nothing to be said about it but its move?"""
    return not shown.node.visited and not shown.node.label and shown.node.probability is None


def node_mark(shown: Shown, parent: Node | None) -> Mark:
    """What is drawn for a node."""
    node = shown.node
    kind = "estimate" if node.estimated else node.role
    inside = ""
    if kind not in SHAPES:
        kind = "player"
        inside = node.role[:1] if node.player is None else str(node.player + 1)
    small = ""
    if node.visits:
        small = visits_text(node.visits, node.proved and node.role != "end")
    elif node.cut and node.cut.kind == "table":
        small = "known"
    elif node.cut and node.cut.kind == "loop":
        small = "loop"
    elif node.visited and node.children and node.entry and any(math.isfinite(end) for end in node.entry):
        small = window_text(node.entry)
    return Mark(
        kind,
        title="\n".join(facts(node, parent)),
        move=brief(f"{node.move} {node.repeated}".strip()),
        odds=odds(node, "").strip(),
        value=figure_text(node.value, sign(node)) if node.visited else brief(minus(node.label), 2 * LONGEST),
        small=minus(small),
        inside=inside,
        struck=not node.visited and node.visits is None,
        untried=not node.visited and node.visits is not None,
        prior=node.prior is not None,
        chosen=node.chosen and bool(parent or any(below.chosen for below in node.children)),
        repeated=bool(node.repeated and parent),
        key=shown.key,
    )


def bundle_mark(branches: list[Shown], parent: Node) -> Mark:
    """What is drawn for several branches left out side by side."""
    nodes = [branch.node for branch in branches]
    moves = " ".join(node.move for node in nodes)
    kind = nodes[0].role if nodes[0].role in SHAPES else "player"
    why = [parent.cut.sentence] if parent.cut else []
    return Mark(
        kind,
        title="\n".join([f"{moves}: never visited", *why]),
        move=moves if len(moves) <= LONGEST else "",
        value=f"×{len(nodes)}",
        struck=nodes[0].visits is None,
        untried=nodes[0].visits is not None,
        key=branches[0].key,
    )


def stub_mark(shown: Shown) -> Mark:
    """What is drawn for all that is not shown below a node."""
    nodes = shown.folded_nodes + shown.unrecorded
    return Mark(
        "stub",
        title="Not shown: " + ", ".join(omissions(shown)),
        value=f"+{shown.folded_children:,}" if shown.folded_children else "+",
        small=quantity(nodes, "node") if nodes else "not visited",
        key=shown.key,
    )


def facts(node: Node, parent: Node | None) -> Iterator[str]:
    """All that is known about a node, a line each."""
    chance = "" if node.probability is None else f" (probability {probability_text(node.probability)})"
    where = f"{node.move}{chance}: " if node.move else ""
    if not node.visited:
        yield f"{where}{node.role}{f' {node.label}' if node.label else ''}, never visited"
        if parent and parent.cut:
            yield parent.cut.sentence
        return
    if node.visits is not None:
        yield from counts(node, where)
        return
    worth = "not finished" if node.value is None else f"{sign(node) or '='} {format_values(node.value)}"
    yield f"{where}{node.role} {worth}"
    if node.repeated:
        yield REPEATED[node.repeated]
    if node.estimated:
        yield "the search stops here and estimates"
    if node.entry:
        leaving = f", on leaving {window_text(node.exit)}" if node.exit else ""
        yield f"window on entry {window_text(node.entry)}{leaving}"
    if node.cut:
        yield node.cut.sentence if node.cut.kind == "table" else f"cut: {node.cut.sentence}"
    if node.chosen and node.move:
        yield "on the line chosen"
    yield f"{quantity(node.size, 'node')} visited here and below"


def counts(node: Node, where: str) -> Iterator[str]:
    """What is known about a node that games came to, a line each."""
    kind = "worth" if node.proved else "mean"
    yield f"{where}{node.role}, {kind} {format_values(node.value)}"
    if node.role == "end":
        yield "the game ends here"
    elif node.proved:
        yield "proved: this is certain"
    yield f"{quantity(node.visits or 0, 'game')} came here"
    if node.prior is not None:
        yield f"prior {node.prior:.3g}"
    if node.chosen and node.move:
        yield "on the line chosen"
    if node.children:
        tried = sum(child.visited for child in node.children)
        yield f"{tried:,} of {quantity(len(node.children), 'child', 'children')} tried"


def visits_text(visits: int, proved: bool) -> str:
    """How many games came to a node, in small letters.

    >>> visits_text(12, False), visits_text(1_000, True)
    ('12×', '1,000× proved')
    """
    return f"{visits:,}×{' proved' if proved else ''}"


def figure_text(value: Value | None, before: str) -> str:
    """A value as it stands beside its node, behind a sign."""
    return brief(minus(f"{before} {format_values(value)}".strip()), 2 * LONGEST)


def minus(words: str) -> str:
    """Numbers with a true minus sign.

    >>> minus("(-7 4)"), minus("e2-e4")
    ('(−7 4)', 'e2-e4')
    """
    return MINUS.sub("−", words)


def brief(words: str, most: int = LONGEST) -> str:
    """Words on one line that fit into the picture."""
    line = " ".join(words.split())
    return line if len(line) <= most else line[: most - 1] + "…"
