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


class Deadline:
    """One moment that someone waits for, and that can be put off."""

    def __init__(self, clock: Clock, passed: Callable[[], None]) -> None:
        self._clock = clock
        self._passed = passed
        self._end: float | None = None
        self._alarm: Alarm | None = None

    @property
    def running(self) -> bool:
        """Whether the moment is still to come, or nobody has taken note that it has."""
        return self._end is not None

    def left(self) -> float:
        """The seconds until then."""
        return 0.0 if self._end is None else max(0.0, self._end - self._clock.now())

    def set(self, seconds: float) -> None:
        """Wait so many seconds from now, whatever was waited for before."""
        self.stop()
        self._end = self._clock.now() + seconds
        self._alarm = self._clock.call_at(self._end, self._ring)

    def stop(self) -> None:
        """Wait for nothing."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._end = self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self._passed()
