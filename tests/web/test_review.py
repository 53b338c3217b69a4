"""Games looked at again, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from outwit import Session, find_agent, find_game, load_game
from outwit.analysis.review import Review, review
from outwit.analysis.review.picture import picture
from outwit.analysis.review.words import headline, label, player_row, row, step_text, sum_up, with_sign
from outwit.decision import value_text
from outwit.store import SessionStore
from outwit.web.limits import Grant
from outwit.web.pages.address import Spot
from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]

PIG = Path(__file__).parents[1] / "analysis" / "review" / "pig.json"
AGENT = "alphabeta:depth=9,compiled=off"
BLUNDERED = "1 2 5 9 4 7 6"
"""Tic-tac-toe that O loses with its first move, the second of the game."""
SLOW = "alphabeta:seconds=5,compiled=off"


def game_of(spelled: str, moves: str) -> Session:
    """A game of these moves between two people."""
    session = Session(find_game(spelled), ("human", "human"))
    if moves:
        session.read(moves)
    return session


def looked_at(session: Session, agent: str) -> Review:
    """What the server must find out about a game."""
    asked = find_agent(agent)
    return review(session, asked, Grant().limit(asked))


def kept(server: Server, session: Session) -> str:
    """The key of a game that was put into the server's store."""
    return SessionStore(f"sqlite:///{(server.folder / 'games.db').as_posix()}").add(session)


def played(server: Server, session: Session) -> str:
    """The key of a game that two programs have played at the server."""
    with httpx.Client(base_url=f"{server.address}/api", timeout=60) as client:
        body = {"game": "tictactoe", "players": ["human", "human"]}
        table = client.post("/sessions", json=body).json()
        key = str(table["id"])
        second = client.post(f"/sessions/{key}/seats", json={"player": 1}).json()["you"]
        for number, move in enumerate(session.described()):
            you = second if number % 2 else table["you"]
            client.post(f"/sessions/{key}/moves", json={"you": you, "move": move}).raise_for_status()
    return key


def opened(page: Page, server: Server, key: str, agent: str, more: str = "") -> Page:
    """The page of a review, once it is there."""
    page.goto(f"{server.address}/review/{key}?agent={quote(agent)}{more}")
    Seated(page, server.address).heard()
    expect(page.locator(".ow-layers")).to_be_visible(timeout=60_000)
    return page


def steps(page: Page) -> Locator:
    return page.locator(".ow-step")


def rows(page: Page, table: str) -> list[list[str]]:
    """What a table shows, row by row."""
    script = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    shown: list[list[str]] = page.locator(f"{table} tbody tr").evaluate_all(script)
    return shown


def expect_at(page: Page, step: int) -> None:
    """The page shows this step, in the graph, in the list and in its address."""
    for current in (".ow-step[aria-current=step]", ".ow-rows button[aria-current=step]"):
        expect(page.locator(current)).to_have_count(1)
        expect(page.locator(current)).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))


@pytest.fixture(scope="module")
def blundered() -> Session:
    return game_of("tictactoe", BLUNDERED)


@pytest.fixture(scope="module")
def found(blundered: Session) -> Review:
    return looked_at(blundered, AGENT)


@pytest.fixture(scope="module")
def key(server: Server, blundered: Session) -> str:
    return played(server, blundered)


@pytest.fixture
def page(server: Server, visitor: Visitor, key: str) -> Page:
    return opened(visitor(), server, key, AGENT)


# What is found


def test_a_finished_game_is_reviewed_and_its_blunder_found(page: Page, found: Review) -> None:
    assert [move.mark for move in found.moves] == ["", "blunder", "", "", "", "", ""]
    said = "X wins. The game turned at move 2, 2 by O: a blunder that gives away a draw; 5 was better."
    assert headline(found, "X wins.") == said
    expect(page.locator(".ow-standing")).to_have_text(said)
    expect(page.locator(".ow-step[aria-label*=blunder]")).to_have_attribute("data-step", "2")
    assert page.locator(".ow-layers svg.ow-board").text_content().count("??") == 2  # type: ignore[union-attr]
    expect(page.locator(".ow-rows tr.ow-blunder")).to_have_count(1)
    expect(page.locator(".ow-rows tr.ow-blunder")).to_contain_text("?? blunder")
    expect(page.locator(".ow-step[aria-current=step]")).to_have_attribute("data-step", "2")
    expect(page.locator(".ow-told")).to_have_text(step_text(found, 2))
    board = page.locator(".ow-place svg")
    expect(board).to_have_attribute("aria-label", re.compile("Last move: O on 2"))
    page.get_by_role("button", name="After the better move").click()
    expect(board).to_have_attribute("aria-label", re.compile("Last move: O on 5"))
    page.get_by_role("button", name="Before it").click()
    expect(board).to_have_attribute("aria-label", re.compile("Last move: X on 1"))


def test_every_figure_is_the_review_s(page: Page, found: Review) -> None:
    shown = rows(page, ".ow-rows")
    assert shown[0][:5] == ["0", "", "start", "", "0"]
    assert shown[1:] == [row(found, step) for step in found.steps]
    assert rows(page, ".ow-figures") == [player_row(found, player) for player in found.players]
    labels = steps(page).evaluate_all("steps => steps.map(step => step.getAttribute('aria-label'))")
    assert labels == [label(found, number) for number in range(len(found.steps) + 1)]
    expect(page.locator(".ow-intro")).to_contain_text(
        f"Reviewed by {AGENT}, 60 s and depth 9 a position. 7 steps, all proved; the value at the start is 0."
    )
    page.get_by_role("button", name="First", exact=True).click()
    for number in range(len(found.steps) + 1):
        expect(page.locator(".ow-told")).to_have_text(step_text(found, number))
        page.get_by_role("button", name="Next", exact=True).click()


def test_luck_and_skill_in_a_dice_game_add_up_to_the_result(server: Server, visitor: Visitor) -> None:
    session, agent = load_game(PIG), "expectiminimax:depth=1,compiled=off"
    found = looked_at(session, agent)
    page = opened(visitor(), server, kept(server, session), agent)
    expect(page.locator(".ow-standing")).to_have_text(headline(found, "Player 1 wins."))
    expect(page.locator(".ow-sums p")).to_have_text(sum_up(found, 0))
    assert rows(page, ".ow-rows")[1:] == [row(found, step) for step in found.steps]
    parts = {what: figure for what, figure, _ in rows(page, ".ow-sum")}
    assert parts == {
        "at the start": value_text(found.start[0]),
        "luck": with_sign(found.luck[0]),
        "own moves": with_sign(found.skill[0]),
        "the other's": with_sign(found.others[0]),
        "the result": "1",
    }
    *added, result = map(float, parts.values())
    assert sum(added) == pytest.approx(result, abs=0.002)
    assert found.result == (1.0, -1.0)
    players = rows(page, ".ow-figures")
    assert [player[-3:] for player in players] == [
        [with_sign(found.luck[p]), with_sign(found.skill[p]), with_sign(found.hindsight[p])]
        for p in found.players
    ]
    chance = page.locator(".ow-step[aria-label*='comes up']")
    expect(chance).to_have_count(len(found.outcomes))
    expect(page.locator(".ow-place pre")).to_contain_text("103 : 25")


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes(server: Server, visitor: Visitor) -> None:
    session = game_of("nim:coins=9", "2 2")
    page = opened(visitor(), server, kept(server, session), "minimax:depth=9")
    found = looked_at(session, "minimax:depth=9")
    expect(page.locator(".ow-standing")).to_have_text(headline(found, "The game is not over."))
    assert rows(page, ".ow-rows")[1:] == [row(found, step) for step in found.steps]


# From step to step


def test_the_next_mistake_is_one_click_away(page: Page, found: Review) -> None:
    page.get_by_role("button", name="Last", exact=True).click()
    expect_at(page, 7)
    page.get_by_role("button", name="Previous mistake").click()
    expect_at(page, 2)
    page.get_by_role("button", name="First", exact=True).click()
    expect_at(page, 0)
    expect(page.locator(".ow-told")).to_have_text("Before the first move: value for X 0.")
    page.get_by_role("button", name="Next mistake").click()
    expect_at(page, 2)
    expect(page.locator(".ow-told")).to_have_text(step_text(found, 2))


def test_a_step_is_chosen_in_the_graph_and_in_the_list(page: Page) -> None:
    steps(page).nth(5).click()
    expect_at(page, 5)
    page.locator(".ow-rows button[data-step='4']").click()
    expect_at(page, 4)
    page.locator(".ow-rows tbody tr").nth(7).locator("td").nth(2).click()
    expect_at(page, 7)
    expect(page.get_by_role("slider", name="The step that is shown")).to_have_value("7")


def test_the_keyboard_goes_from_step_to_step(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect_at(page, 3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_at(page, 1)
    page.locator(".ow-step[aria-current=step]").focus()
    page.keyboard.press("ArrowRight")
    expect_at(page, 2)
    expect(page.locator(".ow-step[data-step='2']")).to_be_focused()
    page.locator(".ow-step[data-step='6']").focus()
    page.keyboard.press("Enter")
    expect_at(page, 6)
    slider = page.get_by_role("slider", name="The step that is shown")
    slider.focus()
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect_at(page, 5)
    page.get_by_text("Review with another agent").click()
    field = page.get_by_label("The agent and its options")
    field.click()
    expect(field).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Next", exact=True).click()
    expect_at(page, 6)


def test_an_address_with_a_step_shows_it_again(server: Server, visitor: Visitor, key: str) -> None:
    page = opened(visitor(), server, key, AGENT, "&step=4")
    expect_at(page, 4)
    page.reload()
    expect_at(page, 4)
    opened(page, server, key, AGENT, "&step=nowhere")
    expect(page.locator(".ow-step[aria-current=step]")).to_have_attribute("data-step", "2")


# Ways out


def test_the_position_before_a_move_is_analysed_or_played_on_from(
    page: Page, blundered: Session, key: str, server: Server
) -> None:
    spot = Spot.of(blundered, 1)
    assert spot.analysis() == "/analyse/tictactoe?move=1"
    expect(page.get_by_role("heading", name="The position before move 2")).to_be_visible()
    expect(page.get_by_role("link", name="Search tree")).to_have_attribute("href", spot.lab())
    expect(page.get_by_role("link", name="Back to the table")).to_have_attribute("href", f"/session/{key}")
    page.get_by_role("button", name="Next", exact=True).click()
    following = Spot.of(blundered, 2).analysis()
    expect(page.get_by_role("link", name="Analyse this position")).to_have_attribute("href", following)
    page.get_by_role("button", name="Previous", exact=True).click()
    expect(page.get_by_role("link", name="Analyse this position")).to_have_attribute("href", spot.analysis())
    page.get_by_role("link", name="Analyse this position").click()
    page.wait_for_url(f"{server.address}{spot.analysis()}")
    page.go_back()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile("/session/"))
    me = Seated(page, server.address)
    me.expect_moves(1)
    assert me.moves() == ["1"]
    assert key not in page.url


def test_the_review_and_its_graph_are_downloaded(page: Page, found: Review) -> None:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as JSON").click()
    data = json.loads(Path(download.value.path()).read_text("utf-8"))
    again = Review.from_json(data)
    assert again.steps == found.steps
    assert again.seats == ("human", "human")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the graph as SVG").click()
    assert Path(download.value.path()).read_text("utf-8") == picture(again).svg() + "\n"


# Other agents, and what cannot be


def test_a_review_is_stopped_and_asked_for_again_of_another_agent(
    server: Server, visitor: Visitor, found: Review
) -> None:
    page = visitor()
    key = kept(server, game_of("connect4", "4 1 4 1 4 2 4"))
    page.goto(f"{server.address}/review/{key}?agent={quote(SLOW)}")
    waiting = page.get_by_role("region", name="The review is under way")
    expect(waiting).to_contain_text(SLOW)
    expect(waiting.get_by_role("progressbar")).to_have_attribute("aria-valuemax", "8")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".ow-trouble")).to_have_text(re.compile("^The review was stopped"))
    expect(waiting).to_be_hidden()
    field = page.get_by_label("The agent and its options")
    field.fill("alphabeta:depth=4,compiled=off")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator(".ow-standing")).to_contain_text("The game turned at move 6, 2 by O: a blunder")
    expect(page.locator(".ow-trouble")).to_have_text("")
    for wrong, said in {
        "nobody": "There is no agent called 'nobody'",
        "random": "does not say what positions are worth",
        "alphabeta:deepness=3": "no option of alphabeta called 'deepness'",
    }.items():
        field.fill(wrong)
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".ow-trouble")).to_contain_text(said)
        expect(field).to_have_value(wrong)
        expect(page.locator(".ow-rows tr.ow-blunder")).to_have_count(1)
    field.fill("alphabeta")
    page.get_by_label("Seconds a position").fill("soon")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator(".ow-trouble")).to_have_text(
        "'soon' is not a time; give a number of seconds above 0."
    )


def test_what_cannot_be_reviewed_is_said_in_a_sentence(server: Server, visitor: Visitor) -> None:
    page = visitor()
    empty = kept(server, game_of("nim", ""))
    for key, said in {"nothing": "There is no such session", empty: "Nothing has been played"}.items():
        page.goto(f"{server.address}/review/{key}")
        expect(page.locator("#content")).to_contain_text(said)
        expect(page.locator(".ow-review")).to_have_count(0)


def test_nothing_is_told_of_a_game_with_secrets(offering: Server, visitor: Visitor) -> None:
    session = Session(find_game("tests/sketches/battleship.py:Battleship"), ("human", "human"))
    session.play(next(iter(session.rules.moves(session.state))))
    page = visitor()
    page.goto(f"{offering.address}/review/{kept(offering, session)}")
    expect(page.locator("#content")).to_contain_text("do not see everything cannot be reviewed")
    assert session.described()[0] not in page.locator("#content").inner_text()


def test_on_a_phone_only_graph_and_tables_scroll_sideways(server: Server, visitor: Visitor, key: str) -> None:
    page = opened(visitor(viewport={"width": 390, "height": 844}), server, key, AGENT)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".ow-layers").evaluate("each => each.scrollWidth <= 390")
