"""What is for the host and nobody else: health, readiness and measurements, at an address of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Send

from fathom import __version__
from fathom.server.common.budgets import INSIDE
from fathom.server.common.limits import Limits
from fathom.server.common.metrics import CONTENT_TYPE
from fathom.server.http.callers import address
from fathom.server.http.given import TheTables


@get("/health", summary="Whether the server is up")
async def health() -> dict[str, str]:
    """Answers as long as the event loop runs."""
    return {"status": "ok", "version": __version__}


@get("/ready", summary="Whether the server can do its work", opt={"answer": dict[str, str]})
async def readiness(tables: TheTables) -> Response[dict[str, str]]:
    """Whether the store writes and reads back, and the processes for bots, pictures and reviewing answer.

    Send people here only if all of them do. The answer is at most five seconds old.
    """
    found = await tables.services.readiness.look()
    everything = all(word == "ok" for word in found.values())
    return Response(found, status_code=200 if everything else 503, headers={"cache-control": "no-store"})


class Inside:
    """Serves measurements on the host's own port, and the tables on the other.

    The port is that of the socket on which the connection came in: nothing that a client says changes it.
    """

    def __init__(self, tables: ASGIApp, measured: Callable[[], str], port: int, limits: Limits) -> None:
        self.tables = tables
        self.served = {"GET /metrics": measured}
        self._port = port
        self._limits = limits

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if not self._is_inside(scope) or (scope["type"] == "http" and scope["path"] in {"/health", "/ready"}):
            await self.tables(scope, receive, send)
        elif scope["type"] == "http":
            name = f"{scope['method']} {scope['path']}"
            if name not in self.served:
                await _answer(send, 404, b"There are /metrics, /health and /ready here.\n", "text/plain")
            elif any(self._limits.take(rate, address(ASGIConnection(scope))) for rate in INSIDE[name].rates):
                await _answer(send, 429, b"Too often.\n", "text/plain")
            else:
                await _answer(send, 200, self.served[name]().encode(), CONTENT_TYPE)

    def _is_inside(self, scope: Any) -> bool:
        server = scope.get("server")
        return server is not None and scope["type"] != "lifespan" and server[1] == self._port


async def _answer(send: Send, status: int, content: bytes, media_type: str) -> None:
    headers = [(b"content-type", media_type.encode()), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})
