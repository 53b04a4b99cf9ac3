"""The games that there are, and everything that general code may ask of one.

A game is a guest who brings everything: rules, options, bots, advice, a review, pictures, lessons and words,
in one `Guest`, found through the entry-point group `fathom.games`. General code knows this package and no
game. The folders `dive` and `deepblue` here hold what Fathom's own games bring.
"""

from fathom.guests.description import (
    LANGUAGES,
    Advice,
    Ahead,
    Guest,
    OwnBox,
    Pictures,
    Reviewing,
    Seeing,
    Soundings,
    Uncovered,
    Uncovering,
    Words,
)
from fathom.guests.fields import Field, Form
from fathom.guests.registry import (
    BadGuest,
    TwoGames,
    UnknownGame,
    find,
    guest,
    guests,
    lessons,
    level,
    named,
    ours,
    rules,
)
from fathom.guests.words import BadTemplate, BadWords, check_words

__all__ = [
    "LANGUAGES",
    "Advice",
    "Ahead",
    "BadGuest",
    "BadTemplate",
    "BadWords",
    "Field",
    "Form",
    "Guest",
    "OwnBox",
    "Pictures",
    "Reviewing",
    "Seeing",
    "Soundings",
    "TwoGames",
    "Uncovered",
    "Uncovering",
    "UnknownGame",
    "Words",
    "check_words",
    "find",
    "guest",
    "guests",
    "lessons",
    "level",
    "named",
    "ours",
    "rules",
]
