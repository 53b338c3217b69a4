"""Iterative deepening: passes over the game's tree, each deeper than the last, until the limit is reached.

Slate and Atkin, "Chess 4.5: the Northwestern University chess program", 1977; Korf, "Depth-first
iterative-deepening: an optimal admissible tree search", 1985.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import ClassVar

from outwit.credibility import credible
from outwit.decision import (
    Agent,
    Analysis,
    Candidate,
    Decision,
    Limit,
    Watch,
    is_opposed,
    option,
    values_to_each,
)
from outwit.errors import TooDeepError
from outwit.faults import is_endless_rule
from outwit.game import CHANCE, Game, Move, State
from outwit.listing import Listing
from outwit.memory import Kept
from outwit.random import Generator
from outwit.search.agent import SearchAgent
from outwit.search.levels import FULL_STRENGTH, LEVELS, Handicap, near_best, refuse_unless_level
from outwit.search.pass_results import Merged, as_results, is_completed, worth
from outwit.search.search import UNLIMITED, OutOfBudgetError, Search
from outwit.time_management import is_enough
from outwit.tree.record.node import Tree
from outwit.tree.record.recorder import Recorder


@dataclass
class Found:
    """What the passes of a search have found by now."""

    best: Decision
    """The answer; its depth is 0 before a pass is completed."""

    candidates: Mapping[Move, Candidate] = field(default_factory=dict)
    values: tuple[float, ...] | None = None
    """What the root is worth to each player by the last pass that was completed."""

    tree: Tree | None = None
    complete: bool = True
    """Did the passes come to their end, and no limit broke one off?"""


@dataclass(frozen=True)
class Searcher(SearchAgent[Search]):
    """An agent that looks at every line of play, except for those that cannot matter, as deep as it can."""

    depth: int | None = option(None, "Look this many moves ahead; without it, to the end of the game.")
    seconds: float | None = option(None, "Answer within this time.")
    nodes: int | None = option(None, "Visit at most this many positions.")
    quick: bool = option(True, "Prefer the quicker win and the slower loss; off, all wins are the same.")
    evaluation: str | None = option(
        None, "Judge positions by this one of the game's evaluations; without it, by the game's own."
    )
    model: str | None = option(
        None, "Search this one of the game's models in place of the game itself, such as dice averaged."
    )
    seed: int | None = option(
        None, "Shuffle the moves at the root, so that equal ones fall differently with each seed."
    )
    level: int | None = option(
        None, "Play weaker than possible, from 1 for beginners to 4; at 5, and without it, full strength."
    )

    levels: ClassVar[tuple[int, ...]] = tuple(LEVELS)
    """The levels of difficulty that it can play at."""
    shortest: ClassVar[Limit] = Limit(seconds=1, depth=1)

    takes_depth = True

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unless_level(self.level)

    @property
    def handicap(self) -> Handicap | None:
        """What the agent's level takes away from the search; None at full strength."""
        return LEVELS[self.level or FULL_STRENGTH]

    @property
    def weakened(self) -> bool:
        return self.handicap is not None

    def with_seed(self, seed: int) -> Agent:
        return replace(self, seed=seed) if self.handicap and self.seed is None else self

    def limit(self) -> Limit:
        """The limit that the agent's own options set."""
        return Limit(seconds=self.seconds, depth=self.depth, nodes=self.nodes)

    @abstractmethod
    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        """A search of this kind that has not begun."""

    def game_to_search(self, game: Game, state: State) -> tuple[Game, State]:
        """The game and the state as the search sees them; a game for many may become one for two."""
        return game, state

    def deepens(self, limit: Limit) -> bool:
        """Does it look one move ahead, then two, and so on? It must where it may be stopped at any moment."""
        return any(most is not None for most in (limit.seconds, limit.nodes, limit.target))

    def pass_over(self, search: Search, depth: int) -> float:
        """Search the whole tree to a depth; the value for player 0."""
        value: float = search.visit(search.root, depth, 0)
        return value

    def reorder(self, moves: list[Move], candidates: Mapping[Move, Candidate], best: Move) -> None:
        """Put the root's moves into the order in which to search them one level deeper.

        The best comes first, so that a pass that is broken off has looked at it again; the others follow by
        what they have turned out to be worth, those that were not looked at last.
        """
        as_results(candidates).arrange(moves, best)

    def begin(
        self,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        past: int,
        moves: Iterable[Move] | None = None,
    ) -> Search:
        game, state = self.game_to_search(game, state)
        search = self.new_search(game, state, limit, watch)
        if moves is None:
            moves = () if game.turn(state) == CHANCE else game.moves(state)
        search.legal = list(moves)
        search.root_moves = self.arrange(game, state, search.legal)
        return search

    def run(self, search: Search, kept: Kept | None, history: Sequence[State], tree: bool) -> Decision:
        search.memory, search.spreads_wanted = kept, True
        found = self.passes(search, self.depths(search.limit), tree, whole=search.watch.complete)
        if self.handicap and found.best.depth and search.legal:
            seed = self.draw_seed(search.root, search.turn(search.root), len(history))
            found.best = self.soften(found, search, Generator(seed))
        return self.conclude(found, search)

    def analyse(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        moves: Sequence[Move] | None = None,
        depth: int | None = None,
        watch: Watch | None = None,
    ) -> Analysis:
        if self.handicap:
            agent = replace(self, level=None)
            return agent.analyse(game, state, limit, history, moves=moves, depth=depth, watch=watch)
        game, state = self.admit(game, state, limit, history)
        limit = (limit or Limit()).override(Limit(depth=depth or None))
        search = self.begin(game, state, limit, watch or Watch(), len(history), moves)
        try:
            found = self.passes(search, (0,) if depth == 0 else self.depths(limit), whole=True)
        finally:
            search.end()
        best = found.best
        if best.move is not None or not search.legal:
            credible(replace(best, game=game, state=state))
        values = found.values
        if values is None and best.value is not None:
            values = values_to_each(game, state, best.value)
        lead = found.candidates.get(best.line[0]) if best.line else None
        return Analysis(
            value=best.value,
            values=values,
            bound="exact" if lead is None else lead.bound,
            line=best.line,
            candidates=found.candidates,
            depth=best.depth,
            nodes=search.nodes,
            exact=best.exact,
            complete=found.complete,
        )

    def passes(self, search: Search, depths: Iterable[int], tree: bool = False, *, whole: bool) -> Found:
        """Search to one depth after the other, until the value is proved or the limit is reached.

        What a pass has found that the limit broke off counts too, unless only `whole` passes do and there is
        one.
        """
        found = Found(Decision(move=search.legal[0] if search.legal else None))
        limit, steady = search.limit, 0
        for depth in depths:
            if self.handicap and depth > 1:
                search.limit = self.handicap.cap(limit)
                search.next_look = 0
            recorder = Recorder(search.game, search.settled, search.fate) if tree else None
            search.begin(recorder)
            search.pass_depth = depth if depth < UNLIMITED else None
            try:
                value = self.pass_over(search, depth)
            except (OutOfBudgetError, RecursionError) as stopped:
                if isinstance(stopped, RecursionError) and is_endless_rule(stopped):
                    raise
                if isinstance(stopped, RecursionError) and found.best.depth == 0:
                    raise TooDeepError(
                        f"{self.name} cannot look to the end of this game: it goes too deep; give a depth, "
                        "or seconds or nodes."
                    ) from stopped
                if not (whole and found.best.depth):
                    found.best, found.candidates = self.salvage(found.best, found.candidates, search, depth)
                found.tree = found.tree or (recorder.tree() if recorder else None)
                found.complete = False
                break
            before = found.best.move
            self.note(found, search, depth, value)
            steady = steady + 1 if found.best.move == before else 0
            found.tree = recorder.tree() if recorder else None
            search.report(found.best.depth, found.best.value, found.best.line)
            if found.best.exact or depth == limit.depth or search.is_exhausted(depth, value):
                break
            if limit.target is not None and (
                len(search.legal) == 1 or is_enough(search.seconds, limit.target, steady)
            ):
                break
            if not search.may_reorder():
                found.complete = False
                break
            self.reorder(search.root_moves, found.candidates, found.best.move)
        return found

    def note(self, found: Found, search: Search, depth: int, value: float) -> None:
        """Take over what a pass of this depth has found, whose value for player 0 is this."""
        line = search.lines[0]
        found.best = Decision(
            move=line[0] if line else None,
            value=self.value_for(search.turn(search.root), search.settled(value)),
            line=line,
            depth=depth if depth < UNLIMITED else depth - search.depth_left,
            exact=search.is_proved(value),
        )
        found.candidates = as_results(search.candidates).at(found.best.depth)
        found.values = search.values(value)
        search.plies = search.plies_to_end(value)

    def depths(self, limit: Limit) -> Iterable[int]:
        """The depths to search to, one after the other."""
        if self.handicap or self.deepens(limit):
            return count(1) if limit.depth is None else range(1, limit.depth + 1)
        return (limit.depth or UNLIMITED,)

    def arrange(self, game: Game, state: State, moves: list[Move]) -> list[Move]:
        """The root's moves in the order in which to search them first."""
        moves = list(moves)
        if self.seed is not None:
            Generator(self.seed).shuffle(moves)
        return moves

    def salvage(
        self, best: Decision, found: Mapping[Move, Candidate], search: Search, depth: int
    ) -> tuple[Decision, Mapping[Move, Candidate]]:
        """The answer and the candidates after a pass that the limit has broken off: what it has completed.

        Unless it has settled what the best move of the pass before is worth, that pass stands as it is.
        Otherwise the best move that it has completed is taken. What only the pass before knows stays beside
        it, as far as it does not look better: at another depth that would mean little. So if the best move
        has come down and nothing else was looked at, the pass before stands too; but of a move that loses for
        certain and one that does not seem to, the latter is taken, however far it was looked at.
        """
        fresh = as_results(search.candidates).at(None if depth == UNLIMITED else depth)
        least, most = self.extremes(search)
        if self.handicap and best.depth:
            decided = {move: each for move, each in fresh.items() if each.value in (least, most)}
            own = decided.get(best.move)
            answer = Decision(own.move, own.value, own.line, depth=best.depth) if own else best
            return answer, {**found, **decided}
        line = search.lines[0]
        lead = fresh.lead(line)
        if lead is None:
            return best, found
        before = fresh.get(best.move)
        if best.depth and (before is None or not (is_completed(before) or worth(before) <= worth(lead))):
            return best, found
        better = self.better(found, fresh, lead, search.root_moves) if best.depth else None
        if better and lead.value == least:
            lead = better
        elif better and len(fresh) == 1:
            return best, found
        line = line if line[:1] == (lead.move,) else lead.line
        return Decision(lead.move, lead.value, line, depth=best.depth), Merged(fresh, found, worth(lead))

    def better(
        self,
        found: Mapping[Move, Candidate],
        fresh: Mapping[Move, Candidate],
        lead: Candidate,
        moves: Sequence[Move],
    ) -> Candidate | None:
        """The best move that only the pass before has completed, if it looked better there than `lead` does.

        The moves come as `reorder` has put them, best first, so that what is no better ends the search.
        """
        for place, move in enumerate(moves):
            known = found.get(move)
            if place and (known is None or worth(known) <= worth(lead)):
                break
            if known and is_completed(known) and worth(known) > worth(lead) and move not in fresh:
                return known
        return None

    def soften(self, found: Found, search: Search, random: Generator) -> Decision:
        """Any move that looks nearly as good as the best, as far as the agent's level allows."""
        best = found.best
        least, most = self.extremes(search)
        if self.handicap is None or best.value == most:
            return best
        sound = [
            c for c in found.candidates.values() if c.bound != "at most" and c.value not in (None, least)
        ]
        won = [candidate for candidate in sound if candidate.value == most]
        if not sound:
            return best
        choices = near_best(won or sound, 0.0 if best.exact else self.handicap.slack)
        chosen = random.weighted(choices)
        return Decision(chosen.move, chosen.value, chosen.line, depth=best.depth, exact=best.exact)

    def extremes(self, search: Search) -> tuple[float, float]:
        """The least and the most that a move at the root can be worth to the player to act."""
        least, most = search.game.bounds(search.root, max(search.turn(search.root), 0))
        return search.settled(least), search.settled(most)

    def conclude(self, found: Found, search: Search) -> Decision:
        """The decision with all that is known about the search."""
        best, known, legal = found.best, found.candidates, search.legal

        def candidates() -> list[Candidate]:
            every = [known.get(move) or Candidate(move) for move in legal]
            return sorted(every, key=lambda each: (each.move != best.move, -worth(each)))

        stats: dict[str, float] = dict(search.counts)
        factor = branching_factor(search.nodes, best.depth)
        if factor is not None:
            stats["effective branching factor"] = round(factor, 3)
        return Decision(
            move=best.move,
            value=best.value,
            line=best.line,
            candidates=Listing(len(legal), candidates),
            depth=best.depth,
            nodes=search.nodes,
            exact=best.exact,
            stats=stats,
            tree=found.tree,
            **self.origin(search),
        )

    def value_for(self, player: int, value: float) -> float:
        """A value for player 0 as the player to act sees it."""
        return (value if player <= 0 else -value) + 0.0


def branching_factor(nodes: int, depth: int) -> float | None:
    """The effective branching factor: how wide a uniform tree of this depth and size would be.

    >>> branching_factor(1 + 3 + 9, 2)
    3.0
    """
    if depth < 1 or nodes <= depth:
        return None
    width = float(
        nodes ** (1 / depth)
    )  # such a tree has more nodes, so that Newton's method closes in from above
    while True:
        size = slope = 0.0
        for _ in range(depth + 1):
            size, slope = size * width + 1, slope * width + size
        closer = width - (size - nodes) / slope
        if not closer < width - 1e-12 * width:
            return round(width, 9)
        width = closer


def objection_to(
    game: Game, *, chance: bool, many: bool, solo: bool, hidden: bool = False, joint: bool = False
) -> str | None:
    """Why a search cannot play a game, if so: it takes turns unless `joint`, and sees all unless `hidden`."""
    if game.simultaneous and not (joint and not game.hidden):
        why = "a player does not see everything" if joint else "its players choose at once"
        return f"{why}; {able_at_once(game)} such games."
    if game.hidden and not hidden:
        who = "ismcts, pimc and andor play" if game.players == 1 else "ismcts and pimc play"
        small = ", cfr and policy small ones" if is_opposed(game) else ""
        return f"a player does not see everything; {who} such games{small}."
    if game.stochastic and not chance:
        return f"something in it happens by chance; {search_for(game)} plays it."
    if many or is_opposed(game) or (game.players == 1 and solo):
        return None
    players = f"it has {game.players} player{'s' * (game.players > 1)}"
    what = "its payoffs do not cancel" if game.players == 2 else players
    return f"{what}; {able(game)} it."


def able(game: Game) -> str:
    """Who plays a game, and the verb: what is named to somebody whose agent does not play it."""
    if game.simultaneous:
        return able_at_once(game)
    return "ismcts and pimc play" if game.hidden else f"{search_for(game)} plays"


def able_at_once(game: Game) -> str:
    """Who plays games in which players choose at once, and the verb."""
    if game.hidden:
        return "cfr and policy play" if is_opposed(game) else "only random and human play"
    if is_opposed(game):
        return "backward, smmcts and montecarlo play"
    return "smmcts and montecarlo play" if game.players == 2 else "montecarlo plays"


def search_for(game: Game) -> str:
    """The name of the search that looks at every line of play of a game in which everything is seen."""
    if is_opposed(game):
        return "expectiminimax" if game.stochastic else "alphabeta"
    return "expectiminimax" if game.players == 1 else "maxn"
