"""Nothing that is sent to a seat tells what another holds, whatever is pressed, until the game is over."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from outwit.random import Generator
from tests.hidden_games import CARDS
from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.traffic import HIGH_CARD, Traffic

PHONE = {"width": 390, "height": 844}
BATTLESHIP = "tests/sketches/battleship.py:Battleship:size=3,fleet=(2,2)"
SHIPS = 2
"""How many ships each player of `BATTLESHIP` places."""


CLICKED = """([done, chosen]) => document.querySelectorAll(".ow-moves li").length > done
  || document.querySelectorAll(".ow-chosen").length !== chosen"""
"""Whether a click has come to a move, or to a square that is chosen."""


class Player(Seated):
    """Somebody at a table of `HighCard`, and all that they are sent."""

    def __init__(self, page: Page, address: str, seat: int = -1) -> None:
        super().__init__(page, address)
        self.seat = seat
        self.traffic = Traffic.of(page)

    @property
    def board(self) -> str:
        return self.page.locator(".ow-place").inner_text()

    @property
    def own(self) -> set[str]:
        """The cards that the board shows beside this player's name."""
        line = re.search(rf"player {self.seat + 1}: (.*)", self.board)
        return set(line.group(1).split()) & set(CARDS) if line else set()

    @property
    def bar(self) -> Locator:
        return self.page.locator(".ow-consent p")

    def choose(self, move: str) -> None:
        self.page.get_by_label("Your moves").get_by_role("button", name=move, exact=True).click()

    def buttons(self) -> list[str]:
        """What can be pressed besides moves."""
        enabled = self.page.locator("#content button:enabled:visible:not([data-choice])")
        return [name.strip() for name in enabled.all_inner_texts()]

    def act(self, random: Generator) -> None:
        """Make any move, from the list or click by click on the board."""
        done = len(self.moves())
        listed = self.page.locator(".ow-choices button[data-choice]:visible")
        squares = self.page.locator("[data-square].ow-legal:not(.ow-chosen)")
        expect(listed.or_(squares).first).to_be_visible()
        if listed.count():
            listed.nth(random.below(listed.count())).click()
            self.expect_moves(done + 1)
        while len(self.moves()) == done:
            chosen = self.page.locator(".ow-chosen").count()
            squares.nth(random.below(squares.count())).click()
            self.page.wait_for_function(CLICKED, arg=[done, chosen])

    def comes_to(self, address: str) -> None:
        self.page.goto(address)
        self.heard()


def gather(
    offering: Server, visitor: Callable[..., Page], spec: str = HIGH_CARD
) -> tuple[Player, Player, Player]:
    """Two who play, one at a desk and one at a phone, and one who watches."""
    first, second, third = (
        Player(visitor(**size), offering.address, seat)
        for size, seat in (({}, 0), ({"viewport": PHONE}, 1), ({}, -1))
    )
    first.begin(spec, None, None)
    for other in (second, third):
        other.comes_to(first.page.url)
    second.press("Sit down as player 2")
    expect(second.page.get_by_text("You are watching.")).to_have_count(0)
    first.ready()
    return first, second, third


@pytest.fixture
def table(offering: Server, visitor: Callable[..., Page]) -> tuple[Player, Player, Player]:
    """Those at a table at which both players hold a card."""
    gathered = gather(offering, visitor)
    for each in gathered:
        each.expect_moves(2)
    return gathered


def press_all(me: Player, other: Player, answer: str) -> list[str]:
    """Press every button there is, the other answering whatever is asked; the names of those pressed."""
    names = me.buttons()
    for name in names:
        press_one(me, other, name, answer)
    return names


def press_one(me: Player, other: Player, name: str, answer: str) -> None:
    """Press a button and wait for what it does; one that nobody has told this test about fails it."""
    if name in ("Take back", "Redo", "New game"):
        ask(me, other, name, answer)
    elif name == "Resign":
        me.press(name)
        me.press("Keep playing")
        expect(me.page.get_by_role("dialog")).to_have_count(0)
    elif name == "Hint":
        me.press(name)
        expect(me.page.get_by_text(re.compile("^Hint: "))).to_be_visible(timeout=60_000)
    elif name == "Save":
        me.press(name)
        expect(me.page.get_by_text("can be saved when it is over").first).to_be_visible()
    else:
        count = 0 if name == "Start" else int((re.match(r"(\d+)\. ", name) or [0, -1])[1])
        assert count >= 0 or name == "Back to the present", f"what does the button {name!r} do?"
        me.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).click()
        standing, present = me.page.locator(".ow-standing"), me.page.locator(".ow-ply").count()
        if count in (-1, present):
            expect(standing).not_to_have_text(re.compile("^After move"))
        else:
            expect(standing).to_have_text(re.compile(f"^After move {count} of"))


def ask(me: Player, other: Player, name: str, answer: str) -> None:
    """Press a button that asks the other, and let the other answer."""
    me.press(name)
    expect(other.bar).to_have_text(re.compile(r"^Player \d asks to "))
    other.press(answer)
    expect(other.bar).to_have_text("")
    if answer == "Decline":
        expect(me.bar).to_have_text(re.compile("has declined"))
        me.press("Close")
    expect(me.bar).to_have_text("")


def assert_nothing_leaked(first: Player, second: Player, third: Player) -> None:
    """Each was sent the own cards and no others; whoever watches was sent none."""
    for player in (first, second):
        assert player.own
        assert player.traffic.named(CARDS) == player.own, f"player {player.seat + 1} was sent another's card"
    assert not first.own & second.own
    assert not third.traffic.named(CARDS)


def test_no_card_is_sent_to_another_seat_whatever_is_pressed(table: tuple[Player, Player, Player]) -> None:
    first, second, _ = table
    assert_nothing_leaked(*table)
    pressed = set(press_all(first, second, "Decline"))
    first.choose("change")
    second.ready()
    pressed |= set(press_all(second, first, "Decline"))
    assert_nothing_leaked(*table)
    held = first.own
    ask(first, second, "Take back", "Agree")
    for player in table:
        player.expect_moves(2)
    ask(first, second, "Redo", "Agree")
    for player in table:
        player.expect_moves(4)
    assert first.own == held
    second.choose("change")
    first.ready()
    pressed |= set(press_all(second, first, "Decline")) | set(press_all(first, second, "Decline"))
    assert pressed >= {"Take back", "Hint", "Resign", "New game", "Save", "Start", "Back to the present"}
    assert_nothing_leaked(*table)
    first.choose("keep")
    second.choose("keep")
    for player in table:
        expect(player.page.locator(".ow-standing")).to_contain_text("wins")
        assert player.traffic.named(CARDS) == first.own | second.own, "in the end all is shown"


@pytest.mark.parametrize(("spec", "ships"), [(BATTLESHIP, SHIPS)])
def test_no_ship_is_sent_to_another_seat_in_a_whole_game(
    offering: Server, visitor: Callable[..., Page], spec: str, ships: int
) -> None:
    """Whoever places ships is sent the names of all places, so that only what comes later can tell."""
    first, second, third = everybody = gather(offering, visitor, spec)
    random = Generator(5)
    for number in range(ships):
        second.expect_moves(number)
        assert not second.traffic.named(first.moves())
        first.act(random)
    placed = first.moves()
    first.traffic.forget()
    second.ready()
    for _ in range(ships):
        second.act(random)
    first.expect_moves(2 * ships)
    others = second.moves()[ships:]
    second.traffic.forget()

    def assert_nothing_told() -> None:
        assert not first.traffic.named(set(others) - set(placed))
        assert not second.traffic.named(set(placed) - set(others))
        assert not third.traffic.named({*placed, *others})

    assert_nothing_told()
    assert {"Hint", "Save", "Start"} <= set(press_all(first, second, "Decline"))
    shots = 0
    while not (first.over or second.over):
        assert_nothing_told()
        actor, shots = (first, second)[shots % 2], shots + 1
        actor.ready()
        actor.act(random)
        if shots == 2:
            press_all(first, second, "Decline")
    for player in everybody:
        expect(player.page.locator(".ow-standing")).to_contain_text("wins")
        assert player.traffic.named({*placed, *others}) == {*placed, *others}, "in the end all is shown"


def test_a_game_given_up_is_over_for_good_and_the_next_one_is_as_secret(
    table: tuple[Player, Player, Player],
) -> None:
    first, second, third = table
    first.choose("change")
    second.ready()
    ask(first, second, "Take back", "Agree")
    second.expect_moves(2)
    first.press("Resign")
    assert second.traffic.named(CARDS) == second.own
    expect(first.page.get_by_role("dialog")).to_contain_text("all that was hidden is shown to everybody")
    first.press("Yes, resign")
    for player in table:
        expect(player.page.locator(".ow-standing")).to_contain_text("Player 1 has resigned")
        assert not {"Take back", "Redo", "Swap sides", "Resign"} & set(player.buttons())
    over = first.page.url
    second.press("New game")
    for player in (first, second):
        player.page.wait_for_url(lambda url: url != over)
        player.heard()
    assert first.page.url == second.page.url
    third.comes_to(first.page.url)
    for player in table:
        player.expect_moves(2)
        player.traffic.forget()
        player.page.reload()
        player.heard()
        player.expect_moves(2)
    assert_nothing_leaked(*table)


def test_no_card_is_sent_to_a_program_that_plays_another_seat(offering: Server) -> None:
    address = f"{offering.address}/api"
    logged = len((offering.folder / "log").read_text())
    first, second = Traffic(), Traffic()
    with first.client(address) as one, second.client(address) as two:
        begun = one.post("/sessions", json={"game": HIGH_CARD, "players": ["human", "human"]}).json()
        table, me = f"/sessions/{begun['id']}", begun["you"]
        you = two.post(f"{table}/seats", json={"player": 1}).json()["you"]

        def look() -> list[list[str | None]]:
            looks = ((one, me), (two, you))
            return [client.get(table, params={"you": who}).json()["moves"] for client, who in looks]

        def act(client: httpx.Client, what: str, **body: object) -> httpx.Response:
            return client.post(f"{table}/{what}", json=body)

        one.get(f"{table}/wait", params={"steps": 1, "seconds": 30})
        act(one, "moves", you=me, move="change")
        two.get(f"{table}/wait", params={"steps": 3, "seconds": 30})
        mine, yours = look()
        assert [mine[0], mine[3], yours[1]] == [card for card in (*mine, *yours) if card in CARDS]
        assert act(two, "take-back", you=you).status_code == 400
        for who in (me, you, "somebody"):
            assert act(two, "answer", you=who, agree=True).status_code == 400
        for agree, left in ((False, 4), (True, 2)):
            assert act(one, "take-back", you=me).json()["asked"] == {
                "change": "take back",
                "by": 0,
                "you": False,
            }
            assert two.get(table, params={"you": you}).json()["asked"]["you"] is True
            assert len(act(two, "answer", you=you, agree=agree).json()["moves"]) == left
        act(one, "moves", you=me, move="keep")
        for client, name in ((one, "me"), (two, "you")):
            client.get("/sessions")
            client.get(table, params={"you": name})
        assert first.named(CARDS) == {mine[0], mine[3]}
        assert second.named(CARDS) == {yours[1]}
        assert not any(card in (offering.folder / "log").read_text()[logged:] for card in CARDS)
        act(two, "moves", you=you, move="keep")
        assert second.named(CARDS) == {mine[0], yours[1]}
        assert act(two, "take-back", you=you).status_code == 400


@pytest.mark.parametrize(("spec", "ships"), [(BATTLESHIP, SHIPS), ("battleship:size=4,fleet=(3,2)", 2)])
def test_no_ship_is_sent_to_a_program_that_plays_another_seat(
    offering: Server, spec: str, ships: int
) -> None:
    address, random, heard = f"{offering.address}/api", Generator(8), (Traffic(), Traffic())
    placed: list[list[str]] = [[], []]
    with heard[0].client(address) as one, heard[1].client(address) as two:
        begun = one.post("/sessions", json={"game": spec, "players": ["human", "human"]}).json()
        table = f"/sessions/{begun['id']}"
        names = begun["you"], two.post(f"{table}/seats", json={"player": 1}).json()["you"]
        seats = tuple(zip((one, two), names, strict=True))
        over = False
        while not over:
            looks = [client.get(table, params={"you": you}).json() for client, you in seats]
            (seat,) = looks[0]["to_act"]
            client, you = seats[seat]
            move = random.choice(looks[seat]["legal"])
            over = client.post(f"{table}/moves", json={"you": you, "move": move}).json()["over"]
            if len(placed[seat]) < ships:
                placed[seat].append(move)
                heard[seat].forget()
            elif not over:
                for each, traffic in enumerate(heard):
                    assert not traffic.named(set(placed[1 - each]) - set(placed[each]))
        ended = one.get(table, params={"you": names[0]}).json()["moves"]
        assert ended[: 2 * ships] == placed[0] + placed[1], "in the end all is told"
