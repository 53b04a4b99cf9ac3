"""Talk: what may be said at a table, and by whom."""

from __future__ import annotations

import unicodedata

from fathom.server import refusals
from fathom.server.limits import Rate
from fathom.server.lobby import settings_of
from fathom.server.protocol import TEXT_LENGTH, Say, SayPhrase, Spoken
from fathom.server.store import TableRow, TalkRow
from fathom.table import Refused, Seat

TALKING = Rate("talking", 6, 0.5)
"""Per seat: a few lines at once, then one every two seconds."""

POINTING = Rate("pointing", 30, 15.0)
"""Per seat: how often the others are told where someone's torch is."""

REMEMBERED = 100
"""So many lines someone is told who comes in."""

JOINERS = "\u200c\u200d"
"""Invisible, but parts of words and of pictures made of several signs."""


def spoken(row: TableRow, seat: Seat, said: Say | SayPhrase, at: float) -> TalkRow:
    """What someone says as it is kept; raises `Refused`."""
    if row.seats[seat].muted:
        raise Refused(refusals.MUTED())
    if isinstance(said, SayPhrase):
        return TalkRow(seat, phrase=said.phrase, at=at)
    if not settings_of(row).text:
        raise Refused(refusals.NO_TEXT())
    return TalkRow(seat, text=_tidy(said.text), at=at)


def _tidy(text: str) -> str:
    """One line without blanks around it; nothing in it turns the letters around or hides others."""
    text = unicodedata.normalize("NFC", text).strip()
    visible = all(sign.isprintable() or sign in JOINERS for sign in text)
    if not 1 <= len(text) <= TEXT_LENGTH or not visible:
        raise Refused(refusals.BAD_TEXT(most=TEXT_LENGTH))
    return text


def line(row: TalkRow) -> Spoken:
    """What was said, as everyone reads it."""
    return Spoken(row.number, row.seat, row.phrase, row.text, row.at)
