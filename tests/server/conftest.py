"""Servers, divers and workers for the tests of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.server.harbour import OPEN, Diver, Line, Running, SharedWorkers, small_services


@pytest.fixture(scope="session")
def workers() -> Iterator[SharedWorkers]:
    """One process for all pictures and bots of these tests."""
    shared = SharedWorkers(1)
    yield shared
    shared.end()


class StartServer(Protocol):
    def __call__(self, folder: Path | None = None, **services: Any) -> Running: ...


@pytest.fixture
def start_server(tmp_path: Path, workers: SharedWorkers) -> Iterator[StartServer]:
    """Starts servers; all are stopped at the end."""
    running: list[Running] = []

    def start(folder: Path | None = None, **services: Any) -> Running:
        running.append(Running(small_services(folder or tmp_path, workers, **services)))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, workers: SharedWorkers) -> Iterator[Running]:
    """One server for all tests that need none of their own; each opens its own tables."""
    running = Running(small_services(tmp_path_factory.mktemp("server"), workers))
    yield running
    running.stop()


@pytest.fixture
def diver() -> Iterator[Callable[[Running | str, str], Diver]]:
    """Makes divers; all go home at the end."""
    divers: list[Diver] = []

    def come(server: Running | str, name: str) -> Diver:
        divers.append(Diver(server if isinstance(server, str) else server.host, name))
        return divers[-1]

    yield come
    for one in divers:
        one.close()


NewDiver = Callable[[Running | str, str], Diver]


class Pair:
    """Two divers at a table that has started, each with a window on it."""

    def __init__(self, ada: Diver, bob: Diver) -> None:
        self.ada, self.bob = ada, bob
        self.a: Line
        self.b: Line
        self.a, self.b = ada.start(bob)


@pytest.fixture
def pair(diver: NewDiver) -> Callable[..., Pair]:
    """Seats two divers at a table."""

    def sit(server: Running, **options: Any) -> Pair:
        ada, bob = diver(server, "Ada"), diver(server, "Bob")
        ada.open(OPEN, **options)
        bob.join(ada)
        return Pair(ada, bob)

    return sit
