"""The bots of a table: asked when they are awaited, and heard if they are still asked the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom.server.common.clock import Deadline
from fathom.server.common.logs import warn
from fathom.server.protocol import BotFailed
from fathom.server.room.thinking import Answer, Thinking, Thought, played
from fathom.server.seating import seats
from fathom.table import Refused

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
        """Let every bot think that is awaited; what the others are thinking about is of no use any more."""
        row, play = self._desk.row, self._desk.play
        self._retry.stop()
        if play is None or row.phase != "playing":
            self._thinking.stop()
            return
        levels = {seat: seats.played_by_bot(row.seats[seat]) for seat in play.state.to_move()}
        awaited = {seat: level for seat, level in levels.items() if level}
        self._thinking.follow(play, awaited, row.secrets)

    def stop(self) -> None:
        """Let nobody think any more, and ask nobody again."""
        self._retry.stop()
        self._thinking.stop()

    def _answered(self, thought: Thought, answer: Answer) -> None:
        self._desk.mailbox.put(lambda: self._hear(thought, answer))

    async def _hear(self, thought: Thought, answer: Answer) -> None:
        """Play what a bot has decided, if it is still asked that; otherwise it has been asked anew."""
        desk, play = self._desk, self._desk.play
        if self._thinking.heard(thought) and play is not None:
            moment, problem = played(play, thought.seat, answer, desk.house.clock.date())
            if not await desk.unasked(desk.written(moment), self._retry.set):
                return
            if problem is not None:
                self._tell_failed(thought, problem)
            desk.happen(moment)
        desk.close_if_idle()

    def _tell_failed(self, thought: Thought, problem: Exception) -> None:
        code = problem.refusal.code if isinstance(problem, Refused) else ""
        table, seat, level = self._desk.row.id, thought.seat, thought.level
        warn("bot-failed", problem, table=table, seat=seat, level=level, code=code)
        self._desk.audience.tell(BotFailed(seat))
