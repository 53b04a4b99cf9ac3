"""What a game brings: everything that general code may ask of one, in one description.

`Guest` is the whole of it. Only `rules` and `words` are required; what a game does not bring is not offered:
no advice, no review, no pictures. A package names its description under the entry-point group `fathom.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from fathom.guests.fields import Field, option_fields
from fathom.lessons import Lesson
from fathom.players import AnyEyes, AnyPlayer, Choice, Level, RandomPlayer, Review
from fathom.players import levels as known_levels
from fathom.players.advice import MOST
from fathom.table import AnyGame, Dice, Objection, Record

LANGUAGES = ("en", "de", "nl")

Words = Mapping[str, Mapping[str, str]]
"""Templates (`fathom.guests.words`) by language and key. English is complete; others may lack some."""


@dataclass(frozen=True)
class Advice:
    """Advice to a seat while the game is played."""

    choices: Callable[[Any, Any, Dice], Iterable[Choice]]
    """The best choices for a view and a look, the best first."""
    adviser: Level | None = None
    """The level whose eyes the adviser has; None where nothing is looked at."""
    odds: tuple[type, ...] = ()
    """The structs in which `Choice.odds` come."""


@dataclass(frozen=True)
class Reviewing:
    """Looking through a game that is over."""

    review: Callable[[Record], Review]
    """Raises `BadRecord` where the record does not follow the rules."""
    why: tuple[type, ...] = ()
    """The tagged structs in which `Lapse.why` comes."""
    units: tuple[str, ...] = ()
    """What `Review.unit` may be."""


@dataclass(frozen=True)
class Seeing:
    """How well everyone saw, in games where something is looked at."""

    sight: type
    """A struct per seat; two of them can be added."""
    seen: Callable[[Any, int], tuple[Any, ...]]
    """From a state at its end and the number of seats: a sight for each."""


@dataclass(frozen=True)
class Soundings:
    """What one seat makes of what lies on the table, in numbers instead of a picture."""

    eyes: AnyEyes
    answer: type
    """What these eyes give."""
    round: Callable[[Any], int]
    """The round of a state."""


Drawn = dict[str, bytes]
"""Pictures by the part they play: `centre`, `thumb`, `row/0` …, `light/night` …, `lifted/0` …, `stack/0` …"""

Work = Callable[[Any, bytes, int], Drawn]
"""Draws some pictures of a subject from the table's secret and a size, in another process."""


@dataclass(frozen=True)
class Ahead:
    """Something to draw before it is needed, and for which of the subjects that may come it is of use."""

    work: Work
    subject: Any
    of: tuple[Any, ...]
    elsewhere: Mapping[str, str] | None = None
    """What its parts are called in the other subjects, if they have other names there; None: the same."""

    def known_as(self, subject: Any, drawn: Drawn) -> Drawn:
        """What was drawn, under the names that it has in one of the subjects."""
        if subject not in self.of:
            return {}
        if subject == self.subject or self.elsewhere is None:
            return drawn
        return {self.elsewhere[part]: picture for part, picture in drawn.items() if part in self.elsewhere}


@dataclass(frozen=True)
class Pictures:
    """What there is to look at besides the view. Functions run in other processes: they can be pickled."""

    subject: Callable[[Any, Any], Any | None]
    """From the first state and the present one; None if there is nothing to look at."""
    coming: Callable[[Any, Any], tuple[Any, ...]]
    """What there may be to look at next, the likeliest first."""
    parts: Callable[[Any], Iterable[str]]
    """Every picture of a subject. All have `centre`, `thumb`, `views`, `large` and a grid of `row/…`."""
    suffix: Callable[[str], str]
    """How the name of a part ends: what it is encoded as, such as `.webp`."""
    name: Callable[[Any], bytes]
    """What tells two subjects of a table apart, without telling anything about what lies there."""
    in_turn: tuple[Work, ...]
    """Who draws them, in the order in which they are needed."""
    on_demand: tuple[Work, ...]
    """Who draws what is drawn only when someone asks for it."""
    turn: Callable[[str], int]
    """Which of these draws a part: those in turn, then those on demand."""
    ahead: Callable[[Sequence[Any]], Sequence[Ahead]]
    alone: Callable[[Any], Any]
    """The same subject with everything in it by itself too, for games that are over."""
    practise: Callable[[int], None]
    """Draw something for nobody: loading what that needs takes longest."""


class Uncovering(Protocol):
    """Follows a game that is over, and says what nobody could see."""

    def see(self, number: int, state: Any) -> None:
        """Look at the position after entry `number`."""
        ...

    def told(self) -> tuple[Any, ...]:
        """What a replay says of it."""
        ...


@dataclass(frozen=True)
class Uncovered:
    """A field of a replay that shows what was covered."""

    name: str
    kind: Any
    """The type of its items."""
    follow: Callable[[], Uncovering]


@dataclass(frozen=True)
class OwnBox:
    """An option that a host reads from a file or folder of the game's own."""

    flag: str
    """How it is called on the command line, without dashes."""
    option: str
    """The option that it fills."""
    help: str
    read: Callable[[Path], Any]
    error: type[Exception]
    """What `read` raises; its message names the file and what is wrong with it."""


@dataclass(frozen=True)
class Guest:
    """A game with everything that it brings."""

    rules: AnyGame
    words: Words
    levels: tuple[Level, ...] = ()
    """Its bots from the weakest up; a game that brings none has the random player."""
    objections: tuple[Objection, ...] = ()
    """Everything that its rules can object to."""
    advice: Advice | None = None
    reviewing: Reviewing | None = None
    seeing: Seeing | None = None
    soundings: Soundings | None = None
    pictures: Pictures | None = None
    uncovered: tuple[Uncovered, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    boxes: tuple[OwnBox, ...] = ()
    plain: bool = True
    """Whether the browser has no page for it, and plays it at the plain table."""
    staged: Callable[[Any], bool] = field(default=lambda event: False)
    """Whether an event is shown at length, so that nobody's thinking time runs until they have seen it."""
    order: int = 100
    """Where it stands in lists; those of the same order are sorted by name."""
    round: Callable[[Any], int] | None = None
    """The round of a state, from 1, which everyone may know; None for a game without rounds."""
    rounds: Callable[[Record], int] | None = None
    """How many rounds were played, as far as the moves alone tell."""
    nobody_won: str = "nobody at the table won"
    """How to say that a game has no winner."""
    on_screen: frozenset[str] = frozenset()
    """Options that only change what is shown: the command line leaves them out."""
    unset: Mapping[str, str] = field(default_factory=dict)
    """For options that may be None: the word for that on the command line."""
    browser_data: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    """Files of the web client that are written from the game's data; only for Fathom's own games."""

    def __post_init__(self) -> None:
        if not self.levels:
            object.__setattr__(self, "levels", (Level("random", RandomPlayer(self.rules)),))

    @property
    def name(self) -> str:
        """How the game is called on the command line, in records and on the wire."""
        return self.rules.name

    @property
    def title(self) -> str:
        """What people call it, in English."""
        return self.words["en"]["title"]

    def titles(self) -> dict[str, str]:
        """What people call it, in every language."""
        return {language: words["title"] for language, words in self.all_words().items()}

    def all_words(self) -> dict[str, dict[str, str]]:
        """Its words in every language; where a language lacks some, in English."""
        english = dict(self.words["en"])
        return {language: english | dict(self.words.get(language, {})) for language in LANGUAGES}

    @property
    def fields(self) -> tuple[Field, ...]:
        """Its options as they are put to people."""
        return option_fields(self.rules.options_type)

    def level(self, name: str) -> Level:
        """Its bot of this name; raises `UnknownLevel`."""
        return known_levels.level(self.name, self.levels, name)

    def named(self, name: str) -> Level:
        """The bot that a name stands for, also `captain@50` and `module:Class`; raises `UnknownLevel`."""
        return known_levels.named(self.name, self.levels, name)

    def player(self, name: str) -> AnyPlayer:
        """How its bot of this name plays; raises `UnknownLevel`."""
        return self.level(name).player

    def review(self, record: Record) -> Review | None:
        """A game looked through; None if nobody here can. Raises `BadRecord`."""
        return None if self.reviewing is None else self.reviewing.review(record)

    def advise(self, view: Any, look: Any, dice: Dice, most: int = MOST) -> tuple[Choice, ...]:
        """The best that a seat can do, the best first; empty where there is no adviser."""
        if self.advice is None:
            return ()
        found: list[Choice] = []
        for choice in self.advice.choices(view, look, dice):
            found.append(choice)
            if len(found) == most:
                break
        return tuple(found)
