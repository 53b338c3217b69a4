"""Kuhn poker and Leduc poker drawn: what a seat may not see is face down, in the picture and in words."""

from __future__ import annotations

import pytest

from outwit.draw.shapes import Words
from outwit.games import find_game
from outwit.views import View

from .drawn import of_kind, parsed, view_of


def words_of(view: View, position: str, player: int | None) -> set[str]:
    """All that is written in the picture of a position."""
    picture = view.picture(view.game.position(position), player)
    return {shape.text for shape in picture.shapes if isinstance(shape, Words)}


@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
def test_the_other_s_card_is_face_down_until_the_end(spec: str) -> None:
    view = view_of(find_game(spec))
    assert {"K", "J"} <= words_of(view, "K J bet", None)
    for player, own, other in ((0, "K", "J"), (1, "J", "K")):
        assert own in words_of(view, "K J bet", player)
        assert other not in words_of(view, "K J bet", player)
        assert {"K", "J"} <= words_of(view, "K J bet fold", player)


@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
def test_pictures_of_a_seat_are_the_same_whatever_the_other_holds(spec: str) -> None:
    game = find_game(spec)
    view = view_of(game)
    for player, hands in ((0, ("Q J check", "Q K check")), (1, ("J Q check", "K Q check"))):
        pictures = [view.picture(game.position(hand), player) for hand in hands]
        assert pictures[0] == pictures[1]
        assert "a card face down" in pictures[0].label


def test_a_player_sits_below_the_other() -> None:
    view = view_of(find_game("kuhn"))
    state = view.game.position("K J check")
    for player, below in ((None, "Player 1"), (0, "Player 1"), (1, "Player 2")):
        picture = view.picture(state, player)
        names = {shape.text: shape.y for shape in picture.shapes if isinstance(shape, Words)}
        assert max(("Player 1", "Player 2"), key=lambda name: names[name]) == below
        assert picture.label.startswith(f"{below}: ")


def test_the_table_tells_in_words_what_it_shows() -> None:
    view = view_of(find_game("leduc"))
    label = view.picture(view.game.position("K J bet call Q check"), 1).label
    assert label == (
        "Player 2: J, 3 in the pot. Player 1: a card face down, 3 in the pot. On the board: Q. "
        "First round: bet, call. Second round: check. Player 2 to move."
    )
    assert "no card yet" in view.picture(view.game.initial(), 0).label


def test_whose_turn_it_is_and_who_has_won_is_written_and_not_only_coloured() -> None:
    view = view_of(find_game("kuhn"))
    assert "to move" in words_of(view, "K J check", 0)
    assert "wins 2" in words_of(view, "K J bet call", 0)


def test_suits_are_drawn_only_where_they_are_told_apart() -> None:
    plain, suited = (view_of(find_game(spec)) for spec in ("leduc", "leduc:suits=on"))
    hearts = [
        of_kind(parsed(view.picture(view.game.position(hand), 0).svg()), "second")
        for view, hand in ((plain, "K J"), (suited, "Ks Jh"), (suited, "Kh Js"))
    ]
    assert len(hearts[0]) == len(hearts[1]) < len(hearts[2])
