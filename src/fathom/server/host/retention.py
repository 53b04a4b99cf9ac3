"""How long tables are kept, and how they go: by age, by their host's wish, or with someone's name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from fathom.server.common.clock import Clock
from fathom.server.common.logs import note, warn
from fathom.server.store import NotWritten, Store

DAY = 24 * 3600.0
HOUR = 3600.0


class Retention(msgspec.Struct, frozen=True):
    """After how many days tables are removed; None: never. A game that is being played stays."""

    finished: float | None = 365.0
    """Since the end of the game."""
    unstarted: float | None = 30.0
    """Since the table was opened, if it has not started."""


class Keeper:
    """Looks once an hour for tables that are too old, and has them removed."""

    def __init__(
        self, store: Store, clock: Clock, keep: Retention, remove: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store = store
        self._clock = clock
        self._keep = keep
        self._remove = remove
        self._looking = asyncio.create_task(self._look())

    def close(self) -> None:
        """Stop looking."""
        self._looking.cancel()

    async def _look(self) -> None:
        while True:
            await self.sweep()
            await asyncio.sleep(HOUR)

    async def sweep(self) -> None:
        """Have everything removed that is too old now."""
        now = self._clock.date()
        try:
            old = await self._store.stale(
                finished_before=_before(now, self._keep.finished),
                opened_before=_before(now, self._keep.unstarted),
            )
            for table in old:
                await self._remove(table)
        except NotWritten as error:
            warn("not-removed", error)  # the next hour tries again
        else:
            if old:
                note("old-tables-removed", tables=len(old))


def _before(now: float, days: float | None) -> float:
    return float("-inf") if days is None else now - days * DAY
