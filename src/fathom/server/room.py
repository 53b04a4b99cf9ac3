"""A room: one table, and the only place where anything at it changes.

Everything that is asked of a table goes through its mailbox and is carried out one after the other. An action
is checked, played on a copy, written down, and only then acknowledged and told to everyone: what nobody has
written down has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

import msgspec

from fathom.server import fair, frames, lobby, refusals
from fathom.server.audience import Audience, Visitor
from fathom.server.bots import decide
from fathom.server.changes import Change, changed
from fathom.server.clock import Alarm, Countdown
from fathom.server.house import House
from fathom.server.logs import note, warn
from fathom.server.looks import Pictures, Subject, subject
from fathom.server.mailbox import Mailbox
from fathom.server.play import Moment, Play
from fathom.server.protocol import (
    Act,
    Checked,
    DiceFailed,
    Done,
    Draft,
    FromServer,
    Lobby,
    LobbyNow,
    LookReady,
    RefusedNow,
)
from fathom.server.seats import reader_of, seat_of
from fathom.server.served import GAMES
from fathom.server.store import AlreadyWritten, NotWritten, TableRow
from fathom.server.tokens import Secrets
from fathom.table import Reader, Record, Refused, Seat, encoded

T = TypeVar("T")

TRY_AGAIN = 1012
"""The closing code that tells a browser to come back in a moment."""


RETRY_SECONDS = 2.0
"""So long the table waits before it tries again what could not be written down."""


class Room:
    """One table in memory. All methods are called from the event loop."""

    def __init__(
        self, house: House, row: TableRow, play: Play | None, closed: Callable[[Room], None]
    ) -> None:
        self.row = row
        self.game = GAMES[row.game]
        self.options = msgspec.json.decode(row.options, type=self.game.options_type)
        self._house = house
        self._play = play
        self._closed = closed
        self._audience = Audience(self.reader)
        self._guests = 0
        self._is_closed = False
        self._thinking: set[Seat] = set()
        self._looked_at: Subject | None = None
        self._look_ready: Subject | None = None
        self._retry: Alarm | None = None
        self._reveals_end: float | None = None
        self._reveal_alarm: Alarm | None = None
        self._countdown = Countdown(house.clock, self._time_up)
        self._tasks: set[asyncio.Task[None]] = set()
        self._news = False
        self._mailbox = Mailbox(self._catch_up, self._not_written, self._failed)
        if play is not None:
            self._follow()
        elif row.phase == "revealing":
            self._await_reveals()  # the server was down: everyone has the full time again

    @classmethod
    async def found(cls, house: House, table: str, closed: Callable[[Room], None]) -> Room:
        """A table as the log has it; raises `Refused` if there is none, `BrokenLog` if it does not fit."""
        news = await house.store.news(table, after=-1)
        if news is None:
            raise Refused(refusals.NO_SUCH_TABLE())
        play = None
        if news.entries:
            play = Play.rebuilt(GAMES[news.row.game], news.row, news.entries, news.drafts)
            note("table-rebuilt", table=table, entries=len(news.entries))
        return cls(house, news.row, play, closed)

    # ── Who is there ───────────────────────────────────────────────────────────────────────────────────────

    def reader(self, token: bytes | None) -> Reader:
        """The seat of whoever has the token with this hash; None for a spectator."""
        return reader_of(self.row, token)

    def lobby(self, token: bytes | None) -> Lobby:
        """The table as whoever has this token may know it."""
        return frames.lobby(self.row, self.options, self.reader(token), self._audience.here())

    async def join(self, token: bytes, invite: str, name: str) -> Seat:
        """Take the first open seat; whoever has a seat already keeps it."""

        async def work() -> Seat:
            row, seat = lobby.joined(self.row, token, invite, name)
            await self._keep(row)
            return seat

        return await self._mailbox.ask(work)

    async def change(self, visitor: Visitor, asked: Change) -> None:
        """Do what a visitor asks of the table; they are told how it stands then. Raises `Refused`."""

        async def work() -> None:
            await self._keep(changed(self.row, self.game, visitor.token, asked))
            self._answer_lobby(visitor)

        await self._mailbox.ask(work)

    async def reveal(self, visitor: Visitor, entropy: bytes) -> None:
        """Take what a visitor adds to the dice; the last one starts the game. Raises `Refused`."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            if not fair.fits(self.row, seat, entropy):
                await self._start_over("mismatch", (seat,))
            elif self.row.phase == "revealing":
                row = fair.revealed(self.row, seat, entropy)
                await (self._keep(row) if fair.silent(row) else self._start(row))
            self._answer_lobby(visitor)

        await self._mailbox.ask(work)

    def expect(self) -> None:
        """Someone is about to come in: the room stays in memory until they are released."""
        self._guests += 1

    def release(self) -> None:
        """Someone has gone for good."""
        self._guests -= 1
        self._close_if_idle()

    async def enter(self, visitor: Visitor, after: int | None) -> None:
        """Tell a visitor where the table stands: what they missed, or all anew. From now on they hear all."""

        async def work() -> None:
            reader = self.reader(visitor.token)
            was_here = reader is None or reader in self._audience.here()
            self._audience.add(visitor)
            if was_here:
                self._tell(visitor, LobbyNow(self.lobby(visitor.token)))
            else:
                self._tell_lobby()
            if self._play is None:
                if self._reveals_end is not None:
                    self._tell(visitor, self._reveal_now())
                return
            missed = None if after is None else self._play.since(after)
            if not missed:
                visitor.send(frames.position(self._play, reader, self._countdown.left()))
            else:
                for moment in missed:
                    left = self._countdown.left() if moment is self._play.now else None
                    visitor.send(frames.happened(self.game, moment, reader, left))
            if self._look_ready is not None and self._look_ready == self._looked_at:
                self._tell(visitor, LookReady(self._look_ready.round))
            self._follow()

        await self._mailbox.ask(work)

    async def leave(self, visitor: Visitor) -> None:
        """A visitor has gone."""

        async def work() -> None:
            if visitor in self._audience:
                self._audience.remove(visitor)
                reader = self.reader(visitor.token)
                if reader is not None and reader not in self._audience.here():
                    self._tell_lobby()

        await self._mailbox.ask(work)

    # ── What they do ───────────────────────────────────────────────────────────────────────────────────────

    async def act(self, visitor: Visitor, act: Act) -> None:
        """Play a visitor's action and tell everyone; they get `Done` once it cannot be lost any more."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            play = self._started()
            action = play.decoded(act.action)
            known = play.already(seat, act.id, action)
            if known is not None:
                self._tell(visitor, Done(act.id, known))
                return
            play.check_seen(seat, act.number, action)
            moment = play.tried(seat, action, at=self._house.clock.date(), client=act.id)
            await self._written(moment)
            self._tell(visitor, Done(act.id, moment.number))
            self._happen(moment)

        await self._answered(visitor, act.id, work)

    async def draft(self, visitor: Visitor, draft: Draft) -> None:
        """Keep what lies on a visitor's board, and say whether it could be played like that."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            play = self._started()
            action = play.decoded(draft.action)
            if seat in play.state.to_move():  # nobody else has anything left to lay
                await self._house.store.keep_draft(self.row.id, seat, play.number, encoded(action))
                play.drafts[seat] = action
            self._tell(visitor, Checked(draft.id, play.state.menu(seat).refusal(action)))

        await self._answered(visitor, draft.id, work)

    async def look(self, round_number: int) -> Pictures:
        """The pictures of this round; raises `Refused` for any other."""
        seen = None if self._play is None else subject(self._play.first, self._play.state)
        if seen is None or seen.round != round_number:
            raise Refused(refusals.NO_LOOK(round=round_number))
        return await self._house.looks.pictures(self.row.id, self.row.secrets, seen)

    def record(self) -> Record:
        """The whole game with its seed, once it is over."""
        if self._play is None or self._play.state.result() is None:
            raise Refused(refusals.NOT_OVER())
        return self._play.record(self.row)

    # ── What is asked for ──────────────────────────────────────────────────────────────────────────────────

    async def _answered(self, visitor: Visitor, client: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do work for a visitor, who is told if it is refused."""
        try:
            await self._mailbox.ask(work)
        except Refused as refused:
            self._tell(visitor, RefusedNow(client, refused.refusal))

    def _started(self) -> Play:
        if self._play is None:
            raise Refused(refusals.NOT_STARTED())
        return self._play

    # ── Before the start ───────────────────────────────────────────────────────────────────────────────────

    async def _keep(self, row: TableRow) -> None:
        """Write down what has changed about the table, and only then tell everyone."""
        row = fair.followed(row)
        if row == self.row:
            return
        self.row = await self._house.store.put_table(row)
        self._tell_lobby()
        if row.phase == "revealing" and self._reveals_end is None:
            self._await_reveals()

    def _await_reveals(self) -> None:
        """Ask everyone for what they add to the dice, and wait for it only so long."""
        self._reveals_end = self._house.clock.now() + fair.REVEAL_SECONDS
        self._reveal_alarm = self._house.clock.call_at(self._reveals_end, self._silence)
        self._audience.tell(self._reveal_now())

    def _reveal_now(self) -> FromServer:
        end = self._reveals_end or 0.0
        return frames.reveal_now(self.row, max(0.0, end - self._house.clock.now()))

    def _silence(self) -> None:
        self._mailbox.put(self._break_silence)

    async def _break_silence(self) -> None:
        """Somebody has not revealed anything for too long."""
        if self.row.phase != "revealing":
            return  # the last one did while this waited in the mailbox
        try:
            await self._start_over("silent", fair.silent(self.row))
        except AlreadyWritten:
            self.changed_elsewhere()
            return
        except NotWritten as error:
            if self._not_written(error):
                again = self._house.clock.now() + RETRY_SECONDS
                self._reveal_alarm = self._house.clock.call_at(again, self._silence)
            return
        self._close_if_idle()

    async def _start_over(self, reason: Literal["silent", "mismatch"], seats: tuple[Seat, ...]) -> None:
        """Back to the lobby, with a new seed: the old one may have been tried out."""
        secrets = Secrets.drawn(self._house.random)
        self.row = await self._house.store.put_table(fair.afresh(self.row, secrets))
        self._stop_waiting_for_reveals()
        note("dice-failed", table=self.row.id, reason=reason, seats=len(seats))
        self._audience.tell(DiceFailed(reason, seats))
        self._tell_lobby()

    def _stop_waiting_for_reveals(self) -> None:
        if self._reveal_alarm is not None:
            self._reveal_alarm.cancel()
        self._reveals_end = self._reveal_alarm = None

    async def _start(self, row: TableRow) -> None:
        """Everyone has revealed: set the game up, write that and the dice down, and let it begin."""
        row = fair.frozen(row)
        play = Play.begun(self.game, self.options, len(row.seats), row.secrets, self._house.clock.date())
        self.row = await self._house.store.start(row, play.entries[0])
        note("table-started", table=row.id, game=row.game, seats=len(row.seats))
        self._begin_with(play)

    def _begin_with(self, play: Play) -> None:
        """Let a game begin that has been written down."""
        self._play = play
        self._stop_waiting_for_reveals()
        self._follow_clock()
        self._tell_lobby()
        self._audience.tell_each(lambda reader: frames.position(play, reader, self._countdown.left()))
        self._follow()

    # ── What happens ───────────────────────────────────────────────────────────────────────────────────────

    async def _written(self, moment: Moment) -> None:
        """Write an entry down, and only then make it the present."""
        play = self._started()
        draft = play.draft_after(moment)
        over = moment.state.result() is not None
        kept = None if draft is None else encoded(draft)
        row = msgspec.structs.replace(self.row, phase="over") if over else None
        self.row = await self._house.store.append(self.row.id, moment.entry, kept, row) or self.row
        play.keep(moment)
        if over:
            note("table-over", table=self.row.id, entries=len(play.entries))

    def _happen(self, moment: Moment) -> None:
        """Tell everyone of an entry that has been written down, and let it have its consequences."""
        self._follow_clock()
        self._audience.tell_each(
            lambda reader: frames.happened(self.game, moment, reader, self._countdown.left())
        )
        if self.row.phase == "over":
            self._tell_lobby()
        self._follow()

    def _follow_clock(self) -> None:
        self._countdown.follow(self._started().state.limit())

    def _follow(self) -> None:
        """After something has happened: the countdown, the bots and the pictures."""
        self._follow_clock()
        self._ask_bots()
        self._look()

    def _not_written(self, error: NotWritten) -> bool:
        """Note what could not be written down; whether the table can go on as it is in memory."""
        warn("not-written", error, table=self.row.id)
        if isinstance(error, AlreadyWritten):
            # Another server has written what cannot be found here: what is in memory is not the whole game.
            self.close()
        return not self._is_closed

    def _failed(self, error: Exception) -> None:
        """Something went wrong that nobody foresaw. The log is the truth: the room begins again from it."""
        warn("room-failed", error, table=self.row.id)
        self.close()

    # ── What other servers do ──────────────────────────────────────────────────────────────────────────────

    def changed_elsewhere(self) -> None:
        """Another server has written to this table: read that as soon as nothing else is being done."""
        if not self._news:
            self._news = True
            self._mailbox.put(self._read_news)

    async def _read_news(self) -> None:
        self._news = False
        try:
            await self._catch_up()
        except NotWritten as error:
            self._not_written(error)
        self._close_if_idle()

    async def _catch_up(self) -> bool:
        """Take over what another server has written, and tell everyone here; whether there was anything."""
        play = self._play
        news = await self._house.store.news(self.row.id, -1 if play is None else play.number)
        if news is None:
            self.close()  # the table has been removed
            return False
        before = self.row
        if play is None and news.entries:
            self.row = news.row
            self._begin_with(Play.rebuilt(self.game, news.row, news.entries, news.drafts))
        elif play is not None:
            for entry in news.entries:
                moment = play.follow(entry)
                if entry is news.entries[-1]:
                    self.row = news.row
                self._happen(moment)
            play.lay(news.drafts)
        self.row = news.row
        if self.row.phase != "revealing":
            self._stop_waiting_for_reveals()
        elif self._reveals_end is None:
            self._await_reveals()
        if self.row != before:
            self._tell_lobby()
        return self.row != before or bool(news.entries)

    # ── The clock ──────────────────────────────────────────────────────────────────────────────────────────

    def _time_up(self) -> None:
        self._mailbox.put(self._decide_for_missing)

    async def _decide_for_missing(self) -> None:
        """The time is up: the rules decide for whoever is missing."""
        play = self._started()
        if not self._countdown.up:
            return  # everyone was ready while this waited in the mailbox
        for seat in play.state.to_move():
            action = play.state.fallback(seat, play.drafts.get(seat))
            moment = play.tried(seat, action, at=self._house.clock.date(), by_clock=True)
            try:
                await self._written(moment)
            except AlreadyWritten:
                self.changed_elsewhere()
                self._time_up()  # for those who are still missing then
                return
            except NotWritten as error:
                if self._not_written(error):
                    self._countdown.stop()
                    self._follow_clock()  # nothing was decided: they get the full time again
                return
            self._happen(moment)

    # ── Bots ───────────────────────────────────────────────────────────────────────────────────────────────

    def _ask_bots(self) -> None:
        """Ask every bot that is awaited and not thinking yet."""
        play = self._started()
        for seat in play.state.to_move():
            if self.row.seats[seat].kind == "bot" and seat not in self._thinking:
                self._thinking.add(seat)
                self._begin(self._think(seat, play.now))

    async def _think(self, seat: Seat, now: Moment) -> None:
        answer: bytes | Exception
        try:
            answer = await decide(
                self._house.bots,
                self.game,
                self.row.seats[seat].level,
                now.state,
                seat,
                now.number,
                self.row.secrets,
            )
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way; the game goes on
            answer = error
        self._mailbox.put(lambda: self._bot_answered(seat, now, answer))

    async def _bot_answered(self, seat: Seat, asked: Moment, answer: bytes | Exception) -> None:
        """Play what a bot has decided, if that is still the position it saw; otherwise ask it again."""
        play = self._started()
        self._thinking.remove(seat)
        if play.now is asked and seat in play.state.to_move():
            moment = self._bot_moment(play, seat, answer)
            try:
                await self._written(moment)
            except AlreadyWritten:
                self.changed_elsewhere()
                return
            except NotWritten as error:
                if self._not_written(error):
                    again = self._house.clock.now() + RETRY_SECONDS
                    self._retry = self._house.clock.call_at(again, self._ask_bots)
                return
            self._happen(moment)
        else:
            self._ask_bots()
        self._close_if_idle()

    def _bot_moment(self, play: Play, seat: Seat, answer: bytes | Exception) -> Moment:
        at = self._house.clock.date()
        try:
            if isinstance(answer, Exception):
                raise answer
            return play.tried(seat, play.decoded(answer), at=at)
        except Exception as error:  # noqa: BLE001 - see above
            code = error.refusal.code if isinstance(error, Refused) else ""
            warn(
                "bot-failed", error, table=self.row.id, seat=seat, level=self.row.seats[seat].level, code=code
            )
            return play.tried(seat, play.state.fallback(seat, None), at=at)

    # ── Pictures ───────────────────────────────────────────────────────────────────────────────────────────

    def _look(self) -> None:
        """Have the pictures drawn if there are new ones, and tell everyone when they are ready."""
        play = self._started()
        seen = subject(play.first, play.state)
        if seen is not None and seen != self._looked_at:
            self._looked_at = seen
            self._begin(self._say_when_drawn(seen))

    async def _say_when_drawn(self, seen: Subject) -> None:
        try:
            await self._house.looks.pictures(self.row.id, self.row.secrets, seen)
        except Exception as error:  # noqa: BLE001 - without pictures the game can still be played
            if self._looked_at == seen:
                warn("look-failed", error, table=self.row.id, round=seen.round)
                self._looked_at = None  # tried again with the next thing that happens
            return
        if self._looked_at == seen:
            self._look_ready = seen
            self._audience.tell(LookReady(seen.round))

    # ── Telling ────────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self, visitor: Visitor, message: FromServer) -> None:
        visitor.send(encoded(message))

    def _tell_lobby(self) -> None:
        here = self._audience.here()
        self._audience.tell_each(
            lambda reader: encoded(LobbyNow(frames.lobby(self.row, self.options, reader, here)))
        )

    def _answer_lobby(self, visitor: Visitor) -> None:
        """Tell someone how the table stands who is not told like all others."""
        if visitor not in self._audience:
            self._tell(visitor, LobbyNow(self.lobby(visitor.token)))

    # ── Opening and closing ────────────────────────────────────────────────────────────────────────────────

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _close_if_idle(self) -> None:
        """Leave memory when nobody is here and nothing is on its way; the log has it all."""
        waiting = self._thinking or self._countdown.running or self._reveals_end is not None
        if not (self._guests or waiting or not self._mailbox.empty):
            self.close()

    def close(self) -> None:
        """Leave memory now. Visitors are sent away and may come back at once: the log has it all."""
        if self._is_closed:
            return
        self._is_closed = True
        self._countdown.stop()
        self._stop_waiting_for_reveals()
        if self._retry is not None:
            self._retry.cancel()
        for task in self._tasks:
            task.cancel()
        self._mailbox.close()
        self._audience.send_away(TRY_AGAIN)
        self._closed(self)
