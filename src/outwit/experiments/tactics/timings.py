"""How long it takes to decide the opening of the duel: the thesis's figures, and ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from outwit.agents import find_agent, suitable
from outwit.decision import Agent, Decision, Limit
from outwit.game import Game
from outwit.games import find_game

GAMES = {"smp": "tactics:rules=smp", "emp, expected": "tactics:rules=emp,model=expected"}
"""The prototypes that the thesis timed: attacks always hit, or they do their expected damage."""

PUBLISHED: dict[str, dict[int, str]] = {
    "smp": {6: "about 1 s", 7: "10 s", 8: "35 s", 9: "over 2 min"},
    "emp, expected": {8: "15 s", 9: "60 s"},
}
"""What the thesis printed, by prototype and depth."""

DEPTHS = range(3, 10)
DEEPER = (14,)
"""Beyond the thesis's depths, for the full engine alone."""

SEARCHES = {
    "minimax, interpreted": "minimax",
    "minimax, compiled": "expectiminimax:star1=off,star2=off,table=off,order=off",
    "full engine": "alphabeta",
}
"""Each search that is timed; without chance, expectiminimax that neither cuts nor remembers is minimax."""

RUNS = 3
"""The shortest of so many runs counts: the others were disturbed."""


@dataclass(frozen=True)
class Timing:
    """A search of the opening to a depth."""

    search: str
    seconds: float
    decision: Decision

    @property
    def choice(self) -> str:
        """What it would do first."""
        return self.decision.described()[0]


@dataclass(frozen=True)
class Row:
    """All searches of the opening to one depth."""

    prototype: str
    depth: int
    timings: tuple[Timing, ...]

    @property
    def published_text(self) -> str:
        """What the thesis printed, if it did."""
        return PUBLISHED[self.prototype].get(self.depth, "")


def rows(watch: Callable[[str], None] = lambda what: None) -> Iterator[Row]:
    """Time every search; `watch` hears what is being timed."""
    for prototype, spec in GAMES.items():
        game = find_game(spec)
        agents = {name: find_agent(text) for name, text in SEARCHES.items()}
        for agent in agents.values():
            agent.prepare(game)
        for depth in (*DEPTHS, *DEEPER):
            wanted = agents if depth in DEPTHS else {"full engine": agents["full engine"]}
            timings = []
            for name, agent in wanted.items():
                watch(f"{prototype}, depth {depth}, {name}")
                timings.append(time_search(name, agent, game, depth))
            yield Row(prototype, depth, tuple(timings))


def time_search(name: str, agent: Agent, game: Game, depth: int) -> Timing:
    """The shortest of a few searches."""
    best: Timing | None = None
    for _ in range(RUNS):
        started = perf_counter()
        decision = agent.decide(game, game.initial(), Limit(depth=depth))
        seconds = perf_counter() - started
        if best is None or seconds < best.seconds:
            best = Timing(name, seconds, decision)
        if seconds > 1:
            break
    assert best is not None
    return best


SECONDS = 2.0
"""How long a player waits for an answer: the thesis asked for two to three seconds."""

LARGER = {
    "duel, smp": "tactics:rules=smp",
    "duel, emp by chance": "tactics:rules=emp",
    "2v2, smp": "tactics:scenario=2v2,rules=smp",
    "2v2, emp by chance": "tactics:scenario=2v2,rules=emp",
    "3v3, smp": "tactics:scenario=3v3,rules=smp",
    "5v5 on 8x8, smp": "tactics:scenario=5v5,rules=smp",
    "5v5 on 8x8, emp by chance": "tactics:scenario=5v5,rules=emp",
}
"""Battles in which it is asked how far the engine looks ahead."""

CHOICES = 3
"""How many choices a unit's part takes at most: to move, to attack, to pass."""


@dataclass(frozen=True)
class Reach:
    """How far the engine looks ahead from the opening of a battle while a player waits."""

    battle: str
    units: int
    seconds: float
    decision: Decision

    @property
    def rounds(self) -> float:
        """How many whole rounds, all armies once, that is at least."""
        return self.decision.depth / (CHOICES * self.units)


def reaches(watch: Callable[[str], None] = lambda what: None) -> Iterator[Reach]:
    """See how far the engine looks ahead in larger battles."""
    for battle, spec in LARGER.items():
        game = find_game(spec)
        agent = suitable(game)
        watch(f"{battle}, {SECONDS:g} s")
        agent.prepare(game)
        started = perf_counter()
        decision = agent.decide(game, game.initial(), Limit(seconds=SECONDS))
        yield Reach(battle, len(game.initial().tiles), perf_counter() - started, decision)
