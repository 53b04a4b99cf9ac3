"""Who is away from a table, and since when."""

from __future__ import annotations

from collections.abc import Callable, Collection

from fathom.server.common import refusals
from fathom.server.common.clock import Clock, Deadline
from fathom.server.game.clocks import GRACE_SECONDS
from fathom.table import Reader, Refused, Seat


class Attendance:
    """Since when each person is away. `changed` is called when someone counts as gone."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock = clock
        self._away: dict[Seat, float] = {}
        self._changed = changed
        self._next = Deadline(clock, self._ring)

    @property
    def gone(self) -> frozenset[Seat]:
        """Those who have been away for so long that a bot may play for them."""
        enough = self._clock.now() - GRACE_SECONDS + 0.001
        return frozenset(seat for seat, since in self._away.items() if since <= enough)

    def check_gone(self, seat: Seat) -> None:
        """Refuse to do something in the absence of someone who is here, or was a moment ago."""
        if seat not in self.gone:
            raise Refused(refusals.NOT_AWAY(seconds=int(GRACE_SECONDS)))

    def follow(self, people: Collection[Seat], here: Collection[Reader]) -> None:
        """These people sit at the table, and those readers are here now."""
        now = self._clock.now()
        self._away = {seat: self._away.get(seat, now) for seat in people if seat not in here}
        self._wait()

    def stop(self) -> None:
        """Wait for nobody."""
        self._next.stop()

    def _wait(self) -> None:
        """Be woken when the next one counts as gone."""
        gone = self.gone
        coming = [since for seat, since in self._away.items() if seat not in gone]
        if coming:
            self._next.set(max(0.0, min(coming) + GRACE_SECONDS - self._clock.now()))
        else:
            self._next.stop()

    def _ring(self) -> None:
        self._wait()
        self._changed()
