from __future__ import annotations

import re
from pathlib import Path

import pytest

from outwit.errors import BadOptionError, OutwitError
from outwit.games import find_game, game_spec
from outwit.games.tactics import Tactics
from outwit.games.tactics.scenario import SCENARIOS, Board
from outwit.games.tactics.terrain import FAR, attack_tiles, distances, landings

UNIT = 'name="{name}", at=[{x}, {y}], hp=5, range=1, speed=1, accuracy=5, damage=2, evasion=1, mitigation=3'


def unit(name: str, x: int, y: int, more: str = "") -> str:
    """A unit in TOML."""
    return "{" + UNIT.format(name=name, x=x, y=y) + more + "}"


SMALL = f"""
title = "A small fight"
turns = 10

[board]
rows = ["...", ".#1"]

[[armies]]
name = "red"
units = [{unit("guard", 0, 0)}]

[[armies]]
name = "blue"
units = [{unit("thief", 2, 0)}]
"""


def test_at_least_six_scenarios_are_shipped() -> None:
    assert set(SCENARIOS.shipped) >= {"duel", "2v2", "3v3", "5v5", "three-armies", "hill"}
    sizes = {name: [len(army.units) for army in SCENARIOS.find(name).armies] for name in SCENARIOS.shipped}
    assert sizes["2v2"] == [2, 2]
    assert sizes["3v3"] == [3, 3]
    assert sizes["5v5"] == [5, 5]
    assert len(sizes["three-armies"]) == 3
    assert SCENARIOS.find("5v5").board.rows == ("........",) * 8
    assert {"#", "1", "2", "3"} <= set("".join(SCENARIOS.find("hill").board.rows))


def test_the_duels_swordsman_is_the_published_one() -> None:
    [swordsman], [archer] = (army.units for army in SCENARIOS.find("duel").armies)
    assert SCENARIOS.find("duel").board.rows == (".....",) * 5
    assert swordsman.at == (1, 1)
    assert (swordsman.hp, swordsman.range, swordsman.speed, swordsman.damage) == (10, 1, 1, 3)
    assert (swordsman.evasion, swordsman.mitigation) == (1, 3)
    assert archer.range > swordsman.range
    assert [army.ai for army in SCENARIOS.find("duel").armies] == [False, True]


def test_a_scenario_in_a_file_is_read_and_its_spelling_needs_the_file_no_more(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    game = find_game(f"tactics:scenario={file},rules=emp")
    spelled = game_spec(game)
    assert "\n" not in spelled
    file.unlink()
    again = find_game(spelled, files=False)
    assert isinstance(again, Tactics)
    assert again == game
    assert again.battlefield.title == "A small fight"
    assert again.turn_limit == 10


def test_a_scenario_is_spelled_in_one_way(tmp_path: Path) -> None:
    assert game_spec(find_game("tactics")) == "tactics"
    assert game_spec(find_game("tactics:scenario=Hill,turns=60")) == "tactics:scenario=hill"
    assert game_spec(find_game("tactics:scenario=hill,turns=8")) == "tactics:scenario=hill,turns=8"
    for name in SCENARIOS.shipped:
        assert SCENARIOS.canonical(SCENARIOS.find(name).to_toml()) == name
    copy = tmp_path / "copy.toml"
    copy.write_text(SCENARIOS.shipped["3v3"].read_text())
    assert game_spec(find_game(f"tactics:scenario={copy}")) == "tactics:scenario=3v3"


def test_what_is_written_in_one_line_is_the_same_scenario(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL.replace("range=1", 'abilities=["smoke", "bless"], range=1', 1))
    game = find_game(f"tactics:scenario={file}")
    assert isinstance(game, Tactics)
    assert game.battlefield.units[0].abilities == ("bless", "smoke")
    assert SCENARIOS.find(game.scenario) == game.battlefield
    assert SCENARIOS.canonical(f"  {game.scenario} ") == game.scenario


def test_ids_are_given_where_a_scenario_gives_none_and_names_tell_units_apart() -> None:
    scenario = SCENARIOS.find("2v2")
    assert [each.id for each in scenario.units] == ["S1", "A1", "S2", "A2"]
    assert scenario.display_names[0] == "swordsman S1"
    assert SCENARIOS.find("duel").display_names == ("swordsman", "archer")


def test_files_are_read_only_where_that_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    for name in (file, "nowhere.toml"):
        with pytest.raises(OutwitError, match="There is no scenario called"):
            find_game(f"tactics:scenario={name}", files=False)


def test_a_missing_file_a_folder_and_what_is_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        BadOptionError, match=r"There is no scenario 'no/where\.toml': it is neither 2v2, .* nor a file"
    ):
        find_game("tactics:scenario=no/where.toml")
    with pytest.raises(BadOptionError, match="cannot be read: Is a directory"):
        find_game(f"tactics:scenario={tmp_path}")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe1 2")
    with pytest.raises(BadOptionError, match="cannot be read: it is not text"):
        find_game(f"tactics:scenario={tmp_path / 'bytes'}")


BROKEN = [
    ("turns = 10", "turns = 10\ncolour = 3", "colour: there is no such field; known here are title, board"),
    ('rows = ["...", ".#1"]', 'rows = ["..."]\nsize = 3', "board, size: there is no such field"),
    ("range=1", "reach=2, range=1", "army 1, unit 1, reach: there is no such field; known here are name"),
    ("at=[2, 0]", "at=[0, 0]", "army 2, unit 1, at: thief cannot stand on [0, 0], where guard G1 stands"),
    (
        "at=[2, 0]",
        "at=[3, 0]",
        "army 2, unit 1, at: [3, 0] is off the board; give a tile [x, y]",
    ),
    ("at=[2, 0]", "at=[0, -1]", "army 2, unit 1, at: [0, -1] is off the board"),
    ("at=[2, 0]", "at=[1, 1]", "army 2, unit 1, at: [1, 1] is a wall"),
    ("at=[2, 0]", 'at="c1"', "army 2, unit 1, at: 'c1' is not a tile [x, y]"),
    ("at=[2, 0]", "at=[2, true]", "army 2, unit 1, at: [2, True] is not a tile [x, y]"),
    ("hp=5", "hp=-3", "army 1, unit 1, hp: -3 is not a whole number from 1 to 999"),
    ("hp=5", "hp=0", "army 1, unit 1, hp: 0 is not a whole number from 1 to 999"),
    ("hp=5", "hp=true", "army 1, unit 1, hp: true is not a whole number"),
    ("hp=5", "hp=2.5", "army 1, unit 1, hp: 2.5 is not a whole number"),
    (
        "hp=5",
        "hp=0x" + "f" * 5000,
        "army 1, unit 1, hp: a number of thousands of digits is not",
    ),
    ("hp=5, ", "", "army 1, unit 1, hp: it is missing; give a whole number from 1 to 999"),
    ('name="guard"', 'name="S(1)"', "army 1, unit 1, name: 'S(1)' is not a name of letters"),
    ('name="thief"', 'name="thief", id="G1"', "army 2, unit 1, id: 'G1' is the id of another unit"),
    ('name="thief"', 'kind="ghost"', "army 2, unit 1, kind: 'ghost' is none of the kinds; they are none"),
    ('name="thief"', 'name="thief", abilities=["fly"]', "army 2, unit 1, abilities: 'fly' is none of bless"),
    ('name = "blue"', 'name = "Red"', "army 2, name: 'Red' is the name of another army"),
    ('name = "blue"', 'name = "blue"\nai = 1', "army 2, ai: 1 is not true or false"),
    ('name = "blue"', "", "army 2, name: it is missing; give a name of letters"),
    ("turns = 10", "turns = 0", "turns: 0 is not a whole number from 1 to 1000"),
    ("turns = 10", "", "turns: it is missing; give a whole number from 1 to 1000"),
    ('title = "A small fight"', 'title = "[x]"', "title: '[x]' is not a title"),
    ('".#1"', '".#4"', "board, rows: '.#4', row 2, is not one of rows of the same length"),
    ('".#1"', '".#"', "board, rows: '.#', row 2, is not one of rows of the same length"),
    ('["...", ".#1"]', "[]", "board, rows: they make 0 tiles; a board has from 1 to 64"),
    ('["...", ".#1"]', '["' + '", "'.join(["........."] * 8) + '"]', "board, rows: they make 72 tiles"),
    ('["...", ".#1"]', '"..."', "board, rows: '...' is not rows of the same length"),
    ("[board]", "[field]", "board: it is missing; give a table of its fields"),
    ("[board]", "[weights]\nhealth = 2\n[board]", "weights: they add up to more than 1"),
    ("[board]", "[weights]\nhealth = nan\n[board]", "weights, health: nan is not a number"),
    ("[board]", "[weights]\nwealth = 0.1\n[board]", "weights, wealth: there is no such field"),
    (
        "[board]",
        "[abilities.bless]\nturns = 10\n[board]",
        "abilities, bless, turns: 10 is not a whole",
    ),
    ("[board]", "[kinds.ogre]\nat = [1, 1]\n[board]", "kinds, ogre, at: there is no such field"),
    ("[board]", "[kinds]\nogre = 3\n[board]", "kinds, ogre: 3 is no table of fields"),
]


@pytest.mark.parametrize(("old", "new", "trouble"), BROKEN)
def test_a_broken_file_is_refused_with_file_and_field(
    old: str, new: str, trouble: str, tmp_path: Path
) -> None:
    assert old in SMALL
    file = tmp_path / "broken.toml"
    file.write_text(SMALL.replace(old, new, 1))
    with pytest.raises(BadOptionError, match=f"^{re.escape(f'{file}, {trouble}')}") as refused:
        find_game(f"tactics:scenario={file}")
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        (
            'title = "x"\nturns = 3\nboard.rows = ["."]\narmies = []',
            ", armies: there are 0; a battle is between",
        ),
        ('title = "x"\nturns = 3\nboard.rows = ["."]', ", armies: it is missing; give from 2 to 6 tables"),
        ('title = "x"\nturns = 3\nboard.rows = ["."]\narmies = [1, 2]', ", army 1: 1 is no table of fields"),
        (SMALL[: SMALL.rindex("[[armies]]")], ", armies: there are 1; a battle is between"),
        (SMALL.replace(unit("thief", 2, 0), ""), ", army 2, units: it is empty; an army needs a unit"),
        ("title = x", " is not TOML: Invalid value (at line 1, column 9)"),
        ("x = " + "[" * 10_000, " is not TOML: "),
    ],
)
def test_a_file_without_armies_or_that_is_no_toml_is_refused(
    content: str, trouble: str, tmp_path: Path
) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(content)
    with pytest.raises(BadOptionError, match=f"^{re.escape(f'{file}{trouble}')}"):
        find_game(f"tactics:scenario={file}")


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("[{title='x']", "The scenario is no line of TOML: "),
        ("[1]", "the scenario: 1 is no table of fields."),
        ("[]", "The scenario is not a list with one table"),
        ("[{}]\nother = 3", "The scenario is not a list with one table"),
        ("[{}]", "the scenario, title: it is missing"),
    ],
)
def test_a_broken_line_is_refused(text: str, trouble: str) -> None:
    with pytest.raises(BadOptionError, match=f"^{re.escape(trouble)}"):
        Tactics(text)


def test_options_that_are_none_are_refused() -> None:
    with pytest.raises(BadOptionError, match="rules=xmp is not known; rules is smp, emp or empv"):
        Tactics(rules="xmp")  # type: ignore[arg-type]
    with pytest.raises(BadOptionError, match="model=guess is not known; model is rolls, expected"):
        Tactics().modelled("guess")
    with pytest.raises(BadOptionError, match="turns=0 is no limit; give from 1 to 1000"):
        Tactics(turns=0)


# What the board settles


def test_distances_go_around_walls_and_climbing_costs_more_than_going_down() -> None:
    board = Board("", ("..2", "##.", "..."))
    steps, points = distances(board), distances(board, walking=True)
    assert steps[board.tile(0, 0)][board.tile(0, 2)] == 6
    assert steps[board.tile(0, 0)][board.tile(0, 1)] == FAR
    assert points[board.tile(0, 0)][board.tile(2, 0)] == 4
    assert points[board.tile(2, 0)][board.tile(0, 0)] == 2
    assert points[board.tile(2, 1)][board.tile(2, 0)] == 3


def test_a_unit_threatens_what_it_can_attack_after_a_move() -> None:
    board = Board("", ("........",) * 8)
    for tile in (0, 27, 63):
        word = attack_tiles(board, 2, 3)[tile]
        found = {there for there in range(64) if word >> there & 1}
        assert found == {there for there in range(64) if distances(board)[tile][there] <= 5}
        assert -(1 << 63) <= word < 1 << 63


def test_landings_begin_with_the_tile_itself_and_end_with_walls() -> None:
    board = Board("", ("..#", "..."))
    assert landings(board)[board.tile(1, 0)] == (1, 0, 4, 3, 5, 2)
