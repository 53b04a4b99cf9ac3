"""The server's addresses: tables over HTTP, the socket of each table, pictures, and the web client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.types import Message, Scope

from fathom.server.host.services import Services
from fathom.server.http.callers import (
    check_host,
    known_names,
)
from fathom.server.http.given import AnyRequest
from fathom.server.http.guard import guard
from fathom.server.http.http_messages import Listeners, letter_routes
from fathom.server.http.metrics_port import health, readiness
from fathom.server.http.openapi import schema_routes
from fathom.server.http.refused import ANSWERS
from fathom.server.http.routes.deletion import deletion_routes
from fathom.server.http.routes.lessons import lesson_routes
from fathom.server.http.routes.line import table_socket
from fathom.server.http.routes.lobby import lobby_routes
from fathom.server.http.routes.replays import replay_routes
from fathom.server.http.routes.tables import table_routes
from fathom.server.http.web_client import client_routes
from fathom.server.protocol import (
    FRAME_BYTES,
)
from fathom.server.room.tables import Tables

HOST_UNCHECKED = {"/health", "/ready"}
"""Answered under any name: a monitor may use another one, and nothing is told there."""

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}

HEADERS = {
    # Style attributes (Svelte sets them) are allowed, scripts and style sheets only from here.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}

HSTS = "max-age=31536000"
"""Under TLS only: a browser that came over TLS once comes back over TLS."""


def create_app(services: Services, names: Iterable[str] = ()) -> Litestar:
    """The whole server as one ASGI application. It closes the services when it ends.

    `names` are those under which it is asked for, beside those of this machine (`callers.check_host`).
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.tables = tables = Tables(services)
        app.state.readers = readers = Listeners(tables)
        _watch(services, tables)
        await tables.begin()
        try:
            yield
        finally:
            await tables.close()
            readers.close()
            await services.close()

    described: list[HTTPRouteHandler] = [
        *table_routes(),
        health,
        readiness,
        *lobby_routes(),
        *letter_routes(),
        *deletion_routes(),
        *replay_routes(),
        *lesson_routes(),
    ]
    return Litestar(
        route_handlers=[*described, table_socket, *schema_routes(described), *client_routes()],
        state=State({"services": services, "names": known_names(names)}),
        dependencies={
            "tables": Provide(_the_tables, sync_to_thread=False),
            "readers": Provide(_the_readers, sync_to_thread=False),
        },
        lifespan=[lifespan],
        middleware=[guard],
        before_request=_for_this_server,
        before_send=[_add_headers],
        exception_handlers=ANSWERS,
        request_max_body_size=FRAME_BYTES,
        logging_config=None,  # whoever runs the server says where its notes go
        openapi_config=None,  # the document is our own: it says what msgspec really decodes
    )


def _watch(services: Services, tables: Tables) -> None:
    """What can be measured at any moment."""
    services.metrics.watch("sockets", lambda: {(): services.limits.sockets})
    services.metrics.watch("rooms", lambda: {(): len(tables)})
    services.metrics.watch(
        "turned_away_total", lambda: {(("kind", kind),): n for kind, n in services.limits.turned_away.items()}
    )


def _the_tables(state: State) -> Tables:
    tables: Tables = state.tables
    return tables


def _the_readers(state: State) -> Listeners:
    readers: Listeners = state.readers
    return readers


async def _for_this_server(request: AnyRequest) -> None:
    """Before every request: whether it is for this server at all."""
    if request.url.path not in HOST_UNCHECKED:
        check_host(request)


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start" and scope["type"] == ScopeType.HTTP:
        services: Services = scope["litestar_app"].state.services
        services.metrics.count("answers_total", "status", str(message["status"]))
        headers = MutableScopeHeaders.from_message(message)
        if scope["scheme"] == "https":
            headers.setdefault("strict-transport-security", HSTS)
        if scope["scheme"] == "https" or _on_this_machine(scope):
            # Over plain HTTP from elsewhere browsers ignore it, and complain about it in every page.
            headers.setdefault("cross-origin-opener-policy", "same-origin")
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")  # codes, invites and what only one seat may see
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


def _on_this_machine(scope: Scope) -> bool:
    """Whether the address in the browser is loopback, which browsers trust without TLS."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    return host.rpartition(":")[0] in LOOPBACK or host in LOOPBACK
