"""Clocks as values: how much time everyone has left, and what becomes of it as time passes and things happen.

Nothing here asks for the time. `passed` is told how many seconds have gone by; between two calls a clock
stands still, so one that was written down and read again after a restart goes on where it was.

Everyone for whom the game waits is on the clock at the same time: most decisions at these tables are made
together. A decision begins when the game starts to wait for a seat, and after each action of a seat for which
it still waits. A player who takes a decision back has the time that was left, and no more.

What is shown at length, such as a dive, costs nobody thinking time: the clock of a seat whose window shows it
is held until the window says that it has been seen, for `SHOWN_SECONDS` at most. A limit of the rules cuts
that short: it begins to count when the last window has said so, after `CUT_SECONDS` at most.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from fathom.server.protocol.agreement import Bank, NoClock, PerDecision, Terms
from fathom.table import Seat

GRACE_SECONDS = 30.0
"""Seconds that the clock stands still in each decision for a player who has lost the connection."""

SHOWN_SECONDS = 45.0
"""Seconds for which a clock is held at most while what happened is still being shown."""

CUT_SECONDS = 2.0
"""The same once the rules count for everyone: whatever is shown is cut short."""

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
    held: float = 0.0
    """Seconds for which the clock is still held, because what happened is being shown."""
    again: bool = False
    """Whether the next decision is one that had begun before: it was taken back, and brings no new time."""

    @property
    def running(self) -> bool:
        """Whether time is counted: for a person who is awaited, on line or with no grace left."""
        counted = self.left is not None and self.awaited and not self.bot and self.held <= 0
        return counted and (self.here or self.grace <= 0)

    @property
    def end(self) -> float | None:
        """The seconds until the time is up if nothing happens; None if it never will be."""
        if self.left is None or not self.awaited or self.bot:
            return None
        return self.held + (self.left if self.here else self.left + self.grace)

    @property
    def up(self) -> bool:
        """Whether the time is up."""
        end = self.end
        return end is not None and end <= SOON

    def passed(self, seconds: float) -> SeatClock:
        """The clock after so many seconds."""
        shown = min(self.held, seconds)
        held, counted = self.held - shown, seconds - shown
        if self.left is None or not self.awaited or self.bot:
            return msgspec.structs.replace(self, held=held) if shown else self
        waited = 0.0 if self.here else min(self.grace, counted)
        left = max(0.0, self.left - (counted - waited))
        return msgspec.structs.replace(self, left=left, grace=self.grace - waited, held=held)

    def held_for(self, seconds: float) -> SeatClock:
        """The clock if it is held for so many seconds more."""
        return msgspec.structs.replace(self, held=seconds)

    def _begun(self, terms: Terms) -> SeatClock:
        """The clock when a new decision begins."""
        left: float | None
        if self.again:
            return msgspec.structs.replace(self, awaited=True, again=False)
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

    def taken_back(self, awaited: bool, own: bool) -> SeatClock:
        """The clock after someone took something back, this seat itself or another; nobody gains time."""
        return msgspec.structs.replace(self, awaited=awaited, again=own and self.awaited)


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
        counted = max(0.0, seconds - self.held)
        rules = None if self.rules is None else max(0.0, self.rules - counted)
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
        if limit is not None:  # D8.2: what is being shown is cut short
            seats = tuple(seat.held_for(min(seat.held, CUT_SECONDS)) for seat in seats)
        return Clocks(seats, limit if limit is None or self.rules is None else self.rules)

    def taken_back(self, to_move: Collection[Seat], seat: Seat) -> Clocks:
        """The clocks after that seat took something back: what was used stays used."""
        seats = tuple(
            clock.taken_back(number in to_move, number == seat) for number, clock in enumerate(self.seats)
        )
        return Clocks(seats, self.rules)

    @property
    def held(self) -> float:
        """The seconds until everyone has seen what happened, if nobody says so before."""
        return max((seat.held for seat in self.seats), default=0.0)

    def staged(self, windows: Collection[Seat]) -> Clocks:
        """The clocks now that something happened which the windows of these seats show at length."""
        seats = tuple(
            seat.held_for(SHOWN_SECONDS if number in windows and not seat.bot else 0.0)
            for number, seat in enumerate(self.seats)
        )
        return Clocks(seats, self.rules)

    def shown(self, seat: Seat) -> Clocks:
        """The clocks now that this seat has seen what happened."""
        seats = tuple(one.held_for(0.0) if number == seat else one for number, one in enumerate(self.seats))
        return Clocks(seats, self.rules)

    def attended(self, here: Collection[Seat], bots: Collection[Seat]) -> Clocks:
        """The clocks now that these seats are on line, and bots decide for those."""
        seats = tuple(
            msgspec.structs.replace(seat, here=number in here, bot=number in bots)
            for number, seat in enumerate(self.seats)
        )
        return Clocks(seats, self.rules)

    def rested(self) -> Clocks:
        """The clocks after the server was down: everyone's line was broken through no fault of theirs."""
        seats = tuple(msgspec.structs.replace(seat, grace=GRACE_SECONDS, held=0.0) for seat in self.seats)
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
    def rules_end(self) -> float | None:
        """The seconds until the limit of the rules; None if they set none."""
        return None if self.rules is None else self.rules + self.held

    @property
    def end(self) -> float | None:
        """The seconds until someone's time is up; None if nobody's will be."""
        ends = [end for end in (self.rules_end, *(seat.end for seat in self.seats)) if end is not None]
        return min(ends, default=None)

    @property
    def up(self) -> tuple[Seat, ...]:
        """Those whose time is up. At the limit of the rules it is up for everyone who is awaited."""
        all_up = self.rules is not None and self.rules <= SOON
        return tuple(number for number, seat in enumerate(self.seats) if seat.awaited and (all_up or seat.up))

    def left(self, seat: Seat | None) -> float | None:
        """The seconds until the clock decides for this seat, in tenths; for None what the rules allow."""
        ends = [self.rules_end]
        if seat is not None:
            ends.append(self.seats[seat].end)
        least = min((end for end in ends if end is not None), default=None)
        return None if least is None else round(least, 1)
