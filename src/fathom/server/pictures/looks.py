"""What can be looked at besides the view: the pictures of games that have any, such as Dive's stack.

A round's pictures are drawn once, in another process, and are the same bytes for everyone: first the view
from straight above, so that people can begin to look, then all others. While divers think, what may come next
is drawn as well (`foresight`), so that a round opens with its first picture there. Pictures are kept only
while they may be looked at: with the next dive they are gone, and with them those of the cards that were
lifted before (D5.4). Since they follow from the table's secret they can be drawn again at any time.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from fathom.guests.description import Drawn, Pictures
from fathom.server.common import refusals
from fathom.server.common.workers import Workers
from fathom.server.pictures.foresight import Foresight
from fathom.server.protocol import Look
from fathom.table import Refused

KEPT = 64
"""The pictures of so many tables are kept in memory; the longest unseen go first."""


def table_address(table: str) -> str:
    """Where the pictures of a table are."""
    return f"/api/tables/{table}"


class PictureSet:
    """The pictures of one subject while they are drawn: the centre, the cards that were lifted, the rest.

    How they belong together is known from the start, so whoever has seen the list may ask for any of them and
    waits for it only as long as it takes. What is `known`, because it was drawn before, is not drawn again.
    """

    def __init__(
        self,
        address: str,
        art: bytes,
        pictures: Pictures,
        subject: Any,
        size: int,
        workers: Workers,
        known: Drawn,
    ) -> None:
        self.subject = subject
        self._pictures = pictures
        tag = pictures.name(subject)
        # A name that is never used twice, from which nothing follows without the secret.
        self._parts = {
            hmac.digest(art, tag + part.encode(), "sha256")[:12].hex(): part
            for part in pictures.parts(subject)
        }
        at = {part: f"{address}/looks/{subject.round}/{name}.webp" for name, part in self._parts.items()}
        self._look = Look(
            round=subject.round,
            size=size,
            steps=sum(part.startswith("row/") for part in at),
            rows=tuple(where for part, where in at.items() if part.startswith("row/")),
            centre=at["centre"],
            thumb=at["thumb"],
            lights={
                part.removeprefix("light/"): where for part, where in at.items() if part.startswith("light/")
            },
            lifted=tuple(where for part, where in at.items() if part.startswith("lifted/")),
        )
        missing = [
            work
            for turn, work in enumerate(pictures.in_turn)
            if any(part not in known for part in self._parts.values() if pictures.turn(part) == turn)
        ]
        drawn = dict(zip(missing, workers.in_turn(missing, subject, art, size), strict=True))
        self._drawing = [drawn.get(work) or _settled(known) for work in pictures.in_turn]

    @property
    def failed(self) -> bool:
        """Whether something went wrong, so that it has to be drawn again."""
        return any(one.done() and (one.cancelled() or one.exception()) for one in self._drawing)

    async def look(self) -> Look:
        """Where the pictures are, once the centre is there."""
        await self._drawn(self._drawing[0])
        return self._look

    async def picture(self, name: str) -> bytes | None:
        """One of the pictures, as soon as it is there; None if there is none of this name."""
        part = self._parts.get(name)
        if part is None:
            return None
        return (await self._drawn(self._drawing[self._pictures.turn(part)]))[part]

    async def finished(self) -> None:
        """Wait until all are there."""
        await self._drawn(self._drawing[-1])

    def stop(self) -> None:
        """Nobody needs them any more."""
        for one in self._drawing:
            one.cancel()

    async def _drawn(self, some: asyncio.Future[Drawn]) -> Drawn:
        await asyncio.wait((some,))
        if some.cancelled():
            raise Refused(refusals.NO_LOOK(round=self.subject.round))
        return some.result()


def _settled(known: Drawn) -> asyncio.Future[Drawn]:
    there: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
    there.set_result(known)
    return there


class Looks:
    """The pictures of all tables, drawn by workers when they are needed."""

    def __init__(self, workers: Workers, size: int) -> None:
        self._workers = workers
        self._size = size
        self._drawn: OrderedDict[str, PictureSet] = OrderedDict()
        self._foresight = Foresight(workers, size)

    def warm(self, games: Iterable[Pictures]) -> None:
        """Start the process that draws, and let it draw a little, so that the first table waits less."""
        for pictures in games:
            self._workers.warm(pictures.practise, self._size)

    def drawing(
        self, address: str, art: bytes, pictures: Pictures, subject: Any, *, alongside: bool = False
    ) -> PictureSet:
        """The pictures of the subject, begun now if they were not yet. Those of anything else are gone.

        `address` is the table's, the replay's or the lesson's; `art` the secret behind its cards.
        `alongside`: other rounds are kept too, since many learn from them at the same time.
        """
        key = f"{address} {subject.round}" if alongside else address
        known = self._drawn.get(key)
        if known is None or known.subject != subject or known.failed:
            self._let_go(key)
            foreseen = self._foresight.taken(key, subject)
            known = PictureSet(address, art, pictures, subject, self._size, self._workers, foreseen)
            self._drawn[key] = known
        self._drawn.move_to_end(key)
        while len(self._drawn) > KEPT:
            self.forget(next(iter(self._drawn)))
        return known

    def foresee(self, address: str, art: bytes, pictures: Pictures, coming: Sequence[Any]) -> None:
        """Draw what may come next at a table, the likeliest first, as far as there is time for it."""
        if address in self._drawn:
            self._foresight.want(address, art, pictures, coming)

    def forget(self, address: str) -> None:
        """Let go of the pictures of a table or a replay, drawn or not."""
        self._foresight.forget(address)
        self._let_go(address)

    def _let_go(self, address: str) -> None:
        known = self._drawn.pop(address, None)
        if known is not None:
            known.stop()

    def close(self) -> None:
        """End the processes that draw."""
        for address in tuple(self._drawn):
            self.forget(address)
        self._foresight.stop()
        self._workers.close()
