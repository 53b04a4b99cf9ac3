"""What is said and shown at one table, which the game knows nothing of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from fathom.server.common import refusals
from fathom.server.common.clock import Clock
from fathom.server.common.limits import Limits
from fathom.server.protocol import Ripple, RippleOf, Said, Say, SayPhrase, Talk, Torch, TorchOf
from fathom.server.room.audience import Audience, Visitor
from fathom.server.seating import talk
from fathom.server.seating.lobby import settings_of
from fathom.server.seating.seats import seat_of
from fathom.server.store import TableRow, TalkRow
from fathom.table import Refused


class Talking:
    """Everything that was said at a table, in order.

    `row` reads the table, `write_talk` writes a line; `missed` is called when another server wrote one first.
    """

    def __init__(
        self,
        said: Sequence[TalkRow],
        clock: Clock,
        limits: Limits,
        audience: Audience,
        *,
        row: Callable[[], TableRow],
        write_talk: Callable[[TalkRow], Awaitable[TalkRow]],
        missed: Callable[[], None],
    ) -> None:
        self._said = list(said)
        self._clock = clock
        self._limits = limits
        self._audience = audience
        self._row = row
        self._write_talk = write_talk
        self._missed = missed

    @property
    def last(self) -> int:
        """The number of the last line that was said, as far as this server knows."""
        return self._said[-1].number if self._said else 0

    async def say(self, visitor: Visitor, said: Say | SayPhrase) -> None:
        """Keep what a visitor says, and tell everyone. Raises `Refused`."""
        row = self._row()
        seat = seat_of(row, visitor.token)
        line = talk.spoken(row, seat, said, self._clock.date())
        self._limits.check(talk.TALKING, (row.id, seat))
        kept = await self._write_talk(line)
        spoken = Said(talk.line(row, kept))
        if kept.number == self.last + 1:
            self._said.append(kept)
            self._audience.tell(spoken)
        else:
            self._missed()  # something was said elsewhere before: everyone hears both, in order
        if visitor not in self._audience:
            self._audience.tell_one(visitor, spoken)

    def point(self, visitor: Visitor, torch: Torch) -> None:
        """Show the others where a visitor holds their torch, if the table wants that. Nothing is kept."""
        row = self._row()
        seat = seat_of(row, visitor.token)
        wanted = row.phase == "playing" and settings_of(row).torches
        if wanted and not self._limits.take(talk.POINTING, (row.id, seat)):
            self._audience.tell_others(seat, TorchOf(seat, torch.across, torch.down, torch.on))

    def ripple(self, visitor: Visitor, ripple: Ripple, seen: int | None) -> None:
        """Show everyone where a visitor points, if that round is `seen` now. Raises `Refused`."""
        row = self._row()
        seat = seat_of(row, visitor.token)
        talk.may_speak(row, seat)
        if row.phase != "playing" or ripple.round != seen:
            raise Refused(refusals.NO_LOOK(round=ripple.round))
        self._limits.check(talk.RIPPLING, (row.id, seat))
        self._audience.tell(RippleOf(seat, ripple.round, ripple.across, ripple.down))

    def hear(self, heard: Sequence[TalkRow]) -> None:
        """Tell everyone here what was said through other servers, and let go of what has been unsaid.

        A line that is known and comes again has been unsaid: the person who said it has been forgotten.
        """
        last = self.last
        unsaid = {line.number for line in heard if line.number <= last}
        if any(line.number in unsaid and not talk.is_unsaid(line) for line in self._said):
            self._said = [
                TalkRow(None, number=line.number) if line.number in unsaid else line for line in self._said
            ]
            self._tell_all()
        for line in heard:
            if line.number > last:
                self._said.append(line)
                if not talk.is_unsaid(line):
                    self._audience.tell(Said(talk.line(self._row(), line)))

    def tell(self, visitor: Visitor) -> None:
        """Tell someone who has come in what was said."""
        if lines := talk.lines(self._row(), self._said):
            self._audience.tell_one(visitor, Talk(lines))

    def tell_moved(self, before: TableRow) -> None:
        """Tell everyone anew if what was said is to be read under other names than before."""
        if self._said and talk.moved(before, self._row()):
            self._tell_all()

    def _tell_all(self) -> None:
        self._audience.tell(Talk(talk.lines(self._row(), self._said)))
