"""The list of what has happened says who did what."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from outwit import CHANCE, SIMULTANEOUS, Session, Step, find_game
from outwit.web.pages.step_list import Turn, steps_html, turns
from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]
COMPASS, TRIO, PAWNS = (f"tests/web/named.py:{name}" for name in ("Compass", "Trio", "Pawns"))
RING = "tests/sound_games.py:Ring"
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


def taken(*players: int) -> list[Step]:
    return [Step(by, 0) for by in players]


def test_what_a_player_does_in_a_row_is_one_turn() -> None:
    assert list(turns([])) == []
    assert list(turns(taken(0, 1, 1, 0))) == [Turn(0, range(1)), Turn(1, range(1, 3)), Turn(0, range(3, 4))]


def test_what_chance_does_belongs_to_the_player_before() -> None:
    assert list(turns(taken(0, CHANCE, 0, CHANCE, 1))) == [Turn(0, range(4)), Turn(1, range(4, 5))]


def test_where_chance_begins_what_it_does_belongs_to_the_player_after() -> None:
    first, second = Turn(0, range(2)), Turn(1, range(2, 4))
    assert list(turns(taken(CHANCE, 0, CHANCE, 1, CHANCE))) == [first, second, Turn(CHANCE, range(4, 5))]
    assert list(turns(taken(CHANCE, 0, CHANCE, 1, CHANCE), 0)) == [first, second, Turn(0, range(4, 5))]


def test_what_all_do_at_once_is_a_turn_each_time() -> None:
    all_at_once = taken(SIMULTANEOUS, SIMULTANEOUS)
    assert list(turns(all_at_once)) == [Turn(SIMULTANEOUS, range(1)), Turn(SIMULTANEOUS, range(1, 2))]


def test_what_chance_does_before_all_choose_is_of_the_same_turn() -> None:
    rounds = taken(CHANCE, SIMULTANEOUS, CHANCE, SIMULTANEOUS)
    assert list(turns(rounds)) == [Turn(SIMULTANEOUS, range(2)), Turn(SIMULTANEOUS, range(2, 4))]
    assert list(turns(rounds[:3], SIMULTANEOUS))[1:] == [Turn(SIMULTANEOUS, range(2, 3))]
    after = taken(SIMULTANEOUS, CHANCE, SIMULTANEOUS)
    assert list(turns(after)) == [Turn(SIMULTANEOUS, range(2)), Turn(SIMULTANEOUS, range(2, 3))]


def test_every_step_says_to_those_who_hear_it_who_took_it() -> None:
    session = Session(find_game("pig"))
    session.steps = taken(0, CHANCE, 1)
    html = steps_html(session, ["roll", "<3>", None], 2)
    assert re.findall('aria-label="([0-9][^"]*)"', html) == [
        "1. roll, Player 1",
        "2. &lt;3&gt;, chance",
        "3. hidden, Player 2",
    ]
    assert re.findall('data-count="([0-9]+)" aria-current', html) == ["2"]
    assert "<3>" not in html


def test_one_alone_is_not_named() -> None:
    session = Session(find_game("tests/measured_games.py:Tour"))
    session.read("1 2")
    assert "ow-by" not in steps_html(session, session.described(), 2)


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_two_players_have_a_column_each(offering: Server, visitor: Visitor, size: str) -> None:
    width, height = SIZES[size]
    me = Seated(visitor(viewport={"width": width, "height": height}), offering.address)
    me.begin(COMPASS, None, "random:seed=2").ready()
    me.page.get_by_role("button", name="play centre", exact=True).click()
    me.expect_moves(2)
    assert me.moves()[0] == "centre"
    expect(me.page.locator(".ow-standing")).to_contain_text(f"O played {me.moves()[1]}. X is to move")
    heads = [head.bounding_box() for head in me.page.locator(".ow-columns > .ow-by").all()]
    plies = [ply.bounding_box() for ply in me.page.locator(".ow-ply").all()]
    for head, ply in zip(heads, plies, strict=True):
        assert head is not None
        assert ply is not None
        assert head["x"] <= ply["x"] < head["x"] + head["width"]
        assert ply["y"] > head["y"]
    assert plies[0]["y"] == plies[1]["y"]  # type: ignore[index]
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    me.page.get_by_role("button", name="1. centre, X", exact=True).click()
    expect(me.page.locator(".ow-standing")).to_have_text("After move 1 of 2.")
    expect(me.page.locator(".ow-ply[aria-current=step]")).to_have_text("1. centre")


def test_a_move_of_two_clicks_is_told_by_its_name(offering: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), offering.address).begin(PAWNS, None, "random:seed=2")
    me.ready()
    me.page.get_by_role("button", name="play left pawn ahead", exact=True).click()
    said = me.page.locator(".ow-standing")
    expect(said).to_have_text(re.compile("^row 3 column 1 is chosen: left pawn ahead[?]"))
    me.page.get_by_role("button", name="play left pawn ahead", exact=True).click()
    me.expect_moves(2)
    assert me.moves()[0] == "left pawn ahead"


def test_of_more_than_two_players_each_is_named(offering: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), offering.address).begin(TRIO, *(f"random:seed={seed}" for seed in (1, 2, 3)))
    expect(me.page.locator(".ow-turn").nth(3)).to_be_visible()
    assert me.page.locator(".ow-turn .ow-by").all_inner_texts()[:4] == ["Red", "Green", "Blue", "Red"]


def test_a_draw_by_repetition_says_so_at_the_table_and_in_the_list(
    offering: Server, visitor: Visitor
) -> None:
    me = Seated(visitor(), offering.address).begin(RING, None, None)
    me.press("Sit down as player 2")
    for number, move in enumerate(("1", "-1", "1", "-1"), 1):
        me.press(move)
        me.expect_moves(number)
    expect(me.page.locator(".ow-standing")).to_contain_text("A draw by repetition.")
    me.page.goto(offering.address)
    expect(me.page.locator("li", has_text="A draw by repetition.")).to_have_count(1)
