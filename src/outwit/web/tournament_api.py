"""The arena for programs: tournaments begun, looked at, broken off and gone on with over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Path, Query
from fastapi.concurrency import run_in_threadpool

from outwit.arena.sprt import Sprt
from outwit.arena.standings import Standings
from outwit.protocols.requests import plain
from outwit.web.api_schema import TournamentBody
from outwit.web.state import AppState
from outwit.web.tournament_request import Challenge

Key = Annotated[str, Path(max_length=64)]


def tournaments(app: FastAPI, app_state: AppState) -> None:
    """Put the arena's addresses into the API."""
    registry = app_state.tournaments

    @app.get("/tournaments")
    def listing(many: Annotated[int, Query(ge=1, le=200)] = 20) -> dict[str, Any]:
        """The tournaments, the last begun first, and a sentence for each that cannot be read."""
        entries, damaged = registry.store.list_entries(many)
        found = [
            {
                "id": entry.id,
                "game": entry.tournament.game,
                "agents": list(entry.tournament.agents),
                "played": entry.played,
                "planned": len(entry.tournament.fixtures()),
                "running": registry.is_running(entry.id),
                "created": entry.created,
                "changed": entry.changed,
            }
            for entry in entries
        ]
        return {"tournaments": found, "damaged": damaged}

    @app.post("/tournaments", status_code=201)
    async def start(body: TournamentBody) -> dict[str, Any]:
        """Begin a match or a tournament; it goes on by itself, and every game is kept as it ends."""
        data = body.model_dump()
        sprt = data.pop("sprt")
        watched = await registry.begin(Challenge(**data, sprt=Sprt(**sprt) if sprt else None))
        return await run_in_threadpool(standing, app_state, watched.key)

    @app.get("/tournaments/{key}")
    def tournament(key: Key) -> dict[str, Any]:
        """How a tournament stands: everybody's games, scores and ratings, and whether it is played now."""
        return standing(app_state, key)

    @app.post("/tournaments/{key}/stop")
    async def stop(key: Key) -> dict[str, Any]:
        """Break a tournament off; what has been played is kept."""
        (await registry.open(key)).stop()
        return await run_in_threadpool(standing, app_state, key)

    @app.post("/tournaments/{key}/go-on")
    async def go_on(key: Key) -> dict[str, Any]:
        """Go on with a tournament that was broken off."""
        await registry.go_on(key)
        return await run_in_threadpool(standing, app_state, key)

    @app.get("/tournaments/{key}/games/{number}")
    def game(key: Key, number: Annotated[int, Path(ge=1, le=1_000_000)]) -> dict[str, Any]:
        """A game that has been played, by its number from 1: who sat where, every step and the result."""
        tournament, played = registry.store.game(key, number - 1)
        fixture = tournament.fixtures()[number - 1]
        opening = tournament.openings[fixture.opening]
        told = {
            "game": tournament.game,
            "players": [tournament.agents[agent] for agent in fixture.seats],
            "start": opening.start,
            "opening": list(opening.moves),
            **played.to_json(),
            "number": number,
        }
        return {name: plain(value) for name, value in told.items()}


def standing(app_state: AppState, key: str) -> dict[str, Any]:
    """How a tournament stands, as plain data."""
    tournament, played = app_state.tournaments.store.find(key)
    standings = Standings(tournament, played.values())
    told = {"id": key, "running": app_state.tournaments.is_running(key), "finished": standings.finished}
    return {name: plain(value) for name, value in {**told, **standings.to_json()}.items()}
