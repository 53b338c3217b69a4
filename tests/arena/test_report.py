from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from outwit.arena.plan import MEETINGS, Form, Opening, Tournament
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet, referee
from outwit.arena.report import check_ending, write_report
from outwit.arena.report.html import page
from outwit.arena.report.plots import (
    Interval,
    intervals,
    llr_over_pairs,
    nodes_over_moves,
    score_over_time,
)
from outwit.arena.report.series import course_of, nodes_by_move, pair_scores, running_mean
from outwit.arena.report.sheets import csv_sheet, json_document, moves_text
from outwit.arena.report.tables import MOST
from outwit.arena.report.words import with_sign
from outwit.arena.sprt import Sprt
from outwit.arena.standings import Standings
from outwit.draw.picture import Picture
from outwit.draw.shapes import Disc, Polygon, Stroke, Words
from outwit.draw.theme import Kind
from outwit.errors import OutwitError

VOID = {"meta", "wbr"}


class Reader(HTMLParser):
    """Reads a page: refuses tags that do not close, and gathers what is to be tested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.opened.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.opened:
            return
        self.words += data
        if "td" in self.opened or "th" in self.opened:
            self.rows[-1][-1] += data

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def played(tournament: Tournament, games: int | None = None) -> list[Played]:
    """The first games of a tournament, really played."""
    found = []
    for fixture in tournament.fixtures()[:games]:
        sheet = Scoresheet(fixture, tournament.names)
        referee(tournament, fixture, sheet.take)
        found.append(sheet.to_played())
    return found


def written(picture: Picture) -> list[Words]:
    """Everything that is written in a plot."""
    return [shape for shape in picture.shapes if isinstance(shape, Words)]


def strokes(picture: Picture, kind: Kind) -> list[Stroke]:
    """The lines of a plot in one colour."""
    return [shape for shape in picture.shapes if isinstance(shape, Stroke) and shape.kind == kind]


def lost(game: Played, fault: str, culprit: int | None) -> Played:
    return replace(game, payoffs=None, fault=fault, culprit=culprit)


def drawn(number: int) -> Played:
    return Played(number, (), (0.0, 0.0), "", (3, 3), (30, 30), (0.1, 0.1))


AGENTS = ["minimax:depth=2", "minimax:depth=1", "random:seed=1"]


@pytest.fixture(scope="module")
def three() -> Standings:
    tournament = plan("tictactoe", AGENTS, games=6, plies=1)
    games = played(tournament)
    games[1] = lost(games[1], "minimax:depth=2 crashed: <script>alert(1)</script> & more.", 1)
    games[4] = lost(games[4], "The rules broke down: ZeroDivisionError.", None)
    return Standings(tournament, games)


@pytest.fixture(scope="module")
def two() -> Standings:
    tournament = plan("nim", ["minimax:depth=9", "random:seed=1"], games=30, sprt=Sprt(elo0=0, elo1=50))
    return Standings(tournament, played(tournament))


def test_a_page_has_every_section_in_order_and_its_tags_close(three: Standings) -> None:
    text = page(three)
    read = Reader(text)
    assert [name for name, _ in read.tags if re.fullmatch("h[1-6]", name)] == ["h1"] + 8 * ["h2"]
    assert re.findall("<h2>(.*?)</h2>", text) == [
        "Standings",
        "Strength",
        "Who met whom",
        "Score from pair to pair",
        "Nodes from move to move",
        "Faults",
        "Games",
        "How to read this",
    ]
    assert read.attributes("html") == [{"lang": "en"}]


def test_a_page_names_game_form_games_seed_openings_and_times(three: Standings) -> None:
    words = Reader(page(three)).words
    assert words.count("tictactoe: a tournament of 3 agents, everybody against everybody") == 2
    for fact in ("round robin", "18, in 9 pairs of 2", "3 openings of 1 move,", "0.1 s for", "after 60 s"):
        assert fact in words
    assert "1 game, in which the rules broke down, not counted" in words


def test_the_standings_of_a_tournament_are_on_the_page_figure_by_figure(three: Standings) -> None:
    rows = Reader(page(three)).rows[1:4]
    for place, (row, line) in enumerate(zip(rows, three.lines, strict=True), 1):
        rating = three.ratings[line.agent]
        assert row == [
            str(place),
            line.name,
            f"{with_sign(rating.elo)}{with_sign(rating.low)} to {with_sign(rating.high)}",
            f"{100 * line.score:.1f} %",
            str(line.wins),
            str(line.draws),
            str(line.losses),
            str(line.games),
            f"{line.nodes_per_move:,.0f}",
            f"{line.nodes:,}",
            f"{line.seconds_per_move:.4f}",
            str(line.faults),
        ]
    assert {row[1]: row[-1] for row in rows}["minimax:depth=2"] == "1"


def test_a_match_of_two_tells_elo_superiority_and_the_answer_of_its_test(two: Standings) -> None:
    found = two.meetings[0, 1].estimate
    read = Reader(page(two))
    by_agent = {row[1]: row for row in read.rows[1:3]}
    first, second = (by_agent[name] for name in two.tournament.names)
    assert first[2] == f"{with_sign(found.elo)}{with_sign(found.elo_low)} to {with_sign(found.elo_high)}"
    assert second[2] == f"{with_sign(-found.elo)}{with_sign(-found.elo_high)} to {with_sign(-found.elo_low)}"
    assert first[3] == f"{100 * found.superiority:.1f} %"
    assert second[3] == f"{100 * (1 - found.superiority):.1f} %"
    assert two.trial is not None
    assert two.trial.sprt.sentence(two.trial.counts) in read.words


def test_the_cross_table_shows_each_meeting_from_both_sides(three: Standings) -> None:
    rows = Reader(page(three)).rows[5:8]
    order = [line.agent for line in three.lines]
    for (first, second), meeting in three.meetings.items():
        row, column = order.index(first), order.index(second)
        total = meeting.wins + meeting.draws + meeting.losses
        score = 100 * (meeting.wins + meeting.draws / 2) / total
        forth, back = rows[row][column + 1], rows[column][row + 1]
        assert forth == f"{score:.1f} %{meeting.wins}–{meeting.draws}–{meeting.losses}"
        assert back == f"{100 - score:.1f} %{meeting.losses}–{meeting.draws}–{meeting.wins}"


def test_what_users_and_agents_write_is_escaped_everywhere(three: Standings) -> None:
    hostile = "<script>\"&'</script>"
    agents = (f"{hostile}:a,b", "file.py:<b>")
    opening = Opening(hostile, (hostile,))
    tournament = Tournament(hostile, agents, 2, (opening,))
    games = [replace(drawn(0), final=hostile), lost(drawn(1), hostile, 0)]
    for standings in (three, Standings(tournament, games)):
        text = page(standings)
        Reader(text)
        assert "<script" not in text
        assert "<b>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more." in page(three)


def test_faults_are_listed_with_whose_they_were(three: Standings) -> None:
    rows = [row for row in Reader(page(three)).rows if len(row) == 3]
    seat = three.fixtures[1].seats[1]
    assert rows == [
        ["game", "whose", "reason"],
        ["2", three.tournament.names[seat], three.played[1].fault],
        ["5", "the rules", "The rules broke down: ZeroDivisionError."],
    ]


def test_games_are_listed_with_seats_opening_payoffs_and_last_position(three: Standings) -> None:
    rows = Reader(page(three)).rows[-18:]
    fixture, game = three.games()[0]
    names = [three.tournament.names[agent] for agent in fixture.seats]
    assert game.payoffs is not None
    payoffs = ", ".join(f"{payoff:g}" for payoff in game.payoffs)
    opening = three.tournament.openings[0].moves[0]
    assert rows[0] == ["1", "1", *names, opening, payoffs, str(sum(game.moves)), f"show{game.final}"]
    assert (rows[1][5], rows[4][5]) == ("fault of seat 2", "void")


def test_beyond_five_hundred_games_the_page_lists_the_first_and_the_sheet_all() -> None:
    tournament = Tournament("nim", ("a", "b"), MOST + 100, (Opening(),))
    standings = Standings(tournament, [drawn(number) for number in range(MOST + 100)])
    read = Reader(page(standings))
    assert read.rows[-1][0] == "500"
    assert "The first 500 of 600 games; a report written as CSV has all." in read.words
    assert len(csv_sheet(standings).splitlines()) == 1 + MOST + 100


def test_a_page_asks_nothing_of_a_network_and_is_light_or_dark_as_the_reader_likes(three: Standings) -> None:
    text = page(three)
    assert not re.search(r"https?:|src=|href=|url\(|@import", text)
    assert "@media (prefers-color-scheme:dark)" in text
    light, dark = (re.findall(f"--ow-{kind}:(#[0-9a-f]+)", text) for kind in ("cell", "last"))
    assert len(light) == len(dark) == len(set(light)) == len(set(dark)) == 2


def test_pictures_and_tables_have_words_for_those_who_do_not_see_them(three: Standings) -> None:
    read = Reader(page(three))
    pictures = read.attributes("svg")
    assert len(pictures) == 1 + 3 + 1 + 2
    assert all(each["role"] == "img" and each["aria-label"] for each in pictures)
    tables = len(read.attributes("table"))
    assert tables == len(read.attributes("caption")) == 4
    assert all(each["scope"] in ("row", "col") for each in read.attributes("th"))
    headed = [row for row in read.rows if "agent" in row or "whose" in row or "game" in row]
    assert all(cell for row in headed for cell in row)


def test_agents_that_count_no_nodes_are_left_out_of_the_plot_and_named(three: Standings) -> None:
    assert "Left out, as they count no nodes: random:seed=1." in Reader(page(three)).words
    assert list(nodes_by_move(three)) == [0, 1]


def test_the_line_of_nodes_is_the_mean_over_the_games_that_lasted_so_long() -> None:
    tournament = Tournament("nim", ("a", "b"), 2, (Opening(),))

    def game(number: int, *steps: tuple[int | str, int | None]) -> Played:
        noted = tuple({"by": by} if nodes is None else {"by": by, "nodes": nodes} for by, nodes in steps)
        return replace(drawn(number), steps=noted)

    first = game(0, ("chance", None), (0, 10), (1, 0), (0, 30))
    second = game(1, (1, 20), (0, 0), ("all", None))
    assert nodes_by_move(Standings(tournament, [first, second])) == {0: [(1.0, 15.0), (2.0, 30.0)]}


def test_very_long_games_are_drawn_with_a_bounded_number_of_points() -> None:
    tournament = Tournament("nim", ("a", "b"), 2, (Opening(),))
    steps = tuple({"by": 0, "nodes": 5} for _ in range(9_999))
    points = nodes_by_move(Standings(tournament, [replace(drawn(0), steps=steps)]))[0]
    assert 60 <= len(points) <= 120
    assert {nodes for _, nodes in points} == {5.0}
    assert len(running_mean([1.0, 0.0] * 5000)) <= 121


def test_the_last_point_of_a_running_score_is_the_score_of_the_standings(two: Standings) -> None:
    scores = pair_scores(two)
    last, found = running_mean(scores[0])[-1], two.meetings[0, 1].estimate
    assert (last.pairs, last.score, last.low, last.high) == (found.pairs, found.score, found.low, found.high)
    assert [a + b for a, b in zip(scores[0], scores[1], strict=True)] == [1.0] * found.pairs


def test_bouts_that_are_void_or_not_complete_do_not_enter_the_running_score(three: Standings) -> None:
    assert {agent: len(scores) for agent, scores in pair_scores(three).items()} == {
        agent: 6 - sum(agent in three.fixtures[4].seats for _ in three.void) for agent in range(3)
    }
    half = Standings(three.tournament, [three.played[0]])
    assert not any(pair_scores(half).values())


def test_the_course_of_a_sequential_test_ends_where_the_test_stands(two: Standings, three: Standings) -> None:
    assert two.trial is not None
    points = course_of(two.trial, two.played)
    pairs, ratio = points[-1]
    assert pairs == two.trial.done
    assert ratio == pytest.approx(two.trial.llr)
    assert [pairs for pairs, _ in points] == list(range(1, two.trial.done + 1))
    picture = llr_over_pairs(points, two.trial.sprt)
    (curve,) = strokes(picture, "first")
    assert len(curve.points) == 1 + len(points)
    assert all(0 <= y <= picture.height for _, y in curve.points)
    assert "The sequential test" in page(two)
    assert "The sequential test" not in page(three)


def test_an_interval_without_an_end_goes_on_with_an_arrow_and_its_figures_say_so() -> None:
    inf = float("inf")
    picture = intervals([Interval("a", inf, -75, inf)], "Elo", "label")
    assert [words.text for words in written(picture)].count("+∞, 95 % from −75 to +∞") == 1
    assert [len(each.points) for each in strokes(picture, "first")].count(3) == 1
    assert not any(isinstance(shape, Disc) for shape in picture.shapes)
    nothing = intervals([Interval("a", 0.0, -inf, inf)], "Elo", "label")
    assert [len(each.points) for each in strokes(nothing, "first")].count(3) == 2
    assert [shape.kind for shape in nothing.shapes if isinstance(shape, Disc)] == ["cell", "first"]


def test_marks_at_lines_that_begin_at_one_place_do_not_lie_on_one_another() -> None:
    series = [(str(number), [(1.0, 100.0), (2.0, 10.0)]) for number in range(1, 21)]
    picture = nodes_over_moves(series, "label")
    heights = sorted(words.y for words in written(picture) if words.kind == "last")
    assert len(heights) == 20
    assert min(b - a for a, b in pairwise(heights)) >= 13.9
    assert 0 < heights[0] < heights[-1] <= picture.height - 40


@pytest.mark.parametrize("scores", [[1.0], [0.0, 0.0], [0.5] * 300])
def test_a_running_score_is_drawn_inside_its_picture(scores: Sequence[float]) -> None:
    picture = score_over_time(running_mean(scores), "a & b")
    lines = [shape for shape in picture.shapes if isinstance(shape, Stroke | Polygon)]
    assert any(isinstance(shape, Polygon) for shape in lines)
    for x, y in (point for shape in lines for point in shape.points):
        assert 0 <= x <= picture.width
        assert 0 <= y <= picture.height


def test_the_sheet_read_back_is_the_games(three: Standings) -> None:
    rows = list(csv.DictReader(StringIO(csv_sheet(three), newline="")))
    assert len(rows) == len(three.played) == 18
    for row, (fixture, game) in zip(rows, three.games(), strict=True):
        assert (int(row["number"]), int(row["pair"])) == (fixture.number + 1, fixture.pair + 1)
        assert int(row["seed"]) == fixture.seed
        assert row["opening"] == three.tournament.openings[fixture.opening].moves[0]
        for seat, agent in enumerate(fixture.seats):
            cells = {name: row[f"{name}{seat + 1}"] for name in ("agent", "payoff", "score")}
            assert cells["agent"] == three.tournament.names[agent]
            assert cells["payoff"] == ("" if game.payoffs is None else str(game.payoffs[seat]))
            assert cells["score"] == (str(game.score(seat, 1 - seat)) if game.counts else "")
            assert int(row[f"moves{seat + 1}"]) == game.moves[seat]
            assert int(row[f"nodes{seat + 1}"]) == game.nodes[seat]
            assert float(row[f"seconds{seat + 1}"]) == game.seconds[seat]
        assert (row["fault"], row["final"]) == (game.fault or "", game.final)
        assert row["culprit"] == ("" if game.culprit is None else str(game.culprit + 1))
        assert row["steps"].split() == [step["move"] for step in game.steps]
    assert any("\n" in row["final"] for row in rows)


def test_outcomes_of_chance_are_among_the_steps_of_the_sheet() -> None:
    game = replace(drawn(0), steps=({"by": "chance", "outcome": "6"}, {"by": 0, "move": "hold"}))
    assert moves_text(game) == "6 hold"


@pytest.mark.parametrize("form", MEETINGS)
def test_a_page_says_who_met_whom(form: Form) -> None:
    tournament = Tournament("nim", ("a", "b", "c"), 2, (Opening(),), form=form)
    assert MEETINGS[form] in page(Standings(tournament, []))


def test_the_data_read_back_is_the_tournament(three: Standings) -> None:
    data = json.loads(json_document(three))
    tournament = Tournament.from_json(data["plan"])
    assert tournament == three.tournament
    games = [Played.from_json(each["played"]) for each in data["games"]]
    assert {game.number: game for game in games} == three.played
    assert [tuple(each["fixture"]["seats"]) for each in data["games"]] == [f.seats for f, _ in three.games()]
    again = json.loads(json.dumps(Standings(tournament, games).to_json()))
    assert {name: data[name] for name in again} == again
    assert asdict(three.fixtures[0]).keys() == data["games"][0]["fixture"].keys()


def test_data_with_an_infinite_value_is_still_json() -> None:
    steps = ({"by": 0, "move": "1", "value": float("inf")},)
    tournament = Tournament("nim", ("a", "b"), 2, (Opening(),))
    text = json_document(Standings(tournament, [replace(drawn(0), steps=steps)]))

    def refuse(word: str) -> None:
        raise AssertionError(word)

    assert json.loads(text, parse_constant=refuse)["games"][0]["played"]["steps"][0]["value"] is None


WRITERS = [page, csv_sheet, json_document]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("agents", [2, 3])
def test_a_tournament_without_a_game_yet_can_be_reported(
    write: Callable[[Standings], str], agents: int
) -> None:
    standings = Standings(Tournament("nim", ("a", "b", "c")[:agents], 10, (Opening(),)), [])
    assert write(standings)
    if write is page:
        read = Reader(page(standings))
        assert "No game has been played yet." in read.words
        assert f"0 of {10 * (agents * (agents - 1) // 2)}, in 0 pairs" in read.words


@pytest.mark.parametrize("write", WRITERS)
def test_agents_that_never_made_a_move_can_be_reported(write: Callable[[Standings], str]) -> None:
    tournament = Tournament("nim", ("a", "b", "c"), 2, (Opening(),))
    crashed = Played(0, (), None, "", (0, 0), (0, 0), (0.0, 0.0), "a crashed.", 0)
    standings = Standings(tournament, [crashed])
    assert write(standings)
    if write is page:
        rows = {row[1]: row for row in Reader(page(standings)).rows[1:4]}
        assert rows["c"][2:4] == ["0−∞ to +∞", "–"]
        assert rows["a"][8] == "–"
        assert rows["a"][-1] == "1"


def test_a_game_of_three_players_is_reported_with_all_its_seats() -> None:
    tournament = Tournament("trio", ("a", "b", "c"), 3, (Opening(),), seats=3)
    games = [
        Played(n, (), (3.0, 1.0, 1.0), "", (2, 2, 2), (4, 4, 4), (0.1, 0.1, 0.1))
        for n in range(len(tournament.fixtures()))
    ]
    standings = Standings(tournament, games)
    read = Reader(page(standings))
    assert "trio: a match of 3 agents" in read.words
    assert "the point of a game is shared by those who did best in it" in read.words
    assert read.rows[-1][2:6] == ["c", "a", "b", "usual"]
    [row, *_] = csv.DictReader(StringIO(csv_sheet(standings)))
    assert (row["score1"], row["score2"], row["score3"]) == ("1.0", "0.0", "0.0")


@pytest.mark.parametrize("name", ["report.html", "report.CSV", "report.json"])
def test_the_ending_of_the_name_decides_what_is_written(three: Standings, tmp_path: Path, name: str) -> None:
    write_report(tmp_path / name, three)
    made = {".html": page, ".csv": csv_sheet, ".json": json_document}[check_ending(Path(name))]
    assert (tmp_path / name).read_bytes() == made(three).encode()


@pytest.mark.parametrize("name", ["report.pdf", "report", ".html"])
def test_another_ending_is_refused_in_one_sentence(three: Standings, tmp_path: Path, name: str) -> None:
    sentence = r"^A report cannot be written to '.*'; the file's name must end in \.html, \.csv or \.json\.$"
    with pytest.raises(OutwitError, match=sentence):
        check_ending(Path(name))
    with pytest.raises(OutwitError, match=sentence):
        write_report(tmp_path / name, three)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a.html", "a.csv", "a.json"])
def test_text_that_no_file_can_hold_does_not_cost_the_report(tmp_path: Path, name: str) -> None:
    tournament = Tournament("nim", ("a", "b"), 2, (Opening(),))
    write_report(tmp_path / name, Standings(tournament, [lost(drawn(0), "a crashed: \ud800.", 0)]))
    assert r"a crashed: \ud800." in (tmp_path / name).read_text("utf-8")
    if name == "a.json":
        assert json.loads((tmp_path / name).read_text("utf-8"))["faults"] == ["a crashed: \ud800."]
