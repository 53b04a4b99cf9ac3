"""Going on with tables after a start of the server, when they need it and nobody has come yet.

A table at which a bot is to move, or everyone was to reveal, is built at once, one after the other, in the
background. One whose clock runs sleeps until the first time is up: its row says when (`due`). All others wait
for a visitor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any

from fathom.server.common.clock import Alarm, Clock
from fathom.server.common.logs import note, warn
from fathom.server.room.room import RETRY_SECONDS, Room
from fathom.server.room.table_clocks import slept
from fathom.server.store import NotWritten, Store
from fathom.table import Refused

PATIENCE = 30.0
"""Seconds for which a table is left to another server that has just written to it."""


@dataclass
class _Sleep:
    """A table that is not in memory although its clocks count."""

    since: float
    alarm: Alarm


class Waking:
    """The tables that sleep. `room` is the way to a table, which builds its room."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        room: Callable[[str], AbstractAsyncContextManager[Room]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._room = room
        self._asleep: dict[str, _Sleep] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Go on with what was being played."""
        self._start(self._resume())

    async def close(self) -> None:
        """Wake nobody any more; write the clocks of those who sleep as they stand."""
        for task in self._tasks:
            task.cancel()
        asleep, self._asleep = self._asleep, {}
        now = self._clock.now()
        for sleep in asleep.values():
            sleep.alarm.cancel()
        await asyncio.gather(*(self._save(table, now - sleep.since) for table, sleep in asleep.items()))

    def slept(self, table: str) -> float:
        """The seconds for which the clocks of this table have counted without it."""
        sleep = self._asleep.get(table)
        return 0.0 if sleep is None else self._clock.now() - sleep.since

    def awake(self, table: str) -> None:
        """This table is in memory now, or gone: nothing here wakes it."""
        sleep = self._asleep.pop(table, None)
        if sleep is not None:
            sleep.alarm.cancel()

    def changed(self, table: str | None) -> None:
        """Another server has written to this table, and counts its clocks; None: perhaps to any."""
        if self._asleep and (table is None or table in self._asleep):
            self._start(self._look_again(table))

    async def _resume(self) -> None:
        try:
            unfinished = await self._store.unfinished()
        except NotWritten as error:
            warn("not-resumed", error)  # each is still found when someone comes
            return
        for table, seconds in unfinished:
            if seconds > 0:
                self._sleep(table, seconds)
        urgent = [table for table, seconds in unfinished if seconds <= 0]
        for table in urgent:
            await self._wake(table)
        note("tables-resumed", unfinished=len(unfinished), built=len(urgent))

    def _sleep(self, table: str, seconds: float, since: float | None = None) -> None:
        self.awake(table)
        now = self._clock.now()
        alarm = self._clock.call_at(now + seconds, lambda: self._start(self._wake(table)))
        self._asleep[table] = _Sleep(now if since is None else since, alarm)

    async def _wake(self, table: str) -> None:
        """Have the room built; it goes on by itself, or leaves at once if there is nothing to do."""
        try:
            async with self._room(table):
                pass
        except Refused as refused:
            self.awake(table)
            warn("not-resumed", table=table, code=refused.refusal.code)
        except NotWritten as error:
            warn("not-resumed", error, table=table)
            self._sleep(table, RETRY_SECONDS, self._clock.now() - self.slept(table))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it, the others go on
            self.awake(table)
            warn("not-resumed", error, table=table)

    async def _look_again(self, table: str | None) -> None:
        with suppress(NotWritten):  # then they are woken when they would have been
            unfinished = dict(await self._store.unfinished())
            for known in [table] if table is not None else list(self._asleep):
                if known in self._asleep:
                    self.awake(known)
                    if known in unfinished:
                        self._sleep(known, max(PATIENCE, unfinished[known]))

    async def _save(self, table: str, seconds: float) -> None:
        try:
            row = await self._store.table(table)
            if row is not None and (later := slept(row, seconds)) != row:
                await self._store.put_table(later)
        except NotWritten as error:
            warn("not-written", error, table=table)  # the clocks are as they were at the last entry

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
