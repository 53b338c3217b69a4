"""People at the table, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from outwit import AlphaBeta
from outwit.games import find_game
from outwit.play import Session
from tests.web.conftest import Server
from tests.web.seated import Seated
from tests.web.sizes import at_both_sizes

Visitor = Callable[..., Page]


def chosen(moves: list[str], best: bool) -> str:
    """The best move at tic-tac-toe after these, or the worst."""
    session = Session(find_game("tictactoe"))
    for move in moves:
        session.read(move)
    legal = list(session.rules.moves(session.state))

    def worth(move: int) -> float:
        following = session.rules.play(session.state, move)
        if session.rules.over(following):
            return session.rules.payoff(following, session.turn)
        return -(AlphaBeta(compiled=False).decide(session.game, following).value or 0.0)

    return session.rules.describe(session.state, (max if best else min)(legal, key=worth))


@pytest.mark.parametrize(
    ("opponent", "best", "ending"),
    [("random:seed=1", True, "X wins"), ("alphabeta", False, "O wins"), ("alphabeta", True, "A draw")],
)
def test_a_person_wins_loses_and_draws_at_tic_tac_toe(
    server: Server, visitor: Visitor, opponent: str, best: bool, ending: str
) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, opponent)
    for turn in range(5):
        me.ready()
        if me.over:
            break
        me.expect_moves(2 * turn)
        me.click(chosen(me.moves(), best))
        expect(me.page.locator(".ow-moves li").nth(2 * turn)).to_be_visible()
    me.ready()
    assert ending in me.standing
    expect(me.page.locator(".ow-legal")).to_have_count(0)


def test_a_move_can_be_taken_back_and_played_again(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, "random:seed=2")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    played = me.moves()
    me.press("Take back")
    me.expect_moves(0)
    assert "Your turn" in me.ready()
    me.press("Redo")
    me.expect_moves(2)
    assert me.moves() == played


def test_the_list_of_moves_can_be_clicked_back_through(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, "random:seed=2")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    me.ready()
    me.page.get_by_role("button", name="1. 5").click()
    expect(me.page.locator(".ow-standing")).to_have_text("After move 1 of 2.")
    expect(me.page.locator(".ow-legal")).to_have_count(0)
    me.press("Back to the present")
    assert "Your turn" in me.ready()
    expect(me.page.locator(".ow-legal")).to_have_count(7)


def test_a_page_that_is_loaded_again_goes_on_where_it_was(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, "random:seed=3")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    before = me.moves()
    me.page.reload()
    me.heard()
    me.expect_moves(2)
    assert me.moves() == before
    assert "Your turn" in me.ready()
    me.click(chosen(before, best=True))
    me.expect_moves(4)


def test_a_second_browser_watches_and_takes_the_free_seat(server: Server, visitor: Visitor) -> None:
    first = Seated(visitor(), server.address).begin("tictactoe", None, None)
    assert "Your turn" in first.ready()
    second = Seated(visitor(), server.address)
    second.page.goto(first.page.url)
    second.heard()
    expect(second.page.get_by_text("You are watching.")).to_be_visible()
    first.click("5")
    second.expect_moves(1)
    expect(second.page.locator(".ow-legal")).to_have_count(0)
    second.press("Sit down as O")
    assert "Your turn" in second.ready()
    second.click("1")
    first.expect_moves(2)
    second.expect_moves(2)
    assert first.moves() == second.moves() == ["5", "1"]
    third = Seated(visitor(), server.address)
    third.page.goto(first.page.url)
    expect(third.page.get_by_text("You are watching.")).to_be_visible()
    expect(third.page.get_by_role("button", name=re.compile("Sit down"))).to_have_count(0)


def test_a_thinking_agent_moves_when_it_is_told_to(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("connect4", None, "alphabeta:seconds=50")
    me.ready()
    me.click("4")
    expect(me.page.get_by_text(re.compile(r"depth \d+"))).to_be_visible(timeout=60_000)
    expect(me.page.get_by_text(re.compile("takes its position to be worth"))).to_be_visible()
    me.press("Move now")
    me.expect_moves(2, timeout=5_000)
    assert "Your turn" in me.ready()


def test_pig_is_played_with_its_dice_seen(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("pig", None, "random:seed=5")
    me.ready()
    for _ in range(3):
        me.page.get_by_role("button", name="roll", exact=True).click()
        me.ready()
    rolled = [move for move in me.moves() if move.isdigit()]
    assert rolled
    assert all(1 <= int(each) <= 6 for each in rolled)
    assert me.moves()[0] == "roll"


def test_a_game_from_a_file_without_a_view_is_played_with_buttons(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("tests/web/race.py:Race", None, "minimax:depth=3")
    while not me.over:
        me.ready()
        if me.over:
            break
        before = len(me.moves())
        me.page.get_by_role("button", name="a <b>leap</b>", exact=True).click()
        expect(me.page.locator(".ow-moves li").nth(before)).to_be_visible()
    assert "Red wins" in me.standing
    expect(me.page.locator(".ow-moves b")).to_have_count(0)


def test_hint_swap_resign_and_new_game(server: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, "alphabeta:depth=3")
    me.ready()
    me.press("Hint")
    expect(me.page.get_by_text(re.compile("^Hint: [1-9], worth"))).to_be_visible(timeout=60_000)
    me.press("Swap sides")
    me.expect_moves(1)
    assert "Your turn" in me.ready()
    me.resign()
    expect(me.page.locator(".ow-standing")).to_have_text(re.compile("O has resigned; X wins"))
    before = me.page.url
    me.press("New game")
    me.page.wait_for_url(lambda url: url != before)
    me.expect_moves(1)
    assert "Your turn" in me.ready()


def test_a_game_is_saved_to_a_file_and_goes_on_from_it(
    server: Server, visitor: Visitor, tmp_path: Path
) -> None:
    me = Seated(visitor(), server.address).begin("tictactoe", None, "random:seed=9")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    played = me.moves()
    with me.page.expect_download() as saving:
        me.press("Save")
    assert saving.value.suggested_filename == "tictactoe.json"
    saving.value.save_as(tmp_path / "tictactoe.json")
    other = Seated(visitor(), server.address)
    other.page.goto(f"{server.address}/play/tictactoe")
    other.page.get_by_text("Go on with a saved game").click()
    other.page.locator("input[type=file]").set_input_files(tmp_path / "tictactoe.json")
    other.page.wait_for_url(re.compile("/session/"))
    other.expect_moves(2)
    assert other.moves() == played
    assert "Your turn" in other.ready()


def test_a_whole_game_with_the_keyboard_alone(server: Server, visitor: Visitor) -> None:
    page = visitor()
    me = Seated(page, server.address)
    page.goto(server.address)

    def tab_to(script: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(f"(() => {{ const e = document.activeElement; return Boolean({script}); }})()"):
                return
        raise AssertionError(f"the keyboard does not reach {script}")

    expect(page.get_by_role("link", name=re.compile("^Tic-tac-toe Three"))).to_be_visible()
    tab_to("e.getAttribute('href') === '/play/tictactoe'")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/play/tictactoe"))
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    tab_to("e.innerText && e.innerText.trim() === 'Start'")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/session/"))
    me.heard()
    me.ready()
    for _ in range(5):
        me.ready()
        if me.over:
            break
        before = len(me.moves())
        if not page.evaluate("Boolean(document.activeElement.closest('.ow-legal'))"):
            tab_to("e.closest('.ow-legal')")
        page.keyboard.press("Enter")
        expect(page.locator(".ow-moves li").nth(before)).to_be_visible()
    me.ready()
    assert me.over


def test_what_does_not_exist_is_said_in_a_sentence(server: Server, visitor: Visitor) -> None:
    page = visitor()
    for address, status, said in (
        ("/play/chess960x", 404, "There is no game called 'chess960x'"),
        ("/play/<script>alert(1)</script>", 404, "There is no game called"),
        ("/play//etc/evil.py:Evil", 404, "Only games named on the command line"),
        ("/session/nothing", 404, "There is no such session"),
        ("/review/nothing", 404, "There is no such session"),
        ("/analyse/conect4", 404, "There is no game called 'conect4'"),
        ("/arena/nothing", 404, "There is no tournament"),
        ("/tree?game=nosuch", 400, "There is no game called 'nosuch'"),
    ):
        answer = page.goto(server.address + address)
        assert answer is not None
        assert answer.status == status, address
        expect(page.locator("#content")).to_contain_text(said)


@pytest.mark.slow
def test_a_server_that_is_killed_goes_on_from_the_last_confirmed_move(
    own_server: Server, visitor: Visitor
) -> None:
    me = Seated(visitor(), own_server.address).begin("tictactoe", None, "random:seed=4")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    played = me.moves()
    own_server.kill()
    own_server.start()
    me.page.wait_for_timeout(1_000)
    expect(me.page.locator(".ow-legal").first).to_be_visible(timeout=60_000)
    deadline = 60
    while deadline:
        try:
            me.click(chosen(played, best=True))
            me.expect_moves(4, timeout=5_000)
            break
        except AssertionError:
            deadline -= 5
    assert me.moves()[:2] == played
    assert len(me.moves()) == 4


@at_both_sizes
def test_after_the_end_nobody_is_said_to_move(
    server: Server, visitor: Visitor, viewport: dict[str, int]
) -> None:
    me = Seated(visitor(viewport=viewport), server.address).begin("nim:coins=2,take=1", None, None)
    me.press("Sit down as player 2")
    me.press("1")
    me.expect_moves(1)
    home = me.page.context.new_page()
    home.goto(server.address)
    expect(home.get_by_text("1 move so far").first).to_be_visible()
    expect(home.get_by_text(re.compile(r"\b1 moves"))).to_have_count(0)
    home.close()
    me.press("1")
    expect(me.page.locator(".ow-place")).to_have_text("0 coins, player 2 has won")
    expect(me.page.locator(".ow-standing")).to_contain_text("Player 2 wins.")
