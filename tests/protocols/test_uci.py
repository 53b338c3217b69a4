"""The Universal Chess Interface, claim by claim, in this process and interpreted."""

from __future__ import annotations

import queue
import random
import re
import threading
import time
from collections.abc import Iterator

import chess
import pytest

import outwit
from outwit.decision import Progress
from outwit.engine.alphabeta import AlphaBeta
from outwit.errors import OutwitError
from outwit.games import find_game
from outwit.games.chess import read_fen, write_fen
from outwit.protocols.uci import Conversation, serve
from outwit.protocols.uci.info import Teller
from outwit.protocols.uci.orders import Order, read_order
from outwit.protocols.uci.places import find_move, place_after
from tests.protocols.talk import PATIENCE

GAME = find_game("chess")
MATE_IN_TWO = "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
"""Paul Morphy's: 1. Ra6."""
BACK_RANK = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
BOARD = read_fen(BACK_RANK.removeprefix("fen "))
SACRIFICE = "fen r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"
"""1. Qh6+ Kxh6 2. Bxf6."""
FOOLS_MATE = "startpos moves f2f3 e7e5 g2g4 d8h4"
STALEMATE = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


class Sink:
    """What the conversation writes, line by line."""

    def __init__(self) -> None:
        self.lines: queue.Queue[str] = queue.Queue()

    def write(self, data: bytes) -> None:
        for line in data.decode("ascii").splitlines():
            self.lines.put(line)

    def flush(self) -> None:
        pass


class Talk:
    def __init__(self) -> None:
        self.sink = Sink()
        self.conversation = Conversation(self.sink, compiled=False)  # type: ignore[arg-type]

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.conversation.hear(line)

    def until(self, first: str) -> list[str]:
        """What is said, up to a line that begins so."""
        said = []
        while True:
            said.append(self.sink.lines.get(timeout=PATIENCE))
            if said[-1].split()[:1] == [first]:
                return said

    def ask(self, *lines: str) -> list[str]:
        """What is said up to the best move."""
        self.send(*lines)
        return self.until("bestmove")

    def silent(self, seconds: float = 0.05) -> list[str]:
        """Is nothing but progress told for a while? All that is."""
        time.sleep(seconds)
        said = []
        while not self.sink.lines.empty():
            said.append(self.sink.lines.get())
        return [line for line in said if not line.startswith("info")]


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    assert talk.conversation.end()


def test_it_says_who_it_is_and_what_can_be_set(talk: Talk) -> None:
    talk.send("uci")
    said = talk.until("uciok")
    assert said[:2] == [f"id name Outwit {outwit.__version__}", "id author the Outwit team"]
    assert [re.match(r"option name (.*) type", line)[1] for line in said[2:-1]] == [  # type: ignore[index]
        "Hash",
        "Threads",
        "Clear Hash",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
    ]


def test_it_is_ready_while_it_searches(talk: Talk) -> None:
    talk.send("go infinite", "isready")
    talk.until("readyok")
    assert talk.silent() == []
    talk.send("stop")
    assert talk.until("bestmove")


def test_an_endless_search_tells_its_move_when_it_is_stopped_and_not_before_even_if_nothing_is_left_to_find(
    talk: Talk,
) -> None:
    talk.send(f"position {BACK_RANK}", "go infinite")
    assert talk.silent(0.2) == []
    talk.send("stop")
    assert talk.until("bestmove")[-1] == "bestmove a1a8"


def test_a_second_stop_and_one_without_a_search_do_nothing(talk: Talk) -> None:
    talk.send("stop", "ponderhit", "go infinite", "stop", "stop")
    talk.until("bestmove")
    assert talk.silent() == []


def test_its_lines_have_depth_score_nodes_speed_time_and_moves(talk: Talk) -> None:
    *said, last = talk.ask("position startpos moves e2e4", "go depth 3")
    shape = r"info depth (\d) score cp -?\d+ nodes \d+ nps \d+ time \d+ pv ([a-h1-8 ]+)"
    told = [re.fullmatch(shape, line) for line in said]
    assert [match[1] for match in told if match] == ["1", "2", "3"]
    assert len(told) == 3
    board = chess.Board()
    board.push_uci("e2e4")
    moves = told[-1][2].split()  # type: ignore[index]
    for move in moves:
        board.push_uci(move)
    assert last == f"bestmove {moves[0]} ponder {moves[1]}"


def test_a_pawn_is_a_hundred(talk: Talk) -> None:
    said: list[str] = []
    teller = Teller(said.append, GAME, place_after(GAME, ["startpos"]).state, chess960=False)
    teller.report(Progress(1, 1, 0.0, GAME.scale, (12 | 28 << 6,)))
    assert " score cp 100 " in said[0]
    assert said[0].endswith(" pv e2e4")


@pytest.mark.parametrize(
    ("position", "score", "move"),
    [
        (BACK_RANK, "mate 1", "a1a8"),
        (SACRIFICE, "mate 2", "d2h6"),
        (f"{SACRIFICE} moves d2h6", "mate -1", "g7h6"),
        ("fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", "mate -1", "h8g8"),
    ],
)
def test_mates_are_counted_in_moves(talk: Talk, position: str, score: str, move: str) -> None:
    *_, told, best = talk.ask(f"position {position}", "go depth 5")
    assert f" score {score} " in told
    assert best.split()[1] == move


def test_a_mate_in_so_many_is_looked_for_and_no_further(talk: Talk) -> None:
    said = talk.ask(f"position {MATE_IN_TWO}", "go mate 2")
    assert " score mate 2 " in said[-2]
    assert said[-1].startswith("bestmove a1a6")
    said = talk.ask("position startpos", "go mate 1")
    assert re.match("info depth 2 score cp", said[-2])


@pytest.mark.parametrize(
    ("position", "score"), [(FOOLS_MATE, "mate 0"), (STALEMATE, "cp 0")], ids=["mate", "stalemate"]
)
def test_where_there_is_no_move_the_best_is_0000(talk: Talk, position: str, score: str) -> None:
    assert talk.ask(f"position {position}", "go depth 3") == [f"info depth 0 score {score}", "bestmove 0000"]


@pytest.mark.parametrize(
    "position",
    [
        "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 3,
        "fen 4k3/8/8/8/8/8/3R4/4K3 w - - 100 90",
        "fen 4k3/8/8/8/8/8/4B3/4K3 w - - 0 90",
        "fen 4k3/8/8/8/8/8/4B3/4K3 w - - 0 90 moves e2d3 e8e7 d3e2",
    ],
    ids=["third repetition", "fifty moves", "nobody can mate", "moves after that"],
)
def test_a_program_may_go_on_where_the_game_is_drawn(talk: Talk, position: str) -> None:
    best = talk.ask(f"position {position}", "go depth 2")[-1].split()[1]
    words = position.split()
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    board = chess.Board() if words[0] == "startpos" else chess.Board(" ".join(words[1:7]))
    for move in moves:
        board.push_uci(move)
    assert chess.Move.from_uci(best) in board.legal_moves


def test_a_repetition_is_known_from_the_moves(talk: Talk) -> None:
    """White, a queen down, draws by going back where it was twice."""
    moves = "h1h2 h8h7 h2h1 h7g7 h1h2 g7h7 h2h1 h7g8 h1g1 g8h7"
    said = talk.ask(f"position fen 7k/8/8/q7/8/8/P7/7K w - - 0 1 moves {moves}", "go depth 1")
    scores = {line.split()[line.split().index("pv") + 1]: line.split()[5] for line in said[:-1]}
    assert scores == {"g1h1": "0"}


def test_castling_is_read_either_way_and_written_as_asked(talk: Talk) -> None:
    before = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves"
    short, rook = (place_after(GAME, f"{before} {move}".split()).state for move in ("e1g1", "e1h1"))
    assert short == rook
    assert write_fen(short).startswith("r3k2r/8/8/8/8/8/8/R4RK1")
    talk.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert talk.ask("go depth 1 searchmoves e1g1")[-1].split()[1] == "e1g1"
    talk.send("setoption name UCI_Chess960 value true")
    assert talk.ask("go depth 1 searchmoves e1h1")[-1].split()[1] == "e1h1"


def test_only_the_moves_asked_for_are_searched(talk: Talk) -> None:
    said = talk.ask(f"position {BACK_RANK}", "go depth 2 searchmoves g1f1 a1a2")
    assert {line.split(" pv ")[1].split()[0] for line in said[:-1]} <= {"g1f1", "a1a2"}
    assert said[-1].split()[1] in {"g1f1", "a1a2"}


def test_several_lines_are_each_the_best_of_the_moves_that_are_left(talk: Talk) -> None:
    talk.send("setoption name MultiPV value 3", f"position {BACK_RANK}")
    *said, best = talk.ask("go depth 2")
    shape = r"info depth (\d) multipv (\d) score (\w+ -?\d+) nodes \d+ nps \d+ time \d+ pv (\w+).*"
    told = [match.groups() for match in (re.fullmatch(shape, line) for line in said) if match]
    assert [(depth, number) for depth, number, *_ in told] == [(d, n) for d in "12" for n in "123"]
    assert told[3][2:] == ("mate 1", "a1a8")
    second, third = (
        AlphaBeta(compiled=False).analyse(GAME, BOARD, moves=moves, depth=2)
        for moves in (
            [move for move in GAME.moves(BOARD) if move not in gone]
            for gone in ([0 | 56 << 6], [0 | 56 << 6, find_move(GAME, BOARD, told[4][3])])
        )
    )
    for found, line in ((second, told[4]), (third, told[5])):
        assert found.value is not None
        assert line[2] == f"cp {round(100 * found.value / GAME.scale)}"
    assert best == "bestmove a1a8"


def test_several_lines_end_when_they_are_stopped_and_in_their_time(talk: Talk) -> None:
    talk.send("setoption name MultiPV value 200", "go infinite")
    assert talk.silent(0.2) == []
    assert talk.ask("stop")[-1].split()[1] != "0000"
    assert talk.ask("go movetime 50")
    assert talk.ask("go nodes 300")


def test_pondering_goes_on_until_the_move_is_made_and_then_by_the_clock(talk: Talk) -> None:
    talk.send("position startpos moves e2e4 e7e5", "go ponder wtime 100 btime 100")
    assert talk.silent(0.4) == []
    talk.send("ponderhit")
    assert len(talk.until("bestmove")[-1].split()) == 4


def test_pondering_on_another_move_ends_by_a_stop(talk: Talk) -> None:
    talk.send("go ponder wtime 1000 btime 1000")
    assert talk.silent() == []
    assert talk.ask("stop")


def test_pondering_on_a_forced_mate_waits_too(talk: Talk) -> None:
    talk.send(f"position {BACK_RANK}", "go ponder movetime 50")
    assert talk.silent(0.2) == []
    assert talk.ask("ponderhit")[-1] == "bestmove a1a8"


@pytest.mark.parametrize(
    "words",
    [
        "fen nonsense",
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "startpos moves e2e5",
        "startpos moves e2e4 e2e4",
        "startpos moves 0000",
        "somewhere",
        "",
        "fen",
    ],
)
def test_a_position_that_is_wrong_leaves_the_old_one(talk: Talk, words: str) -> None:
    talk.send("position startpos moves e2e4", f"position {words}")
    assert re.match("info string .", talk.sink.lines.get(timeout=PATIENCE))
    assert talk.conversation.place.moves == ("e2e4",)


def test_a_position_that_goes_on_is_the_one_played_from_the_start() -> None:
    words = ["startpos", "moves", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"]
    place = None
    for many in range(2, len(words) + 1):
        place = place_after(GAME, words[:many], place)
        assert place == place_after(GAME, words[:many])
    assert place is not None
    other = place_after(GAME, ["startpos", "moves", "e2e4", "c7c5"], place)
    assert other == place_after(GAME, ["startpos", "moves", "e2e4", "c7c5"])


def test_the_table_is_kept_until_another_game_or_another_size(talk: Talk) -> None:
    memory = talk.conversation.memory
    talk.send("setoption name Hash value 64")
    assert talk.conversation.memory is memory
    talk.send("setoption name Hash value 8")
    assert talk.conversation.memory is not memory
    assert talk.conversation.agent.mb == 8
    talk.send("setoption name Threads value 2")
    assert talk.conversation.agent.threads == 2


@pytest.mark.parametrize(
    "line",
    [
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Threads value 257",
        "setoption name UCI_Chess960 value perhaps",
        "setoption Hash 5",
        "go depth deep",
        "go searchmoves e2e5",
    ],
)
def test_what_cannot_be_is_told_in_one_line(talk: Talk, line: str) -> None:
    before = talk.conversation.settings
    talk.send(line)
    assert talk.sink.lines.get(timeout=PATIENCE).startswith("info string ")
    assert talk.sink.lines.empty()
    assert talk.conversation.settings == before


def test_what_nobody_knows_is_passed_over(talk: Talk) -> None:
    talk.send("", "what", "setoption name Style value wild", "register later", "debug on", "what is isready")
    assert talk.until("readyok") == ["readyok"]
    assert talk.conversation.debug
    assert talk.ask("go quickly depth 1")


def test_limits_are_those_of_the_side_to_move() -> None:
    order = read_order(["wtime", "60030", "btime", "30030", "winc", "1000", "binc", "0"])
    assert order.limit(0).target == pytest.approx(2.75)
    assert order.limit(1).target == pytest.approx(1.0)
    assert Order(movetime=100).limit(0).seconds == pytest.approx(0.1)
    assert Order(mate=3).limit(0).depth == 6
    assert Order(depth=0, nodes=-5).limit(0).nodes == 1


@pytest.mark.parametrize("clock", ["wtime 0", "wtime -50 winc -3", "wtime 1 movestogo 0", "movetime 0"])
def test_a_clock_that_has_run_out_still_gets_a_move(talk: Talk, clock: str) -> None:
    assert talk.ask(f"go {clock}")[-1].split()[1] != "0000"


def test_a_search_asked_for_during_another_comes_after_it(talk: Talk) -> None:
    talk.send("go infinite", "position startpos moves e2e4", "go depth 1")
    first, second = talk.until("bestmove")[-1], talk.until("bestmove")[-1]
    assert first.split()[1][1] in "12"
    assert second.split()[1][1] in "78"


def test_a_search_that_fails_still_tells_a_move(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OutwitError("It broke.")

    monkeypatch.setattr("outwit.protocols.uci.searching.decide_prepared", fail)
    said = talk.ask("go depth 1")
    assert said[-2] == "info string It broke."
    assert said[-1].split()[1] != "0000"


def test_the_end_of_the_input_tells_the_move_of_a_search_under_way() -> None:
    class Source:
        lines = iter([b"go infinite\n", b""])

        def readline(self, size: int) -> bytes:
            return next(self.lines)

    sink = Sink()
    assert serve(Source(), sink, compiled=False)  # type: ignore[arg-type]
    said = []
    while not sink.lines.empty():
        said.append(sink.lines.get())
    assert said[-1].startswith("bestmove ")


def test_somebody_who_has_gone_ends_the_search(talk: Talk) -> None:
    def break_off(data: bytes) -> None:
        raise BrokenPipeError

    talk.send("go infinite")
    talk.sink.write = break_off  # type: ignore[method-assign]
    talk.conversation.be_ready([])
    searching = talk.conversation.searching
    assert searching is not None
    assert searching.ended.wait(PATIENCE)


WORDS = (  # noqa: SIM905
    "uci isready position startpos fen moves e2e4 e7e5 e1g1 e7e8q 0000 go depth 1 2 nodes 5 movetime "
    "wtime -7 btime winc binc movestogo mate infinite ponder searchmoves stop ponderhit ucinewgame setoption "
    "name Hash value Threads UCI_Chess960 true false 16 debug on off register later \0 \xff ♔ 1e999 nan -- "
    "8/8/8/8/8/8/8/8 4k3/8/8/8/8/8/8/4K2R w b KQkq - 0 99999999999999999999"
).split()


def test_whatever_is_heard_it_stays_ready(talk: Talk) -> None:
    draw = random.Random(1)
    for number in range(10_000):
        few = draw.choice((1, 2, 4, 8))
        words = draw.choices(WORDS, k=few)
        if words[0] == "go":
            words.append("depth 1")
        assert talk.conversation.hear(draw.choice((" ", "\t", "  ")).join(words))
        if number % 1000 == 999:
            talk.send("stop", "isready")
            said = talk.until("readyok")
            assert not [line for line in said if "Traceback" in line]
    assert threading.active_count() < 50
