"""What people ask of a table beside playing: every such message, and the row that it leads to."""

from __future__ import annotations

from fathom.server import fair, lobby
from fathom.server.protocol import Ready, Start, Unready
from fathom.server.seats import host_of, seat_of
from fathom.server.store import TableRow
from fathom.table import AnyGame

Change = Ready | Unready | Start


def changed(row: TableRow, game: AnyGame, proof: bytes | None, asked: Change) -> TableRow:
    """The table after whoever has this proof has asked that; raises `Refused`. Changes nothing by itself."""
    match asked:
        case Ready(entropy_hash, commitment):
            return fair.ready(row, seat_of(row, proof), bytes.fromhex(entropy_hash), commitment)
        case Unready():
            return fair.unready(row, seat_of(row, proof))
        case Start():
            host_of(row, proof)
            return lobby.without_open_seats(row, game)
