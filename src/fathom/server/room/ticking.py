"""The clocks of one table while they run: `fathom.server.game.clocks` held to a real clock."""

from __future__ import annotations

from collections.abc import Callable

from fathom.server.common.clock import Clock, Deadline
from fathom.server.game.clocks import Clocks
from fathom.server.protocol import ClocksNow, SeatTime
from fathom.table import Reader


class Ticking:
    """Counts down what the clocks say, and calls `time_up` when someone's time may be up."""

    def __init__(self, clock: Clock, time_up: Callable[[], None]) -> None:
        self._clock = clock
        self._clocks = Clocks(())
        self._since = 0.0
        self._end = Deadline(clock, time_up)

    @property
    def running(self) -> bool:
        """Whether the clock will decide something if nobody does."""
        return self._end.running

    @property
    def now(self) -> Clocks:
        """The clocks as they stand at this moment."""
        return self._clocks.passed(self._clock.now() - self._since)

    def go_on(self, clocks: Clocks) -> None:
        """Count on from these."""
        self._clocks, self._since = clocks, self._clock.now()
        if clocks.end is None:
            self._end.stop()
        else:
            self._end.set(clocks.end)

    def stop(self) -> None:
        """Count no more: the game is over, or leaves memory."""
        self._clocks = Clocks(())
        self._end.stop()

    def left(self, reader: Reader) -> float | None:
        """The seconds until the clock decides for this reader; None without a limit."""
        now = self.now
        return now.left(reader) if now.seats else None

    def told(self) -> ClocksNow:
        """The clocks as everyone reads them."""
        return ClocksNow(
            tuple(
                None
                if seat.left is None
                else SeatTime(round(seat.left, 1), seat.running, round(seat.grace, 1))
                for seat in self.now.seats
            )
        )
