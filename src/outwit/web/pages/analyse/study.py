"""The position under study: where the line began, what was played, and how far along it one looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outwit.errors import OutwitError
from outwit.game import CHANCE, Game, Move, State, options
from outwit.games import game_spec
from outwit.play import Session
from outwit.protocols.budget import Budget, refuse_crowd
from outwit.protocols.schema import MOST_MOVES
from outwit.views import without_memory
from outwit.web.pages.address import Spot

JOINTS = (" / ", "; ")
"""What stands between the lines of a position in the notations of games."""


class Study:
    """A line of moves, and the place in it that is looked at.

    >>> from outwit.games import find_game
    >>> study = Study(Session(find_game("connect4")))
    >>> study.follow("4453")
    >>> study.go(2)
    >>> study.spot.moves, study.address()
    (('4', '4'), '/analyse/connect4?move=4&move=4&move=5&move=3&at=2')
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        """The whole line."""
        self.count = len(session.steps)
        """How many of its steps lead to the position that is looked at."""

    @classmethod
    def read(cls, game: Game, spot: Spot, at: str | None = None) -> tuple[Study, str]:
        """The line of an address as far as it can be played, and a sentence about what could not be."""
        try:
            study, complaint, budget = cls(begin_session(game, spot.start)), "", Budget()
        except OutwitError as error:
            if spot.start is None:
                raise
            return cls(begin_session(game, None)), f"The address has no position to begin from. {error}"
        for number, text in enumerate(spot.moves[:MOST_MOVES], 1):
            try:
                study.play(text, budget)
            except OutwitError as error:
                complaint = f"Move {number} of {len(spot.moves)} in the address cannot be played. {error}"
                break
        if at is not None and at.isdecimal():
            study.go(int(at[:9]))
        return study, complaint

    # What is looked at

    @property
    def game(self) -> Game:
        """The game."""
        return self.session.game

    @property
    def state(self) -> State:
        """The state that is looked at."""
        return self.session.states[self.count]

    @property
    def over(self) -> bool:
        """Is the game finished there?"""
        return self.session.rules.over(self.state)

    @property
    def turn(self) -> int:
        """Who acts there: a player or `CHANCE`."""
        return self.session.rules.turn(self.state)

    @property
    def value_player(self) -> int:
        """The player for whom values of the position are: who is to act or, where chance is, the first."""
        return 0 if self.over or self.turn == CHANCE else self.turn

    def legal(self) -> list[Move]:
        """The moves that can be played there by a player."""
        return [] if self.over or self.turn == CHANCE else options(self.session.rules, self.state)

    def outcomes(self) -> list[tuple[str, float]]:
        """What chance can bring there, as people write it, each with its probability."""
        if self.over or self.turn != CHANCE:
            return []
        rules = self.session.rules
        return [(rules.describe(self.state, outcome), odds) for outcome, odds in rules.chances(self.state)]

    @property
    def spot(self) -> Spot:
        """The position that is looked at, as an address holds it."""
        return Spot.of(self.session, self.count)

    def address(self, agents: Sequence[str] = ()) -> str:
        """Where this position can be found again, with the rest of the line and these agents."""
        at = None if self.count == len(self.session.steps) else str(self.count)
        return Spot.of(self.session).analysis(at=at, agent=agents)

    def request(self) -> dict[str, Any]:
        """The position as a search is asked about it."""
        spot = self.spot
        return {"game": game_spec(self.game), "start": spot.start, "moves": list(spot.moves)}

    def notation(self) -> str:
        """The position in the game's own notation, in one line; nothing where it is not read back so."""
        return notation(self.game, without_memory(self.state))

    # What changes it

    def go(self, count: int) -> None:
        """Look at the position after so many steps."""
        self.count = min(max(count, 0), len(self.session.steps))

    def play(self, text: str, budget: Budget | None = None) -> None:
        """Play a move or an outcome: on along the line if it is the next one there, else away from it."""
        steps, here = self.session.steps, self.until(self.count)
        here.refuse_if_over()
        move = here.find_move(text)
        if self.count == len(steps) or move != steps[self.count].move:
            here.play(move)
            (budget or Budget()).charge(here)
            self.session = here
        self.count += 1

    def follow(self, text: str) -> None:
        """Play what somebody wrote: one move, or several one after the other."""
        here = self.until(self.count)
        here.read(text)
        refuse_crowd(here)
        self.session, self.count = here, len(here.steps)

    def play_out(self, spot: Spot, line: Sequence[str], many: int) -> None:
        """Put a line behind the position that it was expected in, and look at it after so many moves."""
        here = spot.session(self.game)
        before = len(here.steps)
        for text in line:
            here.play(here.find_move(text))
        self.session = here
        self.go(before + many)

    def set_up(self, text: str) -> None:
        """Begin from a position in the game's notation; without any, from the usual one."""
        self.session, self.count = begin_session(self.game, text.strip() or None), 0

    def put_together(self, state: State) -> None:
        """Begin from a state that was put together square by square, if it is a sound one."""
        accepted = self.game.position(self.game.text(state))
        self.set_up(notation(self.game, accepted) or self.game.text(accepted))

    def until(self, count: int) -> Session:
        """The line up to so many steps, as a session of its own."""
        here = Session(self.game, start=self.session.start)
        here.steps = self.session.steps[:count]
        here.states = self.session.states[: count + 1]
        return here


def begin_session(game: Game, start: str | None) -> Session:
    """A session that begins at a position, if that has not too many moves to be shown."""
    session = Session(game, start=start)
    refuse_crowd(session)
    return session


def notation(game: Game, state: State) -> str:
    """A state in its game's own notation, in one line; nothing where that is not read back.

    >>> from outwit.games import find_game
    >>> nim, board = find_game("nim"), find_game("tictactoe")
    >>> notation(nim, nim.initial()), notation(board, board.initial())
    ('21 coins, player 1 to move', '1 2 3 / 4 5 6 / 7 8 9')
    """
    lines = [" ".join(line.split()) for line in game.text(state).split("\n")]
    for joint in JOINTS:
        try:
            if game.position(joint.join(lines)) == state:
                return joint.join(lines)
        except OutwitError:
            continue
    return ""
