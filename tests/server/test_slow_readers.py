"""Someone who takes nothing off the line is cut off, and nobody else notices."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import threading
from collections.abc import Callable

from fathom.server.http.socket import LINE, LINE_BYTES, MORE_SECONDS, Window
from tests.server.conftest import Pair, StartServer
from tests.server.harbour import BOUND, SetClock, laid

HELLOS = 4000
"""Each is answered with a view of some kilobytes: far more than all buffers on the way hold."""


def masked(text: str) -> bytes:
    """A text frame as a client sends it."""
    payload, mask = text.encode(), os.urandom(4)
    assert len(payload) < 126
    return (
        bytes([0x81, 0x80 | len(payload)])
        + mask
        + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    )


def silent_reader(host: str, table: str) -> socket.socket:
    """A WebSocket whose owner does not read; it is told apart from a slow one only by time."""
    name, _, port = host.partition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((name, int(port)))
    line.settimeout(BOUND)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in line.recv(64)
    return line


def test_who_never_reads_is_cut_off(start_server: StartServer, pair: Callable[..., Pair]) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    both = pair(server, game="deep-blue", chart="small")
    line = silent_reader(server.host, both.ada.table)
    hello = masked(json.dumps({"type": "hello"}))

    def flood() -> None:
        try:
            for _ in range(HELLOS):
                line.sendall(hello)
        except OSError:
            pass  # cut off

    flooding = threading.Thread(target=flood)
    flooding.start()
    room = server.tables._rooms[both.ada.table]
    for _ in range(HELLOS):
        windows = [one for one in tuple(room.audience._visitors) if isinstance(one, Window)]
        if any(window.too_slow.is_set() for window in windows):
            break
        both.b.quiet()
    assert server.services.limits.sockets == 3
    clock.advance(MORE_SECONDS)
    for _ in range(HELLOS):
        if server.services.limits.sockets == 2:
            break
        both.b.quiet()  # the others are served as ever
    assert server.services.limits.sockets == 2, "cut off"
    line.close()
    flooding.join(BOUND)


def test_neither_more_frames_nor_more_bytes_wait_than_may() -> None:
    async def scenario() -> None:
        small, large, greedy = Window(None), Window(None), Window(None)
        for _ in range(LINE):
            small.send(b"-")
        for _ in range(2):
            large.send(bytes(LINE_BYTES // 2))
        greedy.send(bytes(LINE_BYTES + 1))  # a single one may be as large as it is
        assert not any(window.too_slow.is_set() for window in (small, large, greedy))
        assert await large.next() == bytes(LINE_BYTES // 2)
        large.send(bytes(LINE_BYTES // 2))  # what was taken does not count any more
        assert not large.too_slow.is_set()
        for window in (small, large, greedy):
            window.send(b"-")
            assert window.too_slow.is_set()

    asyncio.run(scenario())


def test_others_play_on_meanwhile(start_server: StartServer, pair: Callable[..., Pair]) -> None:
    server = start_server(clock=SetClock())
    both = pair(server)
    line = silent_reader(server.host, both.ada.table)
    for _ in range(100):
        line.sendall(masked(json.dumps({"type": "hello"})))
    assert both.a.act(laid(1))["type"] == "done"
    assert both.b.act(laid(1))["type"] == "done"
    line.close()
