"""Lessons: the rulebooks' worked examples, played on a real table by whoever learns the games."""

from fathom.lessons.chief import CHIEF
from fathom.lessons.companions import COMPANIONS
from fathom.lessons.deep_blue import DEEP_BLUE
from fathom.lessons.dive import DIVE
from fathom.lessons.lesson import LEARNER, Act, Chapter, Lesson, Read, Slip, Step
from fathom.lessons.scenarios import SCENARIOS
from fathom.lessons.walking import Choice, OffThePath, Stage, Walk, Wrong, good_choices, walk

LESSONS: dict[str, Lesson] = {
    lesson.name: lesson for lesson in (DIVE, COMPANIONS, CHIEF, DEEP_BLUE, SCENARIOS)
}

__all__ = [
    "LEARNER",
    "LESSONS",
    "Act",
    "Chapter",
    "Choice",
    "Lesson",
    "OffThePath",
    "Read",
    "Slip",
    "Stage",
    "Step",
    "Walk",
    "Wrong",
    "good_choices",
    "walk",
]
