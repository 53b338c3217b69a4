"""English draughts (checkers) on the 8x8 board."""

from typing import Iterator, NamedTuple

from outwit import Game

SIZE = 8
BLACK, WHITE = 0, 1
EMPTY = 0
BLACK_MAN, BLACK_KING, WHITE_MAN, WHITE_KING = 1, 2, 3, 4
OWNER = {BLACK_MAN: BLACK, BLACK_KING: BLACK, WHITE_MAN: WHITE, WHITE_KING: WHITE}
PROMOTED = {BLACK_MAN: BLACK_KING, WHITE_MAN: WHITE_KING}
STEPS = {
    BLACK_MAN: ((1, -1), (1, 1)),
    WHITE_MAN: ((-1, -1), (-1, 1)),
    BLACK_KING: ((1, -1), (1, 1), (-1, -1), (-1, 1)),
    WHITE_KING: ((1, -1), (1, 1), (-1, -1), (-1, 1)),
}
KING_ROW = (SIZE - 1, 0)
VALUES = (0.0, 1.0, 1.5, -1.0, -1.5)
SYMBOLS = ".bBwW"
QUIET_LIMIT = 80  # 40 moves each

Path = tuple[int, ...]


def on_board(row: int, column: int) -> bool:
    return 0 <= row < SIZE and 0 <= column < SIZE


def square_name(square: int) -> str:
    row, column = divmod(square, SIZE)
    return "abcdefgh"[column] + str(SIZE - row)


# A move is the path of the piece, six bits for each square. Square 0 is the light square a8, where no piece ever
# stands, so no path begins with a zero. Nobody can take more than nine pieces at once: 60 bits are enough.


def encode(path: Path) -> int:
    move = 0
    for square in path:
        move = move << 6 | square
    return move


def decode(move: int) -> Path:
    path = []
    while move:
        path.append(move & 63)
        move >>= 6
    return tuple(reversed(path))


class State(NamedTuple):
    board: tuple[int, ...]
    turn: int
    quiet: int  # moves since the last capture


def starting_piece(square: int) -> int:
    row, column = divmod(square, SIZE)
    if (row + column) % 2 == 0:
        return EMPTY
    if row < 3:
        return BLACK_MAN
    if row >= SIZE - 3:
        return WHITE_MAN
    return EMPTY


def single_jumps(board: tuple[int, ...], piece: int, square: int) -> Iterator[tuple[int, int]]:
    """The squares (jumped, reached) of every jump that the piece could make from there."""
    row, column = divmod(square, SIZE)
    for down, right in STEPS[piece]:
        if not on_board(row + 2 * down, column + 2 * right):
            continue
        middle = (row + down) * SIZE + column + right
        target = (row + 2 * down) * SIZE + column + 2 * right
        if board[middle] != EMPTY and OWNER[board[middle]] != OWNER[piece] and board[target] == EMPTY:
            yield middle, target


def without(board: tuple[int, ...], square: int) -> tuple[int, ...]:
    return board[:square] + (EMPTY,) + board[square + 1 :]


def jump_paths(board: tuple[int, ...], piece: int, path: Path) -> Iterator[Path]:
    """Every way to go on taking until nothing more can be taken; the board is without the piece itself."""
    crowned = piece in PROMOTED and path[-1] // SIZE == KING_ROW[OWNER[piece]]
    further = [] if crowned else list(single_jumps(board, piece, path[-1]))
    if not further:
        if len(path) > 1:
            yield path
        return
    for middle, target in further:
        yield from jump_paths(without(board, middle), piece, (*path, target))


def quiet_paths(board: tuple[int, ...], piece: int, square: int) -> Iterator[Path]:
    row, column = divmod(square, SIZE)
    for down, right in STEPS[piece]:
        r, c = row + down, column + right
        if on_board(r, c) and board[r * SIZE + c] == EMPTY:
            yield square, r * SIZE + c


def is_jump(path: Path) -> bool:
    return abs(path[0] // SIZE - path[1] // SIZE) == 2


class Draughts(Game):
    """Take or block all of the other's pieces; whoever can take must."""

    title = "English draughts"
    player_names = ("B", "W")

    def initial(self) -> State:
        return State(tuple(starting_piece(square) for square in range(SIZE * SIZE)), BLACK, 0)

    def own_pieces(self, state: State) -> list[tuple[int, int]]:
        return [
            (s, piece) for s, piece in enumerate(state.board) if piece != EMPTY and OWNER[piece] == state.turn
        ]

    def paths(self, state: State) -> list[Path]:
        pieces = self.own_pieces(state)
        jumps: list[Path] = []
        for square, piece in pieces:
            jumps.extend(jump_paths(without(state.board, square), piece, (square,)))
        if jumps:
            return jumps
        return [path for square, piece in pieces for path in quiet_paths(state.board, piece, square)]

    def can_move(self, state: State) -> bool:
        return any(
            any(True for _ in single_jumps(state.board, piece, square))
            or any(True for _ in quiet_paths(state.board, piece, square))
            for square, piece in self.own_pieces(state)
        )

    def moves(self, state: State) -> Iterator[int]:
        if state.quiet < QUIET_LIMIT:
            yield from map(encode, self.paths(state))

    def play(self, state: State, move: int) -> State:
        path = decode(move)
        board = list(state.board)
        start, end = path[0], path[-1]
        piece, board[start] = board[start], EMPTY
        taken = is_jump(path)
        if taken:
            for here, there in zip(path, path[1:]):
                board[(here + there) // 2] = EMPTY
        if end // SIZE == KING_ROW[state.turn]:
            piece = PROMOTED.get(piece, piece)
        board[end] = piece
        return State(tuple(board), 1 - state.turn, 0 if taken else state.quiet + 1)

    def over(self, state: State) -> bool:
        return state.quiet >= QUIET_LIMIT or not self.can_move(state)

    def payoff(self, state: State, player: int) -> float:
        if self.can_move(state):
            return 0.0
        return -1.0 if state.turn == player else 1.0

    def evaluate(self, state: State, player: int) -> float:
        balance = sum(VALUES[piece] for piece in state.board)
        for square, piece in enumerate(state.board):
            if piece == BLACK_MAN:
                balance += 0.02 * (square // SIZE)
            elif piece == WHITE_MAN:
                balance -= 0.02 * (SIZE - 1 - square // SIZE)
        return (balance if player == BLACK else -balance) / 20

    def noisy(self, state: State, move: int) -> bool:
        return is_jump(decode(move))

    def order(self, state: State, move: int) -> int:
        path = decode(move)
        return len(path) if is_jump(path) else 0

    def describe(self, state: State, move: int) -> str:
        path = decode(move)
        return ("x" if is_jump(path) else "-").join(square_name(square) for square in path)

    def text(self, state: State, player: int | None = None) -> str:
        lines = []
        for row in range(SIZE):
            pieces = state.board[row * SIZE : (row + 1) * SIZE]
            lines.append(f"{SIZE - row} " + " ".join(SYMBOLS[piece] for piece in pieces))
        lines.append("  " + " ".join("abcdefgh"))
        return "\n".join(lines)
