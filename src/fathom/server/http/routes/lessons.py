"""Addresses of lessons."""

from __future__ import annotations

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom.server.game import lessons
from fathom.server.http.bodies import body
from fathom.server.http.callers import check_origin
from fathom.server.http.given import AnyRequest, TheTables
from fathom.server.http.routes.pictures import archive_picture_routes
from fathom.server.pictures.looks import PictureSet
from fathom.server.protocol import Choices, LessonNow, LessonOffer
from fathom.server.room.tables import Tables


@get("/api/lessons", summary="What can be learnt here")
async def all_lessons() -> tuple[LessonOffer, ...]:
    """Every lesson, with its game and how long it takes."""
    return lessons.offers()


@post("/api/lessons/{lesson:str}", status_code=200, summary="Take a lesson", opt={"body": Choices})
async def take_lesson(lesson: FromPath[str], request: AnyRequest, tables: TheTables) -> LessonNow:
    """Send all your choices since the chapter that you began with, and see where they lead.

    Only the last may be wrong: you are told why.
    """
    check_origin(request)
    data = await body(request, Choices)
    choices = tuple(None if bytes(choice) == b"null" else choice for choice in data.choices)
    return await lessons.learn(tables.services.learning, lessons.lesson_of(lesson), choices, data.chapter)


async def _drawing(request: AnyRequest, tables: Tables) -> PictureSet:
    found = request.path_params
    lesson = lessons.lesson_of(found["lesson"])
    return lessons.drawing(lesson, found["chapter"], found["number"], tables.services.looks)


def lesson_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [
        all_lessons,
        take_lesson,
        *archive_picture_routes(
            "/api/lessons/{lesson:str}/{chapter:int}", ("lesson_look", "lesson_picture"), "a lesson", _drawing
        ),
    ]
