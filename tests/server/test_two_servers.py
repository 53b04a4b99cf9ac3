"""Two server processes on one PostgreSQL serve the same tables: nothing is lost, doubled or out of order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fathom.server.store.postgres import PostgresStore
from tests.postgres import Cluster
from tests.server.harbour import run
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
    two: tuple[str, list[Process]],
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
