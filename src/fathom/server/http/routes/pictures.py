"""Addresses of pictures: the list of a round, and each picture on it, of a table, a replay or a lesson."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom.server.common import refusals
from fathom.server.http.callers import hashed_proof
from fathom.server.http.given import AnyRequest, TheTables
from fathom.server.http.guard import archive_turn
from fathom.server.pictures.looks import PictureSet, media_type
from fathom.server.protocol import LookPictures
from fathom.server.room.tables import Tables
from fathom.table import Refused

Listed = Callable[[AnyRequest, Tables], Awaitable[LookPictures]]
Drawn = Callable[[AnyRequest, Tables, str], Awaitable[bytes | None]]


def picture_routes(
    prefix: str, names: tuple[str, str], summary: str, listed: Listed, drawn: Drawn
) -> list[HTTPRouteHandler]:
    """Two addresses under a prefix. `names` are those of the operations, `summary` says what is shown.

    `listed` says where the pictures of a round are, `drawn` gives one of them, or None if there is none of
    that name. Both find in the request which round is meant. No picture is to be kept: once a dive has begun,
    nobody may look at what was there before it (D5.4).
    """
    look, picture = names

    @get(f"{prefix}/looks/{{number:int}}", summary=f"The pictures of {summary}", opt={"name": look})
    async def one_look(request: AnyRequest, tables: TheTables) -> LookPictures:
        """Where the pictures of a round are, once the first has been drawn."""
        return await listed(request, tables)

    @get(
        f"{prefix}/looks/{{number:int}}/{{picture:str}}",
        media_type="image/webp",
        summary=f"A picture of {summary}",
        opt={"name": picture},
    )
    async def one_picture(
        number: FromPath[int], picture: FromPath[str], request: AnyRequest, tables: TheTables
    ) -> Response[bytes]:
        """One of the pictures that the round's list names; the answer comes when it has been drawn."""
        found = await drawn(request, tables, picture)
        if found is None:
            raise Refused(refusals.NO_LOOK(round=number))
        return Response(found, media_type=media_type(picture))

    return [one_look, one_picture]


def archive_picture_routes(
    prefix: str,
    names: tuple[str, str],
    summary: str,
    drawing: Callable[[AnyRequest, Tables], Awaitable[PictureSet]],
) -> list[HTTPRouteHandler]:
    """The same for what is not being played: drawn after everything that live tables need."""

    async def listed(request: AnyRequest, tables: Tables) -> LookPictures:
        turn = archive_turn(request, tables.services.limits)
        return await (await drawing(request, tables)).look(turn)

    async def drawn(request: AnyRequest, tables: Tables, picture: str) -> bytes | None:
        turn = archive_turn(request, tables.services.limits)
        return await (await drawing(request, tables)).picture(picture, turn)

    return picture_routes(prefix, names, summary, listed, drawn)


def table_picture_routes() -> list[HTTPRouteHandler]:
    """Those of the round in progress at a table; those of earlier rounds are gone."""

    async def listed(request: AnyRequest, tables: Tables) -> LookPictures:
        async with tables.room(request.path_params["table"]) as room:
            return await room.reading.look(hashed_proof(request), request.path_params["number"])

    async def drawn(request: AnyRequest, tables: Tables, picture: str) -> bytes | None:
        async with tables.room(request.path_params["table"]) as room:
            return await room.reading.picture(hashed_proof(request), request.path_params["number"], picture)

    return picture_routes(
        "/api/tables/{table:str}", ("one_look", "one_picture"), "the round in progress", listed, drawn
    )
