"""Telling other servers on the same PostgreSQL which tables have changed, off the way of a write.

Every transaction that changes tables also writes which, as one row (of the table `server`) under a name that
begins with `news`. Once it is committed, the tables that changed within some milliseconds are told together
by one notification, in a transaction of its own, because the database does one notifying commit after the
other. Rows that have been told are deleted now and then.

So what nobody was told is still there when its server is gone, or stands still. The others look for that: a
row that they have met in two looks is older than any that is going to be told, and they catch up with its
tables. News only says where to look, the log has the numbers: it may be late, merged, doubled or lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

CHANNEL: Final = "fathom"

MERGED: Final = 0.01
"""Seconds for which changes wait for others, to be told with them."""

SWEPT: Final = 0.3
"""Seconds after which the rows of what has been told are deleted."""

LOOK: Final = 0.8
"""Seconds between two looks for what nobody has told."""

RETRY: Final = 1.0
"""Seconds between two attempts to tell, where the database cannot be reached."""

LEFT: Final = 75
"""Looks after which everyone has met a row that nobody deletes, and it is deleted."""

TOLD_AT_ONCE: Final = 150
"""Tables in one notification: it has room for 8000 bytes."""

WRITE: Final = "INSERT INTO server (name, value) VALUES ($1, convert_to($2, 'UTF8'))"
TELL: Final = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"
SWEEP: Final = "DELETE FROM server WHERE name = ANY($1::text[])"
UNTOLD: Final = "SELECT name, convert_from(value, 'UTF8') FROM server WHERE name LIKE 'news %'"

Carry = Callable[[str, Sequence[Any]], Awaitable[bool]]
"""Carries a statement to the database, whenever that is possible; whether it was."""


class Telling:
    """What one server has written and not yet told, or told and not yet swept."""

    def __init__(self, server: str, carry: Carry) -> None:
        self._server = server
        self._carry = carry
        self._count = itertools.count()
        self._untold: dict[str, None] = {}
        self._news: list[str] = []
        self._told: list[str] = []
        self._new = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def name(self) -> str:
        """A name for the news of one transaction."""
        return f"news {self._server} {next(self._count)}"

    def written(self, name: str, tables: Iterable[str]) -> None:
        """These tables have changed, and that was committed under this name."""
        self._news.append(name)
        self._untold.update(dict.fromkeys(tables))
        self._new.set()
        if self._task is None:
            self._task = asyncio.create_task(self._tell_on())

    async def close(self) -> None:
        """Tell and sweep what is left."""
        self._closing = True
        self._new.set()
        if self._task is not None:
            await self._task

    async def _tell_on(self) -> None:
        """Tell and sweep until nothing is left of either."""
        swept = time.monotonic()
        while self._news or self._told:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._new.wait(), SWEPT)
            if not self._closing:
                self._new.clear()
                await asyncio.sleep(MERGED)  # others are told with it
            await self._tell()
            if self._closing or time.monotonic() - swept >= SWEPT:
                await self._sweep()
                swept = time.monotonic()
            if self._closing:
                break  # what is left now is found by the others
        self._task = None

    async def _tell(self) -> None:
        if not self._news:
            return
        tables, self._untold = list(self._untold), {}
        news, self._news = self._news, []
        told = [
            " ".join((self._server, *tables[begin : begin + TOLD_AT_ONCE]))
            for begin in range(0, len(tables), TOLD_AT_ONCE)
        ]
        if await self._carry(TELL, (CHANNEL, told)):
            self._told += news
        else:  # tried again in a moment; meanwhile the others find the rows themselves
            self._untold = dict.fromkeys(tables) | self._untold
            self._news = news + self._news
            if not self._closing:
                await asyncio.sleep(RETRY)

    async def _sweep(self) -> None:
        told, self._told = self._told, []
        if told and not await self._carry(SWEEP, (told,)):
            self._told += told


def heard(server: str, told: str) -> list[str]:
    """The tables of a notification, none of one's own."""
    who, *tables = told.split(" ")
    return [] if who == server else tables


class Untold:
    """What others have written and nobody has told, as it is met in one look after the other."""

    def __init__(self, server: str) -> None:
        self._own = f"news {server} "
        self._met: dict[str, int] = {}

    def look(self, rows: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
        """Return the tables that nobody has told, and the names of rows that are to be deleted."""
        others = {name: tables for name, tables in rows if not name.startswith(self._own)}
        self._met = {name: self._met.get(name, 0) + 1 for name in others}
        tables = [others[name].split(" ") for name, times in self._met.items() if times == 2]
        left = [name for name, times in self._met.items() if times > LEFT]
        return list(dict.fromkeys(itertools.chain.from_iterable(tables))), left
