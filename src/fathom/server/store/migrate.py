"""Bringing a database forward to the present schema; the only place where Alembic is imported.

Most starts find nothing to do, and find that out without it: `HEAD` is what the database then says.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HEAD: Final = "0005"
"""The last migration."""

MIGRATIONS: Final = "fathom.server.store:migrations"


class NewerSchema(Exception):
    """A newer version of Fathom has written to this database; this one would not understand it."""


def is_present(db: sqlite3.Connection) -> bool:
    """Whether a file has the present schema already."""
    try:
        return db.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    except sqlite3.OperationalError:
        return False  # it has no such table: it is new, or older than Alembic's


def bring_sqlite_forward(db: sqlite3.Connection) -> None:
    """Bring a file forward, all the way or not at all; raises `NewerSchema`."""
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    engine = create_engine("sqlite://", creator=lambda: db, poolclass=StaticPool)
    try:
        with engine.connect() as connection, connection.begin():
            db.execute("BEGIN IMMEDIATE")  # another server may be starting at the same time
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > int(HEAD):
                raise NewerSchema
            bring_forward(connection, before_alembic=version)
            # So that a version of Fathom from before Alembic leaves the file alone, too.
            db.execute(f"PRAGMA user_version = {int(HEAD)}")
    except DBAPIError as error:
        raise sqlite3.OperationalError(str(error.orig)) from error
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def bring_forward(connection: Connection, *, before_alembic: int = 0) -> None:
    """Take the steps that are missing, in the transaction that has begun; raises `NewerSchema`.

    `before_alembic` counts the steps that were taken before Alembic wrote down which.
    """
    from alembic import command
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    context = MigrationContext.configure(connection)
    present = context.get_current_revision()
    if present is not None and present not in known:
        raise NewerSchema
    if present is None and before_alembic:
        command.stamp(config, f"{before_alembic:04}")
    command.upgrade(config, "head")


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
