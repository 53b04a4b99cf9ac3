"""Time, as an argument: the server asks a clock, so that a test can be the clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will be called unless it is cancelled first."""

    def cancel(self) -> object:
        """Let it be."""
        ...


class Clock(Protocol):
    """Tells the time and wakes people up. Used only from the event loop."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        ...

    def date(self) -> float:
        """Seconds since 1970, for what is written down."""
        ...

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        """Call `wake` once `now()` has reached `when`."""
        ...


class RealClock:
    """The time that it is."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def date(self) -> float:
        return time.time()

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_at(when, wake)


class Countdown:
    """The seconds that the rules allow for a decision, counted down once for everyone at the table."""

    def __init__(self, clock: Clock, time_up: Callable[[], None]) -> None:
        self._clock = clock
        self._time_up = time_up
        self._end: float | None = None
        self._alarm: Alarm | None = None

    @property
    def running(self) -> bool:
        """Whether a decision is being counted down, or its time is up."""
        return self._end is not None

    @property
    def up(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and self._alarm is None

    def left(self) -> float | None:
        """The seconds that are left, in tenths; None when nothing is counted down."""
        return None if self._end is None else round(max(0.0, self._end - self._clock.now()), 1)

    def follow(self, limit: float | None) -> None:
        """Count down from `limit`, unless that has begun; None stops it. Nothing else lengthens it."""
        if limit is None:
            self.stop()
        elif self._end is None:
            self._end = self._clock.now() + limit
            self._alarm = self._clock.call_at(self._end, self._ring)

    def stop(self) -> None:
        """Stop counting; the next `follow` begins anew."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._end = self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self._time_up()
