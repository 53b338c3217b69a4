"""Alpha-beta: minimax that leaves out what cannot matter.

Knuth and Moore, "An analysis of alpha-beta pruning", 1975. Fail-soft: Fishburn, "Another optimization of
alpha-beta search", 1983. Principal variation search: Marsland and Campbell, "Parallel search of strongly
ordered game trees", 1982. Internal iterative deepening: Scott, "A chess-playing program", 1969. Enhanced
transposition cut-off: Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees",
1996. Null move: Beal, "A generalised quiescence search algorithm", 1990. Aspiration windows: Slate and Atkin,
"Chess 4.5: the Northwestern University chess program", 1977. Late-move reduction, after programs of the years
since 2000: Romstad, "An introduction to late move reductions".
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from outwit.decision import Bound, Limit, Watch, option
from outwit.game import Game, Move, State, defines
from outwit.search.ordering import Ordering
from outwit.search.search import Search
from outwit.search.searcher import Searcher, objection_to
from outwit.search.table import Entry, Table

ASPIRATION = 1 / 16
"""Half an aspiration window, as a part of the range of payoffs."""

QUIESCENCE = 32
"""How many noisy moves in a row are followed at most."""

ETC_DEPTH = 3
"""From so many moves before the end of a search, replies are looked up before one is searched."""

SHALLOW = 5
"""From so many moves before the end, a move to try first is worth a search of half the depth."""

BEYOND = 1000
"""A depth that is no depth but the end of the game."""

LATE, LATE_DEPTH = 3, 3
"""Late-move reduction applies after so many moves, and so many moves before the end of the search."""

PASS, PASS_DEPTH = 2, 3
"""How much less deep the reply to a null move is searched, and how many moves before the end at least."""


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

    etc: bool = option(
        True, "Look every reply up in the table before one is searched: it may be good enough already."
    )
    iid: bool = option(
        True, "Where the table knows no move to try first, find one by a search of half the depth."
    )
    reductions: bool = option(
        True,
        "Late-move reduction: search later moves less deep, and again if they do well; needs `late`.",
    )
    null: bool = option(
        True, "Null move: cut where even passing the turn is good enough; needs `passed`, and no zugzwang."
    )
    clamp: bool = option(
        True, "Keep every value within the game's `bounds`, cutting what lies outside; costs a call a node."
    )

    name = "alphabeta"
    summary = "Minimax's value with every branch cut that cannot change it, and what speeds that up."
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
                "etc",
                "iid",
                "reductions",
                "null",
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

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        return AlphaBetaSearch(game, state, limit, watch, self)

    def arrange(self, game: Game, state: State, moves: list[Move]) -> list[Move]:
        moves = super().arrange(game, state, moves)
        if self.order and defines(game, "order"):
            moves.sort(key=lambda move: -game.order(state, move))
        return moves

    def deepens(self, limit: Limit) -> bool:
        return self.deepening

    def pass_over(self, search: Search, depth: int) -> float:
        alpha, beta = -math.inf, math.inf
        low, high = search.game.bounds(search.root, 0)
        if self.aspiration and low < high and not self.handicap:
            guess = search.reported.value
            if guess is None:
                guess = search.game.evaluate(search.root, 0)
            elif search.turn(search.root) != 0:
                guess = -guess
            alpha, beta = guess - ASPIRATION * (high - low), guess + ASPIRATION * (high - low)
        value: float = search.visit(search.root, depth, 0, alpha, beta)
        while not alpha < value < beta and (alpha, beta) != (-math.inf, math.inf):
            search.counts["searches repeated"] += 1
            search.estimates = 0
            alpha, beta = (-math.inf, beta) if value <= alpha else (alpha, math.inf)
            value = search.visit(search.root, depth, 0, alpha, beta)
        return value


class AlphaBetaSearch(Search):
    """One search by alpha-beta."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: AlphaBeta) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.every = agent.handicap is not None
        """Is what every move at the root is worth wanted, and not only the best?"""
        self.hard = agent.fail == "hard"
        self.pvs = agent.pvs
        self.clamp = agent.clamp
        noisy = defines(game, "noisy") or defines(game, "noisy_moves")
        self.quiet = not (agent.quiescence and noisy)
        self.table = Table(game, agent.quick) if agent.table else None
        self.etc = agent.etc and agent.table
        self.iid = agent.iid and agent.table
        self.late = game.late if agent.reductions and defines(game, "late") else None
        self.passed = game.passed if agent.null and defines(game, "passed") else None
        self.barred = -1
        """The ply at which no null move is allowed: one has just been made."""
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
        if ply == 0:
            least = -math.inf  # that so much is certain does not say by which move
        first = None
        if self.table is not None:
            entry = self.table.get(state, ply)
            if entry is not None:
                line = entry.line if entry.state == state else ()
                first = line[0] if line else None
                if ply and self.table.usable(entry, depth, low, high):
                    self.hit("table")
                    self.estimates += entry.estimated
                    self.lines[ply] = line
                    return sign * entry.value
        estimates = self.estimates
        if self.passed and ply and depth >= PASS_DEPTH and self.null_move(state, depth, ply, player, high):
            return sign * high
        ordering = self.ordering
        moves = self.choices(state, ply)
        enough = min(high, most)
        if self.etc and ply and depth >= ETC_DEPTH:
            moves = list(moves)
            worth = self.etc_probe(state, moves, depth, ply, sign, enough)
            if worth is not None:
                return sign * min(worth, most, high if self.hard else most)
        if self.iid and ply and first is None and SHALLOW <= depth < BEYOND:
            first = self.shallow(state, depth, ply, alpha, beta)
        if ply:
            moves = ordering.arrange(state, moves, ply, player, first)

        best = low if self.hard else -math.inf
        apart = self.every and ply == 0
        for number, move in enumerate(moves):
            ordering.step(ply, move)
            child = self.play(state, move)
            floor = max(low, least) if apart else max(low, least, best)
            if apart:
                worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, enough))
            elif self.late and number >= LATE and depth >= LATE_DEPTH and self.late(state, move):
                worth = self.reduce_late_move(child, depth, ply, sign, floor, enough)
            elif self.pvs and number > 0 and depth > 1:
                worth = self.scout(child, depth, ply, sign, floor, enough)
            else:
                worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, enough))
            if ply == 0:
                self.weigh(move, worth, relation(worth, floor, enough))
                ordering.remember_refutation((move, *self.lines[1]))
            if worth > best:
                best = worth
                self.lead(ply, move)
                if best >= enough and not apart:
                    self.cut(move, "beta" if best >= high else "bounds")
                    ordering.cut(move, ply, depth, player)
                    break
        best = min(max(best, least), most)
        if self.hard:
            best = min(best, high)
        if self.table is not None:
            estimated = self.estimates > estimates
            bound = relation(best, low, high)
            self.table.put(state, ply, Entry(depth, best, bound, self.lines[ply], estimated, state))
        return sign * best

    def reach(self, state: State, sign: int) -> tuple[float, float]:
        """What the state can be worth to the player to act, by the game's own bounds."""
        if not self.bounded:
            return -math.inf, math.inf
        low, high = self.game.bounds(state, 0)
        return turn_window(sign, min(low, self.surely(low)), max(high, self.surely(high)))

    def scout(self, child: State, depth: int, ply: int, sign: int, floor: float, high: float) -> float:
        """Principal variation search: test a move with an empty window; search again if it is better."""
        window = turn_window(sign, floor, math.nextafter(floor, math.inf))
        worth: float = sign * self.visit(child, depth - 1, ply + 1, *window)
        if floor < worth < high:
            self.counts["searches repeated"] += 1
            worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, high))
        return worth

    def reduce_late_move(
        self, child: State, depth: int, ply: int, sign: int, floor: float, high: float
    ) -> float:
        """Late-move reduction: test a move one move less deep; search it in full if it is better."""
        window = turn_window(sign, floor, math.nextafter(floor, math.inf))
        worth: float = sign * self.visit(child, depth - 2, ply + 1, *window)
        if worth > floor:
            self.counts["searches repeated"] += 1
            worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, high))
        return worth

    def null_move(self, state: State, depth: int, ply: int, player: int, high: float) -> bool:
        """Does a null move, the turn passed, cut? The reply is searched less deep, and proves nothing."""
        if self.passed is None or self.barred == ply or math.isinf(high):
            return False
        child = self.passed(state)
        if self.over(child) or self.turn(child) == player:
            return False
        sign = 1 if player == 0 else -1
        window = turn_window(sign, math.nextafter(high, -math.inf), high)
        self.barred = ply + 1
        self.ordering.step(ply, None)
        with self.aside():
            worth = sign * self.value(child, depth - 1 - PASS, ply + 1, *window)
        self.barred = -1
        if worth < high:
            return False
        self.estimates += 1
        self.cut(None, "null")
        self.lines[ply] = ()
        return True

    def etc_probe(
        self, state: State, moves: list[Move], depth: int, ply: int, sign: int, enough: float
    ) -> float | None:
        """The value of the first move after which the table knows enough to cut, if there is one."""
        for move in moves:
            child = self.game.play(state, move)
            entry = self.table.get(child, ply + 1) if self.table is not None else None
            if self.table is None or entry is None:
                continue
            facing_it = 1 if self.turn(child) == 0 else -1
            window = (-math.inf, enough) if facing_it == sign else (-enough, math.inf)
            worth = sign * facing_it * entry.value
            if self.table.usable(entry, depth - 1, *window) and worth >= enough:
                self.counts["table hits"] += 1
                self.estimates += entry.estimated
                self.lines[ply] = (move,)
                self.cut(move, "etc")
                return worth
        return None

    def shallow(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> Move | None:
        """The move that a search of half the depth finds best."""
        with self.aside():
            self.value(state, depth // 2, ply, alpha, beta)
        self.lines[ply] = ()
        entry = self.table.get(state, ply) if self.table is not None else None
        return entry.line[0] if entry is not None and entry.line and entry.state == state else None

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
            noisy = self.game.noisy_moves(state)
            for move in self.ordering.arrange(state, noisy, ply, player, None):
                self.ordering.step(ply, move)
                child = self.play(state, move)
                window = turn_window(sign, max(low, best), high)
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


def turn_window(sign: int, low: float, high: float) -> tuple[float, float]:
    """A window of the player to act as player 0 sees it."""
    return (low, high) if sign > 0 else (-high, -low)


def relation(value: float, low: float, high: float) -> Bound:
    """How a value returned by a search with this window relates to the true one."""
    return "at most" if value <= low else "at least" if value >= high else "exact"
