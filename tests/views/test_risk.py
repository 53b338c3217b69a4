"""Risk drawn: owners without colour, borders, the attack under way, what the dice took, and clicks."""

from __future__ import annotations

from itertools import combinations

import pytest

from outwit.draw.shapes import Box, Disc, Polygon, Shape, Square, Stroke, Words
from outwit.draw.theme import COLOURS, player_kind
from outwit.games.risk import Risk, World
from outwit.games.risk.atlas import MAPS
from outwit.games.risk.board import ATTACK, FORTIFY, MOVE_IN, PLACE, ROLL, STOP, STRIDE
from outwit.views import Picture
from outwit.views.risk import BOX_HEIGHT, BOX_WIDTH, RiskView, sign
from tests.draw.contrast import contrast
from tests.games.worlds import number, world

GAME = Risk()
VIEW = RiskView(GAME)
BLUE, ORANGE = 0, 1
PHONE = 360
"""How many pixels wide a narrow phone is."""


def told(picture: Picture) -> list[str]:
    return [shape.text for shape in (*picture.shapes, *picture.controls) if isinstance(shape, Words)]


def square(picture: Picture, name: str) -> Square:
    return next(each for each in picture.squares if each.name == name)


def words_in(picture: Picture, name: str) -> list[str]:
    """What is written in the box of a territory."""
    box = square(picture, name)
    return [
        shape.text
        for shape in picture.shapes
        if isinstance(shape, Words)
        and box.x < shape.x < box.x + box.width
        and box.y < shape.y < box.y + box.height
    ]


def attack(text: str, **armies: tuple[int, int]) -> tuple[World, int]:
    """A world in which an attack can be chosen, and that attack."""
    one, other = text.split()
    state = world(GAME, ORANGE, {one: (BLUE, 9), **armies}, phase=ATTACK)
    return state, STRIDE * number(GAME, one) + number(GAME, other)


@pytest.mark.parametrize("name", MAPS.shipped)
def test_no_box_lies_on_another_and_all_lie_within_the_picture(name: str) -> None:
    game = Risk(map=name)
    picture = RiskView(game).picture(game.initial())
    boxes = [each for each in picture.squares if each.name in RiskView(game).ids]
    assert len(boxes) == len(game.world_map.territories)
    for box in boxes:
        assert 0 <= box.x <= picture.width - box.width
        assert 0 <= box.y <= picture.height - picture.foot - box.height
    for one, other in combinations(boxes, 2):
        assert abs(one.x - other.x) >= BOX_WIDTH or abs(one.y - other.y) >= BOX_HEIGHT, (one.name, other.name)


@pytest.mark.parametrize("name", MAPS.shipped)
def test_what_is_in_a_box_can_be_read_on_a_narrow_phone(name: str) -> None:
    game = Risk(map=name, deal=1)
    picture = RiskView(game).picture(game.initial())
    scale = min(1.0, PHONE / picture.width)
    sizes = {shape.text: shape.size for shape in picture.shapes if isinstance(shape, Words)}
    assert min(scale * sizes[each] for each in RiskView(game).ids) >= 8.5
    assert scale * sizes["3" if "3" in sizes else "2"] >= 15
    assert scale * BOX_WIDTH >= 27


def test_a_box_has_the_name_the_armies_and_the_owners_letter() -> None:
    picture = VIEW.picture(world(GAME, ORANGE, {"ALA": (BLUE, 12)}))
    assert words_in(picture, "ALA") == ["ALA", "12", "B"]
    assert words_in(picture, "KAM") == ["KAM", "1", "O"]
    assert square(picture, "ALA").kind == player_kind(BLUE)


def test_owners_differ_in_colour_in_letter_and_in_sign() -> None:
    game = Risk(players=6)
    assert len({name[0] for name in game.player_names}) == 6
    assert len({COLOURS[player_kind(player)] for player in range(6)}) == 6
    signs = [tuple(shape.svg() for shape in sign(player, "X", 0, 0)) for player in range(6)]
    assert len(set(signs)) == 6


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("player", range(6))
def test_what_stands_in_a_box_stands_out_from_its_colour(player: int, theme: int) -> None:
    assert contrast(COLOURS["mark"][theme], COLOURS[player_kind(player)][theme]) >= 4.5
    assert contrast(COLOURS["ground"][theme], COLOURS[player_kind(player)][theme]) >= 3


def test_land_is_crossed_by_lines_the_sea_by_dashes_and_the_edge_on_both_sides() -> None:
    shapes = list(VIEW.borders())
    lines = [shape for shape in shapes if isinstance(shape, Stroke)]
    ways = [border.way for border in GAME.world_map.borders]
    assert sum(not line.dash for line in lines) == ways.count("land")
    assert sum(bool(line.dash) for line in lines) == ways.count("sea") + 2
    ends = [line for line in lines if line.points[1][0] in (5.0, VIEW.width - 5.0)]
    assert [line.points[0] for line in ends] == [VIEW.middle(number(GAME, name)) for name in ("ALA", "KAM")]
    assert [shape.text for shape in shapes if isinstance(shape, Words)] == ["KAM", "ALA"]


def test_continents_are_named_with_what_they_bring() -> None:
    assert [shape.text for shape in VIEW.continent_names() if isinstance(shape, Words)] == [
        "North America +5",
        "South America +2",
        "Europe +5",
        "Africa +3",
        "Asia +7",
        "Australia +2",
    ]


# The battle


def drawn(picture: Picture, kind: type[Shape]) -> int:
    return sum(isinstance(shape, kind) for shape in picture.shapes)


def test_an_attack_under_way_has_an_arrow_and_its_dice() -> None:
    state, move = attack("NWT ONT", ONT=(ORANGE, 2))
    rolling = GAME.play(state, move)
    assert rolling.phase == ROLL
    picture = VIEW.picture(rolling, None, move, state)
    assert told(picture).count("?") == 5
    assert drawn(picture, Polygon) > drawn(VIEW.picture(state), Polygon)
    assert "Round 1 of 20: Blue attacks ONT from NWT, 3 against 2 dice" in told(picture)


@pytest.mark.parametrize(
    ("lost", "losses", "said"),
    [
        (0, ["0", "-2"], "defender loses 2"),
        (1, ["-1", "-1"], "both lose 1"),
        (2, ["-2", "0"], "attacker loses 2"),
    ],
)
def test_the_dice_are_told_as_they_fall(lost: int, losses: list[str], said: str) -> None:
    state, move = attack("NWT ONT", ONT=(ORANGE, 5))
    rolling = GAME.play(state, move)
    picture = VIEW.picture(GAME.play(rolling, lost), None, lost, rolling)
    assert f"Dice: {said}" in told(picture)
    assert [text for text in told(picture) if text in ("0", "-1", "-2")] == losses
    assert picture.label.endswith(f"Last: {said}.")


def test_a_conquest_is_told() -> None:
    state, move = attack("NWT ONT")
    rolling = GAME.play(state, move)
    said = "defender loses 1, and Blue conquers Ontario"
    assert VIEW.recounted(rolling, 0, GAME.play(rolling, 0)) == said


def test_an_attack_around_the_world_is_marked_at_both_edges() -> None:
    near, move = attack("NWT ONT")
    far, around = attack("ALA KAM")
    battles = (GAME.play(near, move), GAME.play(far, around))
    arrows = [drawn(VIEW.picture(state), Polygon) for state in battles]
    plain = drawn(VIEW.picture(near), Polygon)
    assert arrows[1] - plain == 2 * (arrows[0] - plain)
    for shape in VIEW.attack(around):
        if isinstance(shape, Polygon):
            assert all(0 <= x <= VIEW.width for x, _ in shape.points)


# Clicks


def test_armies_are_placed_by_a_territory_and_how_many() -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, 1)}, reserve=5)
    alaska = STRIDE * number(GAME, "ALA")
    assert [VIEW.path(state, alaska + each) for each in (0, 1)] == [("ALA", "all"), ("ALA", "half")]
    assert [VIEW.worded(state, alaska + each) for each in (0, 1)] == [
        "place 5 in Alaska",
        "place 2 in Alaska",
    ]
    assert {"all 5", "half, 2"} <= set(told(VIEW.picture(state)))
    one_left = state._replace(reserve=1)
    assert VIEW.path(one_left, alaska) == ("ALA",)
    assert not VIEW.picture(one_left).controls


def test_an_attack_and_a_march_are_two_clicks_and_to_stop_is_a_button() -> None:
    state, move = attack("NWT ONT")
    assert VIEW.path(state, move) == ("NWT", "ONT")
    assert VIEW.action(state, [move]) == "attack Ontario from Northwest Territory"
    assert VIEW.action(state, [move, STRIDE * number(GAME, "NWT")]) == "choose Northwest Territory"
    assert VIEW.path(state, STOP) == ("end attacks",)
    assert VIEW.picked(("NWT",)) == "Northwest Territory is chosen"
    march = world(GAME, ORANGE, {"NWT": (BLUE, 4), "ONT": (BLUE, 1)}, phase=FORTIFY)
    assert VIEW.path(march, move) == ("NWT", "ONT")
    assert VIEW.worded(march, move) == "move 3 from Northwest Territory to Ontario"
    assert VIEW.path(march, STOP) == ("end turn",)


@pytest.mark.parametrize(("left", "buttons"), [(2, ["none", "all"]), (6, ["none", "half", "all"])])
def test_how_many_more_move_in_is_a_button(left: int, buttons: list[str]) -> None:
    battle = STRIDE * number(GAME, "NWT") + number(GAME, "ONT")
    state = world(GAME, ORANGE, {"NWT": (BLUE, left), "ONT": (BLUE, 3)}, phase=MOVE_IN, battle=battle)
    controls = [each.name for each in VIEW.picture(state).controls if isinstance(each, Square)]
    assert controls == buttons
    assert [VIEW.path(state, move) for move in GAME.moves(state)] == [(name,) for name in buttons]


def test_the_label_tells_a_screen_reader_who_holds_what() -> None:
    label = VIEW.picture(world(GAME, ORANGE, {"ALA": (BLUE, 12)})).label
    assert label.startswith(
        "Round 1 of 20: Blue places 3. Blue holds Alaska 12; Orange holds Northwest Territory 1,"
    )
    assert "Green holds nothing" in label


def test_whose_turn_it_is_has_a_frame_and_who_is_out_is_said() -> None:
    state = world(GAME, ORANGE, {"ALA": (BLUE, 12)})
    framed = [s for s in VIEW.picture(state).shapes if isinstance(s, Box) and s.line and s.kind == "last"]
    assert len(framed) == 1
    assert {"Blue: 1 lands, 12 armies", "Green: out"} <= set(told(VIEW.picture(state)))
    assert state.phase == PLACE
    assert drawn(VIEW.picture(state), Disc) > 0
