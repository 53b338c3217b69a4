"""The War Game drawn: values, owners without colour, what was conquered, and both ways to move."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from outwit import find_game
from outwit.bits import each
from outwit.draw.png import length, png
from outwit.draw.shapes import Box, Disc, Square, Stroke, Words
from outwit.draw.theme import COLOURS, Kind
from outwit.games.wargame import Front, WarGame
from outwit.views import Picture
from outwit.views.wargame import CELL, OWNERS, WAYS, WarGameView, pattern
from tests.draw.contrast import contrast

from .drawn import SVG, Element, of_kind, parsed, wander

GAME = WarGame()
VIEW = WarGameView(GAME)
BOARDS = {
    "6x6": "Smolensk",
    "8x8": "/".join(["12 5 99 1 44 7 63 10"] * 8),
    "1x5": "1 2 3 4 5",
    "2x26": "/".join([" ".join(map(str, range(1, 27)))] * 2),
    "12x1": "/".join(["99"] * 12),
    "1x1": "7",
}
SIZES = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())


def played(moves: str, game: WarGame = GAME) -> tuple[Front, int, Front]:
    """The state before the last of some moves, that move, and the state after it."""
    state = before = game.initial()
    last = 0
    for text in moves.split(", "):
        before, last = state, game.parse(state, text)
        state = game.play(before, last)
    return before, last, state


def told(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Words)]


def square(picture: Picture, name: str) -> Square:
    return next(each for each in picture.squares if each.name == name)


def within(picture: Picture, name: str) -> list[object]:
    """The shapes other than squares whose own place lies inside a square."""
    place = square(picture, name)
    found: list[object] = []
    for shape in picture.shapes:
        if isinstance(shape, Stroke):
            x, y = shape.points[0]
        elif isinstance(shape, Disc | Words):
            x, y = shape.x, shape.y
        else:
            continue
        if place.x < x < place.x + place.width and place.y < y < place.y + place.height:
            found.append(shape)
    return found


# The board


@SIZES
def test_each_square_has_its_name_its_value_and_its_place(board: str) -> None:
    game = WarGame(board)
    picture = WarGameView(game).picture(game.initial())
    names = [game.square_name(number) for number in range(game.width * game.height)]
    assert [each.name for each in picture.squares] == [*names, "drop", "blitz"]
    for name, value in zip(names, game.values, strict=True):
        [words] = within(picture, name)
        assert isinstance(words, Words)
        assert words.text == str(value)
    xs = {each.x for each in picture.squares[:-2]}
    ys = {each.y for each in picture.squares[:-2]}
    assert (len(xs), len(ys)) == (game.width, game.height)


@SIZES
def test_columns_have_letters_above_them_and_rows_numbers_at_their_left(board: str) -> None:
    game = WarGame(board)
    picture = WarGameView(game).picture(game.initial())
    first = square(picture, "A1")
    named = [s for s in picture.shapes if isinstance(s, Words) and s.kind == "name" and s.text not in WAYS]
    left = [words for words in named if words.x < first.x]
    above = [words for words in named if words.y < first.y]
    assert "".join(words.text for words in above) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: game.width]
    assert [words.text for words in left] == [str(row + 1) for row in range(game.height)]


@SIZES
def test_no_words_touch_each_other_or_leave_the_picture(board: str) -> None:
    game = WarGame(board)
    state, last = wander(game, 5)[-1]
    picture = WarGameView(game).picture(state, None, last)
    spans = []
    for words in (shape for shape in picture.shapes if isinstance(shape, Words)):
        wide = 1.25 * length(words.text, words.size)
        start = {"start": words.x, "middle": words.x - wide / 2, "end": words.x - wide}[words.anchor]
        assert 0 < start < start + wide < picture.width
        spans.append((words.y, start, start + wide))
    spans.sort()
    for (line, _, end), (below, start, _) in pairwise(spans):
        assert below > line + 8 or end < start


# Owners


def test_squares_have_the_colour_and_the_pattern_of_their_owner() -> None:
    _, _, state = played("drop A1, drop D3")
    picture = VIEW.picture(state)
    blue, green, free = (square(picture, name) for name in ("A1", "D3", "C3"))
    assert (blue.kind, green.kind, free.kind) == ("first", "third", "cell")
    inside = {name: [type(shape) for shape in within(picture, name)] for name in ("A1", "D3", "C3")}
    assert inside == {"A1": [Stroke] * 6 + [Words], "D3": [Disc] * 6 + [Words], "C3": [Words]}


def test_the_board_is_drawn_as_the_text_has_it() -> None:
    for seed in range(3):
        for state, _ in wander(GAME, seed)[::7]:
            squares = VIEW.picture(state).squares
            rows = [row.split()[1:] for row in GAME.text(state).splitlines()[1:-1]]
            kinds: dict[str, Kind] = {"b": "first", "g": "third"}
            expected = [kinds.get(cell[0], "cell") for row in rows for cell in row]
            assert [each.kind for each in squares[:36]] == expected


def test_without_colours_the_owners_still_differ() -> None:
    def grey(player: int) -> bytes:
        shapes = (Box(0, 0, CELL, CELL, "third"), *pattern(0, 0, CELL, player))
        return Image.open(io.BytesIO(png(Picture(CELL, CELL, shapes, "")))).convert("L").tobytes()

    changed = sum(abs(one - other) > 64 for one, other in zip(grey(0), grey(1), strict=True))
    assert changed > 0.03 * (2 * CELL) ** 2


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_values_can_be_read_on_every_square(theme: int) -> None:
    for owner in OWNERS:
        assert contrast(COLOURS["mark"][theme], COLOURS[owner][theme]) >= 4.5
    assert contrast(COLOURS["last"][theme], COLOURS["cell"][theme]) >= 4.5
    assert contrast(COLOURS["last"][theme], COLOURS["ground"][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_values_can_be_read_on_a_chosen_square(theme: int) -> None:
    def under(kind: Kind) -> str:
        veil, below = (COLOURS[each][theme] for each in ("choice", kind))
        parts = [(int(veil[at : at + 2], 16), int(below[at : at + 2], 16)) for at in (1, 3, 5)]
        return "#" + "".join(f"{round(0.25 * one + 0.75 * other):02x}" for one, other in parts)

    assert contrast(under("last"), under("cell")) >= 4.5


# The last move and what it conquered


def framed(root: Element) -> list[tuple[float, float]]:
    """The middles of the frames around the last move."""
    frames = [each for each in of_kind(root, "last") if each.tag == f"{SVG}rect"]
    corners = [[float(frame.get(name, "")) for name in ("x", "y", "width", "height")] for frame in frames]
    return [(x + width / 2, y + height / 2) for x, y, width, height in corners]


def bracketed(picture: Picture) -> set[str]:
    """The squares around which the corners of a frame are drawn."""
    strokes = [shape for shape in picture.shapes if isinstance(shape, Stroke) and shape.kind == "last"]
    tips = [stroke.points[1] for stroke in strokes]
    found = set()
    for place in picture.squares:
        around = [
            (x, y)
            for x in (place.x - 1, place.x + place.width + 1)
            for y in (place.y - 1, place.y + place.height + 1)
        ]
        if all(corner in tips for corner in around):
            found.add(place.name)
    assert len(strokes) == 4 * len(found)
    return found


def test_the_last_move_is_framed_and_only_that() -> None:
    before, last, state = played("drop A1, drop D3, blitz B1")
    picture = VIEW.picture(state, None, last, before)
    place = square(picture, "B1")
    root = parsed(picture.svg())
    assert framed(root) == [(place.x + CELL / 2, place.y + CELL / 2)]
    assert not framed(parsed(VIEW.picture(state).svg()))


def test_a_last_move_that_left_its_square_free_is_not_marked() -> None:
    _, _, state = played("drop A1")
    assert VIEW.picture(state, None, 2 * 35, GAME.initial()) == VIEW.picture(state)


def test_what_the_last_move_conquered_is_marked_and_what_was_there_before_is_not() -> None:
    moves = "drop D3, drop D2, drop E2, drop A6, drop C3, drop B6"
    before, last, state = played(f"{moves}, blitz C2")
    picture = VIEW.picture(state, None, last, before)
    assert bracketed(picture) == {"D2"}
    assert picture.label.endswith(" Last move: blue blitz C2, conquering D2.")


@pytest.mark.parametrize("board", ["Smolensk", "1 2 3 4 5 6 7 8 9", "1 2/3 4/5 6/7 8"])
def test_all_that_was_conquered_is_marked_in_whole_games(board: str) -> None:
    game = WarGame(board)
    view = WarGameView(game)
    conquests = 0
    for seed in range(5):
        passed = wander(game, seed)
        for (before, _), (state, last) in pairwise(passed):
            assert last is not None
            turned = {game.square_name(number) for number in each(game.captures(before, last))}
            picture = view.picture(state, None, last, before)
            assert bracketed(picture) == turned
            assert ("conquering" in picture.label) == bool(turned)
            conquests += len(turned)
    assert conquests


def test_an_arrow_lies_between_the_square_taken_and_each_conquered_one() -> None:
    before, last, state = played("drop D3, drop E2, drop A6, drop F3, blitz E3")
    picture = VIEW.picture(state, None, last, before)
    assert picture.label.endswith(" Last move: blue blitz E3, conquering E2 and F3.")
    arrows = [shape for shape in picture.shapes if isinstance(shape, Disc) and shape.kind == "last"]
    taken, above, right = (square(picture, name) for name in ("E3", "E2", "F3"))
    assert [(arrow.x, arrow.y) for arrow in arrows] == [
        (taken.x + CELL / 2, (taken.y + above.y + CELL) / 2),
        ((taken.x + right.x + CELL) / 2, taken.y + CELL / 2),
    ]


def test_what_was_conquered_is_not_guessed_where_the_state_before_is_unknown() -> None:
    _, last, state = played("drop A1, drop C1, blitz B1")
    picture = VIEW.picture(state, None, last)
    assert not bracketed(picture)
    assert picture.label.endswith(" Last move: blue blitz B1.")


# Words


def test_the_label_tells_score_and_squares_and_the_last_move() -> None:
    before, last, state = played("drop A1, drop D3, blitz B1, blitz D2")
    assert VIEW.picture(state, None, last, before).label == (
        "blue 142, green 67; blue holds A1 (66), B1 (76); green holds D2 (8), D3 (59). "
        "Last move: green blitz D2."
    )
    assert VIEW.picture(GAME.initial()).label == "blue 0, green 0; blue holds nothing; green holds nothing."


def test_the_label_is_short_enough_to_be_listened_to() -> None:
    game = WarGame(BOARDS["8x8"])
    for state, last in wander(game, 1):
        assert len(WarGameView(game).picture(state, None, last).label.split()) <= 150


def test_the_score_is_in_the_picture_and_in_words() -> None:
    _, _, state = played("drop A1, drop D3, blitz B1")
    assert VIEW.standing(state) == "blue 142 : 59 green"
    assert VIEW.beside(state) == ""
    assert told(VIEW.picture(state))[:2] == ["blue 142", "59 green"]


def test_a_click_says_what_it_gains_and_what_it_conquers() -> None:
    _, _, state = played("drop D3, drop D1")
    move = {text: GAME.parse(state, text) for text in ("drop A1", "drop D2", "blitz D2")}
    assert VIEW.action(state, [move["drop A1"]]) == "play drop A1 for 66"
    assert VIEW.action(state, [move["blitz D2"]]) == "play blitz D2 for 74, conquering D1"
    assert VIEW.action(state, [move["drop D2"], move["blitz D2"]]) == (
        "play drop D2 for 8 or blitz D2 for 74, conquering D1"
    )
    assert VIEW.worded(state, move["blitz D2"]) == "blitz D2, conquering D1"
    assert VIEW.worded(state, move["drop D2"]) == "drop D2"


# Clicks


def ways(game: WarGame, state: Front) -> dict[str, set[tuple[str, ...]]]:
    """The clicks that a square's moves take, by square."""
    view, found = WarGameView(game), dict[str, set[tuple[str, ...]]]()
    for move in game.moves(state):
        path = view.path(state, move)
        found.setdefault(path[0], set()).add(path)
    return found


def test_a_drop_is_one_click_and_where_a_blitz_is_possible_too_both_are_two() -> None:
    game = WarGame("1 2 3/4 5 6/7 8 9")
    paths = ways(game, played("drop A1, drop C3", game)[2])
    assert paths["B2"] == {("B2",)}
    assert paths["C1"] == {("C1",)}
    assert paths["B1"] == {("B1", "drop"), ("B1", "blitz")}
    assert paths["A2"] == {("A2", "drop"), ("A2", "blitz")}
    assert not {"A1", "C3"} & paths.keys()


def test_a_blitz_that_must_be_played_is_one_click() -> None:
    board = "1 2 3/4 5 6/7 8 9"
    free, forced = WarGame(board), WarGame(board, mandatory=True)
    state = played("drop A1, drop C1", free)[2]
    assert ways(free, state)["B1"] == {("B1", "drop"), ("B1", "blitz")}
    assert ways(forced, state)["B1"] == {("B1",)}
    assert ways(forced, state)["A2"] == {("A2", "drop"), ("A2", "blitz")}
    complete, following = WarGameView(forced).onward(state, forced.moves(state), ("B1",))
    assert [forced.describe(state, move) for move in complete] == ["blitz B1"]
    assert not following


def test_after_a_square_the_ways_to_take_it_are_next() -> None:
    _, _, state = played("drop A1, drop D3")
    moves = list(GAME.moves(state))
    complete, following = VIEW.onward(state, moves, ("B1",))
    assert not complete
    assert {way: [GAME.describe(state, move) for move in them] for way, them in following.items()} == {
        "drop": ["drop B1"],
        "blitz": ["blitz B1"],
    }
    complete, _ = VIEW.onward(state, moves, ("B1", "blitz"))
    assert [GAME.describe(state, move) for move in complete] == ["blitz B1"]


@pytest.mark.parametrize("mandatory", [False, True])
def test_every_move_is_reached_by_its_clicks_alone(mandatory: bool) -> None:
    game = WarGame(mandatory=mandatory)
    view = WarGameView(game)
    for state, _ in wander(game, 2)[::5]:
        moves = list(game.moves(state))
        for move in moves:
            assert view.onward(state, moves, view.path(state, move)) == ([move], {})


def test_the_ways_to_move_are_there_but_cannot_be_clicked_before_a_square() -> None:
    root = parsed(VIEW.picture(GAME.initial()).svg({"A1": "play drop A1 for 66"}))
    assert [each.get("data-square") for each in of_kind(root, "legal")] == ["A1"]
    assert {"drop", "blitz"} <= {each.get("data-square") for each in of_kind(root, "square")}
    assert {"drop", "blitz"} <= {each.text for each in root.iter(f"{SVG}text")}


def test_a_game_found_by_its_spelling_is_drawn_with_its_own_board() -> None:
    game = find_game("wargame:board=1 2/3 4")
    assert isinstance(game, WarGame)
    assert told(WarGameView(game).picture(game.initial())) == [
        "blue 0", "0 green", "A", "B", "1", "2", "1", "2", "3", "4"
    ]  # fmt: skip
