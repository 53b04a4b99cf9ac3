"""Lessons: the rulebooks' worked examples, played on a real table by whoever learns the games."""

from fathom.lessons.dive import DIVE
from fathom.lessons.lesson import LEARNER, Act, Chapter, Lesson, Read, Slip, Step
from fathom.lessons.walking import Choice, Moment, OffThePath, Walk, Wrong, good_choices, walk

LESSONS: dict[str, Lesson] = {lesson.name: lesson for lesson in (DIVE,)}

__all__ = [
    "LEARNER",
    "LESSONS",
    "Act",
    "Chapter",
    "Choice",
    "Lesson",
    "Moment",
    "OffThePath",
    "Read",
    "Slip",
    "Step",
    "Walk",
    "Wrong",
    "good_choices",
    "walk",
]
