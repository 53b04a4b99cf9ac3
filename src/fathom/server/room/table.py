"""A table in memory, and the only place where anything about it is written.

What is in memory is never ahead of the log: a row or an entry is written first, and then becomes the present.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fathom import guests
from fathom.server.common import refusals
from fathom.server.common.logs import note
from fathom.server.game.clocks import Clocks
from fathom.server.game.play import Moment, Play
from fathom.server.host.services import Services
from fathom.server.protocol import AskedBack
from fathom.server.protocol.agreement import Agreement
from fathom.server.room.table_clocks import by_bots, due, due_while_playing, must_be_kept
from fathom.server.seating import asking_back, lobby, seats
from fathom.server.store import EntryRow, News, TableRow, TalkRow
from fathom.table import Reader, Refused, Seat, encoded


class Table:
    """The row of a table, and its game since the setup."""

    def __init__(self, services: Services, row: TableRow, play: Play | None) -> None:
        self._services = services
        self._store = services.store
        self._row = row
        self._settings = lobby.settings_of(row)
        self._proofs = seats.proofs(row)
        self._bots = by_bots(row)
        self.guest = guests.guest(row.game)
        self.game = self.guest.rules
        self._options = self._decoded_options(row)
        self.play = play

    # ── Reading ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def row(self) -> TableRow:
        """The table as it was last written."""
        return self._row

    @property
    def options(self) -> Any:
        """What the game is played with. Before the start the host may change it."""
        return self._options

    def _decoded_options(self, row: TableRow) -> Any:
        return msgspec.json.decode(row.options, type=self.game.options_type)

    def _take(self, row: TableRow) -> None:
        """Make a row the present; what every action asks of it is worked out once."""
        if row.options != self._row.options:
            self._options = self._decoded_options(row)
        if row.settings != self._row.settings:
            self._settings = lobby.settings_of(row)
        if row.seats is not self._row.seats:
            self._proofs = seats.proofs(row)
            self._bots = by_bots(row)
        self._row = row

    @property
    def settings(self) -> Agreement:
        """What the table has agreed on beside its game's options."""
        return self._settings

    @property
    def shows_all(self) -> bool:
        """Whether people without a seat may look: always before the start, then as agreed."""
        return self.row.phase in {"lobby", "revealing"} or self.settings.spectators

    @property
    def asked_back(self) -> AskedBack | None:
        """Who would like to take back what can still be taken back; None if nobody does."""
        asked = asking_back.asked(self.row)
        if asked is None or self.play is None or asked.seat in self._bots:
            return None
        last = self.play.standing(asked.seat)
        return asked if last is not None and last.number == asked.number else None

    def reader(self, token: bytes | None) -> Reader:
        """The seat with the token that has this hash; None for a spectator."""
        return None if token is None else self._proofs.get(token)

    def seat(self, token: bytes | None) -> Seat:
        """The seat with this token; raises `Refused` for a spectator."""
        seat = self.reader(token)
        if seat is None:
            raise Refused(refusals.ONLY_SEATED())
        return seat

    def admitted(self, token: bytes | None) -> Reader:
        """The seat with this token; raises `Refused` for a spectator where the table wants none.

        Before the start everyone may look in: they may be about to join.
        """
        reader = self.reader(token)
        if reader is None and not self.shows_all:
            raise Refused(refusals.NO_SPECTATORS())
        return reader

    def started(self) -> Play:
        """The game that is being played, or was; raises `Refused` before the start and once it is closed."""
        if self.play is None:
            raise Refused(refusals.NOT_STARTED())
        if self.row.phase == "closed":
            raise Refused(refusals.TABLE_CLOSED())
        return self.play

    # ── Writing ────────────────────────────────────────────────────────────────────────────────────────────

    async def write_row(self, row: TableRow) -> None:
        """Write what has changed about the table; only then make it the present."""
        state = None if self.play is None else self.play.state
        self._take(await self._store.put_table(msgspec.structs.replace(row, due=due(row, state))))

    async def write_entry(self, moment: Moment, clocks: Clocks) -> None:
        """Write an entry, with it the clocks and whether the game is over; only then make it the present."""
        play = self.started()
        draft = play.draft_after(moment)
        if moment.state.result() is not None:
            row = msgspec.structs.replace(self.row, phase="over", due=None, asking="")
        else:
            kept = encoded(clocks) if must_be_kept(self.settings.clock, clocks) else self.row.clocks
            when = due_while_playing(moment.state, clocks, self._bots)
            row = msgspec.structs.replace(self.row, clocks=kept, due=when, asking="")
        changed = None if row == self.row else row
        await self._write_entry(moment.entry, changed, None if draft is None else encoded(draft))
        play.keep(moment)
        if self.row.phase == "over":
            note("table-over", table=self.row.id, entries=len(play.entries))

    async def write_setup(self, row: TableRow, play: Play) -> None:
        """Write the first entry of a game, with it the frozen dice; only then is it being played."""
        row = msgspec.structs.replace(row, due=due(row, play.state))
        await self._write_entry(play.entries[0], row, None)
        self.play = play
        note("table-started", table=row.id, game=row.game, seats=len(row.seats))

    async def _write_entry(self, entry: EntryRow, row: TableRow | None, draft: bytes | None) -> None:
        """The one way into the log; counts the entry and how long it took to be durable."""
        clock, metrics = self._services.clock, self._services.metrics
        begun = clock.now()
        if entry.number == 0:
            assert row is not None
            self._take(await self._store.start(row, entry))
        else:
            self._take(await self._store.append(self.row.id, entry, draft, row) or self.row)
        metrics.took("write_seconds", clock.now() - begun)
        metrics.count("entries_total")

    async def write_draft(self, seat: Seat, action: Any) -> None:
        """Keep what lies on someone's board."""
        play = self.started()
        await self._store.keep_draft(self.row.id, seat, play.number, encoded(action))
        play.drafts[seat] = action

    async def write_talk(self, line: TalkRow) -> TalkRow:
        """Keep what someone says; return it with its number."""
        return await self._store.add_talk(self.row.id, line)

    # ── What other servers have written ────────────────────────────────────────────────────────────────────

    async def read_news(self, heard: int) -> tuple[News | None, tuple[TalkRow, ...]]:
        """What others have written, and said after line `heard`; None if the table has been removed."""
        news = await self._store.news(self.row.id, -1 if self.play is None else self.play.number)
        said = () if news is None else await self._store.talk(self.row.id, after=heard)
        return news, said

    def take_over(self, news: News) -> tuple[Moment, ...]:
        """Make what others have written the present; return what happened in a game that was known here."""
        self._take(news.row)
        if self.play is None:
            if news.entries:
                self.play = Play.rebuilt(self.game, news.row, news.entries, news.drafts)
            return ()
        moments = tuple(self.play.follow(entry) for entry in news.entries)
        self.play.lay(news.drafts)
        return moments
