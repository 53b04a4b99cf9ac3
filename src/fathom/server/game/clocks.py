"""Clocks as values: how much time everyone has left, and what becomes of it as time passes and things happen.

Nothing here asks for the time. `passed` is told how many seconds have gone by; between two calls a clock
stands still, so one that was written down and read again after a restart goes on where it was.

Everyone for whom the game waits is on the clock at the same time: most decisions at these tables are made
together. A decision begins when the game starts to wait for a seat, and after each action of a seat for which
it still waits. A player who takes a decision back has the time that was left, and no more.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from fathom.server.protocol.agreement import Bank, NoClock, PerDecision, Terms
from fathom.table import Seat

GRACE_SECONDS = 30.0
"""Seconds that the clock stands still in each decision for a player who has lost the connection."""

SOON = 0.001
"""Seconds that are as good as none: alarms ring a rounding error too early."""


class SeatClock(msgspec.Struct, frozen=True):
    """The time of one seat."""

    left: float | None
    """Seconds; None if they are not counted."""
    grace: float = GRACE_SECONDS
    """How long the clock will still wait in this decision while the line is broken."""
    awaited: bool = False
    """Whether the game waits for this seat."""
    here: bool = True
    bot: bool = False
    """Whether a bot decides now; it is not on the clock."""

    @property
    def running(self) -> bool:
        """Whether time is counted: for a person who is awaited, on line or with no grace left."""
        return self.left is not None and self.awaited and not self.bot and (self.here or self.grace <= 0)

    @property
    def end(self) -> float | None:
        """The seconds until the time is up if nothing happens; None if it never will be."""
        if self.left is None or not self.awaited or self.bot:
            return None
        return self.left if self.here else self.left + self.grace

    @property
    def up(self) -> bool:
        """Whether the time is up."""
        end = self.end
        return end is not None and end <= SOON

    def passed(self, seconds: float) -> SeatClock:
        """The clock after so many seconds."""
        if self.left is None or not self.awaited or self.bot:
            return self
        waited = 0.0 if self.here else min(self.grace, seconds)
        left = max(0.0, self.left - (seconds - waited))
        return msgspec.structs.replace(self, left=left, grace=self.grace - waited)

    def _begun(self, terms: Terms) -> SeatClock:
        """The clock when a new decision begins."""
        left: float | None
        match terms:
            case NoClock():
                left = None
            case PerDecision(seconds):
                left = float(seconds)
            case Bank(seconds, increment):
                left = (seconds if self.left is None else self.left) + float(increment)
        return msgspec.structs.replace(self, left=left, grace=GRACE_SECONDS, awaited=True)

    def followed(self, terms: Terms, awaited: bool, played: bool) -> SeatClock:
        """The clock after an entry, which the seat itself has `played` or someone else has."""
        if not awaited:
            return msgspec.structs.replace(self, awaited=False)
        if played and not self.awaited:
            return msgspec.structs.replace(self, awaited=True)  # taken back: the same decision again
        return self if self.awaited and not played else self._begun(terms)


class Clocks(msgspec.Struct, frozen=True):
    """The time of everyone at a table."""

    seats: tuple[SeatClock, ...]
    rules: float | None = None
    """The seconds that are left of those that the rules allow; None when they set no limit now."""

    @classmethod
    def wound(cls, terms: Terms, seats: int) -> Clocks:
        """The clocks before the first decision."""
        full = float(terms.seconds) if isinstance(terms, Bank) else None
        return cls((SeatClock(full),) * seats)

    def passed(self, seconds: float) -> Clocks:
        """The clocks after so many seconds."""
        rules = None if self.rules is None else max(0.0, self.rules - seconds)
        return Clocks(tuple(seat.passed(seconds) for seat in self.seats), rules)

    def followed(
        self, terms: Terms, to_move: Collection[Seat], limit: float | None, played: Seat | None
    ) -> Clocks:
        """The clocks after an entry of the seat `played`; `limit` is what the rules allow now.

        A limit of the rules is counted down once for everyone, and nothing lengthens it.
        """
        seats = tuple(
            seat.followed(terms, number in to_move, number == played)
            for number, seat in enumerate(self.seats)
        )
        return Clocks(seats, limit if limit is None or self.rules is None else self.rules)

    def attended(self, here: Collection[Seat], bots: Collection[Seat]) -> Clocks:
        """The clocks now that these seats are on line, and bots decide for those."""
        seats = tuple(
            msgspec.structs.replace(seat, here=number in here, bot=number in bots)
            for number, seat in enumerate(self.seats)
        )
        return Clocks(seats, self.rules)

    def rested(self) -> Clocks:
        """The clocks after the server was down: everyone's line was broken through no fault of theirs."""
        seats = tuple(msgspec.structs.replace(seat, grace=GRACE_SECONDS) for seat in self.seats)
        return Clocks(seats, self.rules)

    def put_off(self, limit: float | None, seconds: float) -> Clocks:
        """What the clock decided was not written: the rules' limit begins anew, the others wait a little."""
        seats = tuple(msgspec.structs.replace(seat, left=seconds) if seat.up else seat for seat in self.seats)
        return Clocks(seats, limit)

    @property
    def counting(self) -> bool:
        """Whether there is any time to count: a seat has some, or the rules set a limit."""
        return self.rules is not None or any(seat.left is not None for seat in self.seats)

    @property
    def end(self) -> float | None:
        """The seconds until someone's time is up; None if nobody's will be."""
        ends = [end for end in (self.rules, *(seat.end for seat in self.seats)) if end is not None]
        return min(ends, default=None)

    @property
    def up(self) -> tuple[Seat, ...]:
        """Those whose time is up. At the limit of the rules it is up for everyone who is awaited."""
        all_up = self.rules is not None and self.rules <= SOON
        return tuple(number for number, seat in enumerate(self.seats) if seat.awaited and (all_up or seat.up))

    def left(self, seat: Seat | None) -> float | None:
        """The seconds until the clock decides for this seat, in tenths; for None what the rules allow."""
        ends = [self.rules]
        if seat is not None:
            ends.append(self.seats[seat].end)
        least = min((end for end in ends if end is not None), default=None)
        return None if least is None else round(least, 1)
