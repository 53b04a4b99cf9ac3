"""Addresses of replays. What they give is made elsewhere, as JSON, and only passed on."""

from __future__ import annotations

from litestar import MediaType, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from fathom.server.common.budgets import MOST_RECORD, ROUTES
from fathom.server.common.limits import REVIEWING
from fathom.server.game.packed import Packed
from fathom.server.http import bodies
from fathom.server.http.callers import address, check_origin, hashed_proof, proof
from fathom.server.http.given import AnyRequest, TheTables
from fathom.server.http.guard import archive_turn
from fathom.server.http.routes.pictures import archive_picture_routes
from fathom.server.pictures.looks import PictureSet
from fathom.server.protocol import FRAME_BYTES, Eyesight, Replay, Review
from fathom.server.room.tables import Tables
from fathom.table import Record, encoded

BRING = "/api/replays"


@post(
    BRING,
    status_code=200,
    request_max_body_size=MOST_RECORD,
    summary="Bring a record along",
    opt={"body": Record, "answer": Replay},
)
async def bring_record(request: AnyRequest, tables: TheTables) -> Stream:
    """Play a record again, as one line of `fathom simulate --out` or as downloaded, and have it told."""
    check_origin(request)
    turn = archive_turn(request, tables.services.limits)
    return _told(await tables.services.replays.bring(await request.body(), turn))


@get(
    "/api/replays/{name:str}",
    summary="A game told again",
    opt={"answer": Replay, "query": {"eyes": {"type": "integer", "minimum": 0, "maximum": 99}}},
)
async def one_replay(name: FromPath[str], request: AnyRequest, tables: TheTables) -> Stream:
    """A table's game once it is over, or a record that was brought along, from the eyes of that seat.

    Without `eyes` it is told as to someone who watches.
    """
    eyes = bodies.number(request, "eyes", below=99, whole=True)
    content = await _record(name, request, tables)
    seat = None if eyes is None else int(eyes)
    turn = archive_turn(request, tables.services.limits)
    return _told(await tables.services.replays.told(name, content, seat, turn))


@get("/api/replays/{name:str}/review", summary="A game looked through", opt={"answer": Review})
async def one_review(name: FromPath[str], request: AnyRequest, tables: TheTables) -> Stream:
    """Where everyone gave most away, and why: in a game that is over, or a record that was brought along."""
    limits = tables.services.limits
    content = await _record(name, request, tables)
    return _told(
        await tables.services.replays.review(
            name,
            content,
            lambda: limits.check(REVIEWING, address(request)),
            archive_turn(request, limits),
        )
    )


@get("/api/eyesight", summary="How well you and others saw")
async def eyesight(request: AnyRequest, tables: TheTables) -> list[Eyesight]:
    """Everyone in your finished games of Dive: of the cards that were turned over, how many they had right.

    Of your newest hundred games; you come first, then people, then bots.
    """
    return await tables.eyesight(proof(request))


def replay_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [
        bring_record,
        one_replay,
        one_review,
        eyesight,
        *archive_picture_routes(
            "/api/replays/{name:str}", ("replayed_look", "replayed_picture"), "a round of the past", _drawing
        ),
    ]


def body_limit(path: str) -> int:
    """How large the body of a request may be: records are the only large ones."""
    return ROUTES[f"POST {BRING}"].takes if path == BRING else FRAME_BYTES


async def _record(name: str, request: AnyRequest, tables: Tables) -> bytes:
    """The record that is meant; raises `Refused` if there is none, or its game is not over."""
    content = tables.services.replays.brought(name)
    if content is None:
        async with tables.room(name) as room:
            content = encoded(room.reading.record(hashed_proof(request)))
    return content


async def _drawing(request: AnyRequest, tables: Tables) -> PictureSet:
    name, number = request.path_params["name"], request.path_params["number"]
    content = await _record(name, request, tables)
    turn = archive_turn(request, tables.services.limits)
    return await tables.services.replays.drawing(name, content, number, tables.services.looks, turn)


def _told(told: Packed) -> Stream:
    """Something large, sent piece by piece as it is taken."""
    return Stream(told.pieces(), media_type=MediaType.JSON)
