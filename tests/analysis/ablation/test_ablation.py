from __future__ import annotations

from xml.etree import ElementTree

import pytest

from outwit import find_game
from outwit.analysis.ablation import HEADINGS, Ablation, ablate, positions, switches, table
from outwit.analysis.ablation.picture import picture

GAME = find_game("connect4:width=6,height=5")


@pytest.fixture(scope="module")
def found() -> Ablation:
    return ablate(GAME, positions(GAME, 3, plies=4), depth=9)


def test_every_switch_that_a_game_can_use_is_tried_off_and_alone(found: Ablation) -> None:
    names = switches(GAME)
    assert [trial.name for trial in found.off] == [trial.name for trial in found.alone] == names
    assert "quiescence" not in names
    assert "clamp" in names
    assert "quiescence" in switches(find_game("wargame"))


def test_switches_never_change_what_positions_are_worth_but_by_bounds(found: Ablation) -> None:
    for trial in found.off:
        if trial.name != "clamp":
            assert trial.values == found.everything.values


def test_all_switches_together_save_most_of_the_nodes(found: Ablation) -> None:
    assert found.everything.nodes < found.plain.nodes / 2
    assert found.worth(found.everything) == found.worth(found.plain) == 1


def test_the_order_of_moves_is_worth_something_alone(found: Ablation) -> None:
    [order] = [trial for trial in found.alone if trial.name == "order"]
    assert found.worth(order) > 1.2


def test_the_positions_are_the_same_for_the_same_seed_and_none_is_over() -> None:
    assert positions(GAME, 5, 10) == positions(GAME, 5, 10) != positions(GAME, 5, 10, seed=1)
    assert not any(GAME.over(state) for state in positions(GAME, 5, 10))
    assert not any(GAME.over(state) for state in positions(GAME, 5, 1000))


def test_the_picture_has_two_bars_for_each_switch(found: Ablation) -> None:
    drawn = ElementTree.fromstring(picture(found, "A title & more").svg())
    bars = [rect for rect in drawn.iter("{http://www.w3.org/2000/svg}rect") if rect.get("height") == "16"]
    assert len(bars) == 2 * len(found.off)


def test_the_table_has_a_row_for_each_switch_below_all_and_plain(found: Ablation) -> None:
    rows = list(table(found))
    assert [row[0] for row in rows] == ["all, plain", *switches(GAME)]
    assert {len(row) for row in rows} == {len(HEADINGS)}
