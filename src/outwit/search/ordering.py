"""Which move to search first: alpha-beta cuts most when the best move comes early.

Killer moves: Huberman 1968; Akl and Newborn, "The principal continuation and the killer heuristic", 1977.
History heuristic: Schaeffer, "The history heuristic", 1983. Refutation table: Akl and Newborn 1977.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from outwit.game import Game, Move, State, defines

EXPECTED, LOUD, FAINT = 4e300, 1e300, 1e-300
"""The scores of moves that a search knows something of, beside those that a game gives: those expected; those
that have cut elsewhere at this ply; and the latter where some moves are noisy, of which a game tells the good
ones by an `order` above 0."""


class Ordering:
    """Puts moves into the order in which to search them, and learns from those that cut."""

    def __init__(self, game: Game, *, hint: bool, killers: bool, history: bool, refutation: bool) -> None:
        self.hint = game.order if hint and defines(game, "order") else None
        self.least = FAINT if defines(game, "noisy") or defines(game, "noisy_moves") else LOUD
        """The score of a move that has cut elsewhere, the older of two."""
        self.killers: defaultdict[int, list[Move]] | None = defaultdict(list) if killers else None
        self.history: defaultdict[tuple[int, Move], int] | None = defaultdict(int) if history else None
        self.refutations: dict[Move, tuple[Move, ...]] | None = {} if refutation else None
        self.path: list[Move] = []
        self.learns = killers or history or refutation

    def arrange(
        self, state: State, moves: Iterable[Move], ply: int, player: int, first: Move | None
    ) -> Iterable[Move]:
        """The moves, most promising first; among equals, in the order given."""
        if first is None and self.hint is None and not self.learns:
            return moves
        known: dict[Move, float] = {}
        if self.killers is not None:
            known = {move: self.least * (2 - i) for i, move in enumerate(self.killers[ply])}
        expected = [] if first is None else [first]
        if self.refutations is not None:
            expected += self.refutation(ply)
        for i, move in reversed(list(enumerate(expected))):
            known[move] = EXPECTED * (2 - i)
        hint, history = self.hint, self.history

        def rank(move: Move) -> tuple[float, int]:
            score = known.get(move)
            if score is None:
                score = hint(state, move) if hint else 0.0
            return -score, -history[player, move] if history is not None else 0

        return sorted(moves, key=rank)

    def cut(self, move: Move, ply: int, depth: int, player: int) -> None:
        """Learn from a move that cut."""
        if self.killers is not None:
            killers = self.killers[ply]
            if move not in killers:
                self.killers[ply] = [move, *killers[:1]]
        if self.history is not None:
            self.history[player, move] += depth * depth

    def step(self, ply: int, move: Move) -> None:
        """Remember the move that leads from this ply to the next."""
        if self.refutations is not None:
            del self.path[ply:]
            self.path.append(move)

    def remember_refutation(self, line: tuple[Move, ...]) -> None:
        """Remember the line that follows a move at the root: next time, it is tried first."""
        if self.refutations is not None:
            self.refutations[line[0]] = line

    def refutation(self, ply: int) -> list[Move]:
        """The next move of the line remembered for this root move, if the search is still on it."""
        if self.refutations is None or ply == 0:
            return []
        line = self.refutations.get(self.path[0], ())
        on_line = len(line) > ply and list(line[:ply]) == self.path[:ply]
        return [line[ply]] if on_line else []
