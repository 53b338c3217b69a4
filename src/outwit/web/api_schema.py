"""What requests to the API hold that lines of JSON have no use for: sessions and tournaments."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from outwit.arena.plan import Form
from outwit.arena.sprt import WIDEST
from outwit.protocols.schema import MOST_SEATS, Name, Request, Text
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


class SessionBody(Request):
    """A session to be set up."""

    game: Annotated[Text, Field(description="A game's spec, connect4:width=9.")]
    players: Annotated[
        list[Name],
        Field(min_length=1, max_length=64, description="human, or an agent's spec, for each seat."),
    ]
    start: Annotated[Text | None, Field(description="Where the game begins, if not as usual.")] = None


class SprtBody(Request):
    """A sequential test between two differences in Elo."""

    elo0: Annotated[float, Field(ge=-WIDEST, le=WIDEST, description="The difference under H0.")] = 0.0
    elo1: Annotated[float, Field(ge=-WIDEST, le=WIDEST, description="The difference under H1.")] = 10.0
    alpha: Annotated[float, Field(gt=0, lt=0.5, description="How often H1 may be accepted wrongly.")] = 0.05
    beta: Annotated[float, Field(gt=0, lt=0.5, description="How often H0 may be accepted wrongly.")] = 0.05


class TournamentBody(Request):
    """A match or a tournament to be played."""

    game: Annotated[Text, Field(description="A game's spec, connect4:width=9.")]
    agents: Annotated[list[Name], Field(min_length=2, max_length=MOST_AGENTS, description="Agents' specs.")]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES, description="How many those who meet play.")] = 100
    form: Annotated[Form, Field(description="Who meets whom, where there are more agents than seats.")] = (
        "round robin"
    )
    seed: Annotated[int, Field(ge=0, le=MOST_SEED, description="Fixes openings and dice.")] = 0
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
    sprt: Annotated[
        SprtBody | None,
        Field(description="elo0, elo1, alpha, beta: ends a match as soon as it is decided."),
    ] = None
    workers: Annotated[int | None, Field(ge=1, le=64, description="How many games at once.")] = None


class MoveBody(Request):
    """A move at a table."""

    you: Annotated[Name, Field(description="What setting up the session, or taking a seat in it, gave you.")]
    move: Annotated[Name, Field(description="The move, as people write it.")]
    after: Annotated[
        int | None,
        Field(ge=0, le=1_000_000, description="How many steps you know of; refused if that is not all."),
    ] = None


class SeatBody(Request):
    """A seat to be taken."""

    player: Annotated[int, Field(ge=0, le=MOST_SEATS, description="The number of the seat, from 0.")]


class Problem(BaseModel):
    """What was wrong, in a sentence."""

    error: str
