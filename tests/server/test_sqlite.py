"""The log in a SQLite file: what it promises about the disk, and what it does when the disk says no."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom.server.store import EntryRow, NotWritten, SqliteStore
from fathom.server.store.sqlite import FULL, connect
from tests.server.harbour import run
from tests.server.test_store import SETUP, TABLE


def test_every_connection_waits_for_the_disk(tmp_path: Path) -> None:
    db = connect(tmp_path / "log.sqlite3")
    assert db.execute("PRAGMA synchronous").fetchone() == (FULL,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert (tmp_path / "log.sqlite3").stat().st_mode & 0o077 == 0


def test_a_full_disk_refuses_and_keeps_what_it_has(tmp_path: Path) -> None:
    large = EntryRow(1, 0, b"{" + b" " * 100_000 + b"}", (), at=2.0)

    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(NotWritten, match="full"):
            await store.append("t", large, None)
        assert await store.entries("t") == (SETUP,)
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        await store.append("t", large, None)
        assert len(await store.entries("t")) == 2
        await store.close()

    run(scenario())


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    path.write_bytes(b"something else altogether, and long enough to be looked at" * 100)
    with pytest.raises(OSError, match="cannot be used: file is not a database"):
        SqliteStore(path)
