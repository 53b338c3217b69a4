"""Alpha-beta: minimax that leaves out what cannot matter.

Knuth and Moore, "An analysis of alpha-beta pruning", 1975. Fail-soft: Fishburn, "Another optimization of
alpha-beta search", 1983. Principal variation search: Marsland and Campbell, "Parallel search of strongly
ordered game trees", 1982.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from outwit.decision import Bound, Candidate, Limit, Watch, option
from outwit.game import Game, Move, State, defines
from outwit.search.inquiry import Inquiry
from outwit.search.ordering import Ordering
from outwit.search.searcher import Searcher, objection_to
from outwit.search.table import Entry, Table
from outwit.search.tempo import HORIZON

ASPIRATION = 1 / 16
"""Half an aspiration window, as a part of the range of payoffs."""

QUIESCENCE = 32
"""How many noisy moves in a row are followed at most."""


@dataclass(frozen=True)
class AlphaBeta(Searcher):
    """Minimax's value, with every branch cut that cannot change it.

    Fail-hard and fail-soft differ in what a node returns whose value lies outside its window: fail-hard the
    bound itself, fail-soft the best value seen, a tighter bound. Many printed listings that are named
    fail-hard are in fact fail-soft: they start from minus infinity, not from alpha, and return the best.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    >>> decision = AlphaBeta.plain().decide(game, game.initial())
    >>> decision.value, decision.nodes
    (3.0, 11)
    """

    fail: Literal["soft", "hard"] = option(
        "soft",
        "What a node outside its window returns: soft, the best value seen; hard, the window's bound.",
    )
    order: bool = option(True, "Search first what the game's `order` recommends; costs a call a move.")
    deepening: bool = option(
        True,
        "Search to depth 1, 2, 3, ...: an answer is ready at any time, and orders the next pass.",
    )
    table: bool = option(True, "Remember positions, so that each is searched once a depth; takes memory.")
    killers: bool | None = option(
        None, "Try first what has just cut elsewhere at this ply; hurts where a move means many things."
    )
    history: bool | None = option(
        None, "Order moves by how often they have cut anywhere; helps most where there is no `order`."
    )
    refutation: bool = option(
        False,
        "Follow first the line that met each root move a depth before; a small table's stand-in.",
    )
    aspiration: bool = option(
        False,
        "Open the search with a narrow window around the last value; costs a second try if wrong.",
    )
    pvs: bool = option(
        True,
        "Test later moves with an empty window, searching again if one is better; wants good order.",
    )
    quiescence: bool = option(
        True, "Where depth runs out, play on through the moves that a game calls noisy."
    )

    clamp: bool = option(
        True, "Keep every value within the game's `bounds`, cutting what lies outside; costs a call a node."
    )

    name = "alphabeta"
    summary = "Minimax's value with every branch cut that cannot change it, and what speeds that up."
    default_limit = Limit(seconds=2)
    presets: ClassVar[dict[str, dict[str, bool]]] = {
        "plain": dict.fromkeys(
            [
                "quick",
                "order",
                "deepening",
                "table",
                "killers",
                "history",
                "refutation",
                "aspiration",
                "pvs",
                "quiescence",
                "clamp",
            ],
            False,
        )
    }

    @classmethod
    def plain(cls, **options: object) -> Self:
        """Alpha-beta with every switch off but those given."""
        return cls(**{**cls.presets["plain"], **options})  # type: ignore[arg-type]

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=False, many=False, solo=False)

    def inquire(self, game: Game, state: State, limit: Limit, watch: Watch) -> Inquiry:
        return AlphaBetaInquiry(game, state, limit, watch, self)

    def arranged(self, game: Game, state: State, moves: list[Move]) -> list[Move]:
        moves = super().arranged(game, state, moves)
        if self.order and defines(game, "order"):
            moves.sort(key=lambda move: -game.order(state, move))
        return moves

    def deepens(self, limit: Limit) -> bool:
        return self.deepening

    def reorder(self, moves: list[Move], candidates: dict[Move, Candidate]) -> None:
        def worth(move: Move) -> float:
            value = candidates[move].value if move in candidates else None
            return -math.inf if value is None else value

        moves.sort(key=worth, reverse=True)

    def pass_over(self, inquiry: Inquiry, depth: int) -> float:
        alpha, beta = -math.inf, math.inf
        low, high = inquiry.game.bounds(inquiry.root, 0)
        if self.aspiration and low < high:
            guess = inquiry.reported.value
            if guess is None:
                guess = inquiry.game.evaluate(inquiry.root, 0)
            elif inquiry.turn(inquiry.root) != 0:
                guess = -guess
            alpha, beta = guess - ASPIRATION * (high - low), guess + ASPIRATION * (high - low)
        value: float = inquiry.visit(inquiry.root, depth, 0, alpha, beta)
        while not alpha < value < beta and (alpha, beta) != (-math.inf, math.inf):
            inquiry.counts["searches repeated"] += 1
            alpha, beta = (-math.inf, beta) if value <= alpha else (alpha, math.inf)
            value = inquiry.visit(inquiry.root, depth, 0, alpha, beta)
        return value


class AlphaBetaInquiry(Inquiry):
    """Alpha-beta under way."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: AlphaBeta) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.hard = agent.fail == "hard"
        self.pvs = agent.pvs
        self.clamp = agent.clamp
        self.quiet = not (agent.quiescence and defines(game, "noisy"))
        self.table = Table(game, agent.quick) if agent.table else None
        self.ordering = Ordering(
            game,
            hint=agent.order,
            killers=agent.killers is not False,
            history=agent.history is True,
            refutation=agent.refutation,
        )

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        self.enter(depth, ply)
        if self.over(state):
            return self.final(state, ply)
        if depth <= 0:
            if self.quiet or depth <= -QUIESCENCE:
                return self.estimate(state)
            return self.quiesce(state, depth, ply, alpha, beta)
        player = self.turn(state)
        sign = 1 if player == 0 else -1
        low, high = (alpha, beta) if player == 0 else (-beta, -alpha)  # as the player to act sees it
        least, most = self.reach(state, sign) if self.clamp else (-math.inf, math.inf)
        if ply and (least >= high or most <= low):
            self.cut(None, "bounds")
            return sign * (least if least >= high else most)
        first = None
        if self.table is not None:
            entry = self.table.get(state)
            if entry is not None:
                line = entry.line if entry.state == state else ()
                first = line[0] if line else None
                if ply and self.table.usable(entry, depth, ply, low, high):
                    self.hit("table")
                    self.estimates += entry.estimated
                    self.lines[ply] = line
                    return sign * entry.value
        estimates = self.estimates
        ordering = self.ordering
        moves = self.choices(state, ply)
        if ply:
            moves = ordering.arranged(state, moves, ply, player, first)

        best = low if self.hard else -math.inf
        enough = min(high, most)
        for number, move in enumerate(moves):
            ordering.step(ply, move)
            child = self.play(state, move)
            floor = max(low, least, best)
            if self.pvs and number > 0 and depth > 1:
                worth = self.scout(child, depth, ply, sign, floor, enough)
            else:
                worth = sign * self.visit(child, depth - 1, ply + 1, *facing(sign, floor, enough))
            if ply == 0:
                self.weigh(move, worth, relation(worth, floor, enough))
                ordering.refuted((move, *self.lines[1]))
            if worth > best:
                best = worth
                self.lead(ply, move)
                if best >= enough:
                    self.cut(move, "beta" if best >= high else "bounds")
                    ordering.cut(move, ply, depth, player)
                    break
        best = min(max(best, least), most)
        if self.hard:
            best = min(best, high)
        if self.table is not None:
            estimated = self.estimates > estimates
            bound = relation(best, low, high)
            self.table.put(state, Entry(depth, ply, best, bound, self.lines[ply], estimated, state))
        return sign * best

    def reach(self, state: State, sign: int) -> tuple[float, float]:
        """What the state can be worth to the player to act, by the game's own bounds."""
        if not self.bounded:
            return -math.inf, math.inf
        low, high = self.game.bounds(state, 0)
        faded = self.fade[HORIZON]
        return facing(sign, min(low, low * faded), max(high, high * faded))

    def scout(self, child: State, depth: int, ply: int, sign: int, floor: float, high: float) -> float:
        """Test with an empty window whether a move is better than the best so far; if so, by how much."""
        window = facing(sign, floor, math.nextafter(floor, math.inf))
        worth: float = sign * self.visit(child, depth - 1, ply + 1, *window)
        if floor < worth < high:
            self.counts["searches repeated"] += 1
            worth = sign * self.visit(child, depth - 1, ply + 1, *facing(sign, floor, high))
        return worth

    def quiesce(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The value where depth has run out: standing pat, or better by noisy moves alone.

        A node that has been entered already; deeper ones are entered through `visit` like any other.
        """
        player = self.turn(state)
        sign = 1 if player == 0 else -1
        low, high = (alpha, beta) if player == 0 else (-beta, -alpha)
        best = sign * self.estimate(state)
        if best >= high:
            self.counts["stood pat"] += 1
        else:
            for move in self.moves(state):
                if not self.game.noisy(state, move):
                    continue
                child = self.play(state, move)
                window = facing(sign, max(low, best), high)
                worth = sign * self.visit(child, depth - 1, ply + 1, *window)
                if worth > best:
                    best = worth
                    self.lead(ply, move)
                    if best >= high:
                        self.cut(move, "beta")
                        break
        if self.hard:
            best = min(max(best, low), high)
        return sign * best


def facing(sign: int, low: float, high: float) -> tuple[float, float]:
    """A window of the player to act as player 0 sees it."""
    return (low, high) if sign > 0 else (-high, -low)


def relation(value: float, low: float, high: float) -> Bound:
    """How a value returned by a search with this window relates to the true one."""
    return "at most" if value <= low else "at least" if value >= high else "exact"
