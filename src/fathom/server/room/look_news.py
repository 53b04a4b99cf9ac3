"""The pictures of one table: drawn when there is something new to look at, announced when one is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from fathom.guests import Guest
from fathom.server.common import refusals
from fathom.server.common.logs import warn
from fathom.server.common.tokens import Secrets
from fathom.server.game.play import Play
from fathom.server.pictures.looks import Looks, PictureSet, table_address
from fathom.server.protocol import LookPictures, LookReady
from fathom.table import Refused

PATIENCE = 3.0
"""A game waits so many seconds at most for its first picture."""


class Showing:
    """What there is to look at now. `begin` starts work in the background, `tell` tells everyone.

    `whose` says for which address is drawn: each has its share, however many tables it has.
    """

    def __init__(
        self,
        looks: Looks,
        guest: Guest,
        table: str,
        begin: Callable[[Coroutine[Any, Any, None]], object],
        tell: Callable[[LookReady], None],
        whose: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._looks = looks
        self._pictures = guest.pictures
        self._table = table
        self._begin = begin
        self._tell = tell
        self._whose = whose
        self._seen: Any | None = None
        self._drawn: Any | None = None

    @property
    def ready(self) -> LookReady | None:
        """What someone is told who comes in now; None while nothing has been drawn."""
        return None if self._drawn is None or self._drawn != self._seen else LookReady(self._drawn.round)

    def round(self, play: Play | None) -> int | None:
        """The round that is looked at now; None while there is nothing to see."""
        seen = None if play is None else self._subject(play)
        return None if seen is None else int(seen.round)

    async def prepare(self, play: Play, secrets: Secrets) -> None:
        """Have the first picture of a game drawn before it begins: nobody opens their eyes to nothing."""
        seen = self._subject(play)
        if seen is not None:
            with suppress(Exception):  # then it is drawn when the game has begun, and noted if that fails too
                await asyncio.wait_for(self._drawn_for(seen, secrets).look(), PATIENCE)

    def follow(self, play: Play, secrets: Secrets) -> None:
        """Have the pictures drawn if there are new ones, and then those that may come after them."""
        seen = self._subject(play)
        if self._pictures is not None and seen is not None and seen != self._seen:
            self._seen = seen
            coming = self._pictures.coming(play.first, play.state)
            self._begin(self._say_when_drawn(seen, coming, secrets))

    async def look(
        self, play: Play | None, secrets: Secrets, round_number: int, *, past: bool
    ) -> LookPictures:
        """Where the pictures of this round are; raises `Refused` for any other.

        `past`: with what was there before it.
        """
        return await self._drawing(play, secrets, round_number).look(past=past)

    async def picture(
        self, play: Play | None, secrets: Secrets, round_number: int, name: str, *, past: bool
    ) -> bytes:
        """One of the pictures of this round; raises `Refused` for any other."""
        picture = await self._drawing(play, secrets, round_number).picture(name, past=past)
        if picture is None:
            raise Refused(refusals.NO_LOOK(round=round_number))
        return picture

    def _drawing(self, play: Play | None, secrets: Secrets, round_number: int) -> PictureSet:
        seen = None if play is None else self._subject(play)
        if seen is None or seen.round != round_number:
            raise Refused(refusals.NO_LOOK(round=round_number))
        return self._drawn_for(seen, secrets)

    def _subject(self, play: Play) -> Any | None:
        return None if self._pictures is None else self._pictures.subject(play.first, play.state)

    def _drawn_for(self, seen: Any, secrets: Secrets) -> PictureSet:
        assert self._pictures is not None
        art = secrets.under("art")
        return self._looks.drawing(table_address(self._table), art, self._pictures, seen, whose=self._whose())

    async def _say_when_drawn(self, seen: Any, next_seen: tuple[Any, ...], secrets: Secrets) -> None:
        drawing = self._drawn_for(seen, secrets)
        try:
            await drawing.look()
            if self._seen == seen:
                self._drawn = seen
                self._tell(LookReady(seen.round))
            await drawing.finished()
            if self._seen == seen:
                assert self._pictures is not None
                address = table_address(self._table)
                self._looks.foresee(address, secrets.under("art"), self._pictures, next_seen)
        except Exception as error:  # noqa: BLE001 - without pictures the game can still be played
            if self._seen == seen:
                warn("look-failed", error, table=self._table, round=seen.round)
                self._seen = None  # tried again with the next thing that happens
