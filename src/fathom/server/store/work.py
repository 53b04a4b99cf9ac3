"""What is done in each transaction, in words that every database of ours understands.

Each piece of work is a generator: it yields a statement with its values, gets the rows that come back, and
returns what was asked for. Which driver carries the statements, and in which thread, is the store's affair.
`?` stands for a value; `{lock}` is where a database with several writers is told that this table is about to
be changed, and other servers hear of it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, TypeVar

import msgspec

from fathom.server.common.tokens import Secrets
from fathom.server.store.rows import (
    AlreadyWritten,
    EntryRow,
    KeptOut,
    LogEnd,
    News,
    SeatRow,
    TableRow,
    TalkRow,
)
from fathom.table import Outcome, Seat
from fathom.table.dice import SEED_BYTES

T = TypeVar("T")

Rows = Sequence[Sequence[Any]]
Work = Generator[tuple[str, tuple[Any, ...]], Rows, T]

LISTED: Final = 100
"""Open tables listed, at most."""

# ── Tables ─────────────────────────────────────────────────────────────────────────────────────────────────

_TABLE: Final = (
    "id", "game", "options", "invite", "seed", "salt", "entropies", "host", "phase", "code", "public",
    "settings", "clocks", "rematch", "at", "version", "due", "asking",
)  # fmt: skip
_SEAT: Final = (
    "kind", "name", "level", "token", "colour", "ready", "entropy_hash", "entropy", "muted", "stand_in",
    "link", "person",
)  # fmt: skip


def _insert(into: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {into} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


_INSERT_TABLE: Final = _insert("tables", _TABLE)
_INSERT_SEAT: Final = _insert("seats", ("table_id", "seat", *_SEAT))
_UPDATE_TABLE: Final = f"UPDATE tables SET {', '.join(f'{column} = ?' for column in _TABLE)} WHERE id = ?"
_SELECT_TABLE: Final = f"SELECT {', '.join(_TABLE)} FROM tables"
_SELECT_SEATS: Final = f"SELECT {', '.join(_SEAT)} FROM seats WHERE table_id = ? ORDER BY seat"
_UNFINISHED: Final = "phase NOT IN ('over', 'closed')"
_TABLES_OF: Final = f"""
    {_SELECT_TABLE}
    WHERE id IN (SELECT table_id FROM seats WHERE (token = ? OR link = ?) AND kind = 'person')
    ORDER BY at DESC, id
"""
_LOG_ENDS_OF: Final = """
    SELECT entries.table_id, entries.number, entries.at FROM entries
    WHERE entries.table_id IN (SELECT table_id FROM seats WHERE (token = ? OR link = ?) AND kind = 'person')
      AND entries.number = (SELECT MAX(number) FROM entries AS own WHERE own.table_id = entries.table_id)
"""
_LOCK: Final = "SELECT version, phase FROM tables WHERE id = ? {lock}"
_KNOWN_AT: Final = """
    SELECT table_id FROM seats WHERE token = ? OR link = ?
    UNION SELECT table_id FROM talk WHERE person = ?
    UNION SELECT table_id FROM kept_out WHERE proof = ?
    ORDER BY 1
"""
_UNSAY: Final = "UPDATE talk SET person = NULL, phrase = '', text = '' WHERE table_id = ? AND person = ?"
_STALE: Final = """
    ((phase IN ('over', 'closed') AND at < ?
      AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = id AND entries.at >= ?))
     OR (phase IN ('lobby', 'revealing') AND at < ?))
"""


def add_table(table: TableRow) -> Work[None]:
    """Keep a new table."""
    yield _INSERT_TABLE, _values(table)
    yield from _insert_seats(table)
    yield from _insert_kept_out(table)


def put_table(table: TableRow) -> Work[TableRow]:
    """Replace a table and its seats."""
    version, _ = yield from _locked(table.id)
    if version != table.version:
        raise _another_version(table, version)
    row = msgspec.structs.replace(table, version=version + 1)
    yield _UPDATE_TABLE, (*_values(row), row.id)
    yield "DELETE FROM seats WHERE table_id = ?", (row.id,)
    yield from _insert_seats(row)
    yield "DELETE FROM kept_out WHERE table_id = ?", (row.id,)
    yield from _insert_kept_out(row)
    return row


def remove_table(table: str) -> Work[None]:
    """Delete a table with everything that belongs to it."""
    yield _LOCK, (table,)
    yield "DELETE FROM tables WHERE id = ?", (table,)
    for part in ("seats", "entries", "drafts", "talk", "kept_out"):
        yield f"DELETE FROM {part} WHERE table_id = ?", (table,)


def forget(token: bytes, without: Callable[[TableRow], TableRow | None]) -> Work[tuple[str, ...]]:
    """Delete someone's words, and have everything else about them taken out of their tables."""
    found = yield _KNOWN_AT, (token,) * 4
    tables = tuple(row[0] for row in found)
    for table_id in tables:
        yield _LOCK, (table_id,)
        row = yield from table(table_id)
        if row is None:
            continue  # removed before it was locked
        theirs = [seat.person for seat in row.seats if token in {seat.token, seat.link}]
        theirs += [kept.person for kept in row.kept_out if token == kept.proof]
        for person in dict.fromkeys((token, *theirs)):
            yield _UNSAY, (table_id, person)
        left = without(row)
        # The row counts on even where only words were deleted: that is how other servers notice.
        yield from remove_table(table_id) if left is None else put_table(left)
    return tables


def table(table: str) -> Work[TableRow | None]:
    """A table by its id."""
    rows = yield f"{_SELECT_TABLE} WHERE id = ?", (table,)
    return (yield from _with_seats(rows[0])) if rows else None


def table_by_code(code: str) -> Work[TableRow | None]:
    """An unfinished table by its code."""
    if not code:
        return None
    rows = yield f"{_SELECT_TABLE} WHERE code = ? AND {_UNFINISHED}", (code,)
    return (yield from _with_seats(rows[0])) if rows else None


def tables_of(token: bytes) -> Work[tuple[TableRow, ...]]:
    """Someone's tables, on whichever of their devices."""
    rows = yield _TABLES_OF, (token, token)
    return (yield from _all_with_seats(rows))


def log_ends_of(token: bytes) -> Work[dict[str, LogEnd]]:
    """The last entry at each of someone's tables that has any."""
    rows = yield _LOG_ENDS_OF, (token, token)
    return {table: LogEnd(number, at) for table, number, at in rows}


def public_tables() -> Work[tuple[TableRow, ...]]:
    """Open tables."""
    rows = yield (
        f"{_SELECT_TABLE} WHERE public = 1 AND phase = 'lobby' ORDER BY at DESC, id LIMIT {LISTED}",
        (),
    )
    return (yield from _all_with_seats(rows))


def unfinished() -> Work[tuple[tuple[str, float], ...]]:
    """Tables that were in the middle of something which goes on by itself."""
    rows = yield (
        "SELECT id, due FROM tables WHERE phase IN ('revealing', 'playing') AND due >= 0 ORDER BY due, id",
        (),
    )
    return tuple((row[0], row[1]) for row in rows)


def stale(
    finished_before: float, opened_before: float, running: float, grace: float
) -> Work[tuple[str, ...]]:
    """Tables that nobody has needed for long. One has ended with its last entry."""
    since = (finished_before, finished_before, opened_before)
    yield f"UPDATE tables SET doomed = ? WHERE doomed IS NULL AND {_STALE}", (running, *since)
    yield f"UPDATE tables SET doomed = NULL WHERE doomed IS NOT NULL AND NOT {_STALE}", since
    rows = yield "SELECT id FROM tables WHERE doomed <= ? ORDER BY id", (running - grace,)
    return tuple(row[0] for row in rows)


def _locked(table: str) -> Work[tuple[int, str]]:
    """The version and phase of a table that nobody else changes until this is done."""
    rows = yield _LOCK, (table,)
    if not rows:
        raise AlreadyWritten(f"table {table} has been removed")
    version, phase = rows[0]
    return version, phase


def _another_version(known: TableRow, version: int) -> AlreadyWritten:
    return AlreadyWritten(f"table {known.id} has version {version}, not {known.version}")


def _values(table: TableRow) -> tuple[Any, ...]:
    return (
        table.id,
        table.game,
        table.options,
        table.invite,
        table.secrets.seed,
        table.secrets.salt,
        b"".join(table.secrets.entropies),
        table.host,
        table.phase,
        table.code,
        int(table.public),
        table.settings,
        table.clocks,
        table.rematch,
        table.at,
        table.version,
        table.due,
        table.asking,
    )


def _insert_seats(table: TableRow) -> Work[None]:
    for number, seat in enumerate(table.seats):
        values = msgspec.structs.astuple(seat)
        yield (
            _INSERT_SEAT,
            (table.id, number, *(int(value) if isinstance(value, bool) else value for value in values)),
        )


def _insert_kept_out(table: TableRow) -> Work[None]:
    for number, kept_out in enumerate(table.kept_out):
        yield (
            _insert("kept_out", ("table_id", "number", "person", "proof")),
            (table.id, number, kept_out.person, kept_out.proof),
        )


def _with_seats(found: Sequence[Any]) -> Work[TableRow]:
    (table, game, options, invite, seed, salt, entropies, host, phase, code, public, settings) = found[:12]
    clocks, rematch, at, version, due, asking = found[12:]
    seats = yield _SELECT_SEATS, (table,)
    kept_out = yield "SELECT person, proof FROM kept_out WHERE table_id = ? ORDER BY number", (table,)
    cut = range(0, len(entropies), SEED_BYTES)
    return TableRow(
        id=table,
        game=game,
        options=options,
        invite=invite,
        secrets=Secrets(seed, salt, tuple(entropies[begin : begin + SEED_BYTES] for begin in cut)),
        host=host,
        seats=tuple(_seat(row) for row in seats),
        phase=phase,
        code=code,
        public=bool(public),
        settings=settings,
        clocks=clocks,
        rematch=rematch,
        at=at,
        version=version,
        due=due,
        asking=asking,
        kept_out=tuple(KeptOut(*row) for row in kept_out),
    )


def _seat(row: Sequence[Any]) -> SeatRow:
    kind, name, level, token, colour, ready, entropy_hash, entropy, muted, stand_in, *proofs = row
    return SeatRow(
        kind, name, level, token, colour, bool(ready), entropy_hash, entropy, bool(muted), stand_in, *proofs
    )


def _all_with_seats(rows: Rows) -> Work[tuple[TableRow, ...]]:
    tables = []
    for row in rows:
        tables.append((yield from _with_seats(row)))  # noqa: PERF401 - a generator cannot yield inside another
    return tuple(tables)


# ── The log ────────────────────────────────────────────────────────────────────────────────────────────────

_ENTRY: Final = ("number", "seat", "action", "outcomes", "at", "client", "by_clock")
_INSERT_ENTRY: Final = _insert("entries", ("table_id", *_ENTRY))
_UPDATE_WITH_ENTRY: Final = "UPDATE tables SET version = ?, phase = ?, clocks = ?, due = ? WHERE id = ?"
_SET_DRAFT: Final = """
    INSERT INTO drafts (table_id, seat, number, action) VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, seat) DO UPDATE SET number = excluded.number, action = excluded.action
"""
_SELECT_DRAFTS: Final = """
    SELECT seat, action FROM drafts AS laid
    WHERE table_id = ? AND (number = 0 OR NOT EXISTS (
        SELECT 1 FROM entries AS acted
        WHERE acted.table_id = laid.table_id AND acted.number > laid.number AND acted.seat = laid.seat
    ))
    ORDER BY seat
"""
"""Not those that another server laid in the moment in which their seat acted here: a batch does not see them.
Before the second migration drafts had no numbers; theirs are 0."""

_decode_outcomes = msgspec.json.Decoder(tuple[Outcome, ...]).decode


def start(table: TableRow, setup: EntryRow) -> Work[TableRow]:
    """Begin a log."""
    row = yield from put_table(msgspec.structs.replace(table, phase="playing"))
    yield from _insert_entry(row.id, setup)
    return row


def append(table: str, entry: EntryRow, draft: bytes | None, row: TableRow | None) -> Work[TableRow | None]:
    """Write an entry, its seat's draft, and what changes about the table with it.

    PostgreSQL also has this for many tables at once: `fathom.server.store.batch`.
    """
    version, phase = yield from _locked(table)
    if phase != "playing":
        raise AlreadyWritten(f"table {table} is not being played any more")
    if row is not None and row.version != version:
        raise _another_version(row, version)
    yield from _insert_entry(table, entry)
    if draft is None:
        yield "DELETE FROM drafts WHERE table_id = ? AND seat = ?", (table, entry.seat)
    else:
        assert entry.seat is not None
        yield _set_draft(table, entry.seat, entry.number, draft)
    if row is None:
        return None
    if row.phase == "over":
        yield "DELETE FROM drafts WHERE table_id = ?", (table,)
    yield _UPDATE_WITH_ENTRY, (version + 1, row.phase, row.clocks, row.due, table)
    return msgspec.structs.replace(row, version=version + 1)


def keep_draft(table: str, seat: Seat, number: int, draft: bytes) -> Work[None]:
    """Keep a draft, unless its seat has acted since."""
    yield from _locked(table)
    acted = yield (
        "SELECT 1 FROM entries WHERE table_id = ? AND number > ? AND seat = ? LIMIT 1",
        (table, number, seat),
    )
    if acted:
        raise AlreadyWritten(f"seat {seat} of table {table} has acted after entry {number}")
    yield _set_draft(table, seat, number, draft)


def news(table_id: str, after: int) -> Work[News | None]:
    """A table with the end of its log."""
    row = yield from table(table_id)
    if row is None:
        return None
    log = yield from entries(table_id, after)
    return News(row, log, (yield from drafts(table_id)))


def entries(table: str, after: int) -> Work[tuple[EntryRow, ...]]:
    """A log, or its end."""
    rows = yield (
        f"SELECT {', '.join(_ENTRY)} FROM entries WHERE table_id = ? AND number > ? ORDER BY number",
        (table, after),
    )
    return tuple(
        EntryRow(number, seat, action, _decode_outcomes(outcomes), at, client, bool(by_clock))
        for number, seat, action, outcomes, at, client, by_clock in rows
    )


def drafts(table: str) -> Work[dict[Seat, bytes]]:
    """The drafts of a table."""
    rows = yield _SELECT_DRAFTS, (table,)
    return {row[0]: row[1] for row in rows}


def _insert_entry(table: str, entry: EntryRow) -> Work[None]:
    outcomes = msgspec.json.encode(entry.outcomes)
    yield (
        _INSERT_ENTRY,
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


def _set_draft(table: str, seat: Seat, number: int, draft: bytes) -> tuple[str, tuple[Any, ...]]:
    return _SET_DRAFT, (table, seat, number, draft)


# ── Talk ───────────────────────────────────────────────────────────────────────────────────────────────────

_TALK: Final = """
    SELECT person, phrase, text, at, number FROM talk
    WHERE table_id = ? AND (number > ? OR (phrase = '' AND text = '')) ORDER BY number
"""


def add_talk(table: str, talk: TalkRow) -> Work[TalkRow]:
    """Keep what was said."""
    yield from _locked(table)
    rows = yield "SELECT coalesce(max(number), 0) FROM talk WHERE table_id = ?", (table,)
    said = msgspec.structs.replace(talk, number=rows[0][0] + 1)
    yield (
        _insert("talk", ("table_id", "number", "person", "phrase", "text", "at")),
        (table, said.number, said.person, said.phrase, said.text, said.at),
    )
    return said


def talk(table: str, after: int) -> Work[tuple[TalkRow, ...]]:
    """What was said, and what has been unsaid."""
    rows = yield _TALK, (table, after)
    return tuple(TalkRow(*row) for row in rows)


# ── The server ─────────────────────────────────────────────────────────────────────────────────────────────

_FIRST: Final = "INSERT INTO server (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
_SET: Final = "UPDATE server SET value = ? WHERE name = ?"
_HOLD: Final = "UPDATE server SET value = value WHERE name = ? RETURNING value"
"""Reads a value that nobody else changes until this is done."""


class Running(msgspec.Struct, frozen=True):
    """How long servers of this database have run, in seconds, and the date when that was last counted."""

    seconds: float = 0.0
    date: float = 0.0


def run_on(seconds: float, date: float, doubted: Callable[[Running], bool]) -> Work[tuple[float, bool]]:
    """Add seconds that this server has run until this date; return the total, and whether it is in doubt.

    Servers that run at the same time count the same seconds: only those since anyone has counted are new.
    When `doubted` says that the date cannot be believed, every grace period begins anew.
    """
    yield _FIRST, ("running", msgspec.json.encode(Running(0.0, date)))
    rows = yield _HOLD, ("running",)
    last = msgspec.json.decode(rows[0][0], type=Running)
    new = seconds if date < last.date else min(seconds, date - last.date)
    now = Running(last.seconds + new, date)
    yield _SET, (msgspec.json.encode(now), "running")
    doubt = doubted(last)
    if doubt:
        yield "UPDATE tables SET doomed = NULL WHERE doomed IS NOT NULL", ()
    return now.seconds, doubt


def leave_mark(mark: bytes) -> Work[None]:
    """Write something that can be read back."""
    yield _FIRST, ("ready", mark)
    yield _SET, (mark, "ready")


def mark() -> Work[bytes]:
    """What was last written to be read back, and the end of every table that a game needs."""
    for part in ("tables", "seats", "entries", "drafts", "talk", "kept_out"):
        yield f"SELECT * FROM {part} LIMIT 1", ()
    rows = yield "SELECT value FROM server WHERE name = 'ready'", ()
    value: bytes = rows[0][0] if rows else b""
    return value
