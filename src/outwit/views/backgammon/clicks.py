"""How a play is clicked: from where and to where, checker by checker, in any order that comes to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from outwit.bits import each
from outwit.games.backgammon import Board
from outwit.games.backgammon.checkers import OFF, Side, movable, occupied_points, open_points, play_die
from outwit.games.backgammon.notation import point_name
from outwit.games.backgammon.plays import steps

Sides: TypeAlias = tuple[Side, Side]
"""The checkers of the player to move, and those of the other."""


class Underway(NamedTuple):
    """A play of which some steps have been made."""

    sides: Sides
    dice: tuple[int, ...]
    """Those not yet used, the higher first."""
    left: int
    """How many steps are still to be made."""


def start_turn(state: Board, play: int) -> Underway:
    """A turn of which nothing has been played yet, if plays are as long as this one."""
    high, low = divmod(state.roll, 10)
    dice = (high,) * 4 if high == low else (high, low)
    return Underway((state.own, state.other), dice, len(steps(play)))


def final_sides(state: Board, play: int) -> Sides:
    """Both sides after a play."""
    own, other = state.own, state.other
    for source, die in steps(play):
        own, other = play_die(own, other, source, die)
    return own, other


def next_steps(now: Underway) -> Iterator[tuple[int, int, Underway]]:
    """Every step that the dice allow: from where, to where, and what is then under way."""
    own, other = now.sides
    free = open_points(other)
    for die in sorted(set(now.dice), reverse=True) if now.left else ():
        rest = list(now.dice)
        rest.remove(die)
        for source in each(movable(occupied_points(own), free, die)):
            after = Underway(play_die(own, other, source, die), tuple(rest), now.left - 1)
            yield source, max(source - die, OFF), after


@lru_cache(maxsize=8192)
def ends(now: Underway) -> frozenset[Sides]:
    """What all its steps can come to."""
    if now.left == 0:
        return frozenset([now.sides])
    return frozenset(end for _, _, after in next_steps(now) for end in ends(after))


def trips(now: Underway, source: int) -> dict[int, set[Underway]]:
    """Where the checker on a point can be taken, by one die or by several if all ways come to the same."""
    reached: dict[int, set[Underway]] = {}
    farther: dict[int, set[Underway]] = {}
    for here, target, after in next_steps(now):
        if here == source:
            reached.setdefault(target, set()).add(after)
            for beyond, found in trips(after, target).items() if target > OFF else ():
                farther.setdefault(beyond, set()).update(found)
    for target, found in farther.items():
        if target not in reached and len({after.sides for after in found}) == 1:
            reached[target] = found
    return reached


def states_after(state: Board, play: int, clicked: tuple[str, ...]) -> set[Underway]:
    """What may be under way after some clicks, if plays are as long as this one."""
    under_way = {start_turn(state, play)}
    for start, target in zip(clicked[::2], clicked[1::2], strict=False):
        under_way = {
            after
            for now in under_way
            for source in sources(now)
            if point_name(source) == start
            for point, found in trips(now, source).items()
            if point_name(point) == target
            for after in found
        }
    return under_way


def midway(state: Board, plays: Iterable[int], clicked: tuple[str, ...]) -> Underway | None:
    """How far some clicks have come with the plays; if several dice may have been used, the lower were."""
    results = {final_sides(state, play): play for play in plays}
    if not results or len(clicked) < 2:
        return None
    found = states_after(state, next(iter(results.values())), clicked)
    sound = [now for now in found if ends(now) & results.keys()]
    return max(sound, key=lambda now: now.dice, default=None)


def follow_clicks(
    state: Board, plays: Iterable[int], clicked: tuple[str, ...]
) -> tuple[list[int], dict[str, list[int]]]:
    """After some clicks: the plays now complete, and those that go on, by the point to click next."""
    results = {final_sides(state, play): play for play in plays}
    if not results:
        return [], {}
    under_way = states_after(state, next(iter(results.values())), clicked)
    complete = {results[now.sides]: None for now in under_way if now.left == 0 and now.sides in results}
    following: dict[str, dict[int, None]] = {}
    for now in under_way:
        for source in sources(now):
            for point, found in trips(now, source).items():
                name = point_name(source)
                if len(clicked) % 2:
                    if name != clicked[-1]:
                        continue
                    name = point_name(point)
                for play in possible_plays(found, results):
                    following.setdefault(name, {})[play] = None
    return list(complete), {name: list(found) for name, found in following.items()}


def sources(now: Underway) -> set[int]:
    """The points from which a step can be made."""
    return {source for source, _, _ in next_steps(now)}


def possible_plays(found: Iterable[Underway], results: Mapping[Sides, int]) -> Iterator[int]:
    """The plays that can still come of what is under way."""
    for now in found:
        for end in ends(now):
            if end in results:
                yield results[end]
