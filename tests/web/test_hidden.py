"""Games in which not everybody knows everything."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.cheating import LIARS
from tests.hidden_games import CARDS
from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.traffic import HIGH_CARD, TELLTALE, Traffic


def test_each_seat_sees_what_it_knows_and_those_who_watch_see_nothing(
    offering: Server, visitor: Callable[..., Page]
) -> None:
    first = Seated(visitor(), offering.address).begin("tests/sketches/battleship.py:Battleship", None, None)
    first.ready()
    second, third = (Seated(visitor(), offering.address) for _ in range(2))
    for other in (second, third):
        other.page.goto(first.page.url)
        other.heard()
    expect(third.page.locator(".ow-place")).to_contain_text("hidden from those who watch")
    name = re.compile("^Sit down as")
    second.page.get_by_role("button", name=name).click()
    expect(second.page.get_by_text("You are watching.")).to_have_count(0)
    choices = first.page.get_by_label("Your moves").get_by_role("button")
    choice = choices.first.inner_text()
    choices.first.click()
    first.expect_moves(1)
    assert first.moves() == [choice]
    for other in (second, third):
        other.expect_moves(1)
        assert other.moves() == ["hidden"]
        assert choice not in other.standing
    assert first.page.locator(".ow-place").inner_text() != second.page.locator(".ow-place").inner_text()
    third.press("Save")
    expect(third.page.get_by_text("can be saved when it is over")).to_be_visible()


DICE = re.compile(r"player 1: (.*)\nplayer 2: (.*)\n")


def test_a_program_that_plays_a_seat_gets_what_the_seat_knows(offering: Server) -> None:
    with httpx.Client(base_url=f"{offering.address}/api", timeout=60) as client:
        begun = client.post("/sessions", json={"game": LIARS, "players": ["human", "human"]}).json()
        address, first = f"/sessions/{begun['id']}", begun["you"]
        second = client.post(f"{address}/seats", json={"player": 1}).json()["you"]
        client.get(f"{address}/wait", params={"steps": 3, "seconds": 30})
        seats = [client.get(address, params={"you": you}).json() for you in (first, second, "")]
        own, other, nobody = ([*seat["moves"], seat["text"]] for seat in seats)
        assert own[2:4] == other[:2] == [None, None]
        assert nobody == [None] * 5
        dice = DICE.match(own[4]), DICE.match(other[4])
        assert dice[0] is not None
        assert dice[1] is not None
        assert dice[0].groups() == (" ".join(own[:2]), "? ?")
        assert dice[1].groups() == ("? ?", " ".join(other[2:4]))
        client.post(f"{address}/moves", json={"you": first, "move": "1x3"})
        for you in (first, second, ""):
            assert client.get(address, params={"you": you}).json()["moves"][4] == "1x3"
        ended = client.post(f"{address}/moves", json={"you": second, "move": "liar"}).json()
        assert ended["moves"] == [*own[:2], *other[2:4], "1x3", "liar"]
        refused = client.post(f"{address}/take-back", json={"you": second})
        assert refused.status_code == 400
        assert "all has been shown" in refused.json()["error"]


def test_a_program_may_fix_what_is_drawn_for_a_player(offering: Server) -> None:
    with httpx.Client(base_url=f"{offering.address}/api", timeout=60) as client:
        question = {"game": LIARS, "moves": ["4", "1", "2", "6"], "agent": "random:seed=3"}
        moves = {client.post("/decide", json=question).json()["decision"]["move"] for _ in range(3)}
        assert len(moves) == 1
        again = client.post("/decide", json={**question, "seed": 7}).json()["decision"]
        assert {again["move"]} == moves
        assert client.post("/decide", json={**question, "seed": -1}).status_code == 422


def test_a_person_is_told_what_the_seat_knows_and_an_agents_game_is_watched_openly(
    offering: Server, visitor: Callable[..., Page]
) -> None:
    person = Seated(visitor(), offering.address).begin(LIARS, None, "random:seed=1")
    expect(person.page.locator(".ow-standing")).to_contain_text("Your turn.")
    person.expect_moves(4)
    assert person.moves()[2:4] == ["hidden", "hidden"]
    assert all(text.isdigit() for text in person.moves()[:2])
    board = person.page.locator(".ow-place").inner_text()
    assert "player 2: ? ?" in board
    assert "Something is drawn that you cannot see (2 times)." in person.standing
    expect(person.page.get_by_role("button", name="Swap sides")).to_be_disabled()
    watcher = Seated(visitor(), offering.address).begin(LIARS, "random:seed=1", "random:seed=2")
    expect(watcher.page.locator(".ow-standing")).to_contain_text("wins.", timeout=60_000)
    assert "hidden" not in watcher.moves()


@pytest.mark.parametrize("rule", ["over", "moves", "play", "determinize", "describe_to", "text"])
def test_whatever_rule_breaks_no_program_is_told_a_card_that_it_may_not_know(
    offering: Server, rule: str
) -> None:
    heard = [Traffic(), Traffic(), Traffic()]
    first, second, watcher = (each.client(offering.address) for each in heard)
    game = f"{TELLTALE}:rule={rule}"
    begun = first.post("/api/sessions", json={"game": game, "players": ["human", "human"]}).json()
    table, you = f"/api/sessions/{begun['id']}", begun["you"]
    other = second.post(f"{table}/seats", json={"player": 1}).json()["you"]
    watcher.get(f"{table}/wait", params={"steps": 1, "seconds": 30})
    own = set(first.get(table, params={"you": you}).json()["moves"]) & set(CARDS)
    answers = [
        first.post(f"{table}/moves", json={"you": you, "move": "keep"}),
        second.post(f"{table}/moves", json={"you": other, "move": "change"}),
    ]
    for client, name in ((first, you), (second, other), (watcher, "")):
        answers.append(client.get(table, params={"you": name}))
        client.get(f"{table}/wait", params={"steps": 2, "seconds": 0.1})
        client.get(f"/session/{begun['id']}")
        client.post(f"{table}/take-back", json={"you": name})
    told = " ".join(each.text for each in answers)
    assert "why is in the server's log, because it may tell what is hidden" in told
    assert (heard[0].named(CARDS), heard[1].named(own), heard[2].named(CARDS)) == (own, set(), set())
    assert len(own) == 1
    assert f"{rule} fails with" in (offering.folder / "log").read_text()


def test_a_page_whose_rules_break_shows_no_board_that_is_not_true(
    offering: Server, visitor: Callable[..., Page]
) -> None:
    me = Seated(visitor(), offering.address).begin(TELLTALE, None, "random:seed=1")
    me.ready()
    me.press("keep")
    for again in (False, True):
        if again:
            me.page.reload()
            me.heard()
        expect(me.page.locator(".ow-standing")).to_contain_text(
            re.compile(r"^After move \d: Play cannot go on")
        )
        expect(me.page.get_by_text("The board cannot be shown here.")).to_be_visible()
        expect(me.page.get_by_role("button", name="keep", exact=True)).to_have_count(0)
        expect(me.page.locator(".ow-thinking")).to_contain_text(
            re.compile("It is not an agent's turn|The game is over")
        )
        expect(me.page.get_by_role("button", name="New game")).to_be_enabled()


def test_a_hint_says_who_gives_it_and_a_game_that_is_over_offers_only_what_works(
    offering: Server, visitor: Callable[..., Page]
) -> None:
    me = Seated(visitor(), offering.address).begin(HIGH_CARD, None, "random:seed=1")
    me.ready()
    me.press("Hint")
    hint = me.page.get_by_text(re.compile(r"^Hint: .*It comes from \w+, which does not see more than you do"))
    expect(hint).to_be_visible(timeout=60_000)
    me.resign()
    me.ready()
    expect(me.page.get_by_role("button", name="Take back")).to_be_disabled()
    for name in ("Analyse", "Search tree", "Review"):
        expect(me.page.locator(".ow-table").get_by_role("link", name=name)).to_have_count(0)
