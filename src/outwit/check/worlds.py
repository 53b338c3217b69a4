"""The promises about what players cannot know that need more than one look at a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from outwit.check.hidden import unsure_players
from outwit.check.leaks import indistinguishable_states
from outwit.check.values import alike, show
from outwit.check.visit import Visit
from outwit.game import SIMULTANEOUS, defines
from outwit.random import Generator


def hidden_games_say_who_knows_what(visit: Visit) -> Iterator[str]:
    if visit.game.hidden and not defines(visit.game, "observation"):
        yield (
            "`hidden` is True, and the game has no `observation`; expected one: without it a player knows "
            "the whole state."
        )


def determinize_keeps_the_names_of_moves(visit: Visit) -> Iterator[str]:
    for player in unsure_players(visit):
        if visit.turn not in (player, SIMULTANEOUS):
            continue
        guess = visit.ask("determinize", visit.state, player, visit.random)
        for move in visit.some(visit.ask("moves_for", visit.state, player)):
            real, guessed = (visit.ask("describe", state, move) for state in (visit.state, guess))
            if real != guessed:
                yield (
                    f"`determinize` for player {player} gives {show(guess)}, where `describe` calls "
                    f"{show(move)} {show(guessed)} and not {show(real)}; expected names that tell nothing."
                )


def determinize_gives_nothing_away(visit: Visit) -> Iterator[str]:
    """With the same `random` the same world is drawn from two states that a player cannot tell apart."""
    for player in unsure_players(visit) if defines(visit.game, "determinize") else ():
        for other in indistinguishable_states(visit, player):
            seed = visit.random.word()
            one, two = (
                parts(visit.ask("determinize", each, player, Generator(seed)))
                for each in (visit.state, other)
            )
            differing = [name for name in one if name in two and not alike(one[name], two[name])]
            if differing:
                name = max(differing, key=lambda name: (len(name), name))
                yield (
                    f"`determinize` for player {player} gives away what is hidden: `{name}` is "
                    f"{show(one[name])} in the world drawn, and {show(two[name])} in the one drawn from "
                    f"{show(other)} with the same `random`; expected the same, as the player cannot tell the "
                    "two states apart."
                )


def parts(value: object, name: str = "world") -> dict[str, object]:
    """A state and everything in it, by the names that Python has for it.

    >>> parts((1, (2, 3)))
    {'world': (1, (2, 3)), 'world[0]': 1, 'world[1]': (2, 3), 'world[1][0]': 2, 'world[1][1]': 3}
    """
    inside: list[tuple[str, object]] = []
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        inside = [(f".{names[i]}" if names else f"[{i}]", each) for i, each in enumerate(value)]
    elif is_dataclass(value):
        inside = [(f".{each.name}", getattr(value, each.name)) for each in fields(value)]
    found = {name: value}
    for step, each in inside:
        found |= parts(each, name + step)
    return found
