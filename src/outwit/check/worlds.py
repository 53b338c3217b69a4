"""The promises about what players cannot know that need more than one look at a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from outwit.check.hidden import unsure_players
from outwit.check.values import alike, show
from outwit.check.visit import Trial, Visit
from outwit.game import SIMULTANEOUS, Observation, defines

DRAWS = 24
"""How many worlds are drawn from each of two states that a player cannot tell apart."""


def hidden_games_say_who_knows_what(visit: Visit) -> Iterator[str]:
    for rule, what in (
        ("determinize", "a world for those who do not see everything is drawn by it"),
        ("observation", "without it a player knows the whole state"),
    ):
        if visit.game.hidden and not defines(visit.game, rule):
            yield f"`hidden` is True, and the game has no `{rule}`; expected one: {what}."


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
    """What is drawn from two states that a player cannot tell apart is drawn alike.

    So no part of the worlds can always be one thing after the one and always another after the other.
    """
    for player in unsure_players(visit):
        pair = indistinguishable_states(visit, player)
        if pair is None:
            continue
        betrayed: dict[str, tuple[object, object]] | None = None
        for _ in range(DRAWS):
            one, other = (parts(visit.ask("determinize", each.once, player, visit.random)) for each in pair)
            differing = {
                name: (one[name], other[name])
                for name in one.keys() & other.keys()
                if not alike(one[name], other[name])
            }
            if betrayed is None:
                betrayed = differing
            betrayed = {name: both for name, both in betrayed.items() if alike(differing.get(name), both)}
        if betrayed:
            name = max(betrayed, key=lambda name: (len(name), name))
            yield (
                f"`determinize` for player {player} gives away what is hidden: in every world drawn after "
                f"`{pair[0].call}` `{name}` is {show(betrayed[name][0])}, and after `{pair[1].call}` it is "
                f"{show(betrayed[name][1])}; expected the same draws, as the player cannot tell them apart."
            )


def indistinguishable_states(visit: Visit, player: int) -> tuple[Trial, Trial] | None:
    """Two different states that can follow here and leave a player with the same knowledge, if there are."""
    known: dict[Observation, Trial] = {}
    for trial in visit.trials:
        if visit.ask("over", trial.once):
            continue
        acts = visit.ask("turn", trial.once) in (player, SIMULTANEOUS)
        moves = frozenset(visit.ask("moves_for", trial.once, player)) if acts else None
        first = known.setdefault((visit.ask("observation", trial.once, player), moves), trial)
        if not alike(first.once, trial.once):
            return first, trial
    return None


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
