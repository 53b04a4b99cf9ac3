"""Being forgotten: how a table looks without one of its people."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from fathom.server.common.tokens import Secrets
from fathom.server.seating.fair_dice import afresh
from fathom.server.seating.seats import left_for_good, proven, with_a_host, with_seat
from fathom.server.store import SeatRow, TableRow
from fathom.table import Seat


def forgotten(row: TableRow, proof: bytes, drawn: Callable[[], Secrets]) -> TableRow | None:
    """The table without the name and the proofs of the person with this one; None: without a table.

    Before the start their seat is open again, and a table to which nobody else has come is gone; `drawn`
    draws new secrets if the dice were being revealed. While the game is played it is as if they had resigned.
    Afterwards their seat stays a person's, without a name.
    """
    row = _not_kept_out(row, proof)
    theirs = tuple(number for number, seat in enumerate(row.seats) if proof in {seat.token, seat.link})
    if not theirs:
        return row  # they have left, and only their words were here
    match row.phase:
        case "lobby":
            return _opened(row, theirs)
        case "revealing":
            return _opened(afresh(row, drawn()), theirs)
        case "playing":
            for seat in theirs:
                if row.seats[seat].kind == "person":
                    row = left_for_good(row, seat)
            return _nameless(row, theirs)
        case "over" | "closed":
            row = _nameless(row, theirs)
            return with_a_host(row) if proven(row) else row


def _not_kept_out(row: TableRow, proof: bytes) -> TableRow:
    """Without the marks of someone who was sent away: with their proofs deleted they are someone new."""
    theirs = {kept.person for kept in row.kept_out if kept.proof == proof}
    kept_out = tuple(kept for kept in row.kept_out if kept.person not in theirs)
    return msgspec.structs.replace(row, kept_out=kept_out)


def _opened(row: TableRow, theirs: Collection[Seat]) -> TableRow | None:
    seats = tuple(SeatRow("open") if number in theirs else seat for number, seat in enumerate(row.seats))
    left = msgspec.structs.replace(row, seats=seats)
    return with_a_host(left) if proven(left) else None


def _nameless(row: TableRow, theirs: Collection[Seat]) -> TableRow:
    for seat in theirs:
        row = with_seat(row, seat, name="", token=None, link=None, person=None)
    return row
