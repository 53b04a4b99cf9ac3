"""`/ready` means ready: a full disk, a damaged file and processes that do not answer are told by name."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from fathom.server.common.workers import Workers
from fathom.server.host.readiness import REMEMBERED, Readiness
from fathom.server.store import NotWritten, SqliteStore
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import (
    BOUND,
    OPEN,
    Running,
    SetClock,
    bot,
    run,
    small_services,
    wait_until,
)
from tests.server.sailors import Process

WELL = {"store": "ok", "bots": "ok", "pictures": "ok", "reviewing": "ok"}


def asked(host: str) -> tuple[int, dict[str, str]]:
    answer = httpx.get(f"http://{host}/ready", timeout=BOUND)
    return answer.status_code, answer.json()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Callable[[], tuple[Running, SetClock, Workers]]]:
    """A server with a process and a clock of its own."""
    servers: list[Running] = []

    def start() -> tuple[Running, SetClock, Workers]:
        clock, workers = SetClock(), Workers(1)
        servers.append(Running(small_services(tmp_path, workers, clock=clock)))
        return servers[-1], clock, workers

    yield start
    for server in servers:
        server.stop()


# ── The store ───────────────────────────────────────────────────────────────────────────────────────────────


class Broken(SqliteStore):
    """A store whose commits fail when it is told to."""

    full = False

    def _commit(self) -> None:
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        super()._commit()


def test_ready_only_if_the_store_writes(start_server: StartServer, tmp_path: Path) -> None:
    store, clock = Broken(tmp_path / "fathom.sqlite3"), SetClock()
    server = start_server(store=store, clock=clock)
    assert asked(server.host) == (200, WELL)
    store.full = True
    clock.advance(REMEMBERED)
    assert asked(server.host) == (503, WELL | {"store": "failed"})
    assert httpx.get(f"http://{server.host}/health", timeout=BOUND).status_code == 200
    store.full = False
    clock.advance(REMEMBERED)
    assert asked(server.host) == (200, WELL)


def test_a_file_that_cannot_grow_is_told(tmp_path: Path) -> None:
    """The system itself refuses to let any file of the server's process become larger."""
    server = Process(tmp_path)
    try:
        assert asked(server.host) == (200, WELL)
        largest = max(path.stat().st_size for path in tmp_path.glob("fathom.sqlite3*"))
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
        wait_until(lambda: asked(server.host) == (503, WELL | {"store": "failed"}))
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_until(lambda: asked(server.host) == (200, WELL))
    finally:
        server.kill()


def test_a_disk_without_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.probe(b"here")
        monkeypatch.setattr("fathom.server.store.sqlite.ROOM", 2**80)
        with pytest.raises(NotWritten, match="full"):
            await store.probe(b"here")
        await store.close()

    run(scenario())


def test_overwritten_pages_are_told(start_server: StartServer, diver: NewDiver) -> None:
    """The server has most of its file in memory, and would go on until it needs a page that is not there."""
    clock = SetClock()
    server = start_server(clock=clock)
    ada = diver(server, "Ada")
    for _ in range(40):
        ada.open(OPEN, bot("random"))
    assert asked(server.host) == (200, WELL)
    run(server.services.store._empty_journal())  # type: ignore[attr-defined]
    with server.log.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(size // 2)
        file.write(os.urandom(size - size // 2))
    server.services.store._check_at = 0.0  # type: ignore[attr-defined]
    clock.advance(REMEMBERED)
    assert asked(server.host) == (503, WELL | {"store": "failed"})


def test_all_who_ask_at_once_share_one_look_and_later_ones_remember_it(tmp_path: Path) -> None:
    class Slow(SqliteStore):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            self.asked: asyncio.Queue[asyncio.Event] = asyncio.Queue()

        async def probe(self, mark: bytes) -> None:
            answered = asyncio.Event()
            self.asked.put_nowait(answered)
            await answered.wait()
            await super().probe(mark)

    async def scenario() -> None:
        store, clock = Slow(tmp_path / "log.sqlite3"), SetClock()
        readiness = Readiness(store, {"bots": Workers(1)}, clock)
        well = {"store": "ok", "bots": "ok"}
        for _ in range(2):
            looks = [asyncio.create_task(readiness.look()) for _ in range(50)]
            answered = await store.asked.get()
            looks[0].cancel()  # one of them does not wait for it
            answered.set()
            assert await asyncio.gather(*looks[1:]) == [well] * 49
            assert [await readiness.look() for _ in range(50)] == [well] * 50
            assert store.asked.empty()
            clock.advance(REMEMBERED)
        await store.close()

    run(scenario())


# ── Processes ───────────────────────────────────────────────────────────────────────────────────────────────


def wait_for(path: Path) -> None:
    """Think until there is such a file."""
    wait_until(path.exists)


def test_a_bot_that_thinks_answers_all_the_same_and_nothing_waits_behind_it(
    tmp_path: Path, own: Callable[[], tuple[Running, SetClock, Workers]]
) -> None:
    server, clock, workers = own()
    try:
        workers.warm(wait_for, tmp_path / "thought")
        for _ in range(5):
            assert asked(server.host) == (200, WELL)
            clock.advance(REMEMBERED)
        assert len(workers._submitted) == 1, "nothing else waits for the process"
    finally:
        (tmp_path / "thought").touch()


def test_a_process_that_has_died_is_told_and_replaced(
    own: Callable[[], tuple[Running, SetClock, Workers]],
) -> None:
    server, clock, workers = own()
    os.kill(run(workers.run(os.getpid)), signal.SIGKILL)
    wait_until(lambda: not workers.alive)
    assert asked(server.host) == (503, dict.fromkeys(WELL, "failed") | {"store": "ok"})

    def is_ready() -> bool:
        clock.advance(REMEMBERED)
        return asked(server.host) == (200, WELL)

    wait_until(is_ready)  # nobody needs to play for that: asking has it started again


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.parametrize("kind", ["bots", "pictures", "reviewing"])
def test_a_process_that_is_stopped_is_told_by_its_kind_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr("fathom.server.host.readiness.READY_SECONDS", 1.0)

    async def scenario() -> None:
        store, clock = SqliteStore(tmp_path / "log.sqlite3"), SetClock()
        workers = {"bots": Workers(1), "pictures": Workers(1), "reviewing": Workers(1)}
        readiness = Readiness(store, workers, clock)
        pid = await workers[kind].run(os.getpid)
        assert await readiness.look() == WELL
        os.kill(pid, signal.SIGSTOP)
        wait_until(lambda: state_of(pid) == "T")
        clock.advance(REMEMBERED)
        assert await readiness.look() == WELL | {kind: "failed"}
        await workers[kind].idle()
        clock.advance(REMEMBERED)
        assert await readiness.look() == WELL
        assert await workers[kind].run(os.getpid) != pid
        await store.close()
        for some in workers.values():
            some.close()

    run(scenario())


def threads() -> tuple[int, int]:
    """The threads of this process after some arithmetic, and those of them that are Python's."""
    import threading

    import numpy as np

    square = np.ones((400, 400))
    assert (square @ square)[0, 0] == 400
    return len(list(Path("/proc/self/task").iterdir())), threading.active_count()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux lists threads there")
def test_a_process_computes_in_one_thread() -> None:
    workers = Workers(1)
    every, python = run(workers.run(threads))
    workers.close()
    assert every == python
