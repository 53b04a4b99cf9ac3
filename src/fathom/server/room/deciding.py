"""The bots of a table: asked when they are awaited, and heard if the game still stands where they saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom.server import seats
from fathom.server.clock import Deadline
from fathom.server.logs import warn
from fathom.server.play import Moment
from fathom.server.protocol import BotFailed
from fathom.server.thinking import Answer, Thinking, played
from fathom.table import Refused, Seat

if TYPE_CHECKING:
    from fathom.server.room.desk import Desk


class Deciding:
    """The seats of a desk for which bots decide."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._thinking = Thinking(desk.house, desk.game, desk.begin, self._answered)
        self._retry = Deadline(desk.house.clock, self.ask)

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking, or will be asked again."""
        return self._thinking.anyone or self._retry.running

    def ask(self) -> None:
        """Ask every bot that is awaited and not thinking yet."""
        row, play = self._desk.row, self._desk.play
        if play is None or row.phase != "playing":
            return
        for seat in play.state.to_move():
            level = seats.played_by_bot(row.seats[seat])
            if level:
                self._thinking.ask(seat, level, play.now, row.secrets)

    def stop(self) -> None:
        """Ask nobody again."""
        self._retry.stop()

    def _answered(self, seat: Seat, asked: Moment, answer: Answer) -> None:
        self._desk.mailbox.put(lambda: self._hear(seat, asked, answer))

    async def _hear(self, seat: Seat, asked: Moment, answer: Answer) -> None:
        """Play what a bot has decided, if that is still the position it saw; otherwise ask it again."""
        desk, play = self._desk, self._desk.play
        self._thinking.done(seat)
        if play is None or desk.row.phase != "playing":
            desk.close_if_idle()
            return
        level = seats.played_by_bot(desk.row.seats[seat])
        if play.now is asked and seat in play.state.to_move() and level:
            moment, problem = played(play, seat, answer, desk.house.clock.date())
            if not await desk.unasked(desk.written(moment), self._retry.set):
                return
            if problem is not None:
                self._tell_failed(seat, level, problem)
            desk.happen(moment)
        else:
            self.ask()
        desk.close_if_idle()

    def _tell_failed(self, seat: Seat, level: str, problem: Exception) -> None:
        code = problem.refusal.code if isinstance(problem, Refused) else ""
        warn("bot-failed", problem, table=self._desk.row.id, seat=seat, level=level, code=code)
        self._desk.audience.tell(BotFailed(seat))
