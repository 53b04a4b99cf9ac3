"""Addresses of replays. What they give is made elsewhere, as JSON, and only passed on."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, SkipValidation

from fathom.server import reading, refusals
from fathom.server.callers import address, check_origin, hashed_proof, proof
from fathom.server.drawing import media_type
from fathom.server.limits import REPLAYING, REVIEWING
from fathom.server.looks import Drawing
from fathom.server.protocol import FRAME_BYTES, Eyesight, Look, Replay, Review
from fathom.server.replays import MOST_BYTES
from fathom.server.tables import Tables
from fathom.table import Record, Refused, encoded

BRING = "/api/replays"

TheTables = NamedDependency[SkipValidation[Tables]]


@post(
    BRING,
    status_code=200,
    request_max_body_size=MOST_BYTES,
    summary="Bring a record along",
    opt={"body": Record, "answer": Replay},
)
async def bring_record(request: Request[Any, Any, Any], tables: TheTables) -> Response[bytes]:
    """Play a record again, as one line of `fathom simulate --out` or as downloaded, and have it told."""
    check_origin(request)
    tables.house.limits.check(REPLAYING, address(request))
    return _told(await tables.house.replays.bring(await request.body()))


@get(
    "/api/replays/{name:str}",
    summary="A game told again",
    opt={"answer": Replay, "query": {"eyes": {"type": "integer", "minimum": 0, "maximum": 99}}},
)
async def one_replay(
    name: FromPath[str], request: Request[Any, Any, Any], tables: TheTables
) -> Response[bytes]:
    """A table's game once it is over, or a record that was brought along, from the eyes of that seat.

    Without `eyes` it is told as to someone who watches.
    """
    tables.house.limits.check(REPLAYING, address(request))
    eyes = reading.number(request, "eyes", below=99, whole=True)
    content = await _record(name, request, tables)
    return _told(await tables.house.replays.told(name, content, None if eyes is None else int(eyes)))


@get("/api/replays/{name:str}/review", summary="A game looked through", opt={"answer": Review})
async def one_review(
    name: FromPath[str], request: Request[Any, Any, Any], tables: TheTables
) -> Response[bytes]:
    """Where everyone gave most away, and why: in a game that is over, or a record that was brought along."""
    limits = tables.house.limits
    limits.check(REPLAYING, address(request))
    content = await _record(name, request, tables)
    return _told(
        await tables.house.replays.review(name, content, lambda: limits.check(REVIEWING, address(request)))
    )


@get("/api/eyesight", summary="How well you and others saw")
async def eyesight(request: Request[Any, Any, Any], tables: TheTables) -> list[Eyesight]:
    """Everyone in your finished games of Dive: of the cards that were turned over, how many they had right.

    Of your newest hundred games; you come first, then people, then bots.
    """
    tables.house.limits.check(REPLAYING, address(request))
    return await tables.eyesight(proof(request))


@get("/api/replays/{name:str}/looks/{number:int}", summary="The pictures of a round of the past")
async def replayed_look(
    name: FromPath[str], number: FromPath[int], request: Request[Any, Any, Any], tables: TheTables
) -> Response[Look]:
    """The pictures of a round of Dive, and in `lifted` every card that could be seen in it by itself."""
    tables.house.limits.check(REPLAYING, address(request))
    drawing = await _drawing(name, number, request, tables)
    return Response(await drawing.look(), headers={"cache-control": "no-store"})


@get(
    "/api/replays/{name:str}/looks/{number:int}/{picture:str}",
    media_type="image/webp",
    summary="A picture of the past",
)
async def replayed_picture(
    name: FromPath[str],
    number: FromPath[int],
    picture: FromPath[str],
    request: Request[Any, Any, Any],
    tables: TheTables,
) -> Response[bytes]:
    """One of the pictures that the round's list names."""
    found = await (await _drawing(name, number, request, tables)).picture(picture)
    if found is None:
        raise Refused(refusals.NO_LOOK(round=number))
    return Response(found, media_type=media_type(picture), headers={"cache-control": "no-store"})


def replay_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [bring_record, one_replay, one_review, eyesight, replayed_look, replayed_picture]


def body_limit(path: str) -> int:
    """How large the body of a request may be: records are the only large ones."""
    return MOST_BYTES if path == BRING else FRAME_BYTES


async def _record(name: str, request: Request[Any, Any, Any], tables: Tables) -> bytes:
    """The record that is meant; raises `Refused` if there is none, or its game is not over."""
    content = tables.house.replays.brought(name)
    if content is None:
        async with tables.room(name) as room:
            content = encoded(room.record(hashed_proof(request)))
    return content


async def _drawing(name: str, number: int, request: Request[Any, Any, Any], tables: Tables) -> Drawing:
    content = await _record(name, request, tables)
    return await tables.house.replays.drawing(name, content, number, tables.house.looks)


def _told(content: bytes) -> Response[bytes]:
    return Response(content, media_type=MediaType.JSON, headers={"cache-control": "no-store"})
