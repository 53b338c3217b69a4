"""Positions of a game whose states are in another process, known by a number and by how they came about."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from outwit.json_types import Json

if TYPE_CHECKING:
    from outwit.isolated.asking import Rules

numbers = count(1)
making = Lock()
"""Held while a position is made, so that there is only one of each."""


class Place:
    """A position, by the step that led to it from another one, or by where a game begins."""

    __slots__ = ("__weakref__", "before", "following", "number", "others", "rules", "step")

    def __init__(
        self, rules: Rules, before: Place | None, step: list[Json], others: Sequence[Place] = ()
    ) -> None:
        self.rules = rules
        self.before = before
        self.step = step
        self.others = others
        """The positions that the step names by their numbers."""
        self.number = next(numbers)
        self.following: WeakValueDictionary[str, Place] = WeakValueDictionary()

    def after(self, step: list[Json], others: Sequence[Place] = ()) -> Place:
        """The position that a step leads to: always the same one, as long as somebody holds it."""
        return make_place(self.rules, self.following, self, step, others)

    def steps_to_tell(self, known: set[int]) -> list[list[Json]]:
        """How this position came about, as far as it is not known; from now on it is."""
        news = []
        place: Place | None = self
        while place is not None and place.number not in known:
            news.append([place.number, place.before.number if place.before else None, place.step])
            known.add(place.number)
            for other in place.others:
                news += other.steps_to_tell(known)
            place = place.before
        return news

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Place) or other.rules is not self.rules:
            return False
        return bool(self.rules.ask("same", self, other.number, about=(other,)))

    def __hash__(self) -> int:
        return hash(id(self.rules))  # equal positions may have come about in different ways

    def __del__(self) -> None:
        self.rules.forgotten.append(self.number)


def make_place(
    rules: Rules,
    among: WeakValueDictionary[str, Place],
    before: Place | None,
    step: list[Json],
    others: Sequence[Place] = (),
) -> Place:
    """The position of a step, found among those that are there or made."""
    key = json.dumps(step)
    with making:
        found = among.get(key)
        if found is None:
            found = among[key] = Place(rules, before, step, others)
        return found
