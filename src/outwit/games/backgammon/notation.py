"""Plays and rolls as people write them: `8/5 6/5*`, `bar/22`, `13/11(2)`, `6/off`, and `3-1`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from outwit.errors import IllegalMoveError, join_names, shorten
from outwit.game import refusal
from outwit.games.backgammon.board import NAMES, OPENING, Board
from outwit.games.backgammon.checkers import BAR, OFF, blots, checkers_on, play_die
from outwit.games.backgammon.plays import CANNOT_MOVE, steps

NO_MOVE = "cannot move"
"""The play of no step, in writing."""

OTHERWISE = ("pass", "no move", "dances")
"""What else people call it."""

TRIP = re.compile(r"(bar|25|\d\d?)((?:/(?:off|\d\d?)\*?)+)(?:\(([1-4])\))?")
"""The way of a checker, perhaps of several: `24/18*/14` or `13/11(2)`."""


class Written(NamedTuple):
    """A play as somebody wrote it."""

    shift: Counter[int]
    """How many checkers more or less it leaves on each point."""
    hits: frozenset[int]
    """Where it is said to hit."""
    landings: frozenset[int]
    """Where it says that a checker lands."""


# Rolls


def roll_name(state: Board, outcome: int) -> str:
    """A roll: `3-1`; or, if it settles who begins, `X 3-1`."""
    first, second = divmod(outcome, 10)
    if state.roll != OPENING:
        return f"{first}-{second}"
    return f"{NAMES[0]} {first}-{second}" if first > second else f"{NAMES[1]} {second}-{first}"


def read_roll(state: Board, text: str, outcomes: Sequence[int]) -> int:
    """The roll that somebody wrote, the dice in either order."""
    wanted = normalize(text)
    dice = re.fullmatch(r"([1-6])\W?([1-6])", wanted)
    if dice and state.roll != OPENING:
        high, low = sorted(map(int, dice.groups()), reverse=True)
        return 10 * high + low
    for outcome in outcomes:
        if normalize(roll_name(state, outcome)) == wanted:
            return outcome
    raise IllegalMoveError(refusal(text, (roll_name(state, outcome) for outcome in outcomes)))


# Plays


def play_steps(state: Board, play: int) -> list[tuple[int, int, bool]]:
    """The steps of a play: from where, to where, and whether it hits there."""
    own, other = state.own, state.other
    found = []
    for source, die in steps(play):
        target = max(source - die, OFF)
        hit = target > OFF and bool(blots(other) >> BAR - target & 1)
        found.append((source, target, hit))
        own, other = play_die(own, other, source, die)
    return found


def play_name(state: Board, play: int) -> str:
    """A play: each checker's way, the rearmost first, with points in between only where it hits."""
    if play == CANNOT_MOVE:
        return NO_MOVE
    ways: list[list[int]] = []
    hits = set()
    for source, target, hit in sorted(play_steps(state, play), key=lambda each: -each[0]):
        passing = [way for way in ways if way[-1] == source]
        if passing:
            passing[0].append(target)
        else:
            ways.append([source, target])
        if hit:
            hits.add(target)
    words = []
    for way, times in Counter(map(tuple, ways)).items():
        shown = [point_name(way[0])]
        for point in way[1:]:
            if point in hits or point == way[-1]:
                shown.append(point_name(point) + ("*" if point in hits else ""))
            hits.discard(point)
        words.append("/".join(shown) + (f"({times})" if times > 1 else ""))
    return " ".join(words)


def read_play(state: Board, text: str, plays: Iterable[int]) -> int:
    """The play that somebody wrote: its checkers in any order, step by step or all the way."""
    names = {play: play_name(state, play) for play in plays}
    wanted = normalize(text)
    if wanted in OTHERWISE:
        wanted = NO_MOVE
    for play, name in names.items():
        if name == wanted:
            return play
    found = parse_play(wanted)
    if found is None:
        raise IllegalMoveError(refusal(text, names.values()))
    matching = [play for play in names if matches(state, play, found)]
    exact = [play for play in matching if {to for _, to, hit in play_steps(state, play) if hit} == found.hits]
    if len(exact) == 1:
        return exact[0]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise IllegalMoveError(
            f"{shorten(text.strip())!r} could be {join_names(names[play] for play in matching)}; write which."
        )
    raise IllegalMoveError(refusal(text, names.values()))


def matches(state: Board, play: int, found: Written) -> bool:
    """Does a play what somebody wrote, as far as that goes?"""
    shift: Counter[int] = Counter()
    landings, hits = set(), set()
    for source, target, hit in play_steps(state, play):
        shift[source] -= 1
        shift[target] += 1
        landings.add(target)
        if hit:
            hits.add(target)
    return shift == found.shift and found.hits <= hits and found.landings <= landings | detour(state, play)


def detour(state: Board, play: int) -> set[int]:
    """Where a checker that goes with two different dice, hitting nobody on its way, could land as well."""
    taken = play_steps(state, play)
    if len(taken) != 2 or taken[0][1] != taken[1][0] or taken[0][2]:
        return set()
    source, point, _ = taken[0]
    high, low = divmod(state.roll, 10)
    other_way = source - (high + low - (source - point))
    free = other_way > OFF and checkers_on(state.other, BAR - other_way) == 0
    return {other_way} if free else set()


def parse_play(text: str) -> Written | None:
    """What a text says of a play; nothing if it is none."""
    shift: Counter[int] = Counter()
    hits, landings = set(), set()
    for word in text.split():
        trip = TRIP.fullmatch(word)
        if trip is None:
            return None
        times = int(trip[3] or 1)
        points = [(point_number(each.rstrip("*")), each.endswith("*")) for each in trip[2][1:].split("/")]
        here = point_number(trip[1])
        for point, hit in points:
            shift[here] -= times
            shift[point] += times
            landings.add(point)
            if hit:
                hits.add(point)
            here = point
    return Written(shift, frozenset(hits), frozenset(landings))


def point_name(point: int) -> str:
    """A point as people write it."""
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def point_number(name: str) -> int:
    """The number of a point that somebody wrote."""
    return BAR if name == "bar" else OFF if name == "off" else int(name)


def normalize(text: str) -> str:
    """A text without what does not matter in it: capitals, commas, and spaces where there are several."""
    text = re.sub(r"\s*/\s*", "/", text.casefold().replace(",", " "))
    return " ".join(re.sub(r"\s+(?=[(*])", "", text).split())
