"""Kill a busy server at random moments, again and again, and compare the log with what people were told.

    python -m tests.server.torture --trials 200 [--on sqlite|postgresql]

On SQLite, then on a PostgreSQL that it starts itself. In every trial a server starts on what the last one
left, every unfinished table must go on (none is stuck), and somewhere in the middle of its work the server is
killed with SIGKILL. Then every acknowledged action must be in the log under its number, once, and every view
that anyone was ever told must be the view that the log gives when it is played again.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fathom.server.store import store_at
from scripts.postgres import find_postgres, install_postgres
from tests.postgres import Cluster
from tests.server.harbour import Frame
from tests.server.sailors import Address, Launcher, Table, opened, wait_for

KINDS: tuple[tuple[Frame, int, int], ...] = (
    ({"game": "dive"}, 2, 0),
    ({"game": "deep-blue", "chart": "small"}, 2, 0),
    ({"game": "dive", "companions": True}, 3, 0),
    ({"game": "dive"}, 1, 1),
    ({"game": "deep-blue", "chart": "small"}, 3, 0),
)
"""Options, people and bots of the tables that are kept busy."""

MORE = 30
"""So many acknowledgements at most come between the moment when all tables go on and the kill."""

PATIENCE = 10
"""Bots need processes of their own, which take their time to start: every so many trials we wait for them."""

MOMENT = 0.05
"""And so many seconds at most after that."""


class Result(msgspec.Struct, kw_only=True):
    """What a run has shown."""

    trials: int
    tables: int
    finished: int
    """Games that were played to their end."""
    entries: int
    acknowledged: int
    resent: int
    """Actions whose acknowledgement was lost with the server, and which were sent again."""
    views: int
    """Views that were compared."""
    seconds: float


async def torture(
    folder: Path,
    trials: int,
    *,
    database: str = "",
    seed: str = "",
    progress: Callable[[int], object] = lambda _: None,
) -> Result:
    """Kill a server so many times; raises `AssertionError` or `TimeoutError` if something is not right."""
    chance = random.Random(seed)
    address = Address()
    tables: list[Table] = []
    finished: list[Table] = []
    crew: dict[str, list[asyncio.Task[None]]] = {}
    begun = time.monotonic()

    def sailing() -> list[asyncio.Task[None]]:
        return [task for tasks in crew.values() for task in tasks]

    def acknowledged() -> int:
        return sum(len(sailor.done) for table in (*finished, *tables) for sailor in table.sailors)

    async def replenish() -> None:
        """Put a new table in the place of every one that is over."""
        for table in [table for table in tables if table.over]:
            await _end(crew.pop(table.id))
            tables.remove(table)
            finished.append(table)
        playing = {table.kind for table in tables}
        for kind, (options, people, bots) in enumerate(KINDS):
            if kind not in playing:
                table = await opened([address], options, people=people, bots=bots)
                table.kind, table.bots = kind, bots
                tables.append(table)
                crew[table.id] = [asyncio.create_task(sailor.sail()) for sailor in table.sailors]

    async def all_go_on(trial: int) -> None:
        before = {table.id: table.number for table in tables if not table.bots or trial % PATIENCE == 0}
        await wait_for(
            lambda: all(table.over or table.number > before.get(table.id, -2) for table in tables),
            sailing(),
            f"a table is stuck in trial {trial}",
        )

    async def more(acknowledgements: int, trial: int) -> None:
        wanted = acknowledged() + acknowledgements
        while acknowledged() < wanted:
            await wait_for(
                lambda: acknowledged() >= wanted or any(table.over for table in tables),
                sailing(),
                f"nothing is acknowledged any more in trial {trial}",
            )
            await replenish()

    launcher = Launcher(folder, database=database)
    try:
        for trial in range(trials):
            address.move(await asyncio.to_thread(launcher.start))
            await replenish()
            await all_go_on(trial)
            await more(chance.randrange(MORE), trial)
            await asyncio.sleep(chance.uniform(0, MOMENT))
            address.lose()
            launcher.kill()
            await _compare(folder, database, tables)
            progress(trial + 1)
    finally:
        await _end(sailing())
        await asyncio.to_thread(launcher.close)
    await _compare(folder, database, [*finished, *tables])
    every = [*finished, *tables]
    sailors = [sailor for table in every for sailor in table.sailors]
    return Result(
        trials=trials,
        tables=len(every),
        finished=sum(table.over for table in every),
        entries=sum(table.entries for table in every),
        acknowledged=sum(len(sailor.done) for sailor in sailors),
        resent=sum(sailor.resent for sailor in sailors),
        views=sum(len(sailor.told) for sailor in sailors),
        seconds=round(time.monotonic() - begun, 1),
    )


async def _compare(folder: Path, database: str, tables: list[Table]) -> None:
    store = await asyncio.to_thread(store_at, folder, database or None)
    await store.open()
    try:
        for table in tables:
            await table.compare(store)
    finally:
        await store.close()


async def _end(crew: list[asyncio.Task[None]]) -> None:
    for sailor in crew:
        sailor.cancel()
    await asyncio.gather(*crew, return_exceptions=True)


def main() -> int:
    """The full run, with a bar for each database."""
    asked = argparse.ArgumentParser(description="Kill a busy server again and again; nothing may be lost.")
    asked.add_argument("--trials", type=int, default=200, help="on each database")
    asked.add_argument("--on", choices=("sqlite", "postgresql"), help="one database only; both without it")
    asked.add_argument("--seed", default="fathom")
    wish = asked.parse_args()
    right = True
    if wish.on != "postgresql":
        right = _tortured("SQLite", wish.trials, wish.seed, "")
    if right and wish.on != "sqlite":
        cluster = Cluster(find_postgres() or install_postgres())
        try:
            right = _tortured("PostgreSQL", wish.trials, wish.seed, cluster.database())
        finally:
            cluster.stop()
    return 0 if right else 1


def _tortured(name: str, trials: int, seed: str, database: str) -> bool:
    """Whether nothing was lost; says what was."""
    console = Console(stderr=True)
    folder = Path(tempfile.mkdtemp(prefix="fathom-torture-"))

    def tell(done: int) -> None:
        bar.update(task, completed=done)
        if not console.is_terminal and done % 10 == 0:
            console.print(f"{done} of {trials}")

    bar = Progress(
        TextColumn(f"{name}: killed"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
    )
    try:
        with bar:
            task = bar.add_task("", total=trials)
            result = asyncio.run(torture(folder, trials, database=database, seed=seed, progress=tell))
    except (AssertionError, TimeoutError) as error:
        console.print(f"[red]Lost or stuck:[/red] {error}\nWhat is left of the server is in {folder}")
        return False
    shutil.rmtree(folder)
    print(name, msgspec.json.encode(result).decode())  # noqa: T201 - the result is the output
    return True


if __name__ == "__main__":
    sys.exit(main())
