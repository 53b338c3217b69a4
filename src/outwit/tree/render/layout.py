"""Where the nodes of a drawn tree stand: nothing overlaps, and a level is a row or a column of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass(slots=True, eq=False)
class Place(Generic[Thing]):
    """A thing to draw, the room it needs on each side of its middle, and where it stands."""

    thing: Thing
    level: int = 0
    children: list[Place[Thing]] = field(default_factory=list, repr=False)
    left: float = 0.0
    right: float = 0.0
    x: float = 0.0
    """The middle; while arranging, relative to the parent's."""
    y: float = 0.0
    reach_left: float = 0.0
    """The room that this place and all below it take, left of the middle."""
    reach_right: float = 0.0

    def add(self, thing: Thing) -> Place[Thing]:
        """A place below this one."""
        place = Place(thing, self.level + 1)
        self.children.append(place)
        return place

    def walk(self) -> Iterator[Place[Thing]]:
        """This place and all below it, parents first."""
        todo = [self]
        while todo:
            place = todo.pop()
            yield place
            todo.extend(reversed(place.children))


def top_down(places: list[Place[Thing]], height: float) -> tuple[float, float]:
    """Stand all places below the first, parents centred over their children; the width and height taken."""
    for place in reversed(places):
        spread(place)
    root = places[0]
    root.x = root.reach_left
    for place in places:
        place.y = place.level * height
        for child in place.children:
            child.x += place.x
    return root.reach_left + root.reach_right, height * (1 + max(place.level for place in places))


def spread(place: Place[Thing]) -> None:
    """Stand the children of a place side by side below it, each with the room of all that is below."""
    children = place.children
    place.reach_left, place.reach_right = place.left, place.right
    if not children:
        return
    edge = 0.0
    for child in children:
        child.x = edge + child.reach_left
        edge = child.x + child.reach_right
    middle = (children[0].x + children[-1].x) / 2
    for child in children:
        child.x -= middle
    place.reach_left = max(place.left, middle)
    place.reach_right = max(place.right, edge - middle)


def sideways(places: list[Place[Thing]], height: float, gap: float) -> tuple[float, float]:
    """Stand all places right of the first, a line for each leaf, parents in line with their first child.

    Columns are as wide as they need be, with a gap between them. For trees that would be too wide top down.
    """
    levels = 1 + max(place.level for place in places)
    left, right = [0.0] * levels, [0.0] * levels
    for place in places:
        left[place.level] = max(left[place.level], place.left)
        right[place.level] = max(right[place.level], place.right)
    middles, edge = [], 0.0
    for level in range(levels):
        middles.append(edge + left[level])
        edge = middles[level] + right[level] + gap
    line = 0
    for place in places:
        place.x, place.y = middles[place.level], line * height
        place.reach_right = right[place.level]
        line += not place.children
    return edge - gap, line * height
