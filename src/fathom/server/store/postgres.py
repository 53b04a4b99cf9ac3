"""The log in PostgreSQL, for as many servers as wanted.

Entries that wait at the same time are written by one statement, which is a transaction of its own
(`fathom.server.store.batch`); what it has not written, and all other work, has a transaction each. A write is
done when its commit has been confirmed. Within a transaction the table's row is locked, so that of two
servers that write to the same table one comes after the other. Everyone else who listens is told soon
afterwards which tables have changed (`fathom.server.store.news`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import asyncpg

from fathom.server.common.logs import warn
from fathom.server.store import news, work
from fathom.server.store.batch import APPEND, Append, columns, taken
from fathom.server.store.interface import Store
from fathom.server.store.migrate import HEAD, NewerSchema, bring_forward
from fathom.server.store.rows import AlreadyWritten, EntryRow, NotWritten, TableRow
from fathom.server.store.work import Work

T = TypeVar("T")

CONNECTIONS: Final = 10
"""Transactions of one server that run at a time, beside that of a batch of entries."""

PATIENCE: Final = 30.0
"""Seconds after which a database that does not answer counts as gone."""

RETRY: Final = 1.0
"""Seconds between two attempts to listen again."""

DURABLE: Final = {"on", "remote_apply", "remote_write", "local"}
"""The modes in which a commit waits until at least this machine's disk has it."""

UNREACHABLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""What the driver raises when the database cannot be reached, or says no."""

GONE: Final = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
"""What the database says when it is not there any more. Anything else that it says is about a statement."""


class PostgresStore(Store):
    """A PostgreSQL database, by its URL."""

    def __init__(self, url: str) -> None:
        """Bring the database forward if need be; raises `OSError` if it cannot be used."""
        self.url = url
        self._name = secrets.token_hex(8)
        self._pool: asyncpg.Pool | None = None
        self._for_batches: asyncpg.Pool | None = None
        self._doing: set[asyncio.Task[Any]] = set()
        self._waiting: deque[Append] = deque()
        self._writing = False
        self._telling = news.Telling(self._name, self._carry)
        self._listening: asyncio.Task[None] | None = None
        with ThreadPoolExecutor(1) as thread:  # whoever calls may have an event loop of their own
            thread.submit(asyncio.run, _prepared(url)).result()

    async def open(self, changed: Callable[[str | None], None] | None = None) -> None:
        try:
            self._pool = await _pool(self.url, CONNECTIONS)
            # Of their own, because all others may be waiting for tables that someone holds.
            self._for_batches = await _pool(self.url, 1)
            if changed is not None:
                line = await self._line(changed)
                self._listening = asyncio.create_task(self._listen(line, changed))
        except UNREACHABLE as error:
            raise _unusable(self.url, error) from error

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        while self._doing:
            await asyncio.wait(self._doing)
        await self._telling.close()
        for pool in (self._pool, self._for_batches):
            if pool is not None:
                await pool.close()

    # ── Entries ────────────────────────────────────────────────────────────────────────────────────────────

    async def append(
        self, table: str, entry: EntryRow, draft: bytes | None, row: TableRow | None = None
    ) -> TableRow | None:
        asked = Append(table, entry, draft, row)
        self._waiting.append(asked)
        if not self._writing:
            self._writing = True
            self._begin(self._write_batches())
        return await asked.future  # whoever asks may be cancelled; it is written all the same

    async def _write_batches(self) -> None:
        """Write what waits, and then what has come meanwhile."""
        try:
            while self._waiting:
                await self._write_batch(taken(self._waiting))
        finally:
            self._writing = False

    async def _write_batch(self, batch: list[Append]) -> None:
        name = self._telling.name()
        won: set[str] = set()
        try:
            async with _connection(self._for_batches) as connection:
                rows = await self._sent(connection, (*columns(batch), name))
            won = {row[0] for row in rows}
        except UNREACHABLE as error:
            if not isinstance(error, asyncpg.PostgresError) or isinstance(error, GONE):
                for asked in batch:
                    asked.failed(_not_written(error))
                # Perhaps only the answer was lost; to tell too much does no harm.
                self._telling.written(name, [asked.table for asked in batch])
                return
            # One of them cannot be written, and so none was: each is tried for itself.
        except Exception as error:  # noqa: BLE001 - a mistake of ours, and nobody may wait for ever
            for asked in batch:
                asked.failed(error)
            return
        if won:
            self._telling.written(name, won)
        for asked in batch:
            if asked.table in won:
                asked.written()
            else:
                self._begin(self._write_alone(asked))

    async def _sent(self, connection: Any, values: Sequence[Any]) -> Any:
        """Carry a batch to the database: one statement, committed when its answer is here."""
        return await connection.fetch(APPEND, *values)

    async def _write_alone(self, asked: Append) -> None:
        """Write an entry in a transaction of its own, which waits for its table and tells what is wrong."""
        try:
            await self._write(lambda: work.append(asked.table, asked.entry, asked.draft, asked.row))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is for whoever asked
            asked.failed(error)
        else:
            asked.written()

    # ── Transactions ───────────────────────────────────────────────────────────────────────────────────────

    async def _write(self, asked: Callable[[], Work[T]]) -> T:
        return await self._done(self._transaction(asked))

    async def _read(self, asked: Callable[[], Work[T]]) -> T:
        return await self._done(self._snapshot(asked))

    async def _done(self, work: Coroutine[Any, Any, T]) -> T:
        # The caller may be cancelled; what it asked for is still written.
        return await asyncio.shield(self._begun(work))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for which nobody waits here, but `close` does."""
        _ = self._begun(work)

    def _begun(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        doing = asyncio.create_task(work)
        self._doing.add(doing)
        doing.add_done_callback(self._finished)
        return doing

    def _finished(self, doing: asyncio.Task[Any]) -> None:
        self._doing.discard(doing)
        if not doing.cancelled():
            doing.exception()  # whoever asked may not be there any more to hear of it

    async def _transaction(self, asked: Callable[[], Work[T]]) -> T:
        try:
            async with _connection(self._pool) as connection:
                transaction = connection.transaction()
                await transaction.start()
                try:
                    result, locked = await _carried(connection, asked())
                    name = self._telling.name()
                    if locked:
                        await connection.execute(news.WRITE, name, " ".join(locked))
                except BaseException:
                    await transaction.rollback()
                    raise
                try:
                    await self._commit(transaction)
                finally:
                    if locked:  # also where only the answer was lost
                        self._telling.written(name, locked)
                return result
        except asyncpg.UniqueViolationError as error:
            raise AlreadyWritten(str(error)) from error
        except UNREACHABLE as error:
            raise _not_written(error) from error

    async def _commit(self, transaction: Any) -> None:
        await transaction.commit()

    async def _snapshot(self, asked: Callable[[], Work[T]]) -> T:
        """All statements of a piece of work see the database as it was at the first."""
        try:
            async with (
                _connection(self._pool) as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                result, _ = await _carried(connection, asked())
                return result
        except UNREACHABLE as error:
            raise _not_written(error) from error

    # ── What other servers write ───────────────────────────────────────────────────────────────────────────

    async def _carry(self, statement: str, values: Sequence[Any]) -> bool:
        """Carry a statement that nobody waits for."""
        try:
            async with _connection(self._pool) as connection:
                await connection.execute(statement, *values)
        except (*UNREACHABLE, NotWritten) as error:
            warn("news-not-told", error)
            return False
        return True

    async def _line(self, changed: Callable[[str | None], None]) -> Any:
        """A connection over which others are heard."""
        line = await _connected(self.url)

        def hear(_: object, __: int, ___: str, told: str) -> None:
            for table in news.heard(self._name, told):
                changed(table)

        await line.add_listener(news.CHANNEL, hear)
        return line

    async def _listen(self, line: Any, changed: Callable[[str | None], None]) -> None:
        """Keep the line, and look for what nobody tells; when it was lost, anything may have changed."""
        untold = news.Untold(self._name)
        try:
            while True:
                await asyncio.sleep(news.LOOK if line is not None else RETRY)
                try:
                    if line is None:
                        line = await self._line(changed)
                        changed(None)
                    tables, left = untold.look(await line.fetch(news.UNTOLD, timeout=PATIENCE))
                    for table in tables:
                        changed(table)
                    if left:
                        await line.execute(news.SWEEP, left, timeout=PATIENCE)
                except UNREACHABLE as error:
                    warn("listening-lost", error)
                    if line is not None:
                        line.terminate()
                    line = None
        finally:
            if line is not None:
                await line.close(timeout=PATIENCE)


_SETTINGS: Final[dict[str, Any]] = {
    "timeout": PATIENCE,
    "command_timeout": PATIENCE,
    "server_settings": {
        "application_name": "fathom",
        "synchronous_commit": "on",
        # A server that stands still in the middle of a transaction does not hold a table for ever.
        "idle_in_transaction_session_timeout": "15s",
    },
}


def _not_written(error: Exception) -> NotWritten:
    return NotWritten(f"{type(error).__name__}: {error}")


async def _carried(connection: Any, work: Work[T]) -> tuple[T, list[str]]:
    """Carry a piece of work's statements to the database, one by one; also return the tables it locked."""
    locked: list[str] = []
    try:
        statement, values = next(work)
        while True:
            if "{lock}" in statement:
                locked.append(values[0])
            rows = await connection.fetch(_spoken(statement), *values)
            statement, values = work.send(rows)
    except StopIteration as done:
        return done.value, list(dict.fromkeys(locked))


@cache
def _spoken(statement: str) -> str:
    """A statement as PostgreSQL wants it: values are numbered, and a lock is asked for."""
    count = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(count)}", statement.replace("{lock}", "FOR UPDATE"))


async def _connected(url: str) -> Any:
    """A connection of its own, beside those of the pool."""
    connection = await asyncpg.connect(url, **_SETTINGS)
    try:
        await _assert_durable(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _pool(url: str, size: int) -> Any:
    return await asyncpg.create_pool(
        url, min_size=1, max_size=size, init=_assert_durable, reset=_nothing_to_reset, **_SETTINGS
    )


def _connection(pool: Any) -> Any:
    if pool is None:
        raise NotWritten("the store has not been opened")
    return pool.acquire(timeout=PATIENCE)


async def _nothing_to_reset(_: Any) -> None:
    """No connection is ever set to anything, and to reset one costs as much as a statement."""


async def _assert_durable(connection: Any) -> None:
    """Every connection says, before it is used, that a commit on it waits for the disk."""
    mode = await connection.fetchval("SHOW synchronous_commit")
    if mode not in DURABLE:
        raise OSError(f"a commit would not wait for the disk: synchronous_commit is {mode}")
    if await connection.fetchval("SHOW fsync") != "on":
        raise OSError("the database does not wait for its disk: fsync is off")


# ── The schema ─────────────────────────────────────────────────────────────────────────────────────────────


async def _prepared(url: str) -> None:
    try:
        connection = await _connected(url)
        try:
            if await _is_present(connection):
                return
        finally:
            await connection.close()
        await _bring_forward(url)
    except NewerSchema:
        raise OSError(f"{_named(url)} was written by a newer version of Fathom") from None
    except (*UNREACHABLE, ValueError) as error:
        raise _unusable(url, error) from error


async def _is_present(connection: Any) -> bool:
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return False
    present = await connection.fetch("SELECT version_num FROM alembic_version")
    return [row[0] for row in present] == [HEAD]


async def _bring_forward(url: str) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: _connected(url), poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            # Another server may be starting at the same time.
            await connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('fathom schema'))"))
            await connection.run_sync(bring_forward)
    except DBAPIError as error:
        raise _unusable(url, error) from error
    finally:
        await engine.dispose()


def _unusable(url: str, error: Exception) -> OSError:
    return OSError(f"{_named(url)} cannot be used: {str(error) or type(error).__name__}")


def _named(url: str) -> str:
    """A database as it may be named in a message: without a password."""
    parts = urlsplit(url)
    where = parts.hostname or "this machine"
    return f"the PostgreSQL database {parts.path.lstrip('/') or '(default)'} on {where}"
