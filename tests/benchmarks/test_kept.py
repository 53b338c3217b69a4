from __future__ import annotations

from pathlib import Path

from benchmarks.kept import Kept
from benchmarks.plies import by_pairs, match

from outwit.arena.played import Played


def played(number: int, paid: float) -> Played:
    return Played(number, (), (paid, -paid), "", (0, 0), (0, 0), (0.0, 0.0))


def test_games_kept_are_found_again_under_the_same_plan(tmp_path: Path) -> None:
    kept = Kept(match().tournament, str(tmp_path / "games.txt"))
    assert kept.find_last(kept.tournament) is None
    key = kept.begin(kept.tournament)
    kept.keep_game(key, played(3, -2.0))
    kept.keep_game(key, played(0, 1.0))
    again = Kept(match().tournament, str(tmp_path / "games.txt"))
    assert again.find_last(kept.tournament) == key
    assert again.find(key) == (kept.tournament, {3: played(3, -2.0), 0: played(0, 1.0)})


def test_games_of_another_plan_are_not_taken_for_these(tmp_path: Path) -> None:
    kept = Kept(match().tournament, str(tmp_path / "games.txt"))
    kept.begin(kept.tournament)
    other = kept.file.read_text().replace(kept.tournament.digest, "0" * 64)
    kept.file.write_text(other + "0 1 -1\n")
    assert kept.games() == {}


def test_a_pair_counts_what_two_plies_won_from_either_seat() -> None:
    fixtures = match().fixtures
    assert [fixture.seats for fixture in fixtures[:2]] == [(0, 1), (1, 0)]
    games = {number: played(number, paid) for number, paid in enumerate((2.0, 1.0, 1.0))}
    assert by_pairs(fixtures, games) == [0.5]
