"""Asking to take something back: who asks, who has to agree, and what the table's row says of it."""

from __future__ import annotations

import msgspec

from fathom.server.common import refusals
from fathom.server.protocol import AskedBack
from fathom.server.seating.seats import people, played_by_bot
from fathom.server.store import TableRow
from fathom.table import Refused, Seat, encoded

_decode = msgspec.json.Decoder(AskedBack).decode


def asked(row: TableRow) -> AskedBack | None:
    """What somebody has asked for; None if nobody has.

    It counts only while the entry in question can be taken back: an entry of another server may have come
    after it.
    """
    return _decode(row.asking) if row.asking else None


def others(row: TableRow, seat: Seat) -> set[Seat]:
    """Those who have to agree: the other people who play for themselves, connected or not."""
    return {other for other in people(row) if other != seat and not played_by_bot(row.seats[other])}


def asking(row: TableRow, seat: Seat, number: int) -> TableRow:
    """The table once someone has asked; raises `Refused` if that was refused to them before."""
    before = asked(row)
    if before is not None and (before.seat, before.number) == (seat, number):
        if before.refused is not None:
            raise Refused(refusals.TAKING_BACK_REFUSED())
        return row
    return _with(row, AskedBack(seat, number))


def agreed(row: TableRow, seat: Seat, asked_for: AskedBack) -> TableRow:
    """The table once that seat has agreed."""
    return _with(row, msgspec.structs.replace(asked_for, agreed=tuple(sorted({*asked_for.agreed, seat}))))


def refused(row: TableRow, seat: Seat, asked_for: AskedBack) -> TableRow:
    """The table once that seat has refused; whoever asked themselves asks no more."""
    if seat == asked_for.seat:
        return msgspec.structs.replace(row, asking="")
    return _with(row, msgspec.structs.replace(asked_for, refused=seat))


def _with(row: TableRow, asked_for: AskedBack) -> TableRow:
    return msgspec.structs.replace(row, asking=encoded(asked_for).decode())
