"""What all tables of a server share."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from fathom.server.clock import Clock, RealClock
from fathom.server.looks import Looks
from fathom.server.store import Store
from fathom.server.tokens import RandomBytes
from fathom.server.workers import Workers

PICTURE_SIZE = 640
WORKERS = 2


@dataclass(frozen=True)
class House:
    """The store, the workers and their pictures, and where time and chance come from."""

    store: Store
    workers: Workers
    looks: Looks
    clock: Clock
    random: RandomBytes

    @classmethod
    def at(
        cls,
        folder: Path,
        *,
        picture_size: int = PICTURE_SIZE,
        workers: int = WORKERS,
        clock: Clock | None = None,
        random: RandomBytes = secrets.token_bytes,
    ) -> House:
        """The house whose log lies in this folder."""
        processes = Workers(workers)
        return cls(
            store=Store(folder / "fathom.sqlite3"),
            workers=processes,
            looks=Looks(processes, picture_size),
            clock=clock or RealClock(),
            random=random,
        )

    def close(self) -> None:
        """Finish what is being written and end the workers."""
        self.store.close()
        self.workers.close()
