"""Uvicorn's WebSockets with two changes.

A reader who takes nothing off the line is cut off: a polite close would wait behind everything that was not
read, for as long as the other end likes. And nothing of what goes over the line is ever noted, whatever level
of notes the host asks for: handshakes carry the proofs of seats.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Sockets(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn.debug = False

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._cut_if_stuck()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_if_stuck()

    def _cut_if_stuck(self) -> None:
        if not self.writable.is_set():
            self.transport.abort()
