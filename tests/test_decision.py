"""Limits and decisions: what may be asked, and how an answer shows itself."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Expectiminimax, Limit, Minimax, OutwitError, find_game
from outwit.decision import Candidate, Decision, Watch, value_text

limits = st.builds(
    Limit,
    st.none() | st.floats(0.001, 100),
    st.none() | st.integers(1, 100),
    st.none() | st.integers(1, 100),
    st.none() | st.integers(1, 100),
)


@given(limits, limits)
def test_what_is_given_wins_over_what_was_there(own: Limit, new: Limit) -> None:
    both = own.override(new)
    for name in ("seconds", "depth", "nodes", "simulations"):
        assert getattr(both, name) == (
            getattr(own, name) if getattr(new, name) is None else getattr(new, name)
        )
    assert own.override(None) == own.override(Limit()) == own
    assert bool(own) == (own != Limit())


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": math.inf},
        {"seconds": math.nan},
        {"depth": 0},
        {"nodes": 0},
        {"nodes": -3},
        {"simulations": 0},
    ],
)
def test_a_limit_that_allows_nothing_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(OutwitError, match=next(iter(wrong))):
        Limit(**wrong)  # type: ignore[arg-type]


def test_a_limit_shows_only_what_it_limits() -> None:
    assert repr(Limit(depth=3)) == "Limit(depth=3)"
    assert repr(Limit()) == "Limit()"


def test_a_watch_can_be_stopped() -> None:
    watch = Watch()
    assert not watch.stopped
    watch.stop()
    assert watch.stopped


@pytest.mark.parametrize(
    ("value", "bound", "text"),
    [
        (3.0, "exact", "3"),
        (0.5, "exact", "0.5"),
        (-25 / 3, "exact", "-8.333"),
        (-0.0001, "exact", "0"),
        (-0.0, "exact", "0"),
        (2, "at most", "≤ 2"),
        (2, "at least", "≥ 2"),
        (None, "unknown", "?"),
        (math.inf, "exact", "+∞"),
        (-math.inf, "at most", "≤ −∞"),
        (123456.789, "exact", "123456.789"),
        (1e9, "exact", "1e+09"),
    ],
)
def test_values_are_written_as_people_read_them(value: float | None, bound: str, text: str) -> None:
    assert value_text(value, bound) == text  # type: ignore[arg-type]


def test_a_decision_is_plain_data_in_the_notation_of_the_game() -> None:
    game = find_game("connect4")
    decision = AlphaBeta(depth=3).decide(game, game.position("2233"))
    data = json.loads(json.dumps(decision.to_json(), allow_nan=False))
    assert data["move"] == game.describe(game.initial(), decision.move)
    assert data["line"] == decision.described()
    assert (data["value"], data["exact"], data["depth"]) == (1, True, 3)
    assert data["candidates"][0]["move"] == data["move"]
    assert {candidate["bound"] for candidate in data["candidates"]} <= {"exact", "at most", "at least"}
    assert data["agent"] == "alphabeta:depth=3"


def test_a_decision_cut_short_is_plain_data_too() -> None:
    game = find_game("connect4")
    data = Minimax().decide(game, game.initial(), Limit(nodes=1)).to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["value"] is None


def test_a_decision_of_chance_has_no_move() -> None:
    game = find_game("tree:[1/2:1 1/2:0]")
    data = Expectiminimax().decide(game, game.initial()).to_json()
    assert (data["move"], data["value"], data["line"], data["candidates"]) == (None, 0.5, [], [])


def test_a_decision_shows_itself_in_a_notebook() -> None:
    game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    html = AlphaBeta().decide(game, game.initial())._repr_html_()
    assert "<b>1</b>, value 3" in html
    assert "proved" in html
    assert html.count("<tr>") == 4
    assert "≤ 2" in html


def test_what_is_shown_in_a_notebook_is_escaped() -> None:
    decision = Decision(move="<b>", candidates=(Candidate("<b>", 1.0, "exact", ("<b>",)),), agent="<i>")
    html = decision._repr_html_()
    assert "<i>" not in html
    assert "&lt;b&gt;" in html
