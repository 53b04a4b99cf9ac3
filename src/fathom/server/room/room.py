"""A room: one table in memory, and the one order in which things happen there.

Everything that is asked of a table goes through its mailbox and is carried out one after the other
(`Room.carry_out` lists it all). An action is played on a copy, written down, and only then acknowledged and
told to everyone: what nobody has written down has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from fathom import guests
from fathom.server import protocol
from fathom.server.common import refusals
from fathom.server.common.logs import note, warn
from fathom.server.common.tokens import ID_BYTES, INVITE_BYTES, Secrets, readable, short_code, token
from fathom.server.game import frames, options_on_wire
from fathom.server.game.bots import Bots
from fathom.server.game.play import Moment, Play
from fathom.server.host.new_tables import open_rematch
from fathom.server.host.services import Services
from fathom.server.protocol import Change
from fathom.server.room import asks
from fathom.server.room.attendance import Attendance
from fathom.server.room.audience import Audience, Visitor
from fathom.server.room.door import Door
from fathom.server.room.look_news import Showing
from fathom.server.room.mailbox import Mailbox
from fathom.server.room.past import Past, someone
from fathom.server.room.reading import Reading
from fathom.server.room.starting import Starting
from fathom.server.room.table import Table
from fathom.server.room.table_clocks import TableClocks, by_bots, kept_clocks, wound
from fathom.server.room.talking import Talking
from fathom.server.room.telling import Telling
from fathom.server.room.undoing import Undoing
from fathom.server.seating import fair_dice, lobby, seats
from fathom.server.seating.changes import changed
from fathom.server.store import AlreadyWritten, News, NotWritten, TableRow, TalkRow
from fathom.table import AnyGame, Reader, Refused, Seat, encoded

T = TypeVar("T")

TRY_AGAIN = 1012
"""The closing code that tells a browser to come back in a moment."""

RETRY_SECONDS = 2.0
"""How long the table waits before it tries again what could not be written down."""


class Room:
    """One table in memory, as sockets and requests know it. All methods are called from the event loop."""

    def __init__(
        self,
        services: Services,
        row: TableRow,
        play: Play | None,
        closed: Callable[[Room], None],
        rests: Callable[[Room], None],
        said: tuple[TalkRow, ...] = (),
        slept: float = 0.0,
    ) -> None:
        """A table as it was written down; its clocks have counted `slept` seconds since."""
        self.services = services
        self.table = Table(services, row, play)
        self.guests = 0
        """Those who are here or about to come in: the room stays in memory for them."""
        self._closed = closed
        self._rests = rests
        self._is_closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._news_waits = False
        self._was_asked = False
        """Whether someone had asked to take something back when the last entry was written."""
        self.mailbox = Mailbox(self.carry_out, self.catch_up, self._not_written, self._failed)
        self.audience = Audience(self.table.reader)
        self.attendance = Attendance(services.clock, lambda: self.mailbox.put(asks.SomeoneIsGone()))
        self.clocks = TableClocks(
            services.clock, lambda: self.table.settings.clock, lambda: self.mailbox.put(asks.TimeUp())
        )
        self.telling = Telling(self.table, self.clocks, self.audience, self.attendance)
        self.starting = Starting(
            services.clock,
            services.random,
            row=lambda: self.row,
            write_row=self.table.write_row,
            change=self.change,
            start=self._start,
            tell=self.audience.tell,
            tell_lobby=self.telling.lobby,
            time_up=lambda: self.mailbox.put(asks.RevealTimeUp()),
        )
        self.showing = Showing(
            services.looks, self.table.guest, row.id, self._begin, self.audience.tell, self.audience.address
        )
        self.talking = Talking(
            said,
            services.clock,
            services.limits,
            self.audience,
            row=lambda: self.row,
            write_talk=self.table.write_talk,
            missed=self.changed_elsewhere,
        )
        self.past = Past(services.clock)
        self.reading = Reading(services, self.table, self.telling, self.showing, self.past)
        self.bots = Bots(
            self.game,
            services.bots,
            services.bot_seconds,
            services.clock,
            ask_again=lambda: self.bots.ask(self.row, self.play),
            begin=self._begin,
            answered=lambda thought, answer: self.mailbox.put(asks.BotAnswered(thought, answer)),
            write=lambda moment, retry: self._write_unasked(self.write(moment), retry),
            happen=self.happen,
            failed=self.audience.tell,
        )
        self.undoing = Undoing(
            self.table,
            services.clock,
            self.audience,
            change=self.change,
            write=self.write,
            happen=self.happen,
        )
        self.door = Door(
            self.table,
            self.audience,
            self.telling,
            self.talking,
            self.starting,
            services.limits,
            services.metrics,
            change=self.change,
            attend=self._attend,
            catch_up=self.catch_up,
            tell_game=self._tell_game,
        )
        self.attendance.follow(seats.people(row), self.audience.here())
        if play is not None and row.phase == "playing":
            self._wind(play, slept)
            self.follow()
        elif row.phase == "revealing":
            self.starting.wait()  # the server was down: everyone has the full time again

    @classmethod
    async def found(
        cls,
        services: Services,
        table: str,
        closed: Callable[[Room], None],
        rests: Callable[[Room], None],
        slept: float = 0.0,
    ) -> Room:
        """A table as the log has it; raises `Refused` if there is none, `BrokenLog` if it does not fit."""
        news = await services.store.news(table, after=-1)
        if news is None:
            raise Refused(refusals.NO_SUCH_TABLE())
        said = await services.store.talk(table)
        # Whatever cannot be read shows before anything has begun that would go on without it.
        lobby.settings_of(news.row)
        kept_clocks(news.row)
        play = None
        if news.entries:
            game = guests.rules(news.row.game)
            play = await Play.rebuilt_in_slices(game, news.row, news.entries, news.drafts)
            note("table-rebuilt", table=table, entries=len(news.entries))
        return cls(services, news.row, play, closed, rests, said, slept)

    @property
    def row(self) -> TableRow:
        """The table as it was last written."""
        return self.table.row

    @property
    def play(self) -> Play | None:
        """The game since its setup; None before the start."""
        return self.table.play

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.table.game

    # ── What can be asked ──────────────────────────────────────────────────────────────────────────────────

    async def carry_out(self, asked: asks.Ask[Any]) -> Any:
        """Do what is asked, alone: nothing else is carried out meanwhile. Raises `Refused`."""
        match asked:
            case asks.Message(visitor, protocol.Hello() as hello):
                await self.door.enter(visitor, hello)
            case asks.Message(visitor, protocol.Act() as act):
                await self.act(visitor, act)
            case asks.Message(visitor, protocol.Draft() as draft):
                await self.draft(visitor, draft)
            case asks.Message(visitor, protocol.TakeBack() as take_back):
                if not await self.undoing.ask(visitor, take_back):
                    self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.AgreeToTakeBack(number)):
                await self.undoing.agree(visitor, number)
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.RefuseToTakeBack(number)):
                await self.undoing.refuse(visitor, number)
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.Recount(after)):
                self.telling.story_to(visitor, self.services.limits, after)
            case asks.Message(visitor, protocol.Say() | protocol.SayPhrase() as said):
                await self.talking.say(visitor, said)
            case asks.Message(visitor, protocol.Torch() as torch):
                self.talking.point(visitor, torch)
            case asks.Message(visitor, protocol.Ripple() as ripple):
                self.talking.ripple(visitor, ripple, self.showing.round(self.play))
            case asks.Message(visitor, protocol.Shown(number)):
                self.shown(visitor, number)
            case asks.Message(visitor, protocol.Reveal(entropy)):
                await self.starting.reveal(self.table.seat(visitor.token), bytes.fromhex(entropy))
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.StandIn(seat)):
                await self.stand_in(self.table.seat(visitor.token), seat)
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.Rematch()):
                await self.rematch(self.table.seat(visitor.token))
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.Renew() as renew):
                await self._invite_anew(visitor, changed(self.row, self.game, visitor.token, renew))
            case asks.Message(visitor, protocol.PlayWith(options)):
                await self.play_with(seats.host_of(self.row, visitor.token), options)
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, protocol.Kick() as kick) if self.row.phase == "lobby":
                await self._invite_anew(visitor, changed(self.row, self.game, visitor.token, kick))
                self.telling.lobby_to(visitor)
            case asks.Message(visitor, change) if isinstance(change, Change):
                await self.change(changed(self.row, self.game, visitor.token, change))
                self.telling.lobby_to(visitor)
            case asks.Leave(visitor):
                self.door.leave(visitor)
            case asks.TakeSeat(proof, invite, name):
                return await self._seated(*lobby.joined(self.row, proof, invite, name))
            case asks.LinkSeat(proof, link):
                return await self._seated(seats.linked(self.row, proof, link), self.table.seat(proof))
            case asks.ReturnToSeat(proof, link):
                return await self._seated(*seats.returned(self.row, proof, link))
            case asks.BotAnswered(thought, answer):
                if self.play is not None:
                    await self.bots.hear(self.row, self.play, thought, answer)
                self._rest_if_idle()
            case asks.TimeUp():
                await self._decide_for_missing()
            case asks.RevealTimeUp():
                await self._break_silence()
            case asks.SomeoneIsGone():
                self.telling.lobby()
            case asks.ReadNews():
                await self._read_news()
            case asks.SaveClocks():
                await self._save_clocks()
            case asks.CatchUp():
                pass
            case _:
                raise TypeError(asked)
        return None

    async def ask(self, asked: asks.Ask[T]) -> T:
        """Have something carried out in its turn, and wait for what comes of it; raises `Refused`."""
        return await self.mailbox.ask(asked)

    def expect(self) -> None:
        """Someone is about to come in: the room stays in memory until they are released."""
        self.guests += 1

    def release(self) -> None:
        """Someone has gone for good."""
        self.guests -= 1
        self._rest_if_idle()

    def changed_elsewhere(self) -> None:
        """Another server has written to this table: read that as soon as nothing else is being done."""
        if not self._news_waits:
            self._news_waits = True
            self.mailbox.put(asks.ReadNews())

    # ── Who is here ─────────────────────────────────────────────────────────────────────────────────────────

    def _attend(self) -> None:
        """Someone has come or gone, or plays for themselves again: the clocks are told."""
        self.attendance.follow(seats.people(self.row), self.audience.here())
        if self.play is not None and self.row.phase == "playing":
            self.clocks.attend(*self._attending())
            self.telling.clocks()

    def _attending(self) -> tuple[set[Seat], set[Seat]]:
        """The seats that are connected, and those for which bots play."""
        here = {reader for reader in self.audience.here() if reader is not None}
        return here, by_bots(self.row)

    # ── Around the table ───────────────────────────────────────────────────────────────────────────────────

    async def change(self, row: TableRow) -> None:
        """Write what has changed about the table, and only then tell everyone and go on."""
        row = fair_dice.followed(row)
        if row == self.row:
            return
        before, readers = self.row, self._readers()
        await self.table.write_row(row)
        if self.row.phase == "closed":
            self._end()
        self._tell_changed(before, readers)
        if self.row.phase == "revealing" and not self.starting.running:
            self.starting.wait()

    async def _invite_anew(self, visitor: Visitor, row: TableRow) -> None:
        """Write a change with which the invite and the code are renewed; the host is told them."""
        random = self.services.random
        invite, code = token(random, INVITE_BYTES), short_code(random)
        await self.change(lobby.invited_anew(row, invite, code))
        self.telling.invite(visitor, protocol.InviteNow(invite, readable(code)))

    async def _seated(self, row: TableRow, seat: Seat) -> Seat:
        await self.change(row)
        return seat

    async def stand_in(self, me: Seat, seat: Seat) -> None:
        """Let a bot play for someone who is away, because another person at the table wants it."""
        seats.check_playing(self.row)
        seats.another(self.row, seat, me)
        self.attendance.check_gone(seat)
        await self.change(seats.stood_in_for(self.row, seat))

    async def play_with(self, me: Seat, options: msgspec.Raw) -> None:
        """Play with other options, because the host wants it; nobody chooses them for a seed they know."""
        guest, read = options_on_wire.read(options)
        if guest.name != self.row.game:
            raise Refused(refusals.OTHER_GAME(game=self.row.game))
        row = lobby.played_with(self.row, self.game, self.game.settled(read))
        if row != self.row:
            await self.change(fair_dice.afresh(row, Secrets.drawn(self.services.random)))

    async def rematch(self, me: Seat) -> None:
        """Open a table for the same people, or find the one that somebody has opened already."""
        if self.row.phase not in {"over", "closed"}:
            raise Refused(refusals.NOT_FINISHED())
        if not self.row.rematch:
            table = token(self.services.random, ID_BYTES)
            await self.table.write_row(msgspec.structs.replace(self.row, rematch=table))
        await open_rematch(self.services, self.row)
        self.telling.lobby()

    async def _break_silence(self) -> None:
        if self.row.phase != "revealing":
            return  # the last one revealed while this waited in the mailbox
        if await self._write_unasked(self.starting.break_silence(), self.starting.wait_again):
            self._rest_if_idle()

    async def _start(self, row: TableRow) -> None:
        """Everyone has revealed: set the game up, write that and the dice down, and let it begin."""
        row = lobby.about_to_start(row, self.game)
        seats, date = len(row.seats), self.services.clock.date()
        options = msgspec.json.decode(row.options, type=self.game.options_type)
        play = Play.begun(self.game, options, seats, row.secrets, date)
        await self.showing.prepare(play, row.secrets)
        row = msgspec.structs.replace(row, clocks=encoded(wound(row, play.state)))
        await self.table.write_setup(row, play)
        self._begin_with(play)

    def _begin_with(self, play: Play) -> None:
        """Let a game begin that has been written down."""
        self.starting.stop()
        self._wind(play)
        self.telling.no_spectators()
        self.telling.lobby()
        self.telling.position(play)
        self.telling.clocks()
        self.follow()

    # ── Play ───────────────────────────────────────────────────────────────────────────────────────────────

    async def act(self, visitor: Visitor, act: protocol.Act) -> None:
        """Play a visitor's action; they get `Done` once it cannot be lost any more."""
        seat = self.table.seat(visitor.token)
        play = self.table.started()
        action = play.decoded(act.action)
        known = play.already(seat, act.id, action)
        if known is not None:
            self.audience.tell_one(visitor, protocol.Done(act.id, known, self.row.secrets.signed(known)))
            return
        if act.number > play.number:
            lost = await self.door.lost(act.number, act.sign)
            if lost is not None:
                raise Refused(lost)
        moment = play.decided(seat, act.number, action, at=self.services.clock.date(), client=act.id)
        await self.write(moment)
        self.audience.tell_one(visitor, protocol.Done(act.id, moment.number, moment.sign))
        self.happen(moment)

    async def draft(self, visitor: Visitor, draft: protocol.Draft) -> None:
        """Keep what lies on a visitor's board, and say whether it could be played so."""
        seat = self.table.seat(visitor.token)
        play = self.table.started()
        action = play.decoded(draft.action)
        play.check_draft(seat, draft.number)
        if seat in play.state.to_move():  # nobody else has anything left to lay
            await self.table.write_draft(seat, action)
        self.audience.tell_one(visitor, protocol.Checked(draft.id, play.state.menu(seat).refusal(action)))

    async def write(self, moment: Moment) -> None:
        """Write an entry and the clocks; only then does it become the present, and the clocks go on."""
        windows = {seat for seat in self.audience.showing() if seat is not None}
        clocks = self.clocks.after(moment, windows if self._staged(moment) else None)
        self._was_asked = bool(self.row.asking)
        await self.table.write_entry(moment, clocks)
        self.clocks.go_on(clocks)
        if self.row.phase == "over":
            self._end()

    def happen(self, moment: Moment) -> None:
        """Tell everyone of an entry that has been written down, and let it have its consequences."""
        if self._staged(moment):
            self.past.begin(moment.number)
        self.audience.tell_each(
            lambda reader: frames.happened(self.game, moment, reader, self.clocks.left(reader))
        )
        if self.row.phase == "over" or self._was_asked or self.row.asking:
            self._was_asked = False  # whatever was asked for is answered, or cannot be had any more
            self.telling.lobby()
        if self.row.phase != "over":
            self.telling.clocks()
        self.follow()

    def _staged(self, moment: Moment) -> bool:
        """Whether something happened that is shown at length."""
        return any(map(self.table.guest.staged, moment.events))

    def shown(self, visitor: Visitor, number: int) -> None:
        """Someone has seen everything up to this entry: their clock starts, and the pictures of it go."""
        reader = self.table.admitted(visitor.token)
        if not self.past.go_on(someone(reader, visitor.token), number) or reader is None:
            return
        if self.play is not None and self.row.phase == "playing" and self.clocks.now.held:
            self.clocks.shown(reader)
            self.telling.clocks()
            self.telling.time_left()

    def follow(self) -> None:
        """After something has happened: the bots and the pictures."""
        if self.play is not None and self.row.phase != "closed":
            self.bots.ask(self.row, self.play)
            self.showing.follow(self.play, self.row.secrets)

    def _wind(self, play: Play, slept: float = 0.0) -> None:
        """Let the clocks count on from what was written down of this game, so many seconds ago."""
        self.clocks.go_on(wound(self.row, play.state).attended(*self._attending()).passed(slept))

    async def _decide_for_missing(self) -> None:
        """Someone's time is up: the rules decide for them."""
        play = self.play
        if play is None or self.row.phase != "playing":
            return
        for seat in self.clocks.now.up:
            if seat not in self.clocks.now.up:
                continue  # an earlier one of them was the last that was missing
            action = play.state.fallback(seat, play.drafts.get(seat))
            moment = play.tried(seat, action, at=self.services.clock.date(), by_clock=True)
            # Where another server was quicker, its news sets the clock anew for those who are still missing.
            if not await self._write_unasked(self.write(moment), self._put_off):
                return
            self.happen(moment)
        self.clocks.go_on(self.clocks.now)
        self._rest_if_idle()

    def _put_off(self, seconds: float) -> None:
        self.clocks.put_off(self.table.started().state.limit(), seconds)

    async def _save_clocks(self) -> None:
        """Write the clocks as they stand, so that they stand still until the server is back."""
        if self.clocks.running and self.row.phase == "playing":
            clocks = encoded(self.clocks.now)
            await self.table.write_row(msgspec.structs.replace(self.row, clocks=clocks))

    # ── What other servers have written ────────────────────────────────────────────────────────────────────

    async def _read_news(self) -> None:
        self._news_waits = False
        try:
            await self.catch_up()
        except NotWritten as error:
            self._not_written(error)
        self._rest_if_idle()

    async def catch_up(self) -> bool:
        """Take over what another server has written, and tell everyone here; whether there was anything."""
        news, said = await self.table.read_news(self.talking.last)
        if news is None:
            self.close()  # the table has been removed
            return False
        before, readers, known = self.row, self._readers(), self.play is not None
        moments = self.table.take_over(news)
        self.telling.no_spectators()
        play = self.play
        if play is not None and not known:
            self._begin_with(play)
        elif play is not None:
            self._go_on_after(news, moments, play, before)
        self.talking.hear(said)
        if self.row.phase != "revealing":
            self.starting.stop()
        elif not self.starting.running:
            self.starting.wait()
        if self.row != before:
            self._tell_changed(before, readers)
        return self.row != before or bool(news.entries)

    def _go_on_after(self, news: News, moments: tuple[Moment, ...], play: Play, before: TableRow) -> None:
        if self.row.phase != "playing":
            self._end()
        elif news.entries or self.row.clocks != before.clocks:
            self._wind(play)  # otherwise they go on as they are, whatever was said or drafted
        for moment in moments:
            self.happen(moment)

    def _tell_changed(self, before: TableRow, readers: dict[Visitor, Reader]) -> None:
        """Tell everyone that the table is another than before, when these readers were here, and go on."""
        self.telling.no_spectators()
        self._attend()
        self.telling.lobby()
        self.talking.tell_moved(before)
        if self.play is not None and self.row.phase != "closed":
            for visitor, reader in readers.items():
                if visitor in self.audience and self.table.reader(visitor.token) != reader:
                    self._tell_game(visitor, self.play, None)  # sees now what others may see
            self.follow()

    def _tell_game(self, visitor: Visitor, play: Play, after: int | None) -> None:
        """Tell someone what they have missed of the game, and let the bots and pictures follow."""
        self.telling.game_to(visitor, play, after, self.showing.ready)
        self.follow()

    def reader(self, token: bytes | None) -> Reader:
        """The seat with the token that has this hash; None for a spectator."""
        return self.table.reader(token)

    def _readers(self) -> dict[Visitor, Reader]:
        """Everyone who is here, with the seat that they have."""
        return {visitor: self.table.reader(visitor.token) for visitor in self.audience}

    # ── When something goes wrong, and the end ─────────────────────────────────────────────────────────────

    async def _write_unasked(self, writing: Awaitable[None], retry: Callable[[float], None]) -> bool:
        """Write something that nobody waits for; whether it was. `retry` has it tried in so many seconds."""
        try:
            await writing
        except AlreadyWritten:
            self.changed_elsewhere()
            return False
        except NotWritten as error:
            if self._not_written(error):
                retry(RETRY_SECONDS)
            return False
        return True

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

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start something that goes on while the mailbox does other things."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _end(self) -> None:
        """Nothing happens here any more."""
        self.clocks.stop()
        self.starting.stop()
        self.bots.stop()

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is on its way; the log has it all."""
        on_its_way = self.bots.busy or self.clocks.running or self.starting.running
        return not (self.guests or on_its_way or not self.mailbox.empty)

    def _rest_if_idle(self) -> None:
        """Leave memory in a while, unless someone comes."""
        if self.idle and not self._is_closed:
            self._rests(self)

    def close(self) -> None:
        """Leave memory now. Visitors are disconnected and may come back at once: the log has everything."""
        if self._is_closed:
            return
        self._is_closed = True
        self._end()
        self.attendance.stop()
        for task in self._tasks:
            task.cancel()
        self.mailbox.close()
        self.audience.send_away(TRY_AGAIN)
        self._closed(self)
