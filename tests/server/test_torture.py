"""A few trials of the torture whose long form is `make torture`; its result is in docs/reliability.md."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from fathom.server.store import SqliteStore
from tests.postgres import Cluster
from tests.server.conftest import StartServer
from tests.server.harbour import run
from tests.server.sailors import Address, opened, wait_for
from tests.server.torture import KINDS, torture

TRIALS = 4


@pytest.mark.parametrize(
    "database",
    [
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
    ],
)
def test_a_server_killed_at_random_moments_has_lost_nothing_that_it_acknowledged(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    url = ""
    if database == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.database()
    result = run(torture(tmp_path, TRIALS, database=url, seed=database))
    assert result.trials == TRIALS
    assert result.tables >= len(KINDS)
    assert result.acknowledged > TRIALS * len(KINDS)
    assert result.views > result.acknowledged


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (
            "DELETE FROM entries WHERE number >= 4",
            "acknowledged as|told something",
        ),
        (
            "UPDATE entries SET client = client || '!' WHERE number = 2",
            "acknowledged as 2, and the log has it as",
        ),
        ("DELETE FROM tables", "a table is lost"),
    ],
)
def test_a_loss_would_be_found(start_server: StartServer, tmp_path: Path, fault: str, found: str) -> None:
    """The comparison that the torture rests on fails when something is missing or changed."""
    server = start_server(tmp_path)

    async def scenario() -> None:
        table = await opened([Address(server.host)], {"game": "dive"})
        crew = [asyncio.create_task(sailor.sail()) for sailor in table.sailors]
        await wait_for(lambda: min(sailor.number for sailor in table.sailors) >= 4, crew, "a table is stuck")
        for sailor in crew:
            sailor.cancel()
        await asyncio.gather(*crew, return_exceptions=True)
        store = SqliteStore(server.log)
        await store.probe(b"here")  # after everything that was written before
        db = sqlite3.connect(server.log)
        db.execute(fault)
        db.commit()
        db.close()
        with pytest.raises(AssertionError, match=found):
            await table.compare(store)
        await store.close()

    run(scenario())
