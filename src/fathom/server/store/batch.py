"""The entries of many tables in one statement of PostgreSQL, in which every table stands for itself.

The statement locks, in the order of their ids, the rows that fit: the game is being played, and where the
entry changes the row, its version is the one that the writer knows. Then it writes the entries whose number
and id are new, what lies on the boards because of them, the rows that change with them, and which tables
these were, for other servers (`fathom.server.store.news`). It says whose entries it has written.

It waits for nobody and fails for no conflict: a row that someone else has locked is passed over, as is one
that does not fit. So no two batches wait for each other, and what it has not written can be asked for alone,
which tells why (`fathom.server.store.work.append`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from fathom.server.store.rows import EntryRow, TableRow

GROUP: Final = 256
"""Entries that share a statement, at most."""


class Append:
    """An entry that is to be written, and the future of whoever waits for it."""

    __slots__ = ("draft", "entry", "future", "row", "table")

    def __init__(self, table: str, entry: EntryRow, draft: bytes | None, row: TableRow | None) -> None:
        self.table = table
        self.entry = entry
        self.draft = draft
        self.row = row
        self.future: asyncio.Future[TableRow | None] = asyncio.get_running_loop().create_future()

    @property
    def values(self) -> tuple[Any, ...]:
        """Its line in the batch."""
        entry, row = self.entry, self.row
        return (
            self.table,
            entry.number,
            entry.seat,
            entry.action,
            msgspec.json.encode(entry.outcomes),
            entry.at,
            entry.client,
            int(entry.by_clock),
            self.draft,
            *((None, None, None, None) if row is None else (row.version, row.phase, row.clocks, row.due)),
        )

    def written(self) -> None:
        """Tell whoever waits that it is durable."""
        if not self.future.done():  # they may have gone
            row = self.row
            self.future.set_result(
                None if row is None else msgspec.structs.replace(row, version=row.version + 1)
            )

    def failed(self, error: BaseException) -> None:
        """Tell whoever waits that it is not written."""
        if not self.future.done():
            self.future.set_exception(error)


def taken(waiting: deque[Append]) -> list[Append]:
    """Take the next batch from those that wait: sorted by table, one entry of each."""
    batch: dict[str, Append] = {}
    later: list[Append] = []
    while waiting and len(batch) < GROUP:
        one = waiting.popleft()
        if one.table in batch:
            later.append(one)
        else:
            batch[one.table] = one
    waiting.extendleft(reversed(later))
    return [batch[table] for table in sorted(batch)]


def columns(batch: Sequence[Append]) -> list[list[Any]]:
    """The values of `APPEND` but for the last, which names the news of this batch."""
    return [list(column) for column in zip(*(one.values for one in batch), strict=True)]


APPEND: Final = """
WITH batch AS (
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::int[], $4::bytea[], $5::bytea[], $6::float8[], $7::text[], $8::int[],
        $9::bytea[], $10::int[], $11::text[], $12::bytea[], $13::float8[]
    ) AS batch (
        table_id, number, seat, action, outcomes, at, client, by_clock, draft, version, phase, clocks, due
    )
), fits AS (
    SELECT batch.* FROM tables JOIN batch ON tables.id = batch.table_id
    WHERE tables.phase = 'playing' AND (batch.version IS NULL OR batch.version = tables.version)
    ORDER BY tables.id FOR UPDATE OF tables SKIP LOCKED
), won AS (
    INSERT INTO entries (table_id, number, seat, action, outcomes, at, client, by_clock)
    SELECT table_id, number, seat, action, outcomes, at, client, by_clock FROM fits ORDER BY table_id
    ON CONFLICT DO NOTHING
    RETURNING table_id
), written AS (
    SELECT fits.* FROM fits JOIN won ON won.table_id = fits.table_id
), changed AS (
    UPDATE tables
    SET version = written.version + 1, phase = written.phase, clocks = written.clocks, due = written.due
    FROM written WHERE tables.id = written.table_id AND written.version IS NOT NULL
), laid AS (
    INSERT INTO drafts (table_id, seat, number, action)
    SELECT table_id, seat, number, draft FROM written
    WHERE draft IS NOT NULL AND phase IS DISTINCT FROM 'over' ORDER BY table_id
    ON CONFLICT (table_id, seat) DO UPDATE SET number = excluded.number, action = excluded.action
), cleared AS (
    DELETE FROM drafts USING written
    WHERE drafts.table_id = written.table_id
        AND (written.phase = 'over' OR (written.draft IS NULL AND drafts.seat = written.seat))
), news AS (
    INSERT INTO server (name, value)
    SELECT $14, convert_to(string_agg(table_id, ' '), 'UTF8') FROM won HAVING count(*) > 0
)
SELECT table_id FROM won
"""
