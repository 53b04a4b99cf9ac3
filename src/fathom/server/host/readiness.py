"""Whether the server can do its work: asked by load balancers, as often as they like."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping

from fathom.server.common.clock import Clock
from fathom.server.common.logs import warn
from fathom.server.common.workers import Workers
from fathom.server.game.bots import ready as nothing
from fathom.server.store import NotWritten, Store

READY_SECONDS = 5.0
"""So long each part may take to answer."""

REMEMBERED = 5.0
"""Seconds for which an answer is reused: asking more often costs nothing."""

MARK_BYTES = 16


class Readiness:
    """Has the store write and read back, and every process answer, without being in the way of either.

    Those who ask at the same time share one look. A process that thinks or draws answers all the same.
    """

    def __init__(self, store: Store, workers: Mapping[str, Workers], clock: Clock) -> None:
        """`workers` are the processes of each kind, under the name that it has in the answer."""
        self._store = store
        self._workers = workers
        self._clock = clock
        self._looking: asyncio.Task[dict[str, str]] | None = None
        self._last: tuple[float, dict[str, str]] | None = None

    async def look(self) -> dict[str, str]:
        """Each part of the server, `ok` or `failed`."""
        if self._last is not None and self._clock.now() < self._last[0] + REMEMBERED:
            return self._last[1]
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> dict[str, str]:
        parts = {"store": self._store_works()} | {
            kind: self._answers(kind, workers) for kind, workers in self._workers.items()
        }
        found = dict(zip(parts, await asyncio.gather(*parts.values()), strict=True))
        answer = {part: "ok" if well else "failed" for part, well in found.items()}
        self._last = self._clock.now(), answer
        return answer

    async def _store_works(self) -> bool:
        try:
            await asyncio.wait_for(self._store.probe(secrets.token_bytes(MARK_BYTES)), READY_SECONDS)
        except (NotWritten, TimeoutError) as error:
            warn("not-ready", error, part="store")
            return False
        return True

    async def _answers(self, kind: str, workers: Workers) -> bool:
        if await workers.answer(READY_SECONDS):
            return True
        warn("not-ready", part=kind)
        workers.mend(nothing, READY_SECONDS)
        return False
