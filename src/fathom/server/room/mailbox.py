"""A mailbox: what is put into it is carried out one after the other, by one writer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fathom.server.common import refusals
from fathom.server.store import AlreadyWritten, NotWritten
from fathom.table import Refused

T = TypeVar("T")

TRIES = 20
"""So often work is tried while other servers are quicker."""


class Mailbox:
    """The work that waits for a table.

    When another server was quicker to write, `catch_up` is awaited, and if there was something to catch up
    with, the work is done again: it may be refused now, or simply have another number. `not_written` is
    called when work could not be written down, `failed` when it ended in a way that nobody foresaw; after
    that nothing more is carried out.
    """

    def __init__(
        self,
        catch_up: Callable[[], Awaitable[bool]],
        not_written: Callable[[NotWritten], object],
        failed: Callable[[Exception], None],
    ) -> None:
        self._catch_up = catch_up
        self._not_written = not_written
        self._failed = failed
        self._line: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._waiting: set[asyncio.Future[Any]] = set()
        self._closed = False
        self._writer = asyncio.create_task(self._write())

    @property
    def empty(self) -> bool:
        """Whether no work is waiting."""
        return self._line.empty()

    def put(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have work done that nobody waits for."""
        self._line.put_nowait(work)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have work done and wait for what comes of it; raises `Refused`.

        Whoever asks may go away: the work is done all the same.
        """
        if self._closed:
            raise Refused(refusals.BACK_SOON())
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)
        self.put(lambda: self._answer(work, answer))
        return await answer

    async def _answer(self, work: Callable[[], Awaitable[T]], answer: asyncio.Future[T]) -> None:
        try:
            result = await self._tried(work)
        except Refused as refused:
            _settle(answer, refused)
        except NotWritten as error:
            _settle(answer, Refused(refusals.NOT_WRITTEN()))
            self._not_written(error)
        except BaseException:
            _settle(answer, Refused(refusals.FAILED()))
            raise
        else:
            if not answer.done():
                answer.set_result(result)

    async def _tried(self, work: Callable[[], Awaitable[T]]) -> T:
        for _ in range(TRIES):
            try:
                return await work()
            except AlreadyWritten:
                if not await self._catch_up():
                    raise
        raise NotWritten("others were quicker every time")

    async def _write(self) -> None:
        try:
            while not self._closed:
                work = await self._line.get()
                await work()
        except Exception as error:  # noqa: BLE001 - whatever it was, the table has to hear of it
            self._failed(error)

    def close(self) -> None:
        """Carry out nothing more. Whoever still waits is told to come back."""
        self._closed = True
        self._writer.cancel()
        for answer in tuple(self._waiting):
            _settle(answer, Refused(refusals.BACK_SOON()))


def _settle(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
