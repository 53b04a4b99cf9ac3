"""Addresses of lessons."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, SkipValidation

from fathom.server.common import refusals
from fathom.server.game import lessons
from fathom.server.http.bodies import body
from fathom.server.http.callers import check_origin
from fathom.server.http.guard import archive_turn
from fathom.server.pictures.looks import media_type
from fathom.server.protocol import Choices, LessonNow, LessonOffer, LookPictures
from fathom.server.room.tables import Tables
from fathom.table import Refused

TheTables = NamedDependency[SkipValidation[Tables]]


@get("/api/lessons", summary="What can be learnt here")
async def all_lessons() -> tuple[LessonOffer, ...]:
    """Every lesson, with its game and how long it takes."""
    return lessons.offers()


@post("/api/lessons/{lesson:str}", status_code=200, summary="Take a lesson", opt={"body": Choices})
async def take_lesson(lesson: FromPath[str], request: Request[Any, Any, Any]) -> Response[LessonNow]:
    """Send all your choices so far and see where they lead. Only the last may be wrong: you are told why."""
    check_origin(request)
    data = await body(request, Choices)
    choices = tuple(None if bytes(choice) == b"null" else choice for choice in data.choices)
    now = lessons.now(lessons.lesson_of(lesson), choices)
    return Response(now, headers={"cache-control": "no-store"})


@get("/api/lessons/{lesson:str}/{chapter:int}/looks/{number:int}", summary="The pictures of a lesson")
async def lesson_look(
    lesson: FromPath[str],
    chapter: FromPath[int],
    number: FromPath[int],
    request: Request[Any, Any, Any],
    tables: TheTables,
) -> Response[LookPictures]:
    """The pictures of a round in a chapter of a lesson of Dive."""
    drawing = lessons.drawing(lessons.lesson_of(lesson), chapter, number, tables.services.looks)
    turn = archive_turn(request, tables.services.limits)
    return Response(await drawing.look(turn), headers={"cache-control": "no-store"})


@get(
    "/api/lessons/{lesson:str}/{chapter:int}/looks/{number:int}/{picture:str}",
    media_type="image/webp",
    summary="A picture of a lesson",
)
async def lesson_picture(
    lesson: FromPath[str],
    chapter: FromPath[int],
    number: FromPath[int],
    picture: FromPath[str],
    request: Request[Any, Any, Any],
    tables: TheTables,
) -> Response[bytes]:
    """One of the pictures that the list names."""
    drawing = lessons.drawing(lessons.lesson_of(lesson), chapter, number, tables.services.looks)
    turn = archive_turn(request, tables.services.limits)
    found = await drawing.picture(picture, turn)
    if found is None:
        raise Refused(refusals.NO_LOOK(round=number))
    return Response(found, media_type=media_type(picture), headers={"cache-control": "no-store"})


def lesson_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [all_lessons, take_lesson, lesson_look, lesson_picture]
