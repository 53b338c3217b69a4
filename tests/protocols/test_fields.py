from __future__ import annotations

from typing import Any

import pytest

from outwit import OutwitError
from outwit.protocols.fields import Fields


@pytest.mark.parametrize("value", [0, -1, 11, 1.0, True, "1", [1], 10**4000, float("inf")])
def test_a_whole_number_is_nothing_else(value: Any) -> None:
    with pytest.raises(OutwitError, match="must be a whole number from 1 to 10, not"):
        Fields.of({"n": value}, ["n"]).whole("n", 1, 10)


@pytest.mark.parametrize("value", [0, -0.5, 10.5, True, "1", float("nan"), float("inf"), 10**4000])
def test_a_number_is_nothing_else(value: Any) -> None:
    with pytest.raises(OutwitError, match="must be a number above 0 and up to 10, not"):
        Fields.of({"n": value}, ["n"]).number("n", 10)


def test_what_is_null_is_not_given() -> None:
    fields = Fields.of({"n": None}, ["n"])
    assert fields.whole("n", 1, 2) is None
    assert fields.number("n", 1) is None
    assert fields.text("n", 1) is None
    assert fields.texts("n", 1, 1) == ()
    assert fields.flag("n") is False


def test_an_unknown_entry_is_refused_by_name_with_the_known_ones() -> None:
    with pytest.raises(OutwitError, match="no entry of this request called 'mvoes'; did you mean moves"):
        Fields.of({"mvoes": []}, ["moves"])


def test_an_object_within_is_named_in_the_message() -> None:
    with pytest.raises(OutwitError, match=r'^"limit\.depth" must be'):
        Fields.of({"depth": "x"}, ["depth"], within="limit").whole("depth", 1, 2)
