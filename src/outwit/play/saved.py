"""A saved game: one JSON document that loads back to the same state."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from outwit.errors import OutwitError, SavedGameError
from outwit.files import write_whole
from outwit.game import CHANCE, SIMULTANEOUS, Game
from outwit.games import find_game, game_spec
from outwit.json_types import Json, JsonObject
from outwit.play.result import ending
from outwit.play.session import Session, Step

FORMAT = "outwit-game"
VERSION = 1


def to_json(session: Session) -> JsonObject:
    """A session as plain data: game, options, players, seed, steps in notation, and how it ended."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game_spec(session.game),
        "players": list(session.players),
        "seed": session.seed,
        "start": session.start,
        "steps": [
            step_data(step, text) for step, text in zip(session.steps, session.described(), strict=True)
        ],
        "result": None if session.result is None else list(session.result),
        "told": ending(session) if session.over else None,
    }


def step_data(step: Step, text: str) -> JsonObject:
    """A step as plain data."""
    if step.by == CHANCE:
        return {"by": "chance", "outcome": text}
    note: JsonObject = {"by": "all" if step.by == SIMULTANEOUS else step.by, "move": text}
    if step.value is not None:
        note["value"] = step.value
    if step.seconds is not None:
        note["seconds"] = round(step.seconds, 3)
    return note


def from_json(
    data: Json, game: Callable[[str], Game] = find_game, charge: Callable[[Session], None] = lambda _: None
) -> Session:
    """The session that plain data describes; a sentence if it describes none.

    `game` finds the game by its spec, or refuses to; `charge` may refuse each position that is reached.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SavedGameError(f'This is not a saved game: it has no "format": "{FORMAT}".')
    if data.get("version") != VERSION:
        raise SavedGameError(
            f"This saved game is of version {data.get('version')!r}; version {VERSION} can be read."
        )
    spelled = required_entry(data, "game", str)
    players = required_entry(data, "players", list)
    seed = required_entry(data, "seed", int)
    steps = required_entry(data, "steps", list)
    start = data.get("start")
    if not (start is None or isinstance(start, str)) or not all(isinstance(p, str) for p in players):
        raise SavedGameError('The saved game is damaged: "start" and "players" must be text.')
    try:
        session = Session(game(spelled), tuple(players), seed, start)
        charge(session)
    except OutwitError as error:
        raise SavedGameError(f"The saved game cannot be set up: {error}") from error
    for number, step in enumerate(steps, 1):
        replay(session, step, number)
        charge(session)
    result = data.get("result")
    if result is not None and (session.result is None or list(session.result) != result):
        raise SavedGameError(
            f"The saved game is damaged: its moves lead to {session.result or 'no result'}, not to {result}."
        )
    return session


def replay(session: Session, step: Json, number: int) -> None:
    """Play one saved step again."""
    if not isinstance(step, dict):
        raise SavedGameError(f"The saved game is damaged: step {number} is no object.")
    text = step.get("outcome" if step.get("by") == "chance" else "move")
    value, seconds = step.get("value"), step.get("seconds")
    if not isinstance(text, str) or not all(isinstance(x, int | float | None) for x in (value, seconds)):
        raise SavedGameError(f"The saved game is damaged: step {number} has no readable move.")
    try:
        session.refuse_if_over()
        by = {CHANCE: "chance", SIMULTANEOUS: "all"}.get(session.turn, session.turn)
        if step.get("by") != by:
            raise SavedGameError(
                f"The saved game is damaged: step {number} is by {step.get('by')!r}, but {by!r} is to act "
                "(players are counted from 0 in the file)."
            )
        session.play(session.find_move(text), value, seconds)
    except SavedGameError:
        raise
    except OutwitError as error:
        raise SavedGameError(f"The saved game is damaged at step {number}: {error}") from error


def required_entry(data: JsonObject, name: str, kind: type) -> Json:
    """An entry that a saved game must have."""
    if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
        raise SavedGameError(f'The saved game is damaged: "{name}" is missing or not as it should be.')
    return data[name]


def save_game(session: Session, path: str | Path) -> None:
    """Write a session to a file, in one go: never half of it."""
    write_whole(path, json.dumps(to_json(session), indent=1, ensure_ascii=False) + "\n")


def load_game(path: str | Path) -> Session:
    """The session in a file; a damaged file is refused with a sentence."""
    path = Path(path).expanduser()
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SavedGameError(f"{str(path)!r} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SavedGameError(f"{str(path)!r} is not a saved game: it is not text.") from error
    except (ValueError, RecursionError) as error:  # a number may be too long, too
        where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise SavedGameError(
            f"{str(path)!r} is not a whole saved game: the JSON breaks off or is damaged{where}."
        ) from error
    return from_json(data)
