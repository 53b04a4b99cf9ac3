"""How much anyone may ask for: a bucket per caller and kind of request, which fills again with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from math import ceil

import msgspec

from fathom.server.common import refusals
from fathom.server.common.clock import Clock
from fathom.table import Refused

KEPT = 20_000
"""Buckets kept. The least recently used go first; they are most likely full."""


class Rate(msgspec.Struct, frozen=True):
    """A burst, and how much is added every second."""

    kind: str
    burst: int
    per_second: float


# Per seat, or per window of a spectator: what they say, over sockets and HTTP together.
SAYING = Rate("saying", 60, 20.0)

ADVISING = Rate("advising", 10, 0.5)
"""Advice asked for."""

# Per address. A family behind one router, or a class, shares an address.
ASKING = Rate("asking", 600, 60.0)
"""Any request to the tables; a round of Dive has some thirty pictures."""
HEARING = Rate("hearing", 1200, 400.0)
"""Messages over all sockets."""
ENTERING = Rate("entering", 120, 4.0)
"""New sockets."""
OPENING = Rate("opening", 30, 1 / 20)
"""New tables."""
REPLAYING = Rate("replaying", 30, 1.0)
"""Games told again."""
LEARNING = Rate("learning", 120, 4.0)
"""Choices in lessons."""
REVIEWING = Rate("reviewing", 30, 1 / 10)
"""Games looked through, which takes seconds; those that have been are not counted."""
JOINING = Rate("joining", 40, 1 / 3)
"""Invites and codes tried: far too few to find one by guessing."""

SOCKETS = 400
"""Sockets that may be open from one address."""


class Limits:
    """What is left for everyone. Of each bucket only the moment is kept at which it will be full again."""

    def __init__(self, clock: Clock, *, times: float = 1.0, kept: int = KEPT) -> None:
        self._clock = clock
        self._times = times
        self._kept = kept
        self._full_at: OrderedDict[tuple[str, Hashable], float] = OrderedDict()
        self._open: dict[str, int] = {}
        self.turned_away: dict[str, int] = {}
        """How often each kind was refused."""

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, rate: Rate, who: Hashable) -> float:
        """Take one and return 0, or return the seconds until there will be one."""
        if not self._times:
            return 0.0
        now = self._clock.now()
        each = 1 / (rate.per_second * self._times)
        key = (rate.kind, who)
        full_at = max(now, self._full_at.get(key, now))
        too_soon = full_at - now - (rate.burst * self._times - 1) * each
        if too_soon > 1e-9:
            self.turned_away[rate.kind] = self.turned_away.get(rate.kind, 0) + 1
            return too_soon
        self._full_at[key] = full_at + each
        self._full_at.move_to_end(key)
        while len(self._full_at) > self._kept:
            self._full_at.popitem(last=False)
        return 0.0

    def check(self, rate: Rate, who: Hashable) -> None:
        """Take one; raises `Refused` if there is none."""
        wait = self.take(rate, who)
        if wait:
            raise Refused(refusals.TOO_FAST(seconds=ceil(wait)))

    def enter(self, address: str) -> bool:
        """A socket opens; whether there may be one more from this address. Each one must `leave`."""
        if self._times and self._open.get(address, 0) >= SOCKETS * self._times:
            self.turned_away["sockets"] = self.turned_away.get("sockets", 0) + 1
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """A socket has closed."""
        left = self._open.pop(address) - 1
        if left:
            self._open[address] = left

    @property
    def sockets(self) -> int:
        """How many are open."""
        return sum(self._open.values())
