"""A tournament that somebody asks for in the browser or over HTTP, and what of it is granted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from outwit.agents import agent_spec, exhaustive_agent
from outwit.arena.plan import Form, Opening, Tournament
from outwit.arena.planner import plan
from outwit.arena.sprt import Sprt
from outwit.decision import Agent
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.games import game_spec
from outwit.play import Session
from outwit.protocols.budget import refuse_crowd
from outwit.search.andor import AndOr
from outwit.search.sampler import Sampler
from outwit.search.searcher import Searcher
from outwit.web.limits import Grant

MOST_GAMES = 20_000
"""How many games a tournament may have, all meetings together."""

MOST_AGENTS = 16
MOST_PLIES = 100
LEAST_SECONDS, MOST_SECONDS = 0.001, 60.0
"""How long a move may take of an agent that sets itself no limit."""

LEAST_TIMEOUT, MOST_TIMEOUT = 0.1, 600.0
"""When a move that has not come may lose the game."""

MOST_SEED = 2**53


@dataclass(frozen=True)
class Challenge:
    """What is asked for; the defaults are those of the command line."""

    game: str
    agents: Sequence[str]
    games: int = 100
    form: Form = "round robin"
    seed: int = 0
    plies: int | None = None
    seconds: float = 0.1
    timeout: float = 60.0
    sprt: Sprt | None = None
    workers: int | None = None
    """How many games are played at once; one a processor if nobody says."""

    def plan(self, find: Callable[[str], Game], grant: Grant) -> Tournament:
        """The tournament, if it may be played here; `find` finds the game, or refuses to."""
        within("games", self.games, 1, MOST_GAMES)
        within("seed", self.seed, 0, MOST_SEED)
        within("plies", self.plies or 0, 0, MOST_PLIES)
        within("seconds a move", self.seconds, LEAST_SECONDS, MOST_SECONDS)
        within("seconds until a move is too late", self.timeout, LEAST_TIMEOUT, MOST_TIMEOUT)
        if len(self.agents) > MOST_AGENTS:
            raise OutwitError(f"{len(self.agents)} agents are too many; up to {MOST_AGENTS} can play here.")
        game = find(self.game)
        agents = [grant_agent(grant, spec) for spec in self.agents]
        refuse_crowd(Session(game))
        if 2 <= game.players <= len(agents):
            self.refuse_multitude(game)
        return plan(
            game,
            agents,
            self.games,
            form=self.form,
            seed=self.seed,
            plies=self.plies,
            seconds=self.seconds,
            timeout=self.timeout,
            sprt=self.sprt,
        )

    def refuse_multitude(self, game: Game) -> None:
        """Refuse more games than may be asked for, before any of them is planned."""
        outline = Tournament(
            game_spec(game), tuple(self.agents), self.games, (Opening(),), game.players, self.form
        )
        pairs = sum(1 for _ in outline.groups()) * -(-self.games // game.players)
        if pairs * game.players > MOST_GAMES:
            raise OutwitError(
                f"That would be {pairs * game.players:,} games; up to {MOST_GAMES:,} can be asked for here."
            )


def grant_agent(grant: Grant, spec: str) -> Agent:
    """The agent of a spec, with no more time for a move than is granted."""
    agent = grant.agent(spec)
    if isinstance(agent, Searcher | Sampler | AndOr) and (agent.seconds or 0) > grant.seconds:
        return replace(agent, seconds=grant.seconds)
    return agent


def within(name: str, value: float, least: float, most: float) -> None:
    """Refuse a number that is too small or too large."""
    if not least <= value <= most:
        raise OutwitError(f"{value:g} is not a number of {name}; give one from {least:g} to {most:,g}.")


def usual_agents(game: Game) -> list[str]:
    """Agents that make a short and telling match, as many as the game has seats.

    >>> from outwit.games import find_game
    >>> usual_agents(find_game("connect4"))
    ['alphabeta:depth=4', 'alphabeta:depth=2']
    """
    agent = exhaustive_agent(game)
    deeper = [replace(agent, depth=depth) for depth in (4, 2)] if isinstance(agent, Searcher) else []
    spelled = [agent_spec(each) for each in deeper]
    return [*spelled, *["random"] * game.players][: max(2, game.players)]
