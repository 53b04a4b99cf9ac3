"""What can be looked at besides the view: the pictures of games that have any, such as Dive's stack.

A round's pictures are drawn once, in another process, and are the same bytes for everyone: first the view
from straight above, so that people can begin to look, then all others. Those of a live table are drawn at
once and before all others; those of replays and lessons as far as somebody waits for them. While divers
think, what may come next is drawn as well (`foresight`), so that a round opens with its first picture there.
Pictures are kept only while they may be looked at: with the next dive they are gone. Those of the cards that
were lifted before are shown to each reader until they have gone on (D5.4; `room.past` knows who has). Since
they follow from the table's secret they can be drawn again at any time.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from fathom.guests.description import Drawn, Pictures
from fathom.server.common.budgets import DRAW_SECONDS
from fathom.server.common.turns import Turn
from fathom.server.common.workers import Workers
from fathom.server.pictures.foresight import Foresight
from fathom.server.pictures.pieces import Awaited, Piece, Underway, settled
from fathom.server.protocol import LookPictures

KEPT = 64
"""The pictures of so many tables are kept in memory; the longest unseen go first."""

KEPT_BYTES = 96_000_000
"""Bytes of pictures kept in memory."""


LIVE = Turn()


def table_address(table: str) -> str:
    """Where the pictures of a table are."""
    return f"/api/tables/{table}"


PAST = ("lifted/", "outline/", "stack/")
"""How the parts begin that show what was there before the round."""


MEDIA_TYPES = {".avif": "image/avif", ".svg": "image/svg+xml", ".webp": "image/webp"}


def media_type(name: str) -> str:
    """What a picture of this name is."""
    return next((kind for ending, kind in MEDIA_TYPES.items() if name.endswith(ending)), "image/webp")


class PictureSet:
    """The pictures of one subject while they are drawn: the centre, the cards that were lifted, the rest.

    How they belong together is known from the start, so a client with the list may ask for any of them and
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
        *,
        live: bool = True,
        whose: str | None = None,
    ) -> None:
        self.address = address
        self.subject = subject
        self._turn = Turn(who=whose or address)
        self._pictures = pictures
        tag = pictures.name(subject)
        # A name that is never used twice, from which nothing follows without the secret.
        self._parts = {
            hmac.digest(art, tag + part.encode(), "sha256")[:12].hex() + pictures.suffix(part): part
            for part in pictures.parts(subject)
        }
        at = {part: f"{address}/looks/{subject.round}/{name}" for name, part in self._parts.items()}
        self._look = LookPictures(
            round=subject.round,
            size=size,
            steps=sum(part.startswith("row/") for part in at),
            views=at["views"],
            rows=tuple(where for part, where in at.items() if part.startswith("row/")),
            centre=at["centre"],
            large=at["large"],
            thumb=at["thumb"],
            lights={
                part.removeprefix("light/"): where for part, where in at.items() if part.startswith("light/")
            },
            lifted=tuple(where for part, where in at.items() if part.startswith("lifted/")),
            outlines=tuple(where for part, where in at.items() if part.startswith("outline/")),
            stacks=tuple(where for part, where in at.items() if part.startswith("stack/")),
        )
        self._pieces: tuple[Piece, ...] = self._begun(workers, art, size, known, live=live)

    def _begun(
        self, workers: Workers, art: bytes, size: int, known: Drawn, *, live: bool
    ) -> tuple[Piece, ...]:
        """The pieces that the pictures come in; what is missing for a live table is drawn from now on."""
        missing = [
            work
            for turn, work in enumerate(self._pictures.in_turn)
            if any(part not in known for part in self._parts.values() if self._pictures.turn(part) == turn)
        ]

        def draw(work: Callable[..., Drawn], turn: Turn) -> Coroutine[Any, Any, Drawn]:
            return workers.run(work, self.subject, art, size, seconds=DRAW_SECONDS, turn=turn, finish=True)

        on_demand = tuple(Awaited(partial(draw, work)) for work in self._pictures.on_demand)
        if not live:
            in_turn = tuple(
                Awaited(partial(draw, work))
                if work in missing
                else Underway(settled(known), self.subject.round)
                for work in self._pictures.in_turn
            )
            return (*in_turn, *on_demand)
        begun = workers.in_turn(missing, self.subject, art, size, seconds=DRAW_SECONDS, turn=self._turn)
        drawn = dict(zip(missing, begun, strict=True))
        begun_now = (
            Underway(drawn.get(work) or settled(known), self.subject.round) for work in self._pictures.in_turn
        )
        return (*begun_now, *on_demand)

    @property
    def failed(self) -> bool:
        """Whether something went wrong, so that it has to be drawn again."""
        return any(piece.failed for piece in self._pieces)

    @property
    def size(self) -> int:
        """The bytes of all pictures that are there."""
        return sum(piece.size for piece in self._pieces)

    async def look(self, turn: Turn = LIVE, *, past: bool = True) -> LookPictures:
        """Where the pictures are, once the centre is there; `past`: those of what was there before too."""
        await self._pieces[0].get(turn)
        if past:
            return self._look
        return msgspec.structs.replace(self._look, lifted=(), outlines=(), stacks=())

    async def picture(self, name: str, turn: Turn = LIVE, *, past: bool = True) -> bytes | None:
        """One of the pictures, as soon as it is there; None if there is none of this name to be seen."""
        part = self._parts.get(name)
        if part is None or (part.startswith(PAST) and not past):
            return None
        return (await self._pieces[self._pictures.turn(part)].get(turn))[part]

    async def finished(self) -> None:
        """Wait until all are there that are not drawn on demand."""
        await self._pieces[len(self._pictures.in_turn) - 1].get(LIVE)

    def stop(self) -> None:
        """Nobody needs them any more."""
        for piece in self._pieces:
            piece.stop()


class Looks:
    """The pictures of all tables, drawn by workers when they are needed."""

    def __init__(self, workers: Workers, size: int) -> None:
        self._workers = workers
        self._size = size
        self._drawn: OrderedDict[str, PictureSet] = OrderedDict()
        self._foresight = Foresight(workers, size)

    @property
    def workers(self) -> Workers:
        """The processes that draw."""
        return self._workers

    def warm(self, games: Iterable[Pictures]) -> None:
        """Start the process that draws, and let it draw a little, so that the first table waits less."""
        for pictures in games:
            self._workers.warm(pictures.practise, self._size)

    def drawing(
        self,
        address: str,
        art: bytes,
        pictures: Pictures,
        subject: Any,
        *,
        alongside: bool = False,
        live: bool = True,
        whose: str | None = None,
    ) -> PictureSet:
        """The pictures of the subject; those of anything else are gone.

        `address` is the table's, the replay's or the lesson's; `art` the secret behind its cards.
        `alongside`: other rounds are kept too, since many learn from them at the same time. `live`: they are
        drawn from now on if they were not yet, and not only when someone waits for them. `whose`: where the
        people are for whom they are drawn; each address has its turn, then the next.
        """
        key = f"{address} {subject.round}" if alongside else address
        known = self._drawn.get(key)
        if known is None or known.subject != subject or known.failed:
            self._let_go(key)
            foreseen = self._foresight.taken(key, subject)
            known = PictureSet(
                address, art, pictures, subject, self._size, self._workers, foreseen, live=live, whose=whose
            )
            self._drawn[key] = known
        self._drawn.move_to_end(key)
        while len(self._drawn) > 1 and (len(self._drawn) > KEPT or self._bytes() > KEPT_BYTES):
            self.forget(next(iter(self._drawn)))
        return known

    def _bytes(self) -> int:
        return sum(one.size for one in self._drawn.values())

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
