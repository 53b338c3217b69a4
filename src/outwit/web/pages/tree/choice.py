"""Which search the tree lab shows: an algorithm of the textbook, its depth or its games, and its switches."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from outwit.agents import FOR_MANY, agent_spec, find_agent
from outwit.decision import Agent, is_opposed
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.play.recorded import Recordable
from outwit.search import MCTS, AndOr
from outwit.specs import option_fields

ALGORITHMS = {
    "minimax": "Minimax",
    "alphabeta:plain": "Alpha-beta, fail-soft",
    "alphabeta:plain,fail=hard": "Alpha-beta, fail-hard",
    "expectiminimax:star1=off,star2=off": "Expectiminimax",
    "expectiminimax:star2=off": "Expectiminimax with Star1",
    "expectiminimax": "Expectiminimax with Star2",
    "maxn:plain": "Max^n, each player for itself",
    "maxn": "Max^n with immediate and shallow pruning",
    "paranoid": "Paranoid, all others as one side",
    "bestreply": "Best-reply search",
    "andor": "AND-OR search for a plan",
    "mcts": "Monte Carlo tree search, UCT",
    "mcts:select=puct": "Monte Carlo tree search, PUCT",
}
"""The algorithms by the spec of each as the textbook prints it; the first that serves is the plainest."""

TELLING = ("fail", "star1", "star2", "select", "prune")
"""Options that make it another algorithm, not the same one with a switch turned."""

MEANINGLESS = ("keep",)
"""Switches that make no difference to a search that is recorded."""

SEED = 1
"""Searches that draw begin with this, unless told otherwise: an address shows the same search again."""

EXHAUSTIVE = ("minimax", "expectiminimax:star1=off,star2=off", "maxn:plain")
"""Those that visit everything."""


@dataclass(frozen=True)
class Choice:
    """An algorithm, how far it goes, and the switches that are on."""

    algorithm: str
    amount: int | None = None
    """How deep it looks or, of one that draws, how many games it plays, or of one that plans, how many nodes
    it visits."""
    switches: tuple[str, ...] = ()
    """The switches that are on, of those that `switches_of` lists."""
    seed: int = SEED
    """Makes the draws of one that draws repeatable."""
    exploration: float = 1.0
    """The exploration constant, in one that draws."""

    @classmethod
    def of(cls, agent: Agent) -> Choice | None:
        """The choice that an agent stands for; None if the lab has no such algorithm in its list."""
        for algorithm in ALGORITHMS:
            book = find_agent(algorithm)
            if type(book) is not type(agent) or not isinstance(agent, Recordable):
                continue
            if all(getattr(book, name, None) == getattr(agent, name, None) for name in TELLING):
                on = tuple(name for name in switches_of(algorithm) if getattr(agent, name))
                choice = cls(algorithm, getattr(agent, measure_of(algorithm)), on)
                if not isinstance(agent, MCTS):
                    return choice
                seed = SEED if agent.seed is None else agent.seed
                return replace(choice, seed=seed, exploration=agent.exploration)
        return None

    def instead(self, algorithm: str) -> Choice:
        """Another algorithm, as the textbook has it, that goes as far where that means the same."""
        alike = measure_of(algorithm) == measure_of(self.algorithm)
        amount = self.amount if alike else None
        return replace(self, algorithm=algorithm, amount=amount, switches=book_switches(algorithm))

    @property
    def draws(self) -> bool:
        """Does it play games by chance, rather than look so many moves ahead?"""
        return measure_of(self.algorithm) == "simulations"

    @property
    def agent(self) -> str:
        """The spec of the agent that searches so."""
        options: dict[str, Any] = {name: name in self.switches for name in switches_of(self.algorithm)}
        options[measure_of(self.algorithm)] = self.amount
        if self.draws:
            options |= {"seed": self.seed, "exploration": self.exploration}
        return agent_spec(replace(find_agent(self.algorithm), **options))  # type: ignore[type-var]


def measure_of(algorithm: str) -> str:
    """The option that says how far an algorithm goes."""
    agent = find_agent(algorithm)
    return "simulations" if isinstance(agent, MCTS) else "nodes" if isinstance(agent, AndOr) else "depth"


def with_seed(agent: Recordable) -> Recordable:
    """The agent, with a seed if it draws and has none."""
    return replace(agent, seed=SEED) if isinstance(agent, MCTS) and agent.seed is None else agent


def switches_of(algorithm: str) -> dict[str, str]:
    """The switches of an algorithm, each with its sentence: those that the textbook search knows."""
    agent = find_agent(algorithm)
    textbook = next(cls for cls in type(agent).__mro__ if cls.__module__.startswith("outwit.search."))
    assert is_dataclass(textbook)
    known = {field.name for field in fields(textbook)}
    return {
        name: field.metadata.get("help", "")
        for name, field in option_fields(type(agent)).items()
        if name in known and name not in (*TELLING, *MEANINGLESS) and field.type in ("bool", "bool | None")
    }


def algorithms_for(game: Game) -> dict[str, str]:
    """The algorithms that can search a game, with their names."""
    found = {}
    for spec, name in ALGORITHMS.items():
        agent = find_agent(spec)
        if agent.objection(game) is None and not (agent.name in FOR_MANY and is_opposed(game)):
            found[spec] = name
    return found


def usual(game: Game) -> Choice:
    """What to show first: the search that cuts, as the textbook prints it."""
    serving = algorithms_for(game)
    for algorithm in ("alphabeta:plain", "expectiminimax", "maxn", "andor"):
        if algorithm in serving:
            return Choice(algorithm, None, book_switches(algorithm))
    raise OutwitError(f"No search of the tree lab can play {type(game).__name__}.")


def book_switches(algorithm: str) -> tuple[str, ...]:
    """The switches that are on where nobody has turned any."""
    agent = find_agent(algorithm)
    return tuple(name for name in switches_of(algorithm) if getattr(agent, name))


def exhaustive(game: Game) -> str | None:
    """The spec of the search that visits everything, to compare with."""
    return next((each for each in EXHAUSTIVE if each in algorithms_for(game)), None)
