from __future__ import annotations

import pytest
from benchmarks.rolled import GAME, Judged, judged, read, written


def test_a_judged_position_is_read_as_it_was_written() -> None:
    for text in ("4HPwATDgc/ABMA X 3-1", "4HPwATDgc/ABMA O 6-6"):
        state = GAME.position(text)
        found = Judged(state, {play: number / 8 for number, play in enumerate(GAME.moves(state))})
        assert read(written(found)) == found


def test_a_line_that_lacks_a_legal_play_is_refused() -> None:
    with pytest.raises(AssertionError, match="other plays"):
        read("4HPwATDgc/ABMA X 3-1 : 8/5 6/5 +0.1588")


def test_gnubg_judged_every_legal_play_of_two_hundred_positions() -> None:
    found = judged()
    assert len(found) == 200
    assert all(len(each.equities) > 1 and -3 <= each.best <= 3 for each in found)


def test_what_is_lost_is_counted_from_the_best_play() -> None:
    state = GAME.position("4HPwATDgc/ABMA X 3-1")
    best = GAME.parse(state, "8/5 6/5")
    found = Judged(state, {play: 0.5 if play == best else 0.0 for play in GAME.moves(state)})
    plays = len(found.equities)
    assert found.loss(best) == 0
    assert {found.loss(play) for play in found.equities} == {0.0, 0.5}
    assert found.random_loss == pytest.approx(0.5 * (plays - 1) / plays)
