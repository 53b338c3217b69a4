"""Maps of Risk in TOML: shipped, in a file, in one line; what is wrong is told with file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.errors import OutwitError
from outwit.games import find_game, game_name, game_spec, names_in_json, shown_spec
from outwit.games.risk import Risk
from outwit.games.risk.atlas import MAPS

ISLANDS = MAPS.shipped["islands"].read_text("utf-8")


def test_the_classic_map_and_a_small_one_are_shipped() -> None:
    assert set(MAPS.shipped) == {"classic", "islands"}
    assert len(MAPS.find("islands").territories) == 12


def test_a_map_in_a_file_is_read_and_its_spec_needs_the_file_no_more(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ISLANDS.replace("Three islands", "Three rocks").replace("bonus = 2", "bonus = 4", 1))
    game = find_game(f"risk:map={file},players=3")
    spec = game_spec(game)
    assert "\n" not in spec
    file.unlink()
    again = find_game(spec, files=False)
    assert isinstance(again, Risk)
    assert again == game
    assert again.world_map.title == "Three rocks"
    assert again.bonuses[:3] == (4, 2, 2)
    assert game_name(game) == shown_spec(spec) == "risk:map=Three rocks,players=3"
    assert names_in_json(spec) == {"game": "risk:map=Three rocks,players=3", "spec": spec}


@pytest.mark.parametrize("name", MAPS.shipped)
def test_a_map_is_spelled_in_one_way(name: str, tmp_path: Path) -> None:
    assert MAPS.canonical(MAPS.find(name).to_toml()) == name
    copy = tmp_path / "copy.toml"
    copy.write_text(MAPS.shipped[name].read_text("utf-8"))
    assert find_game(f"risk:map={copy}") == Risk(map=name)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("bonus = 2", "bonus = 99", "continent 1, bonus: 99 is not a whole number from 0 to 20."),
        (
            "bonus = 2",
            "bonus = 2\ncolour = 1",
            "continent 1, colour: there is no such field; known here are ",
        ),
        (
            'id = "CAP"',
            'id = "cap"',
            "continent 1, territory 1, id: 'cap' is not two to four capital letters.",
        ),
        ('id = "FEN"', 'id = "CAP"', "continent 1, territory 2, id: 'CAP' is what Cape is called too."),
        (
            'name = "Fen"',
            'name = "Cape"',
            "continent 1, territory 2, name: 'Cape' is what Cape is called too.",
        ),
        (
            "at = [0.0, 0.0]",
            "at = [0.0, -1]",
            "continent 1, territory 1, at: [0.0, -1] is not where it is drawn",
        ),
        ("at = [0.0, 0.0]", 'at = [0.0, "1"]', "territory 1, at: [0.0, '1'] is not where it is drawn"),
        ("at = [0.0, 0.0]", "at = [0.5, 0.2]", "territory 2, at: its box would lie on that of Cape; "),
        (
            '"CAP FEN"',
            '"CAP XXX"',
            "borders, land: 'CAP XXX' is not two ids of territories, as in 'CAP FEN'.",
        ),
        ('"CAP FEN"', '"CAP CAP"', "borders, land: 'CAP CAP' is not two ids"),
        ('"CAP FEN"', "7", "borders, land: 7 is not two ids"),
        ('"CAP FEN"', '"FEN TOR"', "borders, sea: 'FEN TOR' is there already, by land."),
        (
            "sea = [",
            "bridge = [",
            "borders, bridge: there is no such field; known here are land, sea and around.",
        ),
        (
            "[12, 9, 7, 6, 5]",
            "[12, 9]",
            "armies: [12, 9] is not 5 whole numbers from 1 to 200, for two to six",
        ),
        ("[12, 9, 7, 6, 5]", "[12, 9, 7, 6, 0]", "armies: [12, 9, 7, 6, 0] is not 5 whole numbers"),
        ('title = "Three islands"', "", "title: it is missing; give a title of letters."),
        ("[borders]", "[roads]", "borders: it is missing; give a table of its fields."),
        ("title", "title title", " is not TOML: "),
        (
            'sea = ["FEN TOR", "BAY LOC", "BAY FIR", "LOC HAV", "MOO FIR", "DAL HAV"]',
            "",
            "borders: no way leads from CAP to TOR; give one more border.",
        ),
    ],
)
def test_a_broken_map_is_refused_with_file_and_field(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in ISLANDS
    file = tmp_path / "broken.toml"
    file.write_text(ISLANDS.replace(old, new, 1))
    with pytest.raises(OutwitError) as refused:
        find_game(f"risk:map={file}")
    assert str(refused.value).startswith(str(file))
    assert said in str(refused.value)


def test_too_few_territories_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    head, _, rest = ISLANDS.partition('[[continents]]\nname = "Southey"')
    borders = rest.partition("[borders]")[2]
    file.write_text(f"{head}[borders]{borders}")
    with pytest.raises(OutwitError, match="continents: they have 8 territories; a map has from 12 to 48"):
        find_game(f"risk:map={file}")


def test_a_map_that_is_nowhere_is_refused() -> None:
    with pytest.raises(
        OutwitError, match="There is no map 'nowhere': it is neither classic or islands nor a file"
    ):
        find_game("risk:map=nowhere")
