"""Tactics drawn: tokens without colour, hp, heights, reach and range, dice in the air, and every choice."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image

from outwit import find_game
from outwit.draw.png import length, png
from outwit.draw.shapes import Box, Disc, Shape, Square, Stroke, Words
from outwit.draw.theme import COLOURS, Kind
from outwit.game import options
from outwit.games.tactics import Battle, Tactics
from outwit.games.tactics.field import NOBODY, SPENT
from outwit.games.tactics.scenario import SCENARIOS
from outwit.random import Generator
from outwit.views import Picture
from outwit.views.tactics import TacticsView, sentences, tokens
from outwit.views.tactics.ground import CELL, GROUNDS, PAINTS, TOKEN
from tests.draw.contrast import contrast

from .battles import HILL, PAIR, TRIOS
from .drawn import SVG, of_kind, parsed

DUEL = TacticsView(Tactics(PAIR))
ROLLED = TacticsView(Tactics(PAIR, "emp"))
ABLE = TacticsView(Tactics(TRIOS, "empv"))
BATTLES = pytest.mark.parametrize(
    "game",
    [Tactics(name, rules) for name in SCENARIOS.shipped for rules in ("smp", "emp", "empv")],
    ids=str,
)
MELEE = """S1 (2,3) hp 4, blessed 2, guarded 1, done; C1 (2,4) hp 7, in smoke 1; A1 (4,5) hp 2.5, done
S2 (3,2) hp 10, banished 2; A2 (3,4) hp 1; C2 dead; red to act, 22 turns left, C1 has moved"""
"""A position of three against three with all that can be said of a unit."""


def stand_in(names: str = "one two", rows: str = ".......", **figures: object) -> Tactics:
    """A battle of a few armies of one unit each, in a row or, on a board of one column, in that."""
    down = "/" in rows
    usual = {"hp": 5, "range": 1, "speed": 1, "accuracy": 5, "damage": 2, "evasion": 1, "mitigation": 1}
    unit = ",".join(f"{name}={value}" for name, value in (usual | figures).items())
    armies = ",".join(
        f'{{name="{name}",units=[{{name="unit",at=[{0 if down else place},{place if down else 0}],{unit}}}]}}'
        for place, name in enumerate(names.split())
    )
    board = ",".join(f'"{row}"' for row in rows.split("/"))
    return Tactics(f'[{{title="A trial",turns=9,board={{rows=[{board}]}},armies=[{armies}]}}]')


def after(view: TacticsView, *moves: str, start: str | None = None) -> tuple[Battle, int, Battle]:
    """The state before the last of some moves, that move, and the state after it."""
    state = before = view.game.initial() if start is None else view.game.position(start)
    last = -1
    for text in moves:
        before, last = state, view.game.parse(state, text)
        state = view.game.play(before, last)
    return before, last, state


def pictured(view: TacticsView, *moves: str, start: str | None = None) -> Picture:
    """The position after some moves, the last of them marked."""
    before, last, state = after(view, *moves, start=start)
    return view.picture(state, None, last, before) if moves else view.picture(state)


def random_position(game: Tactics, seed: int, most: int = 60) -> list[Battle]:
    """The states of a battle at random."""
    random, states = Generator(seed), [game.initial()]
    while not game.over(states[-1]) and len(states) < most:
        states.append(game.play(states[-1], random.choice(options(game, states[-1]))))
    return states


def tile(picture: Picture, name: str) -> Square:
    return next(square for square in picture.squares if square.name == name)


def on(picture: Picture, name: str) -> list[Shape]:
    """The shapes whose own place lies on a tile, without the tile itself."""
    place = tile(picture, name)
    found: list[Shape] = []
    for shape in picture.shapes:
        if isinstance(shape, Stroke):
            x, y = shape.points[0]
        elif isinstance(shape, Disc | Words | Box):
            x, y = shape.x, shape.y
        else:
            continue
        if place.x < x < place.x + CELL and place.y < y < place.y + CELL:
            found.append(shape)
    return found


def told(picture: Picture, name: str) -> list[str]:
    return [shape.text for shape in on(picture, name) if isinstance(shape, Words)]


def heading(picture: Picture) -> list[str]:
    """The words above the board."""
    top = min(square.y for square in picture.squares)
    words = [shape for shape in picture.shapes if isinstance(shape, Words) and shape.kind == "last"]
    return [each.text for each in words if each.y < top]


# The ground


@BATTLES
def test_each_tile_that_is_no_wall_has_its_place_and_its_name(game: Tactics) -> None:
    board = game.battlefield.board
    picture = TacticsView(game).picture(game.initial())
    floor = [number for number, level in enumerate(board.levels) if level >= 0]
    tiles = [square for square in picture.squares if square.name.startswith("(")]
    assert [square.name for square in tiles] == [board.place(number) for number in floor]
    assert [square.kind for square in tiles] == [GROUNDS[board.levels[number]] for number in floor]
    assert len({(square.x, square.y) for square in tiles}) == len(floor)


def test_columns_and_rows_have_their_numbers_beside_them() -> None:
    picture = DUEL.picture(DUEL.game.initial())
    first = tile(picture, "(0,0)")
    names = [shape for shape in picture.shapes if isinstance(shape, Words) and shape.kind == "name"]
    assert [each.text for each in names if each.x < first.x] == list("01234")
    assert [each.text for each in names if each.y < first.y] == list("01234")


def test_a_height_has_a_shade_and_a_figure_and_a_wall_its_bricks() -> None:
    view = TacticsView(Tactics(HILL))
    picture = view.picture(view.game.initial())
    assert [told(picture, f"({x},1)") for x in range(4)] == [[], ["1"], ["2"], ["3"]]
    assert [tile(picture, f"({x},1)").kind for x in range(4)] == ["cell", "rise", "hill", "peak"]
    (wall,) = (shape for shape in picture.shapes if isinstance(shape, Box) and shape.kind == "wall")
    joints = [
        shape
        for shape in picture.shapes
        if isinstance(shape, Stroke)
        and 0 < shape.points[0][0] - wall.x < CELL
        and 0 < shape.points[0][1] - wall.y < CELL
    ]
    assert len(joints) == 9
    assert "(2,2)" not in {square.name for square in picture.squares}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_words_and_tokens_stand_out_from_every_ground(theme: int) -> None:
    for ground in GROUNDS:
        assert contrast(COLOURS["last"][theme], COLOURS[ground][theme]) >= 4.5
        for paint in PAINTS:
            assert contrast(COLOURS[paint][theme], COLOURS[ground][theme]) >= 3
    for paint in PAINTS:
        assert contrast(COLOURS["mark"][theme], COLOURS[paint][theme]) >= 4.5
    shades = [COLOURS[ground][theme] for ground in GROUNDS]
    assert all(contrast(low, high) > 1.08 for low, high in pairwise(shades))


# Units


def test_without_colours_the_armies_still_differ() -> None:
    def grey(army: int) -> bytes:
        shapes = (Box(0, 0, 60, 60, "cell"), tokens.token(30, 30, TOKEN, army, "first"))
        return Image.open(io.BytesIO(png(Picture(60, 60, shapes, "")))).convert("L").tobytes()

    drawn = [grey(army) for army in range(len(PAINTS))]
    for one, other in combinations(drawn, 2):
        assert sum(abs(a - b) > 64 for a, b in zip(one, other, strict=True)) > 200


def test_an_army_called_by_a_colour_has_it_and_the_others_share_what_is_left() -> None:
    def paints(names: str) -> list[Kind]:
        view = TacticsView(stand_in(names=names))
        return [view.paint(army) for army in range(view.game.players)]

    assert paints("player AI") == ["first", "second"]
    assert paints("red blue") == ["second", "first"]
    assert paints("elves Blue orcs") == ["second", "first", "third"]
    assert len(set(paints("a b c d e f"))) == 6


def test_a_unit_shows_its_id_and_its_hp_in_figures_and_as_a_bar() -> None:
    picture = pictured(DUEL, "swordsman attacks archer")
    assert told(picture, "(1,1)") == ["S1", "10"]
    assert told(picture, "(2,1)") == ["A1", "-3", "3"]

    def bars(name: str) -> tuple[float, float]:
        boxes = [s for s in on(picture, name) if isinstance(s, Box) and s.height == 8]
        _, filled, frame = boxes
        return filled.width, frame.width

    full, frame = bars("(1,1)")
    assert full == frame
    half, frame = bars("(2,1)")
    assert half == frame / 2


def test_a_unit_that_has_acted_is_an_outline_with_a_tick() -> None:
    start = "S1 (2,4) hp 10, done; red to act, 22 turns left"
    before, done = (ABLE.picture(ABLE.game.position(text)) for text in ("red to act, 22 turns left", start))

    def discs(picture: Picture, kind: Kind) -> list[float]:
        return [s.line for s in on(picture, "(2,4)") if isinstance(s, Disc) and s.kind == kind]

    assert discs(before, "second") == [0]
    assert discs(done, "second") == [3]
    assert discs(before, "last") == []
    assert discs(done, "last") == [0]


def test_effects_are_letters_with_the_turns_they_last() -> None:
    picture = pictured(ABLE, start=MELEE)
    assert told(picture, "(2,3)") == ["S1", "B2", "G1", "4"]
    assert told(picture, "(2,4)") == ["C1", "S1", "7"]


def test_a_banished_unit_is_an_outline_where_it_will_come_back_and_the_fallen_are_named() -> None:
    picture = pictured(ABLE, start=MELEE)
    assert told(picture, "(3,2)") == ["S2", "back in 2"]
    assert "fallen: cleric C2; banished: swordsman S2 for 2 turns" in heading(picture)
    taken = pictured(ABLE, start="C1 (3,2) hp 7; S2 (3,2) hp 10, banished 2")
    assert told(taken, "(3,2)") == ["C1", "7"]


# Reach and range


def reach(picture: Picture) -> set[str]:
    """The tiles with a ring."""
    rings = [shape for shape in picture.shapes if isinstance(shape, Disc) and shape.radius == 7]
    middles = {(ring.x, ring.y) for ring in rings}
    return {
        square.name
        for square in picture.squares
        if (square.x + square.width / 2, square.y + square.height / 2) in middles
    }


@BATTLES
def test_the_rings_are_the_tiles_that_units_can_move_to(game: Tactics) -> None:
    view, place = TacticsView(game), game.battlefield.board.place
    for state in random_position(game, 4, 30):
        expected = {
            place(what)
            for move in game.moves(state)
            for _, kind, what in [sentences.choice(game, move)]
            if kind == "move"
        }
        assert reach(view.picture(state)) == expected


def ranged(picture: Picture, kind: Kind) -> set[str]:
    """The tiles inside a broken line: those to whose left it goes up or down an odd number of times."""
    upright = [
        shape.points[0]
        for shape in picture.shapes
        if isinstance(shape, Stroke) and shape.kind == kind and shape.points[0][0] == shape.points[-1][0]
    ]
    found = set()
    for square in picture.squares:
        beside = {x for x, y in upright if x < square.x and square.y < y < square.y + CELL}
        if square.name.startswith("(") and len(beside) % 2:
            found.add(square.name)
    return found


@BATTLES
def test_a_broken_line_goes_around_the_range_of_whoever_may_attack(game: Tactics) -> None:
    view, place = TacticsView(game), game.battlefield.board.place
    for state in random_position(game, 5, 30):
        acting = [unit for unit in range(game.unit_count) if game.may_act(state, unit)]
        if state.unit != NOBODY:
            acting = [state.unit]
        expected = {
            place(tile)
            for unit in acting
            for tile in range(game.area)
            if game.distance[state.tiles[unit]][tile] <= game.ranges[unit]
        }
        if game.over(state) or state.stage == SPENT:
            expected = set()
        shapes = tuple(view.within_range(state))
        bare = replace(view.picture(state), shapes=(*view.tiles(), *shapes))
        assert ranged(bare, view.paint(state.turn)) == expected
        assert set(shapes) <= set(view.picture(state).shapes)


def test_who_can_be_attacked_is_in_a_crosshair() -> None:
    def aimed(picture: Picture) -> list[str]:
        rings = [s for s in picture.shapes if isinstance(s, Disc) and s.radius == TOKEN + 4 and s.line]
        return [
            square.name
            for square in picture.squares
            if any(0 < ring.x - square.x < CELL and 0 < ring.y - square.y < CELL for ring in rings)
        ]

    assert aimed(pictured(DUEL)) == ["(2,1)"]
    assert aimed(pictured(DUEL, "swordsman to (0,1)")) == []
    assert aimed(pictured(DUEL, "swordsman attacks archer")) == []
    assert aimed(pictured(ABLE, start=MELEE)) == ["(3,4)"]


# What happened, and dice in the air


def test_an_attack_in_the_air_is_an_arrow_with_a_die_and_its_odds() -> None:
    picture = pictured(ROLLED, "swordsman attacks archer")
    assert heading(picture)[2:] == [
        "swordsman attacks archer", "avoided 50 %, shrugged off 2.5 %, half 7.5 %, full 40 %"
    ]  # fmt: skip
    pips = [shape for shape in picture.shapes if isinstance(shape, Disc) and shape.radius == 1.7]
    one, other = tile(picture, "(1,1)"), tile(picture, "(2,1)")
    assert len(pips) == 5
    assert all(one.x + CELL / 2 < pip.x < other.x + CELL / 2 for pip in pips)


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [("misses", "miss"), ("is shrugged off", "0"), ("half damage 1.5", "-1.5"), ("full damage 3", "-3")],
)
def test_what_an_attack_did_is_written_beside_its_target(outcome: str, shown: str) -> None:
    picture = pictured(ROLLED, "swordsman attacks archer", outcome)
    assert shown in told(picture, "(2,1)")


def test_where_a_unit_fell_is_a_cross() -> None:
    picture = pictured(DUEL, "swordsman attacks archer", start="A1 (2,1) hp 2; player to act, 9 turns left")
    crosses = [s for s in on(picture, "(2,1)") if isinstance(s, Stroke) and s.kind == "second"]
    assert len(crosses) == 2
    assert told(picture, "(2,1)") == ["-2"]
    assert heading(picture)[2:] == ["player has won", "fallen: archer"]


def test_a_move_leaves_a_line_behind_it_and_a_pass_nothing() -> None:
    before, last, state = after(DUEL, "swordsman to (1,2)")
    plain, marked = DUEL.picture(state), DUEL.picture(state, None, last, before)
    assert len(marked.shapes) == len(plain.shapes) + 2
    before, last, state = after(DUEL, "swordsman passes")
    assert DUEL.picture(state, None, last, before).shapes == DUEL.picture(state).shapes
    assert DUEL.picture(state, None, last).shapes == DUEL.picture(state).shapes


# Words


def test_the_label_tells_all_that_is_seen() -> None:
    assert DUEL.picture(DUEL.game.initial()).label == (
        "player to act, 40 turns left. player: swordsman on (1,1), 10 of 10 hp. "
        "AI: archer on (2,1), 6 of 6 hp."
    )
    assert pictured(ROLLED, "swordsman attacks archer").label == (
        "swordsman attacks archer. Odds: avoided 50 %, shrugged off 2.5 %, half 7.5 %, full 40 %. "
        "player: swordsman on (1,1), 10 of 10 hp. AI: archer on (2,1), 6 of 6 hp. "
        "Last: swordsman at (1,1) attacks archer at (2,1)."
    )
    melee = pictured(ABLE, start=MELEE).label
    for words in (
        "red to act, 22 turns left: cleric C1 has moved.",
        "swordsman S1 on (2,3), 4 of 10 hp, blessed for 2 turns, guarded for 1 turn, has acted;",
        "blue: swordsman S2, 10 of 10 hp, banished for 2 turns;",
        "cleric C2 has fallen.",
    ):
        assert words in melee
    hill = TacticsView(Tactics(HILL))
    assert pictured(hill).label.endswith(" Walls: (2,2). Heights: (1,1) 1, (2,1) 2, (3,1) 3.")
    assert "archer A1 on (3,1) at height 3" in pictured(hill, start="A1 (3,1) hp 6").label


@BATTLES
def test_the_label_is_short_enough_to_be_listened_to(game: Tactics) -> None:
    for state in random_position(game, 1):
        assert len(TacticsView(game).picture(state).label.split()) <= 170


@BATTLES
def test_words_have_room_and_leave_neither_the_picture_nor_each_other(game: Tactics) -> None:
    for state in random_position(game, 2)[::9]:
        picture = TacticsView(game).picture(state)
        top = min(square.y for square in picture.squares)
        for words in (shape for shape in picture.shapes if isinstance(shape, Words)):
            wide = 1.1 * length(words.text, words.size)
            start = words.x if words.anchor == "start" else words.x - wide / 2
            assert 0 < start < start + wide < picture.width
            assert words.size > (9 if words.y < top else 7)


def test_long_names_and_figures_are_made_to_fit() -> None:
    scenario = stand_in(names=f"{'w' * 60} {'m' * 60}", hp=999).battlefield.to_toml()
    view = TacticsView(Tactics(scenario.replace('id="U1"', 'id="WM99"')))
    picture = view.picture(view.game.initial())
    assert told(picture, "(0,0)") == ["WM99", "999"]
    for words in (shape for shape in picture.shapes if isinstance(shape, Words)):
        part = 1 if words.anchor == "start" else 0.5
        assert words.x + part * length(words.text, words.size) < picture.width


def test_the_standing_is_in_the_picture_and_in_words() -> None:
    _, _, state = after(DUEL, "swordsman attacks archer")
    assert DUEL.standing(state) == "player 10/10 hp, AI 3/6 hp"
    assert DUEL.beside(state) == ""
    assert heading(DUEL.picture(state)) == [
        "player 10/10 hp", "AI 3/6 hp", "player to act, 40 turns left: swordsman has acted"
    ]  # fmt: skip


def test_a_click_says_what_it_does() -> None:
    def action(view: TacticsView, *texts: str, start: str | None = None) -> str:
        _, _, state = after(view, start=start)
        return view.action(state, [view.game.parse(state, text) for text in texts])

    assert action(DUEL, "S1 1,2") == "swordsman to (1,2)"
    assert action(DUEL, "S1 passes") == "swordsman passes"
    assert action(DUEL, "S1 x A1") == "swordsman attacks archer, 3 damage to its 6 hp"
    assert action(ROLLED, "S1 x A1") == "swordsman attacks archer, 1.31 damage on average to its 6 hp"
    assert action(ABLE, "S1 2,3", "S1 passes") == "choose swordsman S1"
    assert action(ABLE, "C1 blesses S1", "C1 blesses C1") == "bless somebody with cleric C1"
    assert action(ABLE, "C1 blesses S1", "C1 guards C1") == "choose cleric C1"


# What a step led to


def recounted(view: TacticsView, *moves: str, start: str | None = None) -> str:
    before, last, state = after(view, *moves, start=start)
    return view.recounted(before, last, state)


def test_steps_are_recounted_with_places_and_hp() -> None:
    assert recounted(DUEL, "S1 1,2") == "swordsman moves from (1,1) to (1,2)"
    assert recounted(DUEL, "S1 passes") == "swordsman passes"
    assert recounted(DUEL, "S1 x A1") == (
        "swordsman at (1,1) attacks archer at (2,1) for 3: archer from 6 to 3 hp"
    )
    assert recounted(DUEL, "S1 x A1", start="A1 (2,1) hp 2; player to act, 9 turns left") == (
        "swordsman at (1,1) attacks archer at (2,1) for 3: archer from 2 to 0 hp; "
        "archer falls, and AI is beaten"
    )
    assert recounted(ROLLED, "S1 x A1") == "swordsman at (1,1) attacks archer at (2,1)"


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("misses", "archer avoids it (archer rolled 11-20; 50 % likely)"),
        (
            "is shrugged off",
            "hit, but archer shrugs it off (archer rolled 1-10, swordsman 1; 2.5 % likely)",
        ),
        (
            "half damage 1.5",
            "hit for half damage, 1.5: archer from 6 to 4.5 hp "
            "(archer rolled 1-10, swordsman 2-4; 7.5 % likely)",
        ),
        (
            "full damage 3",
            "hit for full damage, 3: archer from 6 to 3 hp (archer rolled 1-10, swordsman 5-20; 40 % likely)",
        ),
    ],
)
def test_an_outcome_is_recounted_with_what_the_dice_showed(outcome: str, words: str) -> None:
    assert recounted(ROLLED, "S1 x A1", outcome) == words


@pytest.mark.parametrize("mitigation", range(-30, 60, 3))
@pytest.mark.parametrize("evasion", [-30, 0, 7, 30])
def test_the_rolls_of_an_outcome_are_as_many_as_its_odds_say(evasion: int, mitigation: int) -> None:
    def many(rolls: str) -> int:
        low, _, high = rolls.partition("-")
        return int(high or low) - int(low) + 1

    game = replace(stand_in(evasion=evasion, mitigation=mitigation), rules="emp")
    fight = game.fight(game.initial(), 0, 1)
    for outcome, chance in enumerate(game.odds[fight]):
        if chance:
            avoiding, piercing = sentences.rolls(game.fights[fight], outcome)
            assert many(avoiding) * (many(piercing) if piercing else 20) == round(400 * chance)


def test_abilities_are_recounted_and_so_is_their_end() -> None:
    assert recounted(ABLE, "C1 blesses S1") == (
        "cleric C1 at (2,5) blesses swordsman S1 at (2,4): accuracy up by 5 for 2 turns"
    )
    assert (
        recounted(ABLE, "C1 guards C1") == "cleric C1 at (2,5) guards itself: mitigation up by 8 for 2 turns"
    )
    start = "S2 (2,3) hp 10; red to act, 9 turns left"
    assert recounted(ABLE, "C1 banishes S2", start=start) == (
        "cleric C1 at (2,5) banishes swordsman S2 at (2,3) for 2 turns"
    )
    gone = "C1 dead; A1 dead; S1 (2,4) hp 10, banished 1; S2 (3,1) hp 10, blessed 1; red to act, 9 turns left"
    back = gone.replace("S1 (2,4) hp 10, banished 1", "S1 (2,4) hp 10")
    assert recounted(ABLE, "S1 passes", start=back) == (
        "swordsman S1 passes; swordsman S2 is no longer blessed"
    )
    away = gone.replace("red to act", "blue to act") + "; A2 dead; C2 dead"
    assert recounted(ABLE, "S2 passes", start=away) == (
        "swordsman S2 passes; swordsman S1 returns to (2,4); swordsman S2 is no longer blessed; "
        "red has nobody who could act"
    )


# Clicks


@BATTLES
def test_every_choice_is_reached_by_its_clicks_alone(game: Tactics) -> None:
    view = TacticsView(game)
    for state in random_position(game, 3, 40):
        moves = list(game.moves(state))
        names = {square.name for square in view.picture(state).squares}
        for move in moves:
            path = view.path(state, move)
            assert set(path) <= names
            assert view.onward(state, moves, path) == ([move], {})


def test_a_unit_is_clicked_first_unless_it_alone_may_act() -> None:
    def path(view: TacticsView, text: str, *moves: str) -> tuple[str, ...]:
        _, _, state = after(view, *moves)
        return view.path(state, view.game.parse(state, text))

    assert path(DUEL, "S1 1,2") == ("(1,2)",)
    assert path(DUEL, "S1 x A1") == ("(2,1)",)
    assert path(DUEL, "S1 passes") == ("pass",)
    assert path(ABLE, "S1 2,3") == ("(2,4)", "(2,3)")
    assert path(ABLE, "S1 passes") == ("(2,4)", "pass")
    assert path(ABLE, "C1 blesses S1") == ("(2,5)", "bless", "(2,4)")
    assert path(ABLE, "C1 guards C1", "C1 3,5") == ("guard", "(3,5)")
    assert path(ABLE, "C1 passes", "S1 passes", "A1 passes") == ("pass",)


def test_the_buttons_are_those_that_the_battle_has_and_still_pictures_leave_them_out() -> None:
    def buttons(view: TacticsView) -> list[str]:
        return [each.name for each in view.picture(view.game.initial()).squares if "(" not in each.name]

    assert buttons(DUEL) == buttons(ROLLED) == ["pass"]
    assert buttons(TacticsView(Tactics(PAIR, "empv"))) == ["guard", "smoke", "pass"]
    assert buttons(ABLE) == ["bless", "guard", "smoke", "banish", "pass"]
    picture = ABLE.picture(ABLE.game.initial())
    still = picture.still()
    assert "pass" in {each.text for each in parsed(picture.svg()).iter(f"{SVG}text")}
    assert "pass" not in {each.text for each in parsed(still.svg()).iter(f"{SVG}text")}
    assert still.height == picture.height - picture.foot
    assert max(square.y + CELL for square in still.squares) < still.height


def test_what_can_be_clicked_is_a_button_with_words() -> None:
    state = DUEL.game.initial()
    _, following = DUEL.onward(state, DUEL.game.moves(state))
    actions = {name: DUEL.action(state, moves) for name, moves in following.items()}
    legal = of_kind(parsed(DUEL.picture(state).svg(actions)), "legal")
    assert {each.get("data-square"): each.get("aria-label") for each in legal} == {
        "(1,0)": "swordsman to (1,0)",
        "(0,1)": "swordsman to (0,1)",
        "(1,2)": "swordsman to (1,2)",
        "(2,1)": "swordsman attacks archer, 3 damage to its 6 hp",
        "pass": "swordsman passes",
    }


@pytest.mark.parametrize("rows", ["./././././././.", "." * 64, "..", "......../" * 7 + "........"])
def test_a_board_of_any_size_is_drawn(rows: str) -> None:
    game = stand_in(rows=rows)
    picture = TacticsView(game).picture(game.initial())
    assert len(picture.squares) == game.area + 1
    assert all(0 <= square.x < square.x + square.width <= picture.width for square in picture.squares)
    assert all(0 <= square.y < square.y + square.height <= picture.height for square in picture.squares)


def test_a_battle_found_by_its_spelling_is_drawn_as_any_other() -> None:
    game = find_game("tactics:scenario=hill,rules=emp")
    assert isinstance(game, Tactics)
    assert (
        TacticsView(game)
        .picture(game.initial())
        .label.startswith(f"red to act, {game.turn_limit} turns left.")
    )
