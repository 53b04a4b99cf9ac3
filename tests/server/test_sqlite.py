"""The log in a SQLite file: what it promises about the disk, and what it does when the disk says no."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from fathom.server.store import EntryRow, NotWritten, SqliteStore, TableRow, TalkRow
from fathom.server.store.backup import back_up
from fathom.server.store.sqlite import FULL, connect
from tests.server.harbour import BOUND, run
from tests.server.test_store import ADA, SETUP, TABLE


def test_every_connection_waits_for_the_disk(tmp_path: Path) -> None:
    db = connect(tmp_path / "log.sqlite3")
    assert db.execute("PRAGMA synchronous").fetchone() == (FULL,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert (tmp_path / "log.sqlite3").stat().st_mode & 0o077 == 0


class Deaf(sqlite3.Connection):
    """A connection that agrees to everything and does what it likes: it does not wait for the disk."""

    instead: dict[str, str]

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return super().execute(self.instead.get(sql, sql), *values)


def deaf_to(instead: dict[str, str], *, file: str = "") -> Any:
    """What `sqlite3.connect` does where connections to files with this in their name hear something else."""
    honest = sqlite3.connect

    def connect(path: Any, **how: Any) -> sqlite3.Connection:
        deaf = type("Deaf", (Deaf,), {"instead": instead})
        return honest(path, factory=deaf if file in str(path) else sqlite3.Connection, **how)

    return connect


CARELESS = {"PRAGMA synchronous = FULL": "PRAGMA synchronous = NORMAL"}


@pytest.mark.parametrize(
    ("instead", "problem"),
    [
        (CARELESS, "would not wait for the disk"),
        ({"PRAGMA journal_mode = WAL": "PRAGMA journal_mode = DELETE"}, "cannot be kept in WAL mode"),
    ],
)
def test_a_connection_that_would_not_wait_for_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instead: dict[str, str], problem: str
) -> None:
    monkeypatch.setattr(sqlite3, "connect", deaf_to(instead))
    with pytest.raises(OSError, match=problem):
        SqliteStore(tmp_path / "log.sqlite3")


@pytest.mark.parametrize("file", ["log.sqlite3", "copy"])
def test_a_copy_that_would_not_wait_for_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    connect(tmp_path / "log.sqlite3").close()
    monkeypatch.setattr(sqlite3, "connect", deaf_to(CARELESS, file=file))
    with pytest.raises(OSError, match="would not wait for the disk"):
        back_up(tmp_path / "log.sqlite3", tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


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


class Counting(SqliteStore):
    """A real store that counts its commits, the first of which waits."""

    def __init__(self, path: Path) -> None:
        self.commits = 0
        self.at_commit, self.may_commit = threading.Event(), threading.Event()
        super().__init__(path)

    def _commit(self) -> None:
        self.commits += 1
        self.at_commit.set()
        assert self.may_commit.wait(BOUND)
        super()._commit()


def test_what_comes_while_the_disk_is_busy_is_committed_together(tmp_path: Path) -> None:
    tables = [msgspec.structs.replace(TABLE, id=f"table-{number}", code="") for number in range(9)]

    async def scenario() -> None:
        store = Counting(tmp_path / "log.sqlite3")
        first = asyncio.create_task(store.add_table(tables[0]))
        assert await asyncio.to_thread(store.at_commit.wait, BOUND)
        others = [asyncio.create_task(store.add_table(table)) for table in tables[1:]]
        await asyncio.sleep(0)  # each of them has asked
        assert store._jobs.qsize() == 8
        assert not any(task.done() for task in (first, *others))
        store.may_commit.set()
        await asyncio.gather(first, *others)
        assert store.commits == 2
        assert [(await store.table(table.id)) for table in tables] == tables
        await store.close()

    run(scenario())


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    path.write_bytes(b"something else altogether, and long enough to be looked at" * 100)
    with pytest.raises(OSError, match="cannot be used: file is not a database"):
        SqliteStore(path)


def test_a_mistake_in_one_piece_of_work_spoils_nobody_elses(tmp_path: Path) -> None:
    """Neither what is written in the same moment, nor anything afterwards."""

    def mistaken(_: TableRow) -> NoReturn:
        raise ZeroDivisionError

    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        answers = await asyncio.gather(
            store.add_talk("t", TalkRow(ADA, text="before")),
            store.forget(ADA, mistaken),
            store.add_talk("t", TalkRow(ADA, text="after")),
            return_exceptions=True,
        )
        assert isinstance(answers[1], ZeroDivisionError)
        assert [line.text for line in await store.talk("t")] == ["before", "after"]
        with pytest.raises(ZeroDivisionError):
            await store._read(lambda: mistaken(TABLE))
        assert await store.table("t") == TABLE
        await store.close()

    run(scenario())


def test_when_a_commit_fails_in_an_unforeseen_way_nothing_is_written_and_the_next_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "log.sqlite3")
        await store.add_table(TABLE)
        with monkeypatch.context() as broken:

            def fails() -> None:
                raise MemoryError

            broken.setattr(store, "_commit", fails)
            with pytest.raises(NotWritten, match="MemoryError"):
                await store.add_talk("t", TalkRow(ADA, text="lost"))
        await store.add_talk("t", TalkRow(ADA, text="kept"))
        assert [line.text for line in await store.talk("t")] == ["kept"]
        await store.close()

    run(scenario())
