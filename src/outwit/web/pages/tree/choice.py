"""Which search the tree lab shows: an algorithm of the textbook, its depth, and its switches."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from outwit.agents import find_agent, spell_agent
from outwit.decision import Agent
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.search.searcher import Searcher
from outwit.spelling import option_fields

ALGORITHMS = {
    "minimax": "Minimax",
    "alphabeta:plain": "Alpha-beta, fail-soft",
    "alphabeta:plain,fail=hard": "Alpha-beta, fail-hard",
    "expectiminimax:star1=off,star2=off": "Expectiminimax",
    "expectiminimax:star2=off": "Expectiminimax with Star1",
    "expectiminimax": "Expectiminimax with Star2",
    "maxn": "Max^n, each player for itself",
}
"""The algorithms by the spelling of each as the textbook prints it; the first that serves is the plainest."""

TELLING = ("fail", "star1", "star2")
"""Options that make it another algorithm, not the same one with a switch turned."""

EXHAUSTIVE = ("minimax", "expectiminimax:star1=off,star2=off", "maxn")
"""Those that visit everything."""


@dataclass(frozen=True)
class Choice:
    """An algorithm, how deep it looks, and the switches that are not as the textbook has them."""

    algorithm: str
    depth: int | None = None
    switches: tuple[str, ...] = ()
    """The switches that are on, of those that `switches_of` lists."""

    @classmethod
    def of(cls, agent: Agent) -> Choice | None:
        """The choice that an agent stands for; None if the lab has no such algorithm in its list."""
        for algorithm in ALGORITHMS:
            book = find_agent(algorithm)
            if type(book) is not type(agent) or not isinstance(agent, Searcher):
                continue
            if all(getattr(book, name, None) == getattr(agent, name, None) for name in TELLING):
                on = tuple(name for name in switches_of(algorithm) if getattr(agent, name))
                return cls(algorithm, agent.depth, on)
        return None

    @property
    def agent(self) -> str:
        """The spelling of the agent that searches so."""
        book = find_agent(self.algorithm)
        turned = {name: name in self.switches for name in switches_of(self.algorithm)}
        return spell_agent(replace(book, depth=self.depth, **turned))  # type: ignore[type-var]


def switches_of(algorithm: str) -> dict[str, str]:
    """The switches of an algorithm, each with its sentence: those that the textbook search knows."""
    agent = find_agent(algorithm)
    assert isinstance(agent, Searcher)
    textbook = next(cls for cls in type(agent).__mro__ if cls.__module__.startswith("outwit.search."))
    known = {field.name for field in fields(textbook)}
    return {
        name: field.metadata.get("help", "")
        for name, field in option_fields(type(agent)).items()
        if name in known and name not in TELLING and field.type in ("bool", "bool | None")
    }


def algorithms_for(game: Game) -> dict[str, str]:
    """The algorithms that can search a game, with their names."""
    found = {}
    for spelling, name in ALGORITHMS.items():
        agent = find_agent(spelling)
        if agent.objection(game) is None and not (spelling == "maxn" and game.players == 2 and game.zero_sum):
            found[spelling] = name
    return found


def usual(game: Game) -> Choice:
    """What to show first: the search that cuts, as the textbook prints it."""
    serving = algorithms_for(game)
    for algorithm in ("alphabeta:plain", "expectiminimax", "maxn"):
        if algorithm in serving:
            return Choice(algorithm, None, book_switches(algorithm))
    raise OutwitError(f"No search of the tree lab can play {type(game).__name__}.")


def book_switches(algorithm: str) -> tuple[str, ...]:
    """The switches that are on where nobody has turned any."""
    agent = find_agent(algorithm)
    return tuple(name for name in switches_of(algorithm) if getattr(agent, name))


def exhaustive(game: Game) -> str | None:
    """The spelling of the search that visits everything, to compare with."""
    return next((each for each in EXHAUSTIVE if each in algorithms_for(game)), None)
