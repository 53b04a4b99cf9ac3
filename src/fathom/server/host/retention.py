"""How long tables are kept, and how they go by age: after a grace period, not by a clock that jumped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from fathom.server.common.clock import Clock
from fathom.server.common.logs import note, warn
from fathom.server.store import NotWritten, Store
from fathom.server.store.work import Running

DAY = 24 * 3600.0
HOUR = 3600.0

GRACE = 7 * DAY
"""A table that is too old stays for so long while servers run: time to see that their clock is wrong."""

LONGEST_PAUSE = 30 * DAY
"""A date so much later than the last one is not believed at once: nothing was counted in between."""


class Retention(msgspec.Struct, frozen=True):
    """After how many days tables are removed; None: never. A game that is being played stays."""

    finished: float | None = 365.0
    """Since the end of the game."""
    unstarted: float | None = 30.0
    """Since the table was opened, if it has not started."""


class Keeper:
    """Looks once an hour for tables that are too old, and has them removed when their grace is over.

    Grace is counted in time that servers have run, which is written down. When the date is not where it
    should be after that time, every grace period begins anew.
    """

    def __init__(
        self, store: Store, clock: Clock, keep: Retention, remove: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store = store
        self._clock = clock
        self._keep = keep
        self._remove = remove
        self._counted: tuple[float, float] | None = None
        """When this server last counted how long it runs: on its own clock, and the date."""
        self._looking = asyncio.create_task(self._look())

    def close(self) -> None:
        """Stop looking."""
        self._looking.cancel()

    async def _look(self) -> None:
        while True:
            await self.sweep()
            await asyncio.sleep(HOUR)

    async def sweep(self) -> None:
        """Have everything removed that has been too old for longer than its grace."""
        date = self._clock.date()
        old: tuple[str, ...] = ()
        try:
            old = await self._store.stale(
                finished_before=_before(date, self._keep.finished),
                opened_before=_before(date, self._keep.unstarted),
                running=await self._run_on(date),
                grace=GRACE,
            )
            for table in old:
                await self._remove(table)
        except NotWritten as error:
            warn("not-removed", error)  # the next hour tries again
        else:
            if old:
                note("old-tables-removed", tables=len(old))

    async def _run_on(self, date: float) -> float:
        """Write down how long this server has run; return how long all have."""
        now = self._clock.now()
        before = self._counted
        ran, passed = (0.0, 0.0) if before is None else (now - before[0], date - before[1])

        def doubted(last: Running) -> bool:
            if before is None:
                return not -HOUR <= date - last.date <= LONGEST_PAUSE
            return abs(passed - ran) > HOUR

        running, doubt = await self._store.run_on(ran, date, doubted)
        self._counted = now, date
        if doubt:
            warn("clock-jumped", seconds=round(passed - ran) if before else None)
        return running


def _before(now: float, days: float | None) -> float:
    return float("-inf") if days is None else now - days * DAY
