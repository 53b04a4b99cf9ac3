"""What a lesson is: chapters that begin with a prepared position, and steps that are read or played in it.

A lesson is data. It holds no rule: what the learner does is played by the game itself, which refuses what the
rules do not allow. A lesson knows only what it asks for, and what to say about moves that are allowed but
miss the point. Its words are the client's, under the names that are given here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from fathom.table import AnyGame, Dice, FastDice, Seat

LEARNER: Seat = 0
"""Learners always sit here."""


Points = Literal["never", "at-once", "after-a-slip"]


@dataclass(frozen=True)
class Slip:
    """A move that the rules allow but that misses the point, and the clause that says why."""

    name: str
    clause: str
    when: Callable[[Any], bool]
    such_as: Any
    """A move that is one."""
    level: int | None = None
    """The level of a program that it is about, where it is about one."""


@dataclass(frozen=True)
class Read:
    """Something to read before it goes on."""

    name: str
    clause: str


@dataclass(frozen=True)
class Act:
    """Something to do."""

    name: str
    clause: str
    do: Any
    """What the worked example does."""
    good: Callable[[Any], bool] | None = None
    """What else will do; None: nothing else."""
    slips: tuple[Slip, ...] = ()
    then: tuple[tuple[Seat, Any], ...] = ()
    """What the others decide after it."""
    chance: str = ""
    """What comes out of the bag meanwhile."""
    points: Points = "never"
    """When a learner is shown, piece by piece, how the worked example is laid."""

    def takes(self, action: Any) -> bool:
        """Whether this is what is asked for."""
        return bool(action == self.do or (self.good is not None and self.good(action)))

    def slip(self, action: Any) -> Slip | None:
        """What is amiss with a move that is not asked for; None if nothing can be said about it."""
        return next((slip for slip in self.slips if slip.when(action)), None)


Step = Read | Act


@dataclass(frozen=True)
class Chapter:
    """A prepared position and what is read and done in it. Every chapter ends with something to read."""

    game: AnyGame
    position: Callable[[], Any]
    """Makes the position; nobody has done anything in it yet."""
    players: tuple[str, ...]
    """The names of the others; the learner sits before them."""
    steps: tuple[Step, ...]
    before: tuple[tuple[Seat, Any, str], ...] = ()
    """What is decided before the learner comes, and what comes out of the bag meanwhile."""
    dice: Callable[[Any, str], Dice] = lambda _state, _chance: FastDice(0)
    """The dice for one decision, from the state and what chance is to bring."""
    settle: Callable[[Any], tuple[Seat, Any] | None] = lambda _state: None
    """The next decision that makes itself, such as to play no card where none can be played."""


@dataclass(frozen=True)
class Lesson:
    """A lesson from its first word to its last."""

    name: str
    minutes: int
    chapters: tuple[Chapter, ...]

    @property
    def game(self) -> AnyGame:
        """The game that it teaches."""
        return self.chapters[0].game

    def before(self, chapter: int) -> int:
        """How many steps come before this chapter."""
        return sum(len(each.steps) for each in self.chapters[:chapter])

    @property
    def steps(self) -> tuple[tuple[int, Step], ...]:
        """Every step, with the number of its chapter."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[tuple[int, Step]]:
        for number, chapter in enumerate(self.chapters):
            for step in chapter.steps:
                yield number, step
