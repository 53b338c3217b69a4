"""The tree lab in a real browser: what it shows at each step is what was recorded."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from outwit import Agent, find_agent, find_game
from outwit.tree.record.node import format_values
from outwit.tree.render.text import window_text
from tests.web.conftest import Server
from tests.web.sizes import at_both_sizes

TEXTBOOK = "tree:((3 12 8)(2 4 6)(14 5 2))"
THREE = "tree:(((<5,1,1> <4,1,1>)(<3,1,1> <0,9,1>))((<2,1,9> <9,1,1>)(<9,1,1> <9,1,1>)))"


class Lab:
    """Whoever looks at the tree lab."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, game: str, agent: str | None = None, **more: str) -> Lab:
        """Open a search by its address and wait for its picture."""
        entries = {"game": game} | ({} if agent is None else {"agent": agent}) | more
        self.page.goto(f"{self.address}/tree?{urlencode(entries)}")
        expect(self.page.locator(".ow-film svg")).to_be_visible()
        return self

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def says(self) -> str:
        return self.page.locator(".ow-says").inner_text()

    @property
    def steps(self) -> int:
        return int(self.page.get_by_role("slider").get_attribute("max") or "") + 1

    def slide(self, step: int) -> None:
        self.page.get_by_role("slider").fill(str(step))

    def node(self, key: str) -> dict[str, str]:
        """What the picture says of a node: its phase, its value and its window."""
        mark = self.page.locator(f"[data-node='{key}']")
        kinds = (mark.get_attribute("class") or "").split()
        phase = next(kind for kind in ("ahead", "open", "done", "cut") if f"ow-{kind}" in kinds)
        return {"phase": phase, "value": written(mark, ".ow-value"), "small": written(mark, ".ow-small")}

    @property
    def now(self) -> str | None:
        return self.page.locator(".ow-now").get_attribute("data-node")


def written(mark: Locator, kind: str) -> str:
    """What a text of this kind says at a node, if there is one."""
    return "".join(mark.locator(kind).all_text_contents())


@pytest.fixture
def lab(server: Server, visitor: Callable[..., Page]) -> Lab:
    return Lab(visitor(), server.address)


def test_alpha_beta_is_stepped_through_to_the_end_and_back(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    assert lab.says.startswith("The search begins at the root: max is to move, window [−∞, +∞]")
    assert lab.node("1.1") == {"phase": "ahead", "value": "4", "small": ""}
    while "Cut at 2" not in lab.says:
        lab.press("Forward")
    assert "with 2 1, min holds this to at most 2; with 1, max already has 3" in lab.says
    assert "2 and 3 are never visited" in lab.says
    for leaf, value in (("1.1", "4"), ("1.2", "6")):
        assert lab.node(leaf) == {"phase": "cut", "value": value, "small": ""}
        expect(lab.page.locator(f"[data-edge='{leaf}'] .ow-strike")).to_be_visible()
    expect(lab.page.locator("[data-edge='1.0'] .ow-strike")).to_have_count(0)
    while lab.page.get_by_role("button", name="Forward", exact=True).is_enabled():
        lab.press("Forward")
    assert lab.says == "The search ends: the root is worth 3, and max plays 1."
    assert lab.node("root")["value"] == "3"
    lab.page.get_by_text(
        "11 nodes visited, 1 cut and 2 branches left out. Plain minimax visits 13"
    ).wait_for()
    lab.press("Start")
    assert lab.says.startswith("The search begins")
    assert lab.node("1.1")["phase"] == "ahead"
    expect(lab.page.locator("[data-edge='1.1'] .ow-strike")).to_be_hidden()
    lab.slide(lab.steps // 2)
    assert lab.says.startswith("Cut at 2")
    assert re.search(r"step=8\b", lab.page.url)


def expected(
    node: dict[str, Any], key: str = "root", above: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, str]]:
    """The steps that recorded data ask for: where, what is written there, and words that must be said."""
    where = " ".join(above) or "the root"
    children = node.get("children", [])
    if not children:
        value = shown(node["value"])
        said = f"worth {value}" if node["role"] == "end" or "cut" in node else f"estimates {value}"
        yield key, with_bound(node), said
        return
    acts = {"or": "one move must succeed", "and": "every answer must succeed"}.get(node["role"], "is to move")
    entry = f"window {window(node['entry'])}" if "entry" in node else acts
    yield key, "", entry
    for number, child in enumerate(children):
        if child.get("visited", True):
            yield from expected(
                child, f"{number}" if key == "root" else f"{key}.{number}", (*above, child["move"])
            )
    if any(not child.get("visited", True) for child in children):
        yield key, "", f"Cut at {where}: {node['cut']['sentence']}."
    relation = {"at most": "at most ", "at least": "at least "}.get(node.get("bound", ""), "")
    yield key, with_bound(node), f"{relation}{shown(node['value'])}"


def shown(value: Any) -> str:
    values = tuple(map(float, value)) if isinstance(value, list) else float(value)
    return format_values(values).replace("-", "−")


def window(ends: list[Any]) -> str:
    return window_text((float(ends[0]), float(ends[1]))).replace("-", "−")


def with_bound(node: dict[str, Any]) -> str:
    sign = {"at most": "≤ ", "at least": "≥ "}.get(
        node.get("bound", ""), "≈ " if node.get("estimated") else ""
    )
    return f"{sign}{shown(node['value'])}"


def recorded(game: str, agent: Agent) -> dict[str, Any]:
    rules = find_game(game)
    tree = agent.decide(rules, rules.initial(), tree=True).tree
    assert tree is not None
    data: dict[str, Any] = json.loads(json.dumps(tree.to_json()))
    return data


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        (TEXTBOOK, "alphabeta:plain"),
        ("tree:(0.4 [1/2:1 1/2:0] [1/6:200 5/6:-50])", "expectiminimax:star1=off,star2=off"),
        (THREE, "maxn"),
        ("vacuum", "andor"),
        *(
            pytest.param(game, agent, marks=pytest.mark.slow)
            for game, agent in (
                (THREE, "maxn:plain"),
                (THREE, "paranoid"),
                ("vacuum:slippery=on,erratic=off", "andor"),
                ("vacuum:slippery=on", "andor:cache=off"),
                ("vacuum:sight=local,start=1", "andor"),
                (TEXTBOOK, "alphabeta:plain,fail=hard"),
                (TEXTBOOK, "minimax"),
                ("tree:((4 (7 9 8))((2 1)(9 5)) 6)", "alphabeta:plain"),
                ("tictactoe", "alphabeta:plain,depth=2"),
            )
        ),
    ],
)
def test_every_number_at_every_step_is_the_recorded_trees(lab: Lab, game: str, agent: str) -> None:
    data = recorded(game, find_agent(agent))
    lab.open(game, agent)
    steps = list(expected(data["root"]))
    assert lab.steps == len(steps)
    for number, (key, value, said) in enumerate(steps):
        assert lab.now == key
        assert said in lab.says
        if value:
            assert lab.node(key)["value"] == value
        if number < len(steps) - 1:
            lab.press("Forward")


@pytest.mark.parametrize(
    ("game", "agent", "told"),
    [
        (THREE, "maxn", "The value is <5, 1, 1>, proved. 14 nodes visited, 1 cut and 1 branch left out."),
        (THREE, "maxn", "Plain max^n visits 15 nodes; this is 93% of them."),
        (THREE, "paranoid", "Paranoid search without cuts visits 15 nodes; this is 100% of them."),
        ("vacuum", "andor", "There is a plan, proved. 7 nodes visited"),
        ("vacuum:slippery=on", "andor", "There is no acyclic plan, proved; there is a cyclic one"),
        ("vacuum:steps=2", "andor", "There is no plan, proved."),
    ],
)
def test_what_a_search_has_found_is_told_in_its_own_words(lab: Lab, game: str, agent: str, told: str) -> None:
    lab.open(game, agent)
    expect(lab.page.get_by_text(told)).to_be_visible()


def test_a_right_and_a_wrong_prediction(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain", predict="yes")
    page = lab.page
    assert {lab.node(key)["phase"] for key in ("root", "0", "1.1", "2.2")} == {"ahead"}
    assert lab.node("1.1")["value"] == "4"
    page.locator("[data-node='1.1']").click()
    page.locator("[data-node='2.2']").click()
    expect(page.locator("[data-node='1.1']")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("The value of the root").fill("5")
    lab.press("Check")
    verdict = page.locator(".ow-verdict")
    expect(verdict).to_have_text(
        "The value is not 5. 1 of 2 branches that are cut was found. 1 branch marked is visited."
    )
    assert written(page.locator("[data-node='1.1']"), ".ow-judged") == "✓ cut"
    assert written(page.locator("[data-node='1.2']"), ".ow-judged") == "! cut"
    assert written(page.locator("[data-node='2.2']"), ".ow-judged") == "✗ visited"
    lab.press("Start again")
    expect(page.locator(".ow-judged")).to_have_count(0)
    page.locator("[data-node='1.1']").click()
    page.locator("[data-node='1.2']").click()
    page.get_by_label("The value of the root").fill("3")
    page.get_by_label("The value of the root").press("Enter")
    expect(verdict).to_have_text("All right! The value 3 is right. 2 of 2 branches that are cut were found.")
    lab.press("Watch the search")
    assert lab.says.startswith("The search begins")


def test_what_lies_below_a_cut_is_there_to_be_predicted(lab: Lab) -> None:
    lab.open("tree:((3 12)(2 (4 1) 6))", "alphabeta:plain", predict="yes")
    assert lab.node("1.1.0")["value"] == "4"
    lab.page.locator("[data-node='1.1.0']").click()
    lab.page.locator("[data-node='1.1']").click()
    expect(lab.page.locator(".ow-marked")).to_have_count(1)


@pytest.mark.slow
def test_a_connect_4_position_at_depth_6_opens_soon_and_scrolls(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    began = time.monotonic()
    lab.open("connect4", "alphabeta:plain,depth=6")
    print(f"connect4 at depth 6 opened in {time.monotonic() - began:.2f} s")
    expect(
        lab.page.get_by_text("10,566 nodes visited, 2,239 cuts and 10,211 branches left out.")
    ).to_be_visible()
    film = lab.page.locator(".ow-film")
    assert film.evaluate("film => film.scrollHeight > 2 * film.clientHeight")
    film.hover()
    lab.page.mouse.wheel(0, 600)
    lab.page.wait_for_function("document.querySelector('.ow-film').scrollTop > 300")
    before = lab.page.locator("[data-node]").count()
    lab.page.locator("[data-more]").nth(4).click()
    expect(lab.page.locator("[data-node]")).not_to_have_count(before)
    lab.page.wait_for_url(re.compile("open="))
    lab.page.locator("[data-node='3.3']").click()
    panel = lab.page.get_by_label("The node picked")
    expect(panel.get_by_role("heading")).to_have_text("4 4")
    expect(panel.locator("svg")).to_have_attribute("aria-label", re.compile("Last move: O in column 4"))
    panel.get_by_role("button", name="Fold", exact=True).click()
    expect(lab.page.locator("[data-node^='3.3.']")).to_have_count(0)


def test_a_search_is_shared_by_its_address(lab: Lab, visitor: Callable[..., Page]) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    lab.slide(9)
    said = lab.says
    other = Lab(visitor(), lab.address)
    other.page.goto(lab.page.url)
    expect(other.page.locator(".ow-says")).to_have_text(said)


def test_the_form_searches_another_tree_with_another_algorithm(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    lab.page.wait_for_function("window.did_handshake === true")
    lab.page.get_by_label("The tree", exact=True).fill("(0.4 [1/2:1 1/2:0])")
    lab.press("Search")
    expect(lab.page.locator("[data-node].ow-chance")).to_have_count(1)
    lab.press("End")
    assert lab.says == "The search ends: the root is worth 0.5, and max plays 2."
    lab.page.get_by_role("combobox", name="Algorithm").click()
    lab.page.get_by_role("option", name="Expectiminimax with Star1").click()
    lab.press("Search")
    expect(lab.page).to_have_url(re.compile("star2%3Doff"))


def chosen(lab: Lab, label: str) -> Locator:
    """What a list of the form shows."""
    return lab.page.locator(".ow-form label.q-select", has_text=label)


RACE = "tests/web/race.py:Race"


def test_a_game_in_a_file_is_shared_with_its_options(lab: Lab, visitor: Callable[..., Page]) -> None:
    lab.open(RACE)
    lab.page.wait_for_function("window.did_handshake === true")
    lab.page.get_by_label("The game and its options").fill(f"{RACE}:goal=4")
    lab.press("Search")
    expect(lab.page).to_have_url(re.compile("goal%3D4"))
    other = Lab(visitor(), lab.address)
    answer = other.page.goto(lab.page.url)
    assert answer is not None
    assert answer.status == 200
    expect(chosen(other, "Game")).to_contain_text("Race")
    expect(other.page.get_by_label("The game and its options")).to_have_value(f"{RACE}:goal=4")


@pytest.mark.parametrize(
    ("game", "agent", "algorithm"),
    [
        ("tictactoe", "maxn", "Max^n with immediate and shallow pruning"),
        ("tree:((1 2)(3 4))", "paranoid", "Paranoid, all others as one side"),
    ],
)
def test_an_algorithm_that_the_list_does_without_is_shown_if_it_is_asked_for(
    lab: Lab, game: str, agent: str, algorithm: str
) -> None:
    lab.open(game, agent)
    lab.page.wait_for_function("window.did_handshake === true")
    expect(chosen(lab, "Algorithm")).to_contain_text(algorithm)
    lab.page.get_by_label("Depth", exact=True).fill("1")
    lab.press("Search")
    expect(lab.page).to_have_url(re.compile(f"agent={agent}%3Adepth%3D1&"))


def test_the_form_shows_the_search_that_was_made(lab: Lab) -> None:
    lab.open("vacuum", "andor")
    lab.page.wait_for_function("window.did_handshake === true")
    expect(lab.page.get_by_label("Nodes", exact=True)).to_be_visible()
    for typed, game, algorithm in (
        ("tictactoe", "Tic-tac-toe", "Alpha-beta, fail-soft"),
        ("vacuum:slippery=on", "Vacuum world", "Expectiminimax with Star2"),
        (THREE, "A tree that I type", "Max^n with immediate and shallow pruning"),
    ):
        lab.page.get_by_label("The game and its options").fill(typed)
        lab.press("Search")
        expect(chosen(lab, "Game")).to_contain_text(game)
        expect(chosen(lab, "Algorithm")).to_contain_text(algorithm)
        expect(lab.page.get_by_label("Depth", exact=True)).to_be_visible()
    expect(lab.page.get_by_label("The tree", exact=True)).to_have_value(THREE.removeprefix("tree:"))
    lab.page.get_by_text("Switches", exact=True).click()
    lab.page.get_by_label("The agent, as the command line writes it").fill("paranoid")
    lab.press("Search")
    expect(chosen(lab, "Algorithm")).to_contain_text("Paranoid, all others as one side")


def test_keys_step_through_the_search_and_walk_the_tree(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    lab.page.locator(".ow-film").focus()
    lab.page.keyboard.press("ArrowRight")
    assert lab.says.startswith("Into 1")
    lab.page.keyboard.press("End")
    assert lab.says.startswith("The search ends")
    lab.page.keyboard.press("Home")
    lab.page.locator("[data-node='root']").focus()
    for key, there in (("ArrowDown", "0"), ("ArrowRight", "1"), ("ArrowDown", "1.0"), ("ArrowUp", "1")):
        lab.page.keyboard.press(key)
        assert lab.page.evaluate("document.activeElement.dataset.node") == there
    lab.page.keyboard.press("Enter")
    expect(lab.page.get_by_label("The node picked").get_by_role("heading")).to_have_text("2")
    expect(lab.page.get_by_label("The node picked")).to_contain_text(
        "Cut: with 2 1, min holds this to at most 2"
    )


def test_the_tree_is_downloaded_as_it_was_recorded(lab: Lab, tmp_path: Path) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    for kind in ("JSON", "SVG"):
        with lab.page.expect_download() as waiting:
            lab.page.get_by_role("button", name=f"Download the tree as {kind}").click()
        waiting.value.save_as(tmp_path / kind)
    data = json.loads((tmp_path / "JSON").read_text("utf-8"))
    assert data["root"] == recorded(TEXTBOOK, find_agent("alphabeta:plain"))["root"]
    assert (tmp_path / "SVG").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"game": "nosuch"}, "There is no game called 'nosuch'"),
        ({"game": "tree:((3"}, "tree"),
        ({"game": "connect4", "move": "9"}, "not a legal move"),
        ({"game": "connect4", "agent": "random"}, "random does not search"),
        ({"game": "connect4", "agent": "alphabeta:width=2"}, "no option of alphabeta called 'width'"),
    ],
)
def test_an_address_that_cannot_be_searched_is_answered_by_a_sentence(
    lab: Lab, entries: dict[str, str], sentence: str
) -> None:
    lab.page.goto(f"{lab.address}/tree?{urlencode(entries)}")
    expect(lab.page.get_by_role("alert").first).to_contain_text(sentence)
    expect(lab.page.locator(".ow-film svg")).to_be_visible()


def test_what_cannot_be_searched_is_refused_and_nothing_is_lost(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    lab.page.wait_for_function("window.did_handshake === true")
    lab.page.get_by_label("The tree", exact=True).fill("((3 12")
    lab.press("Search")
    expect(lab.page.locator(".q-notification")).to_be_visible()
    expect(lab.page.get_by_label("The tree", exact=True)).to_have_value("((3 12")
    assert lab.node("1.1")["value"] == "4"


def leaves(width: int, values: Iterator[int], depth: int = 4) -> str:
    """A tree so wide and so deep, with these values at its leaves."""
    if depth == 0:
        return str(next(values))
    return f"({' '.join(leaves(width, values, depth - 1) for _ in range(width))})"


@at_both_sizes
def test_any_game_is_searched_from_its_start(
    server: Server, visitor: Callable[..., Page], viewport: dict[str, int]
) -> None:
    lab = Lab(visitor(viewport=viewport), server.address).open(TEXTBOOK, "alphabeta:plain")
    for title, name in (("Tic-tac-toe", "tictactoe"), ("Nim", "nim")):
        lab.page.get_by_label("Game", exact=True).click()
        lab.page.get_by_role("option", name=title, exact=True).click()
        lab.press("Search")
        lab.page.wait_for_url(re.compile(f"game={name}&"))
        expect(lab.page.locator(".ow-standing")).to_contain_text("an estimate at depth")


@at_both_sizes
def test_a_large_typed_tree_is_searched_whole(
    server: Server, visitor: Callable[..., Page], viewport: dict[str, int]
) -> None:
    lab = Lab(visitor(viewport=viewport), server.address).open(TEXTBOOK, "alphabeta:plain")
    tree = leaves(10, (37 * number % 10_007 for number in range(10_000)))
    value = find_agent("minimax").decide(find_game(f"tree:{tree}"), find_game(f"tree:{tree}").initial()).value
    lab.page.get_by_label("The tree", exact=True).fill(tree)
    lab.press("Search")
    expect(lab.page.locator(".ow-standing")).to_contain_text(f"The value is {value:g}, proved.")


@at_both_sizes
def test_nothing_is_given_away_before_it_is_predicted(
    server: Server, visitor: Callable[..., Page], viewport: dict[str, int]
) -> None:
    lab = Lab(visitor(viewport=viewport), server.address).open(TEXTBOOK, "alphabeta:plain", predict="yes")
    said = lab.page.locator(".ow-standing")
    expect(said).to_have_text("What the search visits and cuts is told once you have predicted it.")
    for told in ("nodes visited", "The tree as text", "left out", "The value is"):
        expect(lab.page.get_by_text(told)).to_have_count(0)
    expect(lab.page.get_by_role("button", name="Download the tree as JSON")).to_have_count(0)
    lab.page.get_by_label("The value of the root").fill("3")
    lab.press("Check")
    lab.press("Watch the search")
    expect(said).to_contain_text("The value is 3, proved. 11 nodes visited, 1 cut and 2 branches left out.")
    expect(lab.page.get_by_text("The tree as text")).to_be_visible()
    lab.press("End")
    lab.page.locator("[data-node='1']").click()
    expect(lab.page.get_by_label("The node picked")).to_contain_text("2")


@at_both_sizes
def test_a_long_search_can_be_stopped(
    server: Server, visitor: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = visitor(viewport=viewport)
    page.goto(f"{server.address}/tree?{urlencode({'game': 'connect4', 'agent': 'minimax:depth=40'})}")
    expect(page.locator(".ow-standing")).to_contain_text("Searching: ")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".ow-standing")).to_contain_text("The search was stopped before it was complete")
    expect(page.locator(".ow-film svg")).to_be_visible()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden()


def test_a_depth_that_is_no_whole_number_is_refused(lab: Lab) -> None:
    lab.open(TEXTBOOK, "alphabeta:plain")
    lab.page.get_by_label("Depth", exact=True).fill("1.5")
    lab.press("Search")
    expect(lab.page.get_by_text("“Depth” takes a whole number, not 1.5.")).to_be_visible()


@pytest.mark.parametrize(("options", "told"), [("", "There is a plan"), (":blocked=on", "There is no plan")])
def test_a_search_that_goes_deeper_than_its_tree_says_so_and_what_it_found(
    offering: Server, visitor: Callable[..., Page], options: str, told: str
) -> None:
    lab = Lab(visitor(), offering.address).open(f"tests/walk.py:Walk{options}", "andor")
    standing = lab.page.locator(".ow-standing")
    expect(standing).to_contain_text(f"{told}, proved.")
    expect(standing).to_contain_text("The search went deeper than its tree, which is recorded to depth 250.")
