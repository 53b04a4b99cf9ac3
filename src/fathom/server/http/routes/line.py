"""The address of a table's socket: who may open a line, and how it ends."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from fathom.server.common import refusals
from fathom.server.common.budgets import ROUTES
from fathom.server.common.logs import warn
from fathom.server.http.callers import address, check_host, check_origin, hashed_proof
from fathom.server.http.given import TheTables
from fathom.server.http.socket import NOT_WELCOME, Caller, Close, Gone, Receive, Send, visit
from fathom.server.protocol import RefusedNow
from fathom.server.room import TRY_AGAIN
from fathom.server.store import NotWritten
from fathom.table import Refusal, Refused, encoded

INTERNAL_ERROR = 1011
"""The closing code for what nobody foresaw."""

SOCKET = "WEBSOCKET /api/tables/{table:str}/socket"
"""The budget of a line to a table."""


@websocket("/api/tables/{table:str}/socket")
async def table_socket(table: FromPath[str], socket: WebSocket[Any, Any, Any], tables: TheTables) -> None:
    """A seat's, or a spectator's, line to the table. Messages: `fathom.server.protocol`."""
    services = tables.services
    try:
        check_host(socket)
        check_origin(socket)
        caller = Caller(hashed_proof(socket), address(socket))
    except Refused:
        await socket.close(NOT_WELCOME)  # before it was accepted: the handshake is answered with 403
        return
    await socket.accept()
    if not services.limits.enter(caller.address):
        await _send_away(socket, refusals.TOO_MANY())
        return
    try:
        for rate in ROUTES[SOCKET].rates:
            services.limits.check(rate, caller.address)
        async with tables.room(table) as room:
            await visit(room, caller, services, *_ends(socket))
    except Refused as refused:
        await _send_away(socket, refused.refusal)
    except NotWritten as error:
        warn("not-read", error, table=table)
        await socket.close(TRY_AGAIN)
    except Exception as error:  # noqa: BLE001 - whatever it was, the host has to hear of it
        warn("line-failed", error, table=table)
        with suppress(OSError, WebSocketException, RuntimeError):  # it may be closed already
            await socket.close(INTERNAL_ERROR)
    finally:
        services.limits.leave(caller.address)


async def _send_away(socket: WebSocket[Any, Any, Any], refusal: Refusal) -> None:
    """Tell someone why they cannot stay."""
    try:
        await socket.send_text(encoded(RefusedNow(None, refusal)).decode())
        await socket.close(NOT_WELCOME)
    except (OSError, WebSocketException):
        pass  # they have gone already


def _ends(socket: WebSocket[Any, Any, Any]) -> tuple[Receive, Send, Close]:
    """A socket as the application knows it."""

    async def receive() -> str | bytes | None:
        try:
            message = await socket.receive()
        except WebSocketDisconnect:
            return None
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def send(frame: bytes) -> None:
        try:
            await socket.send_text(frame.decode())
        except (OSError, WebSocketException) as error:
            raise Gone from error

    async def close(code: int) -> None:
        try:
            await socket.close(code)
        except (OSError, WebSocketException) as error:
            raise Gone from error

    return receive, send, close
