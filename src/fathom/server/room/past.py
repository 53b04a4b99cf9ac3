"""Who may still look at what has just happened: everyone until they go on, and for a while at most (D5.4)."""

from __future__ import annotations

from fathom.server.common.clock import Clock
from fathom.server.game.clocks import SHOWN_SECONDS
from fathom.table import Reader, Seat

Someone = Seat | bytes | None
"""A seat; or a spectator by the hash of the token that came along, if one did."""


def someone(reader: Reader, token: bytes | None) -> Someone:
    """Who it is that reads: all windows of a seat are one."""
    return token if reader is None else reader


class Past:
    """The pictures of the last thing that was shown at length, at one table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._number = -1
        self._until = 0.0
        self._gone_on: set[Someone] = set()

    def begin(self, number: int) -> None:
        """Entry `number` is being shown from now on."""
        self._number = number
        self._until = self._clock.now() + SHOWN_SECONDS
        self._gone_on.clear()

    def go_on(self, who: Someone, number: int) -> bool:
        """Someone has seen everything up to this entry and goes on; whether that is news."""
        if number < self._number or who in self._gone_on:
            return False
        if who is not None:  # whoever cannot be told from others only has the time that all have
            self._gone_on.add(who)
        return True

    def open_to(self, who: Someone) -> bool:
        """Whether someone may still look."""
        return who not in self._gone_on and self._clock.now() < self._until
