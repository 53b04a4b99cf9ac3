"""The log itself: what it promises about the disk, and what it does when the disk says no."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from fathom.server.store import AlreadyWritten, EntryRow, NotWritten, SeatRow, SqliteStore, TableRow
from fathom.server.store.sqlite import FULL, connect
from fathom.server.tokens import Secrets
from fathom.table import Outcome
from tests.server.harbour import run

TABLE = TableRow(
    id="t",
    game="dive",
    options=b'{"game":"dive"}',
    invite=b"i" * 32,
    secrets=Secrets(b"s" * 32, b"t" * 32, (b"a" * 32, b"b" * 32)),
    host=0,
    seats=(SeatRow("person", name="Ada", token=b"x" * 32), SeatRow("open")),
)
SETUP = EntryRow(0, None, None, (Outcome(0, "ocean", 0, 36, 7),), at=1.0)


def entry(number: int, size: int = 10) -> EntryRow:
    return EntryRow(number, 0, b"{" + b" " * size + b"}", (), at=2.0, client=f"c{number}")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        assert await store.table("t") == TABLE
        bob = SeatRow("person", name="Bob", token=b"y" * 32)
        full = msgspec.structs.replace(TABLE, seats=(TABLE.seats[0], bob))
        full = await store.put_table(full)
        assert await store.tables_of(b"y" * 32) == (full,)
        full = await store.start(full, SETUP)
        assert full.phase == "playing"
        await store.append("t", entry(1), b"{}")
        assert await store.entries("t") == (SETUP, entry(1))
        assert await store.drafts("t") == {0: b"{}"}
        over = await store.append("t", entry(2), None, msgspec.structs.replace(full, phase="over"))
        assert await store.drafts("t") == {}
        await store.close()
        store = SqliteStore(tmp_path / "log.sqlite3")
        assert await store.table("t") == over
        assert len(await store.entries("t")) == 3
        assert await store.table("nowhere") is None
        await store.close()

    run(scenario())


def test_every_connection_waits_for_the_disk(tmp_path: Path) -> None:
    db = connect(tmp_path / "log.sqlite3")
    assert db.execute("PRAGMA synchronous").fetchone() == (FULL,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert (tmp_path / "log.sqlite3").stat().st_mode & 0o077 == 0


def test_a_number_is_given_once_and_others_in_the_group_are_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        same, other, fine = await asyncio.gather(
            store.append("t", entry(1), None),
            store.append("t", msgspec.structs.replace(entry(1), client="other"), None),
            store.append("t", entry(2), None),
            return_exceptions=True,
        )
        assert same is None
        assert isinstance(other, AlreadyWritten)
        assert fine is None
        assert [row.number for row in await store.entries("t")] == [0, 1, 2]
        await store.close()

    run(scenario())


def test_a_full_disk_refuses_and_keeps_what_it_has(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(NotWritten, match="full"):
            await store.append("t", entry(1, size=100_000), None)
        assert await store.entries("t") == (SETUP,)
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        await store.append("t", entry(1, size=100_000), None)
        assert len(await store.entries("t")) == 2
        await store.close()

    run(scenario())


def test_what_was_asked_for_before_closing_is_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        asked = asyncio.ensure_future(store.append("t", entry(1), None))
        await asyncio.sleep(0)
        asked.cancel()  # whoever asked has gone; the work is on its way all the same
        await store.close()
        store = SqliteStore(tmp_path / "log.sqlite3")
        assert len(await store.entries("t")) == 2
        await store.close()

    run(scenario())


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    path.write_bytes(b"something else altogether, and long enough to be looked at" * 100)
    with pytest.raises(OSError, match="cannot be used: file is not a database"):
        SqliteStore(path)
