"""The clocks of a table: wound, kept with the log, and what is decided for whoever has run out of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fathom.server.game.clocks import Clocks
from fathom.server.game.play import Moment, Play
from fathom.server.protocol.agreement import NoClock, Terms
from fathom.server.room.audience import Visitor
from fathom.server.room.ticking import Ticking
from fathom.server.seating import lobby, seats
from fathom.server.store import TableRow
from fathom.table import Reader, encoded

if TYPE_CHECKING:
    from fathom.server.room.desk import Desk

NOT_WOUND = b"{}"
"""The clocks of a table that has not started."""


def kept_clocks(row: TableRow) -> Clocks | None:
    """The clocks as they were written down; None if they were not."""
    return None if row.clocks == NOT_WOUND else msgspec.json.decode(row.clocks, type=Clocks)


class Timekeeping:
    """The time of everyone at a desk. All of it is kept with the log, so it stands still with the server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._ticking = Ticking(desk.house.clock, lambda: desk.mailbox.put(self._decide_for_missing))

    @property
    def running(self) -> bool:
        """Whether the clock will decide something if nobody does."""
        return self._ticking.running

    @property
    def _terms(self) -> Terms:
        return lobby.settings_of(self._desk.row).clock

    @property
    def _has_clock(self) -> bool:
        return not isinstance(self._terms, NoClock)

    def left(self, reader: Reader) -> float | None:
        """The seconds until the clock decides for this reader; None without a limit."""
        return self._ticking.left(reader)

    def tell(self, visitor: Visitor | None = None) -> None:
        """Tell someone, or everyone, how the clocks stand, where the table plays with any."""
        if not self._has_clock:
            return
        if visitor is None:
            self._desk.audience.tell(self._ticking.told())
        else:
            self._desk.tell(visitor, self._ticking.told())

    def wound(self, row: TableRow, play: Play) -> Clocks:
        """The clocks as they were written down, or before the first decision."""
        limit = play.state.limit()
        fresh = Clocks.wound(self._terms, len(row.seats))
        fresh = fresh.followed(self._terms, play.state.to_move(), limit, None)
        kept = kept_clocks(row)
        if kept is None:
            return fresh
        kept = kept.rested()
        if self._has_clock:
            return kept
        # Without a clock they are written down only while the rules set a limit.
        return fresh if limit is None or kept.rules is None else Clocks(fresh.seats, kept.rules)

    def after(self, moment: Moment) -> Clocks:
        """The clocks once this moment is the present."""
        state = moment.state
        return self._ticking.now.followed(self._terms, state.to_move(), state.limit(), moment.entry.seat)

    def counts(self, clocks: Clocks) -> bool:
        """Whether there is anything in these clocks that must be written down."""
        return self._has_clock or clocks.rules is not None

    def go_on(self, clocks: Clocks) -> None:
        """Count on from these."""
        self._ticking.go_on(clocks)

    def go_on_with(self, play: Play) -> None:
        """Count on from what was written down of this game."""
        self.go_on(self._attended(self.wound(self._desk.row, play)))

    def attend(self) -> None:
        """Someone has come or gone, or plays for themselves again."""
        self.go_on(self._attended(self._ticking.now))
        self.tell()

    def _attended(self, clocks: Clocks) -> Clocks:
        desk = self._desk
        here = {reader for reader in desk.audience.here() if reader is not None}
        by_bots = {number for number, seat in enumerate(desk.row.seats) if seats.played_by_bot(seat)}
        return clocks.attended(here, by_bots)

    def stop(self) -> None:
        """Count no more."""
        self._ticking.stop()

    async def save(self) -> None:
        """Write the clocks down as they stand."""
        desk = self._desk
        if self.running and desk.row.phase == "playing":
            clocks = encoded(self._ticking.now)
            desk.row = await desk.house.store.put_table(msgspec.structs.replace(desk.row, clocks=clocks))

    async def _decide_for_missing(self) -> None:
        """Someone's time is up: the rules decide for them."""
        desk, play = self._desk, self._desk.play
        if play is None or desk.row.phase != "playing":
            return
        for seat in self._ticking.now.up:
            if seat not in self._ticking.now.up:
                continue  # an earlier one of them was the last that was missing
            action = play.state.fallback(seat, play.drafts.get(seat))
            moment = play.tried(seat, action, at=desk.house.clock.date(), by_clock=True)
            # Where another server was quicker, its news sets the clock anew for those who are still missing.
            if not await desk.unasked(desk.written(moment), self._put_off):
                return
            desk.happen(moment)
        self.go_on(self._ticking.now)
        desk.close_if_idle()

    def _put_off(self, seconds: float) -> None:
        limit = self._desk.started().state.limit()
        self.go_on(self._ticking.now.put_off(limit, seconds))
