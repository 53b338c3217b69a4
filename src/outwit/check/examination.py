"""The examination of a game: one game after another is played, and its states are looked at."""

from __future__ import annotations

import math
from collections import Counter
from time import perf_counter
from typing import NoReturn

from outwit.check.promises import PROMISES
from outwit.check.recall import PROMISE as RECALLED
from outwit.check.recall import Recall
from outwit.check.report import Broken
from outwit.check.values import alike, copy_value, show
from outwit.check.visit import BrokenPromiseError, Notes, Visit, reason
from outwit.check.walk import ENDLESS, Walk, move_names, walk
from outwit.faults import fault_of
from outwit.game import Game, Move, State, defines
from outwit.random import Generator

THOROUGH = 20
"""Games of which every state is examined."""

SAMPLE = 0.1
"""The part of the states that is examined in later games; the last one always is."""

LONG = 1000
"""About how many states of one game are examined at most."""

MANY = 10
"""After so many choices for each player, one who has had none is missed."""

STORIES, RECALL = 2000, 2.0
"""How many games are followed, and for how many seconds, to see whether a player forgets."""

GLIMPSE = 20
"""How many moves are shown of a game without an end."""


class Examination:
    """What has been played and seen so far."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.games = 0
        self.states = 0
        self.dice = Generator(seed)
        """Draws the walks; the promises draw from another, so that trying them leaves the walks the same."""
        self.random = Generator(self.dice.word())
        self.notes = Notes()
        self.acted: Counter[int] = Counter()
        """How often each player has chosen."""
        self.longest = 0
        """How often, in one game, somebody has: in one shorter than there are players, not all can have."""
        self.start: State = None
        self.visit = self.at(None, [], 0)

    def at(self, state: State, moves: list[Move], number: int) -> Visit:
        """Go to a state, to which the first so many of these moves led."""
        self.visit = Visit(self.game, state, moves, number, self.random, self.notes)
        return self.visit

    def look(self, visit: Visit) -> None:
        """Try every promise on a state."""
        self.states += 1
        for promise in PROMISES:
            name = promise.__name__.replace("_", " ")
            try:
                sentence = next(promise(visit), None)
            except BrokenPromiseError:
                raise
            except (Exception, SystemExit) as error:
                fault = fault_of(error)
                asked = "Trying this promise" if fault is None else f"`{fault.rule}`"
                sentence = f"{asked} raised {reason(self.game, error)}."
            if sentence:
                raise BrokenPromiseError(name, sentence)

    def report_breach(self, breach: BrokenPromiseError) -> Broken:
        """The promise just found broken, with the state visited and the way there."""
        visit = self.visit
        moves = move_names(self.game, visit.moves[: visit.number])
        return Broken(breach.promise, breach.sentence, show(visit.before, 400), moves)

    def begin(self) -> None:
        """Look at the initial state, before anything is played."""
        state = self.visit.ask("initial")
        if state is None:
            raise BrokenPromiseError("initial gives a state", "`initial()` gives None; expected a state.")
        self.start = copy_value(state)
        self.look(self.at(state, [], 0))
        self.initial()

    def initial(self) -> State:
        """The initial state, which must be the same each time."""
        state = self.at(None, [], 0).ask("initial")
        if not alike(state, self.start):
            raise BrokenPromiseError(
                "initial is repeatable",
                f"`initial()` gives {show(self.start)} first and {show(state)} later; expected the same.",
            )
        return state

    def play(self, deadline: float) -> None:
        """Play a game at random and look at its states; what the deadline cuts off remains unseen."""
        played = walk(self.game, self.dice, deadline)
        stopped = not played.over and played.error is None
        if stopped and self.games and len(played.moves) < ENDLESS:
            return
        self.games += 1
        self.acted.update(played.acted)
        self.longest = max(self.longest, played.acted.total())
        if stopped:
            self.retrace(played.moves[:LONG], 1.0, deadline)
            self.give_up(played)
        share = 1.0 if played.error or self.games <= THOROUGH else SAMPLE
        end = self.retrace(played.moves, min(share, LONG / (len(played.moves) + 1)), deadline)
        if played.error:
            why = reason(self.game, played.error)
            raise BrokenPromiseError(
                "games can be played", f"Random play stopped after {len(played.moves)} moves: {why}."
            )
        if end is not None and not alike(end, played.end):
            raise BrokenPromiseError(
                "play is repeatable",
                f"The same moves led to {show(played.end)} at first and to {show(end)} when played again.",
            )

    def retrace(self, moves: list[Move], share: float, deadline: float) -> State | None:
        """Play the moves again, looking at this share of the states and at the last; give the last state."""
        notes = self.notes
        notes.passed.clear()
        notes.gone.clear()
        looping = self.game.repetition != 0 and defines(self.game, "irreversible")
        state = self.initial()
        for number in range(len(moves) + 1):
            visit = self.at(state, moves, number)
            if number == len(moves) or self.random.uniform() < share:
                if perf_counter() > deadline:
                    return None
                self.look(visit)
            if number < len(moves):
                move = moves[number]
                if looping and visit.decision:
                    notes.passed.add(visit.ask("repetition_key", state))
                    if visit.ask("irreversible", state, move):
                        notes.gone |= notes.passed
                state = visit.play(move)
        return state

    def conclude(self, deadline: float) -> None:
        """Look at what only many games show: whether every player acts, and whether any forgets."""
        idle = [player for player in range(self.game.players) if not self.acted[player]]
        enough = self.acted.total() >= MANY * self.game.players and self.longest >= self.game.players
        if idle and enough:
            self.at(self.start, [], 0)
            raise BrokenPromiseError(
                "every player acts",
                f"Player {idle[0]} had nothing to choose in {self.games} random games; expected "
                "`play` to pass the turn on, or `players` to be as many as there are.",
            )
        if self.game.hidden and defines(self.game, "observation"):
            self.recollect(min(deadline, perf_counter() + RECALL))

    def recollect(self, deadline: float) -> None:
        """Play on, to see whether a player ever forgets; the states are looked at with that in mind alone."""
        recall = Recall(self.game)
        for _ in range(STORIES):
            played = walk(self.game, self.random, deadline)
            if not played.over or perf_counter() > deadline:
                break
            recall.attend(played.moves)
        found = recall.find_forgotten()
        if found:
            self.at(found.ending.state, list(found.ending.moves), len(found.ending.moves))
            raise BrokenPromiseError(RECALLED, found.sentence)

    def give_up(self, played: Walk) -> NoReturn:
        """Report a game that does not end, with its first moves."""
        self.retrace(played.moves[:GLIMPSE], 0.0, math.inf)
        count = len(played.moves)
        after = f"{count:,} moves" if count >= ENDLESS else f"{count:,} moves, when time ran out"
        raise BrokenPromiseError(
            "games end",
            f"A random game had not ended after {after}; expected an end, or `repetition` set if positions "
            "may come again.",
        )
