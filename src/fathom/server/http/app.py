"""The server's addresses: tables over HTTP, the socket of each table, pictures, and the web client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import NamedDependency, Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, WebSocketDisconnect, WebSocketException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, SkipValidation
from litestar.types import Message, Scope

from fathom import guests
from fathom.guests.words import HIDDEN
from fathom.server.common import refusals
from fathom.server.common.budgets import ROUTES
from fathom.server.common.logs import warn
from fathom.server.common.tokens import TOKEN_BYTES, token
from fathom.server.host.services import Services
from fathom.server.http.bodies import body
from fathom.server.http.callers import (
    address,
    check_host,
    check_origin,
    has_bearer,
    hashed_proof,
    known_names,
    proof,
    seat_cookie,
)
from fathom.server.http.guard import guard
from fathom.server.http.http_messages import Listeners, letter_routes
from fathom.server.http.metrics_port import health, readiness
from fathom.server.http.openapi import schema_routes
from fathom.server.http.routes.deletion import keeping_routes
from fathom.server.http.routes.lessons import lesson_routes
from fathom.server.http.routes.lobby import lobby_routes
from fathom.server.http.routes.replays import body_limit, replay_routes
from fathom.server.http.socket import NOT_WELCOME, Caller, Close, Gone, Receive, Send, visit
from fathom.server.http.web_client import client_routes
from fathom.server.pictures.looks import media_type
from fathom.server.protocol import (
    FRAME_BYTES,
    GameOffer,
    Join,
    Lobby,
    LookPictures,
    NewTable,
    RefusedNow,
    Seated,
)
from fathom.server.room import TRY_AGAIN
from fathom.server.room.tables import Tables
from fathom.server.store import NotWritten
from fathom.table import Record, Refusal, Refused, encoded

TheTables = NamedDependency[SkipValidation[Tables]]

HOST_UNCHECKED = {"/health", "/ready"}
"""Whoever watches the server may know it by another name, and learns nothing there."""

INTERNAL_ERROR = 1011
"""The closing code for what nobody foresaw."""

SOCKET = "WEBSOCKET /api/tables/{table:str}/socket"
"""The budget of a line to a table."""

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}

HEADERS = {
    # Style attributes (Svelte sets them) are allowed, scripts and style sheets only from here.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}

HSTS = "max-age=31536000"
"""Under TLS only: a browser that came over TLS once comes back over TLS."""

STATUS = {
    refusals.MALFORMED: 400,
    refusals.FRAME_TOO_LARGE: 413,
    refusals.TOO_FAST: 429,
    refusals.TOO_MANY: 429,
    refusals.BAD_TOKEN: 401,
    refusals.WRONG_HOST: 421,
    refusals.FOREIGN_ORIGIN: 403,
    refusals.WRONG_INVITE: 403,
    refusals.KEPT_OUT: 403,
    refusals.ONLY_HOST: 403,
    refusals.ONLY_SEATED: 403,
    refusals.NO_SPECTATORS: 403,
    refusals.WRONG_LINK: 403,
    refusals.MUTED: 403,
    refusals.NO_TEXT: 403,
    refusals.NO_SOUNDINGS: 403,
    refusals.NO_ADVICE: 403,
    refusals.NO_SUCH_CODE: 404,
    refusals.NO_SUCH_TABLE: 404,
    refusals.NO_LOOK: 404,
    refusals.NO_REPLAY: 404,
    refusals.NO_LESSON: 404,
    refusals.NO_REVIEW: 404,
    refusals.NOT_FOUND: 404,
    refusals.TABLE_FULL: 409,
    refusals.TAIL_LOST: 409,
    refusals.ALREADY_STARTED: 409,
    refusals.ABOUT_TO_START: 409,
    refusals.TABLE_CLOSED: 409,
    refusals.ENDED: 409,
    refusals.NOT_FINISHED: 409,
    refusals.NOT_AWAY: 409,
    refusals.NOT_REVEALING: 409,
    refusals.OTHER_COMMITMENT: 409,
    refusals.SEAT_TAKEN: 409,
    refusals.COLOUR_TAKEN: 409,
    refusals.SETTLED: 409,
    refusals.TAKEN_BACK_OFTEN: 409,
    refusals.NOT_STARTED: 409,
    refusals.NOT_OVER: 409,
    refusals.NOTHING_TO_DECIDE: 409,
    refusals.FAILED: 500,
    refusals.NOT_WRITTEN: 503,
    refusals.BACK_SOON: 503,
}
"""The HTTP status of each refusal; what the rules refuse is 422."""

_STATUS = {objection.code: status for objection, status in STATUS.items()}


@get("/api/games", summary="What can be played here")
async def games(tables: TheTables) -> tuple[GameOffer, ...]:
    """Every game with its usual options and the levels of its bots."""
    return tables.offers()


@get("/api/games/{game:str}/words", summary="The words of a game")
async def words(game: FromPath[str]) -> dict[str, dict[str, str]]:
    """Templates by language and key, from which the plain table makes its sentences."""
    guest = guests.find(game)
    if guest is None:
        raise Refused(refusals.NOT_FOUND())
    # Every view says which game it is of; at a table nobody needs to be told.
    return {language: {"view.game": HIDDEN} | known for language, known in guest.all_words().items()}


@post("/api/tables", summary="Open a table", opt={"body": NewTable})
async def open_table(request: Request[Any, Any, Any], tables: TheTables) -> Response[Seated]:
    """Open a table and take a seat at it. It starts when everyone is ready."""
    check_origin(request)
    data = await body(request, NewTable)
    secret = proof(request) or token(tables.services.random, TOKEN_BYTES)
    return _seated(await tables.open(data, secret), secret, request)


@get("/api/tables", summary="The tables at which you have a seat")
async def my_tables(request: Request[Any, Any, Any], tables: TheTables) -> list[Lobby]:
    """The newest first."""
    return await tables.mine(proof(request))


@get("/api/tables/{table:str}", summary="A table")
async def one_table(table: FromPath[str], request: Request[Any, Any, Any], tables: TheTables) -> Lobby:
    """Who sits there, what was agreed, and the commitment of the dice."""
    async with tables.room(table) as room:
        return room.reading.lobby(hashed_proof(request))


@post("/api/tables/{table:str}/join", status_code=200, summary="Take a seat", opt={"body": Join})
async def join_table(
    table: FromPath[str], request: Request[Any, Any, Any], tables: TheTables
) -> Response[Seated]:
    """Take the first open seat. A person who has a seat at this table already keeps it."""
    check_origin(request)
    data = await body(request, Join)
    secret = proof(request) or token(tables.services.random, TOKEN_BYTES)
    return _seated(await tables.join(table, data, secret), secret, request)


@get("/api/tables/{table:str}/looks/{number:int}", summary="The pictures of a round")
async def one_look(
    table: FromPath[str], number: FromPath[int], request: Request[Any, Any, Any], tables: TheTables
) -> Response[LookPictures]:
    """Where the pictures of the round in progress are. Those of earlier rounds are gone."""
    async with tables.room(table) as room:
        look = await room.reading.look(hashed_proof(request), number)
    return Response(look, headers={"cache-control": "no-store"})


@get("/api/tables/{table:str}/looks/{number:int}/{name:str}", media_type="image/webp", summary="A picture")
async def one_picture(
    table: FromPath[str],
    number: FromPath[int],
    name: FromPath[str],
    request: Request[Any, Any, Any],
    tables: TheTables,
) -> Response[bytes]:
    """One of the pictures that the round's list names; the answer comes when it has been drawn."""
    async with tables.room(table) as room:
        picture = await room.reading.picture(hashed_proof(request), number, name)
    # Not to be kept: with the next dive nobody may look at them again (D5.4).
    return Response(picture, media_type=media_type(name), headers={"cache-control": "no-store"})


@get("/api/tables/{table:str}/record", summary="The record of a game that is over")
async def one_record(
    table: FromPath[str], request: Request[Any, Any, Any], tables: TheTables
) -> Response[Record]:
    """Every action and every outcome of the dice, with the seed that `fathom verify` recomputes them from."""
    async with tables.room(table) as room:
        record = room.reading.record(hashed_proof(request))
    return Response(record, headers={"content-disposition": f'attachment; filename="fathom-{table}.json"'})


@websocket("/api/tables/{table:str}/socket")
async def table_socket(table: FromPath[str], socket: WebSocket[Any, Any, Any], tables: TheTables) -> None:
    """A seat's, or a spectator's, line to the table. Messages: `fathom.server.protocol`."""
    services = tables.services
    try:
        check_host(socket)
        check_origin(socket)
        caller = Caller(hashed_proof(socket), address(socket))
    except Refused:
        await socket.close(NOT_WELCOME)  # before it was accepted: the handshake is answered with 403
        return
    await socket.accept()
    if not services.limits.enter(caller.address):
        await _send_away(socket, refusals.TOO_MANY())
        return
    try:
        for rate in ROUTES[SOCKET].rates:
            services.limits.check(rate, caller.address)
        async with tables.room(table) as room:
            await visit(room, caller, services, *_ends(socket))
    except Refused as refused:
        await _send_away(socket, refused.refusal)
    except NotWritten as error:
        warn("not-read", error, table=table)
        await socket.close(TRY_AGAIN)
    except Exception as error:  # noqa: BLE001 - whatever it was, the host has to hear of it
        warn("line-failed", error, table=table)
        with suppress(OSError, WebSocketException, RuntimeError):  # it may be closed already
            await socket.close(INTERNAL_ERROR)
    finally:
        services.limits.leave(caller.address)


async def _send_away(socket: WebSocket[Any, Any, Any], refusal: Refusal) -> None:
    """Tell someone why they cannot stay."""
    try:
        await socket.send_text(encoded(RefusedNow(None, refusal)).decode())
        await socket.close(NOT_WELCOME)
    except (OSError, WebSocketException):
        pass  # they have gone already


def _ends(socket: WebSocket[Any, Any, Any]) -> tuple[Receive, Send, Close]:
    """A socket as the application knows it."""

    async def receive() -> str | bytes | None:
        try:
            message = await socket.receive()
        except WebSocketDisconnect:
            return None
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def send(frame: bytes) -> None:
        try:
            await socket.send_text(frame.decode())
        except (OSError, WebSocketException) as error:
            raise Gone from error

    async def close(code: int) -> None:
        try:
            await socket.close(code)
        except (OSError, WebSocketException) as error:
            raise Gone from error

    return receive, send, close


def create_app(services: Services, names: Iterable[str] = ()) -> Litestar:
    """The whole server as one ASGI application. It closes the services when it ends.

    `names` are those under which it is asked for, beside those of this machine (`callers.check_host`).
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.tables = tables = Tables(services)
        app.state.readers = readers = Listeners(tables)
        _watch(services, tables)
        await tables.begin()
        try:
            yield
        finally:
            await tables.close()
            readers.close()
            await services.close()

    described: list[HTTPRouteHandler] = [
        games,
        words,
        open_table,
        my_tables,
        one_table,
        join_table,
        one_look,
        one_picture,
        one_record,
        health,
        readiness,
        *lobby_routes(),
        *letter_routes(),
        *keeping_routes(),
        *replay_routes(),
        *lesson_routes(),
    ]
    return Litestar(
        route_handlers=[*described, table_socket, *schema_routes(described), *client_routes()],
        state=State({"services": services, "names": known_names(names)}),
        dependencies={
            "tables": Provide(_the_tables, sync_to_thread=False),
            "readers": Provide(_the_readers, sync_to_thread=False),
        },
        lifespan=[lifespan],
        middleware=[guard],
        before_request=_for_this_server,
        before_send=[_add_headers],
        exception_handlers={
            Refused: _refused,
            NotWritten: _not_written,
            HTTPException: _not_understood,
            Exception: _failed,
        },
        request_max_body_size=FRAME_BYTES,
        logging_config=None,  # whoever runs the server says where its notes go
        openapi_config=None,  # the document is our own: it says what msgspec really decodes
    )


def _seated(seated: Seated, secret: str, request: Request[Any, Any, Any]) -> Response[Seated]:
    cookies = [] if has_bearer(request) else [seat_cookie(secret, request)]
    return Response(seated, cookies=cookies, headers={"cache-control": "no-store"})


def _watch(services: Services, tables: Tables) -> None:
    """What can be measured at any moment."""
    services.metrics.watch("sockets", lambda: {(): services.limits.sockets})
    services.metrics.watch("rooms", lambda: {(): len(tables)})
    services.metrics.watch(
        "turned_away_total", lambda: {(("kind", kind),): n for kind, n in services.limits.turned_away.items()}
    )


def _the_tables(state: State) -> Tables:
    tables: Tables = state.tables
    return tables


def _the_readers(state: State) -> Listeners:
    readers: Listeners = state.readers
    return readers


async def _for_this_server(request: Request[Any, Any, Any]) -> None:
    """Before every request: whether it is for this server at all."""
    if request.url.path not in HOST_UNCHECKED:
        check_host(request)


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start" and scope["type"] == ScopeType.HTTP:
        services: Services = scope["litestar_app"].state.services
        services.metrics.count("answers_total", "status", str(message["status"]))
        headers = MutableScopeHeaders.from_message(message)
        if scope["scheme"] == "https":
            headers.setdefault("strict-transport-security", HSTS)
        if scope["scheme"] == "https" or _on_this_machine(scope):
            # Over plain HTTP from elsewhere browsers ignore it, and complain about it in every page.
            headers.setdefault("cross-origin-opener-policy", "same-origin")
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")  # codes, invites and what only one seat may see
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


def _on_this_machine(scope: Scope) -> bool:
    """Whether the address in the browser is loopback, which browsers trust without TLS."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    return host.rpartition(":")[0] in LOOPBACK or host in LOOPBACK


def _answer(refusal: Refusal, status: int) -> Response[Refusal]:
    return Response(refusal, status_code=status, media_type=MediaType.JSON)


def _refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    refusal = refused.refusal
    services: Services = request.app.state.services
    services.metrics.count("refusals_total", "code", refusal.code)
    answer = _answer(refusal, _STATUS.get(refusal.code, 422))
    if refusal.code == refusals.TOO_FAST.code:
        answer.headers["retry-after"] = str(refusal.values["seconds"])
    if refusal.code == refusals.BAD_TOKEN.code:
        answer.headers["www-authenticate"] = "Bearer"
    return answer


def _not_understood(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """What Litestar itself objects to: no such address, a body that is no such message or too large."""
    if error.status_code == 404:
        return _answer(refusals.NOT_FOUND(), 404)
    if error.status_code == 413:
        return _answer(refusals.FRAME_TOO_LARGE(most=body_limit(request.url.path)), 413)
    problems = [str(problem.get("message", "")) for problem in error.extra or () if isinstance(problem, dict)]
    return _answer(refusals.MALFORMED(problem="; ".join(problems) or error.detail), error.status_code)


def _not_written(_: Request[Any, Any, Any], error: NotWritten) -> Response[Refusal]:
    warn("not-written", error)
    return _answer(refusals.NOT_WRITTEN(), _STATUS[refusals.NOT_WRITTEN.code])


def _failed(_: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    warn("request-failed", error)
    return _answer(refusals.FAILED(), 500)
