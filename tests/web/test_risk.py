"""Risk in a real browser: a whole game on the small map, placed, attacked and moved by clicks."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import at_both_sizes

Visitor = Callable[..., Page]

GAME = "risk:map=islands,players=2,rounds=2,deal=3"
ATTACKS = 3
"""After so many attacks in a turn the player stops."""


def legal(me: Seated) -> dict[str, str]:
    """What the squares that can be clicked say, by name."""
    found = me.page.locator(".ow-legal").all()
    return {each.get_attribute("data-square") or "": each.get_attribute("aria-label") or "" for each in found}


def click_through(me: Seated, *squares: str) -> None:
    """Click the squares of one move, and wait until something has been played."""
    before = len(me.moves())
    for square in squares:
        me.click(square)
        if square != squares[-1]:
            expect(me.page.locator(f"[data-square='{square}'].ow-chosen")).to_have_count(1)
    expect(me.page.locator(".ow-moves li")).not_to_have_count(before)
    me.ready()


@at_both_sizes
def test_a_whole_game_is_played_by_clicks(server: Server, visitor: Visitor, viewport: ViewportSize) -> None:
    me = Seated(visitor(viewport=viewport), server.address).begin(GAME, None, "random:seed=1")
    me.ready()
    board = me.page.locator("svg.ow-board")
    expect(board).to_contain_text("Round 1 of 2: Blue places 3")
    width = board.evaluate("each => each.getBoundingClientRect().width")
    assert width <= viewport["width"]
    attacks = placed = 0
    while not me.over:
        offered = legal(me)
        if "end turn" in offered:
            click_through(me, "end turn")
            attacks = 0
        elif "end attacks" in offered:
            sources = [name for name in offered if name != "end attacks"]
            if attacks == ATTACKS or not sources:
                click_through(me, "end attacks")
                continue
            attacks += 1
            me.click(sources[0])
            expect(me.page.locator(f"[data-square='{sources[0]}'].ow-chosen")).to_have_count(1)
            target = next(name for name, said in legal(me).items() if said.startswith("attack "))
            me.click(target)
            expect(me.page.locator(".ow-moves li", has_text=f"{sources[0]} x {target}")).not_to_have_count(0)
            me.ready()
            expect(board).to_contain_text(re.compile("Dice: |is over"))
        elif "all" in offered:
            click_through(me, "all")
        else:
            placed += 1
            click_through(me, next(iter(offered)), "all")
    assert placed == 2
    expect(board).to_contain_text("the game is over")
    assert legal(me) == {}
