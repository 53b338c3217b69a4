"""Monte Carlo tree search in the tree lab: at each step it shows what the recorded games add up to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from outwit import find_agent
from outwit.tree.record.node import format_values
from tests.web.conftest import Server
from tests.web.test_tree import TEXTBOOK, Lab, recorded


@pytest.fixture
def lab(server: Server, visitor: Callable[..., Page]) -> Lab:
    return Lab(visitor(), server.address)


def spelled(path: list[int]) -> str:
    return ".".join(map(str, path)) or "root"


class Games:
    """The games of recorded data, added up one by one as anybody would."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.nodes: dict[str, dict[str, Any]] = {}
        todo: list[tuple[list[int], dict[str, Any]]] = [([], data["root"])]
        while todo:
            path, node = todo.pop()
            self.nodes[spelled(path)] = node
            todo += [([*path, number], child) for number, child in enumerate(node.get("children", []))]
        self.visits = dict.fromkeys(self.nodes, 0)
        self.totals = dict.fromkeys(self.nodes, 0.0)
        self.proved: dict[str, float] = {}

    def play(self, game: dict[str, Any]) -> None:
        for depth, values in enumerate(game["passed"]):
            key = spelled(game["path"][:depth])
            self.visits[key] += 1
            self.totals[key] += values[0]
            if depth in game.get("proved", ()):
                self.proved[key] = values[0]

    def shown(self, key: str) -> tuple[str, str]:
        """What must stand at a node now: its value, and its games."""
        visits, node = self.visits[key], self.nodes[key]
        if not visits:
            inner = node["role"] != "end" and bool(node.get("children"))
            return "" if inner else node.get("label", "").replace("-", "−"), ""
        if key in self.proved:
            small = f"{visits}×" if node["role"] == "end" else f"{visits}× proved"
            return format_values(self.proved[key]).replace("-", "−"), small
        return f"≈ {format_values(self.totals[key] / visits)}".replace("-", "−"), f"{visits}×"

    def check(self, lab: Lab, way: list[int] | None) -> None:
        """The picture says of every node what the games so far add up to, and which are on the way."""
        standing = lab.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("[data-node]")].map((mark) => [
                mark.dataset.node,
                [".ow-value", ".ow-small"].map((which) => mark.querySelector(which)?.textContent ?? "")
                    .concat(["ahead", "open", "done"].filter((phase) => mark.matches(`.ow-${phase}`))),
            ]))"""
        )
        on_the_way = set() if way is None else {spelled(way[:depth]) for depth in range(len(way) + 1)}
        for key, (value, small, phase) in standing.items():
            if "×" in value:
                continue  # several branches that no game came to
            assert (value, small) == self.shown(key), key
            assert phase == ("open" if key in on_the_way else "done" if self.visits[key] else "ahead"), key


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("tree:(0.4 [1/2:1 1/2:0] [1/6:200 5/6:-50])", "mcts:simulations=14,seed=1"),
        *(
            pytest.param(game, agent, marks=pytest.mark.slow)
            for game, agent in (
                (TEXTBOOK, "mcts:simulations=30,seed=1"),
                (TEXTBOOK, "mcts:simulations=12,seed=2,solve=off"),
                ("tictactoe", "mcts:simulations=30,seed=1,select=puct"),
            )
        ),
    ],
)
def test_every_number_at_every_step_is_what_the_recorded_games_add_up_to(
    lab: Lab, game: str, agent: str
) -> None:
    data = recorded(game, find_agent(agent))
    told = data["growth"]["simulations"]
    lab.open(game, agent)
    assert lab.steps == 2 * len(told) + 2
    games = Games(data)
    games.check(lab, None)
    for number, each in enumerate(told, start=1):
        lab.press("Forward")
        assert lab.says.startswith(f"Game {number}. Selection: ")
        assert lab.now == spelled(each["path"])
        games.check(lab, each["path"])
        games.play(each)
        lab.press("Forward")
        assert lab.says.startswith(f"Game {number}. Simulation: ")
        worth, _ = games.shown("root")
        assert (
            f"the root {'is worth' if 'root' in games.proved else 'has mean'} {worth.lstrip('≈ ')}"
            in lab.says
        )
        games.check(lab, each["path"])
    lab.press("Forward")
    assert lab.says.startswith(f"The search ends after {len(told)} games: ")
    games.check(lab, None)
    expect(lab.page.get_by_role("button", name="Forward", exact=True)).to_be_disabled()
    lab.press("Start")
    assert lab.says.startswith("The search begins with the root alone.")
    Games(data).check(lab, None)


def test_no_word_of_cuts_and_no_comparison(lab: Lab) -> None:
    lab.open(TEXTBOOK, "mcts:simulations=8,seed=1")
    standing = lab.page.locator(".ow-standing")
    expect(standing).to_have_text("8 games, 13 positions in the tree, 9 of them visited and 7 proved.")
    expect(lab.page.locator(".ow-strike")).to_have_count(0)
    lab.press("End")
    assert (
        lab.says
        == "The search ends after 8 games: max plays 1, tried most often of those that are not "
        + ("proved, in 2 games, mean 7.5.")
    )


def test_the_algorithm_is_chosen_with_its_games_exploration_and_seed(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain,depth=2")
    page = lab.page
    page.wait_for_function("window.did_handshake === true")
    page.get_by_role("combobox", name="Algorithm").click()
    page.get_by_role("option", name="Monte Carlo tree search, PUCT").click()
    games = page.get_by_label("Games", exact=True)
    expect(games).to_have_value("")
    expect(page.get_by_label("Depth", exact=True)).to_have_count(0)
    games.fill("7")
    page.get_by_label("Exploration", exact=True).fill("0.5")
    page.get_by_label("Seed", exact=True).fill("3")
    page.get_by_text("Switches").click()
    page.get_by_role("checkbox", name=re.compile("^solve: ")).click()
    expect(page.get_by_label("The agent, as the command line writes it")).to_have_value(
        "mcts:simulations=7,seed=3,select=puct,exploration=0.5,solve=off"
    )
    lab.press("Search")
    expect(page.locator(".ow-standing")).to_contain_text("7 games, ")
    expect(page).to_have_url(re.compile("seed%3D3"))


def test_an_address_without_a_seed_gets_one_and_shows_the_same_search_again(
    lab: Lab, visitor: Callable[..., Page]
) -> None:
    lab.open("connect4", "mcts")
    expect(lab.page.locator(".ow-standing")).to_contain_text("100 games, ")
    expect(lab.page).to_have_url(re.compile("mcts%3Aseed%3D1"))
    lab.slide(121)
    said = lab.says
    assert said.startswith("Game 61. Selection: ")
    other = Lab(visitor(), lab.address)
    other.page.goto(lab.page.url)
    expect(other.page.locator(".ow-says")).to_have_text(said)
    assert other.now == lab.now


def test_folding_keeps_the_step_and_the_sentence_tells_what_is_not_shown(lab: Lab) -> None:
    lab.open("tictactoe", "mcts:simulations=80,seed=1")
    page = lab.page
    lab.press("End")
    lab.press("Back")
    said, deep = lab.says, lab.now
    assert deep is not None
    assert "." in deep
    page.locator("[data-node='root']").click()
    panel = page.get_by_label("The node picked")
    expect(panel).to_contain_text("80 games came here")
    panel.get_by_role("button", name="Fold", exact=True).click()
    expect(page.locator("[data-node]")).to_have_count(1)
    assert lab.says == said
    assert lab.now == "root"
    panel.get_by_role("button", name="Unfold", exact=True).click()
    expect(page.locator(f"[data-node='{deep.partition('.')[0]}']")).to_have_count(1)
    assert lab.says == said
    page.locator(f"[data-node='{deep.partition('.')[0]}']").click()
    expect(panel).to_contain_text("children tried")
    expect(panel).to_contain_text("mean")
    expect(panel.locator("svg")).to_be_visible()


def test_predicting_is_for_searches_that_cut(lab: Lab) -> None:
    lab.open(TEXTBOOK, "mcts:simulations=8,seed=1", predict="yes")
    expect(lab.page.locator(".q-notification")).to_contain_text("Predicting is for searches that cut")
    assert lab.says.startswith("The search begins")


def test_the_games_are_downloaded_with_the_tree(lab: Lab, tmp_path: Path) -> None:
    lab.open(TEXTBOOK, "mcts:simulations=8,seed=1")
    for kind in ("JSON", "SVG"):
        with lab.page.expect_download() as waiting:
            lab.page.get_by_role("button", name=f"Download the tree as {kind}").click()
        waiting.value.save_as(tmp_path / kind)
    data = json.loads((tmp_path / "JSON").read_text("utf-8"))
    assert data["growth"] == recorded(TEXTBOOK, find_agent("mcts:simulations=8,seed=1"))["growth"]
    assert "12×: games that came here" in (tmp_path / "SVG").read_text("utf-8")


def test_a_number_that_cannot_be_is_refused_and_the_rest_goes_on(lab: Lab) -> None:
    lab.open(TEXTBOOK, "mcts:simulations=8,seed=1")
    lab.page.wait_for_function("window.did_handshake === true")
    lab.page.get_by_label("Exploration", exact=True).fill("-1")
    expect(lab.page.locator(".q-notification")).to_contain_text("exploration=-1.0 must be")
    lab.press("Search")
    expect(lab.page.locator(".ow-standing")).to_contain_text("8 games, ")


@pytest.mark.parametrize(
    ("agent", "why"),
    [("montecarlo", "grows no tree"), ("random", "does not search"), ("ismcts", "is not recorded")],
)
def test_whoever_has_no_tree_is_refused_with_those_who_have_one(lab: Lab, agent: str, why: str) -> None:
    lab.page.goto(f"{lab.address}/tree?{urlencode({'game': 'connect4', 'agent': agent})}")
    expect(lab.page.get_by_role("alert").first).to_contain_text(why)
    expect(lab.page.get_by_role("alert").first).to_contain_text("mcts")
