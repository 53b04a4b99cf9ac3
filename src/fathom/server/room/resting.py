"""Rooms in which nothing happens: kept in memory for a while, so that looking in again costs nothing."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from fathom.server.common.clock import Clock, Deadline

REST_SECONDS = 600.0
"""Seconds that an empty room stays in memory."""

MOST_RESTING = 500
"""Empty rooms kept in memory; the least recently used are closed first."""


class Restful(Protocol):
    """A room, as far as its rest is concerned."""

    @property
    def idle(self) -> bool:
        """Whether nobody is there and nothing is on its way."""
        ...

    def close(self) -> None:
        """Leave memory now."""
        ...


class Resting:
    """The rooms that rest, the longest first."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: OrderedDict[Restful, float] = OrderedDict()
        self._next = Deadline(clock, self._look)

    def __len__(self) -> int:
        return len(self._until)

    def rest(self, room: Restful) -> None:
        """A room has nothing to do from now on."""
        self._until[room] = self._clock.now() + REST_SECONDS
        self._until.move_to_end(room)
        while len(self._until) > MOST_RESTING:
            self._end(next(iter(self._until)))
        if not self._next.running:
            self._next.set(REST_SECONDS)

    def wake(self, room: Restful) -> None:
        """Someone comes in, or the room has closed."""
        self._until.pop(room, None)

    def close(self) -> None:
        """Look after nobody any more."""
        self._next.stop()
        self._until.clear()

    def _end(self, room: Restful) -> None:
        self._until.pop(room, None)
        if room.idle:
            room.close()

    def _look(self) -> None:
        self._next.stop()
        now = self._clock.now()
        for room in [room for room, until in self._until.items() if until <= now]:
            self._end(room)
        if self._until:
            self._next.set(max(0.0, next(iter(self._until.values())) - now))
