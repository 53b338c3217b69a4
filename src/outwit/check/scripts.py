"""The promises about who plays a game: its own scripts, and the agent that it names."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.agents import find_agent
from outwit.check.leaks import indistinguishable_states
from outwit.check.values import alike, show
from outwit.check.visit import Visit
from outwit.errors import OutwitError
from outwit.random import Generator


def scripts_have_names(visit: Visit) -> Iterator[str]:
    names = visit.game.scripts
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        yield f"`scripts` is {show(names)}; expected a list of names."


def scripts_play_legal_moves(visit: Visit) -> Iterator[str]:
    for name in drawn_script(visit):
        move = visit.ask("script", visit.state, name, visit.random)
        if move not in visit.options:
            yield f"`script` {name!r} plays {show(move)}; expected a move that `moves` yields."


def scripts_are_repeatable(visit: Visit) -> Iterator[str]:
    for name in drawn_script(visit):
        seed = visit.random.word()
        once, again = (visit.ask("script", visit.state, name, Generator(seed)) for _ in range(2))
        if not alike(once, again):
            yield (
                f"`script` {name!r} plays {show(once)} and {show(again)} with the same `random`; expected "
                "the same move."
            )


def scripts_play_by_what_is_known(visit: Visit) -> Iterator[str]:
    for name in drawn_script(visit) if visit.game.hidden else ():
        seed = visit.random.word()
        move = visit.ask("script", visit.state, name, Generator(seed))
        for other in indistinguishable_states(visit, visit.turn):
            played = visit.ask("script", other, name, Generator(seed))
            if not alike(move, played):
                yield (
                    f"`script` {name!r} plays {show(move)} and, with the same `random`, {show(played)} in "
                    f"{show(other)}; expected the same move, as the player cannot tell the two states apart."
                )


def drawn_script(visit: Visit) -> list[str]:
    """One of the game's scripts to try in this state, if a player is to act; to try all would take long."""
    return [visit.random.choice(visit.game.scripts)] if visit.decision and visit.game.scripts else []


def default_agent_plays_the_game(visit: Visit) -> Iterator[str]:
    """The agent that a game names for itself is known, and does not refuse it."""
    spec = visit.game.default_agent
    if spec and visit.number == 0:
        try:
            find_agent(spec, files=False).require(visit.game)
        except OutwitError as error:
            yield f"`default_agent` is {show(spec)}; expected an agent that plays the game: {error}"


PROMISES = (
    scripts_have_names,
    scripts_play_legal_moves,
    scripts_are_repeatable,
    scripts_play_by_what_is_known,
    default_agent_plays_the_game,
)
