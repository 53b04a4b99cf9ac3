"""The tables of the database, described once for every kind of database.

This is what the last migration leaves behind; a test compares the two. A change adds a migration
(`migrations/versions`). The statements themselves are in `work` and go to the driver as they are.
"""

from __future__ import annotations

from sqlalchemy import REAL, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text, text

metadata = MetaData()

TIME = Float(53).with_variant(REAL(), "sqlite")
"""Seconds since 1970, in eight bytes."""

UNFINISHED = text("code <> '' AND phase NOT IN ('over', 'closed')")
NAMED = text("client IS NOT NULL")

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("invite", LargeBinary, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("entropies", LargeBinary, nullable=False),
    Column("host", Integer, nullable=False),
    Column("at", TIME, nullable=False),
    Column("phase", Text, nullable=False, server_default="lobby"),
    Column("code", Text, nullable=False, server_default=""),
    Column("public", Integer, nullable=False, server_default="0"),
    Column("settings", LargeBinary, nullable=False),
    Column("clocks", LargeBinary, nullable=False),
    Column("rematch", Text, nullable=False, server_default=""),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("due", TIME),
    Column("doomed", TIME),
    Column("asking", Text, nullable=False, server_default=""),
    Index("tables_code", "code", unique=True, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED),
    Index("tables_phase", "phase", "at"),
    sqlite_strict=True,
)

kept_out = Table(
    "kept_out",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", LargeBinary, nullable=False),
    Column("proof", LargeBinary, nullable=False),
    Index("kept_out_proof", "proof"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The proofs of those whom a host has sent away."""

server = Table(
    "server",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""What belongs to no table: how long servers have run, and what `/ready` has written."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("token", LargeBinary),
    Column("colour", Text, nullable=False, server_default=""),
    Column("ready", Integer, nullable=False, server_default="0"),
    Column("entropy_hash", LargeBinary),
    Column("entropy", LargeBinary),
    Column("muted", Integer, nullable=False, server_default="0"),
    Column("stand_in", Text, nullable=False, server_default=""),
    Column("link", LargeBinary),
    Column("person", LargeBinary),
    Index("seats_token", "token"),
    Index("seats_link", "link"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("action", LargeBinary),
    Column("outcomes", LargeBinary, nullable=False),
    Column("at", TIME, nullable=False),
    Column("client", Text),
    Column("by_clock", Integer, nullable=False),
    Index(
        "entries_client",
        "table_id",
        "seat",
        "client",
        unique=True,
        sqlite_where=NAMED,
        postgresql_where=NAMED,
    ),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The log. `(table_id, number)` is given once: that is the lock between servers."""

drafts = Table(
    "drafts",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("action", LargeBinary, nullable=False),
    Column("number", Integer, nullable=False, server_default="0"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

talk = Table(
    "talk",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("phrase", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", TIME, nullable=False),
    Column("person", LargeBinary),
    Index("talk_person", "person"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
