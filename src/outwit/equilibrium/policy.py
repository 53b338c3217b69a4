"""Policies: how likely each player makes each move, by what it knows; saved as text and loaded again."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from enum import Enum
from numbers import Integral
from pathlib import Path
from typing import Any, TypeAlias

from outwit.errors import OutwitError, shorten
from outwit.files import write_whole
from outwit.game import SIMULTANEOUS, Game, Move, State, player_name
from outwit.games import game_spec
from outwit.json_types import Json, JsonObject
from outwit.plugins import FILE
from outwit.repetition import without_memory

FORMAT = "outwit-policy"
VERSION = 1

DIGITS = 12
"""Behind the point of a probability, as it is saved."""

Choices: TypeAlias = Mapping[str, Mapping[str, float]]
"""For what a player knows, as a text, how likely each move is, by its name."""


class PolicyError(OutwitError):
    """A policy that cannot be read, or is of another game."""


@dataclass(frozen=True)
class Provenance:
    """Where a policy comes from."""

    game: str
    """The game's spec."""
    rules: str = ""
    """A digest of the unfolded game: of what players know, may do, and what that pays."""
    algorithm: str = ""
    iterations: int = 0
    seed: int | None = None
    exploitability: float | None = None
    """What best responses win from it, on average over both players."""
    value: float | None = None
    """What the first player wins if both play by it."""
    command: str = ""
    """What made it."""
    outwit: str = ""
    """The version of Outwit."""


@dataclass(frozen=True)
class Policy:
    """A mixed strategy for each player of a game, by what the player knows."""

    origin: Provenance
    choices: tuple[Choices, ...]
    """One for each player."""
    file: str = field(default="", compare=False)
    """Where it was read from, if it was."""

    def probabilities(
        self, game: Game, state: State, player: int, history: Sequence[State] = ()
    ) -> dict[Move, float]:
        """How likely a player makes each of its moves in a state.

        `history` is the states before, which count where nothing is hidden: what led to a state is known.
        """
        known = what_is_known(game, state, player, history)
        choices = self.choices[player].get(known) if player < len(self.choices) else None
        if choices is None:
            raise PolicyError(
                f"The policy of {self.origin.game} does not say what {player_name(game, player)} does where "
                f"it knows {shorten(known, 200)}; it is for games from the start, with all their moves."
            )
        names = move_names(game, state, list(game.moves_for(state, player)))
        if set(choices) - set(names):
            raise PolicyError(
                f"The policy of {self.origin.game} is of other rules: where {player_name(game, player)} "
                f"knows {shorten(known, 200)}, it plays {shorten(', '.join(choices))}, and legal is "
                f"{shorten(', '.join(names))}."
            )
        return {move: choices.get(name, 0.0) for name, move in names.items()}

    def require(self, game: Game) -> None:
        """Refuse another game than the one that the policy is of."""
        if file_name(self.origin.game) != file_name(game_spec(game.unwrapped)):
            this = repr(self.file) if self.file else "This"
            raise PolicyError(
                f"{this} is a policy of {self.origin.game}, and not of {game_spec(game.unwrapped)}."
            )

    def require_rules(self, digest: str) -> None:
        """Refuse rules of another digest than those that the policy was made of."""
        if self.origin.rules not in ("", digest):
            there = f" in {self.file!r}" if self.file else ""
            raise PolicyError(
                f"The policy of {self.origin.game}{there} is of other rules: what players know or may do in "
                "the game, or what it pays, has changed since."
            )

    def to_json(self) -> JsonObject:
        """The policy as plain data."""
        players: Json = [{known: dict(moves) for known, moves in each.items()} for each in self.choices]
        return {
            "format": FORMAT,
            "version": VERSION,
            **asdict(self.origin),
            "checksum": checksum(players),
            "players": players,
        }

    def save(self, path: str | Path) -> None:
        """Write the policy to a file, a line for each information set."""
        data = self.to_json()
        players = data.pop("players")
        head = "".join(f" {json.dumps(name)}: {json.dumps(value)},\n" for name, value in data.items())
        parts = []
        for choices in players:
            lines = (f"   {json.dumps(known)}: {json.dumps(moves)}" for known, moves in choices.items())
            parts.append("  {\n" + ",\n".join(lines) + "\n  }")
        write_whole(path, "{\n" + head + ' "players": [\n' + ",\n".join(parts) + "\n ]\n}\n")


def load_policy(path: str | Path) -> Policy:
    """The policy in a file; a sentence if there is none, or it cannot be used."""
    try:
        content = Path(path).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise PolicyError(f"{str(path)!r} cannot be read: {reason}.") from error
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise PolicyError(f"{str(path)!r} is damaged, or no policy: it is not JSON.") from error
    return replace(policy_from_json(data, repr(str(path))), file=str(path))


def policy_from_json(data: Json, name: str) -> Policy:
    """The policy that plain data describes; what is wrong with it is told by this name."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise PolicyError(f'{name} is no policy: it has no "format": "{FORMAT}".')
    if data.get("version") != VERSION:
        raise PolicyError(
            f"{name} is a policy of version {data.get('version')!r}; version {VERSION} can be read."
        )
    players: Json = data.get("players")
    fault = fault_in(players)
    if fault:
        raise PolicyError(f"{name} is damaged: {fault}.")
    if data.get("checksum") != checksum(players):
        raise PolicyError(f"{name} is damaged: the checksum is not that of its probabilities.")
    known = {each.name: data[each.name] for each in fields(Provenance) if each.name in data}
    if not isinstance(known.get("game"), str):
        raise PolicyError(f'{name} is damaged: it has no "game".')
    return Policy(Provenance(**known), tuple(players))


def fault_in(players: Json) -> str | None:
    """What is wrong with plain data that is to say how each player plays, as a part of a sentence."""
    if not isinstance(players, list) or len(players) != 2:
        many = f", not {len(players)}" if isinstance(players, list) else ""
        return f'"players" must be a list with the choices of two players{many}'
    for player, choices in enumerate(players, 1):
        if not isinstance(choices, dict):
            return f"the choices of player {player} must be an object with one line for each information set"
        for number, (known, moves) in enumerate(choices.items(), 1):
            fault = fault_in_set(moves)
            if fault:
                return f"in information set {number} of player {player}, {shorten(known, 200)}, {fault}"
    return None


def fault_in_set(moves: Json) -> str | None:
    """Why these are no probabilities of moves, as a part of a sentence, if they are none."""
    if not isinstance(moves, dict):
        return f"there must be an object of moves and their probabilities, not {shorten(json.dumps(moves))}"
    if not moves:
        return "there is no move"
    for move, share in moves.items():
        if isinstance(share, bool) or not isinstance(share, int | float):
            return f"the probability of {shorten(move)} is no number but {shorten(json.dumps(share))}"
        if not 0 <= share <= 1:
            return (
                f"the probability of {shorten(move)} is {shorten(json.dumps(share))}, and must be from 0 to 1"
            )
    total = sum(moves.values())
    if math.isclose(total, 1, abs_tol=1e-9):
        return None
    return f"the probabilities add up to {total:.12g}, and not to 1"


def checksum(players: Json) -> str:
    """A digest of all probabilities."""
    return hashlib.sha256(json.dumps(players).encode()).hexdigest()[:16]


def what_is_known(game: Game, state: State, player: int, history: Sequence[State] = ()) -> str:
    """What a player knows in a state, as a text that is the same in every process.

    Where nothing is hidden that is the state and those before it in which the player chose.
    """
    if game.hidden:
        return as_text(game.observation(state, player))
    past, rules = "", game.unwrapped
    for each in map(without_memory, history):
        if not rules.over(each) and rules.turn(each) in (player, SIMULTANEOUS):
            past = further(past, each)
    return after(past, state)


def after(past: str, state: State) -> str:
    """A state, and what distinguishes the ways to it."""
    return as_text(without_memory(state)) + (f" after {past}" if past else "")


def further(past: str, state: State) -> str:
    """What distinguishes a way with one more state on it."""
    return hashlib.sha256(f"{past} {as_text(without_memory(state))}".encode()).hexdigest()[:12]


def move_names(game: Game, state: State, moves: Iterable[Move]) -> dict[str, Move]:
    """Moves by their names; those that people call the same are told apart."""
    found: dict[str, Move] = {}
    for move in moves:
        name = str(game.describe(state, move))
        found[name if name not in found else f"{name} ({as_text(move)})"] = move
    return found


def as_text(value: Any) -> str:
    """A value as a text that is the same in every process.

    >>> as_text((3, frozenset({"b", "a"}), None))
    "(3, {'a', 'b'}, None)"
    """
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Integral):
        return repr(int(value))
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        if names is not None:
            inner = ", ".join(f"{name}={as_text(each)}" for name, each in zip(names, value, strict=True))
            return f"{type(value).__name__}({inner})"
        return "(" + ", ".join(map(as_text, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(as_text, value))) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        inner = ", ".join(f"{each.name}={as_text(getattr(value, each.name))}" for each in fields(value))
        return f"{type(value).__name__}({inner})"
    text = repr(value)
    kind: Any = type(value)
    if kind.__repr__ is object.__repr__:
        raise PolicyError(
            f"{text} cannot be written as a text that is the same in every process; give {kind.__name__} a "
            "`__repr__`."
        )
    return text


def file_name(spec: str) -> str:
    """A game's spec without the folder of its file, which may be another on another machine.

    >>> file_name("games/mine.py:Mine:size=3"), file_name("kuhn")
    ('mine.py:Mine:size=3', 'kuhn')
    """
    found = FILE.match(spec)
    return spec if found is None else Path(found["path"]).name + spec[len(found["path"]) :]
