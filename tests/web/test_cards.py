"""Games with hidden cards and dice, played to the end: each seat is sent its own and nothing of another's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from outwit.random import Generator
from tests.hidden_games import UNSUITED
from tests.web.conftest import Server
from tests.web.seated import READY, Seated
from tests.web.test_traffic import PHONE, Player, gather, press_all
from tests.web.traffic import NAMED_KUHN, Traffic

CARDS = UNSUITED[:3]
Visitor = Callable[..., Page]


def own_cards(me: Seated) -> set[str]:
    """The cards of which the list of moves tells a player."""
    return set(me.moves()) & set(CARDS)


def test_no_card_is_sent_to_another_seat_in_a_whole_game_whatever_is_pressed(
    offering: Server, visitor: Visitor
) -> None:
    first, second, third = everybody = gather(offering, visitor, NAMED_KUHN)

    def assert_nothing_leaked() -> None:
        for me in (first, second):
            assert len(own_cards(me)) == 1
            assert me.traffic.named(CARDS) == own_cards(me), f"player {me.seat + 1} was sent another's card"
        assert not own_cards(first) & own_cards(second)
        assert not third.traffic.named(CARDS)

    for each in everybody:
        each.expect_moves(2)
    assert_nothing_leaked()
    pressed = set(press_all(first, second, "Decline"))
    first.pick("check")
    second.ready()
    pressed |= set(press_all(second, first, "Decline"))
    second.pick("bet")
    first.ready()
    pressed |= set(press_all(first, second, "Decline"))
    assert pressed >= {"Take back", "Hint", "Resign", "New game", "Save", "Start", "Back to the present"}
    assert_nothing_leaked()
    held = own_cards(first) | own_cards(second)
    first.pick("call")
    for each in everybody:
        expect(each.page.locator(".ow-standing")).to_contain_text("wins by 2")
        assert each.traffic.named(CARDS) == held, "in the end all is shown"


def test_no_card_is_sent_to_a_person_who_plays_an_agent(offering: Server, visitor: Visitor) -> None:
    for agent in ("random:seed=4", "ismcts:simulations=200,seed=1"):
        me = Player(visitor(), offering.address, 0)
        me.begin(NAMED_KUHN, None, agent)
        me.ready()
        while not me.over:
            assert me.traffic.named(CARDS) == own_cards(me)
            done = len(me.moves())
            me.pick(me.offered()[0])
            me.page.wait_for_function(f"document.querySelectorAll('.ow-moves li').length > {done}")
            me.ready()
        assert len(me.traffic.named(CARDS)) == 2


SECRETS = {
    "kuhn": re.compile(r"\d\. [JQK]\b|>[JQK]</text>"),
    "leduc": re.compile(r"\d\. [JQK]\b|>[JQK]</text>"),
    "liarsdice": re.compile(r"\d\. [1-6]\b(?!x)|rolled \d"),
}
"""How cards and dice stand in what a page is sent."""

SIGNS = {*"JQK", *"123456"}
"""What a list of moves calls cards and dice."""


def told(me: Player, game: str) -> set[str]:
    """The cards or dice of which a player has been sent anything."""
    found = SECRETS[game].findall("\n".join(me.traffic.received))
    return {next(sign for sign in reversed(text.replace("</text>", "")) if sign.isalnum()) for text in found}


def next_to_act(players: Sequence[Player]) -> Player | None:
    """Whoever is to act next, once that is so; None once the game is over."""
    while not players[0].over:
        for me in players:
            if "Your turn." in me.standing:
                return me
        players[0].page.wait_for_timeout(50)
    return None


@pytest.mark.parametrize("game", SECRETS)
@pytest.mark.parametrize("agent", [None, "random:seed=2", "ismcts:simulations=200,seed=1"])
def test_the_games_themselves_are_played_to_the_end(
    offering: Server, visitor: Visitor, game: str, agent: str | None
) -> None:
    random = Generator(7)
    first = Player(visitor(), offering.address, 0)
    first.begin(game, None, agent)
    players = [first]
    if agent is None:
        second = Player(visitor(viewport=PHONE), offering.address, 1)
        second.comes_to(first.page.url)
        second.press("Sit down as player 2")
        players.append(second)
    acts = 0
    while (acting := next_to_act(players)) is not None:
        done = len(acting.moves())
        for me in players:
            me.expect_moves(done)
            seen = {move for move in me.moves() if move in SIGNS}
            assert told(me, game) == seen, f"player {me.seat + 1} was told of another's"
            assert "hidden" in me.moves()
        offered = acting.offered()
        acting.pick(offered[-1] if game == "liarsdice" and acts else random.choice(offered))
        acting.page.wait_for_function(f"document.querySelectorAll('.ow-moves li').length > {done}")
        acts += 1
    assert acts
    for me in players:
        expect(me.page.locator(".ow-standing")).to_have_text(READY)
        assert "hidden" not in me.moves(), "in the end all is shown"


def test_a_game_given_up_shows_all_cards_on_every_page(offering: Server, visitor: Visitor) -> None:
    first, second, third = gather(offering, visitor, "kuhn")
    picture = "svg.ow-board"
    assert "face down" in (first.page.locator(picture).get_attribute("aria-label") or "")
    first.press("Resign")
    first.press("Yes, resign")
    for each in (first, second, third):
        expect(each.page.locator(".ow-standing")).to_contain_text("Player 1 has resigned")
        expect(each.page.locator(picture)).to_have_attribute(
            "aria-label", re.compile("Player 1: [JQK], .*Player 2: [JQK], ")
        )


def test_no_card_is_sent_to_a_program_that_plays_another_seat(offering: Server) -> None:
    address, heard = f"{offering.address}/api", (Traffic(), Traffic())
    logged = len((offering.folder / "log").read_text())
    with heard[0].client(address) as one, heard[1].client(address) as two:
        begun = one.post("/sessions", json={"game": NAMED_KUHN, "players": ["human", "human"]}).json()
        table, me = f"/sessions/{begun['id']}", begun["you"]
        you = two.post(f"{table}/seats", json={"player": 1}).json()["you"]
        one.get(f"{table}/wait", params={"steps": 1, "seconds": 30})
        mine, yours = (
            client.get(table, params={"you": name}).json()["moves"]
            for client, name in ((one, me), (two, you))
        )
        one.post(f"{table}/moves", json={"you": me, "move": "b"})
        two.get(table, params={"you": you})
        assert heard[0].named(CARDS) == {mine[0]}
        assert heard[1].named(CARDS) == {yours[1]}
        assert not any(card in (offering.folder / "log").read_text()[logged:] for card in CARDS)
        ended = two.post(f"{table}/moves", json={"you": you, "move": "fold"}).json()
        assert ended["moves"] == [mine[0], yours[1], "bet", "fold"], "in the end all is told"
