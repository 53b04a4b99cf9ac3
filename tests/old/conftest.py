"""Servers on copies of the old databases, each started when a test first asks for it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.old.damage import SOUND, damage
from tests.old.expected import Json, OldDatabase, OldTable, folders, read_expected
from tests.old.people import Person, begin
from tests.old.processes import Server, restore
from tests.postgres import Cluster


class Old(NamedTuple):
    """An old database: the folder where it lies, and its kind."""

    folder: str
    kind: str

    @property
    def path(self) -> Path:
        return next(folder for folder in folders() if folder.name == self.folder)

    @property
    def expected(self) -> OldDatabase:
        return read_expected(self.path).databases[self.kind]

    @property
    def file(self) -> Path:
        return self.path / self.expected.file

    def case(self, *values: Any) -> Any:
        """The parameters of a test on this database; all such tests run in one process, with one server."""
        name = "-".join((self.folder, self.kind, *values))
        group = "postgres" if self.kind == "postgresql" else f"old-{self.folder}"
        marks = [pytest.mark.xdist_group(group)]
        if self.kind == "postgresql":
            marks.append(pytest.mark.postgres)
        return pytest.param(self, *values, id=name, marks=marks)


DAMAGED = Old("0.1", "sqlite")
"""The database whose copy gets damaged tables beside the sound ones."""


def databases() -> list[Old]:
    """All old databases."""
    return [Old(folder.name, kind) for folder in folders() for kind in read_expected(folder).databases]


def each_database() -> list[Any]:
    """Parameters for tests on every database."""
    return [old.case() for old in databases()]


def each_table(chosen: Callable[[OldTable], bool]) -> list[Any]:
    """Parameters for tests on some of the tables of every database."""
    return [
        old.case(name) for old in databases() for name, table in old.expected.tables.items() if chosen(table)
    ]


def copied(old: Old, folder: Path) -> None:
    """Put a copy of an old SQLite database where a server looks for it."""
    target = folder / "fathom.sqlite3"
    if old.file.suffix == ".sql":
        copy = sqlite3.connect(target)
        copy.executescript(old.file.read_text(encoding="utf-8"))
        copy.close()
    else:
        shutil.copy(old.file, target)


class Harbour:
    """A server on a copy of an old database, and what was found there when it had just started."""

    def __init__(self, old: Old, folder: Path, url: str = "") -> None:
        if url:
            restore(old.file, url)
        else:
            copied(old, folder)
        self.old = old
        self.tables = old.expected.tables
        if old == DAMAGED:
            damage(folder / "fathom.sqlite3", self.tables[SOUND].id)
        self.server = Server(folder, url)
        self.people = {
            name: Person(self.server.address, name, token)
            for name, token in read_expected(old.path).tokens.items()
        }
        self.stranger = Person(self.server.address, "nobody", None)
        try:
            self._look_around()
        except BaseException:
            self.close()
            raise

    def _look_around(self) -> None:
        """Note what is there before anything changes, and do what the server does not wait for."""
        self.listed: dict[str, dict[str, Json]] = {
            name: {lobby["table"]: lobby for lobby in person.get("tables")}
            for name, person in self.people.items()
        }
        self.public: list[Json] = self.stranger.get("public")
        self.coded: dict[str, Json] = {
            table.code: self.stranger.get(f"codes/{table.code}")
            for table in self.tables.values()
            if table.code
        }
        for table in self.tables.values():
            if table.phase == "revealing":
                begin(table.id, *self.at(table))
            elif table.draft is not None:
                self.at(table)[table.draft.seat].look(table.id)  # the clock runs for someone who is there

    def at(self, table: OldTable) -> list[Person]:
        """The people at a table, by seat."""
        return [self.people[name] for name in table.people]

    def host(self, table: OldTable) -> Person:
        return self.people[table.host()]

    def close(self) -> None:
        for person in (*self.people.values(), self.stranger):
            person.close()
        self.server.stop()


Start = Callable[[Old], Harbour]


def _kept(start: Start) -> Iterator[Start]:
    """Start a server for each database that is asked for, once, and stop them all in the end."""
    running: dict[Old, Harbour] = {}

    def harbour(old: Old) -> Harbour:
        if old not in running:
            running[old] = start(old)
        return running[old]

    yield harbour
    for one in running.values():
        one.close()


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Servers on SQLite."""
    yield from _kept(lambda old: Harbour(old, tmp_path_factory.mktemp("old")))


@pytest.fixture(scope="session")
def on_postgresql(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Servers on PostgreSQL."""
    yield from _kept(lambda old: Harbour(old, tmp_path_factory.mktemp("old"), postgres.database()))


@pytest.fixture
def harbour(old: Old, request: pytest.FixtureRequest) -> Harbour:
    """The server on the database that the test is about."""
    start: Start = request.getfixturevalue(f"on_{old.kind}")
    return start(old)
