"""Addresses around the tables: open ones, short codes, and personal links."""

from __future__ import annotations

from litestar import MediaType, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom.server.common import refusals
from fathom.server.http.bodies import body
from fathom.server.http.callers import address, check_origin, hashed_proof, proof, seated, secret_of
from fathom.server.http.given import AnyRequest, TheTables
from fathom.server.protocol import Advice, Lobby, PersonalLink, Return, Seated, Soundings
from fathom.table import Refused, encoded


@get("/api/public", summary="Open tables that anyone may join")
async def public_tables(tables: TheTables) -> list[Lobby]:
    """The newest first, at most a hundred. They are joined with an empty invite."""
    return await tables.public()


@get("/api/codes/{code:str}", summary="The table with this short code")
async def table_by_code(code: FromPath[str], request: AnyRequest, tables: TheTables) -> Lobby:
    """An open table. It is joined with the code as its invite."""
    return await tables.find(code, address(request))


@post("/api/tables/{table:str}/link", status_code=200, summary="A personal link")
async def personal_link(table: FromPath[str], request: AnyRequest, tables: TheTables) -> PersonalLink:
    """A link that brings your seat to another browser, once. Two browsers can have a seat, the newest two."""
    check_origin(request)
    secret = proof(request)
    if secret is None:
        raise Refused(refusals.ONLY_SEATED())
    return await tables.link(table, secret)


@post("/api/tables/{table:str}/return", status_code=200, summary="Come back", opt={"body": Return})
async def come_back(table: FromPath[str], request: AnyRequest, tables: TheTables) -> Response[Seated]:
    """Take the seat that a personal link is for. The link is used up by that."""
    check_origin(request)
    data = await body(request, Return)
    secret = secret_of(request, tables.services.random)
    return seated(await tables.come_back(table, data.link, secret), secret, request)


@get(
    "/api/tables/{table:str}/soundings/{number:int}",
    summary="The stack of a round in numbers",
    opt={"answer": Soundings},
)
async def one_sounding(
    table: FromPath[str], number: FromPath[int], request: AnyRequest, tables: TheTables
) -> Response[bytes]:
    """What your seat makes of the stack in the round in progress: the same whenever you ask.

    For people who cannot see the picture, at tables that have agreed on it.
    """
    async with tables.room(table) as room:
        soundings = await room.reading.soundings(hashed_proof(request), number)
    return Response(encoded(soundings), media_type=MediaType.JSON)


@get("/api/tables/{table:str}/advice", summary="What you could do now", opt={"answer": Advice})
async def one_advice(table: FromPath[str], request: AnyRequest, tables: TheTables) -> Response[bytes]:
    """The best three choices of your seat with the odds behind them: the same whenever you ask.

    At tables that allow it, from what your seat may know and, in Dive, from a captain's look into the stack.
    """
    async with tables.room(table) as room:
        advice = await room.reading.advice(hashed_proof(request))
    return Response(advice, media_type=MediaType.JSON)


def lobby_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [public_tables, table_by_code, personal_link, come_back, one_sounding, one_advice]
