"""The log: everything a table must not forget, in one SQLite file, written by one thread.

A write is durable when its future is done, not before: jobs that arrive while the disk is busy are committed
together (group commit), and only then are their futures resolved. `(table_id, number)` is the primary key of
the log, so two writers can never both append the same entry. A file with an older schema is brought forward
step by step when it is opened; with a second kind of database Alembic takes that over.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec

from fathom.server.tokens import Secrets
from fathom.table import Outcome, Seat
from fathom.table.dice import SEED_BYTES

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class SeatRow(msgspec.Struct, frozen=True):
    """Who has a seat. Of the token that proves it, only the hash is here."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""
    token: bytes | None = None


class TableRow(msgspec.Struct, frozen=True):
    """A table: what was agreed, who sits there, and the secrets of its dice."""

    id: str
    game: str
    options: bytes
    invite: bytes
    secrets: Secrets
    host: Seat
    seats: tuple[SeatRow, ...]
    over: bool = False


class EntryRow(msgspec.Struct, frozen=True):
    """An entry of a table's log. Entry 0 is the setup and has neither seat nor action."""

    number: int
    seat: Seat | None
    action: bytes | None
    outcomes: tuple[Outcome, ...]
    at: float
    client: str | None = None
    by_clock: bool = False


class NotWritten(Exception):
    """Nothing of what was asked has been written."""


class AlreadyWritten(NotWritten):
    """Someone else has written this entry: whoever asked does not know the whole log."""


class Store:
    """One SQLite file and the thread that writes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = connect(path)
        self._thread = threading.Thread(target=self._write, name="fathom-store", daemon=True)
        self._thread.start()

    async def add_table(self, table: TableRow, at: float) -> None:
        """Keep a new table with its seats and the secrets of its dice."""
        await self._do(lambda db: _insert_table(db, table, at))

    async def sit(self, table: str, seat: Seat, row: SeatRow) -> None:
        """Give a seat to someone."""
        await self._do(
            lambda db: db.execute(
                "UPDATE seats SET kind = ?, name = ?, level = ?, token = ? WHERE table_id = ? AND seat = ?",
                (row.kind, row.name, row.level, row.token, table, seat),
            )
        )

    async def start(self, table: TableRow, setup: EntryRow) -> None:
        """Write the setup, and the seats as they are now that nobody can join any more."""

        def work(db: sqlite3.Connection) -> None:
            _insert_entry(db, table.id, setup)
            db.execute("DELETE FROM seats WHERE table_id = ?", (table.id,))
            _insert_seats(db, table)
            db.execute("UPDATE tables SET host = ? WHERE id = ?", (table.host, table.id))

        await self._do(work)

    async def append(self, table: str, entry: EntryRow, draft: bytes | None, *, over: bool) -> None:
        """Write an entry, and with it what lies on its seat's board from now on; raises `AlreadyWritten`."""

        def work(db: sqlite3.Connection) -> None:
            _insert_entry(db, table, entry)
            _set_draft(db, table, entry.seat, draft)
            if over:
                db.execute("UPDATE tables SET over = 1 WHERE id = ?", (table,))
                db.execute("DELETE FROM drafts WHERE table_id = ?", (table,))

        await self._do(work)

    async def keep_draft(self, table: str, seat: Seat, draft: bytes) -> None:
        """Keep the newest draft of a seat."""
        await self._do(lambda db: _set_draft(db, table, seat, draft))

    async def table(self, table: str) -> TableRow | None:
        """A table, or None if there is none with this id."""
        return await self._read(lambda db: _read_table(db, table))

    async def entries(self, table: str) -> tuple[EntryRow, ...]:
        """The whole log of a table, in order; empty before it has started."""
        return await self._read(lambda db: _read_entries(db, table))

    async def drafts(self, table: str) -> dict[Seat, bytes]:
        """What lies on the boards of a table."""
        return await self._read(
            lambda db: dict(db.execute("SELECT seat, action FROM drafts WHERE table_id = ?", (table,)))
        )

    async def tables_of(self, token: bytes) -> tuple[TableRow, ...]:
        """The tables at which the token with this hash has a seat, the newest first."""

        def work(db: sqlite3.Connection) -> tuple[TableRow, ...]:
            ids = db.execute(
                "SELECT id FROM tables JOIN seats ON table_id = id WHERE token = ? ORDER BY at DESC, id",
                (token,),
            ).fetchall()
            return tuple(row for (table,) in ids if (row := _read_table(db, table)) is not None)

        return await self._read(work)

    async def started(self, table: str) -> bool:
        """Whether a table's log has begun."""
        return await self._read(
            lambda db: (
                db.execute("SELECT 1 FROM entries WHERE table_id = ? LIMIT 1", (table,)).fetchone()
                is not None
            )
        )

    def close(self) -> None:
        """Finish what has been asked for, then close the file."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    async def _do(self, work: Work[object]) -> None:
        """Run work in the writer's thread and wait until it is durable."""
        await self._queued(_Job(work, asyncio.get_running_loop(), writes=True))

    async def _read(self, work: Work[T]) -> T:
        """Run work that only reads; it sees everything that was written before."""
        result: T = await self._queued(_Job(work, asyncio.get_running_loop(), writes=False))
        return result

    async def _queued(self, job: _Job) -> Any:
        self._jobs.put(job)
        # Whoever waits may be cancelled; what was asked for is then still written.
        return await asyncio.shield(job.future)

    def _write(self) -> None:
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
        except sqlite3.Error as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            for job in writing:
                job.fail(error)
        for job in group:
            if not job.writes:
                job.read(db)
            job.resolve()

    def _commit(self) -> None:
        self._connection.execute("COMMIT")


GROUP: Final = 256
"""So many jobs at most share a transaction."""


class _Job:
    """Work for the writer's thread, with the future of whoever waits for it."""

    def __init__(self, work: Work[Any], loop: asyncio.AbstractEventLoop, *, writes: bool) -> None:
        self.writes = writes
        self.future: asyncio.Future[Any] = loop.create_future()
        self._work = work
        self._loop = loop
        self._result: Any = None
        self._error: Exception | None = None

    def read(self, db: sqlite3.Connection) -> None:
        """Do the work outside a transaction."""
        try:
            self._result = self._work(db)
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            self.fail(error)

    def write(self, db: sqlite3.Connection) -> None:
        """Do the work. If it fails, only its own part of the transaction is undone."""
        db.execute("SAVEPOINT job")
        try:
            self._result = self._work(db)
        except sqlite3.IntegrityError as error:
            self._error = AlreadyWritten(str(error))
            db.execute("ROLLBACK TO job")
        except sqlite3.Error as error:
            if not db.in_transaction:
                raise  # SQLite has undone everything (a full disk does that): nobody's work is written
            self.fail(error)
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")

    def fail(self, error: Exception) -> None:
        """It has not been done, or was undone."""
        self._error = NotWritten(f"{type(error).__name__}: {error}")

    def resolve(self) -> None:
        """Tell whoever waits how it went."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.future.done():
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._result)


# ── The file ───────────────────────────────────────────────────────────────────────────────────────────────

BUSY_MS = 5000
FULL = 2
"""What SQLite calls the mode in which a commit waits until the disk has it."""

_SCHEMAS: Final = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, options BLOB NOT NULL, invite BLOB NOT NULL,
        seed BLOB NOT NULL, salt BLOB NOT NULL, entropies BLOB NOT NULL, host INTEGER NOT NULL,
        over INTEGER NOT NULL, at REAL NOT NULL
    ) STRICT;
    CREATE TABLE seats (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        level TEXT NOT NULL, token BLOB, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_token ON seats (token);
    CREATE TABLE entries (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER, action BLOB, outcomes BLOB NOT NULL,
        at REAL NOT NULL, client TEXT, by_clock INTEGER NOT NULL, PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX entries_client ON entries (table_id, seat, client) WHERE client IS NOT NULL;
    CREATE TABLE drafts (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, action BLOB NOT NULL, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""Schema n + 1 is what statement n makes of schema n. The file says in `user_version` which one it has."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, made or brought forward if need be, with writes that wait for the disk."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600)  # it holds the seeds of games that are not over
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            raise OSError(f"{path} cannot be kept in WAL mode here; put it on a local disk")
        if db.execute("PRAGMA synchronous").fetchone() != (FULL,):
            raise OSError(f"{path} would not wait for the disk")
        _bring_forward(db, path)
    except sqlite3.Error as error:
        db.close()
        raise OSError(f"{path} cannot be used: {error}") from error
    except OSError:
        db.close()
        raise
    return db


def _bring_forward(db: sqlite3.Connection, path: Path) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > len(_SCHEMAS):
            raise OSError(f"{path} was written by a newer version of Fathom")
        for statements in _SCHEMAS[version:]:
            for statement in statements.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(_SCHEMAS)}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────


def _insert_table(db: sqlite3.Connection, table: TableRow, at: float) -> None:
    db.execute(
        "INSERT INTO tables (id, game, options, invite, seed, salt, entropies, host, over, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table.id,
            table.game,
            table.options,
            table.invite,
            table.secrets.seed,
            table.secrets.salt,
            b"".join(table.secrets.entropies),
            table.host,
            int(table.over),
            at,
        ),
    )
    _insert_seats(db, table)


def _insert_seats(db: sqlite3.Connection, table: TableRow) -> None:
    db.executemany(
        "INSERT INTO seats (table_id, seat, kind, name, level, token) VALUES (?, ?, ?, ?, ?, ?)",
        [(table.id, seat, row.kind, row.name, row.level, row.token) for seat, row in enumerate(table.seats)],
    )


def _insert_entry(db: sqlite3.Connection, table: str, entry: EntryRow) -> None:
    outcomes = msgspec.json.encode(entry.outcomes)
    db.execute(
        "INSERT INTO entries (table_id, number, seat, action, outcomes, at, client, by_clock)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table,
            entry.number,
            entry.seat,
            entry.action,
            outcomes,
            entry.at,
            entry.client,
            int(entry.by_clock),
        ),
    )


def _set_draft(db: sqlite3.Connection, table: str, seat: Seat | None, draft: bytes | None) -> None:
    if draft is None:
        db.execute("DELETE FROM drafts WHERE table_id = ? AND seat = ?", (table, seat))
    else:
        db.execute(
            "INSERT INTO drafts (table_id, seat, action) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, seat) DO UPDATE SET action = excluded.action",
            (table, seat, draft),
        )


def _read_table(db: sqlite3.Connection, table: str) -> TableRow | None:
    found = db.execute(
        "SELECT id, game, options, invite, seed, salt, entropies, host, over FROM tables WHERE id = ?",
        (table,),
    ).fetchone()
    if found is None:
        return None
    table_id, game, options, invite, seed, salt, entropies, host, over = found
    seats = db.execute(
        "SELECT kind, name, level, token FROM seats WHERE table_id = ? ORDER BY seat", (table,)
    ).fetchall()
    return TableRow(
        id=table_id,
        game=game,
        options=options,
        invite=invite,
        secrets=Secrets(
            seed, salt, tuple(entropies[at : at + SEED_BYTES] for at in range(0, len(entropies), SEED_BYTES))
        ),
        host=host,
        seats=tuple(SeatRow(*row) for row in seats),
        over=bool(over),
    )


def _read_entries(db: sqlite3.Connection, table: str) -> tuple[EntryRow, ...]:
    rows = db.execute(
        "SELECT number, seat, action, outcomes, at, client, by_clock FROM entries WHERE table_id = ?"
        " ORDER BY number",
        (table,),
    )
    decode = msgspec.json.Decoder(tuple[Outcome, ...]).decode
    return tuple(
        EntryRow(number, seat, action, decode(outcomes), at, client, bool(by_clock))
        for number, seat, action, outcomes, at, client, by_clock in rows
    )
