"""Talk: what may be said at a table, and by whom."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from fathom.server.common import refusals
from fathom.server.common.limits import Rate
from fathom.server.protocol import TEXT_LENGTH, Say, SayPhrase, Spoken
from fathom.server.seating.lobby import settings_of
from fathom.server.store import TableRow, TalkRow
from fathom.table import Refused, Seat

TALKING = Rate("talking", 6, 0.5)
"""Per seat: a few lines at once, then one every two seconds."""

POINTING = Rate("pointing", 30, 15.0)
"""Per seat: how often the others are told where someone's torch is."""

RIPPLING = Rate("rippling", 3, 1.0)
"""Per seat: how often someone points at a place of the picture."""

REMEMBERED = 100
"""Lines told to a client that connects."""

JOINERS = "\u200c\u200d"
"""Invisible, but parts of words and of pictures made of several signs."""


def spoken(row: TableRow, seat: Seat, said: Say | SayPhrase, at: float) -> TalkRow:
    """What someone says as it is kept; raises `Refused`."""
    may_speak(row, seat)
    if isinstance(said, SayPhrase):
        return TalkRow(row.seats[seat].person, phrase=said.phrase, at=at)
    if not settings_of(row).text:
        raise Refused(refusals.NO_TEXT())
    return TalkRow(row.seats[seat].person, text=_tidy(said.text), at=at)


def may_speak(row: TableRow, seat: Seat) -> None:
    """Raises `Refused` for whoever has been muted."""
    if row.seats[seat].muted:
        raise Refused(refusals.MUTED())


def _tidy(text: str) -> str:
    """One line without blanks around it; nothing in it turns the letters around or hides others."""
    text = unicodedata.normalize("NFC", text).strip()
    visible = all(sign.isprintable() or sign in JOINERS for sign in text)
    if not 1 <= len(text) <= TEXT_LENGTH or not visible:
        raise Refused(refusals.BAD_TEXT(most=TEXT_LENGTH))
    return text


def line(row: TableRow, said: TalkRow) -> Spoken:
    """What was said, as everyone reads it: with the seat in which the person who said it sits now."""
    seat = None if said.person is None else _seats(row).get(said.person)
    return Spoken(said.number, seat, said.phrase, said.text, said.at)


def lines(row: TableRow, said: Sequence[TalkRow]) -> tuple[Spoken, ...]:
    """The newest of what was said, without what has been unsaid since."""
    kept = [one for one in said if not is_unsaid(one)]
    return tuple(line(row, one) for one in kept[-REMEMBERED:])


def is_unsaid(said: TalkRow) -> bool:
    """Whether these were the words of someone who has been forgotten."""
    return not said.phrase and not said.text


def moved(before: TableRow, row: TableRow) -> bool:
    """Whether what was said is to be read under other names."""
    return _seats(before) != _seats(row)


def _seats(row: TableRow) -> dict[bytes, Seat]:
    return {seat.person: number for number, seat in enumerate(row.seats) if seat.person is not None}
