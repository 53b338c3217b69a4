"""Games in which not everybody knows everything, or all choose at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated


@pytest.fixture
def secretive(tmp_path: Path) -> Iterator[Server]:
    sketches = ("tests/sketches/battleship.py:Battleship", "tests/sketches/goofspiel.py:Goofspiel")
    running = Server(tmp_path, *(part for game in sketches for part in ("--game", game)))
    yield running
    running.end()


def test_each_seat_sees_what_it_knows_and_those_who_watch_see_nothing(
    secretive: Server, visitor: Callable[..., Page]
) -> None:
    first = Seated(visitor(), secretive.address).begin("tests/sketches/battleship.py:Battleship", None, None)
    first.ready()
    second, third = (Seated(visitor(), secretive.address) for _ in range(2))
    for other in (second, third):
        other.page.goto(first.page.url)
        other.heard()
    expect(third.page.locator(".ow-place")).to_contain_text("hidden from those who watch")
    name = re.compile("^Sit down as")
    second.page.get_by_role("button", name=name).click()
    expect(second.page.get_by_text("You are watching.")).to_have_count(0)
    choices = first.page.get_by_label("Your moves").get_by_role("button")
    choice = choices.first.inner_text()
    choices.first.click()
    first.expect_moves(1)
    assert first.moves() == [choice]
    for other in (second, third):
        other.expect_moves(1)
        assert other.moves() == ["hidden"]
        assert choice not in other.standing
    assert first.page.locator(".ow-place").inner_text() != second.page.locator(".ow-place").inner_text()
    third.press("Save")
    expect(third.page.get_by_text("can be saved when it is over")).to_be_visible()


def test_where_all_choose_at_once_nothing_is_shown_before_all_have(
    secretive: Server, visitor: Callable[..., Page]
) -> None:
    first = Seated(visitor(), secretive.address).begin("tests/sketches/goofspiel.py:Goofspiel", None, None)
    second = Seated(visitor(), secretive.address)
    second.page.goto(first.page.url)
    second.heard()
    second.page.get_by_role("button", name=re.compile("^Sit down as")).click()
    for me in (first, second):
        expect(me.page.get_by_label("Your moves")).to_be_visible()
    before = len(first.moves())
    first.page.get_by_label("Your moves").get_by_role("button").first.click()
    expect(first.page.get_by_label("Your moves")).to_be_hidden()
    assert len(second.moves()) == before
    second.page.get_by_label("Your moves").get_by_role("button").last.click()
    first.expect_moves(before + 1)
    assert "," in first.moves()[-1]
