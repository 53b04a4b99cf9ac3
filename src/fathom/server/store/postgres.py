"""The log in PostgreSQL, for as many servers as wanted.

Every piece of work is a transaction of its own, and done when the commit has been confirmed; servers whose
commits come together share the disk's work (PostgreSQL does that by itself). Within a transaction the table's
row is locked, so that of two servers that write to the same table one comes after the other. With the commit
everyone else who listens is told which table has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import asyncpg

from fathom.server.common.logs import warn
from fathom.server.store.interface import Store
from fathom.server.store.migrate import HEAD, NewerSchema, bring_forward
from fathom.server.store.rows import AlreadyWritten, NotWritten
from fathom.server.store.work import Work

T = TypeVar("T")

CONNECTIONS: Final = 10
"""Transactions of one server that run at a time."""

PATIENCE: Final = 30.0
"""Seconds after which a database that does not answer counts as gone."""

RETRY: Final = 1.0
HEARTBEAT: Final = 20.0
"""Seconds between two attempts to listen again, and between two looks whether the line still stands."""

CHANNEL: Final = "fathom"
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


class PostgresStore(Store):
    """A PostgreSQL database, by its URL."""

    def __init__(self, url: str) -> None:
        """Bring the database forward if need be; raises `OSError` if it cannot be used."""
        self.url = url
        self._name = secrets.token_hex(8)
        self._pool: asyncpg.Pool | None = None
        self._doing: set[asyncio.Task[Any]] = set()
        self._listening: asyncio.Task[None] | None = None
        with ThreadPoolExecutor(1) as thread:  # whoever calls may have an event loop of their own
            thread.submit(asyncio.run, _prepared(url)).result()

    async def open(self, changed: Callable[[str | None], None] | None = None) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=CONNECTIONS, init=_assert_durable, **_SETTINGS
            )
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
        if self._doing:
            await asyncio.wait(self._doing)
        if self._pool is not None:
            await self._pool.close()

    # ── Transactions ───────────────────────────────────────────────────────────────────────────────────────

    async def _write(self, asked: Callable[[], Work[T]]) -> T:
        return await self._done(self._transaction(asked))

    async def _read(self, asked: Callable[[], Work[T]]) -> T:
        return await self._done(self._snapshot(asked))

    async def _done(self, work: Coroutine[Any, Any, T]) -> T:
        doing = asyncio.create_task(work)
        self._doing.add(doing)
        doing.add_done_callback(self._finished)
        # The caller may be cancelled; what it asked for is still written.
        return await asyncio.shield(doing)

    def _finished(self, doing: asyncio.Task[Any]) -> None:
        self._doing.discard(doing)
        if not doing.cancelled():
            doing.exception()  # whoever asked may not be there any more to hear of it

    async def _transaction(self, asked: Callable[[], Work[T]]) -> T:
        try:
            async with self._connection() as connection:
                transaction = connection.transaction()
                await transaction.start()
                try:
                    result, locked = await _carried(connection, asked())
                    for table in locked:
                        await connection.execute(_NOTIFY, CHANNEL, f"{self._name} {table}")
                except BaseException:
                    await transaction.rollback()
                    raise
                await self._commit(transaction)
                return result
        except asyncpg.UniqueViolationError as error:
            raise AlreadyWritten(str(error)) from error
        except UNREACHABLE as error:
            raise NotWritten(f"{type(error).__name__}: {error}") from error

    async def _commit(self, transaction: Any) -> None:
        await transaction.commit()

    async def _snapshot(self, asked: Callable[[], Work[T]]) -> T:
        """All statements of a piece of work see the database as it was at the first."""
        try:
            async with (
                self._connection() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                result, _ = await _carried(connection, asked())
                return result
        except UNREACHABLE as error:
            raise NotWritten(f"{type(error).__name__}: {error}") from error

    def _connection(self) -> Any:
        if self._pool is None:
            raise NotWritten("the store has not been opened")
        return self._pool.acquire(timeout=PATIENCE)

    # ── What other servers write ───────────────────────────────────────────────────────────────────────────

    async def _line(self, changed: Callable[[str | None], None]) -> Any:
        """A connection over which others are heard."""
        line = await _connected(self.url)

        def heard(_: object, __: int, ___: str, told: str) -> None:
            who, table = told.split(" ", 1)
            if who != self._name:
                changed(table)

        await line.add_listener(CHANNEL, heard)
        return line

    async def _listen(self, line: Any, changed: Callable[[str | None], None]) -> None:
        """Keep the line; when it was lost, anything may have changed unheard."""
        try:
            while True:
                await asyncio.sleep(HEARTBEAT if line is not None else RETRY)
                try:
                    if line is None:
                        line = await self._line(changed)
                        changed(None)
                    await line.execute("SELECT 1", timeout=PATIENCE)
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
    "server_settings": {"application_name": "fathom", "synchronous_commit": "on"},
}
_NOTIFY: Final = "SELECT pg_notify($1, $2)"


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
