"""A room: one table, and the only place where anything at it changes.

Everything that is asked of a table goes through its mailbox and is carried out one after the other. An action
is checked, played on a copy, written down, and only then acknowledged and told to everyone: what nobody has
written down has not happened. What may be asked, and what it leads to, is in files of its own (`changes`,
`fair`, `talk`, `clocks`, `play`); here is only the order of things.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal

import msgspec

from fathom.dive import DiveState
from fathom.players.eyes import NoisyEyes, Soundings
from fathom.server import fair, frames, lobby, refusals, seats, talk
from fathom.server.attendance import Attendance
from fathom.server.audience import Audience, Visitor
from fathom.server.changes import Change, changed
from fathom.server.clock import Deadline
from fathom.server.clocks import Clocks, NoClock
from fathom.server.house import House
from fathom.server.logs import note, warn
from fathom.server.looks import Pictures
from fathom.server.mailbox import Mailbox
from fathom.server.opening import open_again
from fathom.server.play import Moment, Play
from fathom.server.protocol import (
    Act,
    BotFailed,
    Checked,
    DiceFailed,
    Done,
    Draft,
    FromServer,
    Lobby,
    LobbyNow,
    RefusedNow,
    Said,
    Say,
    SayPhrase,
    Talk,
    Torch,
    TorchOf,
)
from fathom.server.seats import reader_of, seat_of
from fathom.server.served import GAMES
from fathom.server.showing import Showing
from fathom.server.store import AlreadyWritten, NotWritten, TableRow, TalkRow
from fathom.server.thinking import Answer, Thinking, played
from fathom.server.ticking import Ticking
from fathom.server.tokens import Secrets
from fathom.table import FairDice, Reader, Record, Refused, Seat, encoded

TRY_AGAIN = 1012
"""The closing code that tells a browser to come back in a moment."""

NOT_WELCOME = 1008

NOT_WOUND = b"{}"
"""The clocks of a table that has not started."""

RETRY_SECONDS = 2.0
"""So long the table waits before it tries again what could not be written down."""


class Room:
    """One table in memory. All methods are called from the event loop."""

    def __init__(
        self,
        house: House,
        row: TableRow,
        play: Play | None,
        closed: Callable[[Room], None],
        said: tuple[TalkRow, ...] = (),
    ) -> None:
        self.row = row
        self.game = GAMES[row.game]
        self.options = msgspec.json.decode(row.options, type=self.game.options_type)
        self._house = house
        self._play = play
        self._closed = closed
        self._said = list(said)
        self._guests = 0
        self._is_closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._news = False
        self._mailbox = Mailbox(self._catch_up, self._not_written, self._failed)
        clock = house.clock
        self._audience = Audience(self.reader)
        self._attendance = Attendance(clock, lambda: self._mailbox.put(self._tell_gone))
        self._reveals = Deadline(clock, lambda: self._mailbox.put(self._break_silence))
        self._ticking = Ticking(clock, lambda: self._mailbox.put(self._decide_for_missing))
        self._retry = Deadline(clock, self._ask_bots)
        self._thinking = Thinking(house, self.game, self._begin, self._bot_answered)
        self._showing = Showing(house.looks, row.id, self._begin, self._audience.tell)
        self._attendance.follow(seats.people(row), self._audience.here())
        if play is not None and row.phase == "playing":
            self._ticking.go_on(self._attended(self._wound(row, play)))
            self._follow()
        elif row.phase == "revealing":
            self._await_reveals()  # the server was down: everyone has the full time again

    @classmethod
    async def found(cls, house: House, table: str, closed: Callable[[Room], None]) -> Room:
        """A table as the log has it; raises `Refused` if there is none, `BrokenLog` if it does not fit."""
        news = await house.store.news(table, after=-1)
        if news is None:
            raise Refused(refusals.NO_SUCH_TABLE())
        said = await house.store.talk(table)
        play = None
        if news.entries:
            play = Play.rebuilt(GAMES[news.row.game], news.row, news.entries, news.drafts)
            note("table-rebuilt", table=table, entries=len(news.entries))
        return cls(house, news.row, play, closed, said)

    # ── Who is there ───────────────────────────────────────────────────────────────────────────────────────

    def reader(self, token: bytes | None) -> Reader:
        """The seat of whoever has the token with this hash; None for a spectator."""
        return reader_of(self.row, token)

    def lobby(self, token: bytes | None) -> Lobby:
        """The table as whoever has this token may know it; raises `Refused` if they may not."""
        return self._lobby(self._admitted(token))

    def _lobby(self, reader: Reader) -> Lobby:
        return frames.lobby(self.row, self.options, reader, self._audience.here(), self._attendance.gone)

    def _admitted(self, token: bytes | None) -> Reader:
        """The seat of whoever has this token; spectators are refused where the table wants none.

        Before the start everyone may look in: they may be about to join.
        """
        reader = self.reader(token)
        if reader is None and not self._shows_all():
            raise Refused(refusals.NO_SPECTATORS())
        return reader

    def _shows_all(self) -> bool:
        return self.row.phase in {"lobby", "revealing"} or lobby.settings_of(self.row).spectators

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
            reader = self._admitted(visitor.token)
            was_here = reader is None or reader in self._audience.here()
            self._audience.add(visitor)
            if reader is not None and self.row.seats[reader].stand_in:
                await self._keep(seats.given_back(self.row, reader))
            if was_here:
                self._tell(visitor, LobbyNow(self._lobby(reader)))
            else:
                self._attend()
                self._tell_lobby()
            if self._said:
                lines = tuple(talk.line(row) for row in self._said[-talk.REMEMBERED :])
                self._tell(visitor, Talk(lines))
            if self._play is not None:
                self._tell_game(visitor, self._play, after)
            elif self._reveals.running:
                self._tell(visitor, self._reveal_now())

        await self._mailbox.ask(work)

    def _tell_game(self, visitor: Visitor, play: Play, after: int | None) -> None:
        reader = self.reader(visitor.token)
        missed = None if after is None else play.since(after)
        if not missed:
            visitor.send(frames.position(play, reader, self._ticking.left(reader)))
        else:
            for moment in missed:
                left = self._ticking.left(reader) if moment is play.now else None
                visitor.send(frames.happened(self.game, moment, reader, left))
        if self._has_clock and self.row.phase == "playing":
            self._tell(visitor, self._ticking.told())
        if self._showing.ready is not None:
            self._tell(visitor, self._showing.ready)
        self._follow()

    async def leave(self, visitor: Visitor) -> None:
        """A visitor has gone."""

        async def work() -> None:
            if visitor in self._audience:
                self._audience.remove(visitor)
                reader = self.reader(visitor.token)
                if reader is not None and reader not in self._audience.here():
                    self._attend()
                    self._tell_lobby()

        await self._mailbox.ask(work)

    def _attend(self) -> None:
        """Someone has come or gone, or plays for themselves again: the clocks are told."""
        self._attendance.follow(seats.people(self.row), self._audience.here())
        if self._play is not None and self.row.phase == "playing":
            self._ticking.go_on(self._attended(self._ticking.now))
            if self._has_clock:
                self._audience.tell(self._ticking.told())

    async def _tell_gone(self) -> None:
        self._tell_lobby()

    # ── Around the table ───────────────────────────────────────────────────────────────────────────────────

    async def join(self, token: bytes, invite: str, name: str) -> Seat:
        """Take the first open seat; whoever has a seat already keeps it."""
        return await self._with_seat(lambda: lobby.joined(self.row, token, invite, name))

    async def link(self, token: bytes, link: str) -> Seat:
        """Let a personal link bring the seat of whoever has this token to another browser."""
        return await self._with_seat(lambda: (seats.linked(self.row, token, link), seat_of(self.row, token)))

    async def come_back(self, token: bytes, link: str) -> Seat:
        """Give the seat of a personal link to the browser with this token."""
        return await self._with_seat(lambda: seats.returned(self.row, token, link))

    async def _with_seat(self, change: Callable[[], tuple[TableRow, Seat]]) -> Seat:
        async def work() -> Seat:
            row, seat = change()
            await self._keep(row)
            return seat

        return await self._mailbox.ask(work)

    async def change(self, visitor: Visitor, asked: Change) -> None:
        """Do what a visitor asks of the table; they are told how it stands then. Raises `Refused`."""
        await self._around(visitor, lambda: self._keep(changed(self.row, self.game, visitor.token, asked)))

    async def stand_in(self, visitor: Visitor, seat: Seat) -> None:
        """Let a bot play for someone who is away, because another person at the table wants it."""

        async def work() -> None:
            seats.check_playing(self.row)
            seats.another(self.row, seat, seat_of(self.row, visitor.token))
            self._attendance.check_gone(seat)
            await self._keep(seats.stood_in_for(self.row, seat))

        await self._around(visitor, work)

    async def rematch(self, visitor: Visitor) -> None:
        """Open a table for the same people, or find the one that somebody has opened already."""

        async def work() -> None:
            seat_of(self.row, visitor.token)
            if self.row.phase not in {"over", "closed"}:
                raise Refused(refusals.NOT_FINISHED())
            self.row = await open_again(self._house, self.row)
            self._tell_lobby()

        await self._around(visitor, work)

    async def reveal(self, visitor: Visitor, entropy: bytes) -> None:
        """Take what a visitor adds to the dice; the last one starts the game. Raises `Refused`."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            if not fair.fits(self.row, seat, entropy):
                await self._start_over("mismatch", (seat,))
            elif self.row.phase == "revealing":
                row = fair.revealed(self.row, seat, entropy)
                await (self._keep(row) if fair.silent(row) else self._start(row))

        await self._around(visitor, work)

    async def say(self, visitor: Visitor, said: Say | SayPhrase) -> None:
        """Keep what a visitor says, and tell everyone. Raises `Refused`."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            line = talk.spoken(self.row, seat, said, self._house.clock.date())
            self._house.limits.check(talk.TALKING, (self.row.id, seat))
            kept = await self._house.store.add_talk(self.row.id, line)
            self._said.append(kept)
            self._audience.tell(Said(talk.line(kept)))
            if visitor not in self._audience:
                self._tell(visitor, Said(talk.line(kept)))

        await self._mailbox.ask(work)

    async def point(self, visitor: Visitor, torch: Torch) -> None:
        """Show the others where a visitor holds their torch, if the table wants that. Nothing is kept."""
        seat = seat_of(self.row, visitor.token)
        wanted = self.row.phase == "playing" and lobby.settings_of(self.row).torches
        if wanted and not self._house.limits.take(talk.POINTING, (self.row.id, seat)):
            self._audience.tell_others(seat, TorchOf(seat, torch.across, torch.down, torch.on))

    async def _around(self, visitor: Visitor, work: Callable[[], Awaitable[None]]) -> None:
        """Change something, and tell whoever asked how the table stands, if they are not told like all."""

        async def answered() -> None:
            await work()
            if visitor not in self._audience:
                self._tell(visitor, LobbyNow(self._lobby(self.reader(visitor.token))))

        await self._mailbox.ask(answered)

    async def _keep(self, row: TableRow) -> None:
        """Write down what has changed about the table, and only then tell everyone and go on."""
        row = fair.followed(row)
        if row == self.row:
            return
        before = {visitor: self.reader(visitor.token) for visitor in self._audience}
        self.row = row = await self._house.store.put_table(row)
        if not self._shows_all():
            self._audience.send_away_spectators(NOT_WELCOME, RefusedNow(None, refusals.NO_SPECTATORS()))
        self._attend()
        self._tell_lobby()
        if row.phase == "revealing" and not self._reveals.running:
            self._await_reveals()
        if row.phase == "closed":
            self._end()
        elif self._play is not None:
            for visitor, reader in before.items():
                if visitor in self._audience and self.reader(visitor.token) != reader:
                    self._tell_game(visitor, self._play, None)  # sees now what others may see
            self._follow()

    def _end(self) -> None:
        """Nothing happens here any more."""
        self._ticking.stop()
        self._reveals.stop()
        self._retry.stop()

    # ── Fair dice ──────────────────────────────────────────────────────────────────────────────────────────

    def _await_reveals(self) -> None:
        """Ask everyone for what they add to the dice, and wait for it only so long."""
        self._reveals.set(fair.REVEAL_SECONDS)
        self._audience.tell(self._reveal_now())

    def _reveal_now(self) -> FromServer:
        return frames.reveal_now(self.row, self._reveals.left())

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
                self._reveals.set(RETRY_SECONDS)
            return
        self._close_if_idle()

    async def _start_over(self, reason: Literal["silent", "mismatch"], those: tuple[Seat, ...]) -> None:
        """Back to the lobby, with a new seed: the old one may have been tried out."""
        secrets = Secrets.drawn(self._house.random)
        self.row = await self._house.store.put_table(fair.afresh(self.row, secrets))
        self._reveals.stop()
        note("dice-failed", table=self.row.id, reason=reason, seats=len(those))
        self._audience.tell(DiceFailed(reason, those))
        self._tell_lobby()

    async def _start(self, row: TableRow) -> None:
        """Everyone has revealed: set the game up, write that and the dice down, and let it begin."""
        row = fair.frozen(row)
        play = Play.begun(self.game, self.options, len(row.seats), row.secrets, self._house.clock.date())
        row = msgspec.structs.replace(row, clocks=encoded(self._wound(row, play)))
        self.row = await self._house.store.start(row, play.entries[0])
        note("table-started", table=row.id, game=row.game, seats=len(row.seats))
        self._begin_with(play)

    def _begin_with(self, play: Play) -> None:
        """Let a game begin that has been written down."""
        self._play = play
        self._reveals.stop()
        self._ticking.go_on(self._attended(self._wound(self.row, play)))
        if not self._shows_all():
            self._audience.send_away_spectators(NOT_WELCOME, RefusedNow(None, refusals.NO_SPECTATORS()))
        self._tell_lobby()
        self._audience.tell_each(lambda reader: frames.position(play, reader, self._ticking.left(reader)))
        if self._has_clock:
            self._audience.tell(self._ticking.told())
        self._follow()

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
            play.check_draft(seat, draft.number)
            if seat in play.state.to_move():  # nobody else has anything left to lay
                await self._house.store.keep_draft(self.row.id, seat, play.number, encoded(action))
                play.drafts[seat] = action
            self._tell(visitor, Checked(draft.id, play.state.menu(seat).refusal(action)))

        await self._answered(visitor, draft.id, work)

    async def look(self, token: bytes | None, round_number: int) -> Pictures:
        """The pictures of this round; raises `Refused` for any other."""
        self._admitted(token)
        return await self._showing.look(self._play, self.row.secrets, round_number)

    async def soundings(self, token: bytes | None, round_number: int) -> Soundings:
        """What the seat of whoever has this token makes of the stack in this round, in numbers."""
        seat = seat_of(self.row, token)
        if not lobby.settings_of(self.row).soundings:
            raise Refused(refusals.NO_SOUNDINGS())
        state = None if self._play is None else self._play.state
        if not isinstance(state, DiveState) or state.round != round_number:
            raise Refused(refusals.NO_LOOK(round=round_number))
        # Drawn under labels of their own for seat and round: looking again shows nothing new.
        dice = FairDice(self.row.secrets.seed, self.row.secrets.entropies)
        return await asyncio.to_thread(NoisyEyes().look, state, seat, dice)

    def record(self, token: bytes | None) -> Record:
        """The whole game with its seed, once it is over or the table has been closed."""
        self._admitted(token)
        if self._play is None or self.row.phase not in {"over", "closed"}:
            raise Refused(refusals.NOT_OVER())
        return self._play.record(self.row)

    async def _answered(self, visitor: Visitor, client: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do work for a visitor, who is told if it is refused."""
        try:
            await self._mailbox.ask(work)
        except Refused as refused:
            self._tell(visitor, RefusedNow(client, refused.refusal))

    def _started(self) -> Play:
        """The game that is being played, or was; raises `Refused` before the start and once it is closed."""
        if self._play is None:
            raise Refused(refusals.NOT_STARTED())
        if self.row.phase == "closed":
            raise Refused(refusals.TABLE_CLOSED())
        return self._play

    # ── What happens ───────────────────────────────────────────────────────────────────────────────────────

    async def _written(self, moment: Moment) -> None:
        """Write an entry down, and with it the clocks; only then make it the present."""
        play = self._started()
        draft = play.draft_after(moment)
        over = moment.state.result() is not None
        state = moment.state
        clocks = self._ticking.now.followed(self._terms, state.to_move(), state.limit(), moment.entry.seat)
        row = None
        if over:
            row = msgspec.structs.replace(self.row, phase="over")
        elif self._has_clock or clocks.rules is not None:
            row = msgspec.structs.replace(self.row, clocks=encoded(clocks))
        kept = None if draft is None else encoded(draft)
        self.row = await self._house.store.append(self.row.id, moment.entry, kept, row) or self.row
        play.keep(moment)
        self._ticking.go_on(clocks)
        if over:
            self._end()
            note("table-over", table=self.row.id, entries=len(play.entries))

    def _happen(self, moment: Moment) -> None:
        """Tell everyone of an entry that has been written down, and let it have its consequences."""
        self._audience.tell_each(
            lambda reader: frames.happened(self.game, moment, reader, self._ticking.left(reader))
        )
        if self.row.phase == "over":
            self._tell_lobby()
        elif self._has_clock:
            self._audience.tell(self._ticking.told())
        self._follow()

    def _follow(self) -> None:
        """After something has happened: the bots and the pictures."""
        if self._play is not None and self.row.phase != "closed":
            self._ask_bots()
            self._showing.follow(self._play, self.row.secrets)

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
        before, self.row = self.row, news.row
        if play is None and news.entries:
            self._begin_with(Play.rebuilt(self.game, news.row, news.entries, news.drafts))
        elif play is not None:
            moments = [play.follow(entry) for entry in news.entries]
            play.lay(news.drafts)
            if self.row.phase == "playing":
                self._ticking.go_on(self._attended(self._wound(self.row, play)))
            else:
                self._end()
            for moment in moments:
                self._happen(moment)
        await self._hear_others()
        if self.row.phase != "revealing":
            self._reveals.stop()
        elif not self._reveals.running:
            self._await_reveals()
        if self.row != before:
            self._attendance.follow(seats.people(self.row), self._audience.here())
            self._tell_lobby()
            self._follow()
        return self.row != before or bool(news.entries)

    async def _hear_others(self) -> None:
        """Tell everyone here what was said through other servers."""
        last = self._said[-1].number if self._said else 0
        for line in await self._house.store.talk(self.row.id, after=last):
            self._said.append(line)
            self._audience.tell(Said(talk.line(line)))

    # ── The clocks ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _terms(self) -> Any:
        return lobby.settings_of(self.row).clock

    @property
    def _has_clock(self) -> bool:
        return not isinstance(self._terms, NoClock)

    def _wound(self, row: TableRow, play: Play) -> Clocks:
        """The clocks as they were written down, or before the first decision."""
        limit = play.state.limit()
        fresh = Clocks.wound(self._terms, len(row.seats))
        fresh = fresh.followed(self._terms, play.state.to_move(), limit, None)
        if row.clocks == NOT_WOUND:
            return fresh
        kept = msgspec.json.decode(row.clocks, type=Clocks).rested()
        if self._has_clock:
            return kept
        # Without a clock they are written down only while the rules set a limit.
        return fresh if limit is None or kept.rules is None else Clocks(fresh.seats, kept.rules)

    def _attended(self, clocks: Clocks) -> Clocks:
        here = {reader for reader in self._audience.here() if reader is not None}
        by_bots = {number for number, seat in enumerate(self.row.seats) if seats.played_by_bot(seat)}
        return clocks.attended(here, by_bots)

    async def save(self) -> None:
        """Write the clocks down before the server stops, so that they stand still until it is back."""

        async def work() -> None:
            if self._ticking.running and self.row.phase == "playing":
                clocks = encoded(self._ticking.now)
                self.row = await self._house.store.put_table(msgspec.structs.replace(self.row, clocks=clocks))

        await self._mailbox.ask(work)

    async def _decide_for_missing(self) -> None:
        """Someone's time is up: the rules decide for them."""
        play = self._play
        if play is None or self.row.phase != "playing":
            return
        for seat in self._ticking.now.up:
            if seat not in self._ticking.now.up:
                continue  # an earlier one of them was the last that was missing
            action = play.state.fallback(seat, play.drafts.get(seat))
            moment = play.tried(seat, action, at=self._house.clock.date(), by_clock=True)
            try:
                await self._written(moment)
            except AlreadyWritten:
                self.changed_elsewhere()  # which sets the clock anew for those who are still missing
                return
            except NotWritten as error:
                if self._not_written(error):
                    limit = play.state.limit()
                    self._ticking.go_on(self._ticking.now.put_off(limit, RETRY_SECONDS))
                return
            self._happen(moment)
        self._ticking.go_on(self._ticking.now)
        self._close_if_idle()

    # ── Bots ───────────────────────────────────────────────────────────────────────────────────────────────

    def _ask_bots(self) -> None:
        """Ask every bot that is awaited and not thinking yet."""
        play = self._play
        if play is None or self.row.phase != "playing":
            return
        for seat in play.state.to_move():
            level = seats.played_by_bot(self.row.seats[seat])
            if level:
                self._thinking.ask(seat, level, play.now, self.row.secrets)

    def _bot_answered(self, seat: Seat, asked: Moment, answer: Answer) -> None:
        self._mailbox.put(lambda: self._play_for_bot(seat, asked, answer))

    async def _play_for_bot(self, seat: Seat, asked: Moment, answer: Answer) -> None:
        """Play what a bot has decided, if that is still the position it saw; otherwise ask it again."""
        play = self._play
        self._thinking.done(seat)
        if play is None or self.row.phase != "playing":
            self._close_if_idle()
            return
        level = seats.played_by_bot(self.row.seats[seat])
        if play.now is asked and seat in play.state.to_move() and level:
            moment, problem = played(play, seat, answer, self._house.clock.date())
            try:
                await self._written(moment)
            except AlreadyWritten:
                self.changed_elsewhere()
                return
            except NotWritten as error:
                if self._not_written(error):
                    self._retry.set(RETRY_SECONDS)
                return
            if problem is not None:
                self._bot_failed(seat, level, problem)
            self._happen(moment)
        else:
            self._ask_bots()
        self._close_if_idle()

    def _bot_failed(self, seat: Seat, level: str, problem: Exception) -> None:
        code = problem.refusal.code if isinstance(problem, Refused) else ""
        warn("bot-failed", problem, table=self.row.id, seat=seat, level=level, code=code)
        self._audience.tell(BotFailed(seat))

    # ── Telling ────────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self, visitor: Visitor, message: FromServer) -> None:
        visitor.send(encoded(message))

    def _tell_lobby(self) -> None:
        self._audience.tell_each(lambda reader: encoded(LobbyNow(self._lobby(reader))))

    # ── Opening and closing ────────────────────────────────────────────────────────────────────────────────

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _close_if_idle(self) -> None:
        """Leave memory when nobody is here and nothing is on its way; the log has it all."""
        on_its_way = self._thinking.anyone or self._ticking.running or self._reveals.running
        if not (self._guests or on_its_way or self._retry.running or not self._mailbox.empty):
            self.close()

    def close(self) -> None:
        """Leave memory now. Visitors are sent away and may come back at once: the log has it all."""
        if self._is_closed:
            return
        self._is_closed = True
        self._end()
        self._attendance.stop()
        for task in self._tasks:
            task.cancel()
        self._mailbox.close()
        self._audience.send_away(TRY_AGAIN)
        self._closed(self)
