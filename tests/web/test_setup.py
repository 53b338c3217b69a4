"""Setting a game up in the browser: what is written into a field is taken as it is, or refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import at_both_sizes

Visitor = Callable[..., Page]
Size = dict[str, int]


@at_both_sizes
@pytest.mark.parametrize(
    ("written", "sentence"),
    [("", "“width” is empty; write a whole number."), ("7.5", "“width” takes a whole number, not 7.5.")],
)
def test_what_is_no_whole_number_is_refused_in_a_sentence(
    server: Server, visitor: Visitor, viewport: Size, written: str, sentence: str
) -> None:
    me = Seated(visitor(viewport=viewport), server.address)
    me.page.goto(f"{server.address}/play/connect4")
    me.heard()
    me.page.get_by_label("width", exact=True).fill(written)
    me.press("Start")
    expect(me.page.get_by_text(sentence)).to_be_visible()
    assert "/play/connect4" in me.page.url


CONTRAST = """button => {
  const shown = (element, name) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each)[name].match(/[\\d.]+/g).map(Number);
      if (colour.length === 3 || colour[3] > 0) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const light = (colour) => {
    const [red, green, blue] = colour.map((each) => each / 255)
      .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [one, other] = [light(shown(button, "color")), light(shown(button, "backgroundColor"))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}"""
"""The contrast of what is written on a button with what is behind it, by the formula of WCAG 2."""


@at_both_sizes
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_that_opens_a_saved_game_can_be_seen(
    server: Server, visitor: Visitor, viewport: Size, scheme: str
) -> None:
    page = visitor(viewport=viewport, color_scheme=scheme)
    page.goto(f"{server.address}/play/nim")
    page.get_by_text("Go on with a saved game").click()
    button = page.locator(".q-uploader__header a")
    expect(button).to_be_visible()
    assert button.evaluate(CONTRAST) >= 4.5
