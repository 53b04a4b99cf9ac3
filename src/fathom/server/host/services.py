"""What all tables of a server share."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from fathom.guests import guests
from fathom.server.common.clock import Clock, RealClock
from fathom.server.common.limits import Limits
from fathom.server.common.metrics import Metrics
from fathom.server.common.settings import BOT_SECONDS, PICTURE_SIZE, PROCESSES
from fathom.server.common.tokens import RandomBytes
from fathom.server.common.workers import Workers
from fathom.server.game.bots import ready
from fathom.server.game.replays import Replays
from fathom.server.host.readiness import Readiness
from fathom.server.host.retention import Retention
from fathom.server.pictures.looks import Looks
from fathom.server.store import Store, store_at


@dataclass(frozen=True)
class Services:
    """The store, the bots' processes, the pictures, and where time and chance come from."""

    store: Store
    bots: Workers
    looks: Looks
    clock: Clock
    random: RandomBytes
    limits: Limits
    reviewing: Workers = field(default_factory=lambda: Workers(1))
    """One more process, started when a game is first told again or looked through."""
    metrics: Metrics = field(default_factory=Metrics)
    bot_seconds: float = BOT_SECONDS
    usual: Mapping[str, Any] = field(default_factory=dict)
    """The options that are offered first, by game; a game that is not named has its own defaults."""
    keep: Retention = field(default_factory=Retention)
    learning: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a lesson is walked through."""

    @cached_property
    def replays(self) -> Replays:
        """Games told again and looked through, by a process of their own: no bot waits for that."""
        return Replays(self.reviewing, self.reviewing)

    @cached_property
    def readiness(self) -> Readiness:
        """Whether all of this works."""
        workers = {"bots": self.bots, "pictures": self.looks.workers, "reviewing": self.reviewing}
        return Readiness(self.store, workers, self.clock)

    @classmethod
    def at(
        cls,
        folder: Path,
        *,
        picture_size: int = PICTURE_SIZE,
        processes: int = PROCESSES,
        clock: Clock | None = None,
        random: RandomBytes = secrets.token_bytes,
        usual: Mapping[str, Any] | None = None,
        limits: float = 1.0,
        database: str | None = None,
        keep: Retention | None = None,
        bot_seconds: float = BOT_SECONDS,
    ) -> Services:
        """The services of a server whose log lies in this folder; `limits` multiplies the usual (0: none).

        Where a URL names a PostgreSQL database, the log is there.
        """
        clock = clock or RealClock()
        return cls(
            store=store_at(folder, database),
            bots=Workers(processes),
            looks=Looks(Workers(processes), picture_size),
            clock=clock,
            random=random,
            limits=Limits(clock, times=limits),
            bot_seconds=bot_seconds,
            usual=usual or {},
            keep=keep or Retention(),
        )

    def warm(self) -> None:
        """Start the processes before anyone needs them."""
        self.bots.warm(ready)
        self.looks.warm(guest.pictures for guest in guests().values() if guest.pictures is not None)

    async def close(self) -> None:
        """Finish what is being written and end the processes."""
        await self.store.close()
        self.bots.close()
        self.reviewing.close()
        self.looks.close()
