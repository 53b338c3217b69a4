"""Backgammon in the browser: dice that fall by themselves, plays of several clicks in any order."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import at_both_sizes


def test_a_play_is_clicked_point_by_point_and_taken_back_with_escape(
    server: Server, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(f"{server.address}/analyse/backgammon?move=X+3-1&agent=random:seed=1")
    expect(page.locator("[data-square='8'].ow-legal")).to_be_visible()
    page.locator("[data-square='8']").click()
    expect(page.locator("[data-square='8'].ow-chosen")).to_be_visible()
    page.locator("[data-square='5']").click()
    expect(page.locator("[data-square='5'].ow-chosen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-square='5'].ow-chosen")).to_have_count(0)
    expect(page.locator("[data-square='8'].ow-chosen")).to_be_visible()
    for point in ("5", "6", "5"):
        page.locator(f"[data-square='{point}']").click()
    expect(page).to_have_url(re.compile(r"move=8%2F5\+6%2F5"))


def test_a_game_against_an_agent_goes_on_by_itself_between_plays(
    server: Server, visitor: Callable[..., Page]
) -> None:
    me = Seated(visitor(), server.address).begin("backgammon", None, "random:seed=2")
    for _ in range(3):
        me.ready()
        moves = len(me.moves())
        while len(me.moves()) == moves:
            onward = me.page.locator(".ow-legal:not([aria-label^='take'])")
            if onward.count():
                onward.first.click()
            me.page.wait_for_timeout(200)
        me.ready()
    assert len(me.moves()) >= 9


def checkers(page: Page, point: str) -> int:
    """How many checkers are drawn on a point, by the numbers of the player on roll."""
    return int(
        page.evaluate(
            """point => {
              const box = document.querySelector(`[data-square="${point}"]`).getBoundingClientRect();
              const inside = (disc) => {
                const at = disc.getBoundingClientRect();
                const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
                return box.left < x && x < box.right && box.top < y && y < box.bottom;
              };
              return [...document.querySelectorAll(".ow-board circle.ow-first, .ow-board circle.ow-second")]
                .filter(inside).length;
            }""",
            point,
        )
    )


@at_both_sizes
def test_checkers_moved_so_far_are_drawn_and_their_dice_are_used(
    server: Server, visitor: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = visitor(viewport=viewport)
    page.goto(f"{server.address}/analyse/backgammon?move=X+3-1&agent=random:seed=1")
    expect(page.locator("[data-square='8'].ow-legal")).to_be_visible()
    page.wait_for_function("window.did_handshake === true")
    assert (checkers(page, "8"), checkers(page, "5")) == (3, 0)
    for point in ("8", "5"):
        page.locator(f"[data-square='{point}']").click()
        expect(page.locator(f"[data-square='{point}'].ow-chosen")).to_be_visible()
    expect(page.get_by_label(re.compile("Left to play: 1[.]"))).to_be_visible()
    expect(page.locator(".ow-standing")).to_have_text(re.compile("^8/5 is played: "))
    assert (checkers(page, "8"), checkers(page, "5")) == (2, 1)
    assert page.locator(".ow-board rect.ow-first[width='38']").count() == 1
    page.keyboard.press("Escape")
    expect(page.get_by_label(re.compile("Left to play: 1[.]"))).to_have_count(0)
    assert (checkers(page, "8"), checkers(page, "5")) == (3, 0)


@at_both_sizes
def test_who_sits_as_o_has_the_own_home_below_and_sees_what_x_played(
    server: Server, visitor: Callable[..., Page], viewport: dict[str, int]
) -> None:
    me = Seated(visitor(viewport=viewport), server.address).begin("backgammon", "random:seed=3", None)
    me.ready()
    while "X played " not in me.standing:  # O has begun
        onward = me.page.locator(".ow-legal:not([aria-label^='take'])")
        if onward.count():
            onward.first.click()
        me.page.wait_for_timeout(200)
    me.ready()
    expect(me.page.get_by_label(re.compile("Last move: X "))).to_be_visible()
    assert me.page.locator(".ow-board circle.ow-last").count() > 0
    home = me.page.locator("[data-square='1']").bounding_box()
    away = me.page.locator("[data-square='24']").bounding_box()
    assert home is not None
    assert away is not None
    assert home["y"] > away["y"]
