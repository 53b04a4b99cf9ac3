"""The lessons of Deep Blue."""

from fathom.lessons.deepblue.first import DEEP_BLUE
from fathom.lessons.deepblue.scenarios import SCENARIOS
from fathom.lessons.lesson import Lesson

LESSONS: tuple[Lesson, ...] = (DEEP_BLUE, SCENARIOS)

__all__ = ["LESSONS"]
