"""The examination of a game: one game after another is played, and its states are looked at."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import NoReturn

from outwit import faults
from outwit.check import possible, rejection
from outwit.check.hidden import unsure_players
from outwit.check.promises import PLAYED_ON, PROMISES, Promise
from outwit.check.recall import PROMISE as RECALLED
from outwit.check.recall import Recall
from outwit.check.report import Broken
from outwit.check.values import alike, copy_value, several, show
from outwit.check.visit import BrokenPromiseError, Notes, Visit, reason
from outwit.check.walk import ENDLESS, Walk, follow, move_names, walk
from outwit.faults import OverdueError, fault_of
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

FINDING, WALKS = 10.0, 10
"""For how many seconds, and in how many games, it is seen whether worlds are found by random play."""

COMPARING = 2.0
"""For how many seconds worlds are looked for among the states that the game comes to."""

PLAYING_ON, GAMES, FAR = 1.5, 100, 200
"""For how many seconds worlds are played on from, of how many games at most, and how many moves in each."""

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
        self.left_out = ""
        """What was to be looked at, and was not as time ran out: a sentence."""
        self.start: State = None
        self.visit = self.at(None, [], 0)

    def at(self, state: State, moves: list[Move], number: int) -> Visit:
        """Go to a state, to which the first so many of these moves led."""
        self.visit = Visit(self.game, state, moves, number, self.random, self.notes)
        return self.visit

    def look(self, visit: Visit) -> None:
        """Try every promise on a state."""
        self.states += 1
        self.try_promises(PROMISES, visit)

    def try_promises(self, promises: Iterable[Promise], visit: Visit) -> None:
        """Raise the first of these promises that is broken."""
        for promise in promises:
            name = promise.__name__.replace("_", " ")
            with self.trying(name):
                sentence = next(promise(visit), None)
            if sentence:
                raise BrokenPromiseError(name, sentence)

    @contextmanager
    def trying(self, name: str) -> Iterator[None]:
        """Whatever is raised while this promise is tried breaks it."""
        try:
            yield
        except BrokenPromiseError:
            raise
        except (Exception, SystemExit) as error:
            fault = fault_of(error)
            asked = "Trying this promise" if fault is None else f"`{fault.rule}`"
            raise BrokenPromiseError(name, f"{asked} raised {reason(self.game, error)}.") from error

    def report_breach(self, breach: BrokenPromiseError) -> Broken:
        """The promise just found broken, with the state visited and the way there."""
        visit = self.visit
        moves = move_names(self.game, visit.moves[: visit.number])
        return Broken(breach.promise, breach.sentence, show(visit.before, 400), moves)

    def overdue(self, error: OverdueError, seconds: float) -> BrokenPromiseError:
        """The breach that a rule is which had to be interrupted, as it did not come back."""
        fault, place = fault_of(error), faults.reason(self.game, error)[1]
        rule = f"`{fault.rule}`" if fault else "A rule"
        sentence = f"{rule} had not come back after {seconds:g} s and was ended{place and f' in {place}'}"
        return BrokenPromiseError("rules come back", f"{sentence}; expected an answer.")

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
        played = self.walk(self.dice, deadline)
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

    def walk(self, random: Generator, deadline: float) -> Walk:
        """A game played at random; if a rule had to be interrupted, the visit is where that was."""
        played = walk(self.game, random, deadline)
        if isinstance(played.error, OverdueError):
            self.at(played.end, played.moves, len(played.moves))
            raise played.error
        return played

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
        phases: list[tuple[Callable[[float], None], float]] = []
        if self.game.hidden and defines(self.game, "observation"):
            phases.append((self.recollect, RECALL))
        if self.game.hidden and defines(self.game, "determinize"):
            phases += [(self.compare_worlds, COMPARING), (self.play_on, PLAYING_ON)]
        elif phases:
            phases.append((self.find_worlds, FINDING))
        for number, (phase, most) in enumerate(phases):
            now = perf_counter()
            with self.trying(phase.__name__.replace("_", " ")):
                phase(now + min(most, max(deadline - now, 0.0) / (len(phases) - number)))

    def recollect(self, deadline: float) -> None:
        """Play on, to see whether a player ever forgets; the states are looked at with that in mind alone."""
        recall = Recall(self.game)
        for _ in range(STORIES):
            played = self.walk(self.random, deadline)
            if not played.over or perf_counter() > deadline:
                break
            self.at(played.end, played.moves, len(played.moves))
            recall.attend(played.moves)
        found = recall.find_forgotten()
        if found:
            self.at(found.ending.state, list(found.ending.moves), len(found.ending.moves))
            raise BrokenPromiseError(RECALLED, found.sentence)

    def find_worlds(self, deadline: float) -> None:
        """Where worlds are found by random play, see whether enough are, for each player in some games."""
        for _ in range(WALKS):
            played = self.walk(self.random, deadline)
            if not played.over:
                break
            for player in range(self.game.players):
                states, moves = self.cut_off(played.moves)
                self.at(states[-1], moves, len(moves))
                tally = rejection.count_agreeing(self.game, states, player, self.random, deadline)
                if tally.hopeless:
                    raise BrokenPromiseError(rejection.PROMISE, tally.sentence(player))
                if tally.undecided:
                    self.left_out = tally.left_out(player)
                    return

    def cut_off(self, moves: list[Move]) -> tuple[list[State], list[Move]]:
        """The states of a game up to some point at which it is not over, and the moves that led there."""
        states = [self.game.initial()]
        for move in moves[: self.random.below(len(moves))] if moves else ():
            states.append(follow(self.game, states[-1], move))
        return states, moves[: len(states) - 1]

    def compare_worlds(self, deadline: float) -> None:
        """Look for worlds among the states that the game comes to, as far as these can be listed."""
        if not possible.start_is_certain(self.game, self.random):
            return
        now = perf_counter()
        listing = possible.list_states(self.game, now + (deadline - now) / 3)
        situations = list(listing.situations(self.game, now + (deadline - now) * 2 / 3).items())
        self.random.shuffle(situations)
        for known, states in situations:
            state = self.random.choice(states)
            way = listing.way(state)
            found = next(possible.compare(self.at(state, way, len(way)), known, states, listing), None)
            if found:
                raise BrokenPromiseError(*found)
            if perf_counter() > deadline:
                break

    def play_on(self, deadline: float) -> None:
        """Play on from worlds that are drawn; one in which a promise is broken cannot occur."""
        for _ in range(GAMES):
            played = self.walk(self.random, deadline)
            if not played.over:
                break
            states, moves = self.cut_off(played.moves)
            visit = self.at(states[-1], moves, len(moves))
            for player in unsure_players(visit):
                self.play_world(visit, player, deadline)

    def play_world(self, visit: Visit, player: int, deadline: float) -> None:
        """Play on at random from one world of a player's."""
        state = world = visit.ask("determinize", visit.state, player, self.random)
        moves: list[Move] = []
        while len(moves) < FAR and perf_counter() < deadline:
            here = Visit(self.game, state, moves, len(moves), self.random, Notes())
            try:
                self.try_promises(PLAYED_ON, here)
                if here.over:
                    return
                move = here.draw_step()
                state = here.play(move)
            except BrokenPromiseError as breach:
                after = f", after {several(moves)}" if moves else ""
                raise BrokenPromiseError(
                    "worlds can be played on",
                    f"In {show(world)}, which `determinize` draws for player {player}{after}: "
                    f"{breach.sentence}",
                ) from breach
            moves.append(move)

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
