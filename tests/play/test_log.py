"""A game told to be read: turns, what came up by chance, and who won, in any game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outwit import SIMULTANEOUS, Game, Session, find_game
from outwit.games.tactics import Tactics
from outwit.games.tictactoe import TicTacToe
from outwit.play.log import log_text
from tests.views.battles import PAIR


@dataclass(frozen=True)
class Recurring(TicTacToe):
    """Tic-tac-toe that remembers its positions."""

    repetition = 3


class Bids(Game):
    """Two bids at once, twice; the sum of the first player's less that of the second is paid."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def turn(self, state: tuple[int, int]) -> int:
        return SIMULTANEOUS

    def moves_for(self, state: tuple[int, int], player: int) -> Iterator[int]:
        yield from (1, 2) if state[0] < 2 else ()

    def play_joint(self, state: tuple[int, int], moves: tuple[int, ...]) -> tuple[int, int]:
        return state[0] + 1, state[1] + moves[0] - moves[1]

    def over(self, state: tuple[int, int]) -> bool:
        return state[0] == 2

    def payoff(self, state: tuple[int, int], player: int) -> float:
        return state[1] if player == 0 else -state[1]

    def text(self, state: tuple[int, int], player: int | None = None) -> str:
        return f"round {state[0]}"


def played(game: str | Game, *moves: str, start: str | None = None) -> Session:
    session = Session(find_game(game) if isinstance(game, str) else game, ("human", "random"), 7, start)
    for move in moves:
        session.read(move)
    return session


def steps(session: Session) -> list[str]:
    """The lines of the log's middle part."""
    return log_text(session).split("\n\n")[2].splitlines()


def test_the_log_says_what_is_played_by_whom_from_where_and_how_it_ended() -> None:
    log = log_text(played("tictactoe", "1 4 2 5 3"))
    head, start, middle, end = log.split("\n\n")
    assert head.splitlines() == ["Tic-tac-toe (tictactoe)", "X: human", "O: random"]
    assert start == TicTacToe().text(TicTacToe().initial())
    assert middle.splitlines() == ["1. X: 1", "2. O: 4", "3. X: 2", "4. O: 5", "5. X: 3"]
    assert end == "X wins.\n"


def test_a_game_under_way_and_one_not_begun_are_told_too() -> None:
    assert log_text(played("tictactoe", "1")).endswith("\n\n1. X: 1\n\nThe game is not over.\n")
    assert log_text(played("tictactoe")).count("\n\n") == 2


def test_a_start_of_its_own_is_shown() -> None:
    session = played(Tactics(PAIR), start="S1 (0,0) hp 4; player to act, 9 turns left")
    assert "S1 swordsman (0,0) hp 4/10\n" in log_text(session)


def test_what_chance_gave_stands_in_the_turn_of_whoever_let_it_act() -> None:
    session = played("pig:goal=20", "roll", "4", "roll", "1", "roll", "6", "hold", "roll")
    assert steps(session) == [
        "1. player 1: roll",
        "   chance: 4",
        "   roll",
        "   chance: 1",
        "2. player 2: roll",
        "   chance: 6",
        "   hold",
        "3. player 1: roll",
    ]
    assert "\nseed: 7\n" in log_text(session)


def test_the_numbers_of_turns_are_aligned() -> None:
    lines = steps(played("connect4", "1111112222"))
    assert lines[0] == " 1. X: 1"
    assert lines[9].startswith("10. O: ")


def test_a_view_recounts_what_a_move_did() -> None:
    session = played("wargame:board=1 2 3", "drop A1", "drop C1", "blitz B1")
    assert steps(session)[-1] == "3. blue: blitz B1, conquering C1"


def test_choices_made_at_once_stand_in_one_line() -> None:
    assert steps(played(Bids(), "1,2", "2,2")) == ["1. all: 1,2", "2. all: 2,2"]
    assert log_text(played(Bids(), "1,2", "2,2")).endswith("Player 2 wins.\n")


def test_a_game_that_remembers_its_positions_is_told_as_any_other() -> None:
    assert steps(played(Recurring(), "5", "1")) == ["1. X: 5", "2. O: 1"]


def test_a_battle_is_told_with_places_rolls_and_hp() -> None:
    moves = (
        "swordsman attacks archer", "half damage 1.5", "swordsman passes",
        "archer to (4,1)", "archer attacks swordsman", "misses", "archer passes",
        "swordsman passes", "archer attacks swordsman", "full damage 3",
    )  # fmt: skip
    session = played(Tactics(PAIR, "emp"), *moves, start="S1 (1,1) hp 3; player to act, 9 turns left")
    assert steps(session) == [
        "1. player: swordsman at (1,1) attacks archer at (2,1)",
        "   chance: hit for half damage, 1.5: archer from 6 to 4.5 hp "
        "(archer rolled 1-10, swordsman 2-4; 7.5 % likely)",
        "   swordsman passes",
        "2. AI: archer moves from (2,1) to (4,1)",
        "   archer at (4,1) attacks swordsman at (1,1)",
        "   chance: swordsman avoids it (swordsman rolled 10-20; 55 % likely)",
        "   archer passes",
        "3. player: swordsman passes",
        "4. AI: archer at (4,1) attacks swordsman at (1,1)",
        "   chance: hit for full damage, 3: swordsman from 3 to 0 hp; swordsman falls, and player is beaten "
        "(swordsman rolled 1-9, archer 2-20; 42.75 % likely)",
    ]
    assert log_text(session).endswith("\n\nAI wins.\n")


def test_a_player_is_named_once_a_turn_where_the_view_names_it_too() -> None:
    session = Session(find_game("risk:map=islands,players=2,deal=3"), ("human", "human"))
    for _ in range(2):
        session.play(next(iter(session.rules.moves(session.state))))
    text = log_text(session)
    assert "1. Blue: place 3 in" in text
    assert "Blue: Blue" not in text
