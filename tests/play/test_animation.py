"""A whole game in pictures: one for each position, with what happened and how it stands below."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest
from PIL import Image

from outwit import CHANCE, Game, Session, find_game
from outwit.draw.gif import gif
from outwit.draw.png import length
from outwit.draw.shapes import Disc, Inset, Shape, Stroke, Words
from outwit.game import State, options
from outwit.games.tictactoe import Board, TicTacToe
from outwit.play.animation import MARGIN, SIZE, animation
from outwit.random import Generator
from outwit.views import Picture, find_view
from outwit.views.tictactoe import TicTacToeView


@dataclass(frozen=True)
class Shuttle(TicTacToe):
    """Each player's one piece goes to and fro, until the same position is there for the third time."""

    repetition = 3

    def initial(self) -> Board:
        return Board(1, 1 << 8, 0)

    def moves(self, state: Board) -> Iterator[int]:
        yield (1 if state.x == 1 else 0) if state.turn == 0 else (7 if state.o == 1 << 8 else 8)

    def play(self, state: Board, move: int) -> Board:
        return Board(1 << move, state.o, 1) if state.turn == 0 else Board(state.x, 1 << move, 0)


@dataclass(frozen=True)
class Drawn(TicTacToe):
    """Tic-tac-toe in which the first square is drawn by lot."""

    def turn(self, state: Board) -> int:
        return CHANCE if state == Board(0, 0, 0) else state.turn

    def chances(self, state: Board) -> Iterable[tuple[int, float]]:
        return ((square, 1 / 9) for square in range(9))


class Counted(TicTacToeView):
    """Tic-tac-toe with how many squares each player has."""

    def standing(self, state: State) -> str:
        return f"X {state.x.bit_count()} : O {state.o.bit_count()}"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a test runs, tic-tac-toe has a score."""
    monkeypatch.setattr("outwit.views.views", lambda: {TicTacToe: Counted})


def played(game: Game, seed: int = 3) -> Session:
    session = Session(game, seed=seed)
    random = Generator(seed)
    while not session.over:
        if session.turn == CHANCE:
            session.roll()
        else:
            session.play(random.choice(options(session.rules, session.state)))
    return session


def read(spec: str, moves: str) -> Session:
    session = Session(find_game(spec))
    session.read(moves)
    return session


def told(picture: Picture) -> list[str]:
    """The words below the board."""
    return [shape.text for shape in words(picture)]


def words(picture: Picture) -> list[Words]:
    return [shape for shape in picture.shapes if isinstance(shape, Words)]


def board(picture: Picture) -> tuple[Shape, ...]:
    """The shapes of the board in a frame."""
    [place] = [shape for shape in picture.shapes if isinstance(shape, Inset)]
    return place.shapes


def n_frames(film: bytes) -> int:
    return int(getattr(Image.open(io.BytesIO(film)), "n_frames", 1))


# One picture for each position


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_has_a_frame_for_each_move_and_one_for_the_start(seed: int) -> None:
    session = played(find_game("connect4"), seed)
    assert n_frames(gif(animation(session), zoom=0.5)) == len(session.steps) + 1


def test_a_game_not_begun_has_one_frame() -> None:
    assert n_frames(gif(animation(Session(find_game("connect4"))))) == 1


def test_a_game_that_repeats_its_positions_has_a_frame_for_each() -> None:
    session = played(Shuttle())
    pictures = list(animation(session))
    assert len(session.steps) == 8
    assert len({board(picture) for picture in pictures}) < len(pictures) == 9
    assert n_frames(gif(pictures)) == 9
    assert told(pictures[-1])[-1] == "A draw by repetition."


def test_each_frame_shows_its_position_with_the_move_that_led_there() -> None:
    session = read("connect4", "4453")
    view = find_view(session.game)
    assert view is not None
    *_, last = animation(session)
    assert board(last) == view.picture(session.state, None, 2).shapes
    ringed = [shape for shape in board(last) if isinstance(shape, Disc) and shape.kind == "last"]
    assert len(ringed) == 1


def test_an_outcome_of_chance_is_told_and_not_marked_as_a_move() -> None:
    session = Session(Drawn(), seed=1)
    outcome = session.roll()
    start, rolled = animation(session)
    assert told(start) == ["start"]
    assert told(rolled) == ["1 of 1", f"chance: {outcome + 1}"]
    assert not any(getattr(shape, "kind", "") == "last" for shape in board(rolled))


# What is told


def test_a_caption_tells_the_number_the_player_and_the_move() -> None:
    assert [told(picture) for picture in animation(read("connect4", "445"))] == [
        ["start"],
        ["1 of 3", "X: 4"],
        ["2 of 3", "O: 4"],
        ["3 of 3", "X: 5"],
    ]


def test_the_last_frame_names_the_result() -> None:
    *others, last = animation(read("connect4", "4141414"))
    assert told(last) == ["7 of 7", "X: 4", "X wins."]
    assert not any("wins" in " ".join(told(picture)) for picture in others)
    assert last.label.startswith("7 of 7 X: 4 X wins. ")


@pytest.mark.usefixtures("counted")
def test_every_frame_tells_how_the_game_stands() -> None:
    pictures = list(animation(read("tictactoe", "14253")))
    assert told(pictures[0]) == ["start", "X 0 : O 0"]
    assert told(pictures[2]) == ["2 of 5", "O: 4", "X 1 : O 1"]
    assert told(pictures[5]) == ["5 of 5", "X: 3", "X 3 : O 2 · X wins."]


def test_a_score_that_the_board_shows_is_not_told_again() -> None:
    session = played(find_game("wargame:board=1 2/3 4"))
    view = find_view(session.game)
    assert view is not None
    for picture, state in zip(animation(session), session.states, strict=True):
        shown = [shape.text for shape in board(picture) if isinstance(shape, Words)]
        assert shown[0] + " : " + shown[1] == view.standing(state)
        assert not any(view.standing(state) in text for text in told(picture))
    assert "wins" in told(picture)[-1]


def test_what_a_move_conquered_is_marked_and_said() -> None:
    session = Session(find_game("wargame:board=1 2 3"))
    for move in ("drop A1", "drop C1", "blitz B1"):
        session.read(move)
    *_, last = animation(session)
    assert "Last move: blue blitz B1, conquering C1." in last.label
    assert any(isinstance(shape, Stroke) and shape.kind == "last" for shape in board(last))


@dataclass(frozen=True)
class Named(TicTacToe):
    """Tic-tac-toe between players whose names are long."""

    player_names = ("Her Excellency the Ambassador of the Crosses", "O")


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("game", [TicTacToe(), Named()], ids=["short", "long"])
def test_words_have_room_and_do_not_touch_each_other(game: Game) -> None:
    for picture in animation(played(game)):
        spans = []
        for each in words(picture):
            wide = length(each.text, each.size)
            start = {"start": each.x, "middle": each.x - wide / 2, "end": each.x - wide}[each.anchor]
            spans.append((each.y, start, start + wide))
            assert 0 < each.size <= SIZE
            assert each.y + each.size / 2 < picture.height
        assert all(MARGIN < start < end < picture.width - MARGIN + 0.01 for _, start, end in spans)
        for (line, _, end), (below, start, _) in zip(sorted(spans), sorted(spans)[1:], strict=False):
            assert below > line or end < start


@pytest.mark.parametrize("spec", ["connect4:width=1,height=2,length=2", "connect4:width=9,height=4"])
def test_boards_of_any_width_stand_in_the_middle_of_frames_of_one_size(spec: str) -> None:
    session = played(find_game(spec))
    view = find_view(session.game)
    assert view is not None
    pictures = list(animation(session))
    assert len({(picture.width, picture.height) for picture in pictures}) == 1
    [place] = [shape for shape in pictures[0].shapes if isinstance(shape, Inset)]
    assert 2 * place.x + view.picture(session.state).width == pytest.approx(pictures[0].width)


def test_a_game_without_a_view_is_shown_as_its_text() -> None:
    [start] = animation(Session(find_game("nim")))
    assert "21 coins, player 1 to move" in start.label
