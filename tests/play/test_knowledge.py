"""Nobody who decides or looks for a seat is handed the true state, and every seat is told what it knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from outwit import Session, find_game
from outwit.errors import BrokenRulesError, OutwitError
from outwit.game import CHANCE, Game, actors
from outwit.play.knowledge import position_for
from outwit.random import Generator
from outwit.repetition import Remembered, Remembering
from tests import broken_games
from tests.hidden_games import Blundering, Hands, Pace, Pile, SealedBids
from tests.play.twins import random_session
from tests.sketches.battleship import Battleship
from tests.sketches.liarsdice import LiarsDice
from tests.sound_games import Poker

HIDING: tuple[Game, ...] = (LiarsDice(), Battleship(5, (3, 2, 2)), Poker(), SealedBids(), Pile())


def rolled(seed: int = 4) -> Session:
    """Liar's dice once both have rolled: 4 and 1, and 2 and 6."""
    session = Session(LiarsDice(), seed=seed)
    while session.turn == CHANCE:
        session.roll()
    return session


# What is handed to agents


@pytest.mark.parametrize("game", HIDING, ids=lambda game: type(game).__name__)
def test_a_world_handed_to_a_player_is_one_that_the_player_cannot_tell_from_the_true_one(game: Game) -> None:
    differing = 0
    for seed in range(12):
        whole = random_session(game, seed)
        for count in range(len(whole.steps)):
            session = Session(game, seed=seed)
            for step in whole.steps[:count]:
                session.play(step.move)
            for player in actors(game, session.state):
                world, history = session.seen_by(player)
                assert game.observation(world, player) == game.observation(session.state, player)
                assert set(game.moves_for(world, player)) == set(game.moves_for(session.state, player))
                assert not history
                differing += world != session.state
    assert differing > 5


def test_where_nothing_is_hidden_the_state_and_its_history_are_passed_on_as_they_are() -> None:
    session = Session(find_game("connect4"))
    session.read("4453")
    state, history = session.seen_by()
    assert state is session.state
    assert [id(each) for each in history] == [id(each) for each in session.states[:-1]]
    assert position_for(session.game, state, history, 0, Generator()) == (state, history)


def test_a_seed_deals_the_same_worlds_again_and_another_seed_others() -> None:
    worlds = []
    for seed in (4, 4, 5):
        session = rolled()
        session.seed = seed
        session.read("1x3 2x1 2x3")
        worlds.append([session.world_at(seat, count)[0] for count in range(4, 8) for seat in (0, 1)])
    assert worlds[0] == worlds[1] != worlds[2]


def test_every_decision_is_handed_a_world_of_its_own() -> None:
    session = rolled()
    dice = []
    for bid in ("1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "2x1", "2x2"):
        dice.append(session.seen_by()[0].dice)
        session.read(bid)
    assert len(set(dice[::2])) > 2
    assert len(set(dice[1::2])) > 2


def test_nobody_is_handed_a_world_who_has_nothing_to_decide() -> None:
    session = Session(LiarsDice())
    with pytest.raises(OutwitError, match="Chance is to act here"):
        session.seen_by()
    with pytest.raises(OutwitError, match="player=0, not 1"):
        rolled().seen_by(1)
    with pytest.raises(OutwitError, match="player=0 or 1, not None"):
        Session(SealedBids()).seen_by()


# Memory


def test_a_repeated_position_counts_in_the_world_and_what_is_remembered_is_drawn_too() -> None:
    session = Session(Pace())
    for move in (1, -1, 1):
        session.play(move)
    world, history = session.seen_by()
    assert isinstance(world, Remembered)
    assert isinstance(session.rules, Remembering)
    assert world.now.secret[1] == 7
    assert world.now.secret[0] != 3
    assert world.seen == session.state.seen
    assert not history
    again = session.rules.play(world, -1)
    assert not session.rules.over(session.rules.play(world, 1))
    assert session.rules.over(again)


def test_earlier_states_are_drawn_where_they_are_handed_on() -> None:
    game = Pace()
    states = [game.initial()]
    for move in (1, -1, 1):
        states.append(game.play(states[-1], move))
    world, history = position_for(game, states[-1], states[:-1], 1, Generator(1))
    assert [game.key(each) for each in history] == [game.key(each) for each in states[:-1]]
    assert all(each.secret[1] == 7 and each.secret[0] != 3 for each in (*history, world))


class KeysTellThePocket(Pace):
    """What is repeated is a secret, too, so that the keys of the past would give it away."""

    def key(self, state: object) -> int:
        return hash(state)


def test_no_key_of_a_true_state_is_handed_on() -> None:
    session = Session(KeysTellThePocket())
    for move in (1, -1, 1):
        session.play(move)
    true = {session.game.key(each.now) for each in session.states}
    world = session.seen_by()[0]
    assert not {key for key, _ in world.seen} & true
    assert not session.rules.over(world)


# Rules that draw badly


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        (
            Blundering(),
            "1x3",
            "for player 2 `determinize` drew a world in which `turn` is not what the player",
        ),
        (
            broken_games.DeterminizeEndsTheGame(),
            "",
            "in which `over` is not what the player knows; `outwit ch",
        ),
        (broken_games.DeterminizeChangesTheMoves(), "", "in which `moves_for` is not what the player knows"),
        (
            broken_games.DeterminizeSwapsTheOwnCard(),
            "",
            "in which `observation` is not what the player knows",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_a_world_that_the_player_could_tell_from_the_true_one_is_refused(
    game: Game, moves: str, words: str
) -> None:
    sentences = []
    for seed in range(20):
        session = Session(game, seed=seed)
        while session.turn == CHANCE:
            session.roll()
        if moves:
            session.read(moves)
        try:
            session.seen_by()
        except BrokenRulesError as error:
            sentences.append(str(error))
    assert sentences
    assert all(words in sentence for sentence in sentences)
    assert all(
        sentence.startswith(f"The rules of {type(game).__name__} are broken") for sentence in sentences
    )


def test_a_determinize_that_raises_is_named() -> None:
    class Failing(LiarsDice):
        def determinize(self, state: object, player: int, random: Generator) -> object:  # type: ignore[override]
            raise KeyError("cups")

    session = Session(Failing())
    while session.turn == CHANCE:
        session.roll()
    with pytest.raises(
        BrokenRulesError, match=r"Failing are broken: .* raised KeyError: 'cups'; `outwit check`"
    ):
        session.seen_by()


# What is told to seats


def told(session: Session, seat: int | None) -> list[str | None]:
    return [session.told_to(seat, number) for number in range(len(session.steps))]


def test_a_seat_is_told_its_own_dice_and_all_that_is_public() -> None:
    session = rolled()
    session.read("1x3 2x3")
    assert told(session, 0) == ["4", "1", None, None, "1x3", "2x3"]
    assert told(session, 1) == [None, None, "2", "6", "1x3", "2x3"]
    assert told(session, None) == ["4", "1", "2", "6", "1x3", "2x3"]
    assert [session.told_to_all((0, 1), number) for number in range(6)] == [None] * 4 + ["1x3", "2x3"]
    assert [session.told_to_all((), number) for number in range(6)] == told(session, None)


def test_when_the_game_is_over_all_is_told_and_shown() -> None:
    session = rolled()
    session.read("1x3 liar")
    for seat in (0, 1, None):
        assert told(session, seat) == ["4", "1", "2", "6", "1x3", "liar"]
        assert session.shown_to(seat) is session.state


def test_ships_are_placed_unseen_and_shots_are_heard() -> None:
    game = Battleship(5, (3, 2, 2))
    session = random_session(game, 3, most=24)
    for seat in (0, 1):
        placed, shots = told(session, seat)[:6], told(session, seat)[6:]
        assert [text is not None for text in placed] == [step.by == seat for step in session.steps[:6]]
        assert [text.partition(": ")[0] for text in shots if text] == session.described()[6:]
        assert {text.partition(": ")[2] for text in shots if text} > {"miss"}


def test_a_choice_made_at_once_with_others_is_known_if_it_is_shown() -> None:
    session = Session(SealedBids())
    session.read("1,3")
    session.read("2,2")
    assert told(session, 0) == ["1,?", "2,?"]
    assert told(session, 1) == ["?,3", "?,2"]
    assert session.told_to_all((0, 1), 0) is None
    session.read("3,1")
    assert told(session, 0) == ["1,3", "2,2", "3,1"]


def test_an_outcome_that_only_the_true_state_could_have_brought_is_not_told() -> None:
    session = random_session(Pile(), 1, most=4)
    assert told(session, 0) == ["take", "card 4", "take", None]
    assert told(session, 1) == ["take", None, "take", "card 1"]


class SilentPile(Pile):
    """A pile whose rules do not say who sees what."""

    describe_to = Game.describe_to


def test_without_a_word_of_the_rules_a_seat_is_told_its_own_moves_alone() -> None:
    session = random_session(SilentPile(), 1, most=4)
    assert told(session, 0) == ["take", None, None, None]
    assert told(session, 1) == [None, None, "take", None]


def test_what_is_seen_is_asked_of_the_game_itself_where_a_repeated_position_counts() -> None:
    session = Session(Pace())
    session.play(1)
    session.play(-1)
    assert (told(session, 0), told(session, 1)) == (["1", None], [None, "-1"])


class Mumbled(Pile):
    """Who takes a card says how high it is, and no more."""

    def describe_to(self, state: Hands, move: int, by: int, player: int) -> str:
        if state.drawing and len(state.taken) % 2 != player:
            return "card high" if move > 3 else "card low"
        return super().describe_to(state, move, by, player)


def test_a_move_is_known_to_its_player_and_to_those_who_are_told_its_name() -> None:
    session = random_session(Mumbled(), 1, most=2)
    assert [session.told_to(seat, 1) for seat in (0, 1)] == ["card 4", "card high"]
    assert [session.knows_move(seat, 1) for seat in (0, 1, None)] == [True, False, True]
    for game in (Battleship(5, (3, 2, 2)), find_game("battleship:size=5,fleet=(3,2,2)")):
        ships = random_session(game, 3, most=7)
        assert [ships.knows_move(seat, 0) for seat in (0, 1)] == [True, False]
        assert [ships.knows_move(seat, 6) for seat in (0, 1)] == [True, True]


def test_a_step_played_again_after_one_was_taken_back_is_told_anew() -> None:
    session = rolled()
    session.read("1x3")
    assert session.told_to(1, 4) == "1x3"
    session.undo()
    session.read("2x2")
    assert session.told_to(1, 4) == "2x2"


@pytest.mark.parametrize("show", [lambda session: session.shown_to(1), lambda session: session.seen_by()[0]])
def test_what_is_shown_to_a_seat_is_drawn_from_what_it_knows(show: Callable[[Session], object]) -> None:
    """Whatever the dice of the other are, what is shown stays the same."""
    shown = set()
    for first in (1, 2, 3):
        for second in (4, 5, 6):
            session = Session(LiarsDice(), seed=9)
            for face in (first, second, 3, 3):
                session.play(face)
            session.read("1x2")
            shown.add(show(session))
    assert len(shown) == 1
