"""The War Game in a real browser: moves of two clicks, conquests, and boards that somebody types."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]


def alone(page: Page, server: Server, board: str) -> Seated:
    """Somebody who sits in both seats before a board."""
    me = Seated(page, server.address).begin(f"wargame:board={board}", None, None)
    me.press("Sit down as green")
    expect(page.get_by_role("button", name=re.compile("^Sit down"))).to_have_count(0)
    me.ready()
    return me


def expect_said(me: Seated, words: str) -> None:
    expect(me.page.locator(".ow-standing")).to_contain_text(words)


def expect_chosen(me: Seated, *names: str) -> None:
    """Just these squares are chosen."""
    expect(me.page.locator(".ow-chosen")).to_have_count(len(names))
    for name in names:
        expect(me.page.locator(f"[data-square='{name}'].ow-chosen")).to_have_count(1)


def labels(me: Seated) -> list[str]:
    """What the squares that can be clicked say."""
    return [each.get_attribute("aria-label") or "" for each in me.page.locator(".ow-legal").all()]


def test_a_whole_game_with_the_mouse(server: Server, visitor: Visitor) -> None:
    me = alone(visitor(), server, "1 2/3 4")
    assert labels(me) == [f"play drop {name}" for name in ("A1 for 1", "B1 for 2", "A2 for 3", "B2 for 4")]
    me.click("A1")
    me.expect_moves(1)
    me.click("B2")
    me.expect_moves(2)
    me.click("B1")
    expect_chosen(me, "B1")
    expect_said(me, "B1 is chosen: drop or blitz?")
    assert labels(me) == ["take B1 back", "play drop B1 for 2", "play blitz B1 for 6, conquering B2"]
    me.click("blitz")
    me.expect_moves(3)
    expect_said(me, "Blue played blitz B1, conquering B2. Green is to move. Your turn.")
    board = me.page.locator("svg.ow-board")
    expect(board).to_have_attribute("aria-label", re.compile("Last move: blue blitz B1, conquering B2.$"))
    expect(board).to_contain_text("blue 7")
    me.click("A2")
    me.expect_moves(4)
    assert me.moves() == ["drop A1", "drop B2", "blitz B1", "drop A2"]
    expect_said(me, "Green played drop A2. Blue wins")
    expect(board).to_contain_text("3 green")
    assert not labels(me)


def test_a_blitz_with_the_keyboard_alone(server: Server, visitor: Visitor) -> None:
    me = alone(visitor(), server, "1 2 3")
    keys = me.page.keyboard
    legal = me.page.locator(".ow-legal")
    legal.first.focus()
    keys.press("Enter")
    me.expect_moves(1)
    expect(me.page.locator("[data-square='B1']")).to_be_focused()
    keys.press("Tab")
    keys.press("Space")
    me.expect_moves(2)
    assert me.moves() == ["drop A1", "drop C1"]
    expect(me.page.locator("[data-square='B1']")).to_be_focused()
    keys.press("Enter")
    expect_chosen(me, "B1")
    expect(me.page.locator("[data-square='B1']")).to_be_focused()
    keys.press("Tab")
    expect(me.page.locator("[data-square='drop']")).to_be_focused()
    keys.press("Tab")
    expect(me.page.get_by_role("button", name="play blitz B1 for 5, conquering C1")).to_be_focused()
    keys.press("Enter")
    me.expect_moves(3)
    expect_said(me, "Blue played blitz B1, conquering C1. Blue wins")


def test_a_chosen_square_is_taken_back_by_escape_or_by_itself(server: Server, visitor: Visitor) -> None:
    me = alone(visitor(), server, "1 2/3 4")
    me.click("A1")
    me.expect_moves(1)
    me.click("B2")
    me.expect_moves(2)
    before = labels(me)
    me.click("B1")
    expect_chosen(me, "B1")
    me.page.keyboard.press("Tab")
    expect(me.page.locator("[data-square='drop']")).to_be_focused()
    me.page.keyboard.press("Escape")
    expect_chosen(me)
    expect(me.page.locator("[data-square='B1']")).to_be_focused()
    assert labels(me) == before
    expect_said(me, "Blue is to move. Your turn.")
    me.click("B1")
    expect_chosen(me, "B1")
    me.click("B1")
    expect_chosen(me)
    me.click("A2")
    expect_chosen(me, "A2")
    me.page.get_by_role("heading", name="War Game").click()
    me.page.keyboard.press("Escape")
    expect_chosen(me)
    assert labels(me) == before
    me.click("A2")
    expect_chosen(me, "A2")
    me.page.get_by_role("button", name="1. drop A1").click()
    expect_said(me, "After move 1 of 2.")
    me.press("Back to the present")
    expect_said(me, "Your turn.")
    expect_chosen(me)
    assert me.moves() == ["drop A1", "drop B2"]


def test_a_blitz_that_must_be_played_is_one_click(server: Server, visitor: Visitor) -> None:
    me = alone(visitor(), server, "1 2 3,mandatory")
    for number, name in enumerate(("A1", "C1", "B1"), 1):
        me.click(name)
        me.expect_moves(number)
    assert me.moves() == ["drop A1", "drop C1", "blitz B1"]


# Setting up


def test_a_board_is_typed_in(server: Server, visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"{server.address}/play/wargame")
    Seated(page, server.address).heard()
    page.get_by_label("board", exact=True).fill("1 2 x/4 5 6")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("line 1, column 5: 'x' is not a whole number from 1 to 99")).to_be_visible()
    page.get_by_label("board", exact=True).fill("/etc/passwd")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("There is no board called '/etc/passwd'")).to_be_visible()
    page.get_by_label("board", exact=True).fill("11 2 3/4 5 6/7 8 9")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/session/"))
    me = Seated(page, server.address)
    me.ready()
    expect(page.locator(".ow-legal")).to_have_count(9)
    assert labels(me)[0] == "play drop A1 for 11"


def test_a_board_is_chosen_by_its_name(server: Server, visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"{server.address}/play/wargame:board=1 2/3 4")
    Seated(page, server.address).heard()
    field = page.get_by_label("board", exact=True)
    expect(field).to_have_value("1 2/3 4")
    page.get_by_label("Choose a board by its name").click()
    names = page.get_by_role("menuitem")
    expect(names).to_have_text(["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"])
    names.filter(has_text="Narvik").click()
    expect(field).to_have_value("Narvik")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/session/"))
    me = Seated(page, server.address)
    me.ready()
    assert labels(me)[:2] == ["play drop A1 for 99", "play drop B1 for 1"]


# Programs


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("1 x/3 4", "line 1, column 3: 'x' is not a whole number from 1 to 99."),
        ("1 2/3", "line 2, column 2: the row ends after 1 values, and the first has 2."),
        ("1 0/3 4", "line 1, column 3: '0' is not a whole number from 1 to 99."),
        ("1 100/3 4", "line 1, column 3: '100' is not a whole number from 1 to 99."),
        ("nowhere.txt", "There is no board called 'nowhere.txt'"),
        ("README.md", "There is no board called 'README.md'"),
        ("/".join(["1 2 3 4 5 6 7 8"] * 9), "a board can have 64 squares at most."),
    ],
)
@pytest.mark.parametrize("path", ["/position", "/decide", "/sessions"])
def test_a_board_that_is_none_is_refused_with_a_sentence(
    server: Server, path: str, board: str, said: str
) -> None:
    body: dict[str, object] = {"game": f"wargame:board={board}"}
    if path == "/sessions":
        body["players"] = ["human", "human"]
    answer = httpx.post(f"{server.address}/api{path}", json=body, timeout=60)
    assert answer.status_code == 400, answer.text
    assert list(answer.json()) == ["error"]
    assert said in answer.json()["error"]


def test_the_picture_of_a_position_tells_what_was_conquered(server: Server) -> None:
    body = {"game": "wargame:board=1 2 3", "moves": ["drop A1", "drop C1", "blitz B1"]}
    answer = httpx.post(f"{server.address}/api/position", json=body, timeout=60).json()["position"]
    assert "Last move: blue blitz B1, conquering C1." in answer["picture"]


# Games whose states remember


def test_a_game_that_remembers_its_positions_is_drawn_and_clicked(offering: Server, visitor: Visitor) -> None:
    game = "tests/web/recurring.py:Recurring"
    answer = httpx.post(f"{offering.address}/api/position", json={"game": game, "moves": ["5"]}, timeout=60)
    assert "Last move: X on 5." in answer.json()["position"]["picture"]
    me = Seated(visitor(), offering.address).begin(game, None, "random:seed=1")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    expect(me.page.locator("svg.ow-board")).to_have_attribute("aria-label", re.compile("Last move: O on"))
