"""What a request may hold, over a pipe and over HTTP alike, and what is said of one that holds more."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo

from outwit.decision import Limit
from outwit.errors import OutwitError, UnknownNameError, shorten
from outwit.random import WORD

MOST_MOVES = 10_000
"""How many moves a request may play."""

LONGEST_TEXT = 100_000
"""How many characters a game or a position may be written in."""

LONGEST_NAME = 1_000
"""How many characters a move or an agent may be written in."""

MOST_SEATS = 1_000
"""How many may play."""

MOST_SECONDS = 86_400.0
MOST_DEPTH = 1_000_000
MOST_NODES = 10**18
"""How far a limit may go: a day, and numbers that fit into a machine's word."""

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]

HINTS = {
    "game": 'give a game, as in "connect4" or "connect4:width=9"',
    "which": "give the id of the search to stop",
    "session": "give the name of the session that has ended",
}
"""What to give where an entry is missing."""

KINDS = {
    "string_type": "a text",
    "list_type": "a list of texts",
    "bool_type": "true or false",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
}
"""What an entry must be, by what is said to be wrong with it."""


class Request(BaseModel):
    """An object without entries that nobody reads; an entry that is null counts as not given."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def drop_nulls(cls, data: Any) -> Any:
        """The entries that are given."""
        if not isinstance(data, dict):
            return data
        return {name: each for name, each in data.items() if each is not None or name not in cls.model_fields}


class PositionRequest(Request):
    """A position: a game, and what has been played of it."""

    game: Annotated[Text, Field(description="A game's spec, connect4:width=9.")]
    start: Annotated[Text | None, Field(description="Where the game begins, if not as usual.")] = None
    moves: Annotated[
        list[Name],
        Field(max_length=MOST_MOVES, description="What has been played, chance events among it."),
    ] = []
    player: Annotated[int | None, Field(ge=0, le=MOST_SEATS, description="The seat that looks.")] = None


class LimitRequest(Request):
    """How long a search may take: whichever runs out first."""

    seconds: Annotated[float | None, Field(gt=0, le=MOST_SECONDS, description="Seconds.")] = None
    depth: Annotated[int | None, Field(ge=1, le=MOST_DEPTH, description="Plies.")] = None
    nodes: Annotated[int | None, Field(ge=1, le=MOST_NODES, description="Positions.")] = None
    simulations: Annotated[int | None, Field(ge=1, le=MOST_NODES, description="Rollouts of mcts.")] = None


class SearchRequest(PositionRequest):
    """A question to an agent."""

    agent: Annotated[Name | None, Field(description="alphabeta:depth=6; else the one that suits.")] = None
    limit: Annotated[
        LimitRequest | None,
        Field(description="seconds, depth, nodes, simulations: whichever runs out first ends the search."),
    ] = None
    seed: Annotated[
        int | None,
        Field(ge=0, le=WORD, description="Fixes what is drawn for a player who does not see everything."),
    ] = None

    @property
    def given_limit(self) -> Limit:
        """The limit that is set; none if nothing is."""
        return Limit() if self.limit is None else Limit(**self.limit.model_dump())


class ExplainRequest(SearchRequest):
    """A question to an agent, and what its move is to be compared with."""

    over: Annotated[Name | None, Field(description="The move to compare with; else the next best.")] = None


class DrawnPositionLine(PositionRequest):
    """A position, as a line of JSON asks for it."""

    picture: Annotated[bool, Field(description="Draw it, too.")] = False


class SearchLine(SearchRequest):
    """A search, as a line of JSON asks for it."""

    progress: Annotated[bool, Field(description="Tell how it goes.")] = False


class DecideLine(SearchLine):
    """A decision, as a line of JSON asks for it."""

    session: Annotated[Name | None, Field(description="Whose memory of earlier moves to go on from.")] = None
    complete: Annotated[bool, Field(description="Answer from one completed pass alone.")] = False


class ExplainLine(ExplainRequest, SearchLine):
    """An explanation, as a line of JSON asks for it."""

    complete: Annotated[bool, Field(description="Answer from one completed pass alone.")] = False


class StopLine(Request):
    """A search that is to answer at once."""

    which: Annotated[Any, Field(description="The id of the search.")]


class ForgetLine(Request):
    """A session that has ended."""

    session: Annotated[Name, Field(description="Its name.")]


R = TypeVar("R", bound=Request)


def parse(model: type[R], data: object) -> R:
    """Plain data as a request of this kind; what is wrong with it is told in a sentence.

    >>> parse(LimitRequest, {"depth": 3}).depth
    3
    >>> parse(LimitRequest, {"depth": 0})
    Traceback (most recent call last):
    outwit.errors.OutwitError: "depth" must be a whole number from 1 to 1,000,000, not 0.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise refusal(model, error.errors()) from None


def refusal(model: type[BaseModel], problems: Sequence[Mapping[str, Any]]) -> OutwitError:
    """What is wrong with a request of this kind, and what is accepted, in a sentence."""
    problem = min(problems, key=lambda each: each["type"] != "extra_forbidden")  # these before all others
    *outer, last = [part for part in problem["loc"] if isinstance(part, str)] or [""]
    for name in outer:
        model = inner_model(model.model_fields[name])
    if problem["type"] == "extra_forbidden":
        return UnknownNameError(
            f"entry of {'.'.join(outer) or 'this request'}", shorten(last), list(model.model_fields)
        )
    name = f'"{".".join((*outer, last))}"' if last else "A request"
    field = model.model_fields.get(last)
    return OutwitError(f"{sentence_on(name, field, problem)}.")


def sentence_on(name: str, field: FieldInfo | None, problem: Mapping[str, Any]) -> str:
    """What is wrong with one entry, without the full stop."""
    what, value, more = problem["type"], problem["input"], problem.get("ctx", {})
    in_list = isinstance(problem["loc"][-1], int) if problem["loc"] else False
    if what == "missing":
        described = "" if field is None else str(field.description).rstrip(".")
        return f"{name} is missing; {HINTS.get(problem['loc'][-1], described)}"
    if what == "string_type" and in_list:
        return f"{name} must be a list of texts; {kind(value)} is in it"
    if what == "string_unicode":
        return f"{name} has half a character in it, which is no text; give whole ones"
    if what == "string_too_long":
        return f"{'Each of ' if in_list else ''}{name} may have at most {more['max_length']:,} characters"
    if what == "too_long":
        return f"{name} may have at most {more['max_length']:,} entries, not {more['actual_length']:,}"
    if what == "too_short":
        return f"{name} must have at least {more['min_length']:,} entries, not {more['actual_length']:,}"
    if what == "literal_error":
        return f"{name} must be {more['expected']}, not {kind(value)}"
    expected = KINDS.get(what) or accepted_number(field)
    return f"{name} must be {expected}, not {kind(value)}" if expected else f"{name}: {problem['msg']}"


def accepted_number(field: FieldInfo | None) -> str:
    """The numbers that an entry may be, if it is one; else nothing."""
    bounds = {name: value for each in field.metadata for name, value in bounds_of(each)} if field else {}
    if field is None or not bounds:
        return ""
    whole = int in (field.annotation, *get_args(field.annotation))
    if whole:
        return f"a whole number from {bounds['ge']} to {bounds['le']:,}"
    least = f"from {bounds['ge']:g}" if "ge" in bounds else f"above {bounds['gt']:g}"
    most = f"up to {bounds['le']:,g}" if "le" in bounds else f"below {bounds['lt']:g}"
    return f"a number {least} and {most}"


def bounds_of(constraint: Any) -> list[tuple[str, Any]]:
    """What a constraint says of how large a number may be."""
    return [
        (name, getattr(constraint, name)) for name in ("ge", "gt", "le", "lt") if hasattr(constraint, name)
    ]


def inner_model(field: FieldInfo) -> type[BaseModel]:
    """The kind of object that an entry is."""
    kinds = (field.annotation, *get_args(field.annotation))
    return next(each for each in kinds if isinstance(each, type) and issubclass(each, BaseModel))


def kind(value: object) -> str:
    """A piece of plain data as a message names it: a small number as it is, anything else by its kind.

    >>> kind(-3), kind([1, 2]), kind("x"), kind(float("nan"))
    ('-3', 'a list', 'a text', 'NaN, which is no number')
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, float) and math.isnan(value):
        return "NaN, which is no number"
    if isinstance(value, int | float):
        return f"{value}" if abs(value) < 1e15 else "so large a number"
    if isinstance(value, str | list):
        return "a text" if isinstance(value, str) else "a list"
    return "an object"
