"""The log in PostgreSQL: what it asks of the database, and what it hears from other servers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from fathom.server.store import NotWritten, TalkRow, news
from fathom.server.store import postgres as module
from fathom.server.store.migrate import HEAD
from fathom.server.store.postgres import PostgresStore
from tests.cli.command import fathom
from tests.postgres import Cluster
from tests.server.harbour import BOUND, run
from tests.server.test_store import SETUP, TABLE, entry


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


def test_every_connection_waits_for_the_disk(
    url: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the database's own default is not to."""
    name = urlsplit(url).path.lstrip("/")
    postgres.execute(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    assert postgres.execute(url, "SHOW synchronous_commit") == [("off",)]

    asserted: list[int] = []
    honest = module._assert_durable

    async def heard(connection: Any) -> None:
        await honest(connection)
        asserted.append(connection.get_server_pid())

    monkeypatch.setattr(module, "_assert_durable", heard)

    async def scenario() -> None:
        store = PostgresStore(url)
        lines: list[Any] = []
        honest_line = store._line

        async def line(changed: Any) -> Any:
            lines.append(await honest_line(changed))
            return lines[-1]

        monkeypatch.setattr(store, "_line", line)
        await store.open(lambda _: None)
        assert store._pool is not None
        async with AsyncExitStack() as all_at_once:
            held = [
                await all_at_once.enter_async_context(store._pool.acquire())
                for _ in range(module.CONNECTIONS)
            ]
            (line_held,) = lines
            pids = {connection.get_server_pid() for connection in (*held, line_held)}
            assert len(pids) == module.CONNECTIONS + 1
            assert pids <= set(asserted)
            there = "SELECT pid FROM pg_stat_activity WHERE application_name = 'fathom' AND datname = "
            everyone = await held[0].fetch(f"{there} current_database()")
            assert pids <= {row[0] for row in everyone} <= set(asserted), "no other connection is there"
            for connection in (*held, line_held):
                assert await connection.fetchval("SHOW synchronous_commit") == "on"
        await store.close()

    run(scenario())


def test_bringing_a_database_forward_waits_for_the_disk_too(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first connection is as it should be, the one that changes the schema is not: nothing is changed."""
    honest, connections = asyncpg.connect, 0

    async def connect(url: str, **settings: Any) -> Any:
        nonlocal connections
        connections += 1
        connection = await honest(url, **settings)
        if connections > 1:
            await connection.execute("SET synchronous_commit = off")
        return connection

    monkeypatch.setattr(asyncpg, "connect", connect)
    with pytest.raises(OSError, match="a commit would not wait for the disk"):
        PostgresStore(url)
    assert connections == 2

    async def changed() -> Any:
        connection = await honest(url)
        found = await connection.fetchval("SELECT to_regclass('alembic_version')")
        await connection.close()
        return found

    assert run(changed()) is None


@pytest.mark.parametrize(
    ("setting", "problem"),
    [("synchronous_commit", "a commit would not wait for the disk"), ("fsync", "fsync is off")],
)
def test_a_database_that_would_not_wait_for_the_disk_is_refused(
    url: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch, setting: str, problem: str
) -> None:
    if setting == "fsync":
        postgres.execute("postgres", "ALTER SYSTEM SET fsync = off")
        postgres.execute("postgres", "SELECT pg_reload_conf()")
        for _ in range(1000):
            if postgres.execute("postgres", "SHOW fsync") == [("off",)]:
                break
    else:
        settings: dict[str, Any] = {**module._SETTINGS, "server_settings": {"synchronous_commit": "off"}}
        monkeypatch.setattr(module, "_SETTINGS", settings)
    try:
        with pytest.raises(OSError, match=problem):
            PostgresStore(url)
    finally:
        postgres.execute("postgres", "ALTER SYSTEM RESET fsync")
        postgres.execute("postgres", "SELECT pg_reload_conf()")
        for _ in range(1000):
            if postgres.execute("postgres", "SHOW fsync") == [("on",)]:
                break


def test_a_database_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(OSError, match=r"database deep on 127\.0\.0\.1 cannot be used") as refused:
        PostgresStore("postgresql://ada:secret@127.0.0.1:1/deep")
    assert "secret" not in str(refused.value)


def test_a_database_of_tomorrow_is_left_alone(url: str, postgres: Cluster) -> None:
    PostgresStore(url)
    assert postgres.execute(url, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    postgres.execute(url, "UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(OSError, match="was written by a newer version of Fathom"):
        PostgresStore(url)


def test_the_last_step_leaves_the_schema_that_is_described(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import create_async_engine

    from fathom.server.store.schema import metadata

    PostgresStore(url)

    def differences(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def scenario() -> None:
        engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await engine.dispose()

    run(scenario())


def test_servers_that_start_together_bring_a_database_forward_once(url: str) -> None:
    async def scenario() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(PostgresStore, url) for _ in range(3)))
        for store in stores:
            await store.open()
            await store.probe(b"here")
            await store.close()

    run(scenario())


def test_one_hears_what_others_write_and_not_what_one_writes_oneself(url: str) -> None:
    async def scenario() -> None:
        one, two = PostgresStore(url), PostgresStore(url)
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        await one.open(heard.put_nowait)
        await two.open()
        await one.add_table(TABLE)
        await one.start(TABLE, SETUP)
        await two.append("t", entry(1), None)
        assert await asyncio.wait_for(heard.get(), BOUND) == "t"
        await two.add_talk("t", TalkRow(None, text="hello"))
        assert await asyncio.wait_for(heard.get(), BOUND) == "t"
        await one.append("t", entry(2), None)
        await two.remove_table("t")
        assert await asyncio.wait_for(heard.get(), BOUND) == "t"
        assert heard.empty()
        await one.close()
        await two.close()

    run(scenario())


def test_after_the_line_was_lost_anything_may_have_changed(
    url: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "LOOK", 0.01)
    monkeypatch.setattr(module, "RETRY", 0.01)

    async def scenario() -> None:
        store = PostgresStore(url)
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        await store.open(heard.put_nowait)
        await store.add_table(TABLE)
        lost = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fathom'"
        await asyncio.to_thread(postgres.execute, url, lost)
        assert await asyncio.wait_for(heard.get(), BOUND) is None
        for _ in range(module.CONNECTIONS):  # lines that were lost are found out when they are used
            try:
                assert await store.table("t") == TABLE
                break
            except NotWritten:
                pass
        await store.close()

    run(scenario())


def test_a_database_that_cannot_be_used_is_said_in_one_line() -> None:
    said = fathom("serve", "--port", 0, "--database", "postgresql://ada:secret@127.0.0.1:1/deep")
    assert said.code == 1
    assert said.err.startswith("fathom: the PostgreSQL database deep on 127.0.0.1 cannot be used: ")
    assert "secret" not in said.err
    assert "port may be taken" not in said.err
