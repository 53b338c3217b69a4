"""What a request may cost: counted before the work is done, at every door."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, islice
from time import perf_counter
from typing import Any

from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, State
from outwit.play import Session

MOST_LEGAL = 5_000
"""How many moves, or outcomes of chance, there may be to choose from in a position."""

MOST_LISTED = 500_000
"""How many moves and outcomes there may be in all positions that a request goes through."""

AHEAD = 8
"""After so many of the next moves it is seen whether chance has too many outcomes there."""

LONGEST = 10.0
"""Seconds in which a request must have gone through its positions."""

SMALL, SOON = 5_000, 0.02
"""So many moves and seconds are little: whoever serves others can go through them at once."""


class TooCostlyError(OutwitError):
    """A request that would take more work than is granted."""


@dataclass
class Budget:
    """How much work one request may be; every position that it comes to is charged for."""

    listed: int = MOST_LISTED
    seconds: float = LONGEST
    spent: int = 0
    began: float = field(default_factory=perf_counter)

    @classmethod
    def small(cls) -> Budget:
        """What can be done at once by whoever serves others too."""
        return cls(SMALL, SOON)

    def charge(self, session: Session) -> None:
        """Pay for the present position, or refuse to go on; moves are counted one by one and not kept."""
        self.charge_state(session.rules, session.state)

    def charge_ahead(self, session: Session) -> None:
        """Pay for what chance may bring after some of the next moves: a search lists that before all else."""
        rules, state = session.rules, session.state
        if not rules.stochastic or session.over or session.turn in (CHANCE, SIMULTANEOUS):
            return
        for move in islice(rules.moves(state), AHEAD):
            following = rules.play(state, move)
            if not rules.over(following) and rules.turn(following) == CHANCE:
                self.charge_state(rules, following)

    def charge_state(self, rules: Game, state: State) -> None:
        """Pay for one position."""
        count = 0 if rules.over(state) else sum(1 for _ in islice(choices(rules, state), MOST_LEGAL + 1))
        if count > MOST_LEGAL:
            what = "outcomes of chance" if rules.turn(state) == CHANCE else "moves"
            raise OutwitError(f"There are too many {what} here; a request can have at most {MOST_LEGAL:,}.")
        self.spent += count
        if self.spent > self.listed:
            raise TooCostlyError(
                f"All these positions together have too many moves; a request can have {self.listed:,}."
            )
        if perf_counter() - self.began > self.seconds:
            raise TooCostlyError(
                f"To go through these moves takes more than {self.seconds:g} seconds; give fewer of them, or "
                "the position that they lead to."
            )


def choices(rules: Game, state: State) -> Iterable[Any]:
    """What can happen next."""
    turn = rules.turn(state)
    if turn == CHANCE:
        return rules.chances(state)
    if turn == SIMULTANEOUS:
        return chain.from_iterable(rules.moves_for(state, seat) for seat in range(rules.players))
    return rules.moves(state)


def refuse_crowd(session: Session) -> None:
    """Refuse a position with so many moves, or outcomes of chance behind them, that it hurts to list them."""
    budget = Budget()
    budget.charge(session)
    budget.charge_ahead(session)
