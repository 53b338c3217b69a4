"""The arena in a browser: tournaments begun, watched, broken off, gone on with and looked at again."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Literal

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from outwit.arena.planner import plan
from outwit.arena.replay import replay_game
from outwit.arena.report.words import with_sign
from outwit.arena.standings import Standings
from outwit.store import Tournaments
from tests.web.conftest import ROOT, Server

LONG = {"game": "othello", "agents": ["minimax:depth=2", "minimax:depth=1"], "games": 500}
"""A match that nobody will see the end of."""


class Spectator:
    """Whoever sits before a page of the arena."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.address = f"{server.address}/arena"
        self.store = Tournaments(f"sqlite:///{(server.folder / 'games.db').as_posix()}")

    def visit(self, where: str = "") -> None:
        self.page.goto(self.address + where)
        self.page.wait_for_function("window.did_handshake === true")

    def agents(self, *specs: str) -> None:
        for number, spec in enumerate(specs, 1):
            self.page.get_by_label(f"Agent {number}", exact=True).fill(spec)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def begun(self) -> str:
        """The name of the tournament whose page has opened."""
        self.page.wait_for_url(re.compile(r"/arena/\w+$"))
        self.page.wait_for_function("window.did_handshake === true")
        return self.page.url.rpartition("/")[2]

    @property
    def standing(self) -> str:
        return self.page.locator(".ow-standing").inner_text()

    def expect_standing(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".ow-standing")).to_have_text(words, timeout=60_000)


def count(standing: str) -> int:
    return int(standing.partition(" of ")[0].replace(",", ""))


def test_a_match_is_started_and_watched_to_its_end(server: Server, visitor: Callable[..., Page]) -> None:
    me = Spectator(visitor(), server)
    me.visit()
    me.page.get_by_label("Games for each meeting").fill("20")
    me.agents("minimax:depth=3", "minimax:depth=2")
    me.press("Start")
    key = me.begun()
    expect(me.page.locator(".ow-boards svg").first).to_be_visible(timeout=30_000)
    seen = {me.standing}
    while not me.standing.startswith("20 of 20"):
        me.page.wait_for_timeout(100)
        seen.add(me.standing)
    assert len({count(each) for each in seen}) >= 4, "the count did not rise before one's eyes"
    me.expect_standing("20 of 20 games: all have been played.")
    expect(me.page.locator(".ow-boards")).to_have_count(0)

    tournament, played = me.store.find(key)
    standings = Standings(tournament, played.values())
    assert len(played) == 20
    shown = me.page.locator(".ow-report table").first.locator("tbody tr")
    expect(shown).to_have_count(2)
    for row, line in zip(shown.all(), standings.lines, strict=True):
        cells = [cell.inner_text() for cell in row.locator("th,td").all()]
        assert cells[1] == line.name
        assert cells[4:9] == [
            f"{100 * line.score:.1f} %",
            *(str(n) for n in (line.wins, line.draws, line.losses, line.games)),
        ]
    elo = standings.meetings[0, 1].estimate.elo
    expect(me.page.locator(".verdict").first).to_contain_text(f"Elo difference {with_sign(elo)},")


def test_a_finished_game_is_stepped_through(server: Server, visitor: Callable[..., Page]) -> None:
    body = {"game": "connect4", "agents": ["minimax:depth=2", "random:seed=1"], "games": 4}
    key = ended(server, body)
    me = Spectator(visitor(), server)
    me.visit(f"/{key}")
    me.page.get_by_role("link", name="Game 3", exact=True).click()
    me.page.wait_for_url(re.compile(f"/arena/{key}/3$"))
    me.page.wait_for_function("window.did_handshake === true")
    session = replay_game(*me.store.game(key, 2))
    moves, last = session.described(), len(session.steps)
    board = me.page.locator(".ow-place svg")
    expect(me.page.get_by_text(f"Step {last} of {last}: ")).to_be_visible()
    me.press("Start")
    expect(board).to_have_attribute("aria-label", re.compile("^Column 1: empty; column 2: empty"))
    for number in range(1, 7):
        me.page.keyboard.press("ArrowRight")
        part = " of the opening" if number <= 4 else ""
        who = "XO"[(number - 1) % 2]
        expect(
            me.page.get_by_text(f"Step {number} of {last}{part}: {who}, {moves[number - 1]}.")
        ).to_be_visible()
    me.press("Back")
    expect(me.page.get_by_text(f"Step 5 of {last}: ")).to_be_visible()
    slider = me.page.get_by_label("Step of the game")
    slider.focus()
    me.page.keyboard.press("ArrowRight")
    expect(me.page.get_by_text(f"Step 6 of {last}: ")).to_be_visible()
    me.page.locator("button[data-count='2']").click()
    expect(me.page.get_by_text(f"Step 2 of {last} of the opening: ")).to_be_visible()
    asked = "&".join(f"move={move}" for move in moves[:2])
    link = me.page.get_by_role("link", name="Analyse this position")
    expect(link).to_have_attribute("href", f"/analyse/connect4?{asked}")
    expect(me.page.get_by_role("link", name="Search tree")).to_have_attribute(
        "href", f"/tree?game=connect4&{asked}"
    )


def test_the_browser_and_the_command_line_share_one_store(
    server: Server, visitor: Callable[..., Page]
) -> None:
    url = f"sqlite:///{(server.folder / 'games.db').as_posix()}"
    agents = ["minimax:depth=2", "random:seed=7"]
    command = [
        sys.executable,
        "-m",
        "outwit",
        "match",
        "nim:coins=15",
        *agents,
        "--games",
        "6",
        "--store",
        url,
    ]
    subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    me = Spectator(visitor(), server)
    me.visit()
    entry = me.page.locator("li", has_text="minimax:depth=2 against random:seed=7").filter(
        has_text="6 of 6 games"
    )
    entry.first.get_by_role("link").click()
    me.begun()
    me.expect_standing("6 of 6 games: all have been played.")

    key = ended(server, {"game": "nim", "agents": ["random:seed=3", "random:seed=4"], "games": 2})
    listed = subprocess.run(
        [sys.executable, "-m", "outwit", "store", "list", "--store", url],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert re.search(rf"{key}.*2 of 2.*nim", listed.stdout)


def test_a_tournament_that_somebody_else_plays_is_followed(
    server: Server, visitor: Callable[..., Page]
) -> None:
    me = Spectator(visitor(), server)
    tournament = plan("nim", ["random:seed=11", "random:seed=12"], 4)
    key = me.store.begin(tournament)
    me.visit(f"/{key}")
    me.expect_standing("0 of 4 games; it is not being played here.")
    other = ended(server, {"game": "nim", "agents": list(tournament.agents), "games": 4})
    me.store.keep_game(key, me.store.game(other, 1)[1])
    me.expect_standing("1 of 4 games; it is not being played here.")


@pytest.mark.slow
def test_a_tournament_is_stopped_and_gone_on_with(own_server: Server, visitor: Callable[..., Page]) -> None:
    me = Spectator(visitor(), own_server)
    api = httpx.Client(base_url=f"{own_server.address}/api", timeout=30)
    key = api.post("/tournaments", json=LONG).json()["id"]
    me.visit(f"/{key}")
    me.expect_standing(re.compile(r"^[1-9]\d* of 500 games"))
    assert api.post("/tournaments", json=LONG).status_code == 201
    assert api.post("/tournaments", json=LONG).status_code == 429
    me.press("Stop")
    me.expect_standing(re.compile(r"^\d+ of 500 games; it is not being played here\.$"))
    before = me.store.many(key)
    me.visit()
    me.page.locator(f"button[data-key='{key}']").click()
    assert me.begun() == key
    me.expect_standing(re.compile(r"^\d+ of 500 games[.,]"))
    expect(me.page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    while me.store.many(key) <= before:
        me.page.wait_for_timeout(100)
    own_server.process.terminate()
    assert own_server.process.wait(15) is not None, "the server did not end in the middle of a game"


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(
    server: Server, visitor: Callable[..., Page]
) -> None:
    me = Spectator(visitor(), server)
    me.visit()
    me.page.get_by_label("Games for each meeting").fill("30")
    me.agents("alphabeta:deph=3", "random")
    expect(me.page.get_by_text("'deph'").first).to_be_visible()
    me.press("Start")
    expect(me.page.locator(".ow-problem")).to_contain_text("'deph'")
    expect(me.page.get_by_label("Agent 1", exact=True)).to_have_value("alphabeta:deph=3")
    expect(me.page.get_by_label("Games for each meeting")).to_have_value("30")
    me.agents("tests/arena/faulty.py:Crashing")
    me.press("Start")
    expect(me.page.locator(".ow-problem")).to_contain_text("There is no agent called 'tests/arena/faulty.py'")
    assert me.page.url.endswith("/arena")


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "nim", "agents": ["random", "nobody"]},
        {"game": "tests/arena/faulty.py:Nothing", "agents": ["random", "random"]},
        {"game": "nim", "agents": ["random", "human"]},
        {"game": "pig", "agents": ["alphabeta", "random"]},
        {"game": "nim", "agents": ["random"] * 16, "games": 20_000},
        {"game": "nim", "agents": ["random", "random"], "sprt": {"elo0": 5.0, "elo1": 5.0}},
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(server: Server, wrong: dict[str, object]) -> None:
    answer = httpx.post(f"{server.address}/api/tournaments", json=wrong, timeout=30)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith((".", "?"))


@pytest.mark.slow
def test_a_killed_server_goes_on_with_exactly_the_games_planned(
    own_server: Server, visitor: Callable[..., Page]
) -> None:
    body = {"game": "connect4", "agents": ["minimax:depth=2", "random:seed=1"], "games": 80}
    key = httpx.post(f"{own_server.address}/api/tournaments", json=body, timeout=30).json()["id"]
    me = Spectator(visitor(), own_server)
    while me.store.many(key) < 5:
        me.page.wait_for_timeout(50)
    own_server.kill()
    there = me.store.find(key)[1]
    assert 5 <= len(there) < 80
    own_server.start()
    me.visit(f"/{key}")
    me.expect_standing(re.compile(rf"^{len(there)} of 80 games; it is not being played here\.$"))
    me.press("Go on")
    me.expect_standing("80 of 80 games: all have been played.")
    tournament, played = me.store.find(key)
    assert set(played) == {fixture.number for fixture in tournament.fixtures()}
    assert {number: played[number] for number in there} == there


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_in_the_arena(
    server: Server, visitor: Callable[..., Page], theme: Literal["light", "dark"]
) -> None:
    me = Spectator(visitor(color_scheme=theme), server)
    found = []

    def look(name: str) -> None:
        me.page.wait_for_timeout(300)
        for violation in Axe().run(me.page).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:200] for node in violation["nodes"][:3]]
                found.append(f"{name}: {violation['id']}: {violation['help']}: {nodes}")

    quick = {"game": "connect4", "agents": ["minimax:depth=1", "random", "random"], "games": 2}
    key = ended(server, quick)
    api = httpx.Client(base_url=f"{server.address}/api", timeout=30)
    running = api.post("/tournaments", json=LONG).json()["id"]
    me.visit()
    me.page.get_by_text("More options").click()
    me.press("Add an agent")
    me.agents("alphabeta:deph=3")
    expect(me.page.get_by_text("'deph'").first).to_be_visible()
    look("lobby")
    me.visit(f"/{running}")
    expect(me.page.locator(".ow-boards svg").first).to_be_visible(timeout=30_000)
    look("a tournament under way")
    assert api.post(f"/tournaments/{running}/stop").status_code == 200
    me.visit(f"/{key}")
    look("a tournament that is over")
    me.visit(f"/{key}/1")
    look("a game")
    me.visit("/nothing")
    look("no such tournament")
    assert not found, "\n".join(found)


def ended(server: Server, body: dict[str, object]) -> str:
    """The name of a tournament that has been played to its end."""
    with httpx.Client(base_url=f"{server.address}/api", timeout=30) as api:
        key: str = api.post("/tournaments", json=body).json()["id"]
        while api.get(f"/tournaments/{key}").json()["running"]:
            time.sleep(0.1)
        assert api.get(f"/tournaments/{key}").json()["finished"]
    return key
