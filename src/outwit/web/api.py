"""The API: what pages can do, for programs, over HTTP with JSON; the shapes are those of `outwit engine`."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import Body, FastAPI, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from outwit.decision import Limit
from outwit.errors import OutwitError
from outwit.games import spell_game
from outwit.play.picture import pictured
from outwit.protocols.fields import Fields
from outwit.protocols.requests import TABLE, answer_agents, answer_games, sentence
from outwit.protocols.requests import Table as Asked
from outwit.protocols.searches import SEARCHES
from outwit.store import StoreError, UnusableStoreError
from outwit.views import find_view, without_memory
from outwit.web.arena import tournaments
from outwit.web.bodies import (
    DecideBody,
    ExplainBody,
    MoveBody,
    PositionBody,
    Problem,
    SeatBody,
    SittingBody,
)
from outwit.web.docs import documentation
from outwit.web.hall import NOBODY, Table
from outwit.web.room import Room
from outwit.web.trouble import Guarded
from outwit.web.workers import Asking, BusyError, LostError

LOOK = 0.25
"""Every so many seconds, see whether whoever asked is still there."""

Key = Annotated[str, Path(max_length=64)]
Stream = Annotated[bool, Query(description="Send progress as server-sent events.")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 401, 404, 405, 413, 422, 429, 503)
}


def api(room: Room) -> FastAPI:
    """The API as an application of its own."""
    app = FastAPI(
        title="Outwit",
        description=__doc__.partition(";")[0] + ".",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        responses=REFUSALS,
    )
    app.router.route_class = Guarded
    refusals(app)
    questions(app, room)
    tables(app, room)
    tournaments(app, room)

    @app.get("/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(documentation(app.openapi()))

    return app


def refusals(app: FastAPI) -> None:
    """Whatever is refused is refused with a sentence."""

    @app.exception_handler(OutwitError)
    async def refused(request: Request, error: OutwitError) -> Response:
        codes = {StoreError: 404, UnusableStoreError: 503, BusyError: 429, LostError: 503}
        code = codes.get(type(error), 400)
        return JSONResponse({"error": str(error)}, code)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        said = f"{where}: {first['msg']}." if where else f"{first['msg']}."
        return JSONResponse({"error": said}, 422)

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        said = {404: "There is nothing at this address.", 405: "This address does not take that method."}
        text = said.get(error.status_code, f"{str(error.detail).rstrip('.')}.")
        return JSONResponse({"error": text}, error.status_code, headers=error.headers)


def questions(app: FastAPI, room: Room) -> None:
    """Games, agents, positions and decisions."""

    @app.get("/games")
    def games() -> dict[str, Any]:
        """The games that can be played here."""
        return answer_games(room.also)

    @app.get("/agents")
    def agents() -> dict[str, Any]:
        """The agents, and each option with a sentence."""
        return answer_agents()

    @app.post("/position")
    def position(body: PositionBody) -> dict[str, Any]:
        """A position: text, who is to act, the legal moves, and a picture where the game has one."""
        data = body.model_dump(exclude_none=True)
        with explained():
            table = Asked.read(Fields.of(data, TABLE), room.also)
            return {"position": {**table.position(), "picture": picture(table)}}

    @app.post("/decide")
    async def decide(request: Request, body: DecideBody, stream: Stream = False) -> Response:
        """What an agent would play; the search ends when whoever asked goes away."""
        return await answered(room, "decide", request, body, stream)

    @app.post("/tree")
    async def tree(request: Request, body: DecideBody, stream: Stream = False) -> Response:
        """A search with every node: values, windows, what was cut and why; small without a limit."""
        return await answered(room, "tree", request, body, stream)

    @app.post("/explain")
    async def explain(request: Request, body: ExplainBody, stream: Stream = False) -> Response:
        """Why an agent would play its move: what that gains over the next best, or over the move named."""
        return await answered(room, "explain", request, body, stream)

    @app.post("/review")
    async def review(request: Request, body: DecideBody, stream: Stream = False) -> Response:
        """A game looked at again: what each move lost, and what was luck; the limit is for each position."""
        return await answered(room, "review", request, body, stream)


async def answered(room: Room, doing: str, request: Request, body: DecideBody, stream: bool) -> Response:
    """What a search finds out, at its end or, as a stream, while it goes on."""
    data = body.model_dump(exclude_none=True)
    with explained():
        question = await run_in_threadpool(SEARCHES[doing], data, room.also)
    agent = room.grant.agent(data["agent"]) if "agent" in data else question.agent
    given = Limit(**data.get("limit", {}))
    heard = asyncio.Event()
    client, study = request.client.host if request.client else "", doing != "decide"
    asking = room.ask(doing, data, agent, given, client, heard.set, study)
    if stream:
        return StreamingResponse(told(asking, heard), media_type="text/event-stream")
    try:
        while not asking.answer.done():
            await asyncio.wait({asking.answer}, timeout=LOOK)
            if not asking.answer.done() and await request.is_disconnected():
                break
        return JSONResponse({asking.name: await asking.answer} if asking.answer.done() else {})
    finally:
        asking.answer.cancel()


@contextmanager
def explained() -> Iterator[None]:
    """An error in a game's own rules becomes a sentence."""
    try:
        yield
    except OutwitError:
        raise
    except Exception as error:
        raise OutwitError(sentence(error)) from error


def picture(table: Asked) -> str | None:
    """The position as SVG, where it is drawn as a board and nothing is hidden."""
    sitting = table.sitting
    if sitting.game.hidden:
        return None
    view = find_view(sitting.game)
    drawn = pictured(view, sitting, seat=table.player).svg()
    return drawn if view.written(without_memory(sitting.state)) is None else None


async def told(asking: Asking, heard: asyncio.Event) -> AsyncIterator[str]:
    """A search as server-sent events: its place in the queue, its progress, and the answer."""
    answered = asyncio.ensure_future(asyncio.shield(asking.answer))
    try:
        while not asking.answer.done():
            waiting = asyncio.ensure_future(heard.wait())
            await asyncio.wait({answered, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            heard.clear()
            if asking.place:
                yield sent("queue", {"place": asking.place})
            elif asking.progress is not None:
                yield sent("progress", asking.progress)
        try:
            yield sent(asking.name, asking.answer.result())
        except OutwitError as error:
            yield sent("error", {"error": str(error)})
    finally:
        answered.cancel()
        asking.answer.cancel()


def sent(event: str, data: dict[str, Any]) -> str:
    """One server-sent event."""
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"


def tables(app: FastAPI, room: Room) -> None:
    """Sittings."""

    @app.get("/sittings")
    def recent(many: Annotated[int, Query(ge=1, le=200)] = 20) -> dict[str, Any]:
        """The sittings in which something happened last."""
        return {"sittings": [vars(each) for each in room.store.recent(many)]}

    @app.post("/sittings", status_code=201)
    async def begin(body: SittingBody) -> dict[str, Any]:
        """Set up a sitting; `you` is what your moves must carry, if a seat is a person's."""
        game = await run_in_threadpool(room.find, body.game)
        you = secrets.token_urlsafe(12)
        table = room.hall.new(game, body.players, you, body.start)
        return {**shown(table, you), "you": you}

    @app.get("/sittings/{key}")
    async def sitting(key: Key, you: Annotated[str, Query(max_length=1_000)] = "") -> dict[str, Any]:
        """A sitting as it stands, as far as you may see it."""
        return shown(room.hall.open(key), you)

    @app.post("/sittings/{key}/seats")
    async def sit(key: Key, body: SeatBody) -> dict[str, Any]:
        """Take a free seat."""
        table, you = room.hall.open(key), secrets.token_urlsafe(12)
        table.sit(you, body.player)
        return {**shown(table, you), "you": you}

    @app.post("/sittings/{key}/moves")
    async def move(key: Key, body: MoveBody) -> dict[str, Any]:
        """Play a move, and see what an agent answers as soon as it has."""
        table = room.hall.open(key)
        table.play(body.you, body.move)
        return shown(table, body.you)

    @app.get("/sittings/{key}/wait")
    async def wait(
        key: Key,
        steps: Annotated[int, Query(ge=0, le=1_000_000, description="How many steps you know of.")] = 0,
        seconds: Annotated[float, Query(gt=0, le=30)] = 10.0,
    ) -> dict[str, Any]:
        """A sitting as soon as it has more steps, or is over, or the time is up."""
        table = room.hall.open(key)
        changed = asyncio.Event()
        table.listeners.add(changed.set)
        try:
            async with asyncio.timeout(seconds):
                while len(table.sitting.steps) <= steps and not table.over and not table.trouble:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            table.listeners.discard(changed.set)
        return shown(table)

    @app.post("/sittings/{key}/take-back")
    async def take_back(key: Key, you: Annotated[str, Body(embed=True, max_length=1_000)]) -> dict[str, Any]:
        """Take back to your last decision."""
        table = room.hall.open(key)
        table.take_back(you)
        return shown(table, you)


def shown(table: Table, you: str = "") -> dict[str, Any]:
    """A table as plain data, as far as whoever asks may see it."""
    sitting, seat = table.sitting, table.looking(you)
    state = None if seat == NOBODY else sitting.shown_to(seat)
    return {
        "id": table.key,
        "game": spell_game(table.game),
        "players": list(sitting.players),
        "moves": [table.told(you, number) for number in range(len(sitting.steps))],
        "text": None if state is None else sitting.rules.text(state, seat),
        "to_act": list(table.to_act),
        "legal": [sitting.rules.describe(sitting.state, move) for move in table.legal(you)],
        "over": table.over,
        "result": None if sitting.result is None else list(sitting.result),
        "standing": table.standing,
    }
