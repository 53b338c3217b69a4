"""A recorded search made ready to be played like a film: the picture once, and what changes in it when.

The picture is that of the end of the search; a page goes back to any step by what `nodes` says of each.
"""

from __future__ import annotations

from typing import Any

from outwit.draw.svg import clean, group, rect
from outwit.tree.record.mcts_trace import Growth
from outwit.tree.record.node import Key, quantity
from outwit.tree.render.fold import Shown, key_text
from outwit.tree.render.layout import Place
from outwit.tree.render.marks import Mark, place_marks
from outwit.tree.render.style import PAGE_STYLE
from outwit.tree.render.svg import Drawing, document, half_width, label_width
from outwit.tree.replay.timeline import Change, Film, Grown, Searched


def stage_data(top: Shown, riddle: bool = False, growth: Growth | None = None) -> dict[str, Any]:
    """The picture as SVG, the steps with their sentences, and for each mark what changes when; as plain data.

    In a riddle, what the leaves are worth is seen from the start, and each branch stands for itself. A tree
    that grew by games is shown as it grew.

    >>> from outwit import Minimax, find_game
    >>> from outwit.tree.render.fold import fold_tree
    >>> game = find_game("tree:(3 5)")
    >>> tree = Minimax().decide(game, game.initial(), tree=True).tree
    >>> [step["says"] for step in stage_data(fold_tree(tree.root, 100, 12))["steps"]][1:]
    ['1 ends the game, worth 3; max now has 3.', '2 ends the game, worth 5; max now has 5.', \
'The search ends: the root is worth 5, and max plays 2.']
    """
    film: Film = Searched(top, riddle) if growth is None else Grown(top, growth)
    places = place_marks(top, bundled=not riddle)
    known = {shown.key: shown for shown in top.walk()}
    changes: dict[Key, list[Change]] = {}
    for mark in (place.thing for place in places):
        if mark.kind != "stub":
            changes[mark.key] = film.changes(mark, known[mark.key])
            make_room(mark, changes[mark.key])
    name = "The search tree" if riddle else f"The search tree, {quantity(top.node.size, 'node')}"
    svg = document(Stage(places), 'role="group"', name, "Each node is a button.", PAGE_STYLE)
    return {
        "kind": film.kind,
        "hint": film.hint,
        "phases": film.phases,
        "svg": svg,
        "steps": film.steps(),
        "nodes": {
            key_text(key): [[each.step, each.phase, each.value, each.small] for each in list_]
            for key, list_ in changes.items()
        },
    }


class Stage(Drawing):
    """A drawing whose marks a page can find: by `data-node`, `data-more` for what is folded, `data-edge`."""

    def edge(self, place: Place[Mark], child: Place[Mark]) -> str:
        """The line between two nodes, as one thing."""
        own = "" if child.thing.kind == "stub" else f'data-edge="{key_text(child.thing.key)}"'
        return group("ow-branch", super().edge(place, child), own)

    def ground(self, place: Place[Mark]) -> str:
        """The area that can be pressed: the shape with its texts."""
        mark = place.thing
        left = self.before(mark) if self.sideways else max(half_width(mark), label_width(mark) / 2)
        top = 15 if self.sideways or not label_width(mark) else 30
        width = left + max(place.right - 6, 12)
        return rect("ow-ground", place.x - left, place.y - top, width, top + 15)

    def attributes(self, mark: Mark) -> str:
        """Which node a mark stands for, and that it can be pressed."""
        kind = "more" if mark.kind == "stub" else "node"
        label = mark.title if mark.kind == "stub" else f"{mark.move or 'root'}: {mark.kind}"
        return f'data-{kind}="{key_text(mark.key)}" tabindex="-1" role="button" aria-label="{clean(label)}"'


def make_room(mark: Mark, changes: list[Change]) -> None:
    """Let a mark say the longest of what it will say, so that there is room for it."""
    mark.title = ""
    mark.value = max((each.value for each in changes), key=len)
    mark.small = max((each.small for each in changes), key=len)
