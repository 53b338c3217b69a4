from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from outwit.decision import Limit
from outwit.engine.alphabeta import AlphaBeta
from outwit.experiments.wargame.matches import Searching, play
from outwit.experiments.wargame.player import Player
from outwit.experiments.wargame.tables import (
    KEREN,
    Cell,
    Comparison,
    compare,
    duels,
    keren,
    published_rows,
)
from outwit.games.wargame import WarGame
from outwit.games.wargame.boards import BOARDS


def verdicts(comparisons: list[Comparison]) -> Counter[str]:
    return Counter(each.verdict for each in comparisons)


def test_the_report_has_three_tables_of_twenty_rows() -> None:
    assert Counter(row.table for row in published_rows()) == {"3v3": 20, "4v4": 20, "4v5": 20}


def test_every_figure_of_the_first_table_is_found_again_but_for_a_slip() -> None:
    found = list(compare(published_rows(["3v3"])))
    assert verdicts(found) == {"equal": 19, "slip": 1}


@pytest.mark.slow
def test_every_figure_of_the_first_two_tables_is_found_again_but_for_two_slips() -> None:
    found = list(compare(published_rows(["3v3", "4v4"])))
    assert verdicts(found) == {"equal": 38, "slip": 2}
    slips = [(each.row.table, each.row.board, each.cells[1]) for each in found if each.verdict == "slip"]
    assert sorted(slips) == [
        ("3v3", "Narvik", Cell("nodes 1", 5782, 104074)),
        ("4v4", "Narvik", Cell("nodes 1", 377339, 6792104)),
    ]


@pytest.mark.slow
def test_every_figure_of_the_third_table_is_found_again_but_for_a_slip() -> None:
    found = list(compare(published_rows(["4v5"])))
    assert verdicts(found) == {"equal": 19, "slip": 1}


def test_the_counts_of_eighteen_moves_are_found_again() -> None:
    assert keren() == KEREN


def test_a_figure_that_is_neither_equal_nor_an_average_is_different() -> None:
    assert Cell("nodes 1", 100, 100).verdict == "equal"
    assert Cell("nodes 1", 100, 1800).verdict == "slip"
    assert Cell("nodes 1", 100, 1820).verdict == "different"
    assert Cell("points 1", 100, 1800).verdict == "different"


def test_the_double_move_loses_to_turns_in_order_on_every_board() -> None:
    for duel in duels([3]):
        ordered, doubled = duel.points
        assert ordered > 2 * doubled


@pytest.mark.slow
def test_matches_end_when_nobody_waits_for_them() -> None:
    matches = compare(published_rows(["4v5"]))
    next(matches)
    matches.close()


@pytest.mark.slow
def test_alpha_beta_with_200_000_nodes_beats_the_reports_depth_5_from_both_sides_on_every_board(
    report: Callable[[str], None],
) -> None:
    strong, published_player = Searching(AlphaBeta(), Limit(nodes=200_000)), Player("alphabeta", 5)
    leads = []
    for board in BOARDS:
        game = WarGame(board)
        leads.append(game.payoff(play(game, (strong, published_player)).end, 0))
        leads.append(game.payoff(play(game, (published_player, strong)).end, 1))
    report(f"alpha-beta at 200,000 nodes against the report's depth 5: {sum(x > 0 for x in leads)} of 10 won")
    assert min(leads) >= 0
    assert sum(lead > 0 for lead in leads) >= 8
