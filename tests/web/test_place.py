"""Nothing moves that the reader did not move: the board keeps its place, and lists follow the game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import at_both_sizes

Visitor = Callable[..., Page]
Size = dict[str, int]


def place(page: Page, what: str, text: str = "") -> tuple[float, ...]:
    """Where the first of something with this text is on its page, and how large; asked at one moment."""
    return tuple(
        page.evaluate(
            """([what, text]) => {
              const found = [...document.querySelectorAll(what)].find((it) => it.textContent.includes(text));
              const box = found.getBoundingClientRect();
              return [box.x + scrollX, box.y + scrollY, box.width, box.height];
            }""",
            [what, text],
        )
    )


WATCH = """() => {
  window.seen = {places: [], sentences: []};
  const note = (list, what) => { if (!list.includes(what)) list.push(what); };
  const look = () => {
    const box = document.querySelector(".ow-place svg").getBoundingClientRect();
    note(window.seen.places, [box.x + scrollX, box.y + scrollY, box.width, box.height].join(" "));
    note(window.seen.sentences, document.querySelector(".ow-standing").textContent);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes at every frame where the board is and what is said above it."""


@at_both_sizes
def test_the_board_stays_where_it_is_through_a_game(server: Server, visitor: Visitor, viewport: Size) -> None:
    me = Seated(visitor(viewport=viewport), server.address).begin("backgammon", None, "random:seed=2")
    me.ready()
    me.page.evaluate(WATCH)
    moves = len(me.moves())
    while len(me.moves()) < moves + 4:
        onward = me.page.locator(".ow-legal:not([aria-label^='take'])")
        if onward.count():
            onward.first.click()
        me.page.wait_for_timeout(100)
    seen = me.page.evaluate("window.seen")
    assert len(seen["sentences"]) > 3
    assert len(seen["places"]) == 1


@at_both_sizes
def test_the_buttons_stay_where_they_are_when_an_agent_begins_to_think(
    server: Server, visitor: Visitor, viewport: Size
) -> None:
    me = Seated(visitor(viewport=viewport), server.address)
    me.begin("connect4", None, "alphabeta:seconds=50,compiled=off").ready()
    before = place(me.page, "button", "Resign"), place(me.page, ".ow-place svg")
    me.click("4")
    now = me.page.get_by_role("button", name="Move now")
    expect(now).to_be_enabled()
    expect(me.page.get_by_text("takes its position to be worth")).to_be_visible()
    assert (place(me.page, "button", "Resign"), place(me.page, ".ow-place svg")) == before
    now.click()
    me.expect_moves(2)
    assert (place(me.page, "button", "Resign"), place(me.page, ".ow-place svg")) == before


@at_both_sizes
def test_the_board_under_study_stays_when_what_was_wrong_with_the_address_is_over(
    server: Server, visitor: Visitor, viewport: Size
) -> None:
    page = visitor(viewport=viewport)
    page.goto(f"{server.address}/analyse/tictactoe?move=5&move=5&agent=random:seed=1")
    expect(page.get_by_text("Move 2 of 2 in the address cannot be played.")).to_be_visible()
    page.wait_for_function("window.did_handshake === true")
    before = place(page, ".ow-place svg")
    page.locator("[data-square='1'].ow-legal").click()
    expect(page.locator(".ow-moves li")).to_have_count(2)
    expect(page.get_by_text("Move 2 of 2 in the address cannot be played.")).to_be_hidden()
    assert place(page, ".ow-place svg") == before


@at_both_sizes
def test_the_steps_of_a_search_are_told_without_moving_the_picture(
    server: Server, visitor: Visitor, viewport: Size
) -> None:
    page = visitor(viewport=viewport)
    page.goto(f"{server.address}/tree?step=0")
    expect(page.get_by_text("Plain minimax visits")).to_be_visible()
    seen = set()
    forward = page.get_by_role("button", name="Forward", exact=True)
    while forward.is_enabled():
        forward.click()
        seen.add((place(page, ".ow-film"), place(page, "button", "Forward")))
    assert len(seen) == 1


@at_both_sizes
def test_the_list_of_moves_follows_the_game(server: Server, visitor: Visitor, viewport: Size) -> None:
    me = Seated(visitor(viewport=viewport), server.address)
    me.begin("connect4", "random:seed=1", "random:seed=2")
    expect(me.page.locator(".ow-standing")).to_contain_text("wins")
    me.page.wait_for_function(IN_SIGHT)
    assert me.page.locator(".ow-moves").evaluate("list => list.scrollHeight > list.clientHeight")
    me.page.reload()
    me.page.wait_for_function(IN_SIGHT)
    me.page.locator(".ow-moves").evaluate("list => { list.scrollTop = 0; }")
    me.page.locator(".ow-ply").first.click()
    expect(me.page.locator(".ow-standing")).to_contain_text("After move 1 of ")
    me.press("Back to the present")
    expect(me.page.locator(".ow-standing")).to_contain_text("wins")
    me.page.wait_for_function(IN_SIGHT)


IN_SIGHT = """() => {
  const list = document.querySelector(".ow-moves");
  const now = list && list.querySelector("[aria-current=step]");
  if (!now) return false;
  const [box, at] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
  return at.top >= box.top && at.bottom <= box.bottom + 1;
}"""
"""Is the last step, the present one, in sight within its list?"""
