"""A mailbox: what is put into it is carried out one after the other, by one writer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fathom.server.common import refusals
from fathom.server.room.asks import Ask
from fathom.server.store import AlreadyWritten, NotWritten
from fathom.table import Refused

T = TypeVar("T")

TRIES = 20
"""How often work is tried while other servers are quicker."""


class Mailbox:
    """What a table is asked to do and has not done yet.

    `carry_out` does it. When another server was quicker to write, `catch_up` is awaited, and if there was
    something to catch up with, it is carried out again: it may be refused now, or simply have another number.
    `not_written` is called when something could not be written down, `failed` when it ended in a way that
    nobody foresaw; after that nothing more is carried out.
    """

    def __init__(
        self,
        carry_out: Callable[[Ask[Any]], Awaitable[Any]],
        catch_up: Callable[[], Awaitable[bool]],
        not_written: Callable[[NotWritten], object],
        failed: Callable[[Exception], None],
    ) -> None:
        self._carry_out = carry_out
        self._catch_up = catch_up
        self._not_written = not_written
        self._failed = failed
        self._line: asyncio.Queue[tuple[Ask[Any], asyncio.Future[Any] | None]] = asyncio.Queue()
        self._waiting: set[asyncio.Future[Any]] = set()
        self._closed = False
        self._writer = asyncio.create_task(self._write())

    @property
    def empty(self) -> bool:
        """Whether nothing is waiting to be carried out."""
        return self._line.empty()

    def put(self, asked: Ask[None]) -> None:
        """Have something done that nobody waits for."""
        self._line.put_nowait((asked, None))

    async def ask(self, asked: Ask[T]) -> T:
        """Have something done and wait for what comes of it; raises `Refused`.

        It is done even if the caller is cancelled.
        """
        if self._closed:
            raise Refused(refusals.BACK_SOON())
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)
        self._line.put_nowait((asked, answer))
        return await answer

    async def _answer(self, asked: Ask[T], answer: asyncio.Future[T]) -> None:
        try:
            result = await self._tried(asked)
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

    async def _tried(self, asked: Ask[T]) -> T:
        for _ in range(TRIES):
            try:
                result: T = await self._carry_out(asked)
                return result
            except AlreadyWritten:
                if not await self._catch_up():
                    raise
        raise NotWritten("others were quicker every time")

    async def _write(self) -> None:
        try:
            while not self._closed:
                asked, answer = await self._line.get()
                if answer is None:
                    await self._carry_out(asked)
                else:
                    await self._answer(asked, answer)
        except Exception as error:  # noqa: BLE001 - whatever it was, the table has to hear of it
            self._failed(error)

    def close(self) -> None:
        """Carry out nothing more. Callers that still wait are told to come back."""
        self._closed = True
        self._writer.cancel()
        for answer in tuple(self._waiting):
            _settle(answer, Refused(refusals.BACK_SOON()))


def _settle(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
