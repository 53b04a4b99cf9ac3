"""What can be read at a table: who sits there, pictures, soundings, advice, the record. Nothing changes."""

from __future__ import annotations

import asyncio
from typing import Any

from fathom import guests
from fathom.server.common import refusals
from fathom.server.common.limits import ADVISING
from fathom.server.game import advice as advising
from fathom.server.host.services import Services
from fathom.server.protocol import Lobby, LookPictures
from fathom.server.room.look_news import Showing
from fathom.server.room.past import Past, someone
from fathom.server.room.telling import ReadTable, Telling
from fathom.server.seating.lobby import settings_of
from fathom.server.seating.seats import seat_of
from fathom.table import FairDice, Record, Refused


class Reading:
    """One table for those who ask without changing anything. All methods raise `Refused`."""

    def __init__(
        self, services: Services, table: ReadTable, telling: Telling, showing: Showing, past: Past
    ) -> None:
        self._services = services
        self._table = table
        self._telling = telling
        self._showing = showing
        self._past = past

    def lobby(self, token: bytes | None) -> Lobby:
        """The table as the person with this token may know it."""
        return self._telling.lobby_of(self._table.admitted(token))

    async def look(self, token: bytes | None, round_number: int) -> LookPictures:
        """Where the pictures of this round are; there are none of any other."""
        past = self._past_open(token)
        return await self._showing.look(self._table.play, self._table.row.secrets, round_number, past=past)

    async def picture(self, token: bytes | None, round_number: int, name: str) -> bytes:
        """One of the pictures of this round; there are none of any other."""
        past, secrets = self._past_open(token), self._table.row.secrets
        return await self._showing.picture(self._table.play, secrets, round_number, name, past=past)

    def _past_open(self, token: bytes | None) -> bool:
        """Whether the person with this token may still see what was there before this round (D5.4)."""
        reader = self._table.admitted(token)
        return self._table.row.phase != "playing" or self._past.open_to(someone(reader, token))

    async def soundings(self, token: bytes | None, round_number: int) -> Any:
        """What the seat of whoever has this token sees in this round, in numbers instead of pictures."""
        row, play = self._table.row, self._table.play
        seat = seat_of(row, token)
        given = guests.guest(row.game).soundings
        if given is None or not settings_of(row).soundings:
            raise Refused(refusals.NO_SOUNDINGS())
        state = None if play is None else play.state
        if state is None or given.round(state) != round_number:
            raise Refused(refusals.NO_LOOK(round=round_number))
        # Drawn under labels of their own for seat and round: looking again shows nothing new.
        dice = FairDice(row.secrets.seed, row.secrets.entropies)
        return await asyncio.to_thread(given.eyes.look, state, seat, dice)

    async def advice(self, token: bytes | None) -> bytes:
        """The best that the seat with this token can do now, as JSON, where the table allows it."""
        row = self._table.row
        seat = seat_of(row, token)
        settings = settings_of(row)
        guest = guests.guest(row.game)
        if guest.advice is None or not advising.allowed(settings, row):
            raise Refused(refusals.NO_ADVICE())
        play = self._table.started()
        if seat not in play.state.to_move():
            raise Refused(refusals.NOTHING_TO_DECIDE())
        self._services.limits.check(ADVISING, (row.id, seat))
        return await advising.advise(
            self._services.bots,
            guest,
            play.now,
            seat,
            row.secrets,
            since=play.open_since,
            soundings=settings.soundings,
            seconds=self._services.bot_seconds,
        )

    def record(self, token: bytes | None) -> Record:
        """The whole game with its seed, once it is over or the table has been closed."""
        self._table.admitted(token)
        play, row = self._table.play, self._table.row
        if play is None or row.phase not in {"over", "closed"}:
            raise Refused(refusals.NOT_OVER())
        return play.record(row)
