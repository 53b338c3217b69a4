"""The analysis page in a real browser: positions, agents side by side, lines, reasons, and bad addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from outwit import Decision, Limit
from outwit.agents import find_agent
from outwit.decision import value_text
from outwit.games import find_game
from outwit.play import Session
from outwit.web.pages.analyse import objection
from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import at_both_sizes

Visitor = Callable[..., Page]
GRANTED = Limit(seconds=60)
"""What the server lets a search take."""

PLAIN = "alphabeta:plain,compiled=off,depth=4"
THREE = ("alphabeta:compiled=off,depth=5", "minimax:depth=3", PLAIN)


class Student(Seated):
    """Whoever studies a position."""

    def study(self, game: str, moves: str = "", agents: tuple[str, ...] = (), **more: str) -> Student:
        entries = [("move", move) for move in moves.split()] + [("agent", agent) for agent in agents]
        self.page.goto(f"{self.address}/analyse/{game}?{urlencode([*entries, *more.items()])}")
        self.heard()
        return self

    def panel(self, number: int) -> Locator:
        return self.page.get_by_role("region", name=f"Agent {number}", exact=True)

    def figure(self, number: int, name: str) -> Locator:
        return self.panel(number).locator(f"dt:text-is('{name}') + dd")

    def expect_answer(self, number: int) -> None:
        expect(self.figure(number, "Nodes")).to_be_visible(timeout=60_000)

    def rows(self, number: int) -> list[tuple[str, str, list[str]]]:
        """An agent's candidates: the move, its value, its line."""
        rows = (
            self.panel(number).get_by_label(f"Candidates of agent {number}").first.locator("tbody tr").all()
        )
        return [
            (
                row.locator("th").inner_text(),
                row.locator("td").first.inner_text(),
                row.locator("button[data-line]").all_inner_texts(),
            )
            for row in rows
        ]

    def expect_query(self, words: str) -> None:
        self.page.wait_for_function("words => location.search === words", arg=words)


def decided(game: str, moves: str, agent: str) -> Decision:
    """What an agent decides here, without any server."""
    session = Session(find_game(game))
    if moves:
        session.read(moves)
    return find_agent(agent).decide(session.rules, session.state, GRANTED, session.states[:-1])


def test_three_agents_analyse_a_position_side_by_side(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("connect4", "4 4 5", THREE)
    for number, agent in enumerate(THREE, 1):
        expected = decided("connect4", "4 4 5", agent)
        me.expect_answer(number)
        how = "proved" if expected.exact else "an estimate"
        expect(me.figure(number, "Value for O")).to_have_text(f"{value_text(expected.value)} ({how})")
        expect(me.figure(number, "Depth")).to_have_text(str(expected.depth))
        expect(me.figure(number, "Nodes")).to_have_text(f"{expected.nodes:,}")
        factor = expected.stats["effective branching factor"]
        expect(me.figure(number, "Effective branching factor")).to_have_text(f"{factor:g}")
        assert me.rows(number) == [
            (
                expected.named(c.move),
                value_text(c.value, c.bound),
                expected.described(c.line) or [expected.named(c.move)],
            )
            for c in expected.candidates
        ]
        best = expected.named(expected.move)
        expect(me.panel(number).locator(".ow-best")).to_contain_text(
            f"{best}, worth {value_text(expected.value)} to O"
        )
    numbers = " ".join(me.page.locator(".ow-place text.ow-mark").all_text_contents())
    assert sorted(numbers.split()) == ["1", "2", "3"], "each agent's move is on the board"


def test_the_plot_has_a_point_for_each_completed_depth(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("connect4", "4 4 5", (THREE[0], THREE[1]))
    me.expect_answer(1)
    me.expect_answer(2)
    plot = me.page.locator(".ow-curves svg")
    game = find_game("connect4")
    state = game.position("445")
    for number, (agent, deepest) in enumerate((("alphabeta:compiled=off,", 5), ("minimax:", 3)), 1):
        values = [
            find_agent(f"{agent}depth={depth}").decide(game, state, GRANTED).value
            for depth in range(1, deepest + 1)
        ]
        said = ", ".join(f"depth {depth}: {value_text(value)}" for depth, value in enumerate(values, 1))
        expect(plot).to_have_attribute(
            "aria-label", re.compile(re.escape(f"{number}, {agent}depth={deepest}: {said}."))
        )
    expect(plot.locator("circle.ow-first[fill=currentColor]")).to_have_count(5 + 1)  # one in the legend
    me.page.get_by_text("The figures").click()
    table = me.page.get_by_label("The value by depth as a table")
    expect(table.locator("tbody tr")).to_have_count(5)
    expect(table.locator("tbody tr").nth(4).locator("td").nth(1)).to_have_text("–")


def test_a_line_is_played_out_by_clicking_and_can_be_walked_along(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("connect4", "4 4 5", ("minimax:depth=3",))
    me.expect_answer(1)
    line = decided("connect4", "4 4 5", "minimax:depth=3").described()
    assert len(line) == 3
    me.panel(1).locator("button[data-line='0 2']").click()
    me.expect_moves(6)
    assert me.moves() == ["4", "4", "5", *line]
    whole = [("move", move) for move in me.moves()]
    agent = ("agent", "minimax:depth=3")
    me.expect_query("?" + urlencode([*whole, ("at", "5"), agent]))
    expect(me.page.locator(".ow-moves [aria-current=step]")).to_have_text(f"5. {line[1]}")
    expect(me.page.locator(".ow-place .ow-first[r='24'], .ow-place .ow-second[r='24']")).to_have_count(5)
    me.expect_answer(1)
    me.press("Forward")
    me.expect_query("?" + urlencode([*whole, agent]))
    me.page.reload()
    me.heard()
    assert me.moves() == ["4", "4", "5", *line]
    me.page.get_by_role("button", name="2. 4, O", exact=True).click()
    expect(me.page.locator(".ow-standing")).to_have_text("X is to move.")
    me.click("1")
    me.expect_moves(3)
    assert me.moves() == ["4", "4", "1"]
    expect(me.figure(1, "Value for O")).to_be_visible()


def test_a_position_is_set_up_by_notation_and_a_bad_one_loses_nothing(
    server: Server, visitor: Visitor
) -> None:
    me = Student(visitor(), server.address).study("tictactoe", "5", ("minimax",))
    field = me.page.get_by_label("Position", exact=True)
    expect(field).to_have_value("1 2 3 / 4 X 6 / 7 8 9")
    field.fill("XX. ... ..")
    me.press("Set up")
    expect(
        me.page.get_by_role("alert").filter(has_text="'XX. ... ..' is not a tic-tac-toe position")
    ).to_be_visible()
    expect(field).to_have_value("XX. ... ..")
    assert me.moves() == ["5"]
    field.fill("XX. OO. ...")
    me.press("Set up")
    me.expect_moves(0)
    me.expect_query("?" + urlencode([("start", "XX. OO. ..."), ("agent", "minimax")]))
    expect(me.panel(1).locator(".ow-best")).to_have_text("3, worth 1 to X, proved.")
    me.page.get_by_label("Moves to play from here").fill("99")
    me.press("Play")
    expect(me.page.get_by_role("alert").filter(has_text="'9' is not a legal move here")).to_be_visible()
    me.page.get_by_label("Moves to play from here").fill("9 6")
    me.press("Play")
    me.expect_moves(2)
    expect(me.page.locator(".ow-standing")).to_have_text("O wins.")


def test_a_position_is_put_together_by_clicking(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("tictactoe", agents=("minimax",))
    me.press("Place pieces by clicking")
    me.page.get_by_role("button", name="put X on 1", exact=True).click()
    me.click("2")
    me.press("Done")
    expect(me.page.get_by_role("alert").filter(has_text="has 2 X and 0 O; X moves first")).to_be_visible()
    me.press("put O")
    for square in ("4", "5"):
        me.page.get_by_role("button", name=f"put O on {square}", exact=True).click()
    expect(me.page.locator("svg.ow-board").first).to_have_attribute(
        "aria-label", re.compile("row 2: O, O, empty")
    )
    me.press("Done")
    expect(me.page.get_by_label("Position", exact=True)).to_have_value("X X 3 / O O 6 / 7 8 9")
    expect(me.panel(1).locator(".ow-best")).to_have_text("3, worth 1 to X, proved.")


def test_why_is_told_in_words_with_what_each_feature_gains(server: Server, visitor: Visitor) -> None:
    agent = "alphabeta:compiled=off,depth=2"
    me = Student(visitor(), server.address).study("othello", "d3 c3", (agent,))
    me.expect_answer(1)
    decision = decided("othello", "d3 c3", agent)
    reasons = me.panel(1).locator(".ow-reasons")
    me.page.get_by_role("button", name="Why, agent 1?").click()
    told = decision.explain()
    expect(reasons.locator("p")).to_have_text(told.sentences(), timeout=60_000)
    assert told.gains
    expect(reasons.locator("tbody th")).to_have_text([gain.feature for gain in told.gains])
    other = decision.named(decision.candidates[-1].move)
    me.page.get_by_role("button", name=f"Why not {other}?").click()
    expect(reasons.locator("p")).to_have_text(decision.explain(over=other).sentences(), timeout=60_000)


def test_from_a_session_one_click_leads_to_the_analysis_and_another_back_to_play(
    server: Server, visitor: Visitor
) -> None:
    me = Student(visitor(), server.address)
    me.begin("tictactoe", None, "random:seed=2").ready()
    me.click("5")
    me.expect_moves(2)
    me.ready()
    played = me.moves()
    session = me.page.url
    me.page.locator(".ow-main").get_by_role("link", name="Analyse", exact=True).click()
    me.page.wait_for_url(re.compile("/analyse/tictactoe"))
    me.expect_moves(2)
    assert me.moves() == played
    me.page.goto(session)
    me.heard()
    me.ready()
    me.page.get_by_role("button", name="1. 5, X", exact=True).click()
    expect(me.page.locator(".ow-standing")).to_have_text("After move 1 of 2.")
    expect(me.page.get_by_role("link", name="Search tree", exact=True)).to_have_attribute(
        "href", "/tree?game=tictactoe&move=5"
    )
    me.page.locator(".ow-main").get_by_role("link", name="Analyse", exact=True).click()
    me.page.wait_for_url(re.compile("/analyse/tictactoe"))
    me.heard()
    me.expect_moves(1)
    me.press("New game from here")
    me.page.wait_for_url(re.compile("/session/"))
    me.expect_moves(1)
    assert me.moves() == ["5"]


def test_a_finished_game_can_be_reviewed(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address)
    me.begin("tictactoe", None, "random:seed=2").ready()
    expect(me.page.get_by_role("link", name="Review")).to_have_count(0)
    me.click("5")
    me.expect_moves(2)
    me.resign()
    key = me.page.url.rpartition("/")[2]
    expect(me.page.get_by_role("link", name="Review")).to_have_attribute("href", f"/review/{key}")


def test_dice_fall_as_they_are_clicked(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("pig", "roll", ("expectiminimax:compiled=off,depth=2",))
    outcomes = me.page.get_by_role("region", name="What chance can bring").get_by_role("button")
    expect(outcomes).to_have_text([f"{number} · 16.7 %" for number in range(1, 7)])
    expect(me.panel(1).locator(".ow-best")).to_contain_text("Chance is to act, worth")
    outcomes.nth(3).click()
    me.expect_moves(2)
    expect(me.page.locator(".ow-place")).to_contain_text("pot 4, player 1 to move")
    expect(outcomes).to_have_count(0)
    expected = decided("pig", "roll 4", "expectiminimax:compiled=off,depth=2")
    expect(me.figure(1, "Nodes")).to_have_text(f"{expected.nodes:,}")
    me.page.get_by_label("Your moves").get_by_role("button", name="hold", exact=True).click()
    me.expect_moves(3)


def test_agents_are_added_changed_and_removed(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("tictactoe", "5 1", ("minimax:depth=2",))
    me.press("Add an agent")
    me.page.get_by_role("menuitem", name="random", exact=True).click()
    expect(me.panel(2).locator(".ow-best")).to_contain_text("it says nothing about the value")
    spec = me.page.get_by_label("Agent 2 and its options")
    spec.fill("alphabeta:dept=3")
    spec.press("Enter")
    expect(me.panel(2).get_by_role("alert")).to_contain_text("There is no option of alphabeta called 'dept'")
    expect(spec).to_have_value("alphabeta:dept=3")
    spec.fill("alphabeta:compiled=off,depth=3")
    spec.press("Enter")
    me.expect_answer(2)
    expect(me.figure(2, "Depth")).to_have_text("3")
    agents = [("agent", "minimax:depth=2"), ("agent", "alphabeta:compiled=off,depth=3")]
    me.expect_query("?" + urlencode([("move", "5"), ("move", "1"), *agents]))
    me.page.get_by_role("button", name="Remove agent 1").click()
    expect(me.page.get_by_label("Agent 1 and its options")).to_have_value("alphabeta:compiled=off,depth=3")
    me.expect_query("?" + urlencode([("move", "5"), ("move", "1"), agents[1]]))


def test_a_search_is_stopped_and_one_that_is_out_of_date_given_up(server: Server, visitor: Visitor) -> None:
    me = Student(visitor(), server.address).study("connect4", agents=("alphabeta:compiled=off,seconds=50",))
    expect(me.panel(1)).to_contain_text(re.compile(r"Thinking: depth \d"), timeout=60_000)
    me.click("4")
    me.expect_moves(1)
    expect(me.panel(1)).to_contain_text(re.compile(r"Thinking: depth \d"), timeout=20_000)
    me.page.get_by_role("button", name="Stop agent 1").click()
    expect(me.figure(1, "Value for O")).to_be_visible(timeout=10_000)


@pytest.mark.parametrize(
    ("address", "said", "kept"),
    [
        (
            "connect4?move=4&move=9&move=4",
            "Move 2 of 3 in the address cannot be played. '9' is not a legal",
            1,
        ),
        (
            "connect4?start=4x&move=4",
            "The address has no position to begin from. '4x' is no Connect 4 position",
            0,
        ),
        ("connect4?agent=nobody", "There is no agent called 'nobody'", 0),
        (
            "connect4?agent=maxn:depth=x&move=4",
            "'maxn:depth=x' needs a whole number or none after the '='",
            1,
        ),
        ("connect4?move=4" + 7 * "&agent=random", "6 agents can be asked at once; the others", 1),
        ("pig?agent=minimax", "minimax cannot play Pig: something in it happens by chance", 0),
    ],
)
def test_what_is_wrong_with_an_address_is_said_and_the_rest_kept(
    server: Server, visitor: Visitor, address: str, said: str, kept: int
) -> None:
    me = Student(visitor(), server.address)
    me.page.goto(f"{server.address}/analyse/{address}")
    me.heard()
    expect(me.page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    me.expect_moves(kept)


def test_a_game_is_chosen_from_a_list_and_one_that_nobody_has_is_not_found(
    server: Server, visitor: Visitor
) -> None:
    page = visitor()
    page.goto(f"{server.address}/analyse")
    page.get_by_role("link", name="Tic-tac-toe").click()
    page.wait_for_url(re.compile("/analyse/tictactoe"))
    expect(page.get_by_role("heading", name="Analyse Tic-tac-toe")).to_be_visible()
    page.goto(f"{server.address}/analyse/conect4")
    expect(page.get_by_text("There is no game called 'conect4'; did you mean connect4?")).to_be_visible()


def test_games_with_secrets_are_not_analysed() -> None:
    assert "keeps something from each player" in objection(
        find_game("tests/sketches/battleship.py:Battleship")
    )
    assert "choose at once" in objection(find_game("goofspiel"))
    assert objection(find_game("pig")) == ""


@at_both_sizes
@pytest.mark.parametrize("nodes", [261, pytest.param(810, marks=pytest.mark.slow)])
def test_headline_table_graph_and_reasons_give_one_answer(
    server: Server, visitor: Visitor, viewport: dict[str, int], nodes: int
) -> None:
    agent = f"alphabeta:compiled=off,nodes={nodes}"
    me = Student(visitor(viewport=viewport), server.address).study("othello", "", (agent,))
    me.expect_answer(1)
    value = me.figure(1, "Value for X").inner_text().partition(" ")[0]
    expect(me.panel(1).locator(".ow-best")).to_have_text(re.compile(rf", worth {re.escape(value)} to X"))
    me.page.get_by_text("The figures", exact=True).click()
    last = me.page.get_by_label("The value by depth as a table").locator("tbody tr").last
    expect(last).to_have_text(re.compile(rf"^{me.figure(1, 'Depth').inner_text()}\s*{re.escape(value)}$"))
    (_, chosen, _), *others = me.rows(1)
    assert chosen == value
    for _, worth, _ in others:
        assert worth.startswith("≤ ")
        assert float(worth[2:]) <= float(value)
    expect(me.panel(1).get_by_text("≤ at most; the search needed to know no more.")).to_be_visible()
    me.panel(1).get_by_role("button", name="Why, agent 1?").click()
    expect(me.panel(1).locator(".ow-reasons")).to_contain_text(f"is worth {value} to X")
