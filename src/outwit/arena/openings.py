"""Where games begin: after moves at random, each opening once, or as a file says."""

from __future__ import annotations

from pathlib import Path

from outwit.arena.plan import Opening
from outwit.errors import OutwitError, shortened
from outwit.game import CHANCE, SIMULTANEOUS, Game, options
from outwit.play.sitting import Sitting
from outwit.random import Generator, scramble

TRIES = 50
"""How often an opening is drawn again that has been drawn before."""


def random_openings(game: Game, many: int, plies: int, seed: int = 0) -> tuple[Opening, ...]:
    """Openings after so many moves at random: all different, as far as there are so many.

    Games from one opening are no new evidence when they are repeated, so one that leads to a position that is
    there already is drawn again; where that does not help, there are fewer openings than were asked for.

    >>> from outwit.games import find_game
    >>> len(random_openings(find_game("connect4"), 100, plies=4))
    100
    >>> len(random_openings(find_game("nim"), 100, plies=1))
    3
    """
    found: dict[str, Opening] = {}
    draws = 0
    while len(found) < many and draws < TRIES:
        sitting = wandering(game, plies, scramble(seed * 1_000_003 + draws + TRIES * len(found)))
        draws += 1
        position = sitting.rules.text(sitting.state)
        if position not in found:
            found[position] = Opening(None, tuple(sitting.described()))
            draws = 0
    return tuple(found.values())


def wandering(game: Game, plies: int, seed: int) -> Sitting:
    """A table after so many moves at random, or before the one that would have ended the game."""
    random = Generator(seed)
    sitting = Sitting(game, seed=seed)
    moved = 0
    while moved < plies:
        if sitting.turn == CHANCE:
            sitting.roll()
        elif sitting.turn == SIMULTANEOUS:
            players = range(game.players)
            rules, state = sitting.rules, sitting.state
            sitting.play(tuple(random.choice(list(rules.moves_for(state, player))) for player in players))
            moved += 1
        else:
            sitting.play(random.choice(options(sitting.rules, sitting.state)))
            moved += 1
        if sitting.over:
            del sitting.steps[-1], sitting.states[-1]
            break
    return sitting


def openings_in(path: Path, game: Game) -> tuple[Opening, ...]:
    """The openings in a file, one a line: moves, as 4453, or a position in the game's own notation.

    Empty lines and those that begin with `#` are left out.
    """
    try:
        lines = path.expanduser().read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise OutwitError(f"The openings in {str(path)!r} cannot be read: {reason}.") from error
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            opening, sitting = read_opening(text, game, f"{path}, line {number}")
            if sitting.over:
                raise OutwitError(f"{path}, line {number}: the game is over after {shortened(text)!r}.")
            found.append(opening)
    if not found:
        raise OutwitError(f"There is no opening in {str(path)!r}; write one a line, moves or a position.")
    return tuple(found)


def read_opening(text: str, game: Game, where: str) -> tuple[Opening, Sitting]:
    """The opening that a line stands for, moves or else a position, and the table at its end."""
    sitting = Sitting(game)
    try:
        sitting.read(text)
        return Opening(None, tuple(sitting.described())), sitting
    except OutwitError as as_moves:
        try:
            return Opening(text), Sitting(game, start=text)
        except OutwitError as as_position:
            raise OutwitError(f"{where}: as moves, {as_moves} As a position, {as_position}") from None
