"""The log: everything that a table must not forget, durable before anyone hears of it."""

from fathom.server.store.connect import store_at
from fathom.server.store.interface import Store
from fathom.server.store.rows import (
    AlreadyWritten,
    EntryRow,
    KeptOut,
    LogEnd,
    News,
    NotWritten,
    SeatRow,
    TableRow,
    TalkRow,
)
from fathom.server.store.sqlite import SqliteStore

__all__ = [
    "AlreadyWritten",
    "EntryRow",
    "KeptOut",
    "LogEnd",
    "News",
    "NotWritten",
    "SeatRow",
    "SqliteStore",
    "Store",
    "TableRow",
    "TalkRow",
    "store_at",
]
