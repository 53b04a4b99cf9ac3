"""A server answers only to its own names: a page that lets its name lead here is no page of ours."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fathom.server.common.settings import Settings, read_settings
from fathom.server.http.callers import addresses, known_names
from fathom.server.serving import Server, configured
from tests.server.conftest import NewDiver
from tests.server.harbour import BOUND, OPEN, Running, SharedWorkers, small_services


class Named(Running):
    """A server that was told a name."""

    def start(self, ready: Callable[[], None]) -> tuple[Server, list[Any]]:
        return Server(configured(self.services, Settings(names=("fathom.example.org",))), ready), []


@pytest.fixture
def named(tmp_path: Path, workers: SharedWorkers) -> Iterator[Named]:
    running = Named(small_services(tmp_path, workers))
    yield running
    running.stop()


def asked(server: Running, host: str, path: str = "/api/games") -> httpx.Response:
    return httpx.get(f"http://{server.host}{path}", headers={"Host": host}, timeout=BOUND)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "10.9.8.7"])
@pytest.mark.parametrize("path", ["/api/games", "/", "/api/public", "/schema"])
def test_whoever_asks_for_another_name_is_turned_away(server: Running, host: str, path: str) -> None:
    answer = asked(server, host, path)
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "localhost.", socket.gethostname()]
)
def test_told_nothing_it_answers_to_the_names_of_this_machine(server: Running, host: str) -> None:
    assert asked(server, host).status_code == 200


def test_others_on_the_network_reach_it_by_its_addresses(server: Running) -> None:
    """`make play LAN=1` prints these."""
    for address in addresses():
        assert asked(server, f"{address}:8000").status_code == 200


def test_told_a_name_it_answers_to_that_and_to_no_other(named: Named) -> None:
    for host in ("fathom.example.org", "fathom.example.org:443", "Fathom.Example.org.", "localhost"):
        assert asked(named, host).status_code == 200
    for host in ("example.org", "www.fathom.example.org"):
        assert asked(named, host).status_code == 421


def test_a_socket_is_for_its_own_name_too(server: Running, diver: NewDiver) -> None:
    """What another site would do: its own name leads to this server, so the page and the host agree."""
    ada = diver(server, "Ada")
    ada.open(OPEN)
    with (
        socket.create_connection(("127.0.0.1", server.port)) as line,
        pytest.raises(InvalidStatus) as refused,
        connect(
            f"ws://evil.example:{server.port}/api/tables/{ada.table}/socket",
            sock=line,
            origin=Origin(f"http://evil.example:{server.port}"),
            proxy=None,
            open_timeout=BOUND,
        ),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_whoever_watches_the_server_may_call_it_anything(server: Running) -> None:
    assert asked(server, "10.0.0.7:8000", "/health").status_code == 200
    assert asked(server, "balancer", "/ready").status_code == 200


def test_names_are_a_setting() -> None:
    assert read_settings({"FATHOM_NAMES": "a.example, b.example"}).names == ("a.example", "b.example")
    assert "*" in known_names(("*",))
    assert {"localhost", "::1"} < known_names()
