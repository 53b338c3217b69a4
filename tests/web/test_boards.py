"""Games that come without a picture, or with one of their own, played in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.test_access import Look, Theme

Visitor = Callable[..., Page]
BOARDS = "tests/views/boards.py"
FOLLOWED = """([moves, clicks]) => document.querySelectorAll(".ow-moves li").length > moves
  || document.querySelectorAll(".ow-chosen").length >= clicks"""
"""Has a move been played, or a square been chosen?"""

DRAWN = "tests/web/drawn.py:Drawn"


def chips(page: Page) -> list[str]:
    return page.locator(".ow-chip").all_inner_texts()


@pytest.mark.parametrize(
    "name",
    [
        "Board:size=4",
        "Slide:size=4",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("Drop:size=4", "Hex:size=4")),
    ],
)
def test_a_whole_game_is_played_by_clicking_on_a_board_that_is_only_text(
    offering: Server, visitor: Visitor, name: str
) -> None:
    me = Seated(visitor(), offering.address).begin(f"{BOARDS}:{name}", None, "random:seed=3")
    for _ in range(60):
        me.ready()
        if me.over:
            break
        before = len(me.moves())
        assert chips(me.page) == []
        for clicks in range(1, 3):
            me.page.locator(".ow-legal:not([aria-label^='take'])").last.click()
            me.page.wait_for_function(FOLLOWED, arg=[before, clicks])
            if me.page.locator(".ow-chosen").count() < clicks:
                break
        expect(me.page.locator(".ow-moves li").nth(before)).to_be_visible()
    assert me.over


def test_a_cell_says_what_clicking_it_plays(offering: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), offering.address).begin(f"{BOARDS}:Amazons", None, "random:seed=1")
    me.ready()
    queen = me.page.get_by_role("button", name=re.compile("^play b1-"))
    queen.click()
    expect(me.page.locator(".ow-standing")).to_contain_text("b1 is chosen")
    me.click("b4")
    me.click("b1")
    me.expect_moves(2)
    assert me.moves()[0] == "b1-b4/b1"
    expect(me.page.locator(".ow-place svg")).to_have_attribute("aria-label", re.compile("Row 6: .*Last move"))


def test_a_move_is_found_among_hundreds_and_entered(offering: Server, visitor: Visitor) -> None:
    page = visitor(viewport={"width": 390, "height": 844})
    me = Seated(page, offering.address).begin(f"{BOARDS}:Told:size=8", None, "random:seed=1")
    me.ready()
    expect(page.get_by_text(re.compile("^[0-9]+ moves; 120 are shown"))).to_be_visible()
    assert len(chips(page)) == 120
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    text, panel = page.locator(".ow-place pre"), page.locator(".ow-choices")
    assert panel.bounding_box()["height"] < 500  # type: ignore[index]
    assert text.bounding_box()["y"] < panel.bounding_box()["y"]  # type: ignore[index]
    field = page.get_by_label("Find a move")
    field.fill("b1-b5/b")
    expect(page.get_by_text(re.compile(r"^\d+ of \d+ moves\.$"))).to_be_visible()
    assert all(chip.startswith("b1-b5/b") for chip in chips(page))
    field.fill("b1-b5/b4")
    expect(page.locator(".ow-chip")).to_have_count(1)
    field.press("Enter")
    me.expect_moves(2)
    assert me.moves()[0] == "b1-b5/b4"
    me.ready()
    expect(field).to_have_value("")
    assert len(chips(page)) > 1


def test_the_list_is_walked_with_arrows_and_letters(offering: Server, visitor: Visitor) -> None:
    page = visitor()
    me = Seated(page, offering.address).begin(f"{BOARDS}:Told:size=4", None, "random:seed=1")
    me.ready()
    names = chips(page)
    focused = page.locator(".ow-chip:focus")
    page.get_by_label("Find a move").focus()
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text(names[0])
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_text(names[1])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_text(names[-1])
    page.keyboard.press("Home")
    expect(focused).to_have_text(names[0])
    wanted = next(name for name in names if name.startswith(names[-1][:4]))
    page.keyboard.type(wanted[:4])
    expect(focused).to_have_text(wanted)
    expect(page.locator(".ow-chip[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Enter")
    me.expect_moves(2)
    assert me.moves()[0] == wanted
    me.ready()
    if not me.over:
        expect(focused).to_have_count(1)


def test_a_game_is_drawn_by_its_own_file(offering: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), offering.address).begin(DRAWN, None, "random:seed=2")
    me.ready()
    expect(me.page.locator(".ow-place svg")).to_have_attribute("aria-label", "A board of the game's own.")
    expect(me.page.locator(".ow-legal")).to_have_count(8)
    expect(me.page.get_by_role("heading", name="Other moves")).to_be_visible()
    assert chips(me.page) == ["4"]
    me.press("4")
    me.expect_moves(2)
    expect(me.page.locator(".ow-choices")).to_be_hidden()
    me.ready()
    me.page.locator(".ow-legal").first.click()
    me.expect_moves(4)


def test_a_broken_view_is_told_and_the_game_goes_on(offering: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), offering.address).begin(f"{DRAWN}:broken", None, "random:seed=2")
    me.ready()
    expect(me.page.get_by_text("DrawnView.picture failed (line ")).to_contain_text(
        "of drawn.py): LookupError: there is no board. The game's text is taken instead."
    )
    me.click("row 2 column 2")
    me.expect_moves(2)


def test_a_drawn_board_is_reviewed_analysed_and_shown_in_the_arena(
    offering: Server, visitor: Visitor
) -> None:
    page = visitor()
    game = f"{BOARDS}:Hex"
    page.goto(f"{offering.address}/analyse/{game}?move=a1&move=b2&agent=alphabeta:depth=2,compiled=off")
    expect(page.locator(".ow-place svg")).to_have_attribute("aria-label", re.compile("^Row 1: X, 2 empty"))
    expect(page.locator(".ow-place .ow-arrow").first).to_be_attached(timeout=60_000)
    asked = {"game": game, "agents": ["random:seed=1", "random:seed=2"], "games": 2}
    began = page.request.post(f"{offering.address}/api/tournaments", data=asked).json()
    page.goto(f"{offering.address}/arena/{began['id']}")
    expect(page.get_by_text("2 of 2 games").first).to_be_visible(timeout=60_000)
    page.goto(f"{offering.address}/arena/{began['id']}/1")
    expect(page.locator(".ow-place svg")).to_have_attribute("aria-label", re.compile("^Row 1: "))
    session = page.request.post(
        f"{offering.address}/api/sessions", data={"game": game, "players": ["human"] * 2}
    )
    key, seats = session.json()["id"], [session.json()["you"]]
    other = page.request.post(f"{offering.address}/api/sessions/{key}/seats", data={"player": 1})
    seats.append(other.json()["you"])
    for number, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
        played = {"you": seats[number % 2], "move": move}
        page.request.post(f"{offering.address}/api/sessions/{key}/moves", data=played)
    page.goto(f"{offering.address}/review/{key}?agent=minimax:depth=2")
    expect(page.locator(".ow-layers")).to_be_visible(timeout=60_000)
    expect(page.locator(".ow-place svg")).to_have_attribute("aria-label", re.compile("^Row 1: "))
    page.goto(f"{offering.address}/tree?game={game}&agent=alphabeta:plain,depth=2")
    page.locator("[data-node='0']").click()
    expect(page.get_by_label("The node picked").locator("svg[aria-label^='Row 1: X']")).to_be_visible()
    page.goto(offering.address)
    expect(page.locator(".ow-card svg").first).to_be_attached()


LOOKED_AT = (f"{BOARDS}:Kalah", f"{BOARDS}:Told:size=3", f"{BOARDS}:Told", DRAWN, f"{DRAWN}:broken")


@pytest.mark.parametrize(
    ("theme", "games"),
    [
        ("light", LOOKED_AT[:2]),
        *(pytest.param(theme, LOOKED_AT, marks=pytest.mark.slow) for theme in ("light", "dark")),
    ],
)
def test_axe_finds_nothing_serious_at_such_boards(
    offering: Server, visitor: Visitor, theme: Theme, games: tuple[str, ...]
) -> None:
    look = Look(visitor(color_scheme=theme), theme)
    me = Seated(look.page, offering.address)
    for game in games:
        me.begin(game, None, "random:seed=1").ready()
        look(game)
    me.begin(f"{BOARDS}:Amazons", None, "random:seed=1").ready()
    me.click("b1")
    expect(look.page.locator(".ow-chosen")).to_be_visible()
    look("a queen chosen")
    assert not look.found, "\n".join(look.found)
