"""The told story: everything that one reader was told of a game, again, page by page."""

from __future__ import annotations

import msgspec

from fathom.server.protocol.fields import AnEvent, Number
from fathom.server.protocol.playing import TakenBack


class Recount(msgspec.Struct, frozen=True, tag="recount", forbid_unknown_fields=True):
    """Tell what I was told of this game after that entry. Answered with one page (`StoryNow`).

    What is told is the same for everyone who may look through these eyes: for a player who was there from the
    beginning, who has come back, and, as a spectator sees it, for a guest who comes late.
    """

    after: Number = 0


class ToldEntry(msgspec.Struct, frozen=True):
    """One entry of the log as it stays in the story of this reader."""

    number: Number
    events: tuple[AnEvent, ...]
    taken_back: TakenBack | None = None
    """Set where this entry took another one back; then there are no events."""


class StoryNow(msgspec.Struct, frozen=True, tag="story"):
    """A page of the story: all entries after `after`, in order, as many as a page has.

    The next page begins after the last of them; `number` is the last entry of the log.
    """

    after: Number
    entries: tuple[ToldEntry, ...]
    number: Number
    ended: bool
    """Whether the game has ended. Before that, what a game tells only once is not in it (closed chests)."""
