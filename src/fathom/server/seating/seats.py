"""Who sits where: seats and the proofs of them, and what changes about a seat at any time.

Everything here is a pure function of a table's row: it returns the new row, or raises `Refused`.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from fathom import guests
from fathom.server.common import refusals
from fathom.server.common.tokens import hashed, same
from fathom.server.protocol import Colour
from fathom.server.store import KeptOut, SeatRow, TableRow
from fathom.table import Reader, Refused, Seat

COLOURS: tuple[str, ...] = get_args(Colour)

NAME_LENGTH = 40


def proofs(row: TableRow) -> dict[bytes, Seat]:
    """Which seat each proof is for.

    A seat has two, of two browsers: the second came with a personal link. Those of someone who has left the
    seat to a bot prove nothing here any more. What is looked up is the hash of a random token: how long that
    takes tells nothing that would help to find one.
    """
    return {
        known: number
        for number in people(row)
        for known in (row.seats[number].token, row.seats[number].link)
        if known is not None
    }


def reader_of(row: TableRow, proof: bytes | None) -> Reader:
    """The seat with the token that has this hash; None for a spectator."""
    return None if proof is None else proofs(row).get(proof)


def seat_of(row: TableRow, proof: bytes | None) -> Seat:
    """The seat with this proof; raises `Refused` for a spectator."""
    seat = reader_of(row, proof)
    if seat is None:
        raise Refused(refusals.ONLY_SEATED())
    return seat


def host_of(row: TableRow, proof: bytes | None) -> Seat:
    """The seat with this proof; raises `Refused` for anyone but the host."""
    seat = seat_of(row, proof)
    if seat != row.host:
        raise Refused(refusals.ONLY_HOST())
    return seat


def with_seat(row: TableRow, seat: Seat, **changes: Any) -> TableRow:
    """The table with something changed about one seat."""
    changed = msgspec.structs.replace(row.seats[seat], **changes)
    return msgspec.structs.replace(row, seats=(*row.seats[:seat], changed, *row.seats[seat + 1 :]))


def people(row: TableRow) -> tuple[Seat, ...]:
    """The seats in which people sit."""
    return tuple(number for number, seat in enumerate(row.seats) if seat.kind == "person")


def proven(row: TableRow) -> tuple[Seat, ...]:
    """The seats of people who can come back to them: not of those who have been forgotten since the end."""
    return tuple(seat for seat in people(row) if row.seats[seat].token or row.seats[seat].link)


def person(row: TableRow, seat: Seat) -> SeatRow:
    """The person in a seat; raises `Refused` if nobody is."""
    if not 0 <= seat < len(row.seats):
        raise Refused(refusals.NO_SUCH_SEAT(seat=seat, seats=len(row.seats)))
    if row.seats[seat].kind != "person":
        raise Refused(refusals.NOBODY_THERE(seat=seat))
    return row.seats[seat]


def another(row: TableRow, seat: Seat, me: Seat) -> SeatRow:
    """The person in a seat, who is not me; raises `Refused` otherwise."""
    if seat == me:
        raise Refused(refusals.NOT_YOURSELF())
    return person(row, seat)


def tidy(name: str) -> str:
    """A name without blanks around it; raises `Refused` if it is empty, too long or has invisible signs."""
    name = name.strip()
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        raise Refused(refusals.BAD_NAME(most=NAME_LENGTH))
    return name


def free_colour(seats: tuple[SeatRow, ...]) -> str:
    """The first colour that nobody at the table has."""
    taken = {seat.colour for seat in seats}
    return next(colour for colour in COLOURS if colour not in taken)


def stand_in_level(game: str) -> str:
    """The bots that play for people who are away: neither the weakest nor the strongest."""
    levels = guests.guest(game).levels
    return levels[(len(levels) - 1) // 2].name


# ── What happens to a seat, before the start or after ──────────────────────────────────────────────────────


def check_playing(row: TableRow) -> None:
    """Refuse what can be done only while the game is being played."""
    match row.phase:
        case "playing":
            return
        case "lobby" | "revealing":
            raise Refused(refusals.NOT_STARTED())
        case "over":
            raise Refused(refusals.ENDED())
        case "closed":
            raise Refused(refusals.TABLE_CLOSED())


MOST_KEPT_OUT = 100
"""The proofs of so many are remembered at a table; those sent away first are forgotten first."""


def keep_out(row: TableRow, seat: Seat) -> TableRow:
    """Remember whoever sits there, on whichever of their browsers: they may not sit down here again."""
    known = person(row, seat)
    proofs = dict.fromkeys(proof for proof in (known.token, known.link, known.person) if proof is not None)
    if not proofs:
        return row
    who = known.person or next(iter(proofs))
    kept_out = (*row.kept_out, *(KeptOut(who, proof) for proof in proofs))
    return msgspec.structs.replace(row, kept_out=kept_out[-MOST_KEPT_OUT:])


def check_not_kept_out(row: TableRow, proof: bytes) -> None:
    """Refuse someone whom the host has sent away, whatever they come with."""
    if any(same(kept.proof, proof) for kept in row.kept_out):
        raise Refused(refusals.KEPT_OUT())


def muted(row: TableRow, me: Seat, seat: Seat, silence: bool) -> TableRow:
    """Let someone talk, or not."""
    another(row, seat, me)
    return with_seat(row, seat, muted=silence)


def handed_over(row: TableRow, me: Seat, seat: Seat) -> TableRow:
    """Make someone else the host."""
    another(row, seat, me)
    return msgspec.structs.replace(row, host=seat)


def left_for_good(row: TableRow, seat: Seat) -> TableRow:
    """A bot plays for someone from now on, who can only watch any more; the host's powers go to someone else.

    Their proofs stay, so that they can still have their name deleted. When nobody is left the table is
    closed: there is no one to play on for.
    """
    check_playing(row)
    person(row, seat)
    level = stand_in_level(row.game)
    return with_a_host(with_seat(row, seat, kind="bot", level=level, stand_in="", muted=False))


def with_a_host(row: TableRow) -> TableRow:
    """The table with a host who sits there: the next person, if the host has left. Without people, closed."""
    there = proven(row)
    if row.host in there:
        return row
    if not there:
        return msgspec.structs.replace(row, phase="closed")
    host = next((seat for seat in there if seat > row.host), there[0])
    return msgspec.structs.replace(row, host=host)


def closed(row: TableRow) -> TableRow:
    """End a table that is not over: nobody plays on, and its seed is revealed."""
    if row.phase == "over":
        raise Refused(refusals.ENDED())
    return msgspec.structs.replace(row, phase="closed")


def stood_in_for(row: TableRow, seat: Seat) -> TableRow:
    """Let a bot play for someone who is away, until they come back."""
    check_playing(row)
    person(row, seat)
    return with_seat(row, seat, stand_in=stand_in_level(row.game))


def given_back(row: TableRow, seat: Seat) -> TableRow:
    """Someone is back and plays again."""
    return with_seat(row, seat, stand_in="")


def played_by_bot(seat: SeatRow) -> str:
    """The level of the bot that decides for a seat now; empty if a person does."""
    return seat.level if seat.kind == "bot" else seat.stand_in


# ── Personal links ─────────────────────────────────────────────────────────────────────────────────────────


def linked(row: TableRow, proof: bytes, link: str) -> TableRow:
    """Let a link bring the seat to another browser. Who asks keeps it; an older second one does not."""
    return with_seat(row, seat_of(row, proof), token=proof, link=hashed(link))


def returned(row: TableRow, proof: bytes, link: str) -> tuple[TableRow, Seat]:
    """Give the seat of a link to the browser that followed it; the link works once."""
    known = reader_of(row, proof)
    if known is not None:
        return row, known
    check_not_kept_out(row, proof)
    wanted = hashed(link)
    for number in people(row):
        kept = row.seats[number].link
        if kept is not None and same(kept, wanted):
            return with_seat(row, number, link=proof), number
    raise Refused(refusals.WRONG_LINK())
