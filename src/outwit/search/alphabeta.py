"""Alpha-beta: minimax that leaves out what cannot matter.

Knuth and Moore, "An analysis of alpha-beta pruning", 1975. Fail-soft: Fishburn, "Another optimization of
alpha-beta search", 1983. Principal variation search: Marsland and Campbell, "Parallel search of strongly
ordered game trees", 1982. Internal iterative deepening: Scott, "A chess-playing program", 1969. Enhanced
transposition cut-off: Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph properties of game trees",
1996. Null move: Beal, "A generalised quiescence search algorithm", 1990. Aspiration windows: Slate and Atkin,
"Chess 4.5: the Northwestern University chess program", 1977. Late-move reduction, after programs of the years
since 2000: Romstad, "An introduction to late move reductions". Futility pruning: Schaeffer, "Experiments in
search and knowledge", 1986; Heinz, "Extended futility pruning", 1998.
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

NARROW, WIDER, WIDEST = 0.5, 4.0, 16.0
"""The same in a game that has a `scale`: so many of it at first, so many times as much after each search that
left the window, and no window once it is as wide as this."""

ASPIRATION_DEPTH = 4
"""From this depth on a game's `scale` makes the first window."""

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

REDUCED_DEPTH, REDUCED_MOVES = 32, 64
"""Beyond this depth, and after so many moves, a reduction grows no more."""

REDUCED = tuple(
    tuple(int(math.log(max(depth, 1)) * math.log(max(number, 1)) / 2) for number in range(REDUCED_MOVES))
    for depth in range(REDUCED_DEPTH)
)
"""By how many more than one a move is reduced whose `late` is 2, by depth and by how many came before."""

PASS, PASS_STEP, PASS_DEPTH = 2, 4, 3
"""How much less deep the reply to a null move is searched, one more for every so many moves of depth, and how
many moves before the end at least."""

FUTILE_DEPTH, MARGIN = 3, 1.0
"""So many moves before the end, an estimate so many `scale` a move above the window counts as sure."""

SKIP_DEPTH, SKIP_MARGIN = 2, 1.5
"""The same for leaving out quiet moves behind an estimate that lies below the window."""

DELTA = 2.0
"""What a noisy move may bring beside its `gain`, in the game's `scale`."""

EXTENDED = 2
"""Urgent positions are searched deeper as far as so many times the depth of the search."""


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
    aspiration: bool | None = option(
        None,
        "Open the search with a narrow window around the last value; costs a second try if wrong. "
        "By default where the game gives `scale`.",
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
    futility: bool = option(
        True,
        "Near the end of the search, leave out what the estimate puts far outside the window; needs `scale`.",
    )
    delta: bool = option(
        True, "Delta pruning: leave out noisy moves that cannot bring enough even so; needs `gain`."
    )
    extensions: bool = option(
        True, "Look one move further where a position is urgent, such as in check; needs `urgent`."
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
                "futility",
                "delta",
                "extensions",
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
        half, widest = self.half_window(search, depth)
        guess = 0.0
        if half < widest:
            guess = self.guess(search)
            alpha, beta = guess - half, guess + half
        value: float = search.visit(search.root, depth, 0, alpha, beta)
        while not alpha < value < beta and (alpha, beta) != (-math.inf, math.inf):
            search.counts["searches repeated"] += 1
            search.estimates = 0
            half *= WIDER
            wide = half if half < widest else math.inf
            alpha, beta = (guess - wide, beta) if value <= alpha else (alpha, guess + wide)
            value = search.visit(search.root, depth, 0, alpha, beta)
        return value

    def half_window(self, search: Search, depth: int) -> tuple[float, float]:
        """Half the window with which to begin a pass, and how wide it is not worth having."""
        scale = search.game.scale
        if self.handicap or self.aspiration is False:
            return math.inf, math.inf
        if scale > 0 and (self.aspiration or depth >= ASPIRATION_DEPTH):
            return NARROW * scale, WIDEST * scale
        low, high = search.game.bounds(search.root, 0)
        if not self.aspiration or low >= high:
            return math.inf, math.inf
        half = ASPIRATION * (high - low)
        return half, WIDER * half

    @staticmethod
    def guess(search: Search) -> float:
        """What the root seems to be worth to player 0 before it is searched again."""
        value = search.reported.value
        if value is None:
            return search.game.evaluate(search.root, 0)
        return value if search.turn(search.root) == 0 else -value


class AlphaBetaSearch(Search):
    """One search by alpha-beta."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: AlphaBeta) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.every = agent.handicap is not None
        """Is what every move at the root is worth wanted, and not only the best?"""
        self.hard = agent.fail == "hard"
        self.pvs = agent.pvs
        self.clamp = agent.clamp
        self.quiet = not (agent.quiescence and has_noisy(game))
        self.table = Table(game, agent.quick) if agent.table else None
        self.etc = agent.etc and agent.table
        self.iid = agent.iid and agent.table
        self.late = game.late if agent.reductions and defines(game, "late") else None
        self.passed = game.passed if agent.null and defines(game, "passed") else None
        self.urgent = game.urgent if agent.extensions and defines(game, "urgent") else None
        self.gain = game.gain if agent.delta and defines(game, "gain") else None
        self.margin = game.scale if agent.futility and game.scale > 0 else 0.0
        """What estimates are counted in, if moves are left out by them."""
        self.skips = defines(game, "noisy") or not has_noisy(game)
        """Can moves be told from noisy ones, to be left out?"""
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
        futile = ply > 0 and 0 < depth <= FUTILE_DEPTH and self.margin > 0 and not self.is_urgent(state)
        passing = self.passed is not None and ply > 0 and PASS_DEPTH <= depth < BEYOND and self.barred != ply
        guess = sign * self.judge(state) if futile or (passing and high < math.inf) else 0.0
        if futile and high < math.inf and guess - MARGIN * self.margin * depth >= high:
            self.estimates += 1
            self.cut(None, "futility")
            return sign * high
        if passing and guess >= high and self.null_move(state, depth, ply, player, high):
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
        hopeful = math.inf
        if futile and self.skips and depth <= SKIP_DEPTH:
            hopeful = guess + SKIP_MARGIN * self.margin * depth
        for number, move in enumerate(moves):
            floor = max(low, least) if apart else max(low, least, best)
            if number and hopeful <= floor and self.is_quiet(state, move):
                best = self.leave_out(best, hopeful, "skipped")
                continue
            ordering.step(ply, move)
            child = self.play(state, move)
            more = int(self.is_near(ply + 1) and self.is_urgent(child))
            late = self.late(state, move) if self.late and number >= LATE and depth >= LATE_DEPTH else 0
            if apart:
                worth = sign * self.visit(child, depth - 1 + more, ply + 1, *turn_window(sign, floor, enough))
            elif late > 0 and not more:
                less = reduction(late, depth, number)
                worth = self.reduce_late_move(child, depth, less, ply, sign, floor, enough)
            elif self.pvs and number > 0 and depth > 1:
                worth = self.scout(child, depth + more, ply, sign, floor, enough)
            else:
                worth = sign * self.visit(child, depth - 1 + more, ply + 1, *turn_window(sign, floor, enough))
            if ply == 0:
                self.weigh(move, worth, relation(worth, floor, enough))
                ordering.remember_refutation((move, *self.lines[1]))
            if worth > best:
                best = worth
                self.lead(ply, move)
                if best >= enough and not apart:
                    self.cut(move, "beta" if best >= high else "bounds")
                    if not self.game.noisy(state, move):
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

    def is_near(self, ply: int) -> bool:
        """Is a ply no farther from the root than where urgent positions are searched deeper?"""
        return self.pass_depth is None or ply < EXTENDED * self.pass_depth

    def is_urgent(self, state: State) -> bool:
        """Does the game call a position urgent that is not over?"""
        return self.urgent is not None and not self.over(state) and self.urgent(state)

    def is_quiet(self, state: State, move: Move) -> bool:
        """Is a move neither noisy, nor does it end the game or lead to an urgent position?"""
        if self.game.noisy(state, move):
            return False
        child = self.game.play(state, move)
        return not self.over(child) and not self.is_urgent(child)

    def judge(self, state: State) -> float:
        """The estimate of a state at which the search goes on; it counts only where something rests on it."""
        return self.within(self.game.evaluate(state, 0), state, 0)

    def leave_out(self, best: float, hopeful: float, kind: str) -> float:
        """What a node is worth at most with a move left out that is worth no more than `hopeful`."""
        self.estimates += 1
        self.counts["moves left out"] += 1
        if self.recorder:
            self.recorder.cut(kind, None)
        return max(best, hopeful)

    def scout(self, child: State, depth: int, ply: int, sign: int, floor: float, high: float) -> float:
        """Principal variation search: test a move with an empty window; search again if it is better."""
        window = turn_window(sign, floor, math.nextafter(floor, math.inf))
        worth: float = sign * self.visit(child, depth - 1, ply + 1, *window)
        if floor < worth < high:
            self.counts["searches repeated"] += 1
            worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, high))
        return worth

    def reduce_late_move(
        self, child: State, depth: int, less: int, ply: int, sign: int, floor: float, high: float
    ) -> float:
        """Late-move reduction: test a move so much less deep; search it in full if it is better."""
        window = turn_window(sign, floor, math.nextafter(floor, math.inf))
        worth: float = sign * self.visit(child, depth - 1 - less, ply + 1, *window)
        if worth > floor:
            self.counts["searches repeated"] += 1
            worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, high))
        return worth

    def null_move(self, state: State, depth: int, ply: int, player: int, high: float) -> bool:
        """Does a null move, the turn passed, cut? The reply is searched less deep, and proves nothing."""
        if self.passed is None:
            return False
        child = self.passed(state)
        if child == state or self.over(child) or self.turn(child) == player:
            return False
        sign = 1 if player == 0 else -1
        window = turn_window(sign, math.nextafter(high, -math.inf), high)
        self.barred = ply + 1
        self.ordering.step(ply, None)
        with self.aside():
            worth = sign * self.value(child, depth - 1 - PASS - depth // PASS_STEP, ply + 1, *window)
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
            stood = best + DELTA * self.game.scale
            for move in self.ordering.arrange(state, noisy, ply, player, None):
                hopeful = stood + self.gain(state, move) if self.gain else math.inf
                if hopeful <= max(low, best):
                    best = self.leave_out(best, hopeful, "delta")
                    continue
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


def has_noisy(game: Game) -> bool:
    """Does a game say which moves are noisy?"""
    return defines(game, "noisy") or defines(game, "noisy_moves")


def reduction(late: int, depth: int, number: int) -> int:
    """How much less deep a move is searched first that comes after so many others.

    >>> reduction(1, 8, 20), reduction(2, 8, 20), reduction(2, 3, 3), reduction(3, 12, 30)
    (1, 4, 1, 9)
    """
    more = REDUCED[min(depth, REDUCED_DEPTH - 1)][min(number, REDUCED_MOVES - 1)]
    return min(1 + (late - 1) * more, depth - 2)


def turn_window(sign: int, low: float, high: float) -> tuple[float, float]:
    """A window of the player to act as player 0 sees it."""
    return (low, high) if sign > 0 else (-high, -low)


def relation(value: float, low: float, high: float) -> Bound:
    """How a value returned by a search with this window relates to the true one."""
    return "at most" if value <= low else "at least" if value >= high else "exact"
