"""Before the start: who takes which seat, in which colour and order, and what is agreed.

Everything here is a pure function of a table's row: it returns the new row, or raises `Refused`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fathom import guests
from fathom.server.common import refusals
from fathom.server.common.tokens import Secrets, hashed, plain_code, same
from fathom.server.protocol.agreement import Agreement
from fathom.server.seating.seats import (
    another,
    check_not_kept_out,
    free_colour,
    keep_out,
    person,
    reader_of,
    with_a_host,
    with_seat,
)
from fathom.server.store import SeatRow, TableRow
from fathom.table import AnyGame, Refused, Seat, encoded

_decode_settings = msgspec.json.Decoder(Agreement).decode


def settings_of(row: TableRow) -> Agreement:
    """What a table has agreed on beside its game's options."""
    return _decode_settings(row.settings)


def check_open(row: TableRow) -> None:
    """Refuse what can be done only before the start."""
    match row.phase:
        case "lobby":
            return
        case "revealing":
            raise Refused(refusals.ABOUT_TO_START())
        case "playing" | "over":
            raise Refused(refusals.ALREADY_STARTED())
        case "closed":
            raise Refused(refusals.TABLE_CLOSED())


def joined(row: TableRow, proof: bytes, invite: str, name: str) -> tuple[TableRow, Seat]:
    """Take the first open seat; a person who has a seat already keeps it.

    The invite is the long one of the link or the short code; a public table needs none.
    """
    known = reader_of(row, proof)
    if known is not None:
        return row, known
    check_not_kept_out(row, proof)
    if not _invited(row, invite):
        raise Refused(refusals.WRONG_INVITE())
    check_open(row)
    seat = next((number for number, seat in enumerate(row.seats) if seat.kind == "open"), None)
    if seat is None:
        raise Refused(refusals.TABLE_FULL())
    colour = free_colour(row.seats)
    return with_seat(row, seat, kind="person", name=name, token=proof, colour=colour, person=proof), seat


def _invited(row: TableRow, invite: str) -> bool:
    if same(hashed(invite), row.invite) or settings_of(row).public:
        return True
    code = plain_code(invite)
    return row.code != "" and code is not None and same(code.encode(), row.code.encode())


def stood_up(row: TableRow, seat: Seat) -> TableRow:
    """Leave a seat to someone else. When the last person has left, the table is closed."""
    check_open(row)
    row = _youngest_moved(row, {other: other for other in range(len(row.seats)) if other != seat})
    row = msgspec.structs.replace(row, seats=(*row.seats[:seat], SeatRow("open"), *row.seats[seat + 1 :]))
    return with_a_host(row)


def sent_away(row: TableRow, me: Seat, seat: Seat) -> TableRow:
    """Free the seat of someone else, who may not take one here again."""
    another(row, seat, me)
    return stood_up(keep_out(row, seat), seat)


def invited_anew(row: TableRow, invite: str, code: str) -> TableRow:
    """Let others in by this invite and this code, and no longer by those before."""
    check_open(row)
    return msgspec.structs.replace(row, invite=hashed(invite), code=code)


def renamed(row: TableRow, seat: Seat, name: str) -> TableRow:
    """Be called something else."""
    check_open(row)
    return with_seat(row, seat, name=name)


def painted(row: TableRow, seat: Seat, colour: str) -> TableRow:
    """Choose a colour. A bot that has it takes another one; people keep theirs."""
    check_open(row)
    for number, other in enumerate(row.seats):
        if number != seat and other.colour == colour:
            if other.kind == "person":
                raise Refused(refusals.COLOUR_TAKEN(colour=colour))
            row = with_seat(row, number, colour=row.seats[seat].colour)
    return with_seat(row, seat, colour=colour)


def reordered(row: TableRow, order: tuple[Seat, ...]) -> TableRow:
    """Sit in another order: `order` names today's seats in the order of tomorrow. Everyone agrees anew."""
    check_open(row)
    if sorted(order) != list(range(len(row.seats))):
        raise Refused(refusals.BAD_ORDER(seats=len(row.seats)))
    moved = msgspec.structs.replace(
        _youngest_moved(row, {seat: place for place, seat in enumerate(order)}),
        seats=tuple(row.seats[seat] for seat in order),
        host=order.index(row.host),
    )
    return nobody_ready(moved) if moved != row else row


def arranged(row: TableRow, seat: Seat, level: str | None) -> TableRow:
    """Give an open seat, or that of a bot, to a bot of this level; without one the seat is open."""
    check_open(row)
    if not 0 <= seat < len(row.seats):
        raise Refused(refusals.NO_SUCH_SEAT(seat=seat, seats=len(row.seats)))
    if row.seats[seat].kind == "person":
        raise Refused(refusals.SEAT_TAKEN(seat=seat))
    if level is None:
        return with_seat(row, seat, kind="open", level="", colour="")
    check_level(row.game, level)
    colour = row.seats[seat].colour or free_colour(row.seats)
    return with_seat(row, seat, kind="bot", level=level, colour=colour)


def check_level(game: str, level: str) -> None:
    """Refuse a bot that there is not."""
    if level not in {known.name for known in guests.guest(game).levels}:
        raise Refused(refusals.NO_SUCH_LEVEL(level=level))


def without_open_seats(row: TableRow, game: AnyGame) -> TableRow:
    """Take away the seats that nobody has taken; raises `Refused` if too few are left."""
    check_open(row)
    filled = [number for number, seat in enumerate(row.seats) if seat.kind != "open"]
    game.check(msgspec.json.decode(row.options, type=game.options_type), len(filled))
    return msgspec.structs.replace(
        _youngest_moved(row, {seat: place for place, seat in enumerate(filled)}),
        seats=tuple(row.seats[seat] for seat in filled),
        host=filled.index(row.host),
    )


def agreed(row: TableRow, settings: Agreement) -> TableRow:
    """Keep the table in another way. What bears on the game is settled with the start."""
    if row.phase == "closed":
        raise Refused(refusals.TABLE_CLOSED())
    before = settings_of(row)
    bears = any(
        getattr(settings, agreed) != getattr(before, agreed)
        for agreed in ("clock", "soundings", "advice", "taking_back", "youngest")
    )
    if bears and row.phase != "lobby":
        raise Refused(refusals.SETTLED())
    if bears and settings.youngest is not None:
        person(row, settings.youngest)
    changed = msgspec.structs.replace(row, settings=encoded(settings), public=settings.public)
    return nobody_ready(changed) if bears else changed


def about_to_start(row: TableRow, game: AnyGame) -> TableRow:
    """The table with what its game wants to know of the people there: who is youngest, if anyone said."""
    return _with_youngest(row, game, settings_of(row).youngest)


def _with_youngest(row: TableRow, game: AnyGame, youngest: Seat | None) -> TableRow:
    options = msgspec.json.decode(row.options, type=game.options_type)
    return msgspec.structs.replace(row, options=encoded(game.with_youngest(options, youngest)))


def _youngest_moved(row: TableRow, places: dict[Seat, Seat]) -> TableRow:
    """The youngest person sits where their seat went, or has gone with it."""
    settings = settings_of(row)
    if settings.youngest is None:
        return row
    moved = msgspec.structs.replace(settings, youngest=places.get(settings.youngest))
    return msgspec.structs.replace(row, settings=encoded(moved))


def played_with(row: TableRow, game: AnyGame, options: Any) -> TableRow:
    """Play the same game with other options, as many as there are seats; raises `Refused` if nobody can.

    Whoever has chance to draw from gives the table a new seed with it (`fair_dice.afresh`).
    """
    check_open(row)
    game.check(options, len(row.seats))
    return msgspec.structs.replace(row, options=encoded(options))


def again(row: TableRow, table: str, invite: bytes, secrets: Secrets, at: float) -> TableRow:
    """A new table with the same people in the same seats, the same bots and agreements.

    The seat of someone who has been forgotten is open.
    """
    rematch = TableRow(
        id=table,
        game=row.game,
        options=row.options,
        invite=invite,
        secrets=secrets,
        host=row.host,
        seats=tuple(_anew(seat) for seat in row.seats),
        public=row.public,
        settings=row.settings,
        at=at,
        kept_out=row.kept_out,
    )
    here = {number: number for number, seat in enumerate(rematch.seats) if seat.kind == "person"}
    rematch = _with_youngest(_youngest_moved(rematch, here), guests.guest(row.game).rules, None)
    return with_a_host(rematch)


def _anew(seat: SeatRow) -> SeatRow:
    """A seat of the next game: the same person or bot, and nothing of the last game."""
    match seat.kind:
        case "bot":
            return SeatRow("bot", level=seat.level, colour=seat.colour)
        case "person" if seat.token or seat.link:
            return SeatRow(
                "person",
                name=seat.name,
                token=seat.token,
                colour=seat.colour,
                muted=seat.muted,
                link=seat.link,
                person=seat.person,
            )
        case _:
            return SeatRow("open")


def nobody_ready(row: TableRow) -> TableRow:
    """Everyone has to agree anew."""
    return msgspec.structs.replace(
        row,
        seats=tuple(
            msgspec.structs.replace(seat, ready=False, entropy_hash=None, entropy=None) for seat in row.seats
        ),
    )
