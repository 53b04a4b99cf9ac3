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

from fathom.server.common.clock import Alarm, Clock
from fathom.server.common.limits import KNOCKING, Limits
from fathom.server.common.logs import warn
from fathom.server.http.callers import network_of

if sys.platform != "win32":
    import resource

HEADER_SECONDS = 15.0
"""For the head of a request, from the moment of connecting or from its first byte."""
BODY_SECONDS = 60.0
"""For a body."""
SEND_SECONDS = 30.0
"""For whatever the network holds of an answer to be taken off; for much of it somewhat more (`PACE`)."""
PACE = 16_000
"""Bytes that a slow reader must take off in a second, in the long run."""
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

    def __init__(self, transport: asyncio.Transport, address: str, now: float, *, proxy: bool) -> None:
        self.transport = transport
        self.address = address
        self.proxy = proxy
        self.protocol: Any = None
        self.waits_for: tuple[str, object] | None = None
        self.since = now
        self.stuck = False
        self.unstuck_at = float("-inf")
        self.taken_by = float("inf")
        """When everything that waits here must have been taken off."""
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
        proxy = self._is_proxy(host)
        crowd = not proxy and self._from[address] >= self.each
        if full or crowd:
            self.limits.turned_away["connections"] = self.limits.turned_away.get("connections", 0) + 1
            if not self._noted:
                self._noted = True
                warn("too-many-connections", open=len(self._open), most=self._most, one_address=crowd)
            return False
        self._open[transport] = Connection(transport, address, self._clock.now(), proxy=proxy)
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

    def asks(self, transport: asyncio.Transport) -> bool:
        """Someone asks for something, whatever it is; whether that is not too fast. A proxy asks for many."""
        connection = self._open.get(transport)
        if connection is None or connection.proxy:
            return True
        return not self.limits.take(KNOCKING, connection.address)

    def stuck(self, transport: asyncio.Transport, *, stuck: bool) -> None:
        """The network holds more than it should of what is sent there, or no longer does.

        Every byte that waits gives some time to take it off; a reader who takes off a little now and then
        does not gain more by that.
        """
        connection = self._open.get(transport)
        if connection is None:
            return
        now = self._clock.now()
        connection.stuck = stuck
        if not stuck:
            connection.unstuck_at = now
            return
        if now - connection.unstuck_at > LOOK_SECONDS:
            connection.taken_by = float("inf")  # they had caught up
        more = transport.get_write_buffer_size() / PACE
        connection.taken_by = min(connection.taken_by, now + SEND_SECONDS) + more

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
        if connection.stuck:
            return now >= connection.taken_by
        waits_for = connection.protocol.waits_for() if connection.protocol is not None else None
        if waits_for is None or waits_for != connection.waits_for:
            connection.waits_for, connection.since = waits_for, now
            return False
        return now - connection.since >= (BODY_SECONDS if waits_for[0] == "body" else HEADER_SECONDS)
