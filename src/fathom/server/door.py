"""The door: one WebSocket, from its handshake to its end. Everything that comes in is checked here first."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fathom.server import refusals
from fathom.server.clock import Clock
from fathom.server.protocol import (
    FRAME_BYTES,
    Act,
    Draft,
    FromClient,
    Hello,
    Ready,
    RefusedNow,
    Reveal,
    Start,
    Unready,
)
from fathom.server.room import TRY_AGAIN, Room
from fathom.table import Refusal, Refused, encoded

LINE = 256
"""So many frames may wait for a slow reader before they are sent away; they can come back and resume."""

BURST = 60
PER_SECOND = 20.0
"""Messages that a window may send at once, and how many more every second."""

PATIENCE = 60
"""So many messages beyond that are refused before the connection is closed."""

NORMAL = 1000
TOO_SLOW = 1013
NOT_WELCOME = 1008

_decode = msgspec.json.Decoder(FromClient).decode


class Named(msgspec.Struct):
    """The id in a message that cannot be read otherwise."""

    id: str | None = None


_decode_id = msgspec.json.Decoder(Named).decode


class Window:
    """One connection as its room knows it: a line of frames on their way out."""

    def __init__(self, token: bytes | None) -> None:
        self.token = token
        self._line: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._closing = False

    def send(self, frame: bytes) -> None:
        """Put a frame into the line. A reader who lets it grow too long has to come back later."""
        if self._closing:
            return
        if self._line.qsize() >= LINE:
            self.leave(TOO_SLOW)
        else:
            self._line.put_nowait(frame)

    def leave(self, code: int) -> None:
        """Close once the line is empty."""
        if not self._closing:
            self._closing = True
            self._line.put_nowait(code)

    async def next(self) -> bytes | int:
        """The next frame, or the code to close with."""
        return await self._line.get()


class Allowance:
    """How many messages someone may still send: a bucket that fills with time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._since = clock.now()
        self._patience = PATIENCE

    def take(self) -> bool:
        """Whether one more message is all right."""
        now = self._clock.now()
        self._left = min(BURST, self._left + (now - self._since) * PER_SECOND)
        self._since = now
        if self._left >= 1:
            self._left -= 1
            return True
        self._patience -= 1
        return False

    @property
    def exhausted(self) -> bool:
        """Whether it is a flood."""
        return self._patience <= 0


class Gone(Exception):
    """The client is not there any more."""


Receive = Callable[[], Awaitable[str | bytes | None]]
"""Gives the next message of a client; None when there will be no more."""

Send = Callable[[bytes], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]
"""Both raise `Gone` when there is nobody to send to."""


async def visit(
    room: Room, token: bytes | None, clock: Clock, receive: Receive, send: Send, close: Close
) -> None:
    """Serve one connection until it ends, in whatever way."""
    window = Window(token)
    sending = asyncio.create_task(_send_all(window, send, close))
    receiving = asyncio.create_task(_receive_all(room, window, clock, receive))
    try:
        await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        if receiving.done() and not sending.done():
            window.leave(NORMAL)
            await sending
    finally:
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        with contextlib.suppress(Refused):  # the room may have closed before
            await room.leave(window)
    for task in (sending, receiving):
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


async def _receive_all(room: Room, window: Window, clock: Clock, receive: Receive) -> None:
    """Take messages one by one: the next is read only when the last has been carried out."""
    allowance = Allowance(clock)
    entered = False
    while (text := await receive()) is not None:
        if not allowance.take():
            _refuse(window, None, refusals.TOO_FAST())
            if allowance.exhausted:
                window.leave(NOT_WELCOME)
                return
            continue
        try:
            message = _read(text)
        except Refused as refused:
            _refuse(window, _id(text), refused.refusal)
            continue
        if not entered and not isinstance(message, Hello):
            _refuse(window, getattr(message, "id", None), refusals.HELLO_FIRST())
            continue
        try:
            await _carry_out(room, window, message)
        except Refused as refused:
            _refuse(window, None, refused.refusal)
            if refused.refusal.code == refusals.BACK_SOON.code:
                window.leave(TRY_AGAIN)
                return
        entered = True


async def _carry_out(room: Room, window: Window, message: FromClient) -> None:
    match message:
        case Hello(after):
            await room.enter(window, after)
        case Ready() | Unready() | Start():
            await room.change(window, message)
        case Reveal(entropy):
            await room.reveal(window, bytes.fromhex(entropy))
        case Act():
            await room.act(window, message)
        case Draft():
            await room.draft(window, message)


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


def _refuse(window: Window, client: str | None, refusal: Refusal) -> None:
    window.send(encoded(RefusedNow(client, refusal)))
