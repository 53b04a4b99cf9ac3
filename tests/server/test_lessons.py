"""Lessons over HTTP: all choices are sent, the server keeps none, and nothing is told before its time."""

from __future__ import annotations

import json
from typing import Any

import httpx
import msgspec
import pytest

from fathom.guests import lessons
from fathom.lessons import Act, good_choices
from fathom.server.common import refusals
from fathom.server.protocol import LessonNow
from fathom.table import encoded
from tests.server.conftest import NewDiver
from tests.server.harbour import Diver, Running

LESSONS = lessons()


@pytest.fixture
def ada(server: Running, diver: NewDiver) -> Diver:
    return diver(server, "Ada")


def learn(ada: Diver, lesson: str, *choices: Any) -> httpx.Response:
    return ada.http.post(f"/api/lessons/{lesson}", content=encoded({"choices": choices}))


def now(ada: Diver, lesson: str, *choices: Any) -> LessonNow:
    answer = learn(ada, lesson, *choices)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=LessonNow)


def test_all_lessons_are_offered(ada: Diver) -> None:
    offers = ada.http.get("/api/lessons").json()
    assert [offer["lesson"] for offer in offers] == list(LESSONS)
    assert all(offer["steps"] == len(LESSONS[offer["lesson"]].steps) for offer in offers)
    assert all(sum(offer["chapters"]) == offer["steps"] for offer in offers)


def test_a_lesson_can_be_begun_with_any_chapter_that_it_has(ada: Diver) -> None:
    def begun(chapter: int) -> httpx.Response:
        return ada.http.post("/api/lessons/deep-blue", content=encoded({"chapter": chapter}))

    told = msgspec.json.decode(begun(3).content, type=LessonNow)
    assert (told.chapter, told.at) == (3, sum(told.chapters[:3]))
    assert told.asked is not None
    assert told.asked.name == "y4"
    assert begun(6).json()["code"] == "off-the-path"
    assert begun(-1).status_code == 400


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_taken_from_its_start_to_its_end(ada: Diver, name: str) -> None:
    lesson = LESSONS[name]
    choices = good_choices(lesson)
    for taken in range(len(choices)):
        told = now(ada, name, *choices[:taken])
        _, step = lesson.steps[taken]
        assert told.asked is not None
        assert (told.at, told.asked.name, told.asked.clause) == (taken, step.name, step.clause)
        assert told.asked.acts == isinstance(step, Act)
        assert told.mistake is None
    told = now(ada, name, *choices)
    assert (told.at, told.asked) == (len(choices), None)


def test_a_mistake_is_told_with_its_clause_and_nothing_is_played(ada: Diver) -> None:
    gap = {"type": "program", "levels": [{}, {"plain": [1]}]}
    told = now(ada, "dive", None, gap)
    assert told.mistake is not None
    assert told.mistake.refusal is not None
    assert (told.mistake.refusal.code, told.mistake.clause, told.at) == ("gap", "D3.2", 1)
    short = {"type": "program", "levels": [{"plain": [1]}]}
    told = now(ada, "dive", None, short)
    assert told.mistake is not None
    assert (told.mistake.hint, told.mistake.clause, told.at) == ("x1_short", "D3.2", 1)
    assert (told.news, len(told.frames)) == (0, len(now(ada, "dive", None).frames))
    told = now(ada, "dive", short)
    assert told.mistake is not None
    assert (told.mistake.refusal, told.mistake.hint, told.at) == (None, None, 0)


def test_a_learner_is_told_only_what_their_seat_may_know(ada: Diver) -> None:
    """The others are ready, and neither their programs nor the stack are in what is sent before the dive."""
    text = learn(ada, "dive", None).text
    views = [json.loads(bytes(frame.view)) for frame in now(ada, "dive", None).frames]
    assert all(view["reader"] == 0 and view["phase"]["yours"] is None for view in views)
    assert views[-1]["phase"]["ready"] == [False, True, True]
    assert not any(word in text for word in ("ocean", "programs", "shark+"))
    standard = sum(views[0]["options"]["mix"].values())
    assert (standard, views[0]["cards_left"]) == (36, 36)


def test_choices_that_lead_nowhere_are_refused(ada: Diver) -> None:
    for choices in ((None, None), (None, {"type": "fly"}), ({"type": "withdraw"}, None)):
        answer = learn(ada, "dive", *choices)
        assert (answer.status_code, answer.json()["code"]) == (422, refusals.OFF_THE_PATH.code)
    answer = learn(ada, "flying")
    assert (answer.status_code, answer.json()["code"]) == (404, refusals.NO_LESSON.code)
    answer = ada.http.post("/api/lessons/dive", content=b'{"choices": 3}')
    assert (answer.status_code, answer.json()["code"]) == (400, refusals.MALFORMED.code)


def test_the_ocean_of_a_lesson_can_be_looked_at_and_its_cards_only_after_the_dive(ada: Diver) -> None:
    before = ada.http.get("/api/lessons/dive/0/looks/1").json()
    assert before["lifted"] == []
    after = ada.http.get("/api/lessons/dive/0/looks/2").json()
    assert len(after["lifted"]) == 4
    for address in (before["centre"], after["lifted"][0]):
        picture = ada.http.get(address)
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/webp")
    for address in ("0/looks/9", "9/looks/1", "0/looks/1/nothing.webp"):
        answer = ada.http.get(f"/api/lessons/dive/{address}")
        assert (answer.status_code, answer.json()["code"]) == (404, refusals.NO_LOOK.code)
    answer = ada.http.get("/api/lessons/deep-blue/0/looks/1")
    assert (answer.status_code, answer.json()["code"]) == (404, refusals.NO_LOOK.code)
