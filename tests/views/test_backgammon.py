"""Backgammon drawn: checkers where the game has them, dice, trays, and plays clicked in any order."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Session
from outwit.draw.png import png
from outwit.game import CHANCE
from outwit.games.backgammon import Backgammon, Board
from outwit.games.backgammon.board import sides
from outwit.games.backgammon.checkers import BAR, CHECKERS, checkers_left, checkers_on
from outwit.play.log import log_text
from outwit.play.picture import picture_of
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.views import find_view
from outwit.views.backgammon import BackgammonView
from outwit.views.backgammon.equipment import CHECKER, DIE, HALF
from tests.examples import examples

from ..games.test_backgammon import board, holding
from .drawn import SVG, Element, of_kind, parsed, view_of, wander
from .test_views import extent

GAME = Backgammon()
VIEW = BackgammonView(GAME)
START = GAME.position("4HPwATDgc/ABMA X 3-1")
CLOSED_OUT = board({BAR: 2, 6: 5}, holding(*range(19, 25)), 65)

rolled = st.builds(
    lambda seed, plies: random_position(GAME, Generator(seed), plies),
    st.integers(0, 999),
    st.integers(0, 220),
).filter(lambda state: GAME.turn(state) != CHANCE)


def areas(root: Element) -> dict[str, tuple[float, float, float, float]]:
    """Each place's left, top, right and bottom."""
    return {
        square.get("data-square", ""): extent(rect)
        for square in of_kind(root, "square")
        for rect in square.findall(f"{SVG}rect")
    }


def checkers(root: Element, kind: str) -> list[tuple[float, float]]:
    """Where the checkers of a colour lie, without the small ones beside the players' names."""
    return [
        (float(disc.get("cx", "")), float(disc.get("cy", "")))
        for disc in of_kind(root, kind)
        if disc.tag == f"{SVG}circle" and float(disc.get("r", "")) > 0.8 * CHECKER
    ]


def inside(place: tuple[float, float, float, float], points: list[tuple[float, float]]) -> int:
    """How many points lie in a place."""
    x0, y0, x1, y1 = place
    return sum(x0 < x < x1 and y0 < y < y1 for x, y in points)


def texts(root: Element) -> list[str]:
    """All words in a picture."""
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_backgammon_has_a_view() -> None:
    assert type(find_view(GAME)) is BackgammonView
    assert type(view_of(Backgammon(gammons=False))) is BackgammonView


@pytest.mark.parametrize("player", [None, 0, 1])
def test_checkers_lie_where_the_game_has_them(player: int | None) -> None:
    for state, _ in wander(GAME, 4)[::5]:
        root = parsed(VIEW.picture(state, player).svg())
        places = areas(root)
        own, other = ("first", "second") if state.turn == 0 else ("second", "first")
        for point in range(1, BAR):
            place = places[str(point)]
            assert inside(place, checkers(root, own)) == min(checkers_on(state.own, point), 5)
            assert inside(place, checkers(root, other)) == min(checkers_on(state.other, BAR - point), 5)
        waiting = inside(places["bar"], checkers(root, own)), inside(places["bar"], checkers(root, other))
        assert waiting == (min(checkers_on(state.own, BAR), 5), min(checkers_on(state.other, BAR), 5))
        for side in sides(state):
            for point in range(1, BAR + 1):
                if checkers_on(side, point) > 5:
                    assert str(checkers_on(side, point)) in texts(root)


def test_the_home_of_who_looks_is_at_the_lower_right() -> None:
    for player, turn in ((None, 0), (0, 0), (1, 1)):
        places = areas(parsed(VIEW.picture(START._replace(turn=turn), player).svg()))
        assert places["1"][0] > places["6"][0] > places["7"][0] > places["12"][0]
        assert places["1"][1] > places["24"][1]
    places = areas(parsed(VIEW.picture(START._replace(turn=1), 0).svg()))
    assert places["1"][1] < places["24"][1]


def test_places_do_not_overlap() -> None:
    places = list(areas(parsed(VIEW.picture(START).svg())).values())
    assert len(places) == 26
    for index, (x0, y0, x1, y1) in enumerate(places):
        assert y1 - y0 >= HALF
        for a0, b0, a1, b1 in places[:index]:
            assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0


def numbers(root: Element, kind: str) -> list[tuple[str, str | None, str | None]]:
    """The numbers in a picture that are written so, and where."""
    found = ((text.text or "", text.get("x"), text.get("y")) for text in of_kind(root, kind))
    return [each for each in found if each[0].isdecimal()]


def test_points_are_numbered_as_each_player_counts_them_whoever_is_on_roll() -> None:
    drawn = [parsed(VIEW.picture(START._replace(turn=turn)).svg()) for turn in (0, 1)]
    first, second = (sorted(numbers(root, "last") + numbers(root, "name")) for root in drawn)
    assert first == second
    assert len(first) == 48
    for root in drawn:
        places = areas(root)
        own = numbers(root, "last")
        assert sorted(int(number) for number, _, _ in own) == list(range(1, BAR))
        for number, x, _ in own:
            assert places[number][0] < float(x or "") < places[number][2]


def test_checkers_are_drawn_where_the_clicks_so_far_have_brought_them() -> None:
    plays = list(GAME.moves(START))
    assert VIEW.midway(START, plays, ()) is VIEW.midway(START, plays, ("8",)) is None
    drawn = VIEW.midway(START, plays, ("8", "5"))
    assert drawn is not None
    assert "X, 164 pips: 2 on 24, 5 on 13, 2 on 8, 5 on 6, 1 on 5." in drawn.label
    assert drawn.label.endswith("X to play 3-1. Left to play: 1.")
    root = parsed(drawn.svg())
    assert inside(areas(root)["5"], checkers(root, "first")) == 1
    assert VIEW.midway(START, plays, ("8", "5", "6")) == drawn


def test_dice_that_have_been_used_are_only_outlined() -> None:
    state = GAME.position("4HPwATDgc/ABMA X 4-4")
    for clicked, lit in (((), 4), (("24", "20"), 3), (("24", "20", "13", "5"), 1)):
        drawn = VIEW.midway(state, list(GAME.moves(state)), clicked) or VIEW.picture(state)
        boxes = [box for box in of_kind(parsed(drawn.svg()), "first") if box.tag == f"{SVG}rect"]
        assert len([box for box in boxes if float(box.get("width", "")) == DIE]) == lit


def test_the_last_play_is_marked_still_when_the_dice_have_been_thrown() -> None:
    session = Session(GAME)
    for words in ("X 3-1", "8/5 6/5", "6-4"):
        session.read(words)
    assert picture_of(VIEW, session).label.endswith("O to play 6-4. Last move: X 8/5 6/5.")
    assert picture_of(VIEW, session, 1) == VIEW.picture(session.states[1])


@pytest.mark.parametrize(("dice", "pips"), [("3-1", 4), ("6-5", 11), ("4-4", 16)])
def test_dice_are_shown_as_soon_as_they_are_thrown(dice: str, pips: int) -> None:
    for name, kind in (("X", "first"), ("O", "second")):
        state = GAME.position(f"4HPwATDgc/ABMA {name} {dice}")
        root = parsed(VIEW.picture(state).svg())
        boxes = [box for box in of_kind(root, kind) if box.tag == f"{SVG}rect"]
        faces = [extent(box) for box in boxes if float(box.get("width", "")) == DIE]
        assert len(faces) == (4 if dice[0] == dice[2] else 2)
        dots = [
            (float(dot.get("cx", "")), float(dot.get("cy", "")))
            for dot in of_kind(root, "mark")
            if dot.tag == f"{SVG}circle" and not dot.get("stroke-width")
        ]
        assert sum(inside(face, dots) for face in faces) == pips
    assert not [
        box
        for box in of_kind(parsed(VIEW.picture(GAME.position("4HPwATDgc/ABMA X")).svg()), "first")
        if box.tag == f"{SVG}rect"
    ]


def test_what_is_due_is_said() -> None:
    assert "opening roll" in texts(parsed(VIEW.picture(GAME.initial()).svg()))
    assert "O to roll" in texts(parsed(VIEW.picture(GAME.position("sGfwATDgc/ABMA O")).svg()))
    last = board({1: 1}, {6: 14, 20: 1}, 65)
    over = GAME.play(last, GAME.parse(last, "1/off"))
    assert "X wins a backgammon" in texts(parsed(VIEW.picture(over).svg()))


def test_pips_and_checkers_off_are_counted() -> None:
    state = board({6: 3, 1: 1}, {BAR: 1, 24: 1})
    root = parsed(VIEW.picture(state).svg())
    assert {"X: 19 pips", "O: 49 pips", "11 off", "13 off"} <= set(texts(root))
    tray = areas(root)["off"]
    lying = [extent(box) for box in of_kind(root, "first") if box.tag == f"{SVG}rect"]
    assert inside(tray, [((a + c) / 2, (b + d) / 2) for a, b, c, d in lying]) == 11
    assert VIEW.standing(state) == "X 19 pips : 49 pips O"
    assert VIEW.beside(state) == ""
    assert VIEW.standing(board({1: 1}, {2: 1})) == "X 1 pip : 2 pips O"


# Clicks


def clicked_through(state: Board, path: tuple[str, ...]) -> list[int]:
    """The plays that are complete after some clicks, each of which must have been possible."""
    plays = list(GAME.moves(state))
    for number in range(len(path)):
        complete, following = VIEW.onward(state, plays, path[:number])
        assert not complete
        assert path[number] in following, (GAME.text(state), path, number)
    complete, following = VIEW.onward(state, plays, path)
    assert not (complete and following)
    return complete


@examples(40)
@given(rolled)
def test_every_play_is_reached_by_its_own_path(state: Board) -> None:
    squares = {square.name for square in VIEW.picture(state).squares}
    paths = {}
    for play in list(GAME.moves(state))[::4]:
        path = VIEW.path(state, play)
        assert set(path) <= squares
        assert clicked_through(state, path) == [play]
        paths[path] = play
    assert paths


@examples(40)
@given(rolled)
def test_what_can_be_clicked_leads_to_a_legal_play(state: Board) -> None:
    plays = list(GAME.moves(state))
    random = Generator(state.roll)
    path: tuple[str, ...] = ()
    while True:
        complete, following = VIEW.onward(state, plays, path)
        if not following:
            break
        assert all(set(found) <= set(plays) for found in following.values())
        path = (*path, random.choice(sorted(following)))
    assert len(complete) == 1
    assert complete[0] in plays


def test_checkers_are_moved_in_any_order() -> None:
    play = GAME.parse(START, "8/5 6/5")
    assert clicked_through(START, ("8", "5", "6", "5")) == [play]
    assert clicked_through(START, ("6", "5", "8", "5")) == [play]
    double = GAME.position("4HPwATDgc/ABMA X 2-2")
    play = GAME.parse(double, "13/11(2) 6/4(2)")
    for order in set(permutations((("13", "11"), ("13", "11"), ("6", "4"), ("6", "4")))):
        assert clicked_through(double, tuple(name for pair in order for name in pair)) == [play]


def test_a_checker_may_be_taken_all_the_way_at_once() -> None:
    state = GAME.position("4HPwATDgc/ABMA X 6-4")
    play = GAME.parse(state, "24/14")
    for path in (("24", "14"), ("24", "18", "18", "14"), ("24", "20", "20", "14")):
        assert clicked_through(state, path) == [play]


def test_where_the_way_matters_it_is_clicked() -> None:
    state = board({13: 1}, {17: 1, 6: 5}, 54)
    _, following = VIEW.onward(state, GAME.moves(state), ("13",))
    assert set(following) == {"8", "9"}
    assert clicked_through(state, ("13", "8", "8", "4")) == [GAME.parse(state, "13/8*/4")]
    assert clicked_through(state, ("13", "9", "9", "4")) == [GAME.parse(state, "13/4")]


def test_only_clicks_of_legal_plays_are_offered() -> None:
    """The six from 13 would leave no five."""
    state = board({13: 1, 7: 1}, holding(2), 65)
    _, following = VIEW.onward(state, GAME.moves(state))
    assert set(following) == {"13", "7"}
    _, following = VIEW.onward(state, GAME.moves(state), ("13",))
    assert set(following) == {"8"}


def test_checkers_are_borne_off_into_the_tray() -> None:
    state = board({4: 1, 2: 1}, {1: 2}, 65)
    play = GAME.parse(state, "4/off 2/off")
    assert clicked_through(state, ("4", "off", "2", "off")) == [play]


def test_who_cannot_move_clicks_so() -> None:
    picture = VIEW.picture(CLOSED_OUT)
    assert VIEW.onward(CLOSED_OUT, GAME.moves(CLOSED_OUT)) == ([], {"cannot move": [0]})
    assert "cannot move" in {square.name for square in picture.squares}
    assert "cannot move" not in {square.name for square in picture.still().squares}
    assert "cannot move" not in {square.name for square in VIEW.picture(START).squares}
    assert picture.still().height == picture.height


def test_a_click_says_what_it_does() -> None:
    play = GAME.parse(START, "8/5 6/5")
    assert VIEW.action(START, [play]) == "play 8/5 6/5"
    _, following = VIEW.onward(START, GAME.moves(START))
    told = VIEW.action(START, following["8"])
    assert told.startswith(f"begin one of {len(following['8'])} plays, such as ")


# What has happened


def test_the_last_play_is_marked() -> None:
    state = board({8: 1, 6: 2}, {20: 1, 6: 14}, 31)
    play = GAME.parse(state, "8/5* 6/5")
    root = parsed(VIEW.picture(GAME.play(state, play), None, play, state).svg())
    places = areas(root)
    rings = [
        (float(ring.get("cx", "")), float(ring.get("cy", "")))
        for ring in of_kind(root, "last")
        if ring.tag == f"{SVG}circle"
    ]
    counted = {name: inside(place, rings) for name, place in places.items()}
    assert {name: many for name, many in counted.items() if many} == {"20": 2, "17": 1, "19": 1, "bar": 1}


def test_the_position_is_told_in_words() -> None:
    play = GAME.parse(START, "8/5 6/5")
    after = GAME.play(START, play)
    assert VIEW.picture(after, None, play, START).label == (
        "X, 163 pips: 2 on 24, 5 on 13, 2 on 8, 4 on 6, 2 on 5. "
        "O, 167 pips: 2 on 24, 5 on 13, 3 on 8, 5 on 6. O to roll. Last move: X 8/5 6/5."
    )
    label = VIEW.picture(board({BAR: 1, 6: 2}, {1: 1}, 31)).label
    assert label == "X, 37 pips: 1 on the bar, 2 on 6, 12 off. O, 1 pip: 1 on 1, 14 off. X to play 3-1."
    assert VIEW.picture(GAME.initial()).label.endswith("Opening roll.")


def test_who_is_to_move_rolls_and_of_the_opening_roll_nobody_alone() -> None:
    assert VIEW.roller(GAME.initial()) is None
    played = GAME.play(START, GAME.parse(START, "8/5 6/5"))
    assert GAME.turn(played) == CHANCE
    assert VIEW.roller(played) == 1


def test_a_log_reads_well() -> None:
    session = Session(GAME)
    session.play(13)
    session.read("8/5 6/5")
    assert "chance: 1 against 3, O begins" in log_text(session)
    assert "O: 8/5 6/5" in log_text(session)


def test_every_state_of_a_game_is_drawn() -> None:
    for player in (None, 1):
        for state, last in wander(GAME, 9):
            root = parsed(VIEW.picture(state, player, last).svg())
            off = sorted(f"{CHECKERS - checkers_left(side)} off" for side in sides(state))
            assert sorted(words for words in texts(root) if words.endswith(" off")) == off
    assert png(VIEW.picture(START), 1.0, "dark")[1:4] == b"PNG"
