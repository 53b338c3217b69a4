from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import Field

from outwit import OutwitError
from outwit.protocols.schema import Name, PositionRequest, Request, SearchRequest, parse


class Sample(Request):
    """One entry of each kind."""

    whole: Annotated[int | None, Field(ge=1, le=10)] = None
    number: Annotated[float | None, Field(gt=0, le=10)] = None
    share: Annotated[float, Field(ge=0, lt=0.5)] = 0.1
    text: Name | None = None
    texts: list[Name] = Field(default_factory=list)
    flag: bool = False


@pytest.mark.parametrize("value", [0, -1, 11, 1.0, True, "1", [1], 10**4000, float("inf")])
def test_a_whole_number_is_nothing_else(value: Any) -> None:
    with pytest.raises(OutwitError, match='"whole" must be a whole number from 1 to 10, not'):
        parse(Sample, {"whole": value})


@pytest.mark.parametrize("value", [0, -0.5, 10.5, True, "1", float("nan"), float("inf"), 10**4000])
def test_a_number_is_nothing_else(value: Any) -> None:
    with pytest.raises(OutwitError, match='"number" must be a number above 0 and up to 10, not'):
        parse(Sample, {"number": value})


def test_a_bound_that_is_not_reached_is_told_as_one() -> None:
    with pytest.raises(OutwitError, match=r'"share" must be a number from 0 and below 0\.5, not 0\.5'):
        parse(Sample, {"share": 0.5})


def test_what_is_null_is_not_given() -> None:
    assert parse(Sample, dict.fromkeys(Sample.model_fields)) == Sample()
    with pytest.raises(OutwitError, match='"game" is missing'):
        parse(PositionRequest, {"game": None})


def test_an_unknown_entry_is_refused_by_name_with_the_known_ones_before_anything_else() -> None:
    with pytest.raises(OutwitError, match="no entry of this request called 'mvoes'; did you mean moves"):
        parse(PositionRequest, {"mvoes": None, "game": 3})


def test_an_entry_that_is_missing_is_described() -> None:
    class Needed(Request):
        seat: Annotated[int, Field(ge=0, le=1, description="The number of the seat.")]

    with pytest.raises(OutwitError, match=r'^"seat" is missing; The number of the seat\.$'):
        parse(Needed, {})


def test_an_object_within_is_named_in_the_message() -> None:
    with pytest.raises(OutwitError, match=r'^"limit\.depth" must be a whole number from 1 to'):
        parse(SearchRequest, {"game": "nim", "limit": {"depth": "x"}})
