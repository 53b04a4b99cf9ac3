"""Requests have an end, wait for each other, and are given up with whoever asked.

Found on loopback with one attacker: ten heads that never ended stopped everyone for 19 seconds, ten with ever
more fields took 2.5 GB, and one connection over which thousands of requests were sent ahead 1.8 GB.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from fathom.server.common.limits import ANSWERS, KNOCKING, VISITING, Limits, Rate
from fathom.server.http.connections import LOOK_SECONDS, PACE, SEND_SECONDS, Doorkeeper, trusted
from fathom.server.http.uvicorn_requests import AHEAD, FIELDS, HEAD_BYTES, PORTION
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import BOUND, OPEN, Running, SetClock, run, wait_until


def sent(server: Running, *pieces: bytes) -> bytes:
    """Everything that is answered until the other end closes the line."""
    host, _, port = server.host.partition(":")
    answered = b""
    with socket.create_connection((host, int(port)), timeout=BOUND) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
            while piece := line.recv(65536):
                answered += piece
        except ConnectionError:
            pass  # cut off
    return answered


def head(server: Running, path: str = "/health", method: str = "GET", *fields: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {server.host}", *fields, "", ""]).encode()


def last(server: Running, path: str = "/health", *fields: str) -> bytes:
    return head(server, path, "GET", *fields, "Connection: close")


def cut(server: Running, kind: str) -> int:
    return server.services.limits.turned_away.get(kind, 0)


@pytest.mark.parametrize(
    "begun",
    [b"GET /", b"GET /health HTTP/1.1\r\nX-Long: ", b"GET /health HTTP/1.1\r\n", b""],
    ids=["address", "one field", "many fields", "empty lines"],
)
def test_a_head_has_an_end(start_server: StartServer, begun: bytes) -> None:
    server = start_server()
    more = {b"": b"\r\n", b"GET /health HTTP/1.1\r\n": b"a: b\r\n"}.get(begun, b"a")
    assert sent(server, begun, more * (4 * HEAD_BYTES // len(more))) == b""
    assert cut(server, "heads") == 1


def test_what_browsers_send_is_far_below(server: Running) -> None:
    fields = [f"X-Field-{number}: {'a' * 200}" for number in range(FIELDS - 2)]
    assert sent(server, last(server, "/health", *fields)).startswith(b"HTTP/1.1 200")
    assert sent(server, last(server, "/health", f"Cookie: {'a' * 20_000}")).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("more", [b"a: b\r\n", b"a"], ids=["many fields", "one field"])
def test_what_comes_behind_a_body_has_an_end_too(start_server: StartServer, more: bytes) -> None:
    server = start_server()
    begun = head(server, "/api/tables", "POST", "Transfer-Encoding: chunked") + b"0\r\nX-Long: "
    assert sent(server, begun, more * (4 * HEAD_BYTES // len(more))) == b""
    assert cut(server, "heads") == 1


def test_a_body_may_come_in_small_pieces(server: Running) -> None:
    said = b'{"options":{"game":"dive"},"seats":[{"type":"me"},{"type":"open"}],"name":"Ada"}'
    pieces = b"".join(b"1\r\n" + bytes([sign]) + b"\r\n" for sign in said) + b"0\r\n\r\n"
    begun = head(server, "/api/tables", "POST", "Transfer-Encoding: chunked", "Connection: close")
    assert sent(server, begun, pieces).startswith(b"HTTP/1.1 201")


def test_a_few_requests_may_be_sent_ahead_and_are_answered_in_order(server: Running) -> None:
    paths = ("/health", "/api/lessons", "/ready")
    answered = sent(server, *(head(server, path) for path in paths), last(server, "/nothing"))
    assert [piece[:3] for piece in answered.split(b"HTTP/1.1 ")[1:]] == [b"200"] * 3 + [b"404"]


def test_whoever_sends_many_ahead_is_cut_off(start_server: StartServer) -> None:
    server = start_server()
    many = head(server) * 2000
    answered = sent(server, many)
    assert cut(server, "ahead") == 1, "at the first that is too many"
    assert answered.count(b"HTTP/1.1") <= AHEAD + PORTION // len(head(server))


def test_whoever_asks_too_fast_is_cut_off_whatever_they_ask(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what is refused costs something."""
    monkeypatch.setattr("fathom.server.http.connections.KNOCKING", Rate(KNOCKING.kind, 20, 1.0))
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    for _ in range(20):
        assert sent(server, last(server, "/nothing")).startswith(b"HTTP/1.1 404")
    assert sent(server, last(server)) == b""
    assert cut(server, KNOCKING.kind) == 1
    clock.advance(1)
    assert sent(server, last(server)).startswith(b"HTTP/1.1 200")


def test_pages_count_as_well(start_server: StartServer) -> None:
    server = start_server(clock=SetClock(), limits=1.0)
    server.services.limits.spend(VISITING, "127.0.0.1", VISITING.burst)
    for path in ("/", "/schema", "/health", "/assets/none.js"):
        assert sent(server, last(server, path)).startswith(b"HTTP/1.1 429"), path
    assert sent(server, last(server, "/api/lessons")).startswith(b"HTTP/1.1 200")


def test_what_is_asked_for_is_given_up_with_whoever_asked_though_more_was_sent_ahead(
    start_server: StartServer, diver: NewDiver
) -> None:
    server = start_server(clock=SetClock(), limits=1.0)
    ada = diver(server, "Ada")
    ada.open(OPEN)
    ada.http.close()
    held = server.services.limits._held
    wait_until(lambda: not held[ANSWERS.kind, "127.0.0.1"])
    host, _, port = server.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=BOUND) as line:
        line.sendall(head(server, f"/api/tables/{ada.table}/view?wait=30") + head(server))
        wait_until(lambda: held[ANSWERS.kind, "127.0.0.1"] == 1)
    wait_until(lambda: held[ANSWERS.kind, "127.0.0.1"] == 0)  # no time has passed on the server's clock


# ── Slow readers ────────────────────────────────────────────────────────────────────────────────────────────


class Line:
    """A connection on which so much waits."""

    def __init__(self) -> None:
        self.unsent = 4 * PACE
        self.aborted = False

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    def get_write_buffer_size(self) -> int:
        return self.unsent


def watched(clock: SetClock, **more: Any) -> tuple[Doorkeeper, Any]:
    doorkeeper, line = Doorkeeper(clock, Limits(clock), most=200, **more), Line()
    assert doorkeeper.come(line, ("198.51.100.1", 1))  # type: ignore[arg-type]
    return doorkeeper, line


def test_a_trickle_does_not_put_off_the_end() -> None:
    """Someone who took a byte off every 29 seconds kept an answer, and its place, for ever."""

    async def scenario() -> None:
        clock = SetClock()
        doorkeeper, line = watched(clock)
        doorkeeper.stuck(line, stuck=True)
        await asyncio.to_thread(clock.advance, SEND_SECONDS)
        assert not line.aborted, "much of it may take somewhat longer"
        line.unsent -= 1
        await asyncio.to_thread(clock.advance, SEND_SECONDS)
        assert line.aborted
        doorkeeper.close()

    run(scenario())


def test_nor_does_a_reader_who_is_always_a_little_too_slow() -> None:
    async def scenario() -> None:
        clock = SetClock()
        doorkeeper, line = watched(clock)
        taken = 0
        for _ in range(20):
            doorkeeper.stuck(line, stuck=True)
            await asyncio.to_thread(clock.advance, 10.0)  # it would be four at the pace that is asked for
            if line.aborted:
                break
            taken += 1
            doorkeeper.stuck(line, stuck=False)
        assert 3 <= taken <= 6
        doorkeeper.close()

    run(scenario())


def test_whoever_keeps_pace_may_take_as_long_as_it_takes() -> None:
    async def scenario() -> None:
        clock = SetClock()
        doorkeeper, line = watched(clock)
        for _ in range(30):
            doorkeeper.stuck(line, stuck=True)
            await asyncio.to_thread(clock.advance, line.unsent / PACE)
            assert not line.aborted
            doorkeeper.stuck(line, stuck=False)
        doorkeeper.stuck(line, stuck=True)
        await asyncio.to_thread(clock.advance, SEND_SECONDS + line.unsent / PACE + LOOK_SECONDS)
        assert line.aborted, "but not longer than anyone else, however much was taken off before"
        doorkeeper.close()

    run(scenario())


def test_a_proxy_asks_for_many() -> None:
    async def scenario() -> None:
        clock = SetClock()
        doorkeeper, line = watched(clock, is_proxy=trusted(("198.51.100.1",)))
        assert all(doorkeeper.asks(line) for _ in range(KNOCKING.burst + 10))
        doorkeeper.close()
        doorkeeper, line = watched(clock)
        asked = [doorkeeper.asks(line) for _ in range(KNOCKING.burst + 10)]
        assert asked == [True] * KNOCKING.burst + [False] * 10
        doorkeeper.close()

    run(scenario())
