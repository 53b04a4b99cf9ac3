"""Addresses of games and tables: what can be played, opening, sitting down, the record."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom import guests
from fathom.guests.words import HIDDEN
from fathom.server.common import refusals
from fathom.server.http.bodies import body
from fathom.server.http.callers import check_origin, hashed_proof, proof, seated, secret_of
from fathom.server.http.given import AnyRequest, TheTables
from fathom.server.http.routes.pictures import table_picture_routes
from fathom.server.protocol import GameOffer, Join, Lobby, MyTable, NewTable, Seated
from fathom.table import Record, Refused


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
async def open_table(request: AnyRequest, tables: TheTables) -> Response[Seated]:
    """Open a table and take a seat at it. It starts when everyone is ready."""
    check_origin(request)
    data = await body(request, NewTable)
    secret = secret_of(request, tables.services.random)
    return seated(await tables.open(data, secret), secret, request)


@get("/api/tables", summary="The tables at which you have a seat")
async def my_tables(request: AnyRequest, tables: TheTables) -> list[MyTable]:
    """The newest first, each with its round, who is awaited, and how long ago something happened."""
    return await tables.mine(proof(request))


@get("/api/tables/{table:str}", summary="A table")
async def one_table(table: FromPath[str], request: AnyRequest, tables: TheTables) -> Lobby:
    """Who sits there, what was agreed, and the commitment of the dice."""
    async with tables.room(table) as room:
        return room.reading.lobby(hashed_proof(request))


@post("/api/tables/{table:str}/join", status_code=200, summary="Take a seat", opt={"body": Join})
async def join_table(table: FromPath[str], request: AnyRequest, tables: TheTables) -> Response[Seated]:
    """Take the first open seat. A person who has a seat at this table already keeps it."""
    check_origin(request)
    data = await body(request, Join)
    secret = secret_of(request, tables.services.random)
    return seated(await tables.join(table, data, secret), secret, request)


@get("/api/tables/{table:str}/record", summary="The record of a game that is over")
async def one_record(table: FromPath[str], request: AnyRequest, tables: TheTables) -> Response[Record]:
    """Every action and every outcome of the dice, with the seed that `fathom verify` recomputes them from."""
    async with tables.room(table) as room:
        record = room.reading.record(hashed_proof(request))
    return Response(record, headers={"content-disposition": f'attachment; filename="fathom-{table}.json"'})


def table_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [
        games,
        words,
        open_table,
        my_tables,
        one_table,
        join_table,
        *table_picture_routes(),
        one_record,
    ]
