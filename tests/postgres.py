"""A real PostgreSQL for the tests that need one: started by them, with nothing in it, gone afterwards."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg
import pytest

from scripts.postgres import find_postgres

USER = "fathom"


class Cluster:
    """A database server that only this machine can reach, by a socket in its folder."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="fathom-postgres-"))
        self._data = self._folder / "data"
        self._count = itertools.count()
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres", "postgres")
        data = str(self._data)
        # The cluster itself need not survive a power cut; what is written into it later is synced as usual.
        self._run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self._start()

    def _start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c max_connections=60"
        self._run("pg_ctl", "-D", str(self._data), "-w", "-l", f"{self._data}/log", "-o", options, "start")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        if done.returncode:
            raise AssertionError(f"{program}: {done.stderr.decode()}")

    def url(self, name: str) -> str:
        return f"postgresql:///{name}?host={self._folder}&user={USER}"

    def database(self) -> str:
        """The URL of a new database."""
        name = f"fathom{next(self._count)}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, database: str, statement: str) -> list[tuple[object, ...]]:
        """Run a statement beside all servers."""

        async def scenario() -> list[tuple[object, ...]]:
            connection = await asyncpg.connect(self.url(database) if "://" not in database else database)
            try:
                return [tuple(row) for row in await connection.fetch(statement)]
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, scenario()).result()

    @property
    def process(self) -> int:
        """The process from which all others of the cluster come."""
        return int((self._data / "postmaster.pid").read_text(encoding="utf-8").split()[0])

    def restart(self) -> None:
        """As after a crash: every connection is cut, and what was not committed is gone."""
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")
        self._start()

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self._folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of this process; a test makes its own database in it."""
    programs = find_postgres()
    if programs is None:
        pytest.fail(
            "No PostgreSQL here. `python scripts/postgres.py` finds or installs one, as `make test` does."
        )
    cluster = Cluster(programs)
    yield cluster
    cluster.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what uses PostgreSQL, and keeps it on one xdist worker, so that one is started."""
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker("postgres")
            item.add_marker(pytest.mark.xdist_group("postgres"))
