"""Goofspiel drawn: the own cards are clicked, and what was bid last lies beside the prize."""

from __future__ import annotations

from outwit.draw.shapes import Words
from outwit.games import find_game
from outwit.play import Session
from outwit.play.picture import picture_of

from .drawn import view_of

GAME = find_game("goofspiel:shuffled=off")
VIEW = view_of(GAME)


def played(*bids: str) -> Session:
    session = Session(GAME)
    for bid in bids:
        session.read(bid)
    return session


def test_only_the_own_cards_can_be_clicked() -> None:
    state = played("1,5", "2,4").state
    for player, cards in ((0, {"3", "4", "5"}), (1, {"1", "2", "3"})):
        assert {square.name for square in VIEW.picture(state, player).squares} == cards


def test_what_was_bid_last_is_shown_also_after_the_next_prize_was_turned_up() -> None:
    assert "Last bids: player 2 wins the prize of 5, 3 against 1." in picture_of(VIEW, played("1,3")).label
    assert "both bid 2, nobody wins the prize of 5" in picture_of(VIEW, played("2,2")).label
    shuffled = Session(find_game("goofspiel"), seed=1)
    shuffled.roll()
    shuffled.read("4,2")
    for turned_up in (False, True):
        if turned_up:
            shuffled.roll()
        picture = picture_of(view_of(shuffled.game), shuffled)
        assert "Last bids: player 1 wins" in picture.label
        assert "Last bids" in {shape.text for shape in picture.shapes if isinstance(shape, Words)}
    assert "Last bids" not in picture_of(VIEW, played()).label


def test_a_choice_that_is_made_is_in_no_picture_before_all_have_chosen() -> None:
    session = played("1,3")
    before = [picture_of(VIEW, session, None, None, facing) for facing in (None, 0, 1)]
    assert [picture_of(VIEW, session.copy(), None, None, facing) for facing in (None, 0, 1)] == before


def test_points_are_told_in_words() -> None:
    label = picture_of(VIEW, played("1,3", "4,2"), None, None, 1).label
    assert label.startswith(
        "Prize: 3. To come: 1 2. Player 2: 5 points, cards 1, 4 and 5. Player 1: 4 points"
    )
