"""Whether the server can do its work: asked by load balancers, as often as they like."""

from __future__ import annotations

import asyncio

from fathom.server.common.logs import warn
from fathom.server.common.workers import Workers
from fathom.server.game.bots import ready as nothing
from fathom.server.store import NotWritten, Store

READY_SECONDS = 10.0
"""Seconds that the store may take to answer."""


class Readiness:
    """Looks after the store and the bots' processes, without being in the way of either.

    Those who ask at the same time share one look, and no process is asked anything: it may be thinking.
    """

    def __init__(self, store: Store, bots: Workers) -> None:
        self._store = store
        self._bots = bots
        self._looking: asyncio.Task[dict[str, str]] | None = None

    async def look(self) -> dict[str, str]:
        """Each part of the server, `ok` or `failed`."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> dict[str, str]:
        found = {"store": await self._store_is_there(), "workers": self._bots.alive}
        if not found["workers"]:
            warn("not-ready", part="workers")
            self._bots.mend(nothing)
        return {part: "ok" if well else "failed" for part, well in found.items()}

    async def _store_is_there(self) -> bool:
        try:
            await asyncio.wait_for(self._store.ping(), READY_SECONDS)
        except (NotWritten, TimeoutError) as error:
            warn("not-ready", error, part="store")
            return False
        return True
