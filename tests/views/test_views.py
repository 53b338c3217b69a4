"""Views: every game that has one is drawn in every position, and every move can be clicked."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import pytest

from outwit import find_game
from outwit.games.tictactoe import Board, TicTacToe
from outwit.views import TextView, find_view, views
from outwit.views.tictactoe import TicTacToeView

from .drawn import choices, of_kind, parsed, view_of, wander

CLICKED = [
    "tictactoe",
    "othello",
    "othello:size=6",
    "connect4",
    "connect4:width=1,height=2,length=2",
    "connect4:width=2,height=1,length=2",
    "connect4:width=9,height=4,length=3",
    "connect4:width=25,height=25,length=25",
    "liarsdice",
    "liarsdice:dice=5",
    "liarsdice:faces=31",
    "goofspiel",
    "goofspiel:cards=13",
    "goofspiel:cards=1",
    "rps:rounds=3",
    "tron",
    "tron:width=25,height=3",
]
BOARDS = [
    "chess",
    "chess:start=3",
    "wargame",
    "wargame:mandatory",
    "wargame:board=7",
    "wargame:board=1 2 3 4 5",
    f"wargame:board={'/'.join(['9'] * 12)}",
    f"wargame:board={'/'.join([' '.join(['99'] * 26)] * 2)}",
    "tactics",
    "tactics:scenario=hill,rules=emp",
    "tactics:scenario=3v3,rules=empv",
    "tactics:scenario=three-armies,rules=empv",
    "tactics:scenario=5v5",
    "battleship",
    "battleship:size=4,fleet=(3,2)",
    "battleship:size=10,fleet=(5,4,4,3,3,2)",
    "risk:deal=1,rounds=2",
    "risk:map=islands,players=6,rounds=2,cards=on",
]
"""Those in which a path may have several squares."""

LISTED = ["kuhn", "kuhn:cards=13", "leduc", "leduc:suits=on", "backgammon"]
"""Those of which moves are chosen from a list, or begin with a roll of the dice."""


@dataclass(frozen=True)
class Lettered(TicTacToe):
    """A game of somebody else's that names its squares in an awkward way."""

    player_names = ("<X>", "'O'")

    def describe(self, state: Board, move: int) -> str:
        return f'"{"abc"[move % 3]}&{3 - move // 3}"'


def test_every_game_in_the_registry_is_drawn_by_its_view() -> None:
    assert len(views()) >= 3
    for cls, view in views().items():
        game = cls()
        assert type(find_view(game)) is view
        assert view_of(game).game is game


def test_a_game_without_a_view_is_drawn_from_its_text() -> None:
    assert type(find_view(find_game("nim"))) is TextView


def test_a_subclass_is_drawn_as_its_parent_with_its_own_names() -> None:
    game = Lettered()
    view = view_of(game)
    assert type(view) is type(view_of(TicTacToe()))
    picture = view.picture(game.play(game.initial(), 4), None, 4)
    assert {square.name for square in picture.squares} == {f'"{f}&{r}"' for f in "abc" for r in "123"}
    assert "empty, <X>, empty" in picture.label
    label = parsed(picture.svg({'"a&3"': 'play "a&3"'})).get("aria-label")
    assert label == picture.label


@pytest.mark.parametrize("spec", [*CLICKED, *BOARDS])
def test_every_legal_move_has_a_path_of_squares_that_are_in_the_picture(spec: str) -> None:
    game = find_game(spec)
    view = view_of(game)
    for state, last in wander(game, 1)[:40]:
        for player, moves in choices(game, state):
            names = [square.name for square in view.picture(state, player, last).squares]
            assert len(names) == len(set(names))
            paths = [view.path(state, move) for move in moves]
            assert len(paths) == len(set(paths))
            assert all(path and set(path) <= set(names) for path in paths)


@pytest.mark.parametrize("spec", CLICKED)
def test_a_path_is_named_as_the_move_is(spec: str) -> None:
    game = find_game(spec)
    view = view_of(game)
    for state, _ in wander(game, 2)[:-1]:
        for move in [move for _, moves in choices(game, state) for move in moves]:
            assert view.path(state, move) == (game.describe(state, move),)


@pytest.mark.parametrize("spec", [*CLICKED, *BOARDS])
def test_a_picture_is_well_formed_xml_for_random_positions(spec: str) -> None:
    game = find_game(spec)
    view = view_of(game)
    passed = [each for seed in range(5) for each in wander(game, seed)]
    for state, last in passed[:: max(1, len(passed) // 60)]:
        for player, moves in choices(game, state):
            actions = {name: f"play {name}" for move in moves for name in view.path(state, move)}
            picture = view.picture(state, player, last)
            root = parsed(picture.svg(actions))
            assert root.get("aria-label") == picture.label
            assert len(of_kind(root, "legal")) == len(actions)


@pytest.mark.parametrize("spec", [*CLICKED, *BOARDS, *LISTED])
def test_all_shapes_lie_within_the_picture(spec: str) -> None:
    game = find_game(spec)
    passed = wander(game, 3)
    for state, last in (passed[0], passed[len(passed) // 2], passed[-1]):
        for player in (None, 0, 1):
            root = parsed(view_of(game).picture(state, player, last).svg())
            _, _, width, height = (float(part) for part in root.get("viewBox", "").split())
            for element in root.iter():
                left, top, right, bottom = extent(element)
                assert left >= 0
                assert top >= 0
                assert right <= width
                assert bottom <= height


def extent(element: ElementTree.Element) -> tuple[float, float, float, float]:
    """The box around a drawn element: left, top, right, bottom."""
    half = float(element.get("stroke-width", 0)) / 2
    tag = element.tag.rpartition("}")[2]
    if tag == "circle":
        x, y, radius = (float(element.get(name, "")) for name in ("cx", "cy", "r"))
        return x - radius - half, y - radius - half, x + radius + half, y + radius + half
    if tag == "rect":
        x, y, width, height = (float(element.get(name, "")) for name in ("x", "y", "width", "height"))
        return x - half, y - half, x + width + half, y + height + half
    if tag in ("polyline", "polygon"):
        points = [[float(n) for n in pair.split(",")] for pair in element.get("points", "").split()]
        xs, ys = zip(*points, strict=True)
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
    if tag == "text":
        x, y, size = (float(element.get(name, "")) for name in ("x", "y", "font-size"))
        return x - size / 2, y - size / 2, x + size / 2, y + size / 2
    return 0, 0, 0, 0


def test_a_click_says_which_moves_it_may_become() -> None:
    game = TicTacToe()
    view = view_of(game)
    assert view.worded(game.initial(), 4) == "5"
    assert view.action(game.initial(), [4]) == "play 5"
    assert view.action(game.initial(), [0, 1, 2, 3, 4, 5]) == "play 1 or 2 or 3 or 4"


def test_a_standing_is_written_beside_pictures_that_do_not_show_it() -> None:
    class Beside(TicTacToeView):
        def standing(self, state: Any) -> str:
            return "X 2 : O 1"

    class Within(Beside):
        scored = True

    assert [cls(TicTacToe()).beside(None) for cls in (Beside, Within)] == ["X 2 : O 1", ""]


def test_outwit_is_imported_without_its_pictures() -> None:
    script = "import sys, outwit; print([m for m in sys.modules if m.startswith('outwit.views')])"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_a_move_of_several_clicks_goes_from_square_to_square() -> None:
    class FromTo(TicTacToeView):
        def path(self, state: Any, move: Any) -> tuple[str, ...]:
            return ("a", "b") if move == 0 else ("a", "c") if move == 1 else ("d",)

    view = FromTo(TicTacToe())
    assert view.onward(None, [0, 1, 2]) == ([], {"a": [0, 1], "d": [2]})
    assert view.onward(None, [0, 1, 2], ("a",)) == ([], {"b": [0], "c": [1]})
    assert view.onward(None, [0, 1, 2], ("a", "c")) == ([1], {})
    assert view.onward(None, [0, 1, 2], ("z",)) == ([], {})
