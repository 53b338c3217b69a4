"""One question, one answer: what every agent takes (`Limit`, `Watch`) and gives (`Decision`)."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Literal
from weakref import ref

from outwit.errors import BadOptionError, OutwitError, UnsuitableError, join_names
from outwit.faults import refuse_without_players
from outwit.game import SIMULTANEOUS, Game, Move, State, actors
from outwit.hooks import Hook
from outwit.importing import PREFIX
from outwit.json_types import JsonObject
from outwit.plugins import plugin_name
from outwit.specs import refuse_wrong_kinds, spell
from outwit.time_management import allot

if TYPE_CHECKING:
    from outwit.analysis.explain import Explanation
    from outwit.memory import Memory
    from outwit.tree import Tree

TIMES = ("seconds", "clock", "target")
"""The parts of a limit that are times."""

Bound = Literal["exact", "at most", "at least", "unknown"]


@dataclass(frozen=True)
class Limit:
    """How long a search may take: whichever runs out first. What is not given does not limit.

    >>> Limit(seconds=2, depth=6).override(Limit(depth=4))
    Limit(seconds=2, depth=4)
    """

    seconds: float | None = None
    """Wall-clock time."""

    depth: int | None = None
    """How many moves ahead; chance events in between are not counted."""

    nodes: int | None = None
    """How many positions may be visited."""

    simulations: int | None = None
    """How many simulations may be made, in searches that make any."""

    clock: float | None = None
    """Seconds left on the clock for this move and those after it; how many to spend is up to the search."""

    increment: float | None = None
    """Seconds that the clock gains by each move."""

    moves_to_go: int | None = None
    """Moves until the clock is set anew; without it, the clock is for the rest of the game."""

    target: float | None = None
    """Seconds after which no other pass is begun, unless the answer is in doubt; a clock gives its own."""

    def __post_init__(self) -> None:
        refuse_wrong_kinds(self, "Limit")
        for name, value in vars(self).items():
            if value is None:
                continue
            if name == "increment":
                if not (value >= 0 and math.isfinite(value)):
                    raise BadOptionError(f"increment={value} is not a time; give a number, 0 or more.")
            elif name in TIMES:
                if not (value > 0 and math.isfinite(value)):
                    raise BadOptionError(f"{name}={value} is not a time; give a number above 0.")
            elif value < 1:
                raise BadOptionError(f"{name}={value} is too small; give 1 or more.")
        if self.clock is None and not (self.increment is None and self.moves_to_go is None):
            raise BadOptionError("increment and moves_to_go go with a clock; give clock, too.")

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in vars(self).items() if value is not None)
        return f"Limit({given})"

    def __bool__(self) -> bool:
        """Is anything limited at all?"""
        return any(value is not None for value in vars(self).values())

    def override(self, other: Limit | None) -> Limit:
        """This limit, with whatever the other gives in place of its own."""
        if not (other is None or isinstance(other, Limit)):
            raise BadOptionError(f"{other!r} is no limit; give one such as Limit(seconds=2).")
        if not other:
            return self
        both = {f.name: (getattr(self, f.name), getattr(other, f.name)) for f in fields(self)}
        return Limit(**{name: own if new is None else new for name, (own, new) in both.items()})

    def less(self, **spent: float) -> Limit | None:
        """What is left of it after so much was spent; None if nothing is.

        >>> Limit(seconds=2, nodes=100).less(seconds=0.5, nodes=40, simulations=7)
        Limit(seconds=1.5, nodes=60)
        """
        if "seconds" in spent:
            spent = {**spent, **dict.fromkeys(TIMES, spent["seconds"])}
        given = {name: value for name, value in vars(self).items() if value is not None}
        left = {name: value - spent.get(name, 0) for name, value in given.items()}
        if any(left[name] <= 0 for name in left if name in spent):
            return None
        return Limit(**left)

    def for_move(self) -> Limit:
        """The same with seconds for this move in place of a clock.

        >>> Limit(clock=60.03).for_move()
        Limit(seconds=8.0, target=2.0)
        """
        if self.clock is None:
            return self
        target, most = allot(self.clock, self.increment or 0.0, self.moves_to_go)
        return Limit(
            seconds=most if self.seconds is None else min(most, self.seconds),
            depth=self.depth,
            nodes=self.nodes,
            simulations=self.simulations,
            target=target if self.target is None else min(target, self.target),
        )

    def in_one_go(self) -> Limit:
        """The same for a search without passes, which can end at any moment: when the target is reached."""
        limit = self.for_move()
        if limit.target is None:
            return limit
        return replace(limit, seconds=min(limit.target, limit.seconds or limit.target), target=None)


@dataclass
class Watch:
    """What watches a search: it hears how far the search is, and can stop it from another thread."""

    report: Callable[[Progress], None] | None = None
    """Called every tenth of a second or so, and whenever a depth is completed."""

    stopped: bool = False
    """Has someone asked the search to answer now?"""

    complete: bool = False
    """Is only the last pass wanted that was completed, not what one that was broken off has found beyond?"""

    bells: list[Callable[[], None]] = field(default_factory=list)
    """What to call when someone does, for searches that cannot look at `stopped`."""

    def stop(self) -> None:
        """Make the search answer at once with the best it has."""
        self.stopped = True
        for ring in list(self.bells):
            ring()


@dataclass(frozen=True)
class Progress:
    """How a search stands while it runs."""

    depth: int
    """The last depth completed."""

    nodes: int
    """Positions visited so far."""

    seconds: float
    """Time spent so far."""

    value: float | None
    """The value of the best move so far, for the player to act."""

    line: tuple[Move, ...]
    """The line expected so far."""

    known: tuple[float, float] | None = None
    """The least and the most that the value can be, for the player to act, where that is being proved."""

    compiling: bool = False
    """Is the search interpreted for as long as another process compiles the game?"""

    preparing: str = ""
    """What that process is doing, and how far it is."""

    plies: int | None = None
    """After how many moves the game ends, if `value` is a win or a loss that has been found by a search which
    prefers the quicker win; else None."""


@dataclass(frozen=True)
class Candidate:
    """A move that could be chosen, and what the search found out about it."""

    move: Move
    """The move itself."""

    value: float | None = None
    """Its worth in payoff units to the player to act; None if the search did not come to it."""

    bound: Bound = "unknown"
    """Is the value what the search computes (exact), or did a cut leave it at a bound?"""

    line: tuple[Move, ...] = ()
    """The continuation expected after the move, the move itself first."""

    visits: int | None = None
    """How many simulations came to it, in searches that make any."""

    interval: tuple[float, float] | None = None
    """Where the mean of rollouts, or of worlds, lies with 95 percent, where they are not too few and are
    independent of each other (montecarlo, pimc); where they are not quite (ismcts), how far it is luck."""

    proved: bool = False
    """Is its value certain? Only searches that prove moves one by one (mcts) tell."""

    spread: float | None = None
    """How far the values lie apart that the chance event right after it may bring: their standard deviation;
    None where no such event follows at once or nothing was measured."""

    probability: float | None = None
    """How likely a mixed strategy plays it; None in searches that give none."""

    depth: int | None = None
    """How many moves ahead its value was searched; less than that of others if a limit broke the last pass
    off before it came to the move, and None where no such depth is known."""


@dataclass(frozen=True)
class Analysis:
    """The answer to `agent.analyse(...)`: what a position and its moves are worth, by one pass."""

    value: float | None
    """What the position is worth in payoff units, for the player to act (where chance is, for player 0), if
    one of the moves asked about is played; None if the limit ran out before anything was found."""

    values: tuple[float, ...] | None
    """The same for each player; None where the search knows it for one of several players only."""

    bound: Bound = "exact"
    """Is the value what the search computes, or does it only bound the worth of the moves asked about?"""

    line: tuple[Move, ...] = ()
    """The moves that are best for each in turn (the principal variation), as far as the next chance event or
    as far as the search knows; none where chance is to act or the search looks no move ahead."""

    candidates: Mapping[Move, Candidate] = field(default_factory=dict, repr=False)
    """What the same pass found out about each move that it came to, with its bound and its own line."""

    depth: int = 0
    """How many moves ahead the pass looked."""

    nodes: int = 0
    """Positions visited, by all passes."""

    exact: bool = False
    """Is the value proved, or an estimate?"""

    complete: bool = True
    """Was nothing left out that was asked for? False if the limit ran out before the last pass was done."""


@dataclass(frozen=True)
class Decision:
    """The answer to `agent.decide(...)`, the same for every algorithm."""

    move: Move
    """The move chosen; None where chance is to act and only the value was asked for."""

    value: float | None = None
    """What it is worth in payoff units, for the player to act (where chance is, for player 0); None where
    nothing was computed."""

    line: tuple[Move, ...] = ()
    """The principal variation: the continuation expected, the chosen move first, as far as the next chance
    event."""

    candidates: Sequence[Candidate] = ()
    """Every legal move, best first; a tuple, or a `Listing` that is made when somebody looks into it."""

    depth: int = 0
    """The depth completed."""

    nodes: int = 0
    """Positions visited, the root included."""

    seconds: float = 0.0
    """Time taken."""

    exact: bool = False
    """Is the value proved (nothing that matters was estimated), or an estimate?"""

    stats: dict[str, float] = field(default_factory=dict)
    """Counts of what the search did: cutoffs, table hits, the effective branching factor, ..."""

    agent: str = ""
    """The spec of the agent that decided."""

    tree: Tree | None = field(default=None, repr=False, compare=False)
    """The search itself, where it was asked for."""

    game: Game | None = field(default=None, repr=False, compare=False)
    """The game, so that the decision can show itself."""

    state: State = field(default=None, repr=False, compare=False)
    """The state that was decided on."""

    def described(self, line: Sequence[Move] | None = None) -> list[str]:
        """A line from this state, by default the one expected, as people write it."""
        moves = self.line if line is None else line
        if self.game is None:
            return [str(move) for move in moves]
        return describe_line(self.game, self.state, moves)

    def named(self, move: Move) -> str:
        """One move as people write it."""
        return str(move) if self.game is None else self.game.describe(self.state, move)

    def explain(self, over: str | Move | None = None) -> Explanation:
        """What the move gains over the next best or, with `over`, over that move: in words and figures."""
        return explain_decision(self, over)

    def to_json(self) -> JsonObject:
        """The decision as plain data, moves in the game's notation."""
        return {
            "agent": self.agent,
            "move": None if self.move is None else self.named(self.move),
            "value": self.value,
            "exact": self.exact,
            "line": self.described(),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "candidates": [
                {
                    "move": self.named(c.move),
                    "value": c.value,
                    "bound": c.bound,
                    "line": self.described(c.line),
                    **({} if c.depth is None else {"depth": c.depth}),
                    **({} if c.visits is None else {"visits": c.visits}),
                    **({} if c.interval is None else {"interval": list(c.interval)}),
                    **({"proved": True} if c.proved else {}),
                    **({} if c.spread is None else {"spread": c.spread}),
                    **({} if c.probability is None else {"probability": c.probability}),
                }
                for c in self.candidates
            ],
            "stats": self.stats,
        }

    def _repr_html_(self) -> str:
        chosen = "chance" if self.move is None else self.named(self.move)
        rows = "".join(
            f"<tr><td>{escape(self.named(c.move))}</td>"
            f"<td>{escape(value_text(c.value, c.bound))}</td>"
            f"<td>{escape(' '.join(self.described(c.line)))}</td></tr>"
            for c in self.candidates
        )
        return (
            f"<p><b>{escape(chosen)}</b>, value {value_text(self.value)} "
            f"({'proved' if self.exact else 'estimated'}); depth {self.depth}, {self.nodes:,} nodes, "
            f"{self.seconds:.2f} s, {escape(self.agent)}</p>"
            f"<table><thead><tr><th>move</th><th>value</th><th>line</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


explain_decision: Hook[[Decision, str | Move | None], Explanation] = Hook()
"""What explains a decision; it asks agents, and agents give decisions."""

MOST_SPECS = 64
specs: dict[int, tuple[ref[Agent], str]] = {}
"""The specs of agents that were asked for, by identity: nothing is hung onto an agent."""


class Agent(ABC):
    """Whoever can be asked for a move. Agents are frozen dataclasses; their fields are their options."""

    name: ClassVar[str]
    """The name in the spec, `alphabeta` in `alphabeta:depth=6`."""

    summary: ClassVar[str]
    """What the agent does, in a sentence."""

    def __init_subclass__(cls) -> None:
        """Call a class that has no name by its own, and sum it up by its docstring, once it can decide."""
        super().__init_subclass__()
        if any(getattr(getattr(cls, each, None), "__isabstractmethod__", False) for each in dir(cls)):
            return
        summary = (cls.__doc__ or "").partition("\n")[0]
        for name, words in (("name", cls.__name__.lower()), ("summary", summary)):
            if not hasattr(cls, name):
                setattr(cls, name, words)

    def __post_init__(self) -> None:
        """Refuse options of a wrong type; subclasses with more to check do so after this."""
        refuse_wrong_kinds(self, self.name)

    @property
    def spec(self) -> str:
        """The agent's name with its options, as answers tell who gave them; worked out once."""
        known = specs.get(id(self))
        if known is not None and known[0]() is self:
            return known[1]
        if len(specs) >= MOST_SPECS:
            specs.clear()
        cls = type(self)
        in_file = cls.__module__.startswith(PREFIX)
        text = spell(self, plugin_name(cls, "outwit.agents") if in_file else self.name)
        specs[id(self)] = ref(self), text
        return text

    @abstractmethod
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
        """Choose a move for the player to act in `state`.

        `limit` wins over what the agent's own options say; `history` is the states before this one, for
        games in which a repeated position counts; `player` is who is asked, where all choose at once;
        `watch` hears of progress and can stop the search; `tree` asks for the search to be recorded, which
        then begins anew; `memory` is what was kept of this game for this seat, and keeps what comes of it.
        """

    takes_depth: ClassVar[bool] = False
    """Can it be told how many moves ahead to look, and which moves to look at?"""

    def deepens(self, limit: Limit) -> bool:
        """Does it look one move ahead, then two, and so on, within such a limit?"""
        return False

    @property
    def weakened(self) -> bool:
        """Does it play weaker than it could?"""
        return False

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
        """What a position and its moves are worth, to whoever wants to know without choosing one.

        An agent that `takes_depth` looks exactly `depth` moves ahead (0 is the position itself) or, without
        one, to the end of the game, at `moves` or at all of them, as far as `limit` allows. Its own limits
        and level do not count. Passes of less depth may come first; the last one completed gives the whole
        answer, so that all of it is seen from one distance. Only if not even the first was completed, it is
        what that pass had found. Compiled and interpreted searches of the same depth give the same values.

        Every other agent answers with what it decides, by its own limits where `limit` sets none; where all
        choose at once, with what it decides for player 0.
        """
        if moves is not None or depth is not None:
            raise UnsuitableError(
                f"{self.name} looks at all moves and has no depth; analyse with an agent that takes one."
            )
        single = game.players == 1 or is_opposed(game)
        at_once = not game.over(state) and game.turn(state) == SIMULTANEOUS
        player = 0 if at_once else None
        decision = self.decide(game, state, limit, history, player=player, watch=watch, tree=not single)
        values = None if decision.value is None else values_to_each(game, state, decision.value)
        if decision.tree is not None and isinstance(decision.tree.root.value, tuple):
            values = decision.tree.root.value
        return Analysis(
            value=decision.value,
            values=values,
            line=decision.line or (() if decision.move is None else (decision.move,)),
            candidates={candidate.move: candidate for candidate in decision.candidates},
            depth=decision.depth,
            nodes=decision.nodes,
            exact=decision.exact,
        )

    default_limit: ClassVar[Limit] = Limit(seconds=2)
    """What limits it where nobody sets a limit: on the command line, over a pipe and in the browser. In
    Python, `decide` without a limit searches to the end of the game."""

    shortest: ClassVar[Limit] = Limit(seconds=1)
    """What limits a decision that is made only to have everything prepared for the next."""

    def limit(self) -> Limit:
        """The limit that the agent's own options set."""
        return Limit()

    def refuse_limit(self, game: Game, limit: Limit | None) -> None:  # noqa: B027 - most heed every limit
        """Refuse a limit that means nothing to this agent, rather than go on without it."""

    def with_seed(self, seed: int) -> Agent:
        """This agent with its draws fixed, if it draws any that are not: games then repeat themselves."""
        return self

    def prepare(self, game: Game) -> None:  # noqa: B027 - most agents have nothing to prepare
        """Do what takes long and is done once, such as compiling, before any clock runs."""

    @classmethod
    def objection(cls, game: Game) -> str | None:
        """Why this kind of agent cannot play the game, or None if it can."""
        return None

    def game_model(self, game: Game) -> Game:
        """The game as the agent has it in mind, where that is not quite the game itself."""
        return game

    def for_game_model(self) -> Agent:
        """This agent for games that are as it has them in mind, such as the `game` of its decisions."""
        return self

    def require(self, game: Game) -> None:
        """Refuse, by name and with the reason, a game that this agent cannot play."""
        refuse_without_players(game)
        reason = self.objection(game)
        if reason:
            raise UnsuitableError(f"{self.name} cannot play {type(game).__name__}: {reason}")


def deciding_player(game: Game, state: State, player: int | None = None) -> int:
    """Whose decision is wanted: the player named, or the one who is to act; a sentence if nobody is."""
    if game.over(state):
        raise OutwitError("The game is over here; there is nothing to decide.")
    acting = actors(game, state)
    if player is None and len(acting) == 1:
        return acting[0]
    if player in acting:
        return player
    if not acting:
        raise OutwitError("Chance is to act here; there is nothing to decide.")
    names = join_names(str(each) for each in acting)
    raise OutwitError(f"Say whose move is wanted here: player={names}, not {player}.")


def is_opposed(game: Game) -> bool:
    """Is what one of two players wins always what the other loses?"""
    return game.players == 2 and game.zero_sum


def values_to_each(game: Game, state: State, value: float) -> tuple[float, ...] | None:
    """A value of whoever acts, or of player 0 where chance does, as each player sees it.

    None where the others' values do not follow from it.
    """
    if game.players == 1:
        return (value + 0.0,)
    if not is_opposed(game):
        return None
    first = value if game.turn(state) <= 0 else -value
    return first + 0.0, 0.0 - first


def describe_line(game: Game, state: State, moves: Sequence[Move]) -> list[str]:
    """Moves played one after the other from a state, as people write them."""
    names = []
    for number, move in enumerate(moves):
        if number:
            state = game.play(state, moves[number - 1])
        names.append(game.describe(state, move))
    return names


def value_text(value: float | None, bound: Bound = "exact") -> str:
    """A value as people read it, with the sign of a bound.

    >>> value_text(3.0), value_text(-25 / 3), value_text(2, "at most"), value_text(None)
    ('3', '-8.333', '≤ 2', '?')
    """
    if value is None:
        return "?"
    sign = {"at most": "≤ ", "at least": "≥ "}.get(bound, "")
    if math.isinf(value):
        return sign + ("+∞" if value > 0 else "−∞")
    figure = f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) < 1e6 else f"{value:.4g}"
    return sign + ("0" if figure == "-0" else figure)


def option(  # stands for a value of the option's type, as `field` does
    default: Any, sentence: str, spelled: str | None = None, reads_file: bool = False
) -> Any:
    """A dataclass field that is an option, with the sentence that help texts print for it.

    In a spec it goes by its own name or, where a class has another use for that name, as it is `spelled`.
    One that `reads_file` names a file, and is refused where requests may name none.
    """
    name = {} if spelled is None else {"spelled": spelled}
    return field(default=default, metadata={"help": sentence, "reads_file": reads_file, **name})
