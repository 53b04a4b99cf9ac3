"""What the server tells: messages made for one reader each, from what that reader may know."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from fathom import guests
from fathom.server.common.tokens import readable
from fathom.server.game import options_on_wire, plain
from fathom.server.game.play import Moment, Play, standing
from fathom.server.protocol import BotSeat, Happened, Lobby, OpenSeat, PersonSeat, PositionNow, RevealNow
from fathom.server.seating.lobby import settings_of
from fathom.server.store import SeatRow, TableRow
from fathom.table import AnyGame, Event, Reader, Seat, encoded
from fathom.table.record import raw


def position(play: Play, reader: Reader, left: float | None) -> bytes:
    """Where the game stands, with the seconds that are left to decide."""
    state = play.state
    view = state.view(reader)
    return encoded(
        PositionNow(
            number=play.number,
            view=_view(play.game, view),
            menu=_menu(play.game, view),
            left=left,
            result=state.result(),
            sign=play.now.sign,
            can_take_back=_can_take_back(play.now, reader),
        )
    )


def happened(game: AnyGame, moment: Moment, reader: Reader, left: float | None) -> bytes:
    """An entry of the log. A reader who may know nothing of it still gets its number."""
    told = entry(game, moment.number, moment.events, moment.state, reader, left, moment.sign)
    return encoded(
        msgspec.structs.replace(
            told,
            story=_kept(game, moment, reader),
            taken_back=moment.taken_back,
            can_take_back=_can_take_back(moment, reader),
        )
    )


def _can_take_back(moment: Moment, reader: Reader) -> int | None:
    """The reader's own decision that may be taken back in that moment."""
    last = standing(moment, reader)
    return None if last is None else last.number


def _kept(game: AnyGame, moment: Moment, reader: Reader) -> tuple[msgspec.Raw, ...] | None:
    """What stays of an entry in the story while the game lasts; None if all that the reader is told now."""
    if moment.state.result() is not None:
        return None
    again = [(event.seen_by(reader), game.retold(event, reader, moment.state)) for event in moment.events]
    if all(then == now for then, now in again):
        return None
    return tuple(raw(kept) for _, kept in again if kept is not None)


def entry(
    game: AnyGame,
    number: int,
    events: Iterable[Event],
    state: Any,
    reader: Reader,
    left: float | None,
    sign: str = "",
) -> Happened:
    """What a reader may know of an entry of the log and of the position that it led to."""
    view = state.view(reader)
    seen = (event.seen_by(reader) for event in events)
    return Happened(
        number=number,
        events=tuple(raw(event) for event in seen if event is not None),
        view=_view(game, view),
        menu=_menu(game, view),
        left=left,
        result=state.result(),
        sign=sign,
    )


def _view(game: AnyGame, seen: Any) -> msgspec.Raw:
    return plain.view(game, seen) if _is_plain(game) else raw(seen)


def _menu(game: AnyGame, seen: Any) -> msgspec.Raw:
    return plain.menu(game, seen) if _is_plain(game) else raw(game.actions(seen))


def _is_plain(game: AnyGame) -> bool:
    """Whether the browser has no page for a game; one that has a page is told as it writes itself."""
    guest = guests.find(game.name)
    return guest is not None and guest.plain


def lobby(
    row: TableRow,
    options: Any,
    you: Reader,
    here: Collection[Reader] = (),
    gone: Collection[Seat] = (),
) -> Lobby:
    """A table as that reader may know it.

    `here` are the seats of those who are connected, `gone` of those who have been away for long.
    """
    ended = row.phase in {"over", "closed"}
    gathering = row.phase in {"lobby", "revealing"}
    return Lobby(
        table=row.id,
        options=options_on_wire.written(guests.guest(row.game), options),
        settings=settings_of(row),
        seats=tuple(
            _seat(seat, connected=number in here, gone=number in gone)
            for number, seat in enumerate(row.seats)
        ),
        host=row.host,
        you=you,
        phase=row.phase,
        code=readable(row.code) if gathering and you is not None else "",
        rematch=row.rematch,
        commitment=row.secrets.commitment,
        seed=row.secrets.seed.hex() if ended else None,
        salt=row.secrets.salt.hex() if ended else None,
    )


def _seat(seat: SeatRow, *, connected: bool, gone: bool) -> OpenSeat | PersonSeat | BotSeat:
    match seat.kind:
        case "open":
            return OpenSeat()
        case "person":
            return PersonSeat(
                name=seat.name,
                colour=seat.colour,
                connected=connected,
                ready=seat.ready,
                hash=_hex(seat.entropy_hash),
                muted=seat.muted,
                gone=gone,
                stand_in=seat.stand_in,
            )
        case "bot":
            return BotSeat(level=seat.level, colour=seat.colour, instead_of=seat.name)


def reveal_now(row: TableRow, left: float) -> RevealNow:
    """Ask everyone for what they add to the dice."""
    return RevealNow(
        commitment=row.secrets.commitment,
        hashes=tuple(_hex(seat.entropy_hash) for seat in row.seats),
        left=round(left, 1),
    )


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
