"""Every page as people see it: light and dark, on a phone and on a desk. `make screenshots` runs it."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Page, expect, sync_playwright

from tests.web.conftest import FLAGS, ROOT, Server
from tests.web.seated import Seated

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHOWN = ("home-desktop-light", "table-desktop-dark", "tree-desktop-light", "analyse-desktop-light")
"""Those that the docs show."""


def main() -> int:
    """Take them all into build/screenshots, and those that are shown into docs/pictures."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        print("There is no Chromium here; install the package chromium.", file=sys.stderr)
        return 2
    folder = ROOT / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            for size, (width, height) in SIZES.items():
                for theme in THEMES:
                    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
                    for name in taken(page, server.address, folder, f"{size}-{theme}"):
                        print(name)
                        if name in SHOWN:
                            shutil.copy(folder / f"{name}.png", ROOT / "docs" / "pictures" / f"{name}.png")
                    page.close()
        finally:
            browser.close()
            server.end()
    return 0


def taken(page: Page, address: str, folder: Path, kind: str) -> list[str]:
    """One page after the other; the names of the pictures."""
    names = []

    def shoot(name: str) -> None:
        page.wait_for_timeout(600)
        names.append(f"{name}-{kind}")
        page.screenshot(path=folder / f"{name}-{kind}.png")

    me = Seated(page, address)
    for game, name in (("connect4", "setup"), ("wargame", "setup-wargame")):
        page.goto(f"{address}/play/{game}")
        expect(page.get_by_text("Who plays")).to_be_visible()
        shoot(name)
    me.begin("connect4", None, "alphabeta:seconds=1").ready()
    for column in "443":
        me.click(column)
        page.wait_for_timeout(400)
        me.ready(60_000)
    shoot("table")
    me.click("4")
    expect(page.get_by_role("button", name="Move now")).to_be_visible()
    page.wait_for_timeout(300)
    shoot("thinking")
    me.begin("pig", None, "random:seed=5").ready()
    page.get_by_role("button", name="roll", exact=True).click()
    me.ready()
    shoot("pig")
    me.begin("tictactoe", None, "random:seed=1").ready()
    me.resign()
    shoot("over")
    me.begin("wargame", None, "alphabeta:depth=2").ready()
    for turn in range(1, 7):
        conquest = page.locator(".ow-legal[aria-label*='conquering']")
        if conquest.count():
            conquest.first.click()
            me.click("blitz")
        else:
            page.locator(".ow-legal:not([aria-label*='blitz'])").nth(5 * turn % 7).click()
        me.expect_moves(2 * turn)
        me.ready()
    shoot("wargame")
    page.locator(".ow-legal[aria-label*='blitz']").first.click()
    expect(page.locator(".ow-chosen")).to_be_visible()
    shoot("wargame-choice")
    study(page, me, address, shoot)
    page.goto(address)
    expect(page.get_by_text("Play a game")).to_be_visible()
    shoot("home")
    page.goto(f"{address}/play/nothing")
    shoot("missing")
    page.goto(f"{address}/api/docs")
    shoot("api")
    return names


def study(page: Page, me: Seated, address: str, shoot: Callable[[str], None]) -> None:
    """Where searches and games are looked into."""
    page.goto(f"{address}/tree?step=8")
    expect(page.locator(".ow-film svg")).to_be_visible()
    expect(page.get_by_text("Plain minimax visits")).to_be_visible()
    shoot("tree")
    page.goto(f"{address}/tree?predict=yes")
    for branch in ("1.1", "2.2"):
        page.locator(f"[data-node='{branch}']").click()
    page.get_by_label("The value of the root").fill("3")
    page.get_by_role("button", name="Check").click()
    shoot("tree-predict")
    page.goto(f"{address}/tree?game=connect4&agent=alphabeta:plain,depth=6&step=60")
    page.locator("[data-node='0.3']").click()
    expect(page.get_by_label("The node picked").locator("svg")).to_be_visible()
    shoot("tree-connect4")
    page.goto(f"{address}/tree?game=pig:goal=10&agent=expectiminimax:depth=2&step=20")
    expect(page.locator(".ow-film svg")).to_be_visible()
    shoot("tree-pig")
    agents = "agent=alphabeta:depth=9&agent=minimax:depth=4&agent=mcts:simulations=20000,seed=1"
    page.goto(f"{address}/analyse/connect4?move=4&move=4&move=5&{agents}")
    expect(page.get_by_text("Nodes", exact=True)).to_have_count(3, timeout=90_000)
    shoot("analyse")
    page.goto(f"{address}/analyse")
    shoot("analyse-games")
    me.begin("tictactoe", None, "alphabeta:depth=9").ready()
    while not me.over:
        page.locator(".ow-legal").last.click()
        page.wait_for_timeout(300)
        me.ready()
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".ow-layers")).to_be_visible(timeout=90_000)
    shoot("review")
    page.goto(f"{address}/arena")
    expect(page.get_by_role("heading", name="Arena", exact=True)).to_be_visible()
    shoot("arena")
    players = ["alphabeta:depth=7", "alphabeta:depth=4", "mcts:simulations=2000", "random:seed=1"]
    asked = {"game": "othello", "agents": players, "games": 4}
    began = page.request.post(f"{address}/api/tournaments", data=asked)
    page.goto(f"{address}/arena/{began.json()['id']}")
    expect(page.get_by_text(re.compile(r"\b([6-9]|1\d|2\d) of 24 games")).first).to_be_visible(
        timeout=120_000
    )
    shoot("arena-live")
    expect(page.get_by_text("24 of 24 games").first).to_be_visible(timeout=120_000)
    shoot("arena-end")
    page.goto(f"{address}/arena/{began.json()['id']}/1")
    page.wait_for_timeout(500)
    shoot("arena-game")


if __name__ == "__main__":
    sys.exit(main())
