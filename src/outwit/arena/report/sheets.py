"""Every game of a tournament as a row of a sheet (CSV), and everything about it as data (JSON)."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import asdict
from io import StringIO
from typing import Any

from outwit.arena.plan import Fixture, Opening
from outwit.arena.played import Played
from outwit.arena.standings import Standings

BEFORE = ("number", "pair", "opening", "seed")
SEAT = ("agent", "payoff", "score", "moves", "nodes", "seconds")
AFTER = ("fault", "culprit", "final", "steps")


def headings(seats: int) -> list[str]:
    """The names of the sheet's columns; those that each seat has are numbered.

    >>> headings(2)[4:7]
    ['agent1', 'payoff1', 'score1']
    """
    return [*BEFORE, *(f"{name}{seat}" for seat in range(1, seats + 1) for name in SEAT), *AFTER]


def csv_sheet(standings: Standings) -> str:
    """A row for each game; games, pairs and seats are numbered from 1, as people count them."""
    written = StringIO(newline="")
    sheet = csv.writer(written, lineterminator="\n")
    sheet.writerow(headings(standings.tournament.seats))
    sheet.writerows(row(standings, fixture, game) for fixture, game in standings.games())
    return written.getvalue()


def row(standings: Standings, fixture: Fixture, game: Played) -> list[Any]:
    """A game; a cell is empty where there is nothing to say."""
    tournament = standings.tournament
    cells: list[Any] = [fixture.number + 1, fixture.pair + 1]
    cells += [opening_text(tournament.openings[fixture.opening]), fixture.seed]
    for seat, agent in enumerate(fixture.seats):
        cells += [
            tournament.names[agent],
            None if game.payoffs is None else game.payoffs[seat],
            game.share(seat) if game.counts else None,
            game.moves[seat],
            game.nodes[seat],
            game.seconds[seat],
        ]
    culprit = None if game.culprit is None else game.culprit + 1
    return [*cells, game.fault, culprit, game.final, moves_text(game)]


def opening_text(opening: Opening) -> str:
    """Where a game begins, on one line: a position, moves, or nothing if it begins as usual.

    >>> opening_text(Opening(None, ("4", "4", "5")))
    '4 4 5'
    """
    return " ".join(filter(None, (opening.start, *opening.moves)))


def moves_text(game: Played) -> str:
    """The moves and outcomes of chance after the opening, on one line."""
    return " ".join(str(step.get("move", step.get("outcome", "?"))) for step in game.steps)


def json_document(standings: Standings) -> str:
    """The standings, the plan and every game; `Tournament` and `Played` read them back (`from_json`).

    Each game is a line, so that a long document can be looked through.
    """
    games = [{"fixture": asdict(fixture), "played": game.to_json()} for fixture, game in standings.games()]
    entries = {**standings.to_json(), "plan": standings.tournament.to_json()}
    lines = [f"{json.dumps(name)}: {to_json_line(value)}" for name, value in entries.items()]
    lines.append('"games": [\n' + ",\n".join(to_json_line(game) for game in games) + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def to_json_line(data: Any) -> str:
    """Plain data as JSON, on one line."""
    try:
        return json.dumps(data, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(without_infinity(data), ensure_ascii=False, allow_nan=False)


def without_infinity(data: Any) -> Any:
    """Plain data in which what is no finite number is left open, as JSON has no word for it."""
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, dict):
        return {name: without_infinity(value) for name, value in data.items()}
    return [without_infinity(each) for each in data] if isinstance(data, list | tuple) else data
