"""Views that somebody else writes: found where they stand, and harmless where they fail."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from outwit import Game, Position, find_game
from outwit.game import Move, State
from outwit.games.nim import Nim, Pile
from outwit.views import Box, Picture, Square, TextView, View, entries_for_views, find_view

RULES = """
from dataclasses import dataclass
from outwit.games.nim import Nim
from outwit.views import Box, Picture, Square, View

@dataclass(frozen=True)
class Coins(Nim):
    pass

@dataclass(frozen=True)
class Other(Nim):
    pass
"""
VIEW = """
class {name}(View):
    {said}

    def picture(self, state, player=None, last=None, before=None):
        return Picture(10, 10, (Box(0, 0, 10, 10, "ground"),), "{name}")
"""


class Own(View):
    """A picture of coins, in which all but the last is clicked."""

    def picture(
        self, state: State, player: int | None = None, last: Move | None = None, before: State | None = None
    ) -> Picture:
        shapes = [Square(str(coin), 10.0 * coin, 0, 9, 9, "cell") for coin in range(1, state.coins)]
        return Picture(300, 10, (Box(0, 0, 300, 10, "ground"), *shapes), f"{state.coins} coins.")

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return (str(move),)

    def standing(self, state: State) -> str:
        return f"{state.coins} left"


class Drawn(Nim):
    """Nim with a view."""

    view = Own


def file(folder: Path, *views: str) -> str:
    path = folder / "coins.py"
    path.write_text(RULES + "".join(views))
    return str(path)


def view_in(name: str, said: str = "") -> str:
    return VIEW.format(name=name, said=said or "pass")


def label(game: Game) -> str:
    return find_view(game).picture(game.initial()).label


def test_a_game_names_its_view() -> None:
    assert label(Drawn()) == "21 coins."
    assert find_view(Drawn()).standing(Pile(7, 0)) == "7 left"
    assert find_view(Drawn()).trouble == ""


def test_a_game_that_derives_from_one_with_a_view_has_it_too() -> None:
    class Smaller(Drawn):
        """Fewer coins."""

    assert label(Smaller(coins=5)) == "5 coins."


def test_a_view_stands_in_the_game_s_file(tmp_path: Path) -> None:
    path = file(tmp_path, view_in("Pile", "game: Coins"))
    assert label(find_game(f"{path}:Coins")) == "Pile"
    assert label(find_game(f"{path}:Other")) == "21 coins, player 1 to move"


def test_a_view_that_does_not_say_whose_it_is_is_nobody_s(tmp_path: Path) -> None:
    path = file(tmp_path, view_in("Pile"))
    assert label(find_game(f"{path}:Coins")) == "21 coins, player 1 to move"


def test_several_views_of_one_game_are_told_apart_by_the_game(tmp_path: Path) -> None:
    two = view_in("One", "game: Coins"), view_in("Two", "game: Nim")
    path = file(tmp_path, *two)
    view = find_view(find_game(f"{path}:Coins"))
    assert type(view) is TextView
    assert view.trouble == (
        "One and Two all draw Coins; name one in the class, as in `view = One`. "
        "The game's text is taken instead."
    )
    (tmp_path / "named").mkdir()
    path = file(tmp_path / "named", *two, "Coins.view = Two\n")
    assert label(find_game(f"{path}:Coins")) == "Two"


def test_a_package_brings_a_view_by_the_game_s_name(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("nim", f"{__name__}:Own", "outwit.views")
    monkeypatch.setattr(
        "outwit.views.find_installed", lambda group: {"nim": entry} if "views" in group else {}
    )
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    entries_for_views.cache_clear()
    try:
        assert label(find_game("nim")) == "21 coins."
        broken = EntryPoint("pig", "outwit.nowhere:View", "outwit.views")
        monkeypatch.setattr("outwit.views.find_installed", lambda group: {"pig": broken})
        entries_for_views.cache_clear()
        assert find_view(find_game("pig")).trouble.startswith("The view of 'pig' cannot be loaded: No module")
    finally:
        entries_for_views.cache_clear()


@pytest.mark.parametrize("view", [3, "Own", Nim, Own(Nim())], ids=str)
def test_what_is_no_view_is_refused_in_a_sentence(view: object) -> None:
    class Wrong(Nim):
        """A game with something else for a view."""

    Wrong.view = view  # type: ignore[assignment]
    found = find_view(Wrong())
    assert type(found) is TextView
    assert "not a class that derives from outwit.views.View" in found.trouble


def test_a_view_that_fails_gives_way_to_the_text_and_says_where(tmp_path: Path) -> None:
    class Failing(Own):
        """Everything in it fails."""

        def picture(self, *args: object, **options: object) -> Picture:
            return Picture(1 / 0, 1, (), "")

        def path(self, state: State, move: Move) -> tuple[str, ...]:
            raise KeyError(move)

        def standing(self, state: State) -> str:
            raise RuntimeError("no\nstanding")

    class Broken(Nim):
        """Nim with that view."""

        view = Failing

    game = Broken()
    view, state = find_view(game), game.initial()
    text = TextView(game)
    assert view.picture(state) == text.picture(state)
    assert view.written(state) == text.written(state)
    assert view.path(state, 1) == ()
    assert view.standing(state) == ""
    assert view.worded(state, 1) == "1"
    assert view.trouble.startswith("Failing.picture failed (line ")
    assert view.trouble.endswith(
        "of test_guard.py): ZeroDivisionError: division by zero. The game's text is taken instead."
    )
    assert "21 coins" in Position(game, state)._repr_html_()


def test_a_view_that_draws_but_cannot_do_the_rest_still_draws() -> None:
    class Speechless(Own):
        """It has no words."""

        def path(self, state: State, move: Move) -> tuple[str, ...]:
            raise KeyError(move)

        def standing(self, state: State) -> str:
            raise RuntimeError("no\nstanding")

    view, state = find_view(type("Coins", (Nim,), {"view": Speechless})()), Pile(3, 0)
    assert view.picture(state).label == "3 coins."
    assert view.clickable(state, [1, 2, 3], ["1", "2", "3"]) == []
    assert view.standing(state) == ""
    assert view.picture(state).label == "3 coins."
    assert "Speechless.path failed (line " in view.trouble
    assert "RuntimeError: no standing." in view.trouble


def test_what_a_view_gives_instead_of_a_picture_is_found_before_a_page_shows_it() -> None:
    class Nothing(Own):
        """It gives no picture."""

        def picture(self, *args: object, **options: object) -> Picture:
            return None  # type: ignore[return-value]

    class Strange(Own):
        """It gives a picture of something that is no shape."""

        def picture(self, *args: object, **options: object) -> Picture:
            return Picture(10, 10, ("a disc",), "")  # type: ignore[arg-type]

    for cls in (Nothing, Strange):
        view = find_view(type("Coins", (Nim,), {"view": cls})())
        assert view.picture(Pile(3, 0)).label == "3 coins, player 1 to move"
        assert f"{cls.__name__}.picture failed" in view.trouble


def test_a_view_that_cannot_be_made_is_told() -> None:
    class Unmade(View):
        """It draws nothing."""

    class Coins(Nim):
        """Nim with that view."""

        view = Unmade

    assert "abstract" in find_view(Coins()).trouble


def test_a_square_that_the_picture_has_not_is_not_clicked() -> None:
    game = Drawn(coins=3)
    view, state = find_view(game), game.initial()
    squares = [square.name for square in view.picture(state).squares]
    assert view.clickable(state, [1, 2, 3], squares) == [1, 2]


def test_outwit_s_own_views_are_not_guarded() -> None:
    assert type(find_view(find_game("connect4"))).__name__ == "Connect4View"
