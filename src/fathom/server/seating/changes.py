"""What people ask of a table beside playing: every such message, and the row that it leads to."""

from __future__ import annotations

from fathom.server.protocol import (
    Agree,
    Bot,
    Change,
    Close,
    HandOver,
    Kick,
    Mute,
    Order,
    Paint,
    Ready,
    Rename,
    Renew,
    Resign,
    SetSeat,
    StandUp,
    Start,
    Unready,
)
from fathom.server.seating import fair_dice, lobby, seats
from fathom.server.seating.seats import host_of, seat_of
from fathom.server.store import TableRow
from fathom.table import AnyGame


def changed(row: TableRow, game: AnyGame, proof: bytes | None, asked: Change) -> TableRow:
    """Return the table after the change that the person with this proof asks for; raises `Refused`."""
    match asked:
        case Ready(entropy_hash, commitment):
            return fair_dice.ready(row, seat_of(row, proof), bytes.fromhex(entropy_hash), commitment)
        case Unready():
            return fair_dice.unready(row, seat_of(row, proof))
        case Rename(name):
            return lobby.renamed(row, seat_of(row, proof), seats.tidy(name))
        case Paint(colour):
            return lobby.painted(row, seat_of(row, proof), colour)
        case StandUp():
            return lobby.stood_up(row, seat_of(row, proof))
        case Resign():
            return seats.left_for_good(row, seat_of(row, proof))
        case _:
            return _by_host(row, game, host_of(row, proof), asked)


def _by_host(
    row: TableRow,
    game: AnyGame,
    me: int,
    asked: Start | Order | SetSeat | Kick | Mute | HandOver | Close | Renew | Agree,
) -> TableRow:
    match asked:
        case Start():
            return lobby.without_open_seats(row, game)
        case Order(order):
            return lobby.reordered(row, order)
        case SetSeat(seat, wish):
            return lobby.arranged(row, seat, wish.level if isinstance(wish, Bot) else None)
        case Kick(seat) if row.phase == "playing":
            seats.another(row, seat, me)
            return seats.left_for_good(seats.keep_out(row, seat), seat)
        case Kick(seat):
            return lobby.sent_away(row, me, seat)
        case Mute(seat, silence):
            return seats.muted(row, me, seat, silence)
        case HandOver(seat):
            return seats.handed_over(row, me, seat)
        case Close():
            return seats.closed(row)
        case Renew():
            lobby.check_open(row)
            return row  # whoever has chance to draw from gives it the new invite (`lobby.invited_anew`)
        case Agree(settings):
            return lobby.agreed(row, settings)
