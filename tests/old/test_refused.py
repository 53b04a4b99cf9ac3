"""What this version cannot read is refused with a sentence that says why, and left as it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.old.conftest import DAMAGED, Harbour, Old, copied
from tests.old.damage import DAMAGES
from tests.old.processes import refused_to_serve, restore
from tests.postgres import Cluster

NEWER = "UPDATE alembic_version SET version_num = '9999'"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of an old SQLite database."""
    copied(DAMAGED, tmp_path)
    return tmp_path / "fathom.sqlite3"


def test_a_sqlite_database_of_a_newer_version_is_left_alone(file: Path) -> None:
    db = sqlite3.connect(file)
    db.execute(NEWER)
    db.commit()
    before = list(db.iterdump())
    db.close()
    assert refused_to_serve(file.parent) == f"fathom: {file} was written by a newer version of Fathom\n"
    db = sqlite3.connect(file)
    assert list(db.iterdump()) == before
    db.close()


def test_a_postgresql_database_of_a_newer_version_is_left_alone(postgres: Cluster, tmp_path: Path) -> None:
    old = Old("0.1", "postgresql")
    url = postgres.database()
    restore(old.file, url)
    postgres.execute(url, NEWER)
    said = refused_to_serve(tmp_path, url)
    assert said.startswith("fathom: the PostgreSQL database ")
    assert said.endswith(" was written by a newer version of Fathom\n")
    (entries,) = postgres.execute(url, "SELECT count(*) FROM entries")
    assert entries == (sum(table.entries for table in old.expected.tables.values()),)


def test_a_database_that_was_cut_off_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    said = refused_to_serve(file.parent)
    assert said == f"fathom: {file} cannot be used: database disk image is malformed\n"
    assert file.read_bytes() == whole[: len(whole) // 2]


def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    file.write_bytes(b"\xff" * 8192)
    assert refused_to_serve(file.parent) == f"fathom: {file} cannot be used: file is not a database\n"
    assert file.read_bytes() == b"\xff" * 8192


@pytest.mark.parametrize(("old", "table"), [DAMAGED.case(table) for table in DAMAGES])
def test_a_damaged_table_is_not_opened_and_the_host_can_see_why(harbour: Harbour, table: str) -> None:
    """Players are not told what is in it; `test_databases` shows that all other tables go on beside it."""
    refusal = harbour.stranger.refusal(f"tables/{table}")
    assert refusal["code"] == "failed"
    _, problem = DAMAGES[table]
    noted = [line for line in harbour.server.notes().splitlines() if f"table={table}" in line]
    assert any(problem in line for line in noted), noted
