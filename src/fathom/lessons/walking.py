"""Going through a lesson: the choices made so far, played again by the real rules.

Nothing is kept between two moves: whoever learns brings all their choices along. A choice is the action of a
step that asks for one, or None for "read".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from fathom.lessons.lesson import LEARNER, Act, Chapter, Lesson, Read, Slip, Step
from fathom.table import Event, Refusal, Refused, Seat

Choice = msgspec.Raw | None


@dataclass(frozen=True)
class Stage:
    """A decision in a chapter: what followed from it, and the state then."""

    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True)
class Wrong:
    """Why the last choice was not taken: the game refuses it, or it misses the point, as a slip may tell."""

    refusal: Refusal | None = None
    slip: Slip | None = None


@dataclass(frozen=True)
class Walk:
    """Where someone is in a lesson."""

    chapter: int
    at: int
    """The number of the step that is next, from the beginning of the lesson."""
    step: Step | None
    """None at the end."""
    moments: tuple[Stage, ...]
    """All of this chapter; the first is its position."""
    news: int
    """How many of them followed from the last choice; 0 when the chapter has just begun."""
    wrong: Wrong | None = None

    @property
    def state(self) -> Any:
        """Where things stand."""
        return self.moments[-1].state


class OffThePath(Exception):
    """Choices that do not lead through the lesson: an earlier one was wrong, or there are too many."""


def walk(lesson: Lesson, choices: Sequence[Choice], chapter: int = 0) -> Walk:
    """Go through the lesson from this chapter on with these choices, of which only the last may be wrong.

    Every chapter has a prepared position of its own, so it can be begun without those before it.
    """
    steps = lesson.steps
    if not 0 <= chapter < len(lesson.chapters):
        raise OffThePath(f"chapter {chapter + 1}, but {len(lesson.chapters)} chapters")
    taken = lesson.before(chapter)
    if taken + len(choices) > len(steps):
        raise OffThePath(f"{taken + len(choices)} choices, but {len(steps)} steps")
    now = chapter
    story = _Story(lesson.chapters[now])
    news = 0
    wrong = None
    for choice in choices:
        number, step = steps[taken]
        if wrong is not None:
            raise OffThePath(f"choice {taken + 1} was wrong")
        if number != now:
            now, story = number, _Story(lesson.chapters[number])
        before = len(story.moments)
        wrong = story.take(step, choice)
        if wrong is None:
            taken += 1
            news = len(story.moments) - before
    if taken < len(steps) and steps[taken][0] != now:
        now = steps[taken][0]
        story, news = _Story(lesson.chapters[now]), 0
    return Walk(
        chapter=now,
        at=taken,
        step=steps[taken][1] if taken < len(steps) else None,
        moments=tuple(story.moments),
        news=0 if wrong is not None else news,
        wrong=wrong,
    )


def good_choices(lesson: Lesson) -> tuple[Choice, ...]:
    """The choices of the worked examples, from the first step to the last."""
    return tuple(None if isinstance(step, Read) else _raw(step.do) for _, step in lesson.steps)


class _Story:
    """A chapter being played."""

    def __init__(self, chapter: Chapter) -> None:
        self._chapter = chapter
        self._decode = msgspec.json.Decoder(chapter.game.action_type).decode
        self._state = chapter.position()
        self.moments = [Stage((), self._state.copy())]
        for seat, action, chance in chapter.before:
            self._play(seat, action, chance)
            self._settle()

    def take(self, step: Step, choice: Choice) -> Wrong | None:
        """Take a choice, and all that follows from it; or say what is wrong with it."""
        if isinstance(step, Read):
            return None if choice is None else Wrong()
        if choice is None:
            raise OffThePath(f"“{step.name}” is something to do")
        try:
            action = self._decode(choice)
        except msgspec.DecodeError as error:
            raise OffThePath(f"“{step.name}”: {error}") from None
        refusal = self._state.menu(LEARNER).refusal(action)
        if refusal is not None:
            return Wrong(refusal=refusal)
        if not step.takes(action):
            return Wrong(slip=step.slip(action))
        self._act(step, action)
        return None

    def _act(self, step: Act, action: Any) -> None:
        self._play(LEARNER, action, step.chance)
        for seat, answer in step.then:
            self._play(seat, answer, "")
        self._settle()

    def _settle(self) -> None:
        while (decision := self._chapter.settle(self._state)) is not None:
            self._play(*decision, "")

    def _play(self, seat: Seat, action: Any, chance: str) -> None:
        try:
            events = self._state.play(seat, action, self._chapter.dice(self._state, chance))
        except Refused as refused:  # pragma: no cover - tests walk through every lesson
            raise AssertionError(f"a lesson breaks the rules: {refused}") from None
        self.moments.append(Stage(tuple(events), self._state.copy()))


def _raw(action: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(action))
