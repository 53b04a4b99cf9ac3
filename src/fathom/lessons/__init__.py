"""Lessons: the rulebooks' worked examples, played on a real table by whoever learns the games.

The lessons of a game lie in a folder of its own here, or in the package that the game comes in.
"""

from fathom.lessons.lesson import LEARNER, Act, Chapter, Lesson, Read, Slip, Step
from fathom.lessons.walking import Choice, OffThePath, Stage, Walk, Wrong, good_choices, walk

__all__ = [
    "LEARNER",
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
