"""The pictures of one table: drawn when there is something new to look at, announced when one is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from fathom.server.common import refusals
from fathom.server.common.logs import warn
from fathom.server.common.tokens import Secrets
from fathom.server.game.play import Play
from fathom.server.pictures.looks import Looks, PictureSet, table_address
from fathom.server.pictures.subjects import Subject, coming, subject
from fathom.server.protocol import Look, LookReady
from fathom.table import Refused

PATIENCE = 3.0
"""A game waits so many seconds at most for its first picture."""


class Showing:
    """What there is to look at now. `begin` starts work in the background, `tell` tells everyone."""

    def __init__(
        self,
        looks: Looks,
        table: str,
        begin: Callable[[Coroutine[Any, Any, None]], object],
        tell: Callable[[LookReady], None],
    ) -> None:
        self._looks = looks
        self._table = table
        self._begin = begin
        self._tell = tell
        self._seen: Subject | None = None
        self._drawn: Subject | None = None

    @property
    def ready(self) -> LookReady | None:
        """What someone is told who comes in now; None while nothing has been drawn."""
        return None if self._drawn is None or self._drawn != self._seen else LookReady(self._drawn.round)

    async def prepare(self, play: Play, secrets: Secrets) -> None:
        """Have the first picture of a game drawn before it begins: nobody opens their eyes to nothing."""
        seen = subject(play.first, play.state)
        if seen is not None:
            with suppress(Exception):  # then it is drawn when the game has begun, and noted if that fails too
                await asyncio.wait_for(self._drawn_for(seen, secrets).look(), PATIENCE)

    def follow(self, play: Play, secrets: Secrets) -> None:
        """Have the pictures drawn if there are new ones, and then those that may come after them."""
        seen = subject(play.first, play.state)
        if seen is not None and seen != self._seen:
            self._seen = seen
            self._begin(self._say_when_drawn(seen, coming(play.first, play.state), secrets))

    async def look(self, play: Play | None, secrets: Secrets, round_number: int) -> Look:
        """Where the pictures of this round are; raises `Refused` for any other."""
        return await self._drawing(play, secrets, round_number).look()

    async def picture(self, play: Play | None, secrets: Secrets, round_number: int, name: str) -> bytes:
        """One of the pictures of this round; raises `Refused` for any other."""
        picture = await self._drawing(play, secrets, round_number).picture(name)
        if picture is None:
            raise Refused(refusals.NO_LOOK(round=round_number))
        return picture

    def _drawing(self, play: Play | None, secrets: Secrets, round_number: int) -> PictureSet:
        seen = None if play is None else subject(play.first, play.state)
        if seen is None or seen.round != round_number:
            raise Refused(refusals.NO_LOOK(round=round_number))
        return self._drawn_for(seen, secrets)

    def _drawn_for(self, seen: Subject, secrets: Secrets) -> PictureSet:
        return self._looks.drawing(table_address(self._table), secrets.under("art"), seen)

    async def _say_when_drawn(self, seen: Subject, next_seen: tuple[Subject, ...], secrets: Secrets) -> None:
        drawing = self._drawn_for(seen, secrets)
        try:
            await drawing.look()
            if self._seen == seen:
                self._drawn = seen
                self._tell(LookReady(seen.round))
            await drawing.finished()
            if self._seen == seen:
                self._looks.foresee(table_address(self._table), secrets.under("art"), next_seen)
        except Exception as error:  # noqa: BLE001 - without pictures the game can still be played
            if self._seen == seen:
                warn("look-failed", error, table=self._table, round=seen.round)
                self._seen = None  # tried again with the next thing that happens
