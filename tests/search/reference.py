"""The values that searches are held against: the shortest definitions that can be written, cutting nothing.

All values are player 0's. Nothing here is shared with the searches themselves.
"""

from __future__ import annotations

from outwit.decision import Candidate, Decision
from outwit.game import CHANCE, Game, Move, State

FAR = 10**6
"""More plies than any game here lasts: where an estimate stands, nothing is decided yet."""

SLACK = 1e-9
"""What rounding may change."""


def stopped(game: Game, state: State) -> float:
    """What a state is worth where a search stops: the estimate, within the bounds."""
    low, high = game.bounds(state, 0)
    return min(max(game.evaluate(state, 0), low), high)


def liking(ending: tuple[float, int]) -> tuple[float, float]:
    """How player 0 likes an ending, a payoff so many plies ahead: much, and if it is good, soon."""
    payoff, plies = ending
    return payoff, -plies if payoff > 0 else plies if payoff < 0 else 0


def ending(game: Game, state: State, depth: int = FAR, ply: int = 0) -> tuple[float, int]:
    """The payoff that best play comes to, and after how many plies, by minimax over pairs of the two."""
    if game.over(state):
        return game.payoff(state, 0), ply
    if depth == 0:
        return stopped(game, state), FAR
    ends = [ending(game, game.play(state, move), depth - 1, ply + 1) for move in game.moves(state)]
    return max(ends, key=liking) if game.turn(state) == 0 else min(ends, key=liking)


def minimax(
    game: Game, state: State, depth: int = FAR, known: dict[tuple[State, int], float] | None = None
) -> float:
    """The value of perfect play, a depth ahead; what is `known` need not be worked out again."""
    if game.over(state):
        return game.payoff(state, 0)
    if depth == 0:
        return stopped(game, state)
    known = {} if known is None else known
    if (state, depth) not in known:
        values = [minimax(game, game.play(state, move), depth - 1, known) for move in game.moves(state)]
        known[state, depth] = max(values) if game.turn(state) == 0 else min(values)
    return known[state, depth]


def expected(game: Game, state: State, depth: int = FAR) -> float:
    """The value where chance takes part; chance costs no depth."""
    if game.over(state):
        return game.payoff(state, 0)
    if game.turn(state) == CHANCE:
        return sum(p * expected(game, game.play(state, o), depth) for o, p in game.chances(state))
    if depth == 0:
        return stopped(game, state)
    values = [expected(game, game.play(state, move), depth - 1) for move in game.moves(state)]
    return max(values) if game.turn(state) == 0 else min(values)


def quiescent(game: Game, state: State, depth: int, most: int = 32) -> float:
    """Minimax that plays on through noisy moves where depth has run out, or stands pat."""
    if game.over(state):
        return game.payoff(state, 0)
    if depth <= -most:
        return stopped(game, state)
    moves = list(game.moves(state))
    values = []
    if depth <= 0:
        moves = [move for move in moves if game.noisy(state, move)]
        values = [stopped(game, state)]
    values += [quiescent(game, game.play(state, move), depth - 1, most) for move in moves]
    return max(values) if game.turn(state) == 0 else min(values)


def for_mover(game: Game, state: State, value: float) -> float:
    """A value of player 0 as the player to act sees it."""
    return -value if game.turn(state) == 1 else value


def followed(game: Game, state: State, line: tuple[Move, ...]) -> State:
    """The state at the end of a line, every move of which must be legal."""
    for move in line:
        assert not game.over(state), f"{line} goes on after the end of the game"
        assert move in list(game.moves(state)), f"{move} in {line} is illegal"
        state = game.play(state, move)
    return state


def assert_candidates_complete(decision: Decision, game: Game, state: State) -> None:
    """Every legal move once, the chosen one first, the others by their values."""
    moves = [candidate.move for candidate in decision.candidates]
    assert sorted(moves) == sorted(game.moves(state))
    assert moves[0] == decision.move
    rest = [-1e300 if c.value is None else c.value for c in decision.candidates[1:]]
    assert rest == sorted(rest, reverse=True)


def true_of(candidate: Candidate, worth: float) -> bool:
    """Is what a candidate says so: its value, or its bound on it?"""
    if candidate.value is None:
        return candidate.bound == "unknown"
    return {
        "exact": abs(candidate.value - worth) < SLACK,
        "at most": worth <= candidate.value + SLACK,
        "at least": worth >= candidate.value - SLACK,
    }.get(candidate.bound, False)
