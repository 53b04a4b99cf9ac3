"""The lessons of Dive."""

from fathom.lessons.dive.chief import CHIEF
from fathom.lessons.dive.children import CHILDREN
from fathom.lessons.dive.companions import COMPANIONS
from fathom.lessons.dive.first import DIVE
from fathom.lessons.lesson import Lesson

LESSONS: tuple[Lesson, ...] = (DIVE, CHILDREN, COMPANIONS, CHIEF)

__all__ = ["LESSONS"]
