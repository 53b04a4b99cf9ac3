"""Opening a game: everyone reveals what they add to the dice, and with the last of them it begins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from fathom.server.common.clock import Clock, Deadline
from fathom.server.common.logs import note
from fathom.server.common.tokens import RandomBytes, Secrets
from fathom.server.game import frames
from fathom.server.protocol import DiceFailed, RevealNow
from fathom.server.seating import fair_dice
from fathom.server.store import TableRow
from fathom.table import Seat


class Starting:
    """The time in which everyone has to reveal, and what follows from it (`fair_dice`).

    `row` reads the table, `write_row` writes it; `change` writes it and tells everyone, `start` begins the
    game once everything is revealed. `tell` and `tell_lobby` tell everyone, `time_up` is called when someone
    has been silent for too long.
    """

    def __init__(
        self,
        clock: Clock,
        random: RandomBytes,
        *,
        row: Callable[[], TableRow],
        write_row: Callable[[TableRow], Awaitable[None]],
        change: Callable[[TableRow], Awaitable[None]],
        start: Callable[[TableRow], Awaitable[None]],
        tell: Callable[[RevealNow | DiceFailed], None],
        tell_lobby: Callable[[], None],
        time_up: Callable[[], None],
    ) -> None:
        self._random = random
        self._row = row
        self._write_row = write_row
        self._change = change
        self._start = start
        self._tell = tell
        self._tell_lobby = tell_lobby
        self._deadline = Deadline(clock, time_up)

    @property
    def running(self) -> bool:
        """Whether the table waits for someone to reveal."""
        return self._deadline.running

    def wait(self) -> None:
        """Ask everyone for what they add to the dice, and wait for it only so long."""
        self._deadline.set(fair_dice.REVEAL_SECONDS)
        self._tell(self.asked())

    def wait_again(self, seconds: float) -> None:
        """Wait some seconds more: what follows from the silence could not be written down."""
        self._deadline.set(seconds)

    def stop(self) -> None:
        """Wait for nobody."""
        self._deadline.stop()

    def asked(self) -> RevealNow:
        """What everyone is asked."""
        return frames.reveal_now(self._row(), self._deadline.left())

    async def reveal(self, seat: Seat, entropy: bytes) -> None:
        """Take what someone adds to the dice; the last one starts the game. Raises `Refused`."""
        row = self._row()
        if not fair_dice.fits(row, seat, entropy):
            await self._start_over("mismatch", (seat,))
        elif row.phase == "revealing":
            row = fair_dice.revealed(row, seat, entropy)
            await (self._change(row) if fair_dice.silent(row) else self._start(fair_dice.frozen(row)))

    async def break_silence(self) -> None:
        """Somebody has not revealed anything for too long: back to the lobby."""
        await self._start_over("silent", fair_dice.silent(self._row()))

    async def _start_over(self, reason: Literal["silent", "mismatch"], those: tuple[Seat, ...]) -> None:
        """Back to the lobby, with a new seed: the old one may have been tried out."""
        await self._write_row(fair_dice.afresh(self._row(), Secrets.drawn(self._random)))
        self.stop()
        note("dice-failed", table=self._row().id, reason=reason, seats=len(those))
        self._tell(DiceFailed(reason, those))
        self._tell_lobby()
