"""Connect 4: the rules, the drawing, and positions whose exact scores are known."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import OutwitError, find_game
from outwit.errors import BadPositionError
from outwit.games.connect4 import Board, Connect4
from outwit.random import Generator
from outwit.search import AlphaBeta
from tests.examples import examples

SCORED = [
    (line.split()[0], int(line.split()[1]))
    for line in (Path(__file__).parent / "data" / "connect4_positions.txt").read_text().splitlines()
]

BOARDS = (
    Connect4(),
    Connect4(graded=True),
    Connect4(5, 5),
    Connect4(5, 5, graded=True),
    Connect4(9, 6),
    Connect4(4, 3, 3, graded=True),
    Connect4(3, 7, 5),
    Connect4(1, 5, 2, graded=True),
    Connect4(6, 1, 3),
    Connect4(2, 2, 2, graded=True),
    Connect4(25, 25),
)

boards = st.sampled_from(BOARDS)
seeds = st.integers(0, 2**32)


def played_out(game: Connect4, seed: int) -> list[Board]:
    """All positions of a random game, the last one finished."""
    random, states = Generator(seed), [game.initial()]
    while not game.over(states[-1]):
        states.append(game.play(states[-1], random.choice(list(game.moves(states[-1])))))
    return states


def rows_of(game: Connect4, state: Board) -> list[str]:
    """The board as rows of marks, the lowest first."""
    return [row.replace(" ", "") for row in reversed(game.text(state).splitlines()[:-1])]


def has_row(rows: list[str], mark: str, length: int) -> bool:
    """Is there a row of so many marks? Looked for square by square, in all four directions."""
    for y in range(len(rows)):
        for x in range(len(rows[0])):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                squares = [(x + i * dx, y + i * dy) for i in range(length)]
                if all(
                    0 <= a < len(rows[0]) and 0 <= b < len(rows) and rows[b][a] == mark for a, b in squares
                ):
                    return True
    return False


class Piles:
    """Connect 4 once more, by brute force: columns are texts, rows are counted from the disc just dropped."""

    def __init__(self, game: Connect4) -> None:
        self.width, self.height, self.length = game.width, game.height, game.length
        self.known: dict[tuple[str, ...], int] = {}

    def piles(self, game: Connect4, state: Board) -> tuple[str, ...]:
        """The columns of a position, bottom up."""
        return tuple("".join(pile).rstrip(".") for pile in zip(*rows_of(game, state), strict=True))

    def drops(self, piles: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
        """The columns after each disc that can be dropped."""
        mark = "XO"[sum(map(len, piles)) % 2]
        open_ones = [x for x, pile in enumerate(piles) if len(pile) < self.height]
        return {x: (*piles[:x], piles[x] + mark, *piles[x + 1 :]) for x in open_ones}

    def rowed(self, piles: tuple[str, ...], x: int) -> bool:
        """Is the top disc of a column part of a full row?"""
        y, mark = len(piles[x]) - 1, piles[x][-1]
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                for far in range(1, self.length):
                    a, b = x + sign * far * dx, y + sign * far * dy
                    if not (0 <= a < self.width and 0 <= b < len(piles[a]) and piles[a][b] == mark):
                        break
                    count += 1
            if count >= self.length:
                return True
        return False

    def wins(self, piles: tuple[str, ...]) -> list[int]:
        """The columns in which the next disc completes a row."""
        return [x for x, after in self.drops(piles).items() if self.rowed(after, x)]

    def doomed(self, piles: tuple[str, ...]) -> bool:
        """Does the other side complete a row wherever the next disc goes, and that disc does not?"""
        drops = self.drops(piles)
        return not self.wins(piles) and bool(drops) and all(self.wins(after) for after in drops.values())

    def score(self, piles: tuple[str, ...]) -> int:
        """The graded value to the player to act: for a win, the winner's discs left, and one."""
        if piles not in self.known:
            if self.wins(piles):
                self.known[piles] = (self.width * self.height - sum(map(len, piles)) - 1) // 2 + 1
            else:
                self.known[piles] = max(
                    (-self.score(after) for after in self.drops(piles).values()), default=0
                )
        return self.known[piles]


def opened(game: Connect4, seed: int, discs: int) -> Board:
    """A position of a random game after so many discs; of another game, if one of them ended it."""
    random = Generator(seed)
    while True:
        state = game.initial()
        for _ in range(discs):
            if not game.over(state):
                state = game.play(state, random.choice(list(game.moves(state))))
        if not game.over(state):
            return state


# Positions


def test_moves_written_as_columns_give_the_position() -> None:
    game = Connect4()
    state = game.position("4453")
    drawing = [*[". . . . . . ."] * 4, ". . . O . . .", ". . O X X . .", "1 2 3 4 5 6 7"]
    assert game.text(state).splitlines() == drawing
    assert state.turn == 0
    assert game.position(" 4 4\n53 ") == state
    assert game.position("") == game.initial()


@given(boards, seeds)
@examples(60)
def test_a_drawing_reads_back_as_the_position_drawn(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed):
        if game.over(state):
            continue
        assert game.position(game.text(state)) == state
        assert game.position("/".join(game.text(state).splitlines()[:-1])) == state


@given(boards, seeds)
@examples(60)
def test_the_moves_played_describe_the_position(game: Connect4, seed: int) -> None:
    random, state, names = Generator(seed), game.initial(), ""
    while not game.over(state):
        move = random.choice(list(game.moves(state)))
        names += game.describe(state, move)
        assert game.parse(state, game.describe(state, move)) == move
        state = game.play(state, move)
        assert game.position(names) == state


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4444444", "move 7, '4', goes into a full column"),
        ("48", "move 2, '8', is not a column from 1 to 7"),
        ("40", "move 2, '0', is not a column"),
        ("4a", "move 2, 'a', is not a column"),
        ("4-4", "move 2, '-', is not a column"),
        ("12121212", "move 8, '2', comes after the end"),
        ("4 é", "move 2, 'é', is not a column"),
    ],
)
def test_moves_that_cannot_be_are_named(text: str, complaint: str) -> None:
    with pytest.raises(BadPositionError, match=complaint):
        Connect4().position(text)


EMPTY = ". . . . . . ."


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([EMPTY] * 4 + [". . X . . . .", EMPTY], "hangs in the air in column 3"),
        (["X . . . . . ."] + [EMPTY] * 5, "hangs in the air in column 1"),
        ([EMPTY] * 5, "6 rows of 7"),
        ([EMPTY] * 7, "6 rows of 7"),
        ([EMPTY] * 5 + [". . . . . . . ."], "6 rows of 7"),
        ([EMPTY] * 5 + [". . . O . . ."], "0 X and 1 O"),
        ([EMPTY] * 5 + [". X . X . . ."], "2 X and 0 O"),
    ],
)
def test_drawings_that_cannot_be_are_refused_in_a_sentence(rows: list[str], complaint: str) -> None:
    with pytest.raises(BadPositionError, match=complaint):
        Connect4().position("\n".join(rows))


def test_a_drawing_in_which_play_went_on_after_a_win_is_no_game_still_open() -> None:
    """X has four, yet as many discs as O: the game must have ended a move ago."""
    game = Connect4()
    drawing = "\n".join([EMPTY] * 4 + ["O O O . . . .", "X X X X O . ."])
    try:
        state = game.position(drawing)
    except BadPositionError:
        return
    assert game.over(state)


def test_the_columns_past_nine_have_letters() -> None:
    game = Connect4(25, 25)
    assert [game.describe(game.initial(), move) for move in (0, 8, 9, 24)] == ["1", "9", "a", "p"]
    assert game.position("pP") == game.play(game.play(game.initial(), 24), 24)
    assert Connect4(9, 6).position("9") == Connect4(9, 6).play(Connect4(9, 6).initial(), 8)


# Rules


@given(boards, seeds)
@examples(60)
def test_a_row_in_any_direction_is_seen_and_none_over_the_edge(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed):
        rows = rows_of(game, state)
        assert game.has_row(state.own) == has_row(rows, "XO"[state.turn], game.length)
        assert game.has_row(state.other) == has_row(rows, "OX"[state.turn], game.length)


@given(boards.filter(lambda game: game.width < 10), seeds, st.floats(0.1, 0.9))
@examples(150)
def test_rows_are_seen_among_discs_strewn_at_random(game: Connect4, seed: int, full: float) -> None:
    random = Generator(seed)
    rows = [["X" if random.uniform() < full else "." for _ in range(game.width)] for _ in range(game.height)]
    discs = sum(
        1 << x * (game.height + 1) + y
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark == "X"
    )
    drawn = ["".join(row) for row in rows]
    assert game.has_row(discs) == has_row(drawn, "X", game.length)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == ".":
                more = [list(line) for line in rows]
                more[y][x] = "X"
                made = has_row(["".join(line) for line in more], "X", game.length)
                seen = game.completions(discs) >> x * (game.height + 1) + y & 1
                assert game.has_row(discs) or bool(seen) == made


@given(boards, seeds)
@examples(60)
def test_a_finished_game_is_worth_its_payoff(game: Connect4, seed: int) -> None:
    end = played_out(game, seed)[-1]
    assert game.payoff(end, 0) == -game.payoff(end, 1)
    for player in (0, 1):
        assert game.bounds(end, player) == (game.payoff(end, player), game.payoff(end, player))


@given(boards, seeds)
@examples(60)
def test_moves_are_the_columns_with_room_and_each_adds_one_disc(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed)[:-1]:
        top = game.text(state).splitlines()[0].split()
        assert list(game.moves(state)) == [c for c in range(game.width) if top[c] == "."]
        before = (state.own | state.other).bit_count()
        for move in game.moves(state):
            after = game.play(state, move)
            assert (after.own | after.other).bit_count() == before + 1
            assert after.own & after.other == 0
            assert after.turn == 1 - state.turn


@given(boards, seeds)
@examples(30)
def test_the_estimate_of_one_side_is_minus_that_of_the_other(game: Connect4, seed: int) -> None:
    for state in played_out(game, seed):
        assert game.evaluate(state, 0) == -game.evaluate(state, 1)


@pytest.mark.parametrize(
    ("line", "payoff"),
    [
        ("1212121", 18.0),  # the first player's fourth disc of 21
        ("12121262", -18.0),  # the second player's fourth
        ("1212", 0.0),
    ],
)
def test_a_graded_win_counts_the_discs_left(line: str, payoff: float) -> None:
    game = Connect4(graded=True)
    state = game.position(line)
    assert game.payoff(state, 0) == payoff
    assert game.payoff(state, 1) == -payoff


def test_on_an_odd_board_the_first_player_has_one_disc_more() -> None:
    game = Connect4(5, 5, graded=True)
    assert game.payoff(game.position("1212121"), 0) == 10  # won with the fourth of 13 discs
    assert game.payoff(game.position("51212131"), 1) == 9  # won with the fourth of 12


# What a position can be worth


SMALL = [
    (Connect4(4, 4, 3), range(16), 40),
    (Connect4(3, 6, 3), range(18), 30),
    (Connect4(5, 4, 3), range(8, 15), 60),
    (Connect4(5, 4, 4), range(10, 20), 40),
    (Connect4(4, 5, 4), range(10, 20), 40),
    (Connect4(5, 5, 4), range(15, 25), 30),
    (Connect4(6, 5, 4), range(22, 30), 40),
    (Connect4(7, 6, 4), range(34, 41), 40),
    (Connect4(7, 3, 2), range(1, 2), 20),
    (Connect4(6, 5, 5), range(21, 30), 20),
]
"""Boards, how many discs lie on them, and how many positions with each number."""


@pytest.mark.parametrize(
    ("game", "discs", "many"),
    [
        *((game, discs, max(10, many // 4)) for game, discs, many in SMALL),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in SMALL),
    ],
    ids=str,
)
def test_the_true_value_lies_within_the_bounds(game: Connect4, discs: range, many: int) -> None:
    """And they are equal where a disc wins, or where the other side's next one does whatever is played."""
    by_hand, graded = Piles(game), replace(game, graded=True)
    decided = 0
    for state in (opened(game, seed, count) for count in discs for seed in range(many)):
        piles = by_hand.piles(game, state)
        score = by_hand.score(piles)
        for rules, value in ((game, (score > 0) - (score < 0)), (graded, score)):
            low, high = rules.bounds(state, state.turn)
            assert low <= value <= high, (rules, state)
            assert rules.bounds(state, 1 - state.turn) == (-high, -low)
            if by_hand.wins(piles) or by_hand.doomed(piles):
                assert low == high, (rules, state)
                decided += 1
    assert decided > many


@pytest.mark.parametrize(
    ("line", "bounds"),
    [
        ("", (-18, 18)),  # four discs at least
        ("112233", (18, 18)),  # X completes a row
        ("11223", (-17, 18)),  # O must keep X from it, which delays X by a disc
        ("27374", (-18, -18)),  # X threatens to, on both sides
        ("221121471", (-16, -16)),  # O must take the third column, and X goes on top
        ("143131235713377354716715755652", (-6, -6)),  # in every column, O wins above X
        ("1727374", (-18, -18)),  # X has won
    ],
)
def test_graded_bounds_say_how_soon_the_game_can_end(line: str, bounds: tuple[float, float]) -> None:
    game = Connect4(graded=True)
    state = game.position(line)
    assert game.bounds(state, state.turn) == bounds


@given(boards, seeds)
@examples(60)
def test_looking_a_move_ahead_never_leads_out_of_the_bounds(game: Connect4, seed: int) -> None:
    """So the value of a search, however deep, lies within those of its root."""
    for state in played_out(game, seed)[:-1]:
        low, high = game.bounds(state, state.turn)
        after = [game.bounds(game.play(state, move), state.turn) for move in game.moves(state)]
        assert low <= max(least for least, _ in after)
        assert max(most for _, most in after) <= high


@pytest.mark.parametrize(("line", "score"), SCORED)
def test_known_scores_lie_within_the_bounds(line: str, score: int) -> None:
    game = Connect4(graded=True)
    state = game.position(line)
    low, high = game.bounds(state, state.turn)
    assert low <= score <= high


def solved(game: Connect4, state: Board, alpha: float, beta: float, knows: bool) -> tuple[float, int]:
    """The value to the player to act and the nodes it took; a game that `knows` is asked for its bounds."""
    if game.over(state):
        return game.payoff(state, state.turn), 1
    if knows:
        low, high = game.bounds(state, state.turn)
        alpha, beta = max(alpha, low), min(beta, high)
        if alpha >= beta:
            return (low if low >= beta else high), 1
    best, nodes = -math.inf, 1
    for move in game.moves(state):
        worth, more = solved(game, game.play(state, move), -beta, -max(alpha, best), knows)
        best, nodes = max(best, -worth), nodes + more
        if best >= beta:
            break
    return best, nodes


@pytest.mark.parametrize("many", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_a_solver_that_asks_for_bounds_visits_a_fraction_of_the_nodes(many: int) -> None:
    game = Connect4(5, 5, graded=True)
    unaware = knowing = 0
    for seed in range(many):
        state = opened(game, seed, 12)
        value, nodes = solved(game, state, -math.inf, math.inf, knows=False)
        again, fewer = solved(game, state, -math.inf, math.inf, knows=True)
        assert again == value
        unaware, knowing = unaware + nodes, knowing + fewer
    assert 8 * knowing < unaware


# What is searched first


@given(boards.filter(lambda game: game.width < 10), seeds, st.floats(0, 0.99))
@examples(80)
def test_moves_that_make_more_threats_come_first_then_the_middle_and_last_what_loses_at_once(
    game: Connect4, seed: int, when: float
) -> None:
    states = played_out(game, seed)[:-1]
    state = states[int(when * len(states))]
    moves, mark, other = list(game.moves(state)), "XO"[state.turn], "OX"[state.turn]
    if any(game.over(game.play(state, move)) for move in moves):
        return
    ranks = {}
    for move in moves:
        after = game.play(state, move)
        replies = [rows_of(game, game.play(after, reply)) for reply in game.moves(after)]
        if any(has_row(each, other, game.length) for each in replies):
            ranks[move] = -1, 0
            continue
        rows = rows_of(game, after)
        free = [(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square == "."]
        filled = [[*rows[:y], rows[y][:x] + mark + rows[y][x + 1 :], *rows[y + 1 :]] for x, y in free]
        threats = sum(has_row(each, mark, game.length) for each in filled)
        ranks[move] = threats, -abs(2 * move - game.width + 1)
    by_hand = sorted(moves, key=lambda move: ranks[move], reverse=True)
    assert sorted(moves, key=lambda move: -game.order(state, move)) == by_hand


# Whole games


@pytest.mark.parametrize(("line", "score"), SCORED)
def test_known_positions_have_their_known_scores(line: str, score: int) -> None:
    game = find_game("connect4:graded=on")
    decision = AlphaBeta().decide(game, game.position(line))
    assert (decision.value, decision.exact) == (score, True)


@pytest.mark.parametrize(("line", "score"), SCORED)
def test_known_positions_are_won_or_lost_without_grades(line: str, score: int) -> None:
    game = find_game("connect4")
    decision = AlphaBeta().decide(game, game.position(line))
    assert (decision.value, decision.exact) == ((score > 0) - (score < 0), True)


@pytest.mark.parametrize(
    "options",
    [
        "width=0",
        "width=26",
        "height=0",
        "height=26",
        "length=1",
        "length=8",
        "width=3,height=3,length=4",
        "width=-1",
    ],
)
def test_boards_that_cannot_be_are_refused(options: str) -> None:
    with pytest.raises(OutwitError, match="is no board"):
        find_game(f"connect4:{options}")


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        pytest.param("connect4:width=4,height=4", 0, marks=pytest.mark.slow),
        ("connect4:width=5,height=4,length=3", 1),
        ("connect4:width=3,height=3,length=3", 0),
        ("connect4:width=2,height=2,length=2", 1),
        ("connect4:width=1,height=4,length=2", 0),
    ],
)
def test_small_boards_have_known_values(spec: str, value: float) -> None:
    game = find_game(spec)
    assert AlphaBeta().decide(game, game.initial()).value == value
