"""One game of a tournament: asks the agents, holds them to the rules, and tells what happens as it happens.

What is told is a series of events, plain data, from which a `Scoresheet` is written: whoever writes it may
sit in another process, and still has everything up to the moment when this one loops or dies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from outwit.agents import consult, find_agent
from outwit.arena.plan import Fixture, Opening, Tournament
from outwit.arena.played import Played
from outwit.decision import Agent, Decision, Limit
from outwit.errors import BrokenRulesError, shorten
from outwit.faults import OverdueError, blame_rules, broken_rules, fault_of, is_compiled
from outwit.game import CHANCE, Game, Move, actors
from outwit.games import find_game
from outwit.memory import Memory
from outwit.play.saved import step_data
from outwit.play.session import Session
from outwit.random import scramble
from outwit.repetition import cause
from outwit.search.sampler import Sampler
from outwit.search.searcher import Searcher

MOST_STEPS = 10_000
"""How long a game may be; one that is longer does not count."""

Tell = Callable[[dict[str, Any]], None]
"""Takes an event."""


class FaultError(Exception):
    """Something that ends a game before the rules do."""

    def __init__(self, sentence: str, culprit: int | None) -> None:
        super().__init__(sentence)
        self.culprit = culprit


class Scoresheet:
    """What is known of a game from the events told so far."""

    def __init__(self, fixture: Fixture, names: Sequence[str]) -> None:
        self.fixture = fixture
        self.names = [names[agent] for agent in fixture.seats]
        """Who sits in each seat."""
        self.steps: list[dict[str, Any]] = []
        self.final = ""
        self.asked: int | None = None
        """The seat whose agent is at work; None while the rules are."""
        self.preparing = False
        """Is it making ready, before any clock runs?"""
        self.payoffs: tuple[float, ...] | None = None
        self.cause = ""
        self.fault: str | None = None
        self.culprit: int | None = None
        seats = len(fixture.seats)
        self.moves, self.nodes, self.seconds = [0] * seats, [0] * seats, [0.0] * seats

    def take(self, event: dict[str, Any]) -> None:
        """Write an event down."""
        if "asking" in event:
            self.asked, self.preparing = event["asking"], event.get("preparing", False)
        elif "answered" in event:
            seat = event["answered"]
            self.asked = None
            self.moves[seat] += 1
            self.nodes[seat] += event["nodes"]
            self.seconds[seat] += event["seconds"]
        elif "final" in event:
            self.final = event["final"]
            if "step" in event:
                self.steps.append(event["step"])
        elif "payoffs" in event:
            self.payoffs = tuple(event["payoffs"])
            self.cause = event.get("cause", "")
        elif "fault" in event:
            self.blame(event["fault"], event["culprit"])

    def blame(self, sentence: str, culprit: int | None) -> None:
        """Write down what ended the game, and whose fault it was."""
        self.fault, self.culprit = sentence, culprit

    def blame_current(self, what: str) -> None:
        """Blame the agent at work for something or, if none is, the rules."""
        who = "The rules" if self.asked is None else self.names[self.asked]
        self.blame(f"{who} {what}", self.asked)

    def to_played(self) -> Played:
        """The game as it stands, over."""
        return Played(
            number=self.fixture.number,
            steps=tuple(self.steps),
            payoffs=self.payoffs,
            final=self.final,
            moves=tuple(self.moves),
            nodes=tuple(self.nodes),
            seconds=tuple(round(seconds, 6) for seconds in self.seconds),
            fault=self.fault,
            culprit=self.culprit,
            cause=self.cause,
        )


class Referee:
    """A game of a tournament under way, the agents in the same process."""

    def __init__(self, tournament: Tournament, fixture: Fixture, tell: Tell) -> None:
        self.tell = tell
        self.names = [tournament.names[agent] for agent in fixture.seats]
        self.session = start_session(tournament, fixture)
        self.tell({"final": self.session.rules.text(self.session.state)})
        self.agents: list[Agent] = []
        self.memories = [Memory() for _ in fixture.seats]
        """What is kept for each seat from one move to the next."""
        for seat, number in enumerate(fixture.seats):
            agent = find_agent(tournament.agents[number]).with_seed(scramble(fixture.seed + number) >> 1)
            agent.require(self.session.game)
            self.tell({"asking": seat, "preparing": True})
            self.call_agent(seat, agent, lambda agent=agent: agent.prepare(self.session.game))  # type: ignore[misc]
            self.agents.append(agent)
        self.seconds = tournament.seconds
        self.tell({"asking": None})

    def play(self) -> None:
        """Play to the end, telling everything."""
        session = self.session
        while not session.over:
            if len(session.steps) >= MOST_STEPS:
                raise FaultError(f"The rules have not ended the game after {MOST_STEPS:,} steps.", None)
            number, details = len(session.steps), {}
            if session.turn == CHANCE:
                session.roll()
            else:
                decisions = [self.ask_agent(seat) for seat in actors(session.rules, session.state)]
                moves = [move for move, _, _ in decisions]
                _, decision, seconds = decisions[0]
                if len(decisions) > 1:
                    session.play(tuple(moves))
                else:
                    session.play(moves[0], decision.value, seconds)
                    details = {"nodes": decision.nodes, "depth": decision.depth}
            step = session.steps[-1]
            note = step_data(step, session.describe(session.states[number], step))
            self.tell({"step": {**note, **details}, "final": session.rules.text(session.state)})
        self.tell({"payoffs": list(session.result or ()), "cause": cause(session.rules, session.state)})

    def ask_agent(self, seat: int) -> tuple[Move, Decision, float]:
        """A seat's legal choice, what its agent said about it, and how long that took."""
        session, agent = self.session, self.agents[seat]
        unlimited = isinstance(agent, Searcher | Sampler) and not agent.limit()
        limit = Limit(seconds=self.seconds) if unlimited else Limit()
        state, history = session.seen_by(seat)
        self.tell({"asking": seat})
        started = perf_counter()
        decision = self.call_agent(
            seat,
            agent,
            lambda: consult(
                agent, session.rules, state, limit, history, player=seat, memory=self.memories[seat]
            ),
        )
        seconds = perf_counter() - started
        if not isinstance(decision, Decision):
            answer = shorten(repr(decision))
            raise FaultError(f"{self.names[seat]} answered {answer}, which is no decision.", seat)
        self.tell({"answered": seat, "nodes": int(decision.nodes), "seconds": seconds})
        for move in session.rules.moves_for(session.state, seat):
            if move == decision.move:
                return move, decision, seconds
        raise FaultError(
            f"{self.names[seat]} played {shorten(repr(decision.move))}, which is not legal there.", seat
        )

    def call_agent(self, seat: int, agent: Agent, work: Callable[[], Any]) -> Any:
        """What an agent answers; whatever it raises is its own fault, unless it is that of the rules."""
        try:
            return work()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # an agent may raise anything, SystemExit too
            broken = broken_rules(error) if is_for_rules(agent, error) else None
            if broken is not None:
                raise FaultError(str(broken), None) from error
            raise FaultError(f"{self.names[seat]} crashed: {error_text(error)}.", seat) from error


def start_session(
    tournament: Tournament, fixture: Fixture, find: Callable[[str], Game] = find_game
) -> Session:
    """The table before the first move of a game, its opening played; `find` finds the game, or refuses to."""
    opening = tournament.openings[fixture.opening]
    players = tuple(tournament.agents[agent] for agent in fixture.seats)
    return play_opening(Session(find(tournament.game), players, fixture.seed, opening.start), opening)


def play_opening(session: Session, opening: Opening) -> Session:
    """A table at its first position, once the opening is played."""
    for move in opening.moves:
        session.play(session.find_move(move))
    return session


def referee(tournament: Tournament, fixture: Fixture, tell: Tell) -> None:
    """Play a game of a tournament, here and now; whatever happens is told.

    Only a game or an agent that cannot be set up at all is raised, as a sentence: no game of the tournament
    could then be played.
    """
    try:
        with blame_rules():
            game = Referee(tournament, fixture, tell)
        try:
            game.play()
        except FaultError:
            raise
        except BrokenRulesError as error:
            raise FaultError(str(error), None) from error
        except (Exception, SystemExit, OverdueError) as error:
            broken = broken_rules(error) or f"The rules broke down: {error_text(error)}."
            raise FaultError(str(broken), None) from error
    except FaultError as fault:
        tell({"fault": str(fault), "culprit": fault.culprit})


def is_for_rules(agent: Agent, error: BaseException) -> bool:
    """May the rules be to blame for what an agent raised?

    Outwit's own agents ask them nothing wrong; of one that somebody wrote, only what Outwit asked on its
    behalf tells.
    """
    fault = fault_of(error)
    asked = fault is not None and fault.caller.startswith("outwit.")
    return asked or is_compiled(error) or type(agent).__module__.startswith("outwit.")


def error_text(error: BaseException) -> str:
    """What was raised, on one line."""
    reason = " ".join(str(error).split()).rstrip(".")
    return type(error).__name__ + (f": {shorten(reason, 200)}" if reason else "")
