"""What PostgreSQL costs beside SQLite, and a second server on the same PostgreSQL beside one.

    python -m bench.databases [--repetitions 3] [--seconds 6] [--tables 100]

First the store alone: as many writers as tables, each of which appends an entry, waits until it is durable,
and appends the next. Then whole servers, with the scripted players of `bench/server.py`: one on SQLite, one
on a PostgreSQL that is started here, two on it with half of the tables each. Nobody has a core of
their own. Processor time is counted apart for servers and database, because moves per second depend on what
else runs on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from bench.server import ours, played, write_deep_blue
from fathom.server.common.tokens import Secrets
from fathom.server.store import EntryRow, SeatRow, TableRow, store_at
from scripts.postgres import find_postgres, install_postgres
from tests.postgres import Cluster

CORES = "0,1"
TICKS = os.sysconf("SC_CLK_TCK")
ACTION = b'{"type":"sail","to":17,"using":[3,4],"hurry":false}'


async def stored(folder: Path, database: str, tables: int, seconds: float) -> float:
    """Entries per second that a store takes from so many writers."""
    store = await asyncio.to_thread(store_at, folder, database or None)
    await store.open(lambda _: None)
    secrets = Secrets(bytes(32), bytes(32), (bytes(32), bytes(32)))
    seats = (SeatRow("person", name="Ada"), SeatRow("person", name="Bob"))
    rows = [
        TableRow(os.urandom(8).hex(), "deep-blue", b"{}", bytes(32), secrets, 0, seats) for _ in range(tables)
    ]
    for row in rows:
        await store.add_table(row)
        await store.start(row, EntryRow(0, None, None, (), at=0.0))
    end = time.monotonic() + seconds

    async def write(row: TableRow) -> int:
        number = 0
        while time.monotonic() < end:
            number += 1
            await store.append(row.id, EntryRow(number, number % 2, ACTION, (), 1.0, f"c{number}"), None)
        return number

    begun = time.monotonic()
    written = await asyncio.gather(*(write(row) for row in rows))
    passed = time.monotonic() - begun
    for row, last in zip(rows, written, strict=True):
        assert len(await store.entries(row.id)) == last + 1, "what was said to be written is there"
    await store.close()
    return sum(written) / passed


def whole(
    script: Path, databases: list[str], tables: int, seconds: float, cluster: Cluster
) -> dict[str, float]:
    """What the players of as many servers as databases are named have seen together, and what it took."""
    with ExitStack() as servers, ThreadPoolExecutor() as pool:
        running = [servers.enter_context(ours(database=url, cores=CORES)) for url in databases]
        processes = [process for _, process in running]
        before = sum(map(_worked, processes)), _database_worked(cluster)
        each = tables // len(running)
        seen = [pool.submit(played, "ours", url, script, each, seconds, cores=CORES) for url, _ in running]
        found = [one.result() for one in seen]
        moves = sum(one["moves"] for one in found)
        return {
            "moves/s": sum(one["moves"] / one["seconds"] for one in found),
            "p99 ms": max(one["p99"] for one in found),
            "µs of the server per move": 1e6 * (sum(map(_worked, processes)) - before[0]) / moves,
            "µs of the database per move": 1e6 * (_database_worked(cluster) - before[1]) / moves,
        }


def _worked(process: int, *, with_ended: bool = False) -> float:
    """Seconds for which a process had a core, on request with those of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11 : 15 if with_ended else 13]) / TICKS


def _database_worked(cluster: Cluster) -> float:
    total = _worked(cluster.process, with_ended=True)
    children = Path(f"/proc/{cluster.process}/task/{cluster.process}/children").read_text(encoding="utf-8")
    for child in children.split():
        try:
            total += _worked(int(child))
        except OSError:
            continue  # it has just ended, and is the first one's now
    return total


@contextmanager
def _postgres() -> Iterator[Cluster]:
    cluster = Cluster(find_postgres() or install_postgres())
    try:
        yield cluster
    finally:
        cluster.stop()


def measure(repetitions: int, seconds: float, tables: int) -> dict[str, list[float]]:
    """Every figure once per repetition, all arrangements in turn."""
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(round(value, 1))

    with _postgres() as cluster, tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        script = Path(folder) / "deep-blue.json"
        write_deep_blue(script)
        for repetition in range(repetitions):
            for name, database in (("SQLite", ""), ("PostgreSQL", cluster.database())):
                where = Path(folder) / str(repetition)
                note(f"store, {name}, entries/s", asyncio.run(stored(where, database, tables, seconds)))
            both = cluster.database()
            for name, databases in (
                ("SQLite", [""]),
                ("PostgreSQL", [cluster.database()]),
                ("two on one PostgreSQL", [both, both]),
            ):
                for what, value in whole(script, databases, tables, seconds, cluster).items():
                    note(f"server, {name}, {what}", value)
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="PostgreSQL beside SQLite, two servers beside one.")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0, help="per measurement")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--out", type=Path, help="write the figures there as JSON, too")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    figures = measure(asked.repetitions, asked.seconds, asked.tables)
    table = Table(title=f"{asked.tables} tables", title_justify="left")
    for heading in ("", "median", "lowest", "highest"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, values in figures.items():
        table.add_row(name, *(f"{value:,.1f}" for value in (median(values), min(values), max(values))))
    Console(width=100).print(table)
    Console().print(f"load before: {load:.2f}; after: {os.getloadavg()[0]:.2f}; cores: {os.cpu_count()}")
    if asked.out is not None:
        asked.out.write_text(json.dumps({"load": load, "figures": figures}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
