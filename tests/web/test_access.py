"""Pages for everyone: axe finds nothing serious, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

Theme = Literal["light", "dark"]


class Look:
    """Looks at one page after another, and keeps what axe finds."""

    def __init__(self, page: Page, theme: Theme) -> None:
        self.page = page
        self.theme = theme
        self.found: list[str] = []

    def __call__(self, name: str) -> None:
        self.page.wait_for_timeout(500)
        background = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(255, 255, 255)") == (self.theme == "light")
        for violation in Axe().run(self.page).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:200] for node in violation["nodes"][:3]]
                self.found.append(f"{name}: {violation['id']}: {violation['help']}: {nodes}")


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.slow)])
def look(request: pytest.FixtureRequest, visitor: Callable[..., Page]) -> Look:
    return Look(visitor(color_scheme=request.param), request.param)


def test_axe_finds_nothing_serious_where_games_are_played(server: Server, look: Look) -> None:
    page = look.page
    me = Seated(page, server.address)
    page.goto(server.address)
    expect(page.get_by_text("Play a game")).to_be_visible()
    look("home")
    page.goto(f"{server.address}/play/connect4")
    expect(page.get_by_text("Who plays")).to_be_visible()
    look("set-up")
    page.goto(f"{server.address}/play/wargame")
    page.get_by_label("Choose a board by its name").click()
    expect(page.get_by_role("menuitem").first).to_be_visible()
    look("set-up with names to choose from")
    page.goto(f"{server.address}/play/nosuch")
    look("no such game")
    me.begin("tictactoe", None, "random:seed=3").ready()
    me.click("5")
    me.expect_moves(2)
    look("table with a picture")
    me.resign()
    look("table at the end")
    me.begin("wargame:board=9 9 9/9 1 9/9 9 9", None, "random:seed=3").ready()
    me.click("B2")
    me.expect_moves(2)
    me.ready()
    page.locator(".ow-legal[aria-label*='blitz']").first.click()
    expect(page.locator(".ow-chosen")).to_be_visible()
    look("table with a square chosen")
    me.begin("pig", None, "random:seed=3").ready()
    look("table with buttons")
    me.begin("connect4", None, "alphabeta:seconds=30").ready()
    me.click("4")
    expect(page.get_by_role("button", name="Move now")).to_be_visible()
    look("table while an agent thinks")
    me.press("Move now")
    page.goto(f"{server.address}/api/docs")
    for violation in Axe().run(page).response["violations"]:
        assert violation["impact"] not in ("serious", "critical"), violation
    assert not look.found, "\n".join(look.found)


def test_axe_finds_nothing_serious_in_the_tree_lab(server: Server, look: Look) -> None:
    page = look.page
    page.goto(f"{server.address}/tree?step=8")
    expect(page.locator(".ow-film svg")).to_be_visible()
    look("tree lab at a cut")
    page.locator("[data-node='1']").click()
    expect(page.get_by_label("The node picked").get_by_role("heading")).to_have_text("2")
    page.get_by_text("Switches").click()
    look("tree lab with a node picked and the switches open")
    page.goto(f"{server.address}/tree?predict=yes")
    expect(page.locator(".ow-film svg")).to_be_visible()
    page.locator("[data-node='1.1']").click()
    page.get_by_role("button", name="Check").click()
    look("tree lab with a prediction")
    page.goto(f"{server.address}/tree?game=connect4&agent=alphabeta:plain,depth=5")
    expect(page.locator(".ow-film svg")).to_be_visible()
    look("tree lab with a large tree")
    page.goto(f"{server.address}/tree?game=tictactoe&agent=mcts:select=puct,simulations=60,seed=1&step=61")
    expect(page.locator(".ow-film svg")).to_be_visible()
    look("tree lab with a tree that grows")
    page.goto(f"{server.address}/tree?game=nosuch")
    look("tree lab without such a game")
    assert not look.found, "\n".join(look.found)


def test_axe_finds_nothing_serious_where_positions_are_analysed(server: Server, look: Look) -> None:
    page = look.page
    page.goto(f"{server.address}/analyse")
    look("games to analyse")
    asked = "move=d3&move=c3&agent=alphabeta:depth=2,compiled=off&agent=minimax:depth=1"
    page.goto(f"{server.address}/analyse/othello?{asked}")
    expect(page.get_by_text("Nodes", exact=True)).to_have_count(2, timeout=60_000)
    page.get_by_role("button", name="Why, agent 1?").click()
    expect(page.get_by_text("is worth").first).to_be_visible(timeout=60_000)
    look("analysis with reasons")
    page.goto(f"{server.address}/analyse/pig?move=roll&agent=expectiminimax:depth=1,compiled=off")
    look("analysis at chance")
    assert not look.found, "\n".join(look.found)


def test_axe_finds_nothing_serious_where_games_are_reviewed(server: Server, look: Look) -> None:
    page = look.page
    for game, moves, agent in (
        ("tictactoe", ["5", "1", "2", "8", "3", "7", "4", "6", "9"], "alphabeta:depth=9,compiled=off"),
        ("nim:coins=5", ["2", "3"], "minimax"),
    ):
        asked = {"game": game, "players": ["human", "human"]}
        began = page.request.post(f"{server.address}/api/sessions", data=asked).json()
        other = page.request.post(f"{server.address}/api/sessions/{began['id']}/seats", data={"player": 1})
        seats = began["you"], other.json()["you"]
        for number, move in enumerate(moves):
            played = {"you": seats[number % 2], "move": move}
            page.request.post(f"{server.address}/api/sessions/{began['id']}/moves", data=played)
        page.goto(f"{server.address}/review/{began['id']}?agent={agent}")
        expect(page.locator(".ow-layers")).to_be_visible(timeout=60_000)
        look(f"review of {game}")
    assert not look.found, "\n".join(look.found)
