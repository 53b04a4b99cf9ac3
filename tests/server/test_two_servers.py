"""Two server processes on one PostgreSQL serve the same tables: nothing is lost, doubled or out of order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fathom.server.store.postgres import PostgresStore
from tests.postgres import Cluster
from tests.server.conftest import NewDiver
from tests.server.harbour import OPEN, Diver, Frame, run
from tests.server.sailors import Address, Process, Table, opened, wait_for

ENTRIES = 24
"""So far each table is played."""


@pytest.fixture
def two(postgres: Cluster, tmp_path: Path) -> Iterator[tuple[str, list[Process]]]:
    """Two processes, in which commits take their time and news of them comes late and out of order."""
    url = postgres.database()
    with ThreadPoolExecutor(2) as pool:
        started = list(pool.map(lambda name: Process(tmp_path / name, database=url, delays=name), "ab"))
    yield url, started
    for process in started:
        process.kill()


def test_two_processes_serve_the_same_tables_without_a_lost_or_doubled_event(
    two: tuple[str, list[Process]], tmp_path: Path
) -> None:
    """Everyone plays over one server and watches over the other; both sit at every table."""
    url, processes = two

    async def scenario() -> list[Table]:
        addresses = [Address(process.host) for process in processes]
        tables = [
            await opened(addresses, {"game": "dive"}, watching=True),
            await opened(addresses, {"game": "dive", "companions": True}, people=3, watching=True),
            await opened(addresses, {"game": "deep-blue", "chart": "small"}, watching=True),
            await opened(addresses, {"game": "dive"}, people=1, bots=1, watching=True),
        ]
        sailors = [sailor for table in tables for sailor in table.sailors]
        crew = [asyncio.create_task(sailor.sail()) for sailor in sailors]
        try:
            await wait_for(
                lambda: all(sailor.number >= ENTRIES or sailor.over for sailor in sailors),
                crew,
                "a table is stuck",
            )
        finally:
            for one in crew:
                one.cancel()
            await asyncio.gather(*crew, return_exceptions=True)
        store = PostgresStore(url)
        await store.open()
        for table in tables:
            await table.compare(store)
        await store.close()
        return tables

    tables = run(scenario())
    for table in tables:
        assert table.entries >= 10
        assert {len(sailor.told) > 0 for sailor in table.sailors} == {True}
    assert sum(len(sailor.done) for table in tables for sailor in table.sailors) > ENTRIES
    assert too_late(tmp_path) > 0, "nobody was ever too late: the delays have delayed nothing"


def too_late(folder: Path) -> int:
    """How often one of the servers wanted to write what the other had written already."""
    return sum(noted.stat().st_size for noted in folder.glob("*/too-late"))


LINES = 12


def test_what_is_said_over_two_processes_is_heard_once_and_in_one_order(
    two: tuple[str, list[Process]], diver: NewDiver
) -> None:
    """Ada talks over one server, Bob over the other, both at once; each has a window on both."""
    _, processes = two
    here, there = (process.host for process in processes)
    ada, bob = diver(here, "Ada"), diver(here, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    windows = [window for one in (ada, bob) for window in (one.line(), elsewhere(one, there, diver).line())]
    for window in windows:
        window.until("lobby")
    for number in range(LINES):
        windows[0].say({"type": "say", "text": f"Ada {number}"})
        windows[3].say({"type": "say", "text": f"Bob {number}"})
    heard = [[window.until("said")["line"] for _ in range(2 * LINES)] for window in windows]
    assert all(lines == heard[0] for lines in heard), "everyone hears the same in the same order"
    assert [line["number"] for line in heard[0]] == sorted({line["number"] for line in heard[0]})
    for name in ("Ada", "Bob"):
        said = [line["text"] for line in heard[0] if line["text"].startswith(name)]
        assert said == [f"{name} {number}" for number in range(LINES)]
    for window in windows:
        assert not [frame for frame in window.quiet() if frame["type"] == "said"], "nothing comes twice"
    for host in (here, there):
        come: Frame = elsewhere(ada, host, diver).line().until("talk")
        assert come["lines"] == heard[0]


def elsewhere(one: Diver, host: str, diver: NewDiver) -> Diver:
    """The same person, at another server."""
    same = diver(host, one.name)
    same.http.cookies["fathom"] = one.http.cookies["fathom"]
    same.table = one.table
    return same
