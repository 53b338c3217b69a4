"""A recorded tree as a picture, the way it is drawn on a blackboard."""

from __future__ import annotations

from outwit.draw.svg import NAMESPACE, clean, group, number, polyline, rect, shift, text_width
from outwit.tree.record.node import Tree, quantity
from outwit.tree.render.fold import fold_tree
from outwit.tree.render.layout import Place, sideways, top_down
from outwit.tree.render.marks import Mark, figure_text, place_marks
from outwit.tree.render.style import STYLE
from outwit.tree.render.symbols import BOXED, label, outline, strike
from outwit.tree.render.text import sign

MARGIN = 16.0

LEVEL = 84.0
"""From one level to the next, top down."""

LINE = 32.0
"""From one line to the next, sideways."""

NARROWEST = 360.0
"""Width of a picture at least, for the sake of its legend."""

SMALL = 'transform="scale(.7)"'
"""How large symbols are in the legend."""

WIDEST = 1600.0
"""A tree that is wider is drawn from left to right, which makes it long instead."""

LEGEND = {
    "max": "max",
    "min": "min",
    "chance": "chance",
    "or": "or: one move must succeed",
    "and": "and: every answer must",
    "player": "a player, by number",
    "end": "end of the game",
    "estimate": "estimate",
    "chosen": "the line chosen",
    "struck": "cut, never visited",
    "untried": "not yet visited",
    "repeated": "probed, or searched again",
    "bound": "≤ ≥: a bound, because of cuts",
    "window": "[α, β]: the window on entry",
    "prior": "(0.1): the prior of a move",
    "mean": "≈: the mean",
    "games": "12×: games that came here",
    "stub": "+3: branches not shown",
}
"""What a picture may need to explain, in this order."""


def as_svg(tree: Tree, most: int, width: int) -> str:
    """The tree as a standalone SVG document of so many nodes at most, and branches of a node."""
    places = place_marks(fold_tree(tree.root, most, width))
    name = f"Search tree: {tree.root.role}, value {figure_text(tree.root.value, sign(tree.root))}"
    about = f"{quantity(tree.root.size, 'node')} visited; {quantity(len(places), 'place')} drawn."
    return document(Drawing(places), 'role="img"', name, about)


def document(drawing: Drawing, role: str, name: str, about: str, style: str = STYLE) -> str:
    """A drawing with its legend as SVG, which stands alone unless its style needs a page."""
    explained, foot = legend(drawing.places, drawing.width, drawing.height)
    across, high = number(drawing.width + 2 * MARGIN), number(foot + MARGIN)
    return "\n".join(
        [
            f'<svg {NAMESPACE} class="ow-tree" {role} aria-label="{clean(name)}" '
            f'width="{across}" height="{high}" viewBox="0 0 {across} {high}">',
            f"<title>{clean(name)}</title>",
            f"<desc>{clean(about)}</desc>",
            f"<style>{style}</style>",
            rect("ow-back", 0, 0, drawing.width + 2 * MARGIN, foot + MARGIN),
            *drawing.edges(),
            *(drawing.node(place) for place in drawing.places),
            *explained,
            "</svg>\n",
        ]
    )


class Drawing:
    """Marks at their places, top down or, where that would be too wide, sideways."""

    def __init__(self, places: list[Place[Mark]]) -> None:
        self.places = places
        self.sideways = False
        across, self.height = self.arrange()
        if across > WIDEST:
            self.sideways = True
            length, self.height = self.arrange()
            if length > across:
                self.sideways = False
                length, self.height = self.arrange()
            across = length
        self.width = max(across, NARROWEST)
        for place in places:
            place.x += MARGIN + (0 if self.sideways else (self.width - across) / 2)
            place.y += MARGIN + 15

    def arrange(self) -> tuple[float, float]:
        """Give every mark its room and its place; the width and height taken."""
        for place in self.places:
            place.left, place.right = self.room(place.thing)
        if self.sideways:
            return sideways(self.places, LINE, gap=16)
        boxes = [place for place in self.places if place.thing.kind in BOXED]
        widest = max((box.left for box in boxes), default=0.0)
        for box in boxes:
            box.left = box.right = widest
        across, down = top_down(self.places, LEVEL)
        return across, down - LEVEL + LINE

    def room(self, mark: Mark) -> tuple[float, float]:
        """The room that a mark needs left and right of its middle."""
        value, small = text_width(mark.value, 14), text_width(mark.small, 10)
        left = right = half_width(mark)
        if mark.kind == "stub" and self.sideways:
            right = value + small
        elif mark.kind == "stub":
            left = right = max(value, small) / 2
        elif mark.kind not in BOXED:
            right += 4 + max(value, small)
        elif mark.small and self.sideways:
            right += 4 + small
        elif mark.small:
            left = right = max(half_width(mark), small / 2)
        if self.sideways:
            return self.before(mark) + (26 if mark.struck else 12), right + 6
        return max(left, label_width(mark) / 2) + 6, max(right, label_width(mark) / 2) + 6

    def edges(self) -> list[str]:
        """The lines between nodes, the chosen ones on top."""
        pairs = [(place, child) for place in self.places for child in place.children]
        pairs.sort(key=lambda pair: pair[1].thing.chosen)
        return [self.edge(place, child) for place, child in pairs]

    def edge(self, place: Place[Mark], child: Place[Mark]) -> str:
        """The line from a node to the label of one below it, struck if the search never went there."""
        mark = child.thing
        if self.sideways:
            spine = place.x + place.reach_right + 4
            first = child is place.children[0]
            start = (place.x + place.right - 3, place.y) if first else (spine, place.y)
            points = [start, (spine, place.y), (spine, child.y), (child.x - self.before(mark), child.y)]
            bars = strike(spine + 10, child.y, 1, 0)
        else:
            (x, y), (to_x, to_y) = points = [
                (place.x, place.y + 13),
                (child.x, child.y - self.before(mark)),
            ]
            bars = strike(x + 0.62 * (to_x - x), y + 0.62 * (to_y - y), to_x - x, to_y - y)
        dotted = mark.repeated or mark.kind == "stub"
        faint = mark.struck or mark.untried
        style = "ow-edge" + " ow-on" * mark.chosen + " ow-off" * faint + " ow-dotted" * dotted
        return polyline(style, points) + (bars if mark.struck else "")

    def attributes(self, mark: Mark) -> str:
        """What a page must know of a mark, as attributes; here nothing."""
        return ""

    def ground(self, place: Place[Mark]) -> str:
        """What a mark stands on; here nothing."""
        return ""

    def before(self, mark: Mark) -> float:
        """How far before the middle of a node the line to it ends, above or beside its label."""
        if self.sideways:
            return half_width(mark) + (label_width(mark) + 9 if label_width(mark) else 0)
        return half_height(mark) + (17 if label_width(mark) else 0)

    def node(self, place: Place[Mark]) -> str:
        """A shape with its texts, and with the label of the branch that leads to it."""
        mark, x, y = place.thing, place.x, place.y
        if self.sideways:
            parts = [
                label(mark.move, x - half_width(mark) - 5, y + 4, "ow-move ow-right", mark.odds, "ow-odds")
            ]
        else:
            parts = [
                label(mark.move, x, y - half_height(mark) - 5, "ow-move ow-middle", mark.odds, "ow-odds")
            ]
        if mark.kind == "stub" and self.sideways:
            parts.append(label(mark.value, x, y + 4.5, "ow-value", mark.small, "ow-small"))
        elif mark.kind == "stub":
            parts.append(label(mark.value, x, y - 1, "ow-value ow-middle"))
            parts.append(label(mark.small, x, y + 11, "ow-small ow-middle"))
        elif mark.kind in BOXED:
            parts.append(outline(mark.kind, x, y, 2 * half_width(mark)))
            parts.append(label(mark.value, x, y + 4.5, "ow-value ow-middle"))
            if self.sideways:
                parts.append(label(mark.small, x + half_width(mark) + 4, y + 4, "ow-small"))
            else:
                parts.append(label(mark.small, x, y + 22, "ow-small ow-middle"))
        else:
            parts.append(outline(mark.kind, x, y))
            parts.append(label(mark.inside, x, y + 4.5, "ow-middle"))
            parts.append(label(mark.value, x + 19, y + (-1 if mark.small else 4.5), "ow-value"))
            parts.append(label(mark.small, x + 19, y + 11, "ow-small"))
        unvisited = mark.struck or mark.untried
        style = f"ow-{mark.kind}" + " ow-unvisited" * unvisited + " ow-chosen" * mark.chosen
        title = f"<title>{clean(mark.title)}</title>" if mark.title else ""
        return group(style, title + self.ground(place) + "".join(parts), self.attributes(mark))


def half_width(mark: Mark) -> float:
    """Half the width of a shape; boxes are as wide as their text."""
    if mark.kind == "stub":
        return 0.0
    return max(26.0, text_width(mark.value, 13) + 12) / 2 if mark.kind in BOXED else 15.0


def label_width(mark: Mark) -> float:
    """The width of the label on the branch to a node."""
    return text_width(mark.move, 11) + (text_width(mark.odds, 11) + 4 if mark.odds else 0)


def half_height(mark: Mark) -> float:
    """Half the height of a shape."""
    return 11.0 if mark.kind in BOXED else 13.0


def legend(places: list[Place[Mark]], width: float, top: float) -> tuple[list[str], float]:
    """The legend, in as many lines as it needs, and where it ends."""
    needed = {name for place in places for name in needs(place.thing)}
    x, y = MARGIN, MARGIN + top + 22
    parts = []
    for name, words in LEGEND.items():
        if name not in needed:
            continue
        symbol = sample(name)
        room = text_width(words, 10) + 18 + (28 if symbol else 0)
        if x + room > MARGIN + width and x > MARGIN:
            x, y = MARGIN, y + 22
        if symbol:
            parts.append(group("", symbol, shift(x + 12, y)))
        parts.append(label(words, x + (28 if symbol else 0), y + 3.5, "ow-legend"))
        x += room
    return parts, y + 8


def needs(mark: Mark) -> set[str]:
    """What the legend must explain for the sake of a mark."""
    flags = {
        "chosen": mark.chosen,
        "struck": mark.struck,
        "untried": mark.untried,
        "prior": bool(mark.prior),
        "mean": mark.value[:1] == "≈" and "×" in mark.small,
        "games": "×" in mark.small,
        "repeated": mark.repeated,
        "bound": mark.value[:1] in ("≤", "≥"),
        "window": mark.small.startswith("["),
    }
    return {mark.kind, *(name for name, flag in flags.items() if flag)}


def sample(name: str) -> str:
    """The mark that a line of the legend explains, if it is not in the words themselves."""
    if name in ("bound", "window", "prior", "mean", "games", "stub"):
        return ""
    if name == "untried":
        return group("ow-end ow-unvisited", outline("end", 0, 0, 30), SMALL)
    if name in ("chosen", "struck", "repeated"):
        style = {"chosen": "ow-on", "struck": "ow-off", "repeated": "ow-dotted"}[name]
        across = polyline(f"ow-edge {style}", [(-12, 0), (12, 0)])
        return across + (strike(0, 0, 1, 0) if name == "struck" else "")
    return group(f"ow-{name}", outline(name, 0, 0, 30), SMALL)
