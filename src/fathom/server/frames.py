"""What the server tells: messages made for one reader each, from what that reader may know."""

from __future__ import annotations

from typing import Any

from fathom.server.play import Moment, Play
from fathom.server.protocol import BotSeat, Happened, Lobby, OpenSeat, PersonSeat, Position
from fathom.server.store import TableRow
from fathom.table import AnyGame, Reader, encoded
from fathom.table.record import raw


def position(play: Play, reader: Reader, left: float | None) -> bytes:
    """Where the game stands, with the seconds that are left to decide."""
    state = play.state
    view = state.view(reader)
    return encoded(
        Position(
            number=play.number,
            view=raw(view),
            menu=raw(play.game.actions(view)),
            left=left,
            result=state.result(),
        )
    )


def happened(game: AnyGame, moment: Moment, reader: Reader, left: float | None) -> bytes:
    """An entry of the log. Whoever may know nothing of it still gets its number."""
    view = moment.state.view(reader)
    seen = (event.seen_by(reader) for event in moment.events)
    return encoded(
        Happened(
            number=moment.number,
            events=tuple(raw(event) for event in seen if event is not None),
            view=raw(view),
            menu=raw(game.actions(view)),
            left=left,
            result=moment.state.result(),
        )
    )


def lobby(row: TableRow, options: Any, you: Reader, *, started: bool, here: set[Reader]) -> Lobby:
    """A table as everyone may know it; `here` are the seats of those who are connected."""
    seats: list[OpenSeat | PersonSeat | BotSeat] = []
    for number, seat in enumerate(row.seats):
        match seat.kind:
            case "open":
                seats.append(OpenSeat())
            case "person":
                seats.append(PersonSeat(seat.name, connected=number in here))
            case "bot":
                seats.append(BotSeat(seat.level))
    return Lobby(
        table=row.id,
        options=options,
        seats=tuple(seats),
        host=row.host,
        you=you,
        started=started,
        over=row.phase == "over",
        commitment=row.secrets.commitment,
    )
