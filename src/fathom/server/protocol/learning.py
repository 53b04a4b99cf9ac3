"""Lessons: what is asked of a learner, and what became of what they did."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fathom.server.protocol.fields import AnAction
from fathom.server.protocol.playing import Happened
from fathom.table import Refusal, Seat

MOST_CHOICES = 200
"""More than any lesson has steps."""


class LessonOffer(msgspec.Struct, frozen=True):
    """A lesson that can be taken here."""

    lesson: str
    game: str
    minutes: int
    steps: int
    chapters: tuple[int, ...]
    """How many steps each of its chapters has."""


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that someone has chosen in a lesson so far: actions, and null for what was only read."""

    chapter: Annotated[int, msgspec.Meta(ge=0, le=MOST_CHOICES)] = 0
    """The chapter that they began with; each can be taken without those before it."""
    choices: Annotated[tuple[msgspec.Raw, ...], msgspec.Meta(max_length=MOST_CHOICES)] = ()


class Asked(msgspec.Struct, frozen=True):
    """A step of a lesson: under which name its words are, and the clause that it teaches."""

    name: str
    clause: str
    acts: bool
    """Whether something is to be done; otherwise it is to be read."""
    shows: tuple[AnAction, ...]
    """What can be laid here, to be pointed at piece by piece; empty where learners find it themselves."""


class Mistake(msgspec.Struct, frozen=True):
    """Why the last choice was not taken: the rules refuse it, or they allow it but it misses the point."""

    refusal: Refusal | None
    hint: str | None
    """The name of the words that say why it misses the point, where the lesson has some."""
    clause: str
    """The clause that it breaks or overlooks."""
    level: int | None
    """The level of a program that it is about, where it is about one."""


class LessonNow(msgspec.Struct, frozen=True):
    """Where someone is in a lesson: step `at` of all its `steps` is next."""

    lesson: str
    chapter: int
    at: int
    steps: int
    chapters: tuple[int, ...]
    """How many steps each chapter has."""
    asked: Asked | None
    """Null at the end."""
    you: Seat
    players: tuple[str, ...]
    """The names of all at the table; yours is empty."""
    frames: tuple[Happened, ...]
    """The whole chapter as it was told to your seat; the first is its prepared position."""
    news: int
    """How many of them followed from the last choice; 0 when the chapter has just begun."""
    mistake: Mistake | None
