"""The API: what pages can do, for programs, over HTTP with JSON; the shapes are those of `outwit engine`."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from math import ceil
from typing import Annotated, Any

from fastapi import Body, FastAPI, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from outwit.decision import Limit
from outwit.errors import OutwitError
from outwit.games import game_spec
from outwit.protocols.budget import LONGEST, Budget, TooCostlyError
from outwit.protocols.requests import Table as Asked
from outwit.protocols.requests import answer_agents, answer_games, sentence
from outwit.protocols.schema import ExplainRequest, PositionRequest, SearchRequest, refusal
from outwit.protocols.searches import SEARCHES, Search
from outwit.store import StaleError, StoreError, UnusableStoreError
from outwit.web.api_docs import documentation
from outwit.web.api_schema import MoveBody, Problem, SeatBody, SessionBody
from outwit.web.error_handlers import WRONG_METHOD, Guarded
from outwit.web.state import AppState
from outwit.web.table import NOBODY, Table
from outwit.web.tournament_api import tournaments
from outwit.web.workers import BusyError, Job, LostError

LOOK = 0.25
"""Every so many seconds, see whether whoever asked is still there."""

PROGRAMS = "programs"
"""The client that all programs at one address are."""

Key = Annotated[str, Path(max_length=64)]
Stream = Annotated[bool, Query(description="Send progress as server-sent events.")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 401, 404, 405, 409, 413, 422, 429, 503)
}


def api(app_state: AppState) -> FastAPI:
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
    questions(app, app_state)
    tables(app, app_state)
    tournaments(app, app_state)

    @app.get("/", include_in_schema=False)
    @app.get("/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(documentation(app.openapi()))

    return app


def refusals(app: FastAPI) -> None:
    """Whatever is refused is refused with a sentence."""

    @app.exception_handler(OutwitError)
    async def refuse(request: Request, error: OutwitError) -> Response:
        codes = {StoreError: 404, StaleError: 409, UnusableStoreError: 503, BusyError: 429, LostError: 503}
        code = codes.get(type(error), 400)
        again = {"Retry-After": str(ceil(error.after))} if isinstance(error, BusyError) else None
        return JSONResponse({"error": str(error)}, code, again)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        return JSONResponse({"error": unreadable_part(request, error)}, 422)

    @app.exception_handler(HTTPException)
    async def refuse_address(request: Request, error: HTTPException) -> Response:
        said = {404: "There is nothing at this address.", 405: WRONG_METHOD}
        text = said.get(error.status_code, f"{str(error.detail).rstrip('.')}.")
        return JSONResponse({"error": text}, error.status_code, headers=error.headers)


def unreadable_part(request: Request, error: RequestValidationError) -> str:
    """What is wrong with a request, in a sentence: the same as over a pipe, where it is about the body."""
    problems = error.errors()
    body = getattr(request.scope["route"], "body_field", None)
    model = None if body is None else body.field_info.annotation
    within = [{**each, "loc": each["loc"][1:]} for each in problems if each["loc"][0] == "body"]
    if within and isinstance(within[0]["input"], bytes):
        return 'The request does not say that it is JSON; send it with "Content-Type: application/json".'
    if isinstance(model, type) and issubclass(model, BaseModel) and within and is_object(within[0]):
        return str(refusal(model, within))
    where = ".".join(str(part) for part in problems[0]["loc"][1:])
    return f"{where}: {problems[0]['msg']}." if where else f"{problems[0]['msg']}."


def is_object(problem: dict[str, Any]) -> bool:
    """Is a body at least JSON, and there?"""
    return problem["type"] != "json_invalid" and bool(problem["loc"] or problem["input"])


def questions(app: FastAPI, app_state: AppState) -> None:
    """Games, agents, positions and decisions."""

    @app.get("/games")
    def games() -> dict[str, Any]:
        """The games that can be played here."""
        return answer_games(app_state.also, app_state.find)

    @app.get("/agents")
    def agents() -> dict[str, Any]:
        """The agents, and each option with a sentence."""
        return answer_agents()

    @app.post("/position")
    async def position(request: Request, body: PositionRequest) -> Response:
        """A position: text, who is to act, the legal moves, and a picture where the game has one."""
        data = body.model_dump(exclude_none=True)
        with explain_errors():
            try:
                return JSONResponse({"position": await run_in_threadpool(at_once, body, app_state)})
            except TooCostlyError:
                asked = {**data, "do": "position", "picture": True}
                return await await_answer(app_state.study.ask(asked, PROGRAMS, seconds=LONGEST), request)

    @app.post("/decide")
    async def decide(request: Request, body: SearchRequest, stream: Stream = False) -> Response:
        """What an agent would play; the search ends when whoever asked goes away."""
        return await answer_search(app_state, "decide", request, body, stream)

    @app.post("/tree")
    async def tree(request: Request, body: SearchRequest, stream: Stream = False) -> Response:
        """A search with every node: values, windows, what was cut and why; small without a limit."""
        return await answer_search(app_state, "tree", request, body, stream)

    @app.post("/explain")
    async def explain(request: Request, body: ExplainRequest, stream: Stream = False) -> Response:
        """Why an agent would play its move: what that gains over the next best, or over the move named."""
        return await answer_search(app_state, "explain", request, body, stream)

    @app.post("/review")
    async def review(request: Request, body: SearchRequest, stream: Stream = False) -> Response:
        """A game looked at again: what each move lost, and what was luck; the limit is for each position."""
        return await answer_search(app_state, "review", request, body, stream)


async def answer_search(
    app_state: AppState, doing: str, request: Request, body: SearchRequest, stream: bool
) -> Response:
    """What a search finds out, at its end or, as a stream, while it goes on."""
    data = body.model_dump(exclude_none=True)
    study = doing != "decide"
    (app_state.study if study else app_state.workers).refuse_full(PROGRAMS)
    with explain_errors():
        question = await run_in_threadpool(read_search, doing, data, app_state)
    agent = app_state.grant.agent(data["agent"]) if "agent" in data else question.agent
    given = Limit(**data.get("limit", {}))
    heard = asyncio.Event()
    job = app_state.ask(doing, data, agent, given, PROGRAMS, heard.set, study)
    if stream:
        return StreamingResponse(event_stream(job, heard), media_type="text/event-stream")
    return await await_answer(job, request)


async def await_answer(job: Job, request: Request) -> Response:
    """What was asked for, once it is there; it is given up when whoever asked goes away."""
    try:
        while not job.answer.done():
            await asyncio.wait({job.answer}, timeout=LOOK)
            if not job.answer.done() and await request.is_disconnected():
                break
        return JSONResponse({job.name: await job.answer} if job.answer.done() else {})
    finally:
        job.answer.cancel()


def at_once(request: PositionRequest, app_state: AppState) -> dict[str, Any]:
    """A position that costs little, with its picture."""
    return Asked.read(request, app_state.also, Budget.small(), app_state.find).position(drawn=True)


def read_search(doing: str, data: dict[str, Any], app_state: AppState) -> Search:
    """What is asked for, as far as that costs little: where it does not, whoever searches reads the moves."""
    try:
        return SEARCHES[doing](data, app_state.also, budget=Budget.small(), find=app_state.find)
    except TooCostlyError:
        return SEARCHES[doing]({**data, "moves": []}, app_state.also, find=app_state.find)


@contextmanager
def explain_errors() -> Iterator[None]:
    """An error in a game's own rules becomes a sentence."""
    try:
        yield
    except OutwitError:
        raise
    except Exception as error:  # rules may raise anything
        raise OutwitError(sentence(error)) from error


async def event_stream(job: Job, heard: asyncio.Event) -> AsyncIterator[str]:
    """A search as server-sent events: its place in the queue, its progress, and the answer."""
    answered = asyncio.ensure_future(asyncio.shield(job.answer))
    try:
        while not job.answer.done():
            waiting = asyncio.ensure_future(heard.wait())
            await asyncio.wait({answered, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            heard.clear()
            if job.place:
                yield event_text("queue", {"place": job.place})
            elif job.progress is not None:
                yield event_text("progress", job.progress)
        try:
            yield event_text(job.name, job.answer.result())
        except OutwitError as error:
            yield event_text("error", {"error": str(error)})
    finally:
        answered.cancel()
        job.answer.cancel()


def event_text(event: str, data: dict[str, Any]) -> str:
    """One server-sent event."""
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"


def tables(app: FastAPI, app_state: AppState) -> None:
    """Sessions."""

    @app.get("/sessions")
    def recent(many: Annotated[int, Query(ge=1, le=200)] = 20) -> dict[str, Any]:
        """The sessions in which something happened last."""
        return {"sessions": [vars(each) for each in app_state.store.recent(many)]}

    @app.post("/sessions", status_code=201)
    async def begin(body: SessionBody) -> dict[str, Any]:
        """Set up a session; `you` is what your moves must carry, if a seat is a person's."""
        app_state.workers.refuse_full()
        game = await run_in_threadpool(app_state.find, body.game)
        you = secrets.token_urlsafe(12)
        table = await app_state.registry.new(game, body.players, you, body.start)
        return {**table_data(table, you), "you": you}

    @app.get("/sessions/{key}")
    async def session(key: Key, you: Annotated[str, Query(max_length=1_000)] = "") -> dict[str, Any]:
        """A session as it stands, as far as you may see it."""
        return table_data(await app_state.registry.open(key), you)

    @app.post("/sessions/{key}/seats")
    async def sit(key: Key, body: SeatBody) -> dict[str, Any]:
        """Take a free seat."""
        table, you = await app_state.registry.open(key), secrets.token_urlsafe(12)
        with table.discretion():
            await table.sit(you, body.player)
        return {**table_data(table, you), "you": you}

    @app.post("/sessions/{key}/moves")
    async def move(key: Key, body: MoveBody) -> dict[str, Any]:
        """Play a move, which is kept when this answers, and see what an agent answers as soon as it has."""
        table = await app_state.registry.open(key)
        with table.discretion():
            await table.play(body.you, body.move, body.after)
        return table_data(table, body.you)

    @app.get("/sessions/{key}/wait")
    async def wait(
        key: Key,
        steps: Annotated[int, Query(ge=0, le=1_000_000, description="How many steps you know of.")] = 0,
        seconds: Annotated[float, Query(gt=0, le=30)] = 10.0,
    ) -> dict[str, Any]:
        """A session as soon as it has more steps, or is over, or the time is up."""
        table = await app_state.registry.open(key)
        changed = asyncio.Event()
        table.listeners.add(changed.set)
        try:
            async with asyncio.timeout(seconds):
                while len(table.session.steps) <= steps and not table.over and not table.trouble:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            table.listeners.discard(changed.set)
        return table_data(table)

    @app.post("/sessions/{key}/take-back")
    async def take_back(key: Key, you: Annotated[str, Body(embed=True, max_length=1_000)]) -> dict[str, Any]:
        """Take back to your last decision; where other people play too, they are asked first."""
        table = await app_state.registry.open(key)
        with table.discretion():
            await table.take_back(you)
        return table_data(table, you)

    @app.post("/sessions/{key}/answer")
    async def answer(
        key: Key,
        you: Annotated[str, Body(max_length=1_000)],
        agree: Annotated[bool, Body(description="Do you agree to what is `asked`?")],
    ) -> dict[str, Any]:
        """Answer what another player asks: to take back, to swap sides, to begin a new game."""
        table = await app_state.registry.open(key)
        with table.discretion():
            await table.consent.answer(you, agree)
        return table_data(table, you)


def table_data(table: Table, you: str = "") -> dict[str, Any]:
    """A table as plain data, as far as whoever asks may see it."""
    with table.discretion():
        return seen_data(table, you)


def seen_data(table: Table, you: str) -> dict[str, Any]:
    """A table as plain data, as the seat of whoever asks sees it."""
    session, seat, acting = table.session, table.viewing_seat(you), table.acting_seat(you)
    state = None if seat == NOBODY else session.shown_to(seat)
    return {
        "id": table.key,
        "game": game_spec(table.game),
        "players": list(session.players),
        "moves": [table.step_text(seat, number) for number in range(len(session.steps))],
        "text": None if state is None else session.rules.text(state, seat),
        "to_act": list(table.to_act),
        "legal": [] if acting is None else session.legal_names(acting),
        "over": table.over,
        "result": None if session.result is None else list(session.result),
        "standing": table.standing,
        "asked": open_proposal(table, you),
        "following": table.next_table,
    }


def open_proposal(table: Table, you: str) -> dict[str, Any] | None:
    """What a player asks the others to agree to, and whether your answer is waited for."""
    proposal = table.consent.proposal
    if proposal is None:
        return None
    return {"change": proposal.change, "by": proposal.seat, "you": you in proposal.waiting}
