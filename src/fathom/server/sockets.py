"""Uvicorn's WebSockets, except that a reader who takes nothing off the line is cut off.

A polite close would wait behind everything that was not read, for as long as the other end likes.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Sockets(WebSocketsSansIOProtocol):
    """One connection."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._cut_if_stuck()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_if_stuck()

    def _cut_if_stuck(self) -> None:
        if not self.writable.is_set():
            self.transport.abort()
