"""Games in which all choose at once: a choice is seen by nobody else before all have chosen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.hidden_games import CARDS
from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.test_traffic import PHONE, Player, gather
from tests.web.traffic import NAMED_BIDS, UUID, Traffic

Visitor = Callable[..., Page]
FIRST, SECOND = CARDS[1:4], CARDS[4:7]
"""What the cards of either player are called in `NamedBids`."""

GAMES = {
    "goofspiel:cards=3,shuffled=off": [("1", "2"), ("3", "3"), ("2", "1")],
    "tron:width=5,height=5": [("n", "s"), ("e", "w"), ("s", "n")],
    "rps:rounds=2": [("rock", "paper"), ("scissors", "paper")],
}
"""Whole games, by what both choose in each round."""

OTHERWISE = {"goofspiel:cards=3,shuffled=off": "3", "tron:width=5,height=5": "e", "rps:rounds=2": "paper"}
"""What the first player could choose in place of the first choice."""

to_be_played = pytest.mark.parametrize("game", GAMES)


def chosen(me: Seated) -> Locator:
    """The words that tell a player the own choice."""
    return me.page.locator(".ow-standing", has_text="You have chosen ")


def meet(offering: Server, visitor: Visitor, game: str) -> tuple[Player, Player]:
    """Two people at a table, one at a desk and one at a phone."""
    first, second = (Player(visitor(**size), offering.address) for size in ({}, {"viewport": PHONE}))
    first.begin(game, None, None)
    second.comes_to(first.page.url)
    second.page.get_by_role("button", name=re.compile("^Sit down as")).click()
    for me in (first, second):
        me.ready()
    return first, second


@to_be_played
def test_two_people_play_to_the_end(offering: Server, visitor: Visitor, game: str) -> None:
    first, second = meet(offering, visitor, game)
    for number, bids in enumerate(GAMES[game]):
        for me, other, bid in ((first, second, bids[0]), (second, first, bids[1])):
            me.ready()
            assert bid in me.offered()
            me.pick(bid)
            if me is first:
                expect(chosen(me)).to_be_visible()
                assert len(other.moves()) == number
                assert "You have chosen" not in other.standing
        for me in (first, second):
            me.expect_moves(number + 1)
            assert me.moves()[-1] == ",".join(bids)
    for me in (first, second):
        expect(me.page.locator(".ow-standing")).to_contain_text(re.compile("wins|draw"))


def sent_to_second(offering: Server, visitor: Visitor, game: str, choice: str) -> list[str]:
    """All that the second player's page is sent from the first one's choice to the own."""
    first, second = meet(offering, visitor, game)
    second.page.wait_for_timeout(700)  # what was under way before the choice has come
    second.traffic.forget()
    first.pick(choice)
    expect(chosen(first)).to_be_visible()
    expect(second.page.locator(".ow-standing")).to_contain_text(re.compile("(is|are) to choose"))
    second.page.wait_for_timeout(700)
    second.page.reload()
    second.heard()
    sent = [text for text in second.traffic.received if text.startswith("42") or "ow-standing" in text]
    assert len(sent) > 1, "what follows the choice, and the page once more"
    return [re.sub(r"/session/\w+", "", UUID.sub("", text)) for text in sent]


@to_be_played
def test_what_a_page_is_sent_does_not_depend_on_what_the_other_has_chosen(
    offering: Server, visitor: Visitor, game: str
) -> None:
    one, other = (
        sent_to_second(offering, visitor, game, choice) for choice in (GAMES[game][0][0], OTHERWISE[game])
    )
    assert one == other


def test_no_choice_is_sent_to_anybody_else_before_all_have_chosen(offering: Server, visitor: Visitor) -> None:
    first, second, third = everybody = gather(offering, visitor, NAMED_BIDS)
    bids = zip(FIRST, reversed(SECOND), strict=True)
    open_bids: set[str] = set()
    for number, (one, other) in enumerate(bids, 1):
        second.ready()
        second.pick(other)
        expect(chosen(second)).to_contain_text(other)
        assert first.traffic.named(SECOND) == third.traffic.named(SECOND) == open_bids & set(SECOND)
        first.page.reload()
        first.heard()
        first.ready()
        first.press("Hint")
        expect(first.page.get_by_text("Hint: ")).to_be_visible(timeout=60_000)
        assert first.traffic.named(SECOND) == open_bids & set(SECOND)
        assert second.traffic.named(FIRST) == third.traffic.named(FIRST) == open_bids & set(FIRST)
        first.pick(one)
        open_bids |= {one, other}
        for me in everybody:
            me.expect_moves(number)
    for me in everybody:
        expect(me.page.locator(".ow-standing")).to_contain_text(re.compile("wins|draw"))
        assert me.traffic.named({*FIRST, *SECOND}) == {*FIRST, *SECOND}, "in the end all is shown"


def test_no_choice_is_sent_to_a_program_before_all_have_chosen(offering: Server) -> None:
    address, heard = f"{offering.address}/api", (Traffic(), Traffic())
    logged = len((offering.folder / "log").read_text())
    with heard[0].client(address) as one, heard[1].client(address) as two:
        begun = one.post("/sessions", json={"game": NAMED_BIDS, "players": ["human", "human"]}).json()
        table, me = f"/sessions/{begun['id']}", begun["you"]
        you = two.post(f"{table}/seats", json={"player": 1}).json()["you"]
        after = one.post(f"{table}/moves", json={"you": me, "move": FIRST[2]}).json()
        assert (after["to_act"], after["moves"]) == ([1], [])
        two.get(table, params={"you": you})
        two.get(f"{table}/wait", params={"steps": 1, "seconds": 0.2})
        two.get(f"/session/{begun['id']}")
        assert two.get(table, params={"you": you}).json()["legal"] == list(SECOND)
        assert not heard[1].named(FIRST)
        assert not any(card in (offering.folder / "log").read_text()[logged:] for card in CARDS)
        ended = two.post(f"{table}/moves", json={"you": you, "move": SECOND[0]}).json()
        assert ended["moves"] == [f"{FIRST[2]},{SECOND[0]}"]


@to_be_played
def test_a_person_plays_an_agent_to_the_end_and_is_told_nothing_of_its_choice(
    offering: Server, visitor: Visitor, game: str
) -> None:
    me = Player(visitor(viewport=PHONE), offering.address)
    me.begin(game, None, "random:seed=5")
    rounds = 0
    while not (me.ready() and me.over):
        assert me.page.locator(".ow-thinking").inner_text().count("expects") == 0
        me.pick(me.offered()[0])
        rounds += 1
        me.expect_moves(rounds)
    assert rounds == len(me.moves()) > 0


class AtOneDevice(Player):
    """Two people before one page."""

    @property
    def question(self) -> Locator:
        return self.page.locator(".ow-handover p")

    def take_over(self, number: int) -> None:
        expect(self.question).to_have_text(f"Hand the device to player {number}.")
        expect(self.page.locator(".ow-legal")).to_have_count(0)
        self.press(f"I am player {number}, let me choose")


def test_two_people_at_one_device_hand_it_over_between_their_choices(
    offering: Server, visitor: Visitor
) -> None:
    both = AtOneDevice(visitor(viewport=PHONE), offering.address)
    both.begin("goofspiel:cards=3,shuffled=off", None, None)
    both.press("Sit down as player 2")
    both.take_over(1)
    both.press("Hint")
    expect(both.page.get_by_text("Hint: ")).to_be_visible(timeout=60_000)
    both.page.locator("[data-square='3'].ow-legal").focus()
    both.page.keyboard.press("Enter")
    expect(both.page.locator(".ow-standing")).to_have_text("Player 2 is to choose.")
    expect(both.question).to_have_text("Hand the device to player 2.")
    assert both.page.get_by_text("Hint: ").count() == 0
    both.take_over(2)
    both.page.wait_for_function("document.activeElement.dataset.square === '1'")
    both.pick("2")
    both.expect_moves(1)
    assert both.moves() == ["3,2"]
    expect(both.question).to_have_count(0)
    both.pick("3")
    both.take_over(1)
    both.pick("1")
    both.expect_moves(2)
    assert both.moves()[1] == "1,3"
    both.pick("2")
    both.take_over(2)
    both.pick("1")
    expect(both.page.locator(".ow-standing")).to_contain_text(re.compile("wins|draw"))
    expect(both.question).to_have_count(0)
