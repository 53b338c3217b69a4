"""The values of a game's positions, drawn."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from outwit import Session, find_agent, find_game, load_game
from outwit.analysis.review import Review, review
from outwit.analysis.review.picture import WIDEST, picture
from outwit.draw.picture import Picture
from outwit.draw.png import png
from outwit.draw.shapes import Box, Disc, Stroke, Words

PIG = Path(__file__).with_name("pig.json")


def reviewed(spelled: str, moves: str, agent: str) -> Review:
    """A game of these moves, reviewed."""
    session = Session(find_game(spelled))
    session.read(moves)
    return review(session, find_agent(agent))


def words(drawn: Picture) -> list[str]:
    """Everything that is written in a picture."""
    return [shape.text for shape in drawn.shapes if isinstance(shape, Words)]


@pytest.fixture(scope="module")
def pig() -> Review:
    """A whole game of pig, reviewed."""
    return review(load_game(PIG), find_agent("expectiminimax:depth=2"))


@pytest.fixture(scope="module")
def blundered() -> Review:
    """A game of tic-tac-toe that O loses with its first move."""
    return reviewed("tictactoe", "1 2 5 9 4 7 6", "minimax")


def test_it_is_svg_that_follows_the_page_and_tells_what_it_shows(blundered: Review) -> None:
    drawn = picture(blundered).svg()
    root = ElementTree.fromstring(drawn)
    label = root.get("aria-label") or ""
    assert root.get("role") == "img"
    assert "prefers-color-scheme:dark" in drawn
    assert "the value for X over 7 steps, from 0 to 1" in label
    assert "Marked: O 2, blunder, at step 2." in label


def test_title_axes_and_a_sign_for_each_bad_move_are_written(blundered: Review) -> None:
    written = words(picture(blundered))
    assert "tictactoe, reviewed by minimax" in written
    assert "value for X" in written
    assert "steps played" in written
    assert "blunder" in written
    assert written.count("??") == 2  # in the legend and at the move
    assert "mistake" not in written


def test_the_line_goes_from_the_value_at_the_start_to_the_result(blundered: Review) -> None:
    drawn = picture(blundered)
    (line,) = [s for s in drawn.shapes if isinstance(s, Stroke) and s.kind == "name"]
    assert len(line.points) == 1 + 2 * len(blundered.steps)
    heights = [y for _, y in line.points]
    assert heights[0] > heights[-1]
    assert heights[4:] == [heights[-1]] * (len(heights) - 4)  # from the second move on


def test_luck_has_a_shape_of_its_own(pig: Review) -> None:
    drawn = picture(pig)
    diamonds = [
        s for s in drawn.shapes if isinstance(s, Stroke) and s.kind == "choice" and len(s.points) == 5
    ]
    assert len(diamonds) == len(pig.outcomes) + 1  # and one in the legend
    assert "chance" in words(drawn)
    discs = [s for s in drawn.shapes if isinstance(s, Disc) and s.kind == "first"]
    rings = [s for s in drawn.shapes if isinstance(s, Disc) and s.kind == "second" and s.line]
    assert len(discs) == len(pig.moves_of(0)) + 1
    assert len(rings) == len(pig.moves_of(1)) + 1


def test_each_of_three_players_has_a_line_with_its_mark_at_both_ends() -> None:
    drawn = picture(reviewed("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", "1 1", "maxn"))
    lines = {s.kind for s in drawn.shapes if isinstance(s, Stroke) and len(s.points) == 5}
    assert lines == {"first", "second", "third"}
    assert "value for each player" in words(drawn)
    assert "player 3" in words(drawn)
    boxes = [s for s in drawn.shapes if isinstance(s, Box) and s.kind == "third"]
    assert len(boxes) == 3  # in the legend, and where the line of the third begins and ends


def test_everything_lies_within_the_picture_however_long_the_game(pig: Review) -> None:
    for drawn in (picture(pig), picture(reviewed("nim:coins=1", "1", "minimax"))):
        assert drawn.width < WIDEST + 200
        for shape in drawn.shapes:
            points = (
                shape.points
                if isinstance(shape, Stroke)
                else [(shape.x, shape.y)]
                if isinstance(shape, Box | Disc | Words)
                else []
            )
            assert points
            assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in points)


def test_names_that_are_no_xml_do_no_harm() -> None:
    drawn = picture(reviewed("nim:coins=1", "1", "minimax"), 'a < b & "c"').svg()
    assert 'a < b & "c"' in (ElementTree.fromstring(drawn).get("aria-label") or "")


def test_it_can_be_drawn_in_pixels_light_and_dark(blundered: Review) -> None:
    drawn = picture(blundered)
    for theme, ground in (("light", (0xFB, 0xFC, 0xFE)), ("dark", (0x15, 0x1A, 0x21))):
        with Image.open(io.BytesIO(png(drawn, 1.0, theme))) as image:  # type: ignore[arg-type]
            assert image.size == (round(drawn.width), round(drawn.height))
            assert image.convert("RGB").getpixel((2, 2)) == ground
