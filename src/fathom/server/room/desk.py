"""A table in memory: its row, its game, who is here, and the one way in which things are written and told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from fathom.server.common import refusals
from fathom.server.common.logs import note, warn
from fathom.server.common.served import GAMES
from fathom.server.game import frames
from fathom.server.game.play import Moment, Play
from fathom.server.host.services import House
from fathom.server.protocol import FromServer, Lobby, LobbyNow, RefusedNow, Talk
from fathom.server.room.attendance import Attendance
from fathom.server.room.audience import Audience, Visitor
from fathom.server.room.deciding import Deciding
from fathom.server.room.look_news import Showing
from fathom.server.room.mailbox import Mailbox
from fathom.server.room.other_servers import Elsewhere
from fathom.server.room.revealing import Revealing
from fathom.server.room.timekeeping import Timekeeping
from fathom.server.seating import fair_dice, lobby, seats, talk
from fathom.server.seating.seats import reader_of
from fathom.server.store import AlreadyWritten, NotWritten, TableRow, TalkRow
from fathom.table import Reader, Refused, encoded

TRY_AGAIN = 1012
"""The closing code that tells a browser to come back in a moment."""

NOT_WELCOME = 1008

RETRY_SECONDS = 2.0
"""So long the table waits before it tries again what could not be written down."""


class Desk:
    """What everyone in a room works at: people (`Room`), dice, clocks, bots, and news from other servers."""

    def __init__(
        self,
        house: House,
        row: TableRow,
        play: Play | None,
        closed: Callable[[Desk], None],
        said: tuple[TalkRow, ...] = (),
    ) -> None:
        self.house = house
        self.row = row
        self.game = GAMES[row.game]
        self.options = msgspec.json.decode(row.options, type=self.game.options_type)
        self.play = play
        self.said = list(said)
        self.guests = 0
        """Those who are here or about to come in: the room stays in memory for them."""
        self._closed = closed
        self._is_closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.elsewhere = Elsewhere(self)
        self.mailbox = Mailbox(self.elsewhere.catch_up, self.not_written, self._failed)
        self.audience = Audience(self.reader)
        self.attendance = Attendance(house.clock, lambda: self.mailbox.put(self._tell_gone))
        self.revealing = Revealing(self)
        self.time = Timekeeping(self)
        self.bots = Deciding(self)
        self.showing = Showing(house.looks, row.id, self.begin, self.audience.tell)
        self.attendance.follow(seats.people(row), self.audience.here())
        if play is not None and row.phase == "playing":
            self.time.go_on_with(play)
            self.follow()
        elif row.phase == "revealing":
            self.revealing.wait()  # the server was down: everyone has the full time again

    # ── Who may know what ──────────────────────────────────────────────────────────────────────────────────

    def reader(self, token: bytes | None) -> Reader:
        """The seat of whoever has the token with this hash; None for a spectator."""
        return reader_of(self.row, token)

    def admitted(self, token: bytes | None) -> Reader:
        """The seat of whoever has this token; spectators are refused where the table wants none.

        Before the start everyone may look in: they may be about to join.
        """
        reader = self.reader(token)
        if reader is None and not self._shows_all():
            raise Refused(refusals.NO_SPECTATORS())
        return reader

    def readers(self) -> dict[Visitor, Reader]:
        """Everyone who is here, with the seat that they have."""
        return {visitor: self.reader(visitor.token) for visitor in self.audience}

    def lobby_of(self, reader: Reader) -> Lobby:
        """The table as this reader may know it."""
        return frames.lobby(self.row, self.options, reader, self.audience.here(), self.attendance.gone)

    def _shows_all(self) -> bool:
        return self.row.phase in {"lobby", "revealing"} or lobby.settings_of(self.row).spectators

    def send_spectators_away(self) -> None:
        """Nobody may watch any more, if the table wants none."""
        if not self._shows_all():
            self.audience.send_away_spectators(NOT_WELCOME, RefusedNow(None, refusals.NO_SPECTATORS()))

    # ── Writing and telling ────────────────────────────────────────────────────────────────────────────────

    async def keep(self, row: TableRow) -> None:
        """Write down what has changed about the table, and only then tell everyone and go on."""
        row = fair_dice.followed(row)
        if row == self.row:
            return
        before, readers = self.row, self.readers()
        self.row = row = await self.house.store.put_table(row)
        if row.phase == "closed":
            self.end()
        self.tell_changed(before, readers)
        if row.phase == "revealing" and not self.revealing.running:
            self.revealing.wait()

    async def written(self, moment: Moment) -> None:
        """Write an entry down, and with it the clocks; only then make it the present."""
        play = self.started()
        draft = play.draft_after(moment)
        over = moment.state.result() is not None
        clocks = self.time.after(moment)
        row = None
        if over:
            row = msgspec.structs.replace(self.row, phase="over")
        elif self.time.counts(clocks):
            row = msgspec.structs.replace(self.row, clocks=encoded(clocks))
        kept = None if draft is None else encoded(draft)
        with self.durable():
            self.row = await self.house.store.append(self.row.id, moment.entry, kept, row) or self.row
        play.keep(moment)
        self.time.go_on(clocks)
        if over:
            self.end()
            note("table-over", table=self.row.id, entries=len(play.entries))

    @contextmanager
    def durable(self) -> Iterator[None]:
        """Count an entry that is written down meanwhile, and how long that takes."""
        clock, metrics = self.house.clock, self.house.metrics
        begun = clock.now()
        yield
        metrics.took("write_seconds", clock.now() - begun)
        metrics.count("entries_total")

    async def unasked(self, writing: Awaitable[None], retry: Callable[[float], None]) -> bool:
        """Write something that nobody waits for; whether it was. `retry` has it tried in so many seconds."""
        try:
            await writing
        except AlreadyWritten:
            self.elsewhere.changed()
            return False
        except NotWritten as error:
            if self.not_written(error):
                retry(RETRY_SECONDS)
            return False
        return True

    def happen(self, moment: Moment) -> None:
        """Tell everyone of an entry that has been written down, and let it have its consequences."""
        self.audience.tell_each(
            lambda reader: frames.happened(self.game, moment, reader, self.time.left(reader))
        )
        if self.row.phase == "over":
            self.tell_lobby()
        else:
            self.time.tell()
        self.follow()

    def follow(self) -> None:
        """After something has happened: the bots and the pictures."""
        if self.play is not None and self.row.phase != "closed":
            self.bots.ask()
            self.showing.follow(self.play, self.row.secrets)

    def started(self) -> Play:
        """The game that is being played, or was; raises `Refused` before the start and once it is closed."""
        if self.play is None:
            raise Refused(refusals.NOT_STARTED())
        if self.row.phase == "closed":
            raise Refused(refusals.TABLE_CLOSED())
        return self.play

    def tell(self, visitor: Visitor, message: FromServer) -> None:
        """Tell one of those who are here, or about to be."""
        visitor.send(encoded(message))

    def tell_lobby(self) -> None:
        """Tell everyone who sits here and what is agreed."""
        self.audience.tell_each(lambda reader: encoded(LobbyNow(self.lobby_of(reader))))

    def tell_changed(self, before: TableRow, readers: dict[Visitor, Reader]) -> None:
        """Tell everyone that the table is another than before, when these readers were here, and go on."""
        self.send_spectators_away()
        self.attend()
        self.tell_lobby()
        if self.said and talk.moved(before, self.row):
            self.tell_talk()
        if self.play is not None and self.row.phase != "closed":
            for visitor, reader in readers.items():
                if visitor in self.audience and self.reader(visitor.token) != reader:
                    self.tell_game(visitor, self.play, None)  # sees now what others may see
            self.follow()

    def tell_talk(self) -> None:
        """Tell everyone anew what was said."""
        self.audience.tell(Talk(talk.lines(self.row, self.said)))

    def tell_game(self, visitor: Visitor, play: Play, after: int | None) -> None:
        """Tell someone what happened after that entry, or, if it is too long ago, where the game stands."""
        reader = self.reader(visitor.token)
        missed = None if after is None else play.since(after)
        if not missed:
            visitor.send(frames.position(play, reader, self.time.left(reader)))
        else:
            for moment in missed:
                left = self.time.left(reader) if moment is play.now else None
                visitor.send(frames.happened(self.game, moment, reader, left))
        if self.row.phase == "playing":
            self.time.tell(visitor)
        if self.showing.ready is not None:
            self.tell(visitor, self.showing.ready)
        self.follow()

    def attend(self) -> None:
        """Someone has come or gone, or plays for themselves again: the clocks are told."""
        self.attendance.follow(seats.people(self.row), self.audience.here())
        if self.play is not None and self.row.phase == "playing":
            self.time.attend()

    async def _tell_gone(self) -> None:
        self.tell_lobby()

    # ── When something goes wrong ──────────────────────────────────────────────────────────────────────────

    def not_written(self, error: NotWritten) -> bool:
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

    # ── Work in the background, and the end ────────────────────────────────────────────────────────────────

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start something that goes on while the mailbox does other things."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def end(self) -> None:
        """Nothing happens here any more."""
        self.time.stop()
        self.revealing.stop()
        self.bots.stop()

    def close_if_idle(self) -> None:
        """Leave memory when nobody is here and nothing is on its way; the log has it all."""
        on_its_way = self.bots.busy or self.time.running or self.revealing.running
        if not (self.guests or on_its_way or not self.mailbox.empty):
            self.close()

    def close(self) -> None:
        """Leave memory now. Visitors are sent away and may come back at once: the log has it all."""
        if self._is_closed:
            return
        self._is_closed = True
        self.end()
        self.attendance.stop()
        for task in self._tasks:
            task.cancel()
        self.mailbox.close()
        self.audience.send_away(TRY_AGAIN)
        self._closed(self)
