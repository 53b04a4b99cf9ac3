"""Which store it is to be: a file in a folder, or a database by its URL."""

from __future__ import annotations

from pathlib import Path

from fathom.server.store.interface import Store
from fathom.server.store.sqlite import SqliteStore

SCHEMES = ("postgresql://", "postgres://")


def store_at(folder: Path, database: str | None = None) -> Store:
    """The store of this server; raises `OSError` if it cannot be used."""
    if not database:
        return SqliteStore(folder / "fathom.sqlite3")
    if not database.startswith(SCHEMES):
        raise OSError(f"a database is named by a URL that begins with {SCHEMES[0]}; without one it is a file")
    from fathom.server.store.postgres import PostgresStore

    return PostgresStore(database)
