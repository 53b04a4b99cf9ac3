"""After a game: where most was given away, and how well everyone saw."""

from fathom.players.dive.seeing import Sight, seen_in
from fathom.players.review.moments import (
    EndedEarly,
    LeftPoints,
    Misjudged,
    Missed,
    Moment,
    Review,
    Unit,
    Weaker,
    WentOn,
    Why,
)
from fathom.players.review.reviewing import review

__all__ = [
    "EndedEarly",
    "LeftPoints",
    "Misjudged",
    "Missed",
    "Moment",
    "Review",
    "Sight",
    "Unit",
    "Weaker",
    "WentOn",
    "Why",
    "review",
    "seen_in",
]
