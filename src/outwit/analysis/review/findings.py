"""What was found out about a game: its steps, what each changed, and what it all adds up to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from outwit.decision import Limit
from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS
from outwit.games import names_in_json

Mark = Literal["", "inaccuracy", "mistake", "blunder"]

SIGNS: dict[Mark, str] = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""What is written behind a move."""

NOBODY = {CHANCE: "chance", SIMULTANEOUS: "all"}
"""Who took a step that no single player did."""


@dataclass(frozen=True)
class ReviewedStep:
    """Something that happened in the game, and what it changed."""

    number: int
    """Which step it was, from 1."""

    player: int
    """The player who moved, or `CHANCE`."""

    text: str
    """The move or the outcome, as people write it."""

    before: tuple[float, ...]
    """What the position before it was worth to each player, if all play their best."""

    after: tuple[float, ...]
    """What the position after it is worth to each player."""

    exact: bool
    """Are both proved, or is one an estimate?"""

    @property
    def change(self) -> tuple[float, ...]:
        """What the step changed for each player."""
        return tuple(later - sooner for sooner, later in zip(self.before, self.after, strict=True))

    @property
    def made(self) -> tuple[ReviewedMove, ...]:
        """The moves that players made in it."""
        return ()

    @property
    def luck(self) -> tuple[float, ...]:
        """How much of the change was luck for each player: what no move has done."""
        lost = [[move.change[player] for move in self.made] for player in range(len(self.before))]
        return tuple(change - math.fsum(each) for change, each in zip(self.change, lost, strict=True))

    @property
    def worst(self) -> Mark:
        """The worst mark of a move made in it."""
        return max((move.mark for move in self.made), key=list(SIGNS).index, default="")


@dataclass(frozen=True)
class ReviewedMove(ReviewedStep):
    """A player's move."""

    played: float
    """What it was worth to the player, looked at as far ahead as the best move."""

    loss: float
    """How much less that is than what the best move is worth; never below 0."""

    best: str
    """The move that the agent would have played."""

    line: tuple[str, ...]
    """What the agent expected to follow, its move first."""

    mark: Mark

    @property
    def made(self) -> tuple[ReviewedMove, ...]:
        return (self,)

    @property
    def luck(self) -> tuple[float, ...]:
        return (0.0,) * len(self.before)

    @property
    def value(self) -> float:
        """What the best move was worth to the player."""
        return self.before[self.player]

    @property
    def hindsight(self) -> float:
        """What the move changed for the player beyond its loss: what the agent saw only after it."""
        return self.change[self.player] + self.loss


@dataclass(frozen=True)
class ReviewedOutcome(ReviewedStep):
    """What chance did; the value before it is what was to be expected."""


@dataclass(frozen=True)
class ReviewedChoices(ReviewedStep):
    """What two opposed players chose at once; its player is `SIMULTANEOUS`.

    The loss of a move is what it brings less than the best against the other's equilibrium strategy, so that
    no move loses anything that an equilibrium plays. How both choices met is luck: neither could foresee it.
    """

    moves: tuple[ReviewedMove, ...]
    """The move of each player; after it, in its own terms, only what it lost is gone."""

    @property
    def made(self) -> tuple[ReviewedMove, ...]:
        return self.moves


@dataclass(frozen=True)
class Review:
    """A game, step by step, as an agent sees it.

    For each player `start` + `luck` + `skill` + `others` is `end`: the values between them cancel. Where the
    agent proves what positions are worth, a player's skill is what the player's moves lost, never above 0.
    Where it estimates, skill also contains hindsight: what the agent saw only after a move and takes for the
    mover's merit or fault. A move's `loss` is free of that: it compares what could be known at one time.
    """

    game: str
    """The game's spec."""

    agent: str
    """The spec of the agent that was asked."""

    limit: Limit
    """How long it could look at each position, beyond what its spec says."""

    names: tuple[str, ...]
    """What people call each player."""

    seats: tuple[str, ...]
    """Who played: agents' specs, `human` among them; nothing if nobody said."""

    start: tuple[float, ...]
    """What the first position was worth to each player."""

    steps: tuple[ReviewedStep, ...]

    result: tuple[float, ...] | None
    """Each player's payoff; None if the game was saved before its end."""

    opposed: bool
    """Is what one of two players wins always what the other loses?"""

    @property
    def end(self) -> tuple[float, ...]:
        """What the last position is worth to each player: the result, once there is one."""
        return self.steps[-1].after

    @property
    def moves(self) -> tuple[ReviewedMove, ...]:
        """The steps that players took."""
        return tuple(move for step in self.steps for move in step.made)

    @property
    def outcomes(self) -> tuple[ReviewedOutcome, ...]:
        """The steps that chance took."""
        return tuple(step for step in self.steps if isinstance(step, ReviewedOutcome))

    @property
    def luck(self) -> tuple[float, ...]:
        """What chance, or the other's choice, brought each player more or less than was to be expected."""
        return tuple(math.fsum(step.luck[player] for step in self.steps) for player in self.players)

    @property
    def has_luck(self) -> bool:
        """Could anything have been luck: did chance act, or did both choose at once?"""
        return not all(isinstance(step, ReviewedMove) for step in self.steps)

    @property
    def skill(self) -> tuple[float, ...]:
        """What each player's own moves changed for that player."""
        return self.changes(lambda move, player: move.player == player)

    @property
    def others(self) -> tuple[float, ...]:
        """What the moves of all others changed for each player."""
        return self.changes(lambda move, player: move.player != player)

    @property
    def sums(self) -> tuple[float, ...]:
        """The value at the start with all luck and all skill added, for each player: the value at the end."""
        return tuple(map(math.fsum, zip(self.start, self.luck, self.skill, self.others, strict=True)))

    @property
    def hindsight(self) -> tuple[float, ...]:
        """The part of each player's skill that is no loss; 0 where all is proved."""
        return tuple(math.fsum(move.hindsight for move in self.moves_of(p)) for p in self.players)

    @property
    def players(self) -> range:
        """The players' numbers."""
        return range(len(self.start))

    def changes(self, counts: Callable[[ReviewedMove, int], bool]) -> tuple[float, ...]:
        """What those moves that count changed for each player."""
        return tuple(
            math.fsum(move.change[player] for move in self.moves if counts(move, player))
            for player in self.players
        )

    def moves_of(self, player: int) -> tuple[ReviewedMove, ...]:
        """One player's moves."""
        return tuple(move for move in self.moves if move.player == player)

    def mean_loss(self, player: int) -> float | None:
        """What one of the player's moves lost on average; None without any."""
        losses = [move.loss for move in self.moves_of(player)]
        return math.fsum(losses) / len(losses) if losses else None

    def marks(self, player: int) -> Counter[Mark]:
        """How many of the player's moves got each mark."""
        return Counter(move.mark for move in self.moves_of(player) if move.mark)

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The move that decided the game: the worst of those marked whose loss was never made good.

        A winner's moves are not among them, nor any after which the player once more had what it gave away.
        """
        won = max(self.result) if self.result is not None and len(set(self.result)) > 1 else math.inf
        lasting = [
            move
            for move in self.moves
            if move.mark
            and (self.result is None or self.result[move.player] < won)
            and all(step.after[move.player] < move.value for step in self.steps[move.number - 1 :])
        ]
        return max(lasting, key=lambda move: move.loss, default=None)

    def to_json(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            **names_in_json(self.game),
            "agent": self.agent,
            "limit": {name: value for name, value in asdict(self.limit).items() if value is not None},
            "start": list(self.start),
            "steps": [step_data(step) for step in self.steps],
            "result": None if self.result is None else list(self.result),
            "end": list(self.end),
            "opposed": self.opposed,
            "players": [
                {
                    "name": self.names[player],
                    "seat": self.seats[player] if player < len(self.seats) else None,
                    "moves": len(self.moves_of(player)),
                    "mean loss": self.mean_loss(player),
                    "marks": dict(self.marks(player)),
                    "luck": self.luck[player],
                    "skill": self.skill[player],
                    "hindsight": self.hindsight[player],
                    "others": self.others[player],
                    "sum": self.sums[player],
                }
                for player in self.players
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Review:
        """The review that `to_json` has written; a sentence if it is none."""
        try:
            seats = tuple(player["seat"] for player in data["players"] if player["seat"] is not None)
            return cls(
                game=data.get("spec", data["game"]),
                agent=data["agent"],
                limit=Limit(**data["limit"]),
                names=tuple(player["name"] for player in data["players"]),
                seats=seats,
                start=numbers(data["start"]),
                steps=tuple(map(read_step, data["steps"])),
                result=None if data["result"] is None else numbers(data["result"]),
                opposed=data["opposed"],
            )
        except (KeyError, TypeError) as error:
            raise OutwitError("That is no review, or its values are not finite numbers.") from error


def step_data(step: ReviewedStep) -> dict[str, Any]:
    """A step as plain data."""
    by = NOBODY.get(step.player, step.player)
    note: dict[str, Any] = {"number": step.number, "by": by}
    common = {"before": list(step.before), "after": list(step.after), "exact": step.exact}
    if isinstance(step, ReviewedMove):
        return {
            **note,
            "move": step.text,
            "value": step.value,
            "played": step.played,
            "loss": step.loss,
            "mark": step.mark,
            "best": step.best,
            "line": list(step.line),
            "change": step.change[step.player],
            **common,
        }
    if isinstance(step, ReviewedChoices):
        moves = [step_data(move) for move in step.moves]
        return {**note, "move": step.text, "moves": moves, "luck": list(step.luck), **common}
    return {**note, "outcome": step.text, "luck": list(step.change), **common}


def read_step(note: dict[str, Any]) -> ReviewedStep:
    """The step that `step_data` has written."""
    by, before, after = note["by"], numbers(note["before"]), numbers(note["after"])
    if by == "chance":
        return ReviewedOutcome(note["number"], CHANCE, note["outcome"], before, after, note["exact"])
    if by == "all":
        common = note["number"], SIMULTANEOUS, note["move"], before, after, note["exact"]
        return ReviewedChoices(*common, moves=tuple(map(read_move, note["moves"])))
    return read_move(note)


def read_move(note: dict[str, Any]) -> ReviewedMove:
    """The move that `step_data` has written."""
    return ReviewedMove(
        number=note["number"],
        player=note["by"],
        text=note["move"],
        before=numbers(note["before"]),
        after=numbers(note["after"]),
        exact=note["exact"],
        played=float(note["played"]),
        loss=float(note["loss"]),
        best=note["best"],
        line=tuple(note["line"]),
        mark=note["mark"],
    )


def numbers(values: Iterable[float]) -> tuple[float, ...]:
    """What something is worth to each player, read from plain data."""
    return tuple(map(float, values))
