"""`outwit uci` as a real chess program meets it: python-chess asks, and knows the rules."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

from tests.cli.conftest import Command
from tests.protocols.talk import PATIENCE

PAGE = (Path(__file__).parent.parent.parent / "docs" / "chess.md").read_text("utf-8")
COMMAND = [sys.executable, "-m", "outwit", "uci"]


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE)
    yield engine
    engine.quit()


def legal(board: chess.Board, move: chess.Move | None) -> chess.Move:
    """A move that python-chess has heard; it must be one."""
    assert move is not None
    assert move in board.legal_moves
    return move


def test_the_command_has_help_with_an_example(outwit: Command) -> None:
    assert "Example: outwit uci" in " ".join(outwit("uci", "--help").out.split())


def test_it_takes_no_arguments(outwit: Command) -> None:
    refused = outwit("uci", "fast")
    assert (refused.status, refused.out) == (2, "")


def test_a_program_learns_its_name_and_its_options(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Outwit ")
    assert set(engine.options) == {"Hash", "Threads", "Clear Hash", "MultiPV", "Ponder", "UCI_Chess960"}
    engine.configure({"Hash": 16, "Threads": 2})
    engine.configure({"Hash": 64, "Threads": 1})


@pytest.mark.parametrize("white", [True, False])
def test_it_plays_whole_games_and_wins_them(engine: chess.engine.SimpleEngine, white: bool) -> None:
    board, draw = chess.Board(), random.Random(white)
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        if board.turn == white:
            played = engine.play(board, chess.engine.Limit(time=0.05), game=white)
            board.push(legal(board, played.move))
        else:
            board.push(draw.choice([*board.legal_moves]))
    assert board.result() == ("1-0" if white else "0-1")


def test_a_forced_mate_is_found(engine: chess.engine.SimpleEngine) -> None:
    """Damiano's, 1512: 1. Rh8+ Kxh8 2. Rh1+ Kg8 3. Rh8+ Kxh8 4. Qh1+ Kg8 5. Qh7."""
    board = chess.Board("5rk1/4ppp1/6P1/8/7R/8/8/K2Q3R w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=9))
    mate = info["score"].relative.mate()
    assert mate is not None
    assert mate > 0
    line = info["pv"]
    for move in line:
        assert move in board.legal_moves
        board.push(move)


def test_an_analysis_goes_on_until_it_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    depths = []
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if "depth" in info and "pv" in info:
                depths.append(info["depth"])
            if len(depths) == 4:
                break
        analysis.stop()
        assert legal(chess.Board(), analysis.wait().move)
    assert depths == sorted(depths)


def test_several_lines_are_analysed(engine: chess.engine.SimpleEngine) -> None:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=4)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4]
    assert len({info["pv"][0] for info in infos}) == 4
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True)


def test_only_some_moves_are_analysed(engine: chess.engine.SimpleEngine) -> None:
    some = [chess.Move.from_uci(text) for text in ("a2a3", "h2h4")]
    assert engine.play(chess.Board(), chess.engine.Limit(depth=3), root_moves=some).move in some


def test_it_ponders(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(4):
        played = engine.play(
            board, chess.engine.Limit(white_clock=3, black_clock=3), ponder=True, game="pondering"
        )
        board.push(legal(board, played.move))
        board.push(played.ponder or next(iter(board.legal_moves)))
    board.push(next(iter(board.legal_moves)))  # what was not expected
    assert legal(board, engine.play(board, chess.engine.Limit(time=0.05)).move)


def test_chess960_castling_is_understood_and_played(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/RK5R w AH - 0 1", chess960=True)
    assert chess.Move.from_uci("b1h1") in board.legal_moves
    for text in ("b1h1", "b1a1"):
        castle = chess.Move.from_uci(text)
        assert engine.play(board, chess.engine.Limit(depth=1), root_moves=[castle]).move == castle
    board.push_uci("b1h1")
    assert legal(board, engine.play(board, chess.engine.Limit(depth=2)).move)


@pytest.mark.parametrize("number", [0, 356, 959])
def test_chess960_games_go_by_the_rules(engine: chess.engine.SimpleEngine, number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    while not board.is_game_over() and board.ply() < 16:
        played = engine.play(board, chess.engine.Limit(nodes=200), game=number)
        assert played.move is not None
        board.push(played.move)


def test_it_is_there_before_anything_is_loaded_that_takes_long() -> None:
    program = (
        "import io, sys\n"
        "from outwit.protocols.uci import Conversation\n"
        "said = io.BytesIO()\n"
        "Conversation(said).hear('uci')\n"
        "assert said.getvalue().endswith(b'uciok\\n')\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    slow = {"numba", "llvmlite", "numpy", "sqlalchemy", "nicegui", "fastapi", "typer"}
    assert not slow & set(loaded.stdout.split())


def test_the_end_of_the_input_is_the_end() -> None:
    lines = "uci\nisready\nposition startpos\ngo infinite\n"
    done = subprocess.run(COMMAND, input=lines, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_quit_is_the_end_whatever_follows() -> None:
    done = subprocess.run(COMMAND, input="quit\nisready\n", capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nonsense_is_no_end_and_prints_no_traceback() -> None:
    draw = random.Random(7)
    noise = b"".join(bytes(draw.randrange(1, 256) for _ in range(40)) + b"\n" for _ in range(500))
    lines = noise + b"go depth x\nposition fen\n" + b"isready\n" * 3
    done = subprocess.run(COMMAND, input=lines, capture_output=True, timeout=PATIENCE)
    assert done.stdout.splitlines()[-3:] == [b"readyok"] * 3
    assert b"Traceback" not in done.stdout + done.stderr


def test_the_page_shows_what_is_said() -> None:
    [conversation] = re.findall(r"```\n(> uci.*?)```", PAGE, re.DOTALL)
    lines = conversation.splitlines()
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdin
    assert process.stdout
    said = []
    for line in lines:
        if line.startswith("> "):
            process.stdin.write(line[2:] + "\n")
    for told in process.stdout:
        said.append(f"< {told}")
        if told.startswith("bestmove"):
            break
    process.communicate("quit\n", PATIENCE)
    shown = "".join(f"{line}\n" for line in lines if line.startswith("< "))
    pattern = re.escape(shown).replace("<\\ \\.\\.\\.\\\n", "(< .*\n)*").replace(r"\.\.\.", ".*")
    assert re.fullmatch(pattern, "".join(said)), said


def test_the_page_shows_the_options(engine: chess.engine.SimpleEngine) -> None:
    section = PAGE.partition("## In a chess program")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| ([A-Z][\w ]*?) \| ", section, re.MULTILINE)) == set(engine.options)
