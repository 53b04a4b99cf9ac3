"""How the games of someone's tables stand, for the list of them: which round, who is awaited, how long ago.

All of it is known to everyone who may see the table. A table that is not in memory stays there: its log is
played again for this alone, so that nothing goes on at a table because someone has read a list.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable

import msgspec

from fathom import guests
from fathom.server.common.logs import warn
from fathom.server.game.play import BrokenLog, Play
from fathom.server.protocol import Lobby, MyTable
from fathom.server.store import LogEnd, Store, TableRow
from fathom.table import Seat

MOST_PLAYED_AGAIN = 8
"""Logs played again for one list, the newest tables first; the others are told of without round and turn."""

KEPT = 2000
"""Standings kept for tables that are not in memory: those that were asked for first go first."""

FALLIBLE = (BrokenLog, guests.UnknownGame, msgspec.MsgspecError)
"""What is raised for a table that cannot be played again."""


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands after an entry of its log."""

    number: int
    round: int | None
    awaited: tuple[Seat, ...]


NOWHERE = Standing(-1, None, ())
"""Of a table that has not begun, is over, or cannot be played again."""


class Standings:
    """Says how tables stand, and remembers it until they have gone on."""

    def __init__(self, store: Store, in_memory: Callable[[str], Play | None]) -> None:
        self._store = store
        self._in_memory = in_memory
        self._known: OrderedDict[str, Standing] = OrderedDict()
        self._one_by_one = asyncio.Lock()

    async def of(self, rows: Iterable[TableRow], ends: dict[str, LogEnd]) -> dict[str, Standing]:
        """Where each of these tables stands; those not in here are not being played."""
        found: dict[str, Standing] = {}
        played_again = 0
        for row in rows:
            end = ends.get(row.id)
            if row.phase != "playing" or end is None:
                continue
            play = self._in_memory(row.id)
            known = self._known.get(row.id)
            if play is not None:
                found[row.id] = standing(row.game, play)
            elif known is not None and known.number == end.number:
                found[row.id] = known
            elif played_again < MOST_PLAYED_AGAIN:
                played_again += 1
                found[row.id] = await self._played_again(row)
        return found

    def forget(self, table: str) -> None:
        """Keep nothing of a table."""
        self._known.pop(table, None)

    async def _played_again(self, row: TableRow) -> Standing:
        """One after the other: whoever plays comes in between, however many lists are read."""
        async with self._one_by_one:
            log = await self._store.entries(row.id)
            try:
                play = await Play.rebuilt_in_slices(guests.guest(row.game).rules, row, log, {})
            except FALLIBLE as error:
                warn("table-unreadable", error, table=row.id)
                return NOWHERE
            found = standing(row.game, play)
            self._known[row.id] = found
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return found


def standing(game: str, play: Play) -> Standing:
    """Where a game stands now."""
    guest = guests.guest(game)
    state = play.state
    return Standing(play.number, None if guest.round is None else guest.round(state), state.to_move())


def in_list(lobby: Lobby, where: Standing | None, ago: float) -> MyTable:
    """A table in the list of someone who has a seat there."""
    there = where or NOWHERE
    fields = {name: getattr(lobby, name) for name in lobby.__struct_fields__}
    return MyTable(**fields, round=there.round, awaited=there.awaited, ago=round(max(0.0, ago), 1))
