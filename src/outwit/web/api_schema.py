"""What requests to the API hold."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from outwit.arena.plan import Form
from outwit.arena.sprt import WIDEST
from outwit.random import WORD
from outwit.web.tournament_request import (
    LEAST_SECONDS,
    LEAST_TIMEOUT,
    MOST_AGENTS,
    MOST_GAMES,
    MOST_PLIES,
    MOST_SECONDS,
    MOST_SEED,
    MOST_TIMEOUT,
)

Text = Annotated[str, Field(max_length=100_000)]
Name = Annotated[str, Field(max_length=1_000)]


class Strict(BaseModel):
    """A body without entries that nobody reads."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PositionBody(Strict):
    """A position: a game, and what has been played of it."""

    game: Annotated[Text, Field(description="A game's spec, connect4:width=9.")]
    start: Annotated[Text | None, Field(description="Where the game begins, if not as usual.")] = None
    moves: Annotated[
        list[Name], Field(max_length=10_000, description="What has been played, chance events among it.")
    ] = []
    player: Annotated[int | None, Field(ge=0, le=1_000, description="The seat that looks.")] = None


class LimitBody(Strict):
    """How long a search may take: whichever runs out first."""

    seconds: Annotated[float | None, Field(gt=0, le=86_400)] = None
    depth: Annotated[int | None, Field(ge=1, le=1_000_000)] = None
    nodes: Annotated[int | None, Field(ge=1, le=10**18)] = None
    simulations: Annotated[int | None, Field(ge=1, le=10**18)] = None


class DecideBody(PositionBody):
    """A question to an agent."""

    agent: Annotated[Name | None, Field(description="alphabeta:depth=6; else the one that suits.")] = None
    limit: LimitBody | None = None
    seed: Annotated[
        int | None,
        Field(ge=0, le=WORD, description="Fixes what is drawn for a player who does not see everything."),
    ] = None


class ExplainBody(DecideBody):
    """A question to an agent, and what its move is to be compared with."""

    over: Annotated[Name | None, Field(description="The move to compare with; else the next best.")] = None


class SessionBody(Strict):
    """A session to be set up."""

    game: Text
    players: Annotated[
        list[Name],
        Field(min_length=1, max_length=64, description="human, or an agent's spec, for each seat."),
    ]
    start: Text | None = None


class SprtBody(Strict):
    """A sequential test between two differences in Elo."""

    elo0: Annotated[float, Field(ge=-WIDEST, le=WIDEST)] = 0.0
    elo1: Annotated[float, Field(ge=-WIDEST, le=WIDEST)] = 10.0
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Field(gt=0, lt=0.5)] = 0.05


class TournamentBody(Strict):
    """A match or a tournament to be played."""

    game: Text
    agents: Annotated[list[Name], Field(min_length=2, max_length=MOST_AGENTS, description="Agents' specs.")]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES, description="How many those who meet play.")] = 100
    form: Annotated[Form, Field(description="Who meets whom, where there are more agents than seats.")] = (
        "round robin"
    )
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = 0
    plies: Annotated[
        int | None, Field(ge=0, le=MOST_PLIES, description="Moves at random before each game.")
    ] = None
    seconds: Annotated[
        float,
        Field(ge=LEAST_SECONDS, le=MOST_SECONDS, description="For a move of an agent that sets no limit."),
    ] = 0.1
    timeout: Annotated[
        float, Field(ge=LEAST_TIMEOUT, le=MOST_TIMEOUT, description="When a move loses that has not come.")
    ] = 60.0
    sprt: SprtBody | None = None
    workers: Annotated[int | None, Field(ge=1, le=64, description="How many games at once.")] = None


class MoveBody(Strict):
    """A move at a table."""

    you: Annotated[Name, Field(description="What setting up the session, or taking a seat in it, gave you.")]
    move: Name
    after: Annotated[
        int | None,
        Field(ge=0, le=1_000_000, description="How many steps you know of; refused if that is not all."),
    ] = None


class SeatBody(Strict):
    """A seat to be taken."""

    player: Annotated[int, Field(ge=0, le=1_000)]


class Problem(BaseModel):
    """What was wrong, in a sentence."""

    error: str
