"""Uvicorn's WebSockets with four changes.

A reader who takes nothing off the line is cut off: a polite close would wait behind everything that was not
read, for as long as the other end likes. Frames that carry no message (pings, pongs, further parts of a
message) count, and whoever sends too many is cut off. What comes in is read in small portions, and no more of
it while messages wait: nobody can keep the event loop busy with reading. And nothing of what goes over the
line is ever noted, whatever level of notes the host asks for: handshakes carry the proofs of seats.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from fathom.server.common.limits import FRAMING
from fathom.server.http.connections import Doorkeeper

PORTION = 2048
"""Bytes that are read at a time: at most some three hundred frames."""

UNHEARD = 16
"""Messages that may wait to be handled before reading pauses."""


_COUNT = itertools.count()


class Sockets(WebSocketsSansIOProtocol):
    """One connection."""

    doorkeeper: Doorkeeper

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn.debug = False
        self._unread = b""
        self._name = f"line-{next(_COUNT)}"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.doorkeeper.speaks(self.transport, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorkeeper.go(self.transport)
        self._unread = b""
        super().connection_lost(exc)

    def waits_for(self) -> tuple[str, object] | None:
        """Nothing: a socket that says no hello is closed by whoever listens to it."""
        return None

    # ── What comes in ──────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read_on()

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and self.queue.empty():
            self._read_on()
        return message

    def _read_on(self) -> None:
        """Read what has come, unless there is enough to hear."""
        while self._unread and self.queue.qsize() < UNHEARD and not self.transport.is_closing():
            portion, self._unread = self._unread[:PORTION], self._unread[PORTION:]
            super().data_received(portion)
        if self.transport.is_closing():
            self._unread = b""

    def handle_ping(self) -> None:
        if self._may_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_frame():
            super().handle_cont(event)

    def _may_frame(self) -> bool:
        """Whether one more frame without a message may come; cuts the line if not."""
        if self.transport.is_closing():
            return False
        if self.doorkeeper.limits.take(FRAMING, self._name):
            self.transport.abort()
            return False
        return True

    # ── What goes out ──────────────────────────────────────────────────────────────────────────────────────

    def pause_writing(self) -> None:
        super().pause_writing()
        self.doorkeeper.stuck(self.transport, stuck=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.doorkeeper.stuck(self.transport, stuck=False)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._cut_if_stuck()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_if_stuck()

    def _cut_if_stuck(self) -> None:
        if not self.writable.is_set():
            self.transport.abort()


def sockets_with(doorkeeper: Doorkeeper) -> type[Sockets]:
    """The protocol of sockets that this doorkeeper watches."""
    return type("WatchedSockets", (Sockets,), {"doorkeeper": doorkeeper})
