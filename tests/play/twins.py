"""Games that differ only in what one seat has not seen, to try whether anything tells that seat the truth."""

from __future__ import annotations

from outwit.errors import IllegalMoveError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, actors, options
from outwit.play import Session
from outwit.random import Generator

TRIES = 60
"""How many times another past is drawn before it is taken that there is none."""


def random_session(game: Game, seed: int, most: int = 60) -> Session:
    """A game that two people play at random, up to its end or so many steps."""
    session, random = Session(game, ("human",) * game.players, seed), Generator(seed)
    while not session.over and len(session.steps) < most:
        if session.turn == CHANCE:
            session.roll()
        else:
            session.play(random_step(session, random))
    return session


def random_step(session: Session, random: Generator) -> Move:
    """Something that may happen next, whoever chooses it."""
    rules, state = session.rules, session.state
    if session.turn == SIMULTANEOUS:
        return tuple(random.choice(list(rules.moves_for(state, seat))) for seat in actors(rules, state))
    return random.choice(options(rules, state))


def twin_of(session: Session, seat: int, random: Generator) -> Session | None:
    """A game with another past, which the seat cannot tell from this one; None if none is found."""
    for _ in range(TRIES):
        other = Session(session.game, session.players, session.seed)
        other.states[0] = session.rules.determinize(session.states[0], seat, random)
        if follow(other, session, seat, random) and other.states != session.states:
            return other
    return None


def follow(other: Session, session: Session, seat: int, random: Generator) -> bool:
    """Play what a seat has seen of a game, and anything for what it has not; does it see the same again?"""
    for number, step in enumerate(session.steps):
        move, told = step.move, session.told_to(seat, number) or ""
        if step.by == SIMULTANEOUS and "?" in told:
            drawn = random_step(other, random)
            move = tuple(own if by == seat else drawn[by] for by, own in enumerate(step.move))
        elif not told:
            move = random_step(other, random)
        try:
            other.play(move)
        except IllegalMoveError:
            return False
        seen = (other.rules.observation(each.states[number + 1], seat) for each in (other, session))
        if len(set(seen)) > 1:
            return False
    return True


def replay(game: Game, session: Session) -> Session:
    """The same steps in another game."""
    again = Session(game, session.players, session.seed)
    for step in session.steps:
        again.play(step.move)
    return again
