from __future__ import annotations

from pathlib import Path

from benchmarks.plies import Sheet, by_pairs, planned

from outwit.arena.played import Played


def played(number: int, paid: float) -> Played:
    return Played(number, (), (paid, -paid), "", (0, 0), (0, 0), (0.0, 0.0))


def test_games_kept_are_found_again_under_the_same_plan(tmp_path: Path) -> None:
    sheet, tournament = Sheet(tmp_path / "games.txt"), planned()
    assert sheet.find_last(tournament) is None
    key = sheet.begin(tournament)
    sheet.keep_game(key, played(3, -2.0))
    sheet.keep_game(key, played(0, 1.0))
    again = Sheet(tmp_path / "games.txt")
    assert again.find_last(tournament) == key
    assert again.find(key) == (tournament, {3: played(3, -2.0), 0: played(0, 1.0)})


def test_games_of_another_plan_are_not_taken_for_these(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path / "games.txt")
    sheet.begin(planned())
    other = sheet.file.read_text().replace(planned().digest, "0" * 64)
    sheet.file.write_text(other + "0 1\n")
    assert sheet.find(planned().digest)[1] == {}


def test_a_pair_counts_what_two_plies_won_from_either_seat() -> None:
    fixtures = planned().fixtures()
    assert [fixture.seats for fixture in fixtures[:2]] == [(0, 1), (1, 0)]
    games = {number: played(number, paid) for number, paid in enumerate((2.0, 1.0, 1.0))}
    assert by_pairs(fixtures, games) == [0.5]
