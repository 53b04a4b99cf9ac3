"""The story of a game for one reader: what they were told, again, in pages.

It is told from the entries of the log, with the eyes of whoever asks: nothing is kept for anybody. So a
reader who was there, one who reloads the page and one who comes late are told the same.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fathom.server.common.budgets import MOST_PAGE
from fathom.server.game.play import Play
from fathom.server.protocol.story import StoryNow, ToldEntry
from fathom.table import Event, Reader, encoded
from fathom.table.record import raw

ENTRIES = 250
"""Entries on one page, at most; fewer where they would be more than `MOST_PAGE` bytes."""


def page(play: Play, reader: Reader, after: int, *, ended: bool) -> StoryNow:
    """The page that begins after that entry. What is said only once before the end is left out until then."""
    entries: list[ToldEntry] = []
    size = 0
    for number in range(after + 1, min(after + ENTRIES, play.number) + 1):
        told = _told(play, reader, play.told[number], ended=ended)
        entry = ToldEntry(number, told, play.taken_back.get(number))
        size += len(encoded(entry))
        if size > MOST_PAGE and entries:
            break
        entries.append(entry)
    return StoryNow(after, tuple(entries), play.number, ended)


def _told(play: Play, reader: Reader, events: Iterable[Event], *, ended: bool) -> tuple[msgspec.Raw, ...]:
    if ended:
        seen = (event.seen_by(reader) for event in events)
    else:
        seen = (play.game.retold(event, reader, play.state) for event in events)
    return tuple(raw(event) for event in seen if event is not None)
