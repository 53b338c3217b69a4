"""Tactics in a real browser: choices clicked tile by tile, an agent's answer, and abilities by buttons."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from outwit.games.tactics import Tactics
from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]


def labels(me: Seated) -> dict[str | None, str | None]:
    """What the squares that can be clicked say, by name."""
    legal = me.page.locator(".ow-legal").all()
    return {each.get_attribute("data-square"): each.get_attribute("aria-label") for each in legal}


def test_the_duel_is_played_by_clicks_and_the_archer_answers(server: Server, visitor: Visitor) -> None:
    swordsman, archer = Tactics().battlefield.units
    left = archer.hp - swordsman.damage
    me = Seated(visitor(), server.address).begin("tactics", None, "alphabeta:depth=2,compiled=off")
    me.ready()
    assert labels(me) == {
        "(1,0)": "swordsman to (1,0)",
        "(0,1)": "swordsman to (0,1)",
        "(1,2)": "swordsman to (1,2)",
        "(2,1)": f"swordsman attacks archer, {swordsman.damage} damage to its {archer.hp} hp",
        "pass": "swordsman passes",
    }
    board = me.page.locator("svg.ow-board")
    me.click("(2,1)")
    me.expect_moves(1)
    expect(board).to_contain_text(f"AI {left}/{archer.hp} hp")
    expect(board).to_have_attribute("aria-label", re.compile(f"archer from {archer.hp} to {left} hp.$"))
    said = f"Swordsman at (1,1) attacks archer at (2,1) for 3: archer from {archer.hp} to {left} hp. Player"
    expect(me.page.locator(".ow-standing")).to_contain_text(said)
    assert labels(me) == {"pass": "swordsman passes"}
    me.click("pass")
    expect(me.page.locator(".ow-moves li", has_text="archer passes")).to_have_count(1)
    me.ready()
    expect(me.page.locator(".ow-standing")).to_have_text(re.compile("^Archer .* Archer passes. Player is to"))
    answered = me.moves()
    assert answered[:2] == ["swordsman attacks archer", "swordsman passes"]
    assert all(move.startswith("archer") for move in answered[2:])
    expect(board).to_contain_text(f"player to act, {Tactics().turn_limit - 2} turns left")


def test_a_unit_an_ability_and_a_friend_are_clicked_in_turn(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("tactics:scenario=3v3,rules=empv", None, "random:seed=1")
    me.ready()
    assert labels(me) == {
        "(2,4)": "choose swordsman S1", "(4,5)": "choose archer A1", "(2,5)": "choose cleric C1"
    }  # fmt: skip
    me.click("(2,5)")
    expect(me.page.locator("[data-square='(2,5)'].ow-chosen")).to_have_count(1)
    expect(me.page.locator(".ow-standing")).to_have_text(
        re.compile(r"^\(2,5\) is chosen; \d+ can follow. \(2,5\) again, or Escape, takes it back.$")
    )
    me.click("bless")
    expect(me.page.locator("[data-square='bless'].ow-chosen")).to_have_count(1)
    assert labels(me).items() >= {
        ("(2,5)", "cleric C1 blesses cleric C1"),
        ("(2,4)", "cleric C1 blesses swordsman S1"),
        ("bless", "take bless back"),
    }
    me.page.keyboard.press("Escape")
    expect(me.page.locator("[data-square='bless'].ow-chosen")).to_have_count(0)
    expect(me.page.locator("[data-square='(2,5)'].ow-chosen")).to_have_count(1)
    me.click("bless")
    expect(me.page.locator("[data-square='bless'].ow-chosen")).to_have_count(1)
    me.click("(2,4)")
    me.expect_moves(1)
    assert me.moves() == ["cleric C1 blesses swordsman S1"]
    expect(me.page.locator("svg.ow-board")).to_contain_text("B2")
