"""How every search in this package answers a question: passes over the tree, deeper and deeper."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from secrets import randbits
from time import perf_counter
from typing import ClassVar

from outwit.credibility import credible
from outwit.decision import Agent, Candidate, Decision, Limit, Watch, option
from outwit.errors import OutwitError
from outwit.evaluate import judged_by
from outwit.faults import is_endless_rule
from outwit.game import CHANCE, Game, Move, State, mixed
from outwit.listing import Listing
from outwit.memory import Memory, opened
from outwit.random import Generator
from outwit.repetition import remembering
from outwit.search.findings import Merged, completed, findings, worth
from outwit.search.levels import FULL_STRENGTH, LEVELS, Handicap, near_best, refuse_unless_level
from outwit.search.model import modelled_as
from outwit.search.search import UNLIMITED, OutOfBudgetError, Search
from outwit.tree.record.node import Tree
from outwit.tree.record.recorder import Recorder


@dataclass(frozen=True)
class Searcher(Agent):
    """An agent that decides by searching the game's tree."""

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

    def __post_init__(self) -> None:
        super().__post_init__()
        self.limit()
        refuse_unless_level(self.level)

    @property
    def handicap(self) -> Handicap | None:
        """What the agent's level takes away from the search; None at full strength."""
        return LEVELS[self.level or FULL_STRENGTH]

    def seeded(self, seed: int) -> Agent:
        return replace(self, seed=seed) if self.handicap and self.seed is None else self

    def require(self, game: Game) -> None:
        """Refuse a game that this agent cannot play, or a model or evaluation that the game does not have."""
        super().require(self.meant(game))

    def meant(self, game: Game) -> Game:
        """The game as the agent searches it: one of its models, judged by one of its evaluations."""
        return judged_by(modelled_as(game, self.model), self.evaluation)

    def limit(self) -> Limit:
        """The limit that the agent's own options set."""
        return Limit(seconds=self.seconds, depth=self.depth, nodes=self.nodes)

    @abstractmethod
    def inquire(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        """A search of this kind, ready to begin."""

    def deepens(self, limit: Limit) -> bool:
        """Should the search go deeper step by step? It must where it may be stopped at any moment."""
        return limit.seconds is not None or limit.nodes is not None

    def pass_over(self, search: Search, depth: int) -> float:
        """Search the whole tree to a depth; the value for player 0."""
        value: float = search.visit(search.root, depth, 0)
        return value

    def reorder(self, moves: list[Move], candidates: Mapping[Move, Candidate], best: Move) -> None:
        """Put the root's moves into the order in which to search them one level deeper.

        The best comes first, so that a pass that is broken off has looked at it again; the others follow by
        what they have turned out to be worth, those that were not looked at last.
        """
        findings(candidates).arrange(moves, best)

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        self.require(game)
        game, state = remembering(self.meant(game), state, history)
        if game.over(state):
            raise OutwitError("The game is over here; there is nothing to decide.")
        limit = self.limit().override(limit)
        watch = watch or Watch()
        search = self.inquire(game, state, limit, watch)
        player = game.turn(state)
        natural = [] if player == CHANCE else list(game.moves(state))
        search.root_moves = self.arranged(game, state, natural)

        with opened(None if tree else memory, self, game, player) as search.memory:
            try:
                best, found, recorded = self.passes(search, natural, limit, tree)
                if self.handicap and best.depth and natural:
                    asked = mixed((state, player, len(history)))
                    random = Generator(randbits(64) if self.seed is None else self.seed ^ asked)
                    best = self.softened(best, found, search, random)
                return credible(self.concluded(best, found, recorded, search, natural))
            finally:
                search.end()

    def passes(
        self, search: Search, natural: list[Move], limit: Limit, tree: bool
    ) -> tuple[Decision, Mapping[Move, Candidate], Tree | None]:
        """Search deeper and deeper while there is budget; the best answer, all candidates, the tree."""
        game = search.game
        player = search.turn(search.root)
        best = Decision(move=natural[0] if natural else None)
        found: Mapping[Move, Candidate] = {}
        recorded: Tree | None = None
        for depth in self.depths(limit):
            if self.handicap and depth > 1:
                search.limit = self.handicap.capped(limit)
                search.next_look = 0
            recorder = Recorder(game, search.settled, search.fate) if tree else None
            search.begin(recorder)
            search.pass_depth = depth if depth < UNLIMITED else None
            try:
                value = self.pass_over(search, depth)
            except (OutOfBudgetError, RecursionError) as stopped:
                if isinstance(stopped, RecursionError) and is_endless_rule(stopped):
                    raise
                if isinstance(stopped, RecursionError) and best.depth == 0:
                    raise OutwitError(
                        f"{self.name} cannot look to the end of this game: it goes too deep; give a depth, "
                        "or seconds or nodes."
                    ) from stopped
                if not (search.watch.complete and best.depth):
                    best, found = self.salvaged(best, found, search, depth)
                recorded = recorded or (recorder.tree() if recorder else None)
                break
            line = search.lines[0]
            best = Decision(
                move=line[0] if line else None,
                value=self.seen_by(player, search.settled(value)),
                line=line,
                depth=depth if depth < UNLIMITED else depth - search.depth_left,
                exact=search.proved(value),
            )
            found = findings(search.candidates).at(best.depth)
            recorded = recorder.tree() if recorder else None
            search.report(best.depth, best.value, line)
            if best.exact or depth == limit.depth or search.exhausted(depth, value):
                break
            if not search.may_reorder():
                break
            self.reorder(search.root_moves, found, best.move)
        return best, found, recorded

    def depths(self, limit: Limit) -> Iterable[int]:
        """The depths to search to, one after the other."""
        if self.handicap or self.deepens(limit):
            return count(1) if limit.depth is None else range(1, limit.depth + 1)
        return (limit.depth or UNLIMITED,)

    def arranged(self, game: Game, state: State, moves: list[Move]) -> list[Move]:
        """The root's moves in the order in which to search them first."""
        moves = list(moves)
        if self.seed is not None:
            Generator(self.seed).shuffle(moves)
        return moves

    def salvaged(
        self, best: Decision, found: Mapping[Move, Candidate], search: Search, depth: int
    ) -> tuple[Decision, Mapping[Move, Candidate]]:
        """The answer and the candidates after a pass that the limit has broken off: what it has completed.

        Unless it has settled what the best move of the pass before is worth, that pass stands as it is.
        Otherwise the best move that it has completed is taken. What only the pass before knows stays beside
        it, as far as it does not look better: at another depth that would mean little. So if the best move
        has come down and nothing else was looked at, the pass before stands too; but of a move that loses for
        certain and one that does not seem to, the latter is taken, however far it was looked at.
        """
        fresh = findings(search.candidates).at(None if depth == UNLIMITED else depth)
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
        if best.depth and (before is None or not (completed(before) or worth(before) <= worth(lead))):
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
            if known and completed(known) and worth(known) > worth(lead) and move not in fresh:
                return known
        return None

    def softened(
        self, best: Decision, found: Mapping[Move, Candidate], search: Search, random: Generator
    ) -> Decision:
        """Any move that looks nearly as good as the best, as far as the agent's level allows."""
        least, most = self.extremes(search)
        if self.handicap is None or best.value == most:
            return best
        sound = [c for c in found.values() if c.bound != "at most" and c.value not in (None, least)]
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

    def concluded(
        self,
        best: Decision,
        found: Mapping[Move, Candidate],
        recorded: Tree | None,
        search: Search,
        natural: list[Move],
    ) -> Decision:
        """The decision with everything that is known about the search."""

        def candidates() -> list[Candidate]:
            every = [found.get(move) or Candidate(move) for move in natural]
            return sorted(every, key=lambda each: (each.move != best.move, -worth(each)))

        stats: dict[str, float] = dict(search.counts)
        factor = branching_factor(search.nodes, best.depth)
        if factor is not None:
            stats["effective branching factor"] = round(factor, 3)
        return Decision(
            move=best.move,
            value=best.value,
            line=best.line,
            candidates=Listing(len(natural), candidates),
            depth=best.depth,
            nodes=search.nodes,
            seconds=perf_counter() - search.started,
            exact=best.exact,
            stats=stats,
            agent=self.spec,
            tree=recorded,
            game=search.game,
            state=search.root,
        )

    def seen_by(self, player: int, value: float) -> float:
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


def objection_to(game: Game, *, chance: bool, many: bool, solo: bool) -> str | None:
    """Why a search that sees everything and takes turns cannot play a game; None if it can."""
    if game.simultaneous:
        return "its players choose at once; only random and human play such games so far."
    if game.hidden:
        return "a player does not see everything; only random and human play such games so far."
    opposed = game.players == 2 and game.zero_sum
    if game.stochastic and not chance:
        return f"something in it happens by chance; {search_for(game)} plays it."
    if many or opposed or (game.players == 1 and solo):
        return None
    if game.players == 1:
        return f"it has 1 player; {search_for(game)} plays it."
    what = f"it has {game.players} players" if game.players > 2 else "its payoffs do not cancel"
    return f"{what}; {search_for(game)} plays it."


def search_for(game: Game) -> str:
    """The name of the search that looks at every line of play of a game in which everything is seen."""
    if game.players == 2 and game.zero_sum:
        return "expectiminimax" if game.stochastic else "alphabeta"
    return "expectiminimax" if game.players == 1 else "maxn"
