"""Putting new tables into the log, each with a code that no other open table has."""

from __future__ import annotations

import msgspec

from fathom.server.common.logs import note
from fathom.server.common.tokens import INVITE_BYTES, Secrets, hashed, short_code, token
from fathom.server.host.services import Services
from fathom.server.seating.lobby import again
from fathom.server.store import AlreadyWritten, NotWritten, TableRow

TRIES = 8
"""Codes tried for a new table; two in use at once are most unlikely to be the same."""


async def open_table(services: Services, row: TableRow) -> TableRow:
    """Keep a new table and return it with its code."""
    for _ in range(TRIES):
        coded = msgspec.structs.replace(row, code=short_code(services.random))
        try:
            await services.store.add_table(coded)
        except AlreadyWritten:
            continue
        note("table-opened", table=row.id, game=row.game, seats=len(row.seats))
        return coded
    raise NotWritten("no code was free")


async def open_rematch(services: Services, row: TableRow) -> None:
    """Have the table at which the people of this one play again, under the id that this one knows.

    The old table learns the id first: whatever happens in between, asking again finds or makes the same one.
    """
    if await services.store.table(row.rematch) is None:
        invite = hashed(token(services.random, INVITE_BYTES))
        secrets = Secrets.drawn(services.random)
        await open_table(services, again(row, row.rematch, invite, secrets, services.clock.date()))
