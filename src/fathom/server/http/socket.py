"""One WebSocket, from its handshake to its end. Everything that comes in is checked here first."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable, Hashable
from math import ceil
from typing import Any

import msgspec

from fathom.server.common import refusals
from fathom.server.common.clock import Clock
from fathom.server.common.limits import GREETING, HEARING, SAYING
from fathom.server.host.services import Services
from fathom.server.protocol import (
    FRAME_BYTES,
    Act,
    Draft,
    FromClient,
    Hello,
    RefusedNow,
)
from fathom.server.room import TRY_AGAIN, Room
from fathom.server.room.asks import Leave, Message
from fathom.table import Refusal, Refused, encoded

LINE = 256
"""Frames that may wait for a slow reader before it is disconnected; it can reconnect and resume."""

LINE_BYTES = 8_000_000
"""Bytes that may wait likewise; one frame may always."""

MORE_SECONDS = 5.0
"""Seconds that a slow reader may take for those frames before it is cut off."""

PATIENCE = 60
"""Messages that come too fast and are refused before the connection is closed."""

HELLO_SECONDS = 20.0
"""So long a connection may stay without a hello."""

IDLE_SECONDS = 2 * 3600.0
"""Seconds that a client may stay silent before it is disconnected; it reconnects when it is looked at."""

NORMAL = 1000
TOO_SLOW = 1013
NOT_WELCOME = 1008
IDLE = 4408
"""The closing code that tells a browser to come back when someone looks at it again."""

_decode = msgspec.json.Decoder(FromClient).decode
_COUNT = itertools.count()


class Named(msgspec.Struct):
    """The id in a message that cannot be read otherwise."""

    id: str | None = None


_decode_id = msgspec.json.Decoder(Named).decode


class Window:
    """One connection as its room knows it: a line of frames on their way out."""

    def __init__(self, token: bytes | None, address: str = "") -> None:
        self.token = token
        self.address = address
        self.too_slow = asyncio.Event()
        self._line: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._bytes = 0
        """Those of the frames in the line."""
        self._closing = False

    def send(self, frame: bytes) -> None:
        """Put a frame into the line. A reader who lets it grow too long has to come back later."""
        if self._closing:
            return
        waiting = self._line.qsize()
        if waiting >= LINE or (waiting and self._bytes + len(frame) > LINE_BYTES):
            self.leave(TOO_SLOW)
            self.too_slow.set()
        else:
            self._bytes += len(frame)
            self._line.put_nowait(frame)

    def leave(self, code: int) -> None:
        """Close once the line is empty."""
        if not self._closing:
            self._closing = True
            self._line.put_nowait(code)

    async def next(self) -> bytes | int:
        """The next frame, or the code to close with."""
        taken = await self._line.get()
        if isinstance(taken, bytes):
            self._bytes -= len(taken)
        return taken


class Silence:
    """Ends a line on which nobody says anything: soon before hello, after hours when the window was left."""

    def __init__(self, clock: Clock, window: Window) -> None:
        self._clock = clock
        self._window = window
        self._heard = clock.now()
        self._limit = HELLO_SECONDS
        self._alarm = clock.call_at(self._heard + self._limit, self._ring)

    def broken(self) -> None:
        """Something was said, and they have said hello: nothing else puts off the end of a line without one.

        The alarm stays as it is and looks at the time when it rings.
        """
        self._heard = self._clock.now()
        self._limit = IDLE_SECONDS

    def end(self) -> None:
        """Listen no more."""
        self._alarm.cancel()

    def _ring(self) -> None:
        until = self._heard + self._limit
        if self._clock.now() < until:
            self._alarm = self._clock.call_at(until, self._ring)
        else:
            self._window.leave(IDLE if self._limit == IDLE_SECONDS else NOT_WELCOME)


class Gone(Exception):
    """The client is not there any more."""


Receive = Callable[[], Awaitable[str | bytes | None]]
"""Returns the next message of a client; None when there will be no more."""

Send = Callable[[bytes], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]
"""Both raise `Gone` when there is nobody to send to."""


class Caller(msgspec.Struct, frozen=True):
    """Who is at the other end: the hash of the token that came along, if one did, and the address."""

    token: bytes | None
    address: str = ""


async def visit(
    room: Room, caller: Caller, services: Services, receive: Receive, send: Send, close: Close
) -> None:
    """Serve one connection until it ends, in whatever way."""
    window = Window(caller.token, caller.address)
    sending = asyncio.create_task(_send_all(window, send, close))
    receiving = asyncio.create_task(_receive_all(room, window, caller, services, receive))
    cutting = asyncio.create_task(_cut_when_too_slow(window, services.clock))
    tasks = (sending, receiving, cutting)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if receiving.done() and not sending.done():
            window.leave(NORMAL)
            await asyncio.wait((sending, cutting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Refused):  # the room may have closed before
            await room.ask(Leave(window))
    for task in tasks:
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error


async def _send_all(window: Window, send: Send, close: Close) -> None:
    with contextlib.suppress(Gone):
        while True:
            match await window.next():
                case int() as code:
                    await close(code)
                    return
                case bytes() as frame:
                    await send(frame)


async def _cut_when_too_slow(window: Window, clock: Clock) -> None:
    """Ends when someone has not taken a full line off in time: nothing more can be sent, not even goodbye."""
    await window.too_slow.wait()
    over = asyncio.Event()
    alarm = clock.call_at(clock.now() + MORE_SECONDS, over.set)
    try:
        await over.wait()
    finally:
        alarm.cancel()


async def _receive_all(
    room: Room, window: Window, caller: Caller, services: Services, receive: Receive
) -> None:
    """Take messages one by one: the next is read only when the last has been carried out."""
    silence = Silence(services.clock, window)
    limits, metrics = services.limits, services.metrics
    without_proof = f"window-{next(_COUNT)}"
    patience = PATIENCE
    entered = False

    def refuse(client: str | None, refusal: Refusal) -> None:
        metrics.count("refusals_total", "code", refusal.code)
        window.send(encoded(RefusedNow(client, refusal)))

    try:
        while (text := await receive()) is not None:
            if entered:
                silence.broken()
            who = speaker(room, caller.token, without_proof)
            wait = limits.take(SAYING, who) or limits.take(HEARING, caller.address)
            if wait:
                refuse(_id(text), refusals.TOO_FAST(seconds=ceil(wait)))
                patience -= 1
                if not patience:
                    window.leave(NOT_WELCOME)
                    return
                continue
            try:
                message = _read(text)
            except Refused as refused:
                refuse(_id(text), refused.refusal)
                continue
            if not entered and not isinstance(message, Hello):
                refuse(_name(message), refusals.HELLO_FIRST())
                continue
            if isinstance(message, Hello) and (wait := limits.take(GREETING, without_proof)):
                refuse(None, refusals.TOO_FAST(seconds=ceil(wait)))
                continue
            metrics.count("messages_total", "kind", message.__struct_config__.tag)
            try:
                await room.ask(Message(window, message))
            except Refused as refused:
                refuse(_name(message), refused.refusal)
                if refused.refusal.code == refusals.BACK_SOON.code:
                    window.leave(TRY_AGAIN)
                    return
                if isinstance(message, Hello):
                    window.leave(NOT_WELCOME)
                    return
            entered = True
            silence.broken()
    finally:
        silence.end()


def speaker(room: Room, token: bytes | None, without_proof: str) -> Hashable:
    """Whose messages count together: those of a seat from all its browsers, otherwise those of one proof."""
    seat = room.reader(token)
    return (token or without_proof) if seat is None else (room.row.id, seat)


def _read(text: str | bytes) -> Any:
    if isinstance(text, bytes):
        raise Refused(refusals.MALFORMED(problem="messages are text, not binary"))
    if len(text) > FRAME_BYTES or len(text.encode()) > FRAME_BYTES:
        raise Refused(refusals.FRAME_TOO_LARGE(most=FRAME_BYTES))
    try:
        return _decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(refusals.MALFORMED(problem=str(error))) from None


def _id(text: str | bytes) -> str | None:
    try:
        return _decode_id(text).id
    except (msgspec.DecodeError, RecursionError):
        return None


def _name(message: FromClient) -> str | None:
    """The client's own name for a message, if it has one."""
    return message.id if isinstance(message, Act | Draft) else None
