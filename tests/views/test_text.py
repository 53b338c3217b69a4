"""The view of games that have none: their boards drawn, and their words kept."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from outwit import Game, find_game
from outwit.draw.picture import Picture
from outwit.draw.shapes import Words
from outwit.game import State
from outwit.views import TextView, find_view

from .boards import Amazons, Board, Drop, Four, Framed, Hex, Kalah, Slide, Told
from .drawn import of_kind, parsed, wander
from .test_views import extent

GAMES = [
    Board(),
    Four(),
    Framed(),
    Hex(size=5),
    Drop(size=4),
    Slide(size=4),
    Kalah(),
    Amazons(),
    Told(size=4),
]


@dataclass(frozen=True)
class Shown(Game):
    """A game that is only looked at: its text is its option."""

    shown: str = ""
    player_names = ("X", "O")

    def initial(self) -> State:
        return 0

    def moves(self, state: State) -> list[int]:
        return []

    def over(self, state: State) -> bool:
        return True

    def payoff(self, state: State, player: int) -> float:
        return 0.0

    def text(self, state: State, player: int | None = None) -> str:
        return self.shown


def drawn(text: str) -> Picture:
    return TextView(Shown(text)).picture(0)


def written(picture: Picture) -> list[str]:
    """All text in a picture."""
    return [element.text or "" for element in parsed(picture.svg()).iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_position_is_sound_xml_within_its_picture_with_squares_of_different_names(game: Game) -> None:
    view = find_view(game)
    assert type(view) is TextView
    passed = wander(game, 1)
    for (before, _), (state, last) in pairwise(passed):
        picture = view.picture(state, None, last, before)
        names = [square.name for square in picture.squares]
        assert len(names) == len(set(names))
        root = parsed(picture.svg())
        _, _, width, height = (float(part) for part in root.get("viewBox", "").split())
        for element in root.iter():
            left, top, right, bottom = extent(element)
            assert left >= 0
            assert top >= 0
            assert right <= width + 0.1
            assert bottom <= height + 0.1


def test_a_player_s_piece_has_the_player_s_colour_and_letter() -> None:
    game = Four()
    state = game.initial()
    for move in (0, 4, 8, 2):
        state = game.play(state, move)
    picture = find_view(game).picture(state)
    root = parsed(picture.svg())
    for kind, letter in zip(("first", "second", "third", "fourth"), "NESW", strict=True):
        assert len(of_kind(root, kind)) == 1
        assert letter in written(picture)


def test_the_label_tells_the_board_row_by_row_and_what_stands_around_it() -> None:
    picture = drawn("Move 3\n2 X . .\n1 . . O\n  a b c\nX to move")
    assert picture.label == "Move 3. Row 2: X, 2 empty; row 1: 2 empty, O. X to move."


def test_the_last_move_is_framed_and_told() -> None:
    game = Slide()
    before = game.initial()
    state = game.play(before, 603)
    picture = TextView(game).picture(state, None, 603, before)
    assert len(of_kind(parsed(picture.svg()), "last")) == 3  # the words below, and two frames
    assert picture.label.endswith("Last move: 603.")


def test_the_last_move_is_not_shown_to_a_seat_from_which_something_is_hidden() -> None:
    class Secret(Hex):
        """Not everybody sees everything."""

        hidden = True

    game = Secret()
    before = game.initial()
    picture = TextView(game).picture(game.play(before, 4), 0, 4, before)
    assert "Last move" not in picture.label
    assert not of_kind(parsed(picture.svg()), "last")


def test_names_and_words_are_written_as_large_as_can_be_read_on_a_phone() -> None:
    phone = 366
    for size in (3, 8, 12, 19):
        rows = "\n".join(f"{size - row:>2} {' '.join('.' * size)}" for row in range(size))
        picture = drawn(f"{rows}\n   {' '.join('abcdefghijklmnopqrstuvwxyz'[:size])}\nX to move")
        scale = min(1.0, phone / picture.width)
        sizes = [shape.size * scale for shape in picture.shapes if isinstance(shape, Words)]
        assert min(sizes) >= 10


def test_long_words_around_a_board_are_broken_into_lines() -> None:
    line = "it is X who is to move now, and O who has lost two pieces of a kind before"
    picture = drawn(f"X . .\n. O .\n{line}")
    assert " ".join(written(picture)[-4:]).endswith("before")
    assert len(written(picture)) > 4
    assert " ".join(line.split()) in picture.label


def test_words_that_stand_apart_stay_apart() -> None:
    picture = TextView(Kalah()).picture(Kalah().initial())
    zeros = [shape for shape in picture.shapes if isinstance(shape, Words) and shape.text == "0"]
    assert [shape.anchor for shape in zeros] == ["start", "end"]


def test_a_text_that_is_no_board_stays_a_text() -> None:
    nim = find_game("nim")
    view = find_view(nim)
    assert view.written(nim.initial()) == "21 coins, player 1 to move"
    assert view.picture(nim.initial()).label == "21 coins, player 1 to move"
    assert view.path(nim.initial(), 1) == ()
    assert find_view(Hex()).written(Hex().initial()) is None


def test_a_text_that_is_drawn_keeps_its_columns() -> None:
    picture = drawn("wood:   7\ngrain: 12")
    starts = {shape.text: shape.x for shape in picture.shapes if isinstance(shape, Words)}
    assert starts["wood:"] == starts["grain: 12"] < starts["7"]


def test_nothing_at_all_is_a_picture_too() -> None:
    assert drawn("").label == "Nothing is written."


def test_signs_of_xml_are_only_signs() -> None:
    picture = drawn("< > &\n& < >\n' \" <b>")
    assert parsed(picture.svg()).get("aria-label") == picture.label
