"""A game being played: who sits where, what has happened, and what can happen next."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from outwit.decision import deciding_player
from outwit.errors import IllegalMoveError
from outwit.game import (
    CHANCE,
    SIMULTANEOUS,
    Game,
    Move,
    State,
    actors,
    mix,
    options,
    read_move,
    read_position,
    refusal,
)
from outwit.play.knowledge import position_for
from outwit.position import Position
from outwit.random import Generator
from outwit.repetition import add_memory


class Step(NamedTuple):
    """Something that happened at the table."""

    by: int
    """The player who moved, or `CHANCE`, or `SIMULTANEOUS`."""

    move: Move
    """The move or the outcome; where all moved at once, a tuple with a move for each player."""

    value: float | None = None
    """What whoever moved took the position to be worth, in payoff units."""

    seconds: float | None = None
    """How long they thought."""


@dataclass
class Session:
    """A game under way at one table.

    Chance events depend on the seed and on how many steps have been taken, so taking a move back and playing
    it again does not change the dice.

    >>> from outwit.games import find_game
    >>> session = Session(find_game("connect4"))
    >>> session.read("4453")
    >>> len(session.steps), session.over
    (4, False)
    """

    game: Game
    players: Sequence[str] = ()
    """Who sits in each seat: agents' specs, `human` among them."""
    seed: int = 0
    start: str | None = None
    """The position that the game started from, as text, where it was not the usual one."""
    steps: list[Step] = field(default_factory=list, init=False)
    states: list[State] = field(default_factory=list, init=False)
    """The state before each step, and the present one last."""

    def __post_init__(self) -> None:
        first = self.game.initial() if self.start is None else read_position(self.game, self.start)
        self.rules, state = add_memory(self.game, first)
        self.states.append(state)

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    @property
    def position(self) -> Position:
        """The present state, ready to be shown."""
        return Position(self.rules, self.state)

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return self.rules.over(self.state)

    @property
    def turn(self) -> int:
        """Who acts next: a player, `CHANCE` or `SIMULTANEOUS`."""
        return self.rules.turn(self.state)

    @property
    def result(self) -> tuple[float, ...] | None:
        """Each player's payoff, once the game is over."""
        if not self.over:
            return None
        return tuple(self.rules.payoff(self.state, player) + 0.0 for player in range(self.game.players))

    def copy(self) -> Session:
        """The same game as it stands, in which play can go on apart from this one."""
        apart = copy.copy(self)
        apart.steps, apart.states = list(self.steps), list(self.states)
        return apart

    def play(self, move: Move, value: float | None = None, seconds: float | None = None) -> None:
        """Play a legal move or chance outcome; where all choose at once, a tuple of their moves."""
        self.refuse_if_over()
        turn, state = self.turn, self.state
        if turn == SIMULTANEOUS:
            for player, choice in zip(actors(self.rules, state), move, strict=True):
                self.refuse_unless(choice, self.rules.moves_for(state, player))
            following = self.rules.play_joint(state, tuple(move))
        else:
            self.refuse_unless(move, options(self.rules, state))
            following = self.rules.play(state, move)
        self.steps.append(Step(turn, move, value, seconds))
        self.states.append(following)

    def refuse_if_over(self) -> None:
        """Nothing can be played in a finished game."""
        if self.over:
            raise IllegalMoveError("The game is over; no move can be played any more.")

    def refuse_unless(self, move: Move, legal: Iterable[Move]) -> None:
        """Only a legal move may be played."""
        legal = list(legal)
        if move not in legal:
            describe = self.rules.describe
            raise IllegalMoveError(refusal(str(move), (describe(self.state, each) for each in legal)))

    def roll(self) -> Move:
        """Let chance act: draw an outcome, play it and return it."""
        random = Generator(self.seed * 1_000_003 + len(self.steps))
        outcome = random.weighted(list(self.rules.chances(self.state)))
        self.play(outcome)
        return outcome

    def undo(self, to_move: Iterable[int] = ()) -> bool:
        """Take back the last decision, and on until one of these players is to move again.

        Without players, one decision. Returns whether there was anything to take back.
        """
        last = self.last_decision(to_move)
        if last is None:
            return False
        del self.steps[last:], self.states[last + 1 :]
        return True

    def last_decision(self, by: Iterable[int] = ()) -> int | None:
        """The number of the last step that one of these players, or anybody, decided; None without one."""
        wanted = set(by)
        for last in reversed(range(len(self.steps))):
            player = self.steps[last].by
            if player != CHANCE and (not wanted or player in wanted or player == SIMULTANEOUS):
                return last
        return None

    def may_undo(self, seats: Iterable[int]) -> bool:
        """May whoever holds these seats take steps back without asking anybody?

        With hidden information only if they hold them all: what a seat has once been shown cannot be unseen,
        and whoever has seen what a step leads to would choose again, knowing it.
        """
        return not self.rules.hidden or set(seats) >= set(range(self.game.players))

    def read(self, text: str) -> None:
        """Play what a text says: a move, or moves one after the other, with spaces between them or none."""
        self.refuse_if_over()
        before = len(self.steps)
        rest = text.strip()
        try:
            while rest or len(self.steps) == before:
                head = self.head(rest)
                self.play(self.find_move(head))
                rest = rest[len(head) :].lstrip()
        except IllegalMoveError:
            nothing_meant = len(self.steps) == before
            del self.steps[before:], self.states[before + 1 :]
            if nothing_meant:
                raise self.move_error(text) from None
            raise

    def head(self, text: str) -> str:
        """The part of a text that stands for the next move: all of it, or the longest that is one here."""
        try:
            self.find_move(text)
        except IllegalMoveError:
            if self.turn == SIMULTANEOUS:  # moves with commas between, of which none has a space then
                return text.split()[0] if text else text
            names = {self.rules.describe(self.state, move) for move in options(self.rules, self.state)}
            for name in sorted(names, key=len, reverse=True):
                if name and text[: len(name)].casefold() == name.casefold():
                    return text[: len(name)]
            return text.split()[0] if len(text.split()) > 1 else text[:1]
        return text

    def find_move(self, text: str) -> Move:
        """The move or outcome that a text stands for; where all choose at once, moves between commas."""
        if self.turn != SIMULTANEOUS:
            return read_move(self.rules, self.state, text)
        choices = text.split(",")
        if len(choices) != self.game.players:
            raise IllegalMoveError(
                f"All {self.game.players} players choose at once here; write their moves with commas between."
            )
        return tuple(read_move(self.rules, self.state, choice) for choice in choices)

    def move_error(self, text: str) -> IllegalMoveError:
        """The answer to a text that is no move here."""
        names = [self.rules.describe(self.state, move) for move in options(self.rules, self.state)]
        return IllegalMoveError(refusal(text, names))

    # What a seat knows

    def seen_by(self, player: int | None = None) -> tuple[State, Sequence[State]]:
        """The present state and those before it as an agent is handed them that decides for a player.

        With hidden information they are drawn, by the seed and the number of steps; see `position_for`.
        Without a player, it is the one who is to act.
        """
        if not self.rules.hidden:
            return self.state, self.states[:-1]
        return self.world_at(deciding_player(self.rules, self.state, player), len(self.steps))

    def sees_all(self, seat: int | None) -> bool:
        """May everything be shown to a seat: is nothing hidden, or not any more? None sees all."""
        return seat is None or not self.rules.hidden or self.over

    def shown_to(self, seat: int | None, count: int | None = None) -> State:
        """The state after so many steps, or the present one, as it may be shown to a seat; None sees all.

        Where something may be hidden from the seat it is a world drawn for it, so that not even a picture
        that forgets whose eyes it is for gives anything away. Once a game is over, everything is shown.
        """
        count = len(self.steps) if count is None else count
        if seat is None or self.sees_all(seat):
            return self.states[count]
        return self.world_at(seat, count)[0]

    def legal_for(self, seat: int) -> list[Move]:
        """The moves of a seat, found in the state that it is shown: not even their order tells more."""
        return list(self.rules.moves_for(self.shown_to(seat), seat))

    def legal_names(self, seat: int) -> list[str]:
        """The moves of a seat as people write them, in the state that it is shown."""
        state = self.shown_to(seat)
        return [self.rules.describe(state, move) for move in self.rules.moves_for(state, seat)]

    def world_at(self, player: int, count: int) -> tuple[State, Sequence[State]]:
        """The state after so many steps, and those before it, as a player sees them."""
        random = Generator(mix((self.seed, count, player)))
        return position_for(self.rules, self.states[count], self.states[:count], player, random)

    def told_to(self, seat: int | None, number: int) -> str | None:
        """A step as people write it, as far as a seat sees it; None if it does not, and None sees all.

        Where all chose at once, a question mark stands for a choice that the seat does not see.
        """
        state, step = self.states[number], self.steps[number]
        if seat is None or self.sees_all(seat):
            return self.describe(state, step)
        if step.by != SIMULTANEOUS:
            return self.rules.describe_to(state, step.move, step.by, seat) or None
        seen = (self.rules.describe_to(state, move, by, seat) for by, move in enumerate(step.move))
        return ",".join(text or "?" for text in seen)

    def told_to_all(self, seats: Iterable[int], number: int) -> str | None:
        """A step as people write it, if each of these seats sees the same of it; None if they do not."""
        told = {self.told_to(seat, number) for seat in seats} or {self.told_to(None, number)}
        return told.pop() if len(told) == 1 else None

    def told_to_its_player(self, number: int) -> str:
        """A step as whoever made it was told of it, where something is hidden: a shot with its answer.

        Elsewhere, and where chance acts or all choose at once, as people write it.
        """
        state, step = self.states[number], self.steps[number]
        if step.by < 0 or not self.rules.hidden:
            return self.describe(state, step)
        return self.rules.describe_to(state, step.move, step.by, step.by)

    def knows_move(self, seat: int | None, number: int) -> bool:
        """Does a seat know which move a step was?

        It does if it made the move, or if what it sees of it is the move's name, alone or with a colon and
        more behind it, as in `c7: hit`.
        """
        step, told = self.steps[number], self.told_to(seat, number) or ""
        name = self.describe(self.states[number], step)
        return step.by == seat or told == name or told.startswith(f"{name}:")

    # What has happened

    def described(self) -> list[str]:
        """Everything that has happened, as people write it."""
        return [self.describe(state, step) for state, step in zip(self.states, self.steps, strict=False)]

    def describe(self, state: State, step: Step) -> str:
        """A step as people write it."""
        if step.by == SIMULTANEOUS:
            return ",".join(self.rules.describe(state, move) for move in step.move)
        return self.rules.describe(state, step.move)

    def _repr_html_(self) -> str:
        return self.position._repr_html_() + f"<p>{escape(' '.join(self.described()))}</p>"
