"""Chess in a real browser: moves of two clicks, a pawn that becomes a knight, and mate."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]


def alone(page: Page, server: Server) -> Seated:
    """Somebody who sits in both seats."""
    me = Seated(page, server.address).begin("chess", None, None)
    me.press("Sit down as black")
    expect(page.get_by_role("button", name=re.compile("^Sit down"))).to_have_count(0)
    me.ready()
    return me


def play(me: Seated, *moves: str) -> None:
    """Click on the squares of some moves."""
    for number, squares in enumerate(moves, 1):
        for name in squares.split():
            me.click(name)
        me.expect_moves(number)


def test_fool_s_mate_by_clicks(server: Server, visitor: Visitor) -> None:
    me = alone(visitor(), server)
    me.click("f2")
    for label in ("take f2 back", "play f3", "play f4"):
        expect(me.page.locator(f".ow-legal[aria-label='{label}']")).to_have_count(1)
    me.click("f2")
    play(me, "f2 f3", "e7 e5", "g2 g4", "d8 h4")
    assert me.moves() == ["f3", "e5", "g4", "Qh4#"]
    board = me.page.locator("svg.ow-board")
    expect(board).to_have_attribute(
        "aria-label", re.compile("white to move, in check. Last move: black Qh4#.$")
    )
    expect(me.page.locator(".ow-standing")).to_contain_text("Black wins")


def test_a_pawn_becomes_what_is_clicked_below_the_board(server: Server, visitor: Visitor) -> None:
    me = alone(visitor(), server)
    play(me, "a2 a4", "b7 b5", "a4 b5", "a7 a6", "b5 a6", "c8 b7", "a6 b7", "e7 e6", "b7 a8 knight")
    assert me.moves()[-1] == "bxa8=N"
