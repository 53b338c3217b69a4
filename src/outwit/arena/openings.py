"""Where games begin: after moves at random, each opening once, or as a file says."""

from __future__ import annotations

from pathlib import Path

from outwit.arena.plan import Opening
from outwit.errors import OutwitError, shorten
from outwit.game import CHANCE, SIMULTANEOUS, Game, options
from outwit.play.session import Session
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
        session = random_opening(game, plies, scramble(seed * 1_000_003 + draws + TRIES * len(found)))
        draws += 1
        position = session.rules.text(session.state)
        if position not in found:
            found[position] = Opening(None, tuple(session.described()))
            draws = 0
    return tuple(found.values())


def random_opening(game: Game, plies: int, seed: int) -> Session:
    """A table after so many moves at random, or before the one that would have ended the game."""
    random = Generator(seed)
    session = Session(game, seed=seed)
    moved = 0
    while moved < plies:
        if session.turn == CHANCE:
            session.roll()
        elif session.turn == SIMULTANEOUS:
            players = range(game.players)
            rules, state = session.rules, session.state
            session.play(tuple(random.choice(list(rules.moves_for(state, player))) for player in players))
            moved += 1
        else:
            session.play(random.choice(options(session.rules, session.state)))
            moved += 1
        if session.over:
            del session.steps[-1], session.states[-1]
            break
    return session


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
            opening, session = read_opening(text, game, f"{path}, line {number}")
            if session.over:
                raise OutwitError(f"{path}, line {number}: the game is over after {shorten(text)!r}.")
            found.append(opening)
    if not found:
        raise OutwitError(f"There is no opening in {str(path)!r}; write one a line, moves or a position.")
    return tuple(found)


def read_opening(text: str, game: Game, where: str) -> tuple[Opening, Session]:
    """The opening that a line stands for, moves or else a position, and the table at its end."""
    session = Session(game)
    try:
        session.read(text)
        return Opening(None, tuple(session.described())), session
    except OutwitError as as_moves:
        try:
            return Opening(text), Session(game, start=text)
        except OutwitError as as_position:
            raise OutwitError(f"{where}: as moves, {as_moves} As a position, {as_position}") from None
