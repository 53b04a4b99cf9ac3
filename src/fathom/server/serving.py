"""Starting the server: a socket, the application, and what people are told."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar
from platformdirs import user_data_path

from fathom.server.common.logs import note, note_on_stderr
from fathom.server.common.settings import Settings, address
from fathom.server.host.retention import Retention
from fathom.server.host.services import Services
from fathom.server.http.app import create_app
from fathom.server.http.callers import addresses
from fathom.server.http.connections import Doorkeeper, trusted
from fathom.server.http.metrics_port import Inside
from fathom.server.http.uvicorn_requests import requests_with
from fathom.server.http.uvicorn_sockets import sockets_with
from fathom.server.protocol import FRAME_BYTES

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where someone asks for it
GRACE_SECONDS = 5


def serve(
    settings: Settings | None = None,
    *,
    ready: Callable[[str], None] | None = None,
    usual: Mapping[str, Any] | None = None,
) -> None:
    """Serve tables until the process is told to stop (Ctrl-C, SIGTERM).

    Port 0 takes any that is free. `ready` is called once the server can be reached, with its address for this
    machine; addresses for others on the network, where the host lets them in, are printed. Raises `OSError`
    if a port is taken or the log cannot be kept where it should. `usual` are the options that are offered
    first, by game: how a host plays with the cards of its own box.
    """
    settings = settings or Settings()
    folder = Path(settings.data) if settings.data else user_data_path("fathom", appauthor=False)
    with ExitStack() as sockets:
        listening = [sockets.enter_context(listen(settings.host, settings.port))]
        if settings.metrics:
            listening.append(sockets.enter_context(listen(*address(settings.metrics))))
        here, *others = reachable(listening[0])
        services = Services.at(
            folder,
            database=settings.database or None,
            picture_size=settings.picture_size,
            processes=settings.processes,
            limits=settings.limits,
            usual=usual,
            bot_seconds=settings.bot_seconds,
            keep=Retention(settings.keep_finished or None, settings.keep_unstarted or None),
        )

        def tell() -> None:
            services.warm()
            look_for_garbage_less_often()
            note("listening", address=here, others=len(others))
            for other in others:
                sys.stdout.write(f"Others on your network find it at {other}\n")
                sys.stdout.flush()
            if ready is not None:
                ready(here)

        note_on_stderr(settings.log)
        inside = listening[1].getsockname()[1] if settings.metrics else None
        Server(configured(services, settings, inside=inside), tell).run(sockets=listening)


def look_for_garbage_less_often() -> None:
    """Spare the tables Python's pauses to look through everything in memory for what nobody needs.

    Nearly all of it is let go at once without that search; and what was loaded at the start stays anyway.
    Looking at everything as often as Python does by default took up to half a second with 300 busy tables.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000)


class Server(uvicorn.Server):
    """Uvicorn, with a word when it is ready, and one to everyone who is connected before it stops."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            # Finding and starting a browser may take a while.
            await asyncio.get_running_loop().run_in_executor(None, self._ready)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Inside):
            app = app.tables
        if isinstance(app, Litestar) and hasattr(app.state, "tables"):
            await app.state.tables.close()  # whoever waits for an answer is told to come back in a moment
        await super().shutdown(sockets)


def configured(
    services: Services, settings: Settings | None = None, *, inside: int | None = None
) -> uvicorn.Config:
    """How Uvicorn is to run: small frames, no compression (it would tell lengths), regular signs of life.

    Only proxies that the settings name are believed. Measurements are given out on the port `inside`.
    """
    settings = settings or Settings()
    app = create_app(services, settings.names)
    doorkeeper = Doorkeeper(services.clock, services.limits, is_proxy=trusted(settings.trusted_proxies))
    services.metrics.watch("connections", lambda: {(): len(doorkeeper)})
    return uvicorn.Config(
        app if inside is None else Inside(app, services.metrics.text, inside, services.limits),
        http=requests_with(doorkeeper),
        ws=sockets_with(doorkeeper),
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        access_log=False,
        log_config=None,
        server_header=False,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, so that its port is known before the server is up; raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening


def reachable(listening: socket.socket) -> list[str]:
    """The addresses to give to people, the one for this machine's own browser first."""
    host, port = listening.getsockname()[:2]
    if host == EVERYWHERE:
        return [f"http://{address}:{port}" for address in (LOOPBACK, *addresses())]
    return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]
