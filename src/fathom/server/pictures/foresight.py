"""Pictures of what may come: drawn while divers think, so that the next round opens with its picture there.

How many cards the dive will lift is open, but there are only a few possibilities. The centre of each is drawn
while the process that draws has nothing else to do, one after the other for all tables: whoever needs a
picture now waits for one of these at most. Nobody is told of them before the dive.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any

from fathom.guests.description import Ahead, Drawn, Pictures
from fathom.server.common.budgets import DRAW_SECONDS
from fathom.server.common.logs import warn
from fathom.server.common.turns import AHEAD, Turn
from fathom.server.common.workers import Workers


class Foresight:
    """What may come at each table, as far as it has been drawn."""

    def __init__(self, workers: Workers, size: int) -> None:
        self._workers = workers
        self._size = size
        self._tables: dict[str, _Coming] = {}
        self._drawing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is still to be drawn."""
        return self._drawing is not None and not self._drawing.done()

    def want(self, address: str, art: bytes, pictures: Pictures, coming: Sequence[Any]) -> None:
        """Draw this, the likeliest first, when there is time; what else was wanted at the table is not."""
        known = self._tables.get(address)
        if known is not None and known.subjects == tuple(coming):
            return
        self.forget(address)
        if not coming:
            return
        self._tables[address] = _Coming(art, pictures, coming)
        if not self.busy:
            self._drawing = asyncio.create_task(self._draw())

    def taken(self, address: str, subject: Any) -> Drawn:
        """What was drawn of a subject before it came. Nothing else of its round will come any more."""
        known = self._tables.get(address)
        if known is None or known.subjects[0].round != subject.round:
            return {}
        self.forget(address)
        return known.pictures_of(subject)

    def forget(self, address: str) -> None:
        """Nobody needs to know any more what may come at this table."""
        self._tables.pop(address, None)

    def stop(self) -> None:
        """Draw nothing more."""
        self._tables.clear()
        if self._drawing is not None:
            self._drawing.cancel()

    async def _draw(self) -> None:
        """Draw until nothing is left to be drawn: a piece for each table in its turn."""
        while (address := next((one for one, table in self._tables.items() if table.left), None)) is not None:
            await self._workers.idle()
            table = self._tables.pop(address, None)
            if table is None:
                continue  # it has come meanwhile, or nobody is there any more
            self._tables[address] = table
            ahead = table.left.popleft()
            try:
                drawn = await self._workers.run(
                    ahead.work,
                    ahead.subject,
                    table.art,
                    self._size,
                    seconds=DRAW_SECONDS,
                    turn=Turn(AHEAD, address),
                    finish=True,
                )
            except Exception as error:  # noqa: BLE001 - it will be drawn when it is needed
                warn("foresight-failed", error, round=ahead.subject.round)
                table.left.clear()
            else:
                table.drawn.append((ahead, drawn))


class _Coming:
    """What may come at one table: what has been drawn of it, and what is left to draw."""

    def __init__(self, art: bytes, pictures: Pictures, subjects: Sequence[Any]) -> None:
        self.art = art
        self.subjects = tuple(subjects)
        self.left: deque[Ahead] = deque(pictures.ahead(self.subjects))
        self.drawn: list[tuple[Ahead, Drawn]] = []
        self._pictures = pictures

    def pictures_of(self, subject: Any) -> Drawn:
        """All that has been drawn of one subject."""
        if subject not in self.subjects:
            return {}
        parts = set(self._pictures.parts(subject))
        return {
            part: picture
            for ahead, drawn in self.drawn
            for part, picture in ahead.known_as(subject, drawn).items()
            if part in parts
        }
