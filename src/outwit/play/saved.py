"""A saved game: one JSON document that loads back to the same state."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from outwit.errors import OutwitError, SavedGameError
from outwit.files import write_whole
from outwit.game import CHANCE, SIMULTANEOUS, Game
from outwit.games import find_game, spell_game
from outwit.play.result import ending
from outwit.play.sitting import Sitting, Step

FORMAT = "outwit-game"
VERSION = 1


def to_json(sitting: Sitting) -> dict[str, Any]:
    """A sitting as plain data: game, options, players, seed, steps in notation, and how it ended."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": spell_game(sitting.game),
        "players": list(sitting.players),
        "seed": sitting.seed,
        "start": sitting.start,
        "steps": [noted(step, text) for step, text in zip(sitting.steps, sitting.described(), strict=True)],
        "result": None if sitting.result is None else list(sitting.result),
        "told": ending(sitting) if sitting.over else None,
    }


def noted(step: Step, text: str) -> dict[str, Any]:
    """A step as plain data."""
    if step.by == CHANCE:
        return {"by": "chance", "outcome": text}
    note: dict[str, Any] = {"by": "all" if step.by == SIMULTANEOUS else step.by, "move": text}
    if step.value is not None:
        note["value"] = step.value
    if step.seconds is not None:
        note["seconds"] = round(step.seconds, 3)
    return note


def from_json(
    data: Any, game: Callable[[str], Game] = find_game, charge: Callable[[Sitting], None] = lambda _: None
) -> Sitting:
    """The sitting that plain data describes; a sentence if it describes none.

    `game` finds the game by its spelling, or refuses to; `charge` may refuse each position that is reached.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SavedGameError(f'This is not a saved game: it has no "format": "{FORMAT}".')
    if data.get("version") != VERSION:
        raise SavedGameError(
            f"This saved game is of version {data.get('version')!r}; version {VERSION} can be read."
        )
    spelled = wanted(data, "game", str)
    players = wanted(data, "players", list)
    seed = wanted(data, "seed", int)
    steps = wanted(data, "steps", list)
    start = data.get("start")
    if not (start is None or isinstance(start, str)) or not all(isinstance(p, str) for p in players):
        raise SavedGameError('The saved game is damaged: "start" and "players" must be text.')
    try:
        sitting = Sitting(game(spelled), tuple(players), seed, start)
        charge(sitting)
    except OutwitError as error:
        raise SavedGameError(f"The saved game cannot be set up: {error}") from error
    for number, step in enumerate(steps, 1):
        replay(sitting, step, number)
        charge(sitting)
    result = data.get("result")
    if result is not None and (sitting.result is None or list(sitting.result) != result):
        raise SavedGameError(
            f"The saved game is damaged: its moves lead to {sitting.result or 'no result'}, not to {result}."
        )
    return sitting


def replay(sitting: Sitting, step: Any, number: int) -> None:
    """Play one saved step again."""
    if not isinstance(step, dict):
        raise SavedGameError(f"The saved game is damaged: step {number} is no object.")
    text = step.get("outcome" if step.get("by") == "chance" else "move")
    value, seconds = step.get("value"), step.get("seconds")
    if not isinstance(text, str) or not all(isinstance(x, int | float | None) for x in (value, seconds)):
        raise SavedGameError(f"The saved game is damaged: step {number} has no readable move.")
    try:
        sitting.refuse_if_over()
        by = {CHANCE: "chance", SIMULTANEOUS: "all"}.get(sitting.turn, sitting.turn)
        if step.get("by") != by:
            raise SavedGameError(
                f"The saved game is damaged: step {number} is by {step.get('by')!r}, but {by!r} is to act."
            )
        sitting.play(sitting.meant(text), value, seconds)
    except SavedGameError:
        raise
    except OutwitError as error:
        raise SavedGameError(f"The saved game is damaged at step {number}: {error}") from error


def wanted(data: dict[str, Any], name: str, kind: type) -> Any:
    """An entry that a saved game must have."""
    if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
        raise SavedGameError(f'The saved game is damaged: "{name}" is missing or not as it should be.')
    return data[name]


def save_game(sitting: Sitting, path: str | Path) -> None:
    """Write a sitting to a file, in one go: never half of it."""
    write_whole(path, json.dumps(to_json(sitting), indent=1, ensure_ascii=False) + "\n")


def load_game(path: str | Path) -> Sitting:
    """The sitting in a file; a damaged file is refused with a sentence."""
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
