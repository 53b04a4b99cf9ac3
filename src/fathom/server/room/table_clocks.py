"""The clocks of one table while they run: `fathom.server.game.clocks` held to the server's time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from fathom.server.common.clock import Clock, Deadline
from fathom.server.game.clocks import Clocks
from fathom.server.game.play import Moment
from fathom.server.protocol import ClocksNow, SeatTime
from fathom.server.protocol.agreement import NoClock, Terms
from fathom.server.seating.lobby import settings_of
from fathom.server.seating.seats import played_by_bot
from fathom.server.store import TableRow
from fathom.table import Reader, Seat, encoded

NOT_WOUND = b"{}"
"""The clocks of a table that has not started."""


def kept_clocks(row: TableRow) -> Clocks | None:
    """The clocks as they were written down; None if they were not."""
    return None if row.clocks == NOT_WOUND else msgspec.json.decode(row.clocks, type=Clocks)


def wound(row: TableRow, state: Any) -> Clocks:
    """The clocks as they were written down, or before the first decision, in this state of the game."""
    terms = settings_of(row).clock
    limit = state.limit()
    fresh = Clocks.wound(terms, len(row.seats))
    fresh = fresh.followed(terms, state.to_move(), limit, None)
    kept = kept_clocks(row)
    if kept is None:
        return fresh
    kept = kept.rested()
    if has_clock(terms):
        return kept
    # Without a clock they are written down only while the rules set a limit.
    return fresh if limit is None or kept.rules is None else Clocks(fresh.seats, kept.rules)


def due(row: TableRow, state: Any | None) -> float | None:
    """The seconds after a start of the server in which it must go on with a table although nobody comes.

    `state` is that of the game, None before the first entry. At once if everyone was to reveal or a bot is to
    move; when the time of someone is up who does not come back; never (None) if only people have to decide.
    """
    if row.phase == "revealing":
        return 0.0
    if row.phase != "playing" or state is None:
        return None
    return due_while_playing(state, wound(row, state), by_bots(row))


def due_while_playing(state: Any, clocks: Clocks, bots: set[Seat]) -> float | None:
    """The same for a game that is not over, with these clocks."""
    if bots & set(state.to_move()):
        return 0.0
    return clocks.rested().attended((), bots).end if clocks.counting else None


def by_bots(row: TableRow) -> set[Seat]:
    """The seats for which bots decide now."""
    return {number for number, seat in enumerate(row.seats) if played_by_bot(seat)}


def slept(row: TableRow, seconds: float) -> TableRow:
    """A table whose clocks have counted so many seconds since the start, and nobody came."""
    clocks = kept_clocks(row)
    if row.phase != "playing" or clocks is None:
        return row
    clocks = clocks.rested().attended((), by_bots(row)).passed(seconds)
    return msgspec.structs.replace(row, clocks=encoded(clocks), due=clocks.rested().end)


def has_clock(terms: Terms) -> bool:
    """Whether a table with these terms counts anyone's time."""
    return not isinstance(terms, NoClock)


def must_be_kept(terms: Terms, clocks: Clocks) -> bool:
    """Whether there is anything in these clocks that must be written down."""
    return has_clock(terms) or clocks.rules is not None


class TableClocks:
    """Counts down what the clocks say, and calls `time_up` when someone's time may be up.

    `terms` are those that the table has agreed on.
    """

    def __init__(self, clock: Clock, terms: Callable[[], Terms], time_up: Callable[[], None]) -> None:
        self._clock = clock
        self._terms = terms
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

    def after(self, moment: Moment, windows: Collection[Seat] | None = None) -> Clocks:
        """The clocks once this moment is the present; `windows` show it at length, if anything is to show."""
        state = moment.state
        if moment.taken_back is not None:
            return self.now.taken_back(state.to_move(), moment.taken_back.seat)
        clocks = self.now.followed(self._terms(), state.to_move(), state.limit(), moment.entry.seat)
        return clocks if windows is None else clocks.staged(windows)

    def shown(self, seat: Seat) -> None:
        """Count on, now that this seat has seen what happened."""
        self.go_on(self.now.shown(seat))

    def go_on(self, clocks: Clocks) -> None:
        """Count on from these."""
        self._clocks, self._since = clocks, self._clock.now()
        end = clocks.end
        if end is None:
            self._end.stop()
        else:
            self._end.set(end)

    def attend(self, here: Collection[Seat], by_bots: Collection[Seat]) -> None:
        """Count on, now that these seats are connected and bots play for those."""
        self.go_on(self.now.attended(set(here), set(by_bots)))

    def put_off(self, limit: float | None, seconds: float) -> None:
        """Decide for those whose time is up in so many seconds, not now."""
        self.go_on(self.now.put_off(limit, seconds))

    def stop(self) -> None:
        """Count no more: the game is over, or leaves memory."""
        self._clocks = Clocks(())
        self._end.stop()

    def left(self, reader: Reader) -> float | None:
        """The seconds until the clock decides for this reader; None without a limit."""
        now = self.now
        return now.left(reader) if now.seats else None

    def told(self) -> ClocksNow | None:
        """The clocks as everyone reads them; None where the table plays without."""
        if not has_clock(self._terms()):
            return None
        return ClocksNow(
            tuple(
                None
                if seat.left is None
                else SeatTime(round(seat.left, 1), seat.running, round(seat.grace, 1))
                for seat in self.now.seats
            )
        )
