"""The promises of games in which something is hidden: what players see, and what they may suppose."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.check.values import alike, several, show, unhashable
from outwit.check.visit import Visit
from outwit.game import SIMULTANEOUS
from outwit.random import Generator


def observations_are_hashable(visit: Visit) -> Iterator[str]:
    for player in visit.players:
        known = visit.ask("observation", visit.state, player)
        reason = unhashable(known)
        if reason:
            yield f"`observation` gives player {player} {show(known)}, which has no hash: {reason}."


def observations_tell_what_can_be_done(visit: Visit) -> Iterator[str]:
    for player in visit.players if visit.game.hidden else ():
        known = visit.ask("observation", visit.state, player)
        acts = not visit.over and visit.turn in (player, SIMULTANEOUS)
        moves = frozenset(visit.ask("moves_for", visit.state, player)) if acts else None
        state, before = visit.notes.views.setdefault((player, known), (visit.state, moves))
        if before != moves:
            one, other = (
                f"{show(each)}, where it {'is not to act' if can is None else 'may play ' + several(can)}"
                for each, can in ((state, before), (visit.state, moves))
            )
            yield (
                f"`observation` gives player {player} {show(known)} both for {one}, and for {other}; "
                "expected one that tells these apart."
            )


def determinize_is_repeatable(visit: Visit) -> Iterator[str]:
    for player in unsure_players(visit):
        seed = visit.random.word()
        once, again = (visit.ask("determinize", visit.state, player, Generator(seed)) for _ in range(2))
        if not alike(once, again):
            yield (
                f"`determinize` for player {player} gives {show(once)} and {show(again)} with the same "
                "`random`; expected equal states."
            )


def determinize_keeps_what_a_player_knows(visit: Visit) -> Iterator[str]:
    for player in unsure_players(visit):
        guess = visit.ask("determinize", visit.state, player, visit.random)
        questions: dict[str, tuple[object, ...]] = {"observation": (player,), "over": (), "turn": ()}
        if visit.turn in (player, SIMULTANEOUS):
            questions["moves_for"] = (player,)
        for method, arguments in {**questions, "text": (player,)}.items():
            real, guessed = (visit.ask(method, state, *arguments) for state in (visit.state, guess))
            if method == "moves_for":
                real, guessed = set(real), set(guessed)
            if not alike(real, guessed):
                yield (
                    f"`determinize` for player {player} gives {show(guess)}, where `{method}` is "
                    f"{show(guessed)} and not {show(real)}; expected what the player cannot tell apart."
                )


def unsure_players(visit: Visit) -> range:
    """The players from whom something may be hidden here."""
    return range(0) if visit.over or not visit.game.hidden else visit.players
