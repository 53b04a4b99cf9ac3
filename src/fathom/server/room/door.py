"""The door of a table: who comes in and goes, and what they are told when they come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fathom.server import protocol
from fathom.server.common import refusals
from fathom.server.common.limits import RETELLING, Limits
from fathom.server.common.logs import alarm
from fathom.server.common.metrics import Metrics
from fathom.server.game.play import Play
from fathom.server.room.audience import Audience, Visitor
from fathom.server.room.starting import Starting
from fathom.server.room.talking import Talking
from fathom.server.room.telling import ReadTable, Telling
from fathom.server.seating import seats
from fathom.server.store import TableRow
from fathom.table import Refusal


class Door:
    """Lets visitors in and out.

    `change` writes a row and tells everyone; `attend` tells the clocks who is here; `catch_up` reads what
    other servers have written; `tell_game` tells someone what they have missed of the game.
    """

    def __init__(
        self,
        table: ReadTable,
        audience: Audience,
        telling: Telling,
        talking: Talking,
        starting: Starting,
        limits: Limits,
        metrics: Metrics,
        *,
        change: Callable[[TableRow], Awaitable[None]],
        attend: Callable[[], None],
        catch_up: Callable[[], Awaitable[bool]],
        tell_game: Callable[[Visitor, Play, int | None], None],
    ) -> None:
        self._table = table
        self._audience = audience
        self._telling = telling
        self._talking = talking
        self._starting = starting
        self._limits = limits
        self._metrics = metrics
        self._change = change
        self._attend = attend
        self._catch_up = catch_up
        self._tell_game = tell_game
        self._alarmed = -1
        """The largest number that someone was given and the log does not have."""

    async def enter(self, visitor: Visitor, hello: protocol.Hello) -> None:
        """Tell a visitor where the table stands: what they missed, or all anew. From now on they hear all."""
        after = self._affordable(visitor, hello.after)
        reader = self._table.admitted(visitor.token)
        lost = None if after is None else await self.lost(after, hello.sign)
        was_here = reader is None or reader in self._audience.here()
        self._audience.add(visitor, shows=hello.shows)
        if reader is not None and self._table.row.seats[reader].stand_in:
            await self._change(seats.given_back(self._table.row, reader))
        if was_here:
            self._audience.tell_one(visitor, protocol.LobbyNow(self._telling.lobby_of(reader)))
        else:
            self._attend()
            self._telling.lobby()
        self._talking.tell(visitor)
        if lost is not None:
            self._audience.tell_one(visitor, protocol.RefusedNow(None, lost))
        if self._table.play is not None:
            self._tell_game(visitor, self._table.play, after)
        elif self._starting.running:
            self._audience.tell_one(visitor, self._starting.asked())

    def leave(self, visitor: Visitor) -> None:
        """A visitor has gone."""
        if visitor in self._audience:
            self._audience.remove(visitor)
            reader = self._table.reader(visitor.token)
            if reader is not None and reader not in self._audience.here():
                self._attend()
                self._telling.lobby()

    def _affordable(self, visitor: Visitor, after: int | None) -> int | None:
        """The number after which a visitor is told everything; None if they have been told too much lately.

        Then they are told where the game stands, as if it were too long ago.
        """
        play = self._table.play
        missed = () if after is None or play is None else play.since(after) or ()
        if len(missed) > 1 and self._limits.take(RETELLING, visitor.address, len(missed)):
            return None
        return after

    async def lost(self, shown: int, sign: str) -> Refusal | None:
        """What to tell someone who has been given a number that the log does not have; None if it has it.

        A game that is over, or was closed, has lost nothing: that was written after its last entry. Its seed
        is public, so anyone can sign.
        """
        if self._number >= shown or not sign or not self._table.row.secrets.has_signed(shown, sign):
            return None
        await self._catch_up()  # another server may have written it, and we have not heard of it yet
        if self._number >= shown or self._table.row.phase in {"over", "closed"}:
            return None
        if shown > self._alarmed:
            self._alarmed = shown
            alarm("tail-lost", table=self._table.row.id, shown=shown, number=self._number)
            self._metrics.count("lost_tails_total")
        return refusals.TAIL_LOST(shown=shown, number=max(0, self._number))

    @property
    def _number(self) -> int:
        """The last entry of the log; -1 before the start."""
        return -1 if self._table.play is None else self._table.play.number
