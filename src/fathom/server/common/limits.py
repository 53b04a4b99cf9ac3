"""How much anyone may have: a bucket per caller and kind, which fills again with time.

A bucket holds whatever its rate counts: requests, entries, bytes, milliseconds of a process. What something
costs is taken before it is done where that is known, and otherwise charged afterwards (`spend`). Which rates
count for what stands in `fathom.server.common.budgets`.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from math import ceil

import msgspec

from fathom.server.common import refusals
from fathom.server.common.clock import Clock
from fathom.table import Refused

BACK_SECONDS = 2
"""How long someone is told to wait when all places are taken."""

KEPT = 20_000
"""Buckets kept. The least recently used go first; they are most likely full."""


class Rate(msgspec.Struct, frozen=True):
    """A burst, and how fast it fills again: requests per second, or whatever else the rate counts."""

    kind: str
    burst: int
    per_second: float


# Per seat, or per window of a spectator: what they say, over sockets and HTTP together.
SAYING = Rate("saying", 60, 20.0)

ADVISING = Rate("advising", 10, 0.5)
"""Advice asked for."""

# Per address. A family behind one router, or a class, shares an address.
KNOCKING = Rate("knocking", 3000, 200.0)
"""Requests of any kind, also those that are refused; whoever has more is cut off."""
VISITING = Rate("visiting", 1500, 50.0)
"""Pages and files of the client, and whether the server is well; a first visit has some eighty."""
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
LISTING = Rate("listing", 60, 2.0)
"""Lists of tables."""
DRAWING = Rate("drawing", 200, 10.0)
"""Pictures of replays and lessons."""
RETELLING = Rate("retelling", 1500, 60.0)
"""Entries of a game told again to someone who says hello with an old number."""
RECOUNTING = Rate("recounting", 20_000, 1_000.0)
"""Entries of the story of a game: a browser asks for all of them when it comes to a table."""
WORKING = Rate("working", 120_000, 500.0)
"""Milliseconds of the processes that tell games again, look them through and draw their pictures."""
SENDING = Rate("sending", 256_000_000, 2_000_000.0)
"""Bytes of answers that are made from the past: replays, reviews, records and their pictures."""

# Per connection.
GREETING = Rate("greeting", 40, 1.0)
"""Hellos over one socket."""
FRAMING = Rate("framing", 120, 40.0)
"""Frames over one socket that carry no message: pings, pongs and the further parts of messages."""


class AtOnce(msgspec.Struct, frozen=True):
    """The most at the same time, for each caller and for all together."""

    kind: str
    each: int
    all: int


ANSWERS = AtOnce("answers", 200, 2000)
"""Requests that have not been answered yet, long polling among them."""
REPLIES = AtOnce("replies", 12, 32)
"""Games that are being told or looked through, until everything has been sent."""
UPLOADS = AtOnce("uploads", 3, 8)
"""Records that are being brought, until they have been told."""

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
        self._held: Counter[tuple[str, Hashable]] = Counter()
        self.turned_away: dict[str, int] = {}
        """How often each kind was refused."""

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, rate: Rate, who: Hashable, cost: float = 1.0) -> float:
        """Take `cost` if there is as much, and return 0; otherwise the seconds until there will be.

        With cost 0 nothing is taken: it asks whether anything is left after what was spent.
        """
        if not self._times:
            return 0.0
        now = self._clock.now()
        each = 1 / (rate.per_second * self._times)
        full_at = max(now, self._full_at.get((rate.kind, who), now))
        too_soon = full_at - now - (rate.burst * self._times - cost) * each
        if too_soon > 1e-9:
            self.turned_away[rate.kind] = self.turned_away.get(rate.kind, 0) + 1
            return too_soon
        self._fill_at(rate, who, full_at + cost * each)
        return 0.0

    def spend(self, rate: Rate, who: Hashable, cost: float) -> None:
        """Charge what something has cost, even if there was not as much."""
        if self._times and cost > 0:
            now = self._clock.now()
            full_at = max(now, self._full_at.get((rate.kind, who), now))
            self._fill_at(rate, who, full_at + cost / (rate.per_second * self._times))

    def _fill_at(self, rate: Rate, who: Hashable, when: float) -> None:
        self._full_at[rate.kind, who] = when
        self._full_at.move_to_end((rate.kind, who))
        while len(self._full_at) > self._kept:
            self._full_at.popitem(last=False)

    def check(self, rate: Rate, who: Hashable, cost: float = 1.0) -> None:
        """Take `cost`; raises `Refused` if there is not as much."""
        wait = self.take(rate, who, cost)
        if wait:
            raise Refused(refusals.TOO_FAST(seconds=ceil(wait)))

    @contextmanager
    def place(self, places: AtOnce, who: Hashable) -> Iterator[None]:
        """Hold one of the places meanwhile; raises `Refused` if this caller, or everyone, has them all."""
        mine, everyones = (places.kind, who), (places.kind, None)
        if self._held[mine] >= self.times(places.each) or self._held[everyones] >= self.times(places.all):
            self.turned_away[places.kind] = self.turned_away.get(places.kind, 0) + 1
            raise Refused(refusals.TOO_FAST(seconds=BACK_SECONDS))
        self._held.update((mine, everyones))
        try:
            yield
        finally:
            self._held.subtract((mine, everyones))
            if not self._held[mine]:
                del self._held[mine]

    def times(self, most: float) -> float:
        """A largest number as the host wants it: so many times the usual; infinite without limits."""
        return most * self._times if self._times else float("inf")

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
