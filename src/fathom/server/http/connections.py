"""Connections: how many there may be, and how long each may take for what has to come next.

Someone who connects has to send the head of a request, then its body, and to take the answer off, each in
time. Slow clients are cut off; so are those with too many connections. There are always fewer than files
that the system lets the server open, so that the store and the processes never lack one.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from fathom.server.common.clock import Alarm, Clock
from fathom.server.common.limits import Limits
from fathom.server.common.logs import warn
from fathom.server.http.callers import network_of

if sys.platform != "win32":
    import resource

HEADER_SECONDS = 15.0
"""For the head of a request, from the moment of connecting or from its first byte."""
BODY_SECONDS = 60.0
"""For a body."""
SEND_SECONDS = 30.0
"""For whatever the network holds of an answer to become less."""
LOOK_SECONDS = 2.5
"""How often all connections are looked at."""
EACH = 500
"""Connections from one address."""
RESERVED = 128
"""Files that are left for the store, the processes and what the server reads."""
WITHOUT_LIMIT = 4096
"""Connections where the system knows no limit of files."""
FEWEST = 64
"""Connections there may be however few files there are."""


def most_connections() -> int:
    """How many connections there may be: fewer than this process may open files."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(FEWEST, files - RESERVED)


def trusted(proxies: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a host is one of these proxies: addresses, networks, or `*` for all."""
    networks = [ip_network(proxy, strict=False) for proxy in proxies if _is_network(proxy)]
    names = set(proxies)

    def is_trusted(host: str) -> bool:
        if "*" in names or host in names:
            return True
        return _is_network(host) and any(ip_address(host) in network for network in networks)

    return is_trusted


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


class Connection:
    """One connection as the doorkeeper knows it."""

    def __init__(self, transport: asyncio.Transport, address: str, now: float) -> None:
        self.transport = transport
        self.address = address
        self.protocol: Any = None
        self.waits_for: tuple[str, object] | None = None
        self.since = now
        self.stuck_since: float | None = None
        self.unsent = 0
        self.closing_since: float | None = None


class Doorkeeper:
    """All connections of a server. Used only from the event loop."""

    def __init__(
        self,
        clock: Clock,
        limits: Limits,
        *,
        most: int | None = None,
        is_proxy: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.limits = limits
        self._clock = clock
        self._most = most_connections() if most is None else most
        self._is_proxy = is_proxy
        self._open: dict[asyncio.Transport, Connection] = {}
        self._from: Counter[str] = Counter()
        self._alarm: Alarm | None = None
        self._noted = False

    def __len__(self) -> int:
        return len(self._open)

    @property
    def each(self) -> float:
        """How many connections one address may have: never all."""
        return min(self.limits.times(EACH), max(FEWEST // 2, self._most // 2))

    def come(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> bool:
        """Someone connects; whether they may stay. A proxy has as many as there may be."""
        host = client[0] if client else ""
        address = network_of(host)
        full = len(self._open) >= self._most
        crowd = not self._is_proxy(host) and self._from[address] >= self.each
        if full or crowd:
            self.limits.turned_away["connections"] = self.limits.turned_away.get("connections", 0) + 1
            if not self._noted:
                self._noted = True
                warn("too-many-connections", open=len(self._open), most=self._most, one_address=crowd)
            return False
        self._open[transport] = Connection(transport, address, self._clock.now())
        self._from[address] += 1
        if self._alarm is None:
            self._alarm = self._clock.call_at(self._clock.now() + LOOK_SECONDS, self._look)
        return True

    def speaks(self, transport: asyncio.Transport, protocol: Any) -> None:
        """From now on this protocol is spoken."""
        connection = self._open.get(transport)
        if connection is not None:
            connection.protocol = protocol

    def go(self, transport: asyncio.Transport) -> None:
        """Someone has gone."""
        connection = self._open.pop(transport, None)
        if connection is not None:
            self._from[connection.address] -= 1
            if not self._from[connection.address]:
                del self._from[connection.address]
            if len(self._open) < 0.9 * self._most:
                self._noted = False

    def stuck(self, transport: asyncio.Transport, *, stuck: bool) -> None:
        """The network holds more than it should of what is sent there, or no longer does."""
        connection = self._open.get(transport)
        if connection is not None:
            connection.stuck_since = self._clock.now() if stuck else None
            connection.unsent = transport.get_write_buffer_size() if stuck else 0

    def close(self) -> None:
        """Look no more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _look(self) -> None:
        now = self._clock.now()
        for connection in tuple(self._open.values()):
            if self._too_late(connection, now):
                self.limits.turned_away["late"] = self.limits.turned_away.get("late", 0) + 1
                connection.transport.abort()
        self._alarm = self._clock.call_at(now + LOOK_SECONDS, self._look) if self._open else None

    def _too_late(self, connection: Connection, now: float) -> bool:
        transport = connection.transport
        if transport.is_closing():
            connection.closing_since = now if connection.closing_since is None else connection.closing_since
            return now - connection.closing_since >= SEND_SECONDS
        if connection.stuck_since is not None:
            unsent = transport.get_write_buffer_size()
            if unsent < connection.unsent:
                connection.stuck_since, connection.unsent = now, unsent
            return now - connection.stuck_since >= SEND_SECONDS
        waits_for = connection.protocol.waits_for() if connection.protocol is not None else None
        if waits_for is None or waits_for != connection.waits_for:
            connection.waits_for, connection.since = waits_for, now
            return False
        return now - connection.since >= (BODY_SECONDS if waits_for[0] == "body" else HEADER_SECONDS)


class Requests(HttpToolsProtocol):
    """A connection over which requests come."""

    doorkeeper: Doorkeeper

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.doorkeeper.come(transport, self.client):
            self.doorkeeper.speaks(transport, self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorkeeper.go(self.transport)
        super().connection_lost(exc)

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
