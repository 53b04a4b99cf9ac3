"""The pieces in which the pictures of a subject come: those drawn anyway, and those drawn for who waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from fathom.guests.description import Drawn
from fathom.server.common import refusals
from fathom.server.common.turns import Turn
from fathom.table import Refused


class Piece(Protocol):
    """Some pictures that are drawn together."""

    @property
    def failed(self) -> bool:
        """Whether something went wrong, so that it has to be drawn again."""
        ...

    @property
    def size(self) -> int:
        """The bytes of the pictures that are there."""
        ...

    async def get(self, turn: Turn) -> Drawn:
        """The pictures, as soon as they are there; raises `Refused` if nobody draws them any more."""
        ...

    def stop(self) -> None:
        """Nobody needs them any more."""
        ...


class Underway:
    """Drawn that are being drawn, or were, whether or not anybody waits."""

    def __init__(self, drawing: asyncio.Future[Drawn], round_number: int) -> None:
        self._drawing = drawing
        self._round = round_number

    @property
    def failed(self) -> bool:
        one = self._drawing
        return one.done() and (one.cancelled() or one.exception() is not None)

    @property
    def done(self) -> bool:
        """Whether they are there, or failed."""
        return self._drawing.done()

    @property
    def size(self) -> int:
        return _size(self._drawing)

    async def get(self, turn: Turn) -> Drawn:
        await asyncio.wait((self._drawing,))
        if self._drawing.cancelled():
            raise Refused(refusals.NO_LOOK(round=self._round))
        return self._drawing.result()

    def stop(self) -> None:
        self._drawing.cancel()


class Awaited:
    """Pictures that are drawn when somebody waits for them, and not if everybody has gone before that."""

    def __init__(self, draw: Callable[[Turn], Coroutine[Any, Any, Drawn]]) -> None:
        self._draw = draw
        self._drawing: asyncio.Task[Drawn] | None = None
        self._waiting = 0

    @property
    def failed(self) -> bool:
        """Never: the next to wait has it drawn again."""
        return False

    @property
    def size(self) -> int:
        return 0 if self._drawing is None else _size(self._drawing)

    async def get(self, turn: Turn) -> Drawn:
        drawing = self._drawing
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception() is not None)):
            drawing = self._drawing = asyncio.create_task(self._draw(turn))
        self._waiting += 1
        try:
            return await asyncio.shield(drawing)
        finally:
            self._waiting -= 1
            if not self._waiting and not drawing.done():
                drawing.cancel()

    def stop(self) -> None:
        """Leave them to those who still wait: they are few, and each has been counted."""


def settled(known: Drawn) -> asyncio.Future[Drawn]:
    """Pictures that are there already."""
    there: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
    there.set_result(known)
    return there


def _size(drawing: asyncio.Future[Drawn]) -> int:
    if not drawing.done() or drawing.cancelled() or drawing.exception() is not None:
        return 0
    return sum(map(len, drawing.result().values()))
