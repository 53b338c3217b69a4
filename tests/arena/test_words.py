"""The sentence on a match names who is ahead, and claims no more than is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.arena.elo import estimate
from outwit.arena.plan import Opening, Tournament
from outwit.arena.report.html import verdicts
from outwit.arena.report.words import comparison
from outwit.arena.standings import Standings
from outwit.cli.scoreboard import sentences
from tests.arena.test_standings import won_by

matches = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=40)


def match(winners: list[int | None]) -> Standings:
    """A match of a and b whose games were won by these, or drawn."""
    tournament = Tournament("nim", ("a", "b"), len(winners), (Opening(),))
    played = []
    for fixture, winner in zip(tournament.fixtures(), winners, strict=False):
        played.append(won_by(fixture.number, None if winner is None else fixture.seats.index(winner)))
    return Standings(tournament, played)


@pytest.mark.parametrize(("winner", "name"), [(0, "a"), (1, "b")])
def test_ten_to_nothing_names_the_winner(winner: int, name: str) -> None:
    standings = match([winner] * 10)
    [said] = sentences(standings)
    assert said == (
        "Elo difference without an upper end, 95 % from \N{MINUS SIGN}75 up (5 pairs); "
        f"{name} is stronger with a likelihood of 95.5 %."
    )
    [told] = verdicts(standings)
    assert told == f"{name} scores 100.0 % against {'ba'[winner]}. {said}"


def test_a_tie_names_nobody() -> None:
    [said] = sentences(match([0, 1, None, None]))
    assert said.startswith("Elo difference 0, 95 % from ")
    assert said.endswith(" (2 pairs); neither is ahead.")


def test_one_game_is_no_pair() -> None:
    tournament = Tournament("nim", ("a", "b"), 1, (Opening(),))
    [said] = sentences(Standings(tournament, [won_by(0, 0)]))
    assert said == "No pair of games is complete, so nothing is known of the difference in strength."


def test_one_pair_says_little() -> None:
    [said] = sentences(match([1, 1]))
    assert said.endswith(" up (1 pair); b is stronger with a likelihood of 75.0 %.")


def test_nothing_is_called_certain() -> None:
    [said] = sentences(match([0] * 200))
    assert "likelihood of more than 99.9 %" in said


@given(matches)
def test_the_likelihood_is_that_of_the_one_named(pairs: list[float]) -> None:
    found = estimate(pairs)
    said = comparison(found, "a", "b")
    assert said == comparison(found.inverse, "b", "a")
    if "neither" not in said:
        leader = "a" if found.score > 0.5 else "b"
        assert f"; {leader} is stronger with a likelihood of " in said
        likelihood = float(said.rpartition("likelihood of ")[2].removeprefix("more than ").split()[0])
        assert likelihood >= 50
