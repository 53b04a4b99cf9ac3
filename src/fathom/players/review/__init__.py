"""After a game: where most was given away, and how well everyone saw."""

from fathom.players.dive.seeing import Sight, seen_in
from fathom.players.review.lapses import (
    EndedEarly,
    Lapse,
    LeftPoints,
    Misjudged,
    Missed,
    Review,
    Unit,
    Weaker,
    WentOn,
    Why,
)
from fathom.players.review.reviewing import review

__all__ = [
    "EndedEarly",
    "Lapse",
    "LeftPoints",
    "Misjudged",
    "Missed",
    "Review",
    "Sight",
    "Unit",
    "Weaker",
    "WentOn",
    "Why",
    "review",
    "seen_in",
]
