from __future__ import annotations

from pathlib import Path
from threading import Timer

import pytest

from outwit import AlphaBeta, Limit, Minimax, Session, Watch, find_game, search
from outwit.decision import Progress
from outwit.engine.solver import Solver, between
from outwit.game import Game, State
from outwit.random import Generator
from outwit.random_positions import random_position
from tests.boards import Domineering, Hex

DATA = Path(__file__).parent.parent / "games" / "data"


def endgames(game: Game, free: int, number: int) -> list[State]:
    """Positions of Othello with so many empty squares, in which there is something to decide."""
    random = Generator(9)
    found: list[State] = []
    while len(found) < number:
        state = game.initial()
        while not game.over(state) and game.text(state).count("-") > free:
            state = game.play(state, random.choice(list(game.moves(state))))
        if not game.over(state) and game.text(state).count("-") == free:
            found.append(state)
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_late_positions_of_connect_4_have_their_known_scores(threads: int) -> None:
    game = find_game("connect4:graded=on")
    lines = (DATA / "connect4_positions.txt").read_text().splitlines()
    for line in lines:
        if line.strip() and not line.startswith("#"):
            played, score = line.split()
            decision = Solver(threads=threads).decide(game, game.position(played))
            assert (decision.value, decision.exact) == (float(score), True)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_endgames_of_othello_have_their_known_values(threads: int) -> None:
    game = find_game("othello")
    for line in (DATA / "othello_endgames.txt").read_text().splitlines():
        board, value = line.rsplit(maxsplit=1)
        decision = Solver(threads=threads).decide(game, game.position(board))
        assert (decision.value, decision.exact) == (float(value), True), line


@pytest.mark.parametrize("number", [6, pytest.param(500, marks=pytest.mark.slow)])
def test_othello_endgames_with_eight_empty_squares_are_worth_what_the_textbook_says(number: int) -> None:
    game = find_game("othello")
    textbook = search.AlphaBeta(quick=False)
    for state in endgames(game, 8, number):
        assert Solver().decide(game, state).value == textbook.decide(game, state).value


def test_every_move_is_proved_if_asked_for() -> None:
    game = find_game("othello")
    for state in endgames(game, 6, 10):
        decision = Solver(all_moves=True).decide(game, state)
        whole = Minimax(quick=False).decide(game, state)
        assert decision.exact
        assert decision.value == whole.value
        assert {c.move: (c.value, c.bound) for c in decision.candidates} == {
            c.move: (c.value, "exact") for c in whole.candidates
        }


def test_the_line_of_a_solution_leads_to_its_value() -> None:
    game = find_game("othello")
    ended = 0
    for state in endgames(game, 8, 10):
        decision = Solver().decide(game, state)
        player, end = game.turn(state), state
        for move in decision.line:
            end = game.play(end, move)
        if game.over(end):
            ended += 1
            assert game.payoff(end, player) == decision.value
        else:
            worth = Solver().decide(game, end).value or 0.0
            assert (worth if game.turn(end) == player else -worth) == decision.value
    assert ended


@pytest.mark.parametrize(
    "spec", ["tictactoe", pytest.param("connect4:width=4,height=4", marks=pytest.mark.slow)]
)
def test_the_interpreted_solver_finds_the_same(spec: str) -> None:
    game = find_game(spec)
    assert (
        Solver(compiled=False).decide(game, game.initial()).value
        == Solver().decide(game, game.initial()).value
        == 0.0
    )


def test_what_is_proved_on_the_way_is_told_and_closes_in_on_the_value() -> None:
    game = find_game("othello")
    heard: list[Progress] = []
    [state] = endgames(game, 12, 1)
    decision = Solver().decide(game, state, watch=Watch(heard.append))
    ranges = [progress.known for progress in heard if progress.known is not None]
    assert ranges
    assert all(low <= (decision.value or 0.0) <= high for low, high in ranges)
    widths = [high - low for low, high in ranges]
    assert widths == sorted(widths, reverse=True)


def test_a_solution_can_be_stopped_and_then_proves_nothing() -> None:
    game = find_game("othello")
    watch = Watch()
    timer = Timer(0.3, watch.stop)
    timer.start()
    decision = Solver().decide(game, game.initial(), Limit(seconds=60), watch=watch)
    timer.join()
    assert not decision.exact
    assert decision.seconds < 30
    assert not Solver().decide(game, game.initial(), Limit(nodes=5000)).exact


def test_questions_begin_at_nought_and_go_away_from_it() -> None:
    assert between(-10, 10) == 0
    assert between(3, 10) == 3
    assert -5 > between(-10, -5) > -5.000001


@pytest.mark.parametrize(("compiled", "games"), [(False, 1), pytest.param(True, 4, marks=pytest.mark.slow)])
def test_positions_that_a_game_takes_for_the_same_are_solved_once(compiled: bool, games: int) -> None:
    plain = find_game("connect4:width=5,height=4,graded=on")
    mirrored = find_game(f"{Path(__file__).with_name('mirrored.py')}:Mirrored")
    random = Generator(2)
    saved = 0
    for _ in range(games):
        state = plain.initial()
        for _ in range(4 + random.below(2) if games == 1 else random.below(6)):
            state = plain.play(state, random.choice(list(plain.moves(state))))
        once, twice = (Solver(compiled=compiled).decide(game, state) for game in (mirrored, plain))
        assert once.value == twice.value
        assert Solver(compiled=False).decide(mirrored, state).value == once.value
        followed = state
        for move in once.line:
            assert move in list(plain.moves(followed))
            followed = plain.play(followed, move)
        saved += twice.nodes - once.nodes
    assert saved > 0


@pytest.mark.parametrize("compiled", [True, False])
def test_a_win_that_bounds_know_of_is_won_by_the_move_that_wins(compiled: bool) -> None:
    """In some positions the rules themselves say what they are worth, but not by which move."""
    game = find_game("connect4:width=5,height=4")
    session = Session(game)
    session.read("151515")
    assert game.bounds(session.state, 0) == (1.0, 1.0)
    for agent in (Solver(compiled=compiled), AlphaBeta(quick=False, compiled=compiled)):
        decision = agent.decide(game, session.state)
        assert (decision.named(decision.move), decision.value, decision.exact) == ("1", 1.0, True)


def test_every_move_has_its_own_value_whatever_bounds_say_of_the_best() -> None:
    game = find_game("connect4:width=5,height=4")
    random = Generator(4)
    for _ in range(30):
        state = random_position(game, random, 11 + random.below(6))
        decision = Solver(all_moves=True).decide(game, state)
        sign = 1 if game.turn(state) == 0 else -1
        for candidate in decision.candidates:
            child = game.play(state, candidate.move)
            if game.over(child):
                expected = game.payoff(child, 0)
            else:
                expected = for_first(game, child)
            assert candidate.value == sign * expected
            assert candidate.bound == "exact"


def for_first(game: Game, state: State) -> float:
    """What a position is worth to player 0, by minimax alone."""
    value = Minimax(quick=False).decide(game, state).value
    assert value is not None
    return value if game.turn(state) == 0 else -value


@pytest.mark.parametrize(
    "game",
    [
        Hex(4),
        *(pytest.param(game, marks=pytest.mark.slow) for game in (Hex(3), Domineering(4), Domineering(5))),
    ],
    ids=repr,
)
def test_what_is_near_is_found_without_searching_the_first_moves_to_the_end(game: Game) -> None:
    assert Solver.program(game)
    solved = Solver().decide(game, game.initial(), Limit(seconds=60))
    searched = AlphaBeta(depth=16).decide(game, game.initial(), Limit(seconds=60))
    assert solved.exact
    assert searched.exact
    assert solved.value == searched.value
    assert solved.nodes <= 1.5 * searched.nodes
