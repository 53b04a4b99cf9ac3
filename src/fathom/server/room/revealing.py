"""Opening a game: everyone reveals what they add to the dice, and with the last of them it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from fathom.server.common.clock import Deadline
from fathom.server.common.logs import note
from fathom.server.common.tokens import Secrets
from fathom.server.game import frames
from fathom.server.game.play import Play
from fathom.server.protocol import DiceFailed, RevealNow
from fathom.server.seating import fair_dice
from fathom.server.store import TableRow
from fathom.table import Seat, encoded

if TYPE_CHECKING:
    from fathom.server.room.desk import Desk


class Revealing:
    """The time in which everyone has to reveal, and what follows from it (`fair_dice`)."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._deadline = Deadline(desk.house.clock, lambda: desk.mailbox.put(self._break_silence))

    @property
    def running(self) -> bool:
        """Whether the table waits for someone to reveal."""
        return self._deadline.running

    def wait(self) -> None:
        """Ask everyone for what they add to the dice, and wait for it only so long."""
        self._deadline.set(fair_dice.REVEAL_SECONDS)
        self._desk.audience.tell(self.asked())

    def stop(self) -> None:
        """Wait for nobody."""
        self._deadline.stop()

    def asked(self) -> RevealNow:
        """What everyone is asked."""
        return frames.reveal_now(self._desk.row, self._deadline.left())

    async def reveal(self, seat: Seat, entropy: bytes) -> None:
        """Take what someone adds to the dice; the last one starts the game. Raises `Refused`."""
        row = self._desk.row
        if not fair_dice.fits(row, seat, entropy):
            await self._start_over("mismatch", (seat,))
        elif row.phase == "revealing":
            row = fair_dice.revealed(row, seat, entropy)
            await (self._desk.keep(row) if fair_dice.silent(row) else self._start(row))

    async def _break_silence(self) -> None:
        """Somebody has not revealed anything for too long."""
        desk = self._desk
        if desk.row.phase != "revealing":
            return  # the last one did while this waited in the mailbox
        if await desk.unasked(self._start_over("silent", fair_dice.silent(desk.row)), self._deadline.set):
            desk.close_if_idle()

    async def _start_over(self, reason: Literal["silent", "mismatch"], those: tuple[Seat, ...]) -> None:
        """Back to the lobby, with a new seed: the old one may have been tried out."""
        desk = self._desk
        secrets = Secrets.drawn(desk.house.random)
        desk.row = await desk.house.store.put_table(fair_dice.afresh(desk.row, secrets))
        self.stop()
        note("dice-failed", table=desk.row.id, reason=reason, seats=len(those))
        desk.audience.tell(DiceFailed(reason, those))
        desk.tell_lobby()

    async def _start(self, row: TableRow) -> None:
        """Everyone has revealed: set the game up, write that and the dice down, and let it begin."""
        desk = self._desk
        row = fair_dice.frozen(row)
        play = Play.begun(desk.game, desk.options, len(row.seats), row.secrets, desk.house.clock.date())
        await desk.showing.prepare(play, row.secrets)
        row = msgspec.structs.replace(row, clocks=encoded(desk.time.wound(row, play)))
        with desk.durable():
            desk.row = await desk.house.store.start(row, play.entries[0])
        note("table-started", table=row.id, game=row.game, seats=len(row.seats))
        self.begin_with(play)

    def begin_with(self, play: Play) -> None:
        """Let a game begin that has been written down."""
        desk = self._desk
        desk.play = play
        self.stop()
        desk.time.go_on_with(play)
        desk.send_spectators_away()
        desk.tell_lobby()
        desk.audience.tell_each(lambda reader: frames.position(play, reader, desk.time.left(reader)))
        desk.time.tell()
        desk.follow()
