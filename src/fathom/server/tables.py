"""All tables of a server: opening new ones, and finding those that the log knows."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from fathom.players.review import Sight, seen_in
from fathom.server import eyesight, frames, refusals
from fathom.server.forgetting import forgotten
from fathom.server.house import House
from fathom.server.keeping import Keeper
from fathom.server.limits import Rate
from fathom.server.lobby import check_level
from fathom.server.logs import note, warn
from fathom.server.looks import table_address
from fathom.server.offers import offer
from fathom.server.opening import open_table
from fathom.server.play import BrokenLog
from fathom.server.protocol import (
    Bot,
    Eyesight,
    GameOffer,
    Join,
    Lobby,
    Me,
    NewTable,
    Open,
    PersonalLink,
    Seated,
)
from fathom.server.room import Desk, Room
from fathom.server.seats import COLOURS, host_of, reader_of, tidy
from fathom.server.served import GAMES
from fathom.server.store import NotWritten, SeatRow, TableRow
from fathom.server.tokens import (
    ID_BYTES,
    INVITE_BYTES,
    TOKEN_BYTES,
    Secrets,
    hashed,
    is_token,
    plain_code,
    token,
)
from fathom.table import AnyGame, Refused, encoded

GUESSING = Rate("guessing", 12, 1 / 6)
GUESSING_IN_ALL = Rate("guessing in all", 200, 100 / 60)
"""Short codes tried from one address, and from all together. With 40 bits a code is not found by guessing."""

UNREADABLE = (KeyError, msgspec.MsgspecError)
"""What is raised for a table whose game is not served here, or whose row is no longer understood."""

SEEN = 2000
"""How well everyone saw at so many tables is kept: those that were asked for first go first."""


class Tables:
    """The rooms that are in memory, and the door to all others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._rooms: dict[str, Room] = {}
        self._seen: OrderedDict[str, tuple[Sight, ...]] = OrderedDict()
        self._finding = asyncio.Lock()
        self._unheard: set[str | None] = set()
        self._resuming: asyncio.Task[None] | None = None
        self._keeper: Keeper | None = None

    async def begin(self) -> None:
        """Open the store, listen to other servers, and go on with what was being played."""
        await self.house.store.open(self.changed)
        self._resuming = asyncio.create_task(self._resume())
        self._keeper = Keeper(self.house.store, self.house.clock, self.house.keep, self._remove)

    def changed(self, table: str | None) -> None:
        """Another server has written to this table; None: perhaps to any."""
        if self._finding.locked():
            self._unheard.add(table)  # it may be the one that is being read just now
        for room in tuple(self._rooms.values()) if table is None else [self._rooms.get(table)]:
            if room is not None:
                room.changed_elsewhere()

    async def _resume(self) -> None:
        """Go on with the tables at which the server has something to do; finished ones are not read."""
        try:
            unfinished = await self.house.store.unfinished()
        except NotWritten as error:
            warn("not-resumed", error)  # each is still found when someone comes
            return
        for table in unfinished:
            try:
                async with self.room(table):
                    pass  # a room that has nothing to do, because people are to move, leaves at once
            except Refused as refused:
                warn("not-resumed", table=table, code=refused.refusal.code)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with it, the others go on
                warn("not-resumed", error, table=table)
        note("tables-resumed", unfinished=len(unfinished), busy=len(self._rooms))

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._rooms)

    def offers(self) -> tuple[GameOffer, ...]:
        """What can be played here."""
        return tuple(offer(game, self.house.usual.get(game.name)) for game in GAMES.values())

    async def open(self, new: NewTable, proof: str) -> Seated:
        """Open a table for whoever has this proof. It starts when everyone is there and ready."""
        game = GAMES[new.options.__struct_config__.tag]
        options = game.settled(new.options)
        _check(game, new, options)
        invite = token(self.house.random, INVITE_BYTES)
        seat = next(number for number, wish in enumerate(new.seats) if isinstance(wish, Me))
        row = TableRow(
            id=token(self.house.random, ID_BYTES),
            game=game.name,
            options=encoded(options),
            invite=hashed(invite),
            secrets=Secrets.drawn(self.house.random),
            host=seat,
            seats=tuple(
                _seat(wish, tidy(new.name), proof, colour)
                for wish, colour in zip(new.seats, COLOURS, strict=False)
            ),
            settings=encoded(new.settings),
            public=new.settings.public,
            at=self.house.clock.date(),
        )
        await open_table(self.house, row)
        return Seated(row.id, seat, invite)

    async def join(self, table: str, join: Join, proof: str) -> Seated:
        """Take a seat for whoever has this proof."""
        name = tidy(join.name)
        async with self.room(table) as room:
            seat = await room.join(hashed(proof), join.invite, name)
        return Seated(table, seat, join.invite)

    async def link(self, table: str, proof: str) -> PersonalLink:
        """A link that brings the seat of whoever has this proof to another browser."""
        link = token(self.house.random, TOKEN_BYTES)
        async with self.room(table) as room:
            await room.link(hashed(proof), link)
        return PersonalLink(link)

    async def come_back(self, table: str, link: str, proof: str) -> Seated:
        """Give the seat of a personal link to the browser with this proof."""
        async with self.room(table) as room:
            seat = await room.come_back(hashed(proof), link)
        return Seated(table, seat, "")

    async def public(self) -> list[Lobby]:
        """The open tables that everyone may join, the newest first."""
        return self._listed(await self.house.store.public_tables(), None)

    async def find(self, code: str, address: str) -> Lobby:
        """The open table with this short code, for someone at this address.

        Nobody may guess often: neither from one address nor from many.
        """
        self.house.limits.check(GUESSING, address)
        self.house.limits.check(GUESSING_IN_ALL, "")
        plain = plain_code(code)
        row = None if plain is None else await self.house.store.table_by_code(plain)
        if row is None or row.phase not in {"lobby", "revealing"}:
            raise Refused(refusals.NO_SUCH_CODE())
        return self._lobby(row, None)

    def _lobby(self, row: TableRow, proof: bytes | None) -> Lobby:
        """A table as whoever has this proof may know it; raises `Refused`."""
        room = self._rooms.get(row.id)
        if room is not None:
            return room.lobby(proof)
        try:
            options = msgspec.json.decode(row.options, type=GAMES[row.game].options_type)
            return frames.lobby(row, options, reader_of(row, proof))
        except UNREADABLE as error:
            warn("table-unreadable", error, table=row.id)
            raise Refused(refusals.FAILED()) from None

    def _listed(self, rows: Iterable[TableRow], proof: bytes | None) -> list[Lobby]:
        """Those of these tables that can be shown: one that cannot be read spoils no list."""
        found = []
        for row in rows:
            with suppress(Refused):
                found.append(self._lobby(row, proof))
        return found

    async def mine(self, proof: str | None) -> list[Lobby]:
        """The tables at which whoever has this proof has a seat, the newest first."""
        if proof is None:
            return []
        return self._listed(await self.house.store.tables_of(hashed(proof)), hashed(proof))

    async def eyesight(self, proof: str | None) -> list[Eyesight]:
        """How well everyone saw in the finished games of Dive of whoever has this proof."""
        if proof is None:
            return []
        games: list[tuple[TableRow, tuple[Sight, ...]]] = []
        for row in await self.house.store.tables_of(hashed(proof)):
            if row.game == "dive" and row.phase == "over" and len(games) < eyesight.GAMES:
                with suppress(Refused):  # its log may be broken, or it was removed just now
                    games.append((row, await self._sights(row)))
        return eyesight.together(games, hashed(proof))

    async def _sights(self, row: TableRow) -> tuple[Sight, ...]:
        """How well everyone saw at a table whose game is over."""
        known = self._seen.get(row.id)
        if known is None:
            async with self.room(row.id) as room:
                known = seen_in(room.started().state.told, len(row.seats))
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
        await self.house.store.remove_table(table)
        room = self._rooms.get(table)
        if room is not None:
            room.close()

    async def forget(self, proof: bytes) -> None:
        """Delete someone's name, words and proofs from all tables."""
        tables = await self.house.store.forget(
            proof, lambda row: forgotten(row, proof, lambda: Secrets.drawn(self.house.random))
        )
        for table in tables:
            self.changed(table)
            room = self._rooms.get(table)
            if room is not None:
                with suppress(Refused):  # it has closed, and will be read anew
                    await room.caught_up()
        note("someone-forgotten", tables=len(tables))

    @asynccontextmanager
    async def room(self, table: str) -> AsyncIterator[Room]:
        """The room of a table, in memory for as long as it is used; raises `Refused` if there is none."""
        room = await self._room(table)
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
                    room = await Room.found(self.house, table, self._forget)
                except BrokenLog as error:
                    warn("log-broken", table=table, problem=error)
                    raise Refused(refusals.FAILED()) from None
                except UNREADABLE as error:
                    warn("table-unreadable", error, table=table)
                    raise Refused(refusals.FAILED()) from None
                self._rooms[table] = room
                if self._unheard & {table, None}:
                    room.changed_elsewhere()
        return room

    def _forget(self, room: Desk) -> None:
        if self._rooms.get(room.row.id) is room:
            del self._rooms[room.row.id]
            self.house.looks.forget(table_address(room.row.id))

    async def close(self) -> None:
        """Send everyone away; the log has all tables, with their clocks as they stand."""
        if self._resuming is not None:
            self._resuming.cancel()
        if self._keeper is not None:
            self._keeper.close()
        for room in tuple(self._rooms.values()):
            with suppress(Refused):  # what cannot be written is as it was at the last entry
                await room.save()
            room.close()


def _check(game: AnyGame, new: NewTable, options: Any) -> None:
    tidy(new.name)
    game.check(options, len(new.seats))
    mine = sum(isinstance(wish, Me) for wish in new.seats)
    if mine != 1:
        raise Refused(refusals.ONE_ME(seats=mine))
    for wish in new.seats:
        if isinstance(wish, Bot):
            check_level(game.name, wish.level)


def _seat(wish: Me | Open | Bot, name: str, proof: str, colour: str) -> SeatRow:
    match wish:
        case Me():
            return SeatRow("person", name=name, token=hashed(proof), colour=colour, person=hashed(proof))
        case Open():
            return SeatRow("open")
        case Bot(level):
            return SeatRow("bot", level=level, colour=colour)
