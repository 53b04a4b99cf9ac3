"""Uvicorn's HTTP with five changes.

The head of a request has a largest size, in bytes and in fields. Whoever asks for more and more before the
first answer is there is cut off, and so is whoever asks too fast, whatever for. What comes in is read in
small portions. When someone goes, every request of theirs hears of it. And the doorkeeper knows what has to
come next over every connection.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from fathom.server.http.connections import Doorkeeper

PORTION = 4096
"""Bytes that are read at a time: at most some two hundred requests, nearly all of which are let go."""

HEAD_BYTES = 32 * 1024
"""Bytes of a request beside its body; those of browsers have less than two thousand."""

FIELDS = 100
"""Fields in the head of a request, and behind its body."""

AHEAD = 8
"""Requests over one connection that may wait for the answer to the first."""


class Requests(HttpToolsProtocol):
    """A connection over which requests come."""

    doorkeeper: Doorkeeper
    _beside = 0
    """Bytes of the request that is being read, without its body."""
    _answering: RequestResponseCycle | None = None
    """The request that is being answered; Uvicorn itself knows only the one that came last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.doorkeeper.come(transport, self.client):
            self.doorkeeper.speaks(transport, self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorkeeper.go(self.transport)
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    # ── What comes in ──────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PORTION):
            if self._over or self.transport.get_protocol() is not self:  # a socket from now on
                return
            portion = data[start : start + PORTION]
            self._beside += len(portion)
            super().data_received(portion)
            if self._beside > HEAD_BYTES:
                self._cut("heads")

    def on_message_begin(self) -> None:
        self._beside = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= FIELDS:
            self._cut("heads")
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self._over:
            return
        if not self.doorkeeper.asks(self.transport):
            self.transport.abort()
            return
        super().on_headers_complete()
        if len(self.pipeline) > AHEAD:
            self._cut("ahead")

    def on_body(self, body: bytes) -> None:
        self._beside -= len(body)
        if not self._over:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._over:
            super().on_message_complete()

    @property
    def _over(self) -> bool:
        """Whether nothing more is heard here: what has come already is left unread."""
        return self.transport.is_closing()

    def _cut(self, kind: str) -> None:
        if self._over:
            return
        self.doorkeeper.limits.turned_away[kind] = self.doorkeeper.limits.turned_away.get(kind, 0) + 1
        self.transport.abort()

    # ── What goes out, and what has to come next ───────────────────────────────────────────────────────────

    def pause_writing(self) -> None:
        super().pause_writing()
        self.doorkeeper.stuck(self.transport, stuck=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.doorkeeper.stuck(self.transport, stuck=False)

    def waits_for(self) -> tuple[str, object] | None:
        """What has to come next, and for which request; None while the server is to act."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            # Between two requests Uvicorn itself waits, and not for long.
            return None if self.timeout_keep_alive_task is not None else ("header", cycle)
        return ("body", cycle) if cycle.more_body else None


def requests_with(doorkeeper: Doorkeeper) -> type[Requests]:
    """The protocol of connections that this doorkeeper watches."""
    return type("WatchedRequests", (Requests,), {"doorkeeper": doorkeeper})
