"""What everyone at a table is told, each what they may know. Reads the table; changes nothing about it."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from fathom.server.common import refusals
from fathom.server.common.limits import RECOUNTING, Limits
from fathom.server.game import frames, story
from fathom.server.game.play import Play
from fathom.server.protocol import (
    AskedBack,
    ClocksNow,
    InviteNow,
    Lobby,
    LobbyNow,
    LookReady,
    RefusedNow,
    TimeLeft,
)
from fathom.server.room.attendance import Attendance
from fathom.server.room.audience import Audience, Visitor
from fathom.server.store import TableRow
from fathom.table import AnyGame, Reader, Refused, encoded

NOT_WELCOME = 1008
"""The closing code for someone who may not stay."""


class ReadTable(Protocol):
    """A table as far as it can be read."""

    @property
    def row(self) -> TableRow: ...
    @property
    def play(self) -> Play | None: ...
    @property
    def game(self) -> AnyGame: ...
    @property
    def options(self) -> Any: ...
    @property
    def shows_all(self) -> bool: ...
    def reader(self, token: bytes | None) -> Reader: ...
    def admitted(self, token: bytes | None) -> Reader: ...
    def started(self) -> Play: ...
    @property
    def asked_back(self) -> AskedBack | None: ...


class ReadClocks(Protocol):
    """The clocks of a table as far as they can be read."""

    def left(self, reader: Reader) -> float | None: ...
    def told(self) -> ClocksNow | None: ...


class Telling:
    """Tells the visitors of one table what has changed."""

    def __init__(
        self, table: ReadTable, clocks: ReadClocks, audience: Audience, attendance: Attendance
    ) -> None:
        self._table = table
        self._clocks = clocks
        self._audience = audience
        self._attendance = attendance

    # ── Who sits here and what is agreed ───────────────────────────────────────────────────────────────────

    def lobby_of(self, reader: Reader) -> Lobby:
        """The table as this reader may know it."""
        here, gone = self._audience.here(), self._attendance.gone
        lobby = frames.lobby(self._table.row, self._table.options, reader, here, gone)
        asked = self._table.asked_back
        return lobby if asked is None else msgspec.structs.replace(lobby, asking=asked)

    def lobby(self) -> None:
        """Tell everyone who sits here and what is agreed."""
        self._audience.tell_each(lambda reader: encoded(LobbyNow(self.lobby_of(reader))))

    def lobby_to(self, visitor: Visitor) -> None:
        """Tell someone who has changed something how the table stands, if they are not told like all."""
        if visitor not in self._audience:
            self._audience.tell_one(visitor, LobbyNow(self.lobby_of(self._table.reader(visitor.token))))

    def invite(self, visitor: Visitor, message: InviteNow) -> None:
        """Tell the host, in all their windows, how others come in now; `visitor` has asked for it."""
        row = self._table.row
        for one in {visitor, *self._audience}:
            if self._table.reader(one.token) == row.host:
                self._audience.tell_one(one, message)

    def no_spectators(self) -> None:
        """Nobody may watch any more, if the table wants none."""
        if not self._table.shows_all:
            self._audience.send_away_spectators(NOT_WELCOME, RefusedNow(None, refusals.NO_SPECTATORS()))

    # ── The game ───────────────────────────────────────────────────────────────────────────────────────────

    def position(self, play: Play) -> None:
        """Tell everyone where the game stands."""
        self._audience.tell_each(lambda reader: frames.position(play, reader, self._clocks.left(reader)))

    def story_to(self, visitor: Visitor, limits: Limits, after: int) -> None:
        """Tell someone a page of what they were told since that entry; raises `Refused`."""
        reader = self._table.admitted(visitor.token)
        play = self._table.play
        if play is None:
            raise Refused(refusals.NOT_STARTED())
        ended = self._table.row.phase in {"over", "closed"}
        page = story.page(play, reader, after, ended=ended)
        limits.check(RECOUNTING, visitor.address, len(page.entries))
        self._audience.tell_one(visitor, page)

    def clocks(self) -> None:
        """Tell everyone how the clocks stand, where the table plays with any."""
        told = self._clocks.told()
        if told is not None:
            self._audience.tell(told)

    def time_left(self) -> None:
        """Tell everyone how much time they have, which is another than was said with the last entry."""
        self._audience.tell_each(lambda reader: encoded(TimeLeft(self._clocks.left(reader))))

    def game_to(self, visitor: Visitor, play: Play, after: int | None, ready: LookReady | None) -> None:
        """Tell someone what happened after that entry, or, if it is too long ago, where the game stands."""
        reader = self._table.reader(visitor.token)
        missed = None if after is None else play.since(after)
        if not missed:
            visitor.send(frames.position(play, reader, self._clocks.left(reader)))
        else:
            for moment in missed:
                left = self._clocks.left(reader) if moment is play.now else None
                visitor.send(frames.happened(self._table.game, moment, reader, left))
        told = self._clocks.told()
        if self._table.row.phase == "playing" and told is not None:
            self._audience.tell_one(visitor, told)
        if ready is not None:
            self._audience.tell_one(visitor, ready)
