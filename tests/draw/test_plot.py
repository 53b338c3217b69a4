"""Plots: round figures on their axes, everything in its place, and series that differ without colours too."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.draw.plot import (
    PATTERNS,
    SERIES,
    Axis,
    Plot,
    decades,
    marker,
    series_colour,
    series_line,
    series_pattern,
    ticks,
    ticks_around,
)
from outwit.draw.shapes import Polygon, Stroke, Words

PLOT = Plot(Axis(0, 10, 50, 250), Axis(-1, 1, 120, 20))

sizes = st.floats(1e-3, 1e6)


@given(st.floats(-1e6, 1e6), sizes, st.integers(3, 12))
def test_ticks_are_round_lie_inside_and_are_few(low: float, span: float, most: int) -> None:
    found = ticks(low, low + span, most)
    assert 1 <= len(found) <= most + 1
    assert low - 1e-6 * span <= found[0] <= found[-1] <= low + span * (1 + 1e-6)
    if len(found) > 1:
        digits = f"{(found[-1] - found[0]) / (len(found) - 1):.3e}"[0]
        assert digits in "125"


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_ticks_around_a_range_hold_it_and_zero(low: float, span: float) -> None:
    found = ticks_around(low, low + span)
    reach = 1e-6 * max(abs(low), abs(low + span), 1e-3)
    assert found[0] - reach <= min(low, 0)
    assert found[-1] + reach >= max(low + span, 0)
    assert 0.0 in found
    assert 2 <= len(found) <= 9


def test_no_tick_is_a_negative_zero() -> None:
    assert not any(math.copysign(1, tick) < 0 for tick in ticks(-0.5, 5) + ticks_around(-0.4, 1) if not tick)


@given(st.floats(-2, 12), st.floats(0, 5))
def test_marks_of_a_logarithmic_axis_hold_its_values(low: float, span: float) -> None:
    marks = [mark for mark, _ in decades(low, low + span)]
    assert marks == sorted(marks)
    assert marks[0] <= low + 1e-9
    assert marks[-1] >= low + span - 1e-9
    assert len(marks) <= 9


def test_a_row_is_a_line_across_the_field_with_its_figure_before_it() -> None:
    stroke, words, bold, _ = PLOT.rows([(-1, "−1"), (0, "0")], 12, zero=2.5)
    assert isinstance(stroke, Stroke)
    assert stroke.points == ((50, 120), (250, 120))
    assert isinstance(words, Words)
    assert (words.text, words.y, words.anchor) == ("−1", 120, "end")
    assert words.x < 50
    assert isinstance(bold, Stroke)
    assert (stroke.width, bold.width) == (1.0, 2.5)


def test_room_before_the_lowest_value_belongs_to_the_field() -> None:
    stroke, words = Plot(PLOT.x, PLOT.y, room=20).rows([(0, "0")], 12)
    assert isinstance(stroke, Stroke)
    assert stroke.points == ((30, 70), (250, 70))
    assert isinstance(words, Words)
    assert words.x < 30


def test_a_figure_of_a_column_stands_below_the_field() -> None:
    (words,) = PLOT.columns([(5, "5")], 12)
    assert isinstance(words, Words)
    assert words.x == 150
    assert words.y > 120


def test_a_band_lies_between_its_two_lines() -> None:
    area, above, below = PLOT.band([(0, 1), (10, 0.5)], [(0, -1), (10, -0.5)], "first")
    assert isinstance(area, Polygon)
    assert area.points == ((50, 20), (250, 45), (250, 95), (50, 120))
    assert isinstance(above, Stroke)
    assert isinstance(below, Stroke)
    assert above.points == area.points[:2]
    assert below.points == area.points[:1:-1]


@pytest.mark.parametrize("value", [-5.0, 15.0, math.inf, -math.inf])
def test_what_lies_beyond_an_axis_is_drawn_at_its_end(value: float) -> None:
    assert PLOT.x.place(value) == (250 if value > 0 else 50)


def test_thirty_series_differ_in_colour_or_pattern_and_six_in_pattern_alone() -> None:
    looks = {(series_colour(number), series_pattern(number)) for number in range(30)}
    assert len(looks) == 30 == len(SERIES) * len(PATTERNS)
    assert len({series_line(number, ()).dash for number in range(6)}) == 6


def test_four_series_differ_by_the_shapes_of_their_marks() -> None:
    marks = [tuple((type(shape), bool(shape.line)) for shape in marker(n, 0, 0, 4)) for n in range(4)]  # type: ignore[union-attr]
    assert len(set(marks)) == 4
