"""Lessons for everyone. Nothing is kept: learners send all their choices, which are played again."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from typing import Any

from fathom import guests
from fathom.lessons import LEARNER, Act, Choice, Lesson, OffThePath, Step, Walk, good_choices, walk
from fathom.server.common import refusals
from fathom.server.game import frames
from fathom.server.pictures.looks import Looks, PictureSet
from fathom.server.protocol import Asked, LessonNow, LessonOffer, Mistake
from fathom.table import Refused
from fathom.table.record import raw


def offers() -> tuple[LessonOffer, ...]:
    """All lessons there are."""
    return tuple(
        LessonOffer(lesson.name, lesson.game.name, lesson.minutes, len(lesson.steps), _chapters(lesson))
        for lesson in guests.lessons().values()
    )


def lesson_of(name: str) -> Lesson:
    """The lesson of this name; raises `Refused` if there is none."""
    lesson = guests.lessons().get(name)
    if lesson is None:
        raise Refused(refusals.NO_LESSON(lesson=name))
    return lesson


async def learn(
    one_by_one: asyncio.Lock, lesson: Lesson, choices: tuple[Choice, ...], chapter: int = 0
) -> LessonNow:
    """The same as `now`, one learner after the other: whoever plays comes in between, however many learn."""
    async with one_by_one:
        await asyncio.sleep(0)
        return now(lesson, choices, chapter)


def now(lesson: Lesson, choices: tuple[Choice, ...], begun: int = 0) -> LessonNow:
    """Where these choices lead to from a chapter on; raises `Refused` where they leave the lesson."""
    try:
        there = walk(lesson, choices, begun)
    except OffThePath as error:
        raise Refused(refusals.OFF_THE_PATH(problem=str(error))) from None
    chapter = lesson.chapters[there.chapter]
    step = there.step
    return LessonNow(
        lesson=lesson.name,
        chapter=there.chapter,
        at=there.at,
        steps=len(lesson.steps),
        chapters=_chapters(lesson),
        asked=None if step is None else _asked(step, slipped=there.wrong is not None),
        you=LEARNER,
        players=("", *chapter.players),
        frames=tuple(
            frames.entry(chapter.game, number, moment.events, moment.state, LEARNER, None)
            for number, moment in enumerate(there.moments)
        ),
        news=there.news,
        mistake=_mistake(there),
    )


def drawing(lesson: Lesson, chapter: int, number: int, looks: Looks) -> PictureSet:
    """The pictures of a round of a chapter; raises `Refused` if it has none."""
    pictures = guests.guest(lesson.game.name).pictures
    found = _subjects(lesson.name).get((chapter, number))
    if found is None or pictures is None:
        raise Refused(refusals.NO_LOOK(round=number))
    # Whoever looked at this lesson before saw the same cards: there is no secret to be learnt by heart.
    art = hashlib.sha256(f"lesson/{lesson.name}/{chapter}".encode()).digest()
    where = f"/api/lessons/{lesson.name}/{chapter}"
    return looks.drawing(where, art, pictures, found, alongside=True, live=False)


@cache
def _subjects(lesson: str) -> dict[tuple[int, int], Any]:
    """What there is to look at in each round of each chapter, on the way that the worked examples take."""
    taught = guests.lessons()[lesson]
    pictures = guests.guest(taught.game.name).pictures
    if pictures is None:
        return {}
    choices = good_choices(taught)
    found: dict[tuple[int, int], Any] = {}
    for taken in range(len(choices)):
        there = walk(taught, choices[:taken])
        for moment in there.moments:
            seen = pictures.subject(there.moments[0].state, moment.state)
            if seen is not None:
                found.setdefault((there.chapter, seen.round), seen)
    return found


def _chapters(lesson: Lesson) -> tuple[int, ...]:
    return tuple(len(chapter.steps) for chapter in lesson.chapters)


def _asked(step: Step, *, slipped: bool) -> Asked:
    if not isinstance(step, Act):
        return Asked(step.name, step.clause, acts=False, shows=())
    pointed = step.points == "at-once" or (step.points == "after-a-slip" and slipped)
    return Asked(step.name, step.clause, acts=True, shows=(raw(step.do),) if pointed else ())


def _mistake(there: Walk) -> Mistake | None:
    wrong = there.wrong
    if wrong is None:
        return None
    if wrong.refusal is not None:
        return Mistake(wrong.refusal, None, wrong.refusal.clause, None)
    if wrong.slip is not None:
        return Mistake(None, wrong.slip.name, wrong.slip.clause, wrong.slip.level)
    return Mistake(None, None, "" if there.step is None else there.step.clause, None)
