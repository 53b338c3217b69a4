"""Standings: what a tournament's games say, counted by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outwit.arena.plan import Opening, Tournament
from outwit.arena.played import Played
from outwit.arena.report.series import pair_scores
from outwit.arena.sprt_match import Trial
from outwit.arena.standings import Standings
from outwit.cli.scoreboard import sentences
from outwit.random import Generator


def won_by(number: int, seat: int | None, seats: int = 2, **more: object) -> Played:
    """A game that a seat has won, or nobody."""
    payoffs = tuple(0.0 if seat is None else 1.0 if each == seat else -1.0 for each in range(seats))
    same: dict[str, object] = {"moves": (3,) * seats, "nodes": (10,) * seats, "seconds": (0.1,) * seats}
    if seats == 2:
        same |= {"nodes": (30, 60), "seconds": (0.3, 0.6)}
    return Played(number, (), payoffs, "end", **{**same, **more})  # type: ignore[arg-type]


def match(games: int, **more: object) -> Tournament:
    return Tournament("nim", ("a", "b"), games, (Opening(),), **more)  # type: ignore[arg-type]


def test_a_match_is_counted_from_both_seats() -> None:
    played = [won_by(0, 0), won_by(1, 0), won_by(2, None), won_by(3, 1)]  # a, b, nobody, a
    standings = Standings(match(4), played)
    first, second = standings.lines
    assert (first.name, first.wins, first.draws, first.losses, first.score) == ("a", 2, 1, 1, 0.625)
    assert (second.name, second.wins, second.draws, second.losses) == ("b", 1, 1, 2)
    meeting = standings.meetings[0, 1]
    assert meeting.pairs == (0.5, 0.75)
    assert (meeting.wins, meeting.draws, meeting.losses) == (2, 1, 1)
    assert (first.moves, first.nodes, first.nodes_per_move) == (12, 30 + 60 + 30 + 60, 15.0)
    assert first.seconds_per_move == pytest.approx(1.8 / 12)


def test_half_a_bout_is_counted_but_is_no_evidence_yet() -> None:
    standings = Standings(match(4), [won_by(0, 0), won_by(1, 1), won_by(2, 0)])
    assert standings.lines[0].wins == 3
    assert standings.meetings[0, 1].pairs == (1.0,)
    assert not standings.finished


def test_a_game_whose_rules_broke_down_counts_for_nobody() -> None:
    broken = Played(1, (), None, "end", (3, 3), (9, 9), (0.1, 0.1), "The rules broke down: KeyError.")
    standings = Standings(match(2), [won_by(0, 0), broken])
    assert [line.games for line in standings.lines] == [1, 1]
    assert standings.meetings[0, 1].pairs == ()
    assert standings.void == [broken]
    assert standings.finished


def test_a_fault_is_a_loss_and_is_counted_as_a_fault() -> None:
    fault = Played(0, (), None, "end", (3, 3), (9, 9), (0.1, 0.1), "b crashed.", culprit=1)
    standings = Standings(match(2), [fault])
    assert [(line.name, line.wins, line.losses, line.faults) for line in standings.lines] == [
        ("a", 1, 0, 0),
        ("b", 0, 1, 1),
    ]
    assert standings.to_json()["faults"] == ["b crashed."]


def test_where_three_play_each_two_are_compared() -> None:
    tournament = Tournament("nim", ("a", "b", "c"), 3, (Opening(),), seats=3)
    seats = [fixture.seats for fixture in tournament.fixtures()]
    assert seats == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    played = [won_by(number, order.index(0), 3) for number, order in enumerate(seats)]
    standings = Standings(tournament, played)
    assert [(line.name, line.wins, line.draws, line.losses) for line in standings.lines] == [
        ("a", 3, 0, 0),
        ("b", 0, 0, 3),
        ("c", 0, 0, 3),
    ]
    assert {pair: meeting.pairs for pair, meeting in standings.meetings.items()} == {
        (0, 1): (1.0,),
        (0, 2): (1.0,),
        (1, 2): (0.5,),
    }
    assert standings.ratings[0].elo > standings.ratings[1].elo


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_is_counted_once_and_its_point_given_once(seats: int) -> None:
    names = tuple("abcd"[:seats])
    tournament = Tournament("nim", names, 5 * seats, (Opening(),), seats=seats)
    random, played = Generator(seats), list[Played]()
    for fixture in tournament.fixtures():
        payoffs = tuple(float(random.below(3)) for _ in range(seats))
        game = won_by(fixture.number, 0, seats)
        culprit = random.below(seats) if random.below(4) == 0 else None
        played.append(replace(game, payoffs=payoffs if culprit is None else None, culprit=culprit))
    standings = Standings(tournament, played)
    for line in standings.lines:
        assert line.wins + line.draws + line.losses == line.games == len(played)
        assert line.wins <= line.points <= line.wins + line.draws / 2
    assert sum(line.points for line in standings.lines) == pytest.approx(len(played))
    assert sum(line.score for line in standings.lines) == pytest.approx(1)
    agents = standings.to_json()["agents"]
    assert sum(agent["points"] for agent in agents) == pytest.approx(len(played))
    assert sum(sum(scores) for scores in pair_scores(standings).values()) == pytest.approx(5)


def test_where_all_do_equally_well_they_share_the_point() -> None:
    tournament = Tournament("nim", ("a", "b", "c"), 3, (Opening(),), seats=3)
    standings = Standings(tournament, [won_by(number, None, 3) for number in range(3)])
    assert [(line.wins, line.draws, line.losses) for line in standings.lines] == [(0, 3, 0)] * 3
    assert [line.score for line in standings.lines] == pytest.approx([1 / 3] * 3)


def test_nothing_played_is_said_as_nothing() -> None:
    standings = Standings(match(4), [])
    assert [line.games for line in standings.lines] == [0, 0]
    assert not standings.meetings
    assert standings.to_json()["played"] == 0


def test_a_sequential_test_waits_for_the_bout_whose_turn_it_is() -> None:
    tournament = match(200, sprt={"elo0": 0.0, "elo1": 100.0, "alpha": 0.05, "beta": 0.05})
    games = {number: won_by(number, number % 2) for number in range(100)}  # a wins everything
    late = {number: game for number, game in games.items() if number not in (0, 1)}
    trial = Trial(tournament)
    assert trial.advance(late) is None
    assert trial.done == 0
    assert trial.advance(games) == "H1"
    decided = trial.done
    assert 10 <= decided < 50
    assert len(trial.counted_games(games)) == 2 * decided
    assert Standings(tournament, games.values()).finished
    assert len(Standings(tournament, games.values()).played) == 2 * decided


def staked(*payoffs: float) -> Standings:
    """A match whose games pay the first agent so much."""
    games = []
    for number, paid in enumerate(payoffs):
        both = (paid, -paid) if number % 2 == 0 else (-paid, paid)
        games.append(replace(won_by(number, 0), payoffs=both))
    return Standings(match(len(payoffs)), games)


def test_whoever_wins_fewer_games_may_gain_more_and_both_is_told() -> None:
    standings = staked(-1, -1, 5, -1, -1, 4)
    meeting = standings.meetings[0, 1]
    assert meeting.estimate.score < 0.5
    assert meeting.gain is not None
    assert meeting.gain.mean == pytest.approx(5 / 6)
    assert meeting.gain.low < meeting.gain.mean < meeting.gain.high
    (told,) = standings.to_json()["meetings"]
    assert told["payoff"] == meeting.gain.mean
    assert any("a gains 0.833 a game" in said for said in sentences(standings))


def test_where_all_wins_are_worth_the_same_the_score_says_it_all() -> None:
    standings = Standings(match(4), [won_by(0, 0), won_by(1, 0), won_by(2, None), won_by(3, 1)])
    assert standings.meetings[0, 1].gain is None
    assert "payoff" not in standings.to_json()["meetings"][0]
