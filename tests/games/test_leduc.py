"""Leduc poker is the game of Southey and others 2005, history by history that of open_spiel."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from outwit import CHANCE, BadPositionError, OutwitError, find_game
from outwit.games.leduc import CALL, FOLD, RAISE, Hand, Leduc
from outwit.random import Generator

from .histories import compare_games, information_sets, reached

GAME, SUITED = Leduc(), Leduc(suits=True)


@pytest.mark.parametrize(
    ("game", "peer", "sets"),
    [(SUITED, "leduc_poker", 936), (GAME, "leduc_poker(suit_isomorphism=True)", 288)],
    ids=["suits", "ranks"],
)
def test_every_history_is_one_of_open_spiel_s(game: Leduc, peer: str, sets: int) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")
    assert compare_games(game, pyspiel.load_game(peer), lambda state, move: move) == sets


@pytest.mark.parametrize(("game", "sets"), [(GAME, 288), (SUITED, 936)], ids=["ranks", "suits"])
def test_information_sets_are_as_many_as_published(game: Leduc, sets: int) -> None:
    assert len(information_sets(game)) == sets


def distribution(game: Leduc, state: Hand, chance: float, moves: tuple[int, ...]) -> Counter[Any]:
    """How likely each pair of what was done and what is paid is, where each move is as likely as another."""
    if game.over(state):
        return Counter({(moves, game.payoff(state, 0)): chance})
    found = Counter[Any]()
    if game.turn(state) == CHANCE:
        for card, probability in game.chances(state):
            found.update(distribution(game, game.play(state, card), chance * probability, moves))
    else:
        legal = list(game.moves(state))
        for move in legal:
            found.update(distribution(game, game.play(state, move), chance / len(legal), (*moves, move)))
    return found


def test_whether_suits_are_told_apart_changes_nothing_that_is_paid() -> None:
    with_suits, without = (distribution(game, game.initial(), 1.0, ()) for game in (SUITED, GAME))
    assert set(with_suits) == set(without)
    assert all(with_suits[key] == pytest.approx(without[key]) for key in without)


@pytest.mark.parametrize(
    ("hand", "won"),
    [
        ("K J bet fold", 1.0),
        ("K J check bet fold", -1.0),
        ("K J check check Q check check", 1.0),
        ("K J check check J check check", -1.0),
        ("K K bet call J bet call", 0.0),
        ("Q J bet raise call Q bet raise call", 13.0),
        ("Q J bet raise call J bet raise fold", -9.0),
    ],
)
def test_a_hand_pays_what_the_rules_say(hand: str, won: float) -> None:
    end = GAME.position(hand)
    assert GAME.over(end)
    assert not list(GAME.moves(end))
    assert [GAME.payoff(end, player) for player in (0, 1)] == [won, -won]
    assert GAME.bounds(end, 0) == (won, won)


def test_the_most_that_bounds_allow_is_reached() -> None:
    for game in (GAME, SUITED):
        assert game.bounds(game.initial(), 0) == (-13.0, 13.0)
        ends = {game.payoff(state, 1) for state in reached(game, game.initial()) if game.over(state)}
        assert (min(ends), max(ends)) == (-13.0, 13.0)


def test_a_round_is_raised_twice_at_most_and_folded_only_to_a_bet() -> None:
    assert list(GAME.moves(GAME.position("K J"))) == [CALL, RAISE]
    assert list(GAME.moves(GAME.position("K J bet"))) == [FOLD, CALL, RAISE]
    assert list(GAME.moves(GAME.position("K J bet raise"))) == [FOLD, CALL]
    assert list(GAME.moves(GAME.position("K J bet raise call Q"))) == [CALL, RAISE]


def test_moves_are_said_as_in_poker_and_read_by_a_letter() -> None:
    def names(hand: str) -> list[str]:
        state = GAME.position(hand)
        return [GAME.describe(state, move) for move in GAME.moves(state)]

    assert names("K J") == ["check", "bet"]
    assert names("K J bet") == ["fold", "call", "raise"]
    assert GAME.position("k j c b f") == GAME.position("K J check bet fold")


def test_a_card_is_told_to_whoever_is_dealt_it_and_the_board_to_both() -> None:
    told = [
        [SUITED.describe_to(state, 3, CHANCE, player) for player in (0, 1)]
        for state in (SUITED.initial(), SUITED.position("Jh"), SUITED.position("Jh Ks check check"))
    ]
    assert told == [["Qs", ""], ["", "Qs"], ["Qs", "Qs"]]


def test_a_seat_reads_a_question_mark_for_the_other_card_until_the_end() -> None:
    state = GAME.position("K J bet call Q check bet")
    assert GAME.text(state, 0) == (
        "player 1: K\nplayer 2: ?\nfirst round: bet, call\nboard: Q\nsecond round: check, bet\n"
        "pot 10, player 1 to move"
    )
    end = GAME.play(state, CALL)
    assert GAME.text(end, 0) == GAME.text(end, 1) == GAME.text(end)
    assert GAME.text(end).endswith("second round: check, bet, call\npot 14, player 1 wins 7")


@pytest.mark.parametrize("game", [GAME, SUITED], ids=["ranks", "suits"])
def test_every_position_reads_back_from_its_text(game: Leduc) -> None:
    for state in [*reached(game, game.initial())][::7]:
        assert game.position(game.text(state)) == state


@pytest.mark.parametrize("text", ["K ?", "K K K", "K J check Q", "K J bet fold Q", "Ks Jh", "nonsense"])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a hand of Leduc poker; write all cards"):
        GAME.position(text)


def test_the_other_s_card_is_drawn_as_often_as_it_is_left() -> None:
    random, drawn = Generator(1), Counter[str]()
    state = GAME.position("K J check check K")
    for _ in range(2_000):
        world = GAME.determinize(state, 1, random)
        assert world._replace(cards=state.cards) == state
        drawn[GAME.card_name(world.cards[0])] += 1
    assert drawn.keys() == {"J", "Q", "K"}
    assert drawn["Q"] / 2_000 == pytest.approx(1 / 2, abs=0.04)
    assert drawn["J"] / 2_000 == pytest.approx(1 / 4, abs=0.04)


def test_a_world_does_not_depend_on_the_card_that_is_hidden() -> None:
    for seed in range(20):
        worlds = {GAME.determinize(GAME.position(f"{card} J bet"), 1, Generator(seed)) for card in "JQK"}
        assert len(worlds) == 1


def test_an_option_that_is_none_is_refused() -> None:
    with pytest.raises(OutwitError, match="suits"):
        find_game("leduc:suits=perhaps")
