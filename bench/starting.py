"""How soon a server answers, and goes on by itself, after a start with many unfinished tables.

Writes a log of so many tables in the middle of a game, starts a server on it in a process of its own, and
measures from the moment that it listens: until a page is answered, until someone who comes to a table is
told where it stands, and until everything goes on that must without a visitor. Of a hundred tables six play
with a clock, at four a bot is to move, at thirty a person among bots, and at the others only people sit. Run
it with `make bench BENCH=starting`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
from rich.console import Console
from rich.table import Table

from fathom.dive import DiveGame, Options
from fathom.server.common.tokens import Secrets, hashed
from fathom.server.game.play import Play
from fathom.server.protocol.agreement import Agreement, PerDecision
from fathom.server.room.table_clocks import due, wound
from fathom.server.store import SeatRow, SqliteStore, TableRow
from fathom.table import FastDice, encoded

TABLES = 5000
ENTRIES = 12
"""So long at least is the log of each table: some rounds of Dive."""

KINDS = ("clock",) * 6 + ("bot-to-move",) * 4 + ("bots",) * 30 + ("people",) * 60
TOKEN = "t" * 43
GAME = DiveGame()

SERVE = """
import sys
from pathlib import Path
from fathom.server.common.logs import note_on_stderr
from fathom.server.host.services import Services
from fathom.server.serving import Server, configured, listen, reachable

services = Services.at(Path(sys.argv[1]), picture_size=64, limits=0)
listening = listen("127.0.0.1", 0)
note_on_stderr()
Server(configured(services), lambda: print(*reachable(listening), flush=True)).run(sockets=[listening])
"""


def game(kind: str) -> tuple[TableRow, Play]:
    """A table of this kind in the middle of its game."""
    secrets = Secrets(bytes(32), bytes(32), (bytes(32),) * 2)
    second = (
        SeatRow("person", name="Bob", token=hashed("b" * 43))
        if kind in {"clock", "people"}
        else SeatRow("bot", level="random")
    )
    row = TableRow(
        id="",
        game=GAME.name,
        options=encoded(Options()),
        invite=bytes(32),
        secrets=secrets,
        host=0,
        seats=(SeatRow("person", name="Ada", token=hashed(TOKEN)), second),
        phase="playing",
        settings=encoded(Agreement(clock=PerDecision(600)) if kind == "clock" else Agreement()),
    )
    play = Play.begun(GAME, Options(), 2, secrets, at=0.0)
    for number in range(1, 10 * ENTRIES):
        # The bot is the last of whom the game waits, or has decided already.
        waiting = play.state.to_move()
        if number >= ENTRIES and (waiting == (1,) if kind == "bot-to-move" else waiting == (0,)):
            break
        seat = waiting[0] if kind == "bot-to-move" else waiting[-1]
        action = GAME.actions(play.state.view(seat)).sample(FastDice(f"{kind}/{number}"))
        play.keep(play.tried(seat, action, at=0.0))
    row = msgspec.structs.replace(row, clocks=encoded(wound(row, play.state))) if kind == "clock" else row
    return msgspec.structs.replace(row, due=due(row, play.state)), play


async def write(folder: Path, tables: int) -> str:
    """Write the log; gives the id of a table at which people sit."""
    store = SqliteStore(folder / "fathom.sqlite3")
    games = {kind: game(kind) for kind in sorted(set(KINDS))}

    async def write_one(number: int) -> None:
        row, play = games[KINDS[number % len(KINDS)]]
        row = msgspec.structs.replace(row, id=f"{number:012}", at=float(number))
        await store.add_table(row)
        row = await store.start(row, play.entries[0])
        for entry in play.entries[1:]:
            await store.append(row.id, entry, None)

    for begin in range(0, tables, 250):
        await asyncio.gather(*(write_one(number) for number in range(begin, min(begin + 250, tables))))
    await store.close()
    return f"{KINDS.index('people'):012}"


class Mark(NamedTuple):
    """A moment after the server listens, and how much it has computed until then, all in seconds."""

    passed: float
    computed: float


def computed(pid: int) -> float:
    """The seconds for which a process has had a core; unlike others, these do not depend on who else runs."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(folder: Path, table: str) -> tuple[dict[str, Mark], int]:
    """Start a server on this log; each thing that is waited for, and how many games were replayed."""
    took: dict[str, Mark] = {}
    with (folder / "notes").open("w") as notes:
        begun = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder)], stdout=subprocess.PIPE, stderr=notes, text=True
        )
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            listening, before = time.perf_counter(), computed(server.pid)
            took["it listens, since the process began"] = Mark(listening - begun, before)

            def mark(what: str) -> None:
                took[what] = Mark(time.perf_counter() - listening, computed(server.pid) - before)

            with httpx.Client(base_url=url, cookies={"fathom": TOKEN}, timeout=300, trust_env=False) as http:
                http.get("/api/games").raise_for_status()
                mark("first answer")
                told = http.get(f"/api/tables/{table}/view")
                mark("a table told to its visitor")
                assert '"number":' in told.text, told.text
            for _ in range(60_000):
                if "tables-resumed" in (folder / "notes").read_text():
                    break
                time.sleep(0.01)
            mark("all that must go on does")
        finally:
            server.kill()
            server.wait()
    return took, (folder / "notes").read_text().count("table-rebuilt")


def main() -> None:
    """Write a log, start on it, print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    arguments = parser.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        table = asyncio.run(write(Path(folder), arguments.tables))
        took, built = start(Path(folder), table)
    shown = Table("seconds after it listens, until", "passed", "computed")
    for what, mark in took.items():
        shown.add_row(what, f"{mark.passed:.2f}", f"{mark.computed:.2f}")
    console.print(shown)
    console.print(
        f"{arguments.tables:,} unfinished tables, {built:,} replayed; "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main()
