"""Fair dice: how the people at a table mix what the server alone could have steered.

1. The server has published the hash of its seed (`commitment`).
2. With "ready" each person says the hash of 32 random bytes. Once all hashes are public, all reveal them.
   If one is silent too long, or reveals something else, everyone is back in the lobby with a new seed.
3. The bytes are frozen at the start, in the order of the seats. Bots add nothing.

So nobody, not even a host who knows the seed, can choose their bytes after seeing what the others' would lead
to. Everything here is a pure function of a table's row: it returns the new row, or raises `Refused`.
"""

from __future__ import annotations

import hashlib

import msgspec

from fathom.server.common import refusals
from fathom.server.common.tokens import Secrets
from fathom.server.seating.lobby import check_open, nobody_ready
from fathom.server.seating.seats import people, with_seat
from fathom.server.store import TableRow
from fathom.table import Refused, Seat

REVEAL_SECONDS = 20.0
"""Seconds that everyone waits for the slowest to reveal."""


def ready(row: TableRow, seat: Seat, entropy_hash: bytes, commitment: str) -> TableRow:
    """Someone is ready, with the hash of what they will add to the dice that are committed to."""
    if row.phase == "revealing" and row.seats[seat].entropy_hash == entropy_hash:
        return row  # said again because the answer was lost
    check_open(row)
    if commitment != row.secrets.commitment:
        raise Refused(refusals.OTHER_COMMITMENT())
    return with_seat(row, seat, ready=True, entropy_hash=entropy_hash, entropy=None)


def unready(row: TableRow, seat: Seat) -> TableRow:
    """Someone is not ready after all."""
    check_open(row)
    return with_seat(row, seat, ready=False, entropy_hash=None, entropy=None)


def followed(row: TableRow) -> TableRow:
    """The same table, at which everyone is to reveal now if all have come and all are ready."""
    waiting = any(seat.kind == "open" or (seat.kind == "person" and not seat.ready) for seat in row.seats)
    if row.phase != "lobby" or waiting or not people(row):
        return row
    return msgspec.structs.replace(row, phase="revealing")


def fits(row: TableRow, seat: Seat, entropy: bytes) -> bool:
    """Whether that is what the seat has announced; raises `Refused` if it is not the time for it."""
    if row.phase in {"playing", "over"} and row.seats[seat].entropy == entropy:
        return True  # said again because the answer was lost
    if row.phase != "revealing":
        raise Refused(refusals.NOT_REVEALING())
    return hashlib.sha256(entropy).digest() == row.seats[seat].entropy_hash


def revealed(row: TableRow, seat: Seat, entropy: bytes) -> TableRow:
    """Someone has revealed what they add to the dice. The last one makes it the dice's (`frozen`)."""
    return with_seat(row, seat, entropy=entropy)


def silent(row: TableRow) -> tuple[Seat, ...]:
    """Those who have not revealed yet."""
    return tuple(seat for seat in people(row) if row.seats[seat].entropy is None)


def frozen(row: TableRow) -> TableRow:
    """Everyone has revealed: the dice are what they will be for the whole game."""
    entropies = tuple(
        seat.entropy for seat in row.seats if seat.kind == "person" and seat.entropy is not None
    )
    secrets = msgspec.structs.replace(row.secrets, entropies=entropies)
    return msgspec.structs.replace(row, secrets=secrets, phase="playing")


def afresh(row: TableRow, secrets: Secrets) -> TableRow:
    """Back to the lobby, with new secrets: those before may have been tried out."""
    return nobody_ready(msgspec.structs.replace(row, secrets=secrets, phase="lobby"))
