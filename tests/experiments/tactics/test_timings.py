"""The opening of the duel, decided as the thesis had it decided: alike by every search, with few nodes."""

from __future__ import annotations

import pytest

from outwit import Limit, find_agent, find_game
from outwit.experiments.tactics.timings import CHOICES, GAMES, LARGER, PUBLISHED, SEARCHES, Reach, Row


@pytest.mark.slow
@pytest.mark.parametrize("prototype", GAMES)
def test_every_search_decides_the_opening_alike(prototype: str) -> None:
    game = find_game(GAMES[prototype])
    for depth in (3, 5, 7):
        found = {
            name: find_agent(spelled).decide(game, game.initial(), Limit(depth=depth))
            for name, spelled in SEARCHES.items()
        }
        assert len({decision.value for decision in found.values()}) == 1
        assert found["minimax, compiled"].nodes == found["minimax, interpreted"].nodes
    assert found["full engine"].nodes * 5 < found["minimax, compiled"].nodes


def test_the_thesis_printed_times_from_depth_6_on() -> None:
    assert [Row("smp", depth, ()).published_text for depth in (5, 6, 9)] == ["", "about 1 s", "over 2 min"]
    assert sorted(PUBLISHED["emp, expected"]) == [8, 9]


@pytest.mark.slow
def test_two_rounds_of_two_against_two_are_twenty_four_choices() -> None:
    game = find_game(LARGER["2v2, smp"])
    decision = find_agent("alphabeta:depth=2").decide(game, game.initial())
    reach = Reach("2v2, smp", len(game.initial().tiles), 0.0, decision)
    assert reach.rounds == 2 / (4 * CHOICES)
