"""All tables of a server: opening new ones, and finding those that the log knows."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import msgspec

from fathom import guests
from fathom.server.common import refusals
from fathom.server.common.budgets import MOST_LISTED
from fathom.server.common.limits import Rate
from fathom.server.common.logs import note, warn
from fathom.server.common.tokens import (
    ID_BYTES,
    INVITE_BYTES,
    TOKEN_BYTES,
    Secrets,
    hashed,
    is_token,
    plain_code,
    token,
)
from fathom.server.game import eyesight, frames, options_on_wire
from fathom.server.game.offers import offer, without_own
from fathom.server.game.play import BrokenLog, Play
from fathom.server.host.new_tables import open_table
from fathom.server.host.retention import Keeper
from fathom.server.host.services import Services
from fathom.server.pictures.looks import table_address
from fathom.server.protocol import (
    Bot,
    Eyesight,
    GameOffer,
    Join,
    Lobby,
    Me,
    MyTable,
    NewTable,
    Open,
    PersonalLink,
    Seated,
)
from fathom.server.room.asks import CatchUp, LinkSeat, ReturnToSeat, SaveClocks, TakeSeat
from fathom.server.room.resting import Resting
from fathom.server.room.room import Room
from fathom.server.room.standings import Standings, in_list
from fathom.server.room.waking import Waking
from fathom.server.seating.forget import forgotten
from fathom.server.seating.lobby import check_level
from fathom.server.seating.seats import COLOURS, host_of, reader_of, tidy
from fathom.server.store import SeatRow, TableRow
from fathom.table import Refused, encoded

GUESSING = Rate("guessing", 12, 1 / 6)
GUESSING_IN_ALL = Rate("guessing in all", 200, 100 / 60)
"""Short codes tried from one address, and from all together. With 40 bits a code is not found by guessing."""

UNREADABLE = (guests.UnknownGame, msgspec.MsgspecError)
"""What is raised for a table whose game is not served here, or whose row is no longer understood."""

AnyLobby = TypeVar("AnyLobby", bound=Lobby)

SEEN = 2000
"""How well everyone saw at so many tables is kept: those that were asked for first go first."""


class Tables:
    """The rooms in memory, and the way to load all others."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rooms: dict[str, Room] = {}
        self._seen: OrderedDict[str, tuple[Any, ...]] = OrderedDict()
        self._standings = Standings(services.store, self._play)
        self._offers: dict[str, GameOffer] = {}
        self._finding = asyncio.Lock()
        self._unheard: set[str | None] = set()
        self._waking = Waking(services.store, services.clock, self.room)
        self._keeper: Keeper | None = None
        self._resting = Resting(services.clock)

    async def begin(self) -> None:
        """Open the store, listen to other servers, and go on with what was being played."""
        await self.services.store.open(self.changed)
        self._waking.begin()
        self._keeper = Keeper(self.services.store, self.services.clock, self.services.keep, self._remove)

    def changed(self, table: str | None) -> None:
        """Another server has written to this table; None: perhaps to any."""
        if self._finding.locked():
            self._unheard.add(table)  # it may be the one that is being read just now
        for room in tuple(self._rooms.values()) if table is None else [self._rooms.get(table)]:
            if room is not None:
                room.changed_elsewhere()
        self._waking.changed(table)

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._rooms)

    def offers(self) -> tuple[GameOffer, ...]:
        """What can be played here."""
        for name, guest in guests.guests().items():
            if name not in self._offers:  # to find out which agreements go together takes milliseconds
                self._offers[name] = offer(guest, self.services.usual.get(name))
        return tuple(self._offers[name] for name in guests.guests())

    async def open(self, new: NewTable, proof: str) -> Seated:
        """Open a table for whoever has this proof. It starts when everyone is there and ready."""
        guest, read = options_on_wire.read(new.options)
        options = guest.rules.settled(read)
        _check(guest, options, new)
        invite = token(self.services.random, INVITE_BYTES)
        seat = next(number for number, wish in enumerate(new.seats) if isinstance(wish, Me))
        row = TableRow(
            id=token(self.services.random, ID_BYTES),
            game=guest.name,
            options=encoded(options),
            invite=hashed(invite),
            secrets=Secrets.drawn(self.services.random),
            host=seat,
            seats=tuple(
                _seat(wish, tidy(new.name), proof, colour)
                for wish, colour in zip(new.seats, COLOURS, strict=False)
            ),
            settings=encoded(new.settings),
            public=new.settings.public,
            at=self.services.clock.date(),
        )
        await open_table(self.services, row)
        return Seated(row.id, seat, invite)

    async def join(self, table: str, join: Join, proof: str) -> Seated:
        """Take a seat for the person with this proof."""
        name = tidy(join.name)
        async with self.room(table) as room:
            seat = await room.ask(TakeSeat(hashed(proof), join.invite, name))
        return Seated(table, seat, join.invite)

    async def link(self, table: str, proof: str) -> PersonalLink:
        """A link that brings the seat with this proof to another browser."""
        link = token(self.services.random, TOKEN_BYTES)
        async with self.room(table) as room:
            await room.ask(LinkSeat(hashed(proof), link))
        return PersonalLink(link)

    async def come_back(self, table: str, link: str, proof: str) -> Seated:
        """Give the seat of a personal link to the browser with this proof."""
        async with self.room(table) as room:
            seat = await room.ask(ReturnToSeat(hashed(proof), link))
        return Seated(table, seat, "")

    async def public(self) -> list[Lobby]:
        """The open tables that everyone may join, the newest first."""
        return self._listed(await self.services.store.public_tables(), None, lambda lobby: lobby)

    async def find(self, code: str, address: str) -> Lobby:
        """The open table with this short code, for someone at this address.

        Nobody may guess often: neither from one address nor from many.
        """
        self.services.limits.check(GUESSING, address)
        self.services.limits.check(GUESSING_IN_ALL, "")
        plain = plain_code(code)
        row = None if plain is None else await self.services.store.table_by_code(plain)
        if row is None or row.phase not in {"lobby", "revealing"}:
            raise Refused(refusals.NO_SUCH_CODE())
        return self._lobby(row, None)

    def _lobby(self, row: TableRow, proof: bytes | None) -> Lobby:
        """A table as the person with this proof may know it; raises `Refused`."""
        room = self._rooms.get(row.id)
        if room is not None:
            return room.reading.lobby(proof)
        try:
            guest = guests.guest(row.game)
            options = msgspec.json.decode(row.options, type=guest.rules.options_type)
            return frames.lobby(row, options, reader_of(row, proof))
        except UNREADABLE as error:
            warn("table-unreadable", error, table=row.id)
            raise Refused(refusals.FAILED()) from None

    def _play(self, table: str) -> Play | None:
        """The game of a table that is in memory."""
        room = self._rooms.get(table)
        return None if room is None else room.play

    def _listed(
        self, rows: Iterable[TableRow], proof: bytes | None, told: Callable[[Lobby], AnyLobby]
    ) -> list[AnyLobby]:
        """Those of these tables that can be shown: one that cannot be read spoils no list.

        Decks and boxes of a table's own are left out, and what does not fit into the list.
        """
        found: list[AnyLobby] = []
        size = 0
        for row in rows:
            with suppress(Refused):
                lobby = self._lobby(row, proof)
                guest, options = options_on_wire.read(lobby.options)
                listed = options_on_wire.written(guest, without_own(options))
                entry = told(msgspec.structs.replace(lobby, options=listed))
                size += len(encoded(entry)) + 1
                if size + 2 > MOST_LISTED:
                    break
                found.append(entry)
        return found

    async def mine(self, proof: str | None) -> list[MyTable]:
        """The tables at which the person with this proof has a seat, the newest first."""
        if proof is None:
            return []
        token_hash = hashed(proof)
        rows = await self.services.store.tables_of(token_hash)
        ends = await self.services.store.log_ends_of(token_hash)
        standings = await self._standings.of(rows, ends)
        began = {row.id: row.at for row in rows}
        now = self.services.clock.date()

        def told(lobby: Lobby) -> MyTable:
            end = ends.get(lobby.table)
            since = began[lobby.table] if end is None else end.at
            return in_list(lobby, standings.get(lobby.table), now - since)

        return self._listed(rows, token_hash, told)

    async def eyesight(self, proof: str | None) -> list[Eyesight]:
        """How well everyone saw in the finished games of whoever has this proof."""
        if proof is None:
            return []
        games: list[tuple[TableRow, tuple[Any, ...]]] = []
        for row in await self.services.store.tables_of(hashed(proof)):
            guest = guests.find(row.game)
            if guest is None or guest.seeing is None or row.phase != "over" or len(games) >= eyesight.GAMES:
                continue
            with suppress(Refused):  # its log may be broken, or it was removed just now
                games.append((row, await self._sights(row, guest.seeing)))
        return eyesight.together(games, hashed(proof))

    async def _sights(self, row: TableRow, seeing: guests.Seeing) -> tuple[Any, ...]:
        """How well everyone saw at a table whose game is over."""
        known = self._seen.get(row.id)
        if known is None:
            async with self.room(row.id) as room:
                known = seeing.seen(room.table.started().state, len(row.seats))
            self._seen[row.id] = known
            while len(self._seen) > SEEN:
                self._seen.popitem(last=False)
        return known

    async def remove(self, table: str, proof: bytes | None) -> None:
        """Delete a table for its host; raises `Refused` for anyone else."""
        async with self.room(table) as room:
            host_of(room.row, proof)
        await self._remove(table)
        note("table-removed", table=table)

    async def _remove(self, table: str) -> None:
        await self.services.store.remove_table(table)
        self.services.replays.forget(table)
        self.services.looks.forget(f"/api/replays/{table}")
        self._seen.pop(table, None)
        self._standings.forget(table)
        room = self._rooms.get(table)
        if room is not None:
            room.close()

    async def forget(self, proof: bytes) -> None:
        """Delete someone's name, words and proofs from all tables."""
        tables = await self.services.store.forget(
            proof, lambda row: forgotten(row, proof, lambda: Secrets.drawn(self.services.random))
        )
        for table in tables:
            self.changed(table)
            room = self._rooms.get(table)
            if room is not None:
                with suppress(Refused):  # it has closed, and will be read anew
                    await room.ask(CatchUp())
        note("someone-forgotten", tables=len(tables))

    @asynccontextmanager
    async def room(self, table: str) -> AsyncIterator[Room]:
        """The room of a table, in memory for as long as it is used; raises `Refused` if there is none."""
        room = await self._room(table)
        self._resting.wake(room)
        room.expect()
        try:
            yield room
        finally:
            room.release()

    async def _room(self, table: str) -> Room:
        room = self._rooms.get(table)
        if room is not None:
            return room
        if not is_token(table, ID_BYTES):
            raise Refused(refusals.NO_SUCH_TABLE())  # and what a database makes of it need not be known
        async with self._finding:
            room = self._rooms.get(table)
            if room is None:
                self._unheard.clear()
                try:
                    slept = self._waking.slept(table)
                    room = await Room.found(self.services, table, self._forget, self._rests, slept)
                except BrokenLog as error:
                    warn("log-broken", table=table, problem=error)
                    raise Refused(refusals.FAILED()) from None
                except UNREADABLE as error:
                    warn("table-unreadable", error, table=table)
                    raise Refused(refusals.FAILED()) from None
                self._rooms[table] = room
                self._waking.awake(table)
                if self._unheard & {table, None}:
                    room.changed_elsewhere()
        return room

    def _rests(self, room: Room) -> None:
        """Nothing happens in this room: it stays for a while, and so do its pictures."""
        self._resting.rest(room)

    def _forget(self, room: Room) -> None:
        self._resting.wake(room)
        if self._rooms.get(room.row.id) is room:
            del self._rooms[room.row.id]
            self.services.looks.forget(table_address(room.row.id))

    async def close(self) -> None:
        """Send everyone away; the log has all tables, with their clocks as they stand."""
        if self._keeper is not None:
            self._keeper.close()
        self._resting.close()
        for room in tuple(self._rooms.values()):
            with suppress(Refused):  # what cannot be written is as it was at the last entry
                await room.ask(SaveClocks())
            room.close()
        await self._waking.close()


def _check(guest: guests.Guest, options: Any, new: NewTable) -> None:
    tidy(new.name)
    guest.rules.check(options, len(new.seats))
    mine = sum(isinstance(wish, Me) for wish in new.seats)
    if mine != 1:
        raise Refused(refusals.ONE_ME(seats=mine))
    youngest = new.settings.youngest
    if youngest is not None and not any(isinstance(wish, Me) for wish in new.seats[youngest : youngest + 1]):
        raise Refused(refusals.NOBODY_THERE(seat=youngest))
    for wish in new.seats:
        if isinstance(wish, Bot):
            check_level(guest.name, wish.level)


def _seat(wish: Me | Open | Bot, name: str, proof: str, colour: str) -> SeatRow:
    match wish:
        case Me():
            return SeatRow("person", name=name, token=hashed(proof), colour=colour, person=hashed(proof))
        case Open():
            return SeatRow("open")
        case Bot(level):
            return SeatRow("bot", level=level, colour=colour)
