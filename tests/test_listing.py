"""A list that is made when somebody looks into it is else like a tuple."""

from __future__ import annotations

import pickle
from copy import deepcopy

from outwit.listing import Listing


def test_nothing_is_made_before_somebody_looks_and_then_once() -> None:
    made = []

    def make() -> tuple[int, ...]:
        made.append(True)
        return 3, 1, 2

    listing = Listing(3, make)
    assert len(listing) == 3
    assert made == []
    assert [*listing, listing[0], listing.index(2)] == [3, 1, 2, 3, 2]
    assert made == [True]


def test_it_equals_whatever_has_the_same_items() -> None:
    listing = Listing(2, lambda: "ab")
    assert listing == ("a", "b")
    assert listing == ("a", "b")
    assert listing == Listing(2, lambda: ["a", "b"])
    assert listing != ("a",)
    assert listing != "ab"
    assert hash(listing) == hash(("a", "b"))
    assert repr(listing) == "('a', 'b')"


def test_a_copy_of_it_is_a_tuple() -> None:
    listing = Listing(2, lambda: "ab")
    assert pickle.loads(pickle.dumps(listing)) == ("a", "b")
    assert isinstance(deepcopy(listing), tuple)
