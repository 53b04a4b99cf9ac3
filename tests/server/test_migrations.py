"""A file of an earlier version is brought forward without loss; one of a later version is left alone."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from fathom.server.common.tokens import hashed
from fathom.server.store import SqliteStore
from fathom.server.store.migrate import HEAD, MIGRATIONS
from tests.server.harbour import run

YESTERDAY = Path(__file__).parents[1] / "old" / "before-0.1" / "sqlite.sql"
"""A file as version 1 of the schema wrote it, dumped: Ada and Bob wait for someone at one table, play at a
second, where Ada has laid a draft, and have finished a game at a third."""

ADA = "7aFQPOIpkwzEnhS1QCpuS6Kog3zXOZVVBMGTCq2-Lj4"
BOB = "to1igw1lnFwNKJVFwY87_VjXsWTV6Sa4zsTYDQ5DrdU"
LOBBY, PLAYING, OVER = "xEdDd29s3rUU", "obMoKbESP9OY", "NeKSFOEfgy9x"
DRAFT = {
    "type": "program",
    "levels": [{"plain": [1], "shark": []}, {"plain": [2], "shark": []}],
    "clownfish": None,
    "anglerfish": None,
}


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / "fathom.sqlite3"
    db = sqlite3.connect(path)
    db.executescript(YESTERDAY.read_text(encoding="utf-8"))
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()
    return path


def everything(path: Path, columns: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table, in these columns."""
    db = sqlite3.connect(path)
    found = {
        table: db.execute(f"SELECT {some} FROM {table} ORDER BY 1, 2").fetchall()
        for table, some in columns.items()
    }
    db.close()
    return found


def test_a_file_of_yesterday_is_brought_forward_without_loss(old_file: Path) -> None:
    kept = {
        "tables": "id, game, options, invite, seed, salt, entropies, host, at",
        "seats": "table_id, seat, kind, name, level, token",
        "entries": "table_id, number, seat, action, outcomes, at, client, by_clock",
        "drafts": "table_id, seat, action",
    }
    before = everything(old_file, kept)
    assert len(before["entries"]) == 45

    async def scenario() -> None:
        store = SqliteStore(old_file)
        phases = {}
        for table in (LOBBY, PLAYING, OVER):
            row = await store.table(table)
            assert row is not None
            assert (row.settings, row.clocks, row.code, row.version) == (b"{}", b"{}", "", 0)
            phases[table] = row.phase
        assert phases == {LOBBY: "lobby", PLAYING: "playing", OVER: "over"}
        assert await store.unfinished() == ((PLAYING, 0.0),), "nobody knows yet when it goes on"
        (draft,) = (await store.drafts(PLAYING)).values()
        assert json.loads(draft) == DRAFT
        await store.close()

    run(scenario())
    assert everything(old_file, kept) == before


def test_what_was_said_in_a_seat_was_said_by_who_sits_there(old_file: Path) -> None:
    """Until version 2 lines were kept by seat; a line of a seat that is gone belongs to nobody."""
    engine = create_engine(f"sqlite:///{old_file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", MIGRATIONS)
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.stamp(config, "0001")
        command.upgrade(config, "0002")
        for number, seat in enumerate((1, 0, 9), start=1):
            connection.execute(
                text("INSERT INTO talk VALUES (:table, :number, :seat, '', :said, 1.0)"),
                {"table": PLAYING, "number": number, "seat": seat, "said": f"from seat {seat}"},
            )
    engine.dispose()

    async def scenario() -> None:
        store = SqliteStore(old_file)
        row = await store.table(PLAYING)
        assert row is not None
        ada, bob = row.seats
        assert (ada.person, bob.person) == (ada.token, bob.token) == (hashed(ADA), hashed(BOB))
        assert [(line.person, line.text) for line in await store.talk(PLAYING)] == [
            (hashed(BOB), "from seat 1"),
            (hashed(ADA), "from seat 0"),
            (None, "from seat 9"),
        ]
        await store.close()

    run(scenario())


def test_bringing_forward_twice_changes_nothing(old_file: Path) -> None:
    def opened() -> list[str]:
        run(SqliteStore(old_file).close())
        db = sqlite3.connect(old_file)
        dumped = list(db.iterdump())
        db.close()
        return dumped

    assert opened() == opened()


def test_a_step_that_fails_leaves_the_file_as_it_was(old_file: Path) -> None:
    db = sqlite3.connect(old_file)
    db.execute("CREATE TABLE talk (mine TEXT)")  # stands in the way of the last statement
    db.commit()
    before = list(db.iterdump())
    db.close()
    with pytest.raises(OSError, match="talk already exists"):
        SqliteStore(old_file)
    db = sqlite3.connect(old_file)
    assert list(db.iterdump()) == before
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()


@pytest.mark.parametrize(
    "newer", ["PRAGMA user_version = 99", "UPDATE alembic_version SET version_num = '0099'"]
)
def test_a_file_of_tomorrow_is_left_alone(tmp_path: Path, newer: str) -> None:
    path = tmp_path / "log.sqlite3"
    if "alembic" in newer:
        run(SqliteStore(path).close())
    db = sqlite3.connect(path)
    db.execute(newer)
    db.commit()
    before = list(db.iterdump())
    db.close()
    with pytest.raises(OSError, match=r"log\.sqlite3 was written by a newer version of Fathom"):
        SqliteStore(path)
    db = sqlite3.connect(path)
    assert list(db.iterdump()) == before
    db.close()


def test_the_last_step_leaves_the_schema_that_is_described(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from fathom.server.store.schema import metadata

    run(SqliteStore(tmp_path / "log.sqlite3").close())
    engine = create_engine(f"sqlite:///{tmp_path / 'log.sqlite3'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == HEAD
    engine.dispose()


def test_nobody_waits_for_alembic_who_does_not_need_it(tmp_path: Path) -> None:
    """`fathom --help` never imports it, nor does a server whose file is up to date."""
    run(SqliteStore(tmp_path / "log.sqlite3").close())
    look = f"""
import sys
from pathlib import Path
import fathom.cli
assert "sqlalchemy" not in sys.modules and "asyncpg" not in sys.modules, "the command line"
from fathom.server.store import SqliteStore
import fathom.server.serving
SqliteStore(Path({str(tmp_path / "log.sqlite3")!r}))
assert "sqlalchemy" not in sys.modules and "alembic" not in sys.modules and "asyncpg" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
