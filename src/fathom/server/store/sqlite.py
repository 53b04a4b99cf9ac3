"""The log in one SQLite file, written by one thread.

A write is durable when its future is done, not before: jobs that arrive while the disk is busy are committed
together (group commit), and only then are their futures resolved. `(table_id, number)` is the primary key of
the log, so two writers can never both append the same entry. A file with an older schema is migrated
when it is opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from fathom.server.store.interface import Store
from fathom.server.store.migrate import NewerSchema, bring_sqlite_forward, is_present
from fathom.server.store.rows import AlreadyWritten, NotWritten, TableRow
from fathom.server.store.work import Work

T = TypeVar("T")


class SqliteStore(Store):
    """One SQLite file and the thread that writes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = connect(path)
        self._check_at = 0.0
        self._thread = threading.Thread(target=self._serve, name="fathom-store", daemon=True)
        self._thread.start()

    async def open(self, changed: Callable[[str | None], None] | None = None) -> None:
        """The file is open already. Nobody says when another server writes to it."""

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    async def remove_table(self, table: str) -> None:
        await super().remove_table(table)
        await self._empty_journal()

    async def forget(self, token: bytes, without: Callable[[TableRow], TableRow | None]) -> tuple[str, ...]:
        tables = await super().forget(token, without)
        await self._empty_journal()
        return tables

    async def _empty_journal(self) -> None:
        """Bring all that was written into the file itself: the write-ahead log still has what was deleted."""
        with contextlib.suppress(NotWritten):  # deleted it is all the same
            await self._read(_checkpoint)

    async def probe(self, mark: bytes) -> None:
        """Also looks at the file itself: what is in memory says nothing about its pages, nor of the disk."""
        await super().probe(mark)
        if shutil.disk_usage(self.path.parent).free < ROOM:
            raise NotWritten("the disk is full")
        if time.monotonic() >= self._check_at:
            begun = time.monotonic()
            await asyncio.to_thread(check_file, self.path)
            self._check_at = time.monotonic() + CHECK_REST * (time.monotonic() - begun)

    async def _write(self, asked: Callable[[], Work[T]]) -> T:
        result: T = await self._queued(_Job(asked, asyncio.get_running_loop(), writes=True))
        return result

    async def _read(self, asked: Callable[[], Work[T]]) -> T:
        result: T = await self._queued(_Job(asked, asyncio.get_running_loop(), writes=False))
        return result

    async def _queued(self, job: _Job) -> Any:
        self._jobs.put(job)
        # The caller may be cancelled; what it asked for is still written.
        return await asyncio.shield(job.future)

    def _serve(self) -> None:
        """The writer's thread: take all jobs that are waiting, do them in one transaction, then say so."""
        while True:
            first = self._jobs.get()
            group = [] if first is None else [first]
            ending = first is None
            while not ending and len(group) < GROUP:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    ending = True
                else:
                    group.append(job)
            if group:
                self._write_group(group)
            if ending:
                return

    def _write_group(self, group: list[_Job]) -> None:
        """Write what is to be written, all of it or nothing, then read."""
        db = self._connection
        writing = [job for job in group if job.writes]
        try:
            if writing:
                db.execute("BEGIN IMMEDIATE")
                for job in writing:
                    job.write(db)
                self._commit()
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing is written and the thread goes on
            with contextlib.suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            for job in writing:
                job.fail(error)
        for job in group:
            if not job.writes:
                job.read(db)
        _tell(group)

    def _commit(self) -> None:
        self._connection.execute("COMMIT")


GROUP: Final = 256
"""Jobs that share a transaction, at most."""


class _Job:
    """Work for the writer's thread, with the future of the caller that waits for it."""

    def __init__(
        self, asked: Callable[[], Work[Any]], loop: asyncio.AbstractEventLoop, *, writes: bool
    ) -> None:
        self.writes = writes
        self.future: asyncio.Future[Any] = loop.create_future()
        self.loop = loop
        self._asked = asked
        self._result: Any = None
        self._error: Exception | None = None

    def read(self, db: sqlite3.Connection) -> None:
        """Do the work outside a transaction."""
        try:
            self._result = _done(db, self._asked())
        except sqlite3.Error as error:
            self.fail(error)
        except Exception as error:  # noqa: BLE001 - a row that nobody understands, or a mistake of ours
            self._error = error

    def write(self, db: sqlite3.Connection) -> None:
        """Do the work. If it fails, only its own part of the transaction is undone."""
        db.execute("SAVEPOINT job")
        try:
            self._result = _done(db, self._asked())
        except (AlreadyWritten, sqlite3.IntegrityError) as error:
            self._error = AlreadyWritten(str(error))
            db.execute("ROLLBACK TO job")
        except sqlite3.Error as error:
            if not db.in_transaction:
                raise  # SQLite has undone everything (a full disk does that): nobody's work is written
            self.fail(error)
            db.execute("ROLLBACK TO job")
        except Exception as error:  # noqa: BLE001 - a mistake of ours, for whoever asked and nobody else
            self._error = error
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")

    def fail(self, error: Exception) -> None:
        """It has not been done, or was undone."""
        self._error = NotWritten(f"{type(error).__name__}: {error}")

    def settle(self) -> None:
        """Tell the caller how it went, in its loop."""
        if self.future.done():
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._result)


def _tell(group: list[_Job]) -> None:
    """Tell the callers how it went: a loop is woken once for all of them."""
    for loop in {job.loop for job in group}:
        with contextlib.suppress(RuntimeError):  # it has been closed, and nobody waits in it any more
            loop.call_soon_threadsafe(_settle, [job for job in group if job.loop is loop])


def _settle(group: list[_Job]) -> None:
    for job in group:
        job.settle()


def _done(db: sqlite3.Connection, work: Work[T]) -> T:
    """Carry a piece of work's statements to the database, one by one."""
    try:
        statement, values = next(work)
        while True:
            rows = db.execute(_plain(statement), values).fetchall()
            statement, values = work.send(rows)
    except StopIteration as done:
        result: T = done.value
        return result


def _checkpoint() -> Work[None]:
    yield "PRAGMA wal_checkpoint(TRUNCATE)", ()


@cache
def _plain(statement: str) -> str:
    return statement.replace("{lock}", "")  # whoever has begun to write is the only one


# ── The file ───────────────────────────────────────────────────────────────────────────────────────────────

BUSY_MS = 5000
FULL = 2
"""What SQLite calls the mode in which a commit waits until the disk has it."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, created or migrated if need be, with writes that wait for the disk."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600)  # it holds the seeds of games that are not over
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        if db.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            raise OSError(f"{path} cannot be kept in WAL mode here; put it on a local disk")
        wait_for_the_disk(db, path)
        if not is_present(db):
            bring_sqlite_forward(db)
    except sqlite3.Error as error:
        db.close()
        raise OSError(f"{path} cannot be used: {error}") from error
    except NewerSchema:
        db.close()
        raise OSError(f"{path} was written by a newer version of Fathom") from None
    except OSError:
        db.close()
        raise
    return db


ROOM = 16 * 2**20
"""Bytes that must be free on the disk: the write-ahead log and what it brings into the file."""

CHECK_SECONDS = 1.0
CHECK_REST = 100.0
"""So long the pages of a file are looked at, and then not again for a hundred times as long as it took."""


def check_file(path: Path) -> None:
    """Look at the pages of a file as they are on the disk; raises `NotWritten` if one is not what it was."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            stop = threading.Timer(CHECK_SECONDS, db.interrupt)
            stop.start()
            try:
                problems = db.execute("PRAGMA quick_check(1)").fetchall()
            finally:
                stop.cancel()
                stop.join()
    except sqlite3.OperationalError as error:
        if str(error) != "interrupted":
            raise NotWritten(f"{type(error).__name__}: {error}") from error
    except sqlite3.Error as error:
        raise NotWritten(f"{type(error).__name__}: {error}") from error
    else:
        if problems != [("ok",)]:
            raise NotWritten(f"{path} is damaged")


def wait_for_the_disk(db: sqlite3.Connection, path: Path) -> None:
    """Have every commit of a connection wait until the disk has it; raises `OSError` if it would not."""
    db.execute("PRAGMA synchronous = FULL")
    if db.execute("PRAGMA synchronous").fetchone() != (FULL,):
        raise OSError(f"{path} would not wait for the disk")
