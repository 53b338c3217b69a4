"""How long it takes to decide the opening of the duel: the thesis's figures, and ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from outwit.agents import find_agent
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
    def published(self) -> str:
        """What the thesis printed, if it did."""
        return PUBLISHED[self.prototype].get(self.depth, "")


def rows(watch: Callable[[str], None] = lambda what: None) -> Iterator[Row]:
    """Time every search; `watch` hears what is being timed."""
    for prototype, spelling in GAMES.items():
        game = find_game(spelling)
        agents = {name: find_agent(text) for name, text in SEARCHES.items()}
        for agent in agents.values():
            agent.prepare(game)
        for depth in (*DEPTHS, *DEEPER):
            wanted = agents if depth in DEPTHS else {"full engine": agents["full engine"]}
            timings = []
            for name, agent in wanted.items():
                watch(f"{prototype}, depth {depth}, {name}")
                timings.append(timed(name, agent, game, depth))
            yield Row(prototype, depth, tuple(timings))


def timed(name: str, agent: Agent, game: Game, depth: int) -> Timing:
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
