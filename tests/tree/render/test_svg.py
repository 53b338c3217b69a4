"""A tree as a picture: sound SVG, a shape for each node, nothing on top of anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Agent, AlphaBeta, Game, Limit, MaxN
from outwit.search import Expectiminimax
from outwit.tree import Cut, Node, Tree
from outwit.tree.render.fold import fold_tree
from outwit.tree.render.marks import place_marks
from outwit.tree.render.svg import LEVEL, LINE, WIDEST, Drawing

from ...search.generated import chancy, written
from ..recorded import chain, child, recorded, tree_of

SVG = "{http://www.w3.org/2000/svg}"
TEXTBOOK = "tree:((3 12 8)(2 4 6)(14 5 2))"


def parsed(svg: str) -> ElementTree.Element:
    """The picture's root element; raises if it is not sound XML."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of a class, those of the legend left out."""
    legend = {each for group in root.findall(f"{SVG}g[@transform]") for each in group.iter()}
    return [each for each in root.iter() if name in each.get("class", "").split() and each not in legend]


def tooltip(group: ElementTree.Element) -> str:
    """What is said about a node."""
    return group.findtext(f"{SVG}title") or ""


def words(root: ElementTree.Element) -> list[str]:
    """All texts of a picture."""
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


# A document of its own


def test_the_picture_stands_alone() -> None:
    svg = recorded(TEXTBOOK, AlphaBeta.plain()).svg()
    root = parsed(svg)
    assert root.get("role") == "img"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert [each.tag for each in root][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}style"]
    assert root.findtext(f"{SVG}title") == root.get("aria-label") == "Search tree: max, value 3"
    assert root.findtext(f"{SVG}desc") == "11 nodes visited; 13 places drawn."
    for foreign in ("script", "foreignObject", "href", "url(", "@import", " id="):
        assert foreign not in svg


def test_everything_is_styled_under_its_own_prefix_for_light_and_dark() -> None:
    svg = recorded("tree:(3 [1/2:(1 5) 1/2:(4 2)])", Expectiminimax()).svg()
    root = parsed(svg)
    used = {name for each in root.iter() for name in each.get("class", "").split()}
    assert all(name.startswith("ow-") for name in used)
    style = root.findtext(f"{SVG}style") or ""
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    for rules in (light, dark):
        selectors = re.findall(r"([^{}]+)\{[^{}]+\}", rules)
        assert selectors
        assert all(
            part.strip().startswith(".ow-") for rule in selectors for part in rule.strip("{\n").split(",")
        )


@given(written() | chancy(), st.integers(1, 40), st.integers(1, 5))
def test_any_tree_gives_a_sound_picture(text: str, most: int, width: int) -> None:
    tree = recorded(f"tree:{text}", Expectiminimax())
    root = parsed(tree.svg(most, width))
    nodes = [group for group in root.findall(f"{SVG}g[@class]") if group.get("class") != "ow-stub"]
    assert 1 <= len(nodes) <= most
    assert all(tooltip(group) for group in nodes)
    edges, stubs = of_class(root, "ow-edge"), of_class(root, "ow-stub")
    assert len(edges) == len(nodes) + len(stubs) - 1


# Shapes


def test_the_textbook_tree_has_its_shapes() -> None:
    root = parsed(recorded(TEXTBOOK, AlphaBeta.plain()).svg())
    assert len(of_class(root, "ow-max")) == 1
    assert len(of_class(root, "ow-min")) == 3
    assert len(of_class(root, "ow-end")) == 9
    assert len(of_class(root, "ow-unvisited")) == 2
    assert len(of_class(root, "ow-strike")) == len(of_class(root, "ow-off")) == 2
    assert len(of_class(root, "ow-on")) == 2
    assert len(of_class(root, "ow-chosen")) == 3


def points(group: ElementTree.Element) -> list[tuple[float, float]]:
    """The corners of a node's shape."""
    polygon = group.find(f"{SVG}polygon")
    assert polygon is not None
    return [
        (float(x), float(y)) for x, y in (point.split(",") for point in polygon.get("points", "").split())
    ]


def test_max_points_up_and_min_points_down() -> None:
    root = parsed(recorded(TEXTBOOK, AlphaBeta.plain()).svg())
    up = sorted(y for _, y in points(of_class(root, "ow-max")[0]))
    down = sorted(y for _, y in points(of_class(root, "ow-min")[0]))
    assert up[0] < up[1] == up[2]
    assert down[0] == down[1] < down[2]


def test_values_bounds_and_windows_stand_beside_their_nodes() -> None:
    root = parsed(recorded(TEXTBOOK, AlphaBeta.plain()).svg())
    first, second, third = ["".join(group.itertext()) for group in of_class(root, "ow-min")]
    assert "[" not in first.partition("below")[2]
    assert second.endswith("2≤ 2[3, +∞]")
    assert third.endswith("32[3, +∞]")


def test_an_empty_window_is_shown_as_such() -> None:
    assert "[3, 3+]" in words(parsed(recorded("tree:((3 12)(5 4))", AlphaBeta.plain(pvs=True)).svg()))


def test_chance_nodes_are_round_and_their_branches_say_how_likely_they_are() -> None:
    root = parsed(recorded("tree:[1/6:200 5/6:-50]", Expectiminimax()).svg())
    (chance,) = of_class(root, "ow-chance")
    assert chance.find(f"{SVG}circle") is not None
    assert {"1(1/6)", "2(5/6)", "−8.333", "200", "−50"} <= set(words(root))


def test_three_players_are_hexagons_with_their_numbers() -> None:
    root = parsed(recorded("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", MaxN()).svg())
    players = of_class(root, "ow-player")
    assert [len(points(group)) for group in players] == [6, 6, 6]
    assert "".join(players[0].itertext()).endswith("1<7, 4, 1>")
    assert "".join(players[1].itertext()).endswith("2<4, 3, 2>")


def test_estimates_do_not_look_like_ends() -> None:
    root = parsed(recorded("connect4", AlphaBeta.plain(), Limit(depth=1)).svg())
    assert len(of_class(root, "ow-estimate")) == 7
    assert not of_class(root, "ow-end")
    assert "≈ 0.016" in words(root)
    style = root.findtext(f"{SVG}style") or ""
    assert re.search(r"\.ow-estimate \.ow-shape\{[^}]*stroke-dasharray", style)


def test_probes_and_second_searches_are_dotted_and_named() -> None:
    probed = parsed(recorded("tree:(3 [1/2:(1 5) 1/2:(4 2)])", Expectiminimax()).svg())
    assert "1 1 probe" in words(probed)
    again = parsed(recorded("tree:((3 12)(5 4))", AlphaBeta.plain(pvs=True)).svg())
    assert "2 again" in words(again)
    assert of_class(again, "ow-dotted")


def test_the_tooltip_has_all_the_facts() -> None:
    root = parsed(recorded(TEXTBOOK, AlphaBeta.plain()).svg())
    second = of_class(root, "ow-min")[1]
    assert tooltip(second).splitlines() == [
        "2: min ≤ 2",
        "window on entry [3, +∞], on leaving [3, 2]",
        "cut: with 2 1, min holds this to at most 2; with 1, max already has 3",
        "2 nodes visited here and below",
    ]
    four = of_class(root, "ow-unvisited")[0]
    assert tooltip(four).splitlines() == [
        "2: end 4, never visited",
        "with 2 1, min holds this to at most 2; with 1, max already has 3",
    ]


def test_a_position_known_from_the_table_says_so() -> None:
    root = parsed(recorded("tictactoe", AlphaBeta.plain(table=True), Limit(depth=4)).svg(most=2_000))
    assert "known" in words(root)


# What was cut


@given(written() | chancy())
def test_struck_are_exactly_the_branches_that_were_never_visited(text: str) -> None:
    tree = recorded(f"tree:{text}", Expectiminimax())
    nodes = list(tree.root.walk())
    root = parsed(tree.svg(len(nodes), 100))
    plain = sum(not node.visited and bool(node.label or node.probability is not None) for node in nodes)
    bundles = [group for group in of_class(root, "ow-unvisited") if "×" in "".join(group.itertext())]
    bundled = sum(int("".join(group.itertext()).rpartition("×")[2]) for group in bundles)
    left_out = sum(not node.visited for node in nodes)
    singles = len(of_class(root, "ow-unvisited")) - len(bundles)
    assert singles + bundled == left_out
    assert singles >= plain
    assert len(of_class(root, "ow-strike")) == singles + len(bundles)
    assert len(of_class(root, "ow-off")) == singles + len(bundles)


def test_branches_left_out_side_by_side_are_drawn_as_one() -> None:
    root = parsed(recorded("connect4", AlphaBeta.plain(), Limit(depth=2)).svg())
    bundles = of_class(root, "ow-unvisited")
    assert bundles
    for bundle in bundles:
        assert "never visited" in tooltip(bundle)
    assert any("×" in text for text in words(root))


# What is folded


def test_what_is_folded_is_a_stub_with_its_count() -> None:
    root = parsed(recorded(TEXTBOOK, AlphaBeta.plain()).svg(most=3, width=2))
    stubs = of_class(root, "ow-stub")
    assert [tooltip(stub) for stub in stubs] == [
        "Not shown: 2 more branches (2 nodes)",
        "Not shown: 2 more branches (6 nodes)",
    ]
    assert {"+2", "2 nodes", "6 nodes"} <= set(words(root))


@pytest.mark.parametrize("agent", [AlphaBeta.plain(), AlphaBeta()])
def test_a_large_tree_gives_a_picture_of_bounded_size_that_scrolls_one_way(agent: Agent) -> None:
    tree = recorded("connect4", agent, Limit(depth=6))
    svg = tree.svg()
    root = parsed(svg)
    nodes = [group for group in root.findall(f"{SVG}g[@class]") if group.get("class") != "ow-stub"]
    assert 150 <= len(nodes) <= 400
    assert len(svg) < 400_000
    assert float(root.get("width", "0")) <= WIDEST
    assert float(root.get("height", "0")) <= 400 * LINE


@pytest.mark.parametrize("chosen", [False, True])
def test_a_chain_deeper_than_recursion_goes_can_be_drawn(chosen: bool) -> None:
    tree = chain(5_000, chosen=chosen)
    short, whole = tree.svg(), tree.svg(most=5_000)
    assert len(of_class(parsed(short), "ow-edge")) == 400
    assert len(of_class(parsed(whole), "ow-edge")) == 4_999
    assert float(parsed(short).get("height", "0")) < 401 * LEVEL + 100


# Where things stand


def boxes(drawing: Drawing) -> Iterator[tuple[float, float, float]]:
    """The row of each mark, and from where to where it reaches."""
    for place in drawing.places:
        yield place.y, place.x - place.left, place.x + place.right


@given(written(depth=6) | chancy(depth=5), st.integers(1, 200), st.integers(1, 6))
def test_nothing_overlaps(text: str, most: int, width: int) -> None:
    tree = recorded(f"tree:{text}", Expectiminimax())
    drawing = Drawing(place_marks(fold_tree(tree.root, most, width)))
    for one, other in pairwise(sorted(boxes(drawing))):
        assert one[0] < other[0] or one[2] <= other[1] + 1e-6
    if not drawing.sideways:
        for place in drawing.places:
            if place.children:
                first, last = place.children[0], place.children[-1]
                assert place.x == pytest.approx((first.x + last.x) / 2)
                assert all(below.y == place.y + LEVEL for below in place.children)


def test_leaves_have_equal_room() -> None:
    tree = recorded("tree:((3 12)(2.125 4 6)(14 5))", AlphaBeta.plain())
    drawing = Drawing(place_marks(fold_tree(tree.root, 100, 10)))
    leaves = [place for place in drawing.places if not place.children]
    for one, other in pairwise(leaves[2:5]):
        assert other.x - one.x == pytest.approx(leaves[1].x - leaves[0].x)


def test_a_tree_too_wide_for_a_page_runs_from_left_to_right() -> None:
    tree = Tree(Node(role="max", value=1.0, size=61))
    tree.root.children = [Node(move=str(n), role="end", value=1.0) for n in range(60)]
    drawing = Drawing(place_marks(fold_tree(tree.root, 100, 100)))
    assert drawing.sideways
    assert len({place.x for place in drawing.places}) == 2
    assert drawing.places[0].y == drawing.places[1].y
    assert drawing.width <= WIDEST


# Names that are not


class Card(NamedTuple):
    name: str
    turn: int


@dataclass(frozen=True)
class Mischief(Game):
    """A game whose texts are markup, control characters and half a letter."""

    names = ('<script>alert("1")</script>', "a&b", "\x1b[31mred\x00", "\ud800", "two\nlines", "一二三四")

    def initial(self) -> Card:
        return Card("", 0)

    def moves(self, state: Card) -> Iterator[int]:
        yield from range(len(self.names))

    def play(self, state: Card, move: int) -> Card:
        return Card(self.names[move], 1)

    def over(self, state: Card) -> bool:
        return state.turn == 1

    def payoff(self, state: Card, player: int) -> float:
        return 0.0

    def describe(self, state: Card, move: int) -> str:
        return self.names[move]

    def text(self, state: Card, player: int | None = None) -> str:
        return state.name[:12]


def test_markup_and_control_characters_in_names_stay_harmless() -> None:
    game = Mischief()
    tree = tree_of(AlphaBeta.plain().decide(game, game.initial(), tree=True))
    svg = tree.svg()
    root = parsed(svg)
    assert "<script" not in svg
    assert not list(root.iter(f"{SVG}script"))
    assert {'<script>alert("1"…', "a&b", "\ufffd[31mred\ufffd", "\ufffd", "two lines"} <= set(words(root))
    svg.encode()


def test_markup_in_roles_labels_and_reasons_is_escaped() -> None:
    node = Node(move="1", role="end", label="<b>&", visited=False, size=0)
    root = Node(role="<i>", player=2, value=0.0, cut=Cut("beta", (), 'x < "y"'), children=[node])
    picture = parsed(Tree(root, 3).svg())
    assert {"<b>&", "3"} <= set(words(picture))
    assert picture.get("aria-label") == "Search tree: <i>, value 0"
    assert 'x < "y"' in tooltip(of_class(picture, "ow-player")[0])
    assert child(root, "1") is node


def test_the_legend_explains_what_is_in_the_picture_and_no_more() -> None:
    plain = words(parsed(recorded("tree:(1 2)", AlphaBeta.plain()).svg()))
    assert {"max", "end of the game", "the line chosen"} <= set(plain)
    assert not {"min", "chance", "estimate", "cut, never visited"} & set(plain)
    chance = words(parsed(recorded("tree:[1/6:200 5/6:-50]", Expectiminimax()).svg()))
    assert "the line chosen" not in chance
    cut = words(parsed(recorded(TEXTBOOK, AlphaBeta.plain()).svg()))
    assert {"max", "min", "cut, never visited", "[α, β]: the window on entry"} <= set(cut)


def test_notebooks_show_the_picture() -> None:
    tree = recorded(TEXTBOOK, AlphaBeta.plain())
    assert tree._repr_svg_() == tree.svg()
