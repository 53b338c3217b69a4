"""Games read from files and written to them, beside python-chess."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

from outwit.games.chess import Chess, write_fen
from outwit.games.chess.pgn import PgnError, PgnGame, Step, Worth, read_pgn, starting_tags, write_pgn

from .positions import GAME, uci

IMMORTAL = """\
[Event "London"]
[Site "London ENG"]
[Date "1851.06.21"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5?! 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5
9. Nf5 c6 10. g4 Nf6 11. Rg1! cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6
16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6! Bxg1? {It is from this move that Black's defeat stems.}
(18... Qxa1+ 19. Ke2 (19. Kg2 Qb2) 19... Qb2) 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8
22. Qf6+ Nxf6 23. Be7# 1-0
"""


def written_by_python_chess(seed: int) -> chess.pgn.Game:
    """A random game with variations, comments, judgements, evaluations and clocks."""
    draw = random.Random(seed)
    board = chess.Board.from_chess960_pos(draw.randrange(960)) if seed % 2 else chess.Board()
    game = chess.pgn.Game()
    if seed % 2:
        game.setup(board)
    game.headers["White"] = 'Ada "the first" \\ of all'

    def grow(node: chess.pgn.GameNode, plies: int, deep: int) -> None:
        for ply in range(plies):
            moves = list(node.board().legal_moves)
            if not moves:
                return
            main = node.add_variation(draw.choice(moves))
            if draw.random() < 0.3:
                main.comment = f"a comment {draw.random()} on this, which is rather long"
            if draw.random() < 0.3:
                main.nags.add(draw.randrange(1, 20))
            if draw.random() < 0.3:
                worth = (
                    chess.engine.Cp(draw.randrange(-900, 900))
                    if draw.random() < 0.7
                    else chess.engine.Mate(-3)
                )
                main.set_eval(chess.engine.PovScore(worth, chess.WHITE))
            if draw.random() < 0.3:
                main.set_clock(draw.randrange(10000) / 2)
            if deep and draw.random() < 0.3 and len(moves) > 1:
                other = node.add_variation(draw.choice([move for move in moves if move != main.move]))
                other.starting_comment = "or else" if ply % 2 else ""
                grow(other, 3, deep - 1)
            node = main

    grow(game, 30, 2)
    game.headers["Result"] = draw.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def assert_alike(steps: tuple[Step, ...], node: chess.pgn.GameNode) -> None:
    """Are these the moves after a node of python-chess, with all that is said of them?"""
    for step in steps:
        main = node.variations[0]
        assert_step(step, node, main)
        assert len(step.variations) == len(node.variations) - 1
        for variation, other in zip(step.variations, node.variations[1:], strict=True):
            assert_step(variation[0], node, other)
            assert_alike(variation[1:], other)
        node = main
    assert not node.variations


def assert_step(step: Step, before: chess.pgn.GameNode, node: chess.pgn.ChildNode) -> None:
    assert step.name == before.board().san(node.move)
    assert set(step.nags) == node.nags
    assert step.before == " ".join(node.starting_comment.split())
    assert step.clock == node.clock()
    score = node.eval()
    if score is None:
        assert step.evaluation is None
    elif score.white().is_mate():
        assert step.evaluation == Worth(mate=score.white().mate())
    else:
        assert step.evaluation == Worth(score.white().score(mate_score=0) / 100)
    for text in step.comment.split():
        assert text in node.comment


def test_games_written_by_python_chess_are_read_as_it_reads_them() -> None:
    games = [written_by_python_chess(seed) for seed in range(30)]
    read = read_pgn("\n\n".join(str(game) for game in games))
    assert len(read) == len(games)
    for mine, theirs in zip(read, games, strict=True):
        assert dict(mine.tags) == dict(theirs.headers)
        assert mine.result == theirs.headers["Result"]
        assert_alike(mine.steps, theirs)
        *_, last = mine.positions()
        assert write_fen(last, shredder=True) == theirs.end().board().fen(shredder=True, en_passant="legal")


def test_games_written_here_are_read_by_python_chess_and_here_as_they_were() -> None:
    for seed in range(30):
        game = read_pgn(str(written_by_python_chess(seed)))[0]
        text = write_pgn([game])
        assert all(len(line) < 80 for line in text.splitlines())
        assert read_pgn(text)[0].steps == game.steps
        assert read_pgn(text)[0].tags == game.tags
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        assert not theirs.errors
        assert_alike(game.steps, theirs)


def test_a_known_game_ends_in_its_mate() -> None:
    game = read_pgn(IMMORTAL)[0]
    *_, last = game.positions()
    assert GAME.over(last)
    assert GAME.payoff(last, 0) == 1.0
    assert game.result == "1-0"
    assert len(game.steps) == 45
    assert game.steps[21].nags == ()
    assert game.steps[20].nags == (1,)
    assert game.steps[35].comment == "It is from this move that Black's defeat stems."
    assert [step.name for step in game.steps[35].variations[0]] == ["Qxa1+", "Ke2", "Qb2"]
    assert [step.name for step in game.steps[35].variations[0][1].variations[0]] == ["Kg2", "Qb2"]


def test_games_follow_one_another_also_where_no_result_stands() -> None:
    text = '[White "A"]\n\n1. e4 e5\n\n[White "B"]\n1. d4 1/2-1/2 1. c4 *\n% left out\n[White "C"]\n'
    games = read_pgn(text)
    assert [game.tags.get("White", "") for game in games] == ["A", "B", "", "C"]
    assert [[step.name for step in game.steps] for game in games] == [["e4", "e5"], ["d4"], ["c4"], []]
    assert [game.result for game in games] == ["*", "1/2-1/2", "*", "*"]
    assert read_pgn("") == []


def test_what_programs_say_of_a_move_is_read() -> None:
    game = read_pgn("1. e4 {[%eval 0.35,20] [%clk 0:03:00.5] best} e5 ; by test\n2. Qh5 {[%eval #-3]} *")[0]
    first, second, third = game.steps
    assert (first.evaluation, first.clock, first.comment) == (Worth(0.35), 180.5, "best")
    assert second.comment == "by test"
    assert third.evaluation == Worth(mate=-3)


def test_a_game_from_an_unusual_start_says_so() -> None:
    state = Chess(start=3).initial()
    tags = starting_tags(state)
    assert tags["Variant"] == "Chess960"
    assert tags["SetUp"] == "1"
    game = PgnGame(tags)
    assert game.first() == state
    assert read_pgn(write_pgn([game]))[0].first() == state
    assert starting_tags(GAME.initial()) == {}
    assert "Variant" not in starting_tags(GAME.position("r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"))


def test_a_game_may_go_on_where_nobody_has_claimed_the_draw_after_fifty_moves() -> None:
    text = '[FEN "8/8/4k3/8/8/3QK3/8/8 w - - 99 90"]\n90. Qd4 Ke7 91. Qd5 Kf6 *'
    *_, last = read_pgn(text)[0].positions()
    assert write_fen(last) == "8/8/5k2/3Q4/8/4K3/8/8 w - - 103 92"
    with pytest.raises(PgnError, match="'Ke4' is not a legal move here; legal: none"):
        read_pgn('[FEN "8/8/4k3/8/8/3NK3/8/8 w - - 0 90"]\n90. Ke4 *')


def test_castling_in_chess960_is_read_by_its_name() -> None:
    text = '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/5RK1 w F - 0 1"]\n1. O-O-O *'
    step = read_pgn(text)[0].steps[0]
    assert uci(read_pgn(text)[0].first(), step.move) == "g1f1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. e4 e5\n2. Ke3 *", r"Line 2 cannot be read as PGN: 'Ke3' is not a legal move here; legal: "),
        ("1. e4 )", r"Line 1 .*: '\)' ends a variation, and none has begun\."),
        ("(1. e4)", r"Line 1 .*: a variation begins with '\(' before there is a move"),
        ("1. e4 (1. d4 *", r"Line 1 .*the game ends in the middle of a variation; '\)' is missing\."),
        ("1. e4 {no end", r"Line 1 .*'{no end' is neither a tag, a comment, a move nor a result\."),
        ('[White "A"\n1. e4', r"Line 1 .*is neither a tag"),
        ('[FEN "8/8"]\n\n1. e4', r"Line 3 .*: its tag FEN is broken: '8/8' is no FEN: it has 1 fields"),
        ('[Variant "Atomic"]\n1. e4', r"the variant 'Atomic' is not known; it is Standard or Chess960\."),
        ("1. e4 {[%eval x]}", r"the evaluation 'x' is neither like 0\.35 nor like #-3\."),
        ("1. e4 {[%clk x]}", r"the clock 'x' is not like 1:23:45\."),
        ("$1 e4", r"a judgement stands before any move\."),
        ("1. e4 --", r"Line 1 .*'--' is neither"),
    ],
)
def test_a_broken_file_is_told_the_line_and_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(PgnError, match=why):
        read_pgn(text)
