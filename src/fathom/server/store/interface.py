"""What a store promises, whatever database is behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from fathom.server.store import work
from fathom.server.store.rows import EntryRow, LogEnd, News, NotWritten, TableRow, TalkRow
from fathom.server.store.work import Running, Work
from fathom.table import Seat

T = TypeVar("T")


class Store(ABC):
    """The tables, their logs and what was said there.

    A write is durable when it returns, not before. It raises `NotWritten` if nothing was written, and
    `AlreadyWritten` if that is because someone else, perhaps another server, has written first: the number of
    an entry is given once, and a table's row is replaced only by someone who knows its last version. Whoever
    waits for a write may be cancelled; what was asked for is then still written.
    """

    # ── Tables ─────────────────────────────────────────────────────────────────────────────────────────────

    async def add_table(self, table: TableRow) -> None:
        """Keep a new table. A code that an unfinished table has is taken: `AlreadyWritten`."""
        await self._write(lambda: work.add_table(table))

    async def put_table(self, table: TableRow) -> TableRow:
        """Replace a table and all its seats; return the row with its new version."""
        return await self._write(lambda: work.put_table(table))

    async def remove_table(self, table: str) -> None:
        """Delete a table with everything that belongs to it."""
        await self._write(lambda: work.remove_table(table))

    async def forget(self, token: bytes, without: Callable[[TableRow], TableRow | None]) -> tuple[str, ...]:
        """Delete the words of the person who has, or had, this token; return the tables where they were.

        `without` says how each of these tables looks without them, None if it is to be removed.
        """
        return await self._write(lambda: work.forget(token, without))

    async def table(self, table: str) -> TableRow | None:
        """A table, or None if there is none with this id."""
        return await self._read(lambda: work.table(table))

    async def table_by_code(self, code: str) -> TableRow | None:
        """The unfinished table with this code, if there is one."""
        return await self._read(lambda: work.table_by_code(code))

    async def tables_of(self, token: bytes) -> tuple[TableRow, ...]:
        """The tables at which the token with this hash has a seat, the newest first."""
        return await self._read(lambda: work.tables_of(token))

    async def log_ends_of(self, token: bytes) -> dict[str, LogEnd]:
        """The last entry at each of these tables that has any, by the table."""
        return await self._read(lambda: work.log_ends_of(token))

    async def public_tables(self) -> tuple[TableRow, ...]:
        """The tables that anyone may find and that have not started, the newest first."""
        return await self._read(work.public_tables)

    async def unfinished(self) -> tuple[tuple[str, float], ...]:
        """The tables with which a server has to go on after its start, and in how many seconds."""
        return await self._read(work.unfinished)

    async def stale(
        self, *, finished_before: float, opened_before: float, running: float, grace: float
    ) -> tuple[str, ...]:
        """Tables that ended before the one date, and those opened before the other that never started.

        Each is first marked, and given once it has been so in every look for `grace` seconds of `running`.
        """
        return await self._write(lambda: work.stale(finished_before, opened_before, running, grace))

    # ── The log ────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self, table: TableRow, setup: EntryRow) -> TableRow:
        """Write the setup, and with it the table as it is now that it is being played."""
        return await self._write(lambda: work.start(table, setup))

    async def append(
        self, table: str, entry: EntryRow, draft: bytes | None, row: TableRow | None = None
    ) -> TableRow | None:
        """Write an entry, and with it what lies on its seat's board from now on.

        Of a row that is given, what an entry can change (phase, clocks and `due`) replaces the table's in the
        same moment, and the row comes back with its new version; if it says that the game is over, nothing
        lies on any board any more.
        """
        return await self._write(lambda: work.append(table, entry, draft, row))

    async def keep_draft(self, table: str, seat: Seat, number: int, draft: bytes) -> None:
        """Keep the newest draft of a seat, laid when `number` was the last entry.

        `AlreadyWritten` if the seat has acted since.
        """
        await self._write(lambda: work.keep_draft(table, seat, number, draft))

    async def news(self, table: str, after: int) -> News | None:
        """A table, the end of its log after that entry and its drafts, all of the same moment."""
        return await self._read(lambda: work.news(table, after))

    async def entries(self, table: str, after: int = -1) -> tuple[EntryRow, ...]:
        """The log of a table after that entry, in order; empty before it has started."""
        return await self._read(lambda: work.entries(table, after))

    async def drafts(self, table: str) -> dict[Seat, bytes]:
        """What lies on the boards of a table."""
        return await self._read(lambda: work.drafts(table))

    # ── Talk ───────────────────────────────────────────────────────────────────────────────────────────────

    async def add_talk(self, table: str, talk: TalkRow) -> TalkRow:
        """Keep what was said; return it with its number."""
        return await self._write(lambda: work.add_talk(table, talk))

    async def talk(self, table: str, after: int = 0) -> tuple[TalkRow, ...]:
        """What was said at a table after that number, in order.

        Before that only the lines come that have become empty, because who said them has been forgotten.
        """
        return await self._read(lambda: work.talk(table, after))

    # ── The database ───────────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    async def open(self, changed: Callable[[str | None], None] | None = None) -> None:
        """Begin. `changed` is called with the id of a table to which another server has written.

        It is called with None when that may have happened, to any table, without our hearing of it.
        """

    async def run_on(
        self, seconds: float, date: float, doubted: Callable[[Running], bool]
    ) -> tuple[float, bool]:
        """Add the seconds that this server has run since the last call; return the total of all servers.

        When `doubted` says that a date does not fit the last one, all marks of `stale` are gone, and so it
        is said.
        """
        return await self._write(lambda: work.run_on(seconds, date, doubted))

    async def probe(self, mark: bytes) -> None:
        """Write a mark and read it back; raises `NotWritten` if that does not work."""
        await self._write(lambda: work.leave_mark(mark))
        if await self._read(work.mark) != mark:
            raise NotWritten("what was written cannot be read back")

    @abstractmethod
    async def close(self) -> None:
        """Finish what has been asked for, then let go of the database."""

    @abstractmethod
    async def _write(self, asked: Callable[[], Work[T]]) -> T:
        """Do work in one transaction, all of it or nothing, and wait until it is durable."""

    @abstractmethod
    async def _read(self, asked: Callable[[], Work[T]]) -> T:
        """Do work that only reads; it sees everything that was written before."""
