"""Taking back: at once, or when the others at the table agree.

What may be taken back at all, the game says (`fathom.table.standing`). Whoever plays alone with bots takes it
back at once, and so does everyone whose decision nobody else has seen. Otherwise every other person who plays
for themselves has to agree; that is asked in the table's row, so that all servers know of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fathom.server import protocol
from fathom.server.common import refusals
from fathom.server.common.clock import Clock
from fathom.server.game.play import Moment, Play
from fathom.server.room.audience import Audience, Visitor
from fathom.server.room.table import Table
from fathom.server.seating import asking_back, seats
from fathom.server.store import TableRow
from fathom.table import Refused, Seat


class Undoing:
    """Taking back at one table. `change` writes its row, `write` an entry, of which `happen` tells all."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        audience: Audience,
        *,
        change: Callable[[TableRow], Awaitable[None]],
        write: Callable[[Moment], Awaitable[None]],
        happen: Callable[[Moment], None],
    ) -> None:
        self._table = table
        self._clock = clock
        self._audience = audience
        self._change = change
        self._write = write
        self._happen = happen

    async def ask(self, visitor: Visitor, asked: protocol.TakeBack) -> bool:
        """Take a visitor's last decision back, or ask the others; whether it was done. Raises `Refused`."""
        seat = self._table.seat(visitor.token)
        play = self._table.started()
        known = play.already(seat, asked.id, None)
        if known is not None:
            self._done(visitor, asked.id, known)
            return True
        self._check()
        moment = play.without_last(seat, at=self._clock.date(), client=asked.id)
        last = play.standing(seat)
        if last is None or last.number != asked.number:
            raise Refused(refusals.NOTHING_TO_TAKE_BACK())
        row = asking_back.asking(self._table.row, seat, asked.number)
        before = asking_back.asked(self._table.row)
        agreed = () if before is None or self._table.row is not row else before.agreed
        if last.in_secret or asking_back.others(row, seat) <= set(agreed):
            await self._write(moment)
            self._done(visitor, asked.id, moment.number)
            self._happen(moment)
            return True
        await self._change(row)
        return False

    async def agree(self, visitor: Visitor, number: int) -> None:
        """A visitor lets someone else take that entry back; raises `Refused`."""
        seat, play, asked = self._asked(visitor, number)
        if seat == asked.seat:
            raise Refused(refusals.NOT_YOURSELF())
        row = asking_back.agreed(self._table.row, seat, asked)
        if asking_back.others(row, asked.seat) <= {seat, *asked.agreed}:
            moment = play.without_last(asked.seat, at=self._clock.date())
            await self._write(moment)
            self._happen(moment)
        else:
            await self._change(row)

    async def refuse(self, visitor: Visitor, number: int) -> None:
        """A visitor does not let someone take that back, or asks no more themselves; raises `Refused`."""
        seat, _, asked = self._asked(visitor, number)
        await self._change(asking_back.refused(self._table.row, seat, asked))

    def _check(self) -> None:
        seats.check_playing(self._table.row)
        if not self._table.settings.taking_back:
            raise Refused(refusals.NO_TAKING_BACK())

    def _asked(self, visitor: Visitor, number: int) -> tuple[Seat, Play, protocol.AskedBack]:
        """Who answers, and what was asked for."""
        seat = self._table.seat(visitor.token)
        play = self._table.started()
        self._check()
        asked = self._table.asked_back
        if asked is None or asked.number != number or asked.refused is not None:
            raise Refused(refusals.NOBODY_ASKS(number=number))
        return seat, play, asked

    def _done(self, visitor: Visitor, client: str, number: int) -> None:
        sign = self._table.row.secrets.signed(number)
        self._audience.tell_one(visitor, protocol.Done(client, number, sign))
