"""How many moves a second the server carries, and how long one takes to the other seat, beside boardgame.io.

Two-player Deep Blue, played from a script by clients over loopback. The server is pinned to one core and
writes every move to disk before it answers; boardgame.io has the same core in its turn, and keeps its tables
in memory. The clients are the same Node program for both, on the other core. Run it with
`make bench BENCH=server`; it installs boardgame.io into `bench/peer/node_modules` first.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from fathom.deepblue import DeepBlueGame
from fathom.deepblue import Options as DeepBlueOptions
from fathom.deepblue.box import FIRST
from fathom.dive import DiveGame
from fathom.dive import Options as DiveOptions
from fathom.server.common.tokens import Secrets
from fathom.server.game.play import Play
from fathom.table import AnyGame, FastDice, encoded

PEER = Path(__file__).parent / "peer"
CORE, CLIENTS = "0", "1"
TABLES = (50, 200, 500)
RATE = 500
DIVES = ((1, 3, 30.0), (10, 15, 60.0))
"""Tables of Dive with pictures of 640 pixels, about how many seconds each diver looks, and for how long."""

SECRET = bytes([7]) * 32
ENTROPIES = (bytes([1]) * 32, bytes([2]) * 32)

SERVE = f"""
import os, sys
from pathlib import Path
from fathom.server.host.services import Services
from fathom.server.serving import Server, configured, listen, look_for_garbage_less_often, reachable

def random(size):
    # The same dice at every table, so that one script fits all; everything else is as random as ever.
    return {SECRET!r} if size == 32 else os.urandom(size)

folder, size, database = sys.argv[1:]
services = Services.at(
    Path(folder), picture_size=int(size), limits=0, random=random, database=database or None
)
listening = listen("127.0.0.1", 0)

def ready():
    services.warm()  # as `fathom serve` does
    look_for_garbage_less_often()
    for workers in (services.bots, services.looks._workers):
        workers._started().submit(int).result()  # after the warming: nothing else goes on then
    print(*reachable(listening), flush=True)

Server(configured(services), ready).run(sockets=[listening])
"""


def script(game: AnyGame, options: Any, seed: str) -> dict[str, Any]:
    """A whole game that the server's dice allow: who does what."""
    play = Play.begun(game, options, 2, Secrets(SECRET, SECRET, ENTROPIES), 0.0)
    dice = FastDice(seed)
    moves: list[tuple[int, Any]] = []
    while awaited := play.state.to_move():
        seat = awaited[0]
        action = play.state.menu(seat).sample(dice)
        moves.append((seat, msgspec.json.decode(encoded(action))))
        play.keep(play.tried(seat, action, at=0.0))
    return {
        "options": msgspec.json.decode(encoded(options)),
        "entropies": [entropy.hex() for entropy in ENTROPIES],
        "moves": moves,
    }


def write_deep_blue(file: Path) -> None:
    """The script of the game that is measured."""
    options = DeepBlueOptions(chart="small", edition=FIRST)  # the same game, whatever boxes come later
    file.write_text(json.dumps(script(DeepBlueGame(), options, "bench")))


@contextmanager
def ours(picture_size: int = 64, database: str = "", cores: str = CORE) -> Iterator[tuple[str, int]]:
    """Our server with an empty log on disk, or on a PostgreSQL by its URL: its address and process."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        command = [sys.executable, "-c", SERVE, folder, str(picture_size), database]
        with _running(command, cores) as running:
            yield running


@contextmanager
def theirs() -> Iterator[tuple[str, int]]:
    """boardgame.io's server."""
    with _running(["node", str(PEER / "boardgame.mjs")]) as running:
        yield running


@contextmanager
def _running(command: list[str], cores: str = CORE) -> Iterator[tuple[str, int]]:
    process = subprocess.Popen(
        ["taskset", "-c", cores, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"NODE_ENV": "production"},
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("http"):
                yield line.split()[0], process.pid
                break
        else:
            raise RuntimeError(f"{command[0]} did not start")
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # Node from a wheel is a child of its wrapper
        process.wait(30)


def played(
    kind: str, url: str, script_file: Path, tables: int, seconds: float, *more: str, cores: str = CLIENTS
) -> dict[str, float]:
    """What the clients have seen."""
    command = ["taskset", "-c", cores, "node", str(PEER / "clients.mjs"), "--kind", kind, "--url", url]
    command += ["--script", str(script_file), "--tables", str(tables), "--seconds", str(seconds)]
    done = subprocess.run([*command, *more], check=True, capture_output=True, text=True, timeout=600)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def most_memory(process: int) -> tuple[float, float]:
    """The megabytes that a process had at most, alone and with those that it has started."""
    started_by = Path(f"/proc/{process}/task").glob("*/children")
    children = [int(child) for each in started_by for child in each.read_text(encoding="utf-8").split()]
    alone = _peak(process)
    return alone, alone + sum(_peak(child) for child in children)


def _peak(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def measure(repetitions: int, seconds: float, sizes: tuple[int, ...]) -> dict[str, list[float]]:
    """Every figure once per repetition; ours and theirs in turn, so that both get good and bad moments."""
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(round(value, 2))

    with tempfile.TemporaryDirectory() as folder:
        deep_blue, dive = Path(folder) / "deep-blue.json", Path(folder) / "dive.json"
        write_deep_blue(deep_blue)
        dive.write_text(json.dumps(script(DiveGame(), DiveOptions(), "bench")))
        for _ in range(repetitions):
            for tables in sizes:
                for kind, server in (("ours", ours), ("theirs", theirs)):
                    with server() as (url, process):
                        full = played(kind, url, deep_blue, tables, seconds)
                        note(f"{kind}, {tables} tables, moves/s", full["moves"] / full["seconds"])
                        note(f"{kind}, {tables} tables, p50 ms", full["p50"])
                        note(f"{kind}, {tables} tables, p99 ms", full["p99"])
                        if tables == max(sizes):
                            if kind == "ours":
                                alone, together = most_memory(process)
                                note(f"{kind}, {tables} tables, MB", alone)
                                note(f"{kind}, {tables} tables, MB with workers", together)
                            paced = played(kind, url, deep_blue, tables, seconds, "--rate", str(RATE))
                            note(f"{kind}, at {RATE} moves/s, got moves/s", paced["moves"] / paced["seconds"])
                            note(f"{kind}, at {RATE} moves/s, p50 ms", paced["p50"])
                            note(f"{kind}, at {RATE} moves/s, p99 ms", paced["p99"])
            for tables, think, long in DIVES:
                with ours(640) as (url, _process):
                    thinking = ("--pictures", "--think", str(1000 * think))
                    dived = played("ours", url, dive, tables, long, *thinking)
                    name = f"Dive, {tables} tables, {think} s of thinking"
                    note(f"{name}, moves/s", dived["moves"] / dived["seconds"])
                    note(f"{name}, p50 ms", dived["p50"])
                    note(f"{name}, p99 ms", dived["p99"])
                    note(f"{name}, pictures seen/s", dived["looks"] / dived["seconds"])
                    note(f"{name}, round to picture p50 ms", dived["look50"])
                    note(f"{name}, round to picture p99 ms", dived["look99"])
    for tables in sizes:
        pairs = zip(
            figures[f"ours, {tables} tables, moves/s"],
            figures[f"theirs, {tables} tables, moves/s"],
            strict=True,
        )
        figures[f"times as many moves/s, {tables} tables"] = [round(mine / other, 2) for mine, other in pairs]
    return figures


def main() -> None:
    """Install, measure, print, write down."""
    parser = argparse.ArgumentParser(description="Measure the server beside boardgame.io.")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="per measurement")
    parser.add_argument("--tables", type=int, nargs="+", default=list(TABLES))
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".json"))
    asked = parser.parse_args()
    if not (PEER / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    load = os.getloadavg()[0]
    figures = measure(asked.repetitions, asked.seconds, tuple(asked.tables))
    table = Table(title="Two-player Deep Blue, server on one core", title_justify="left")
    for heading in ("", "median", "lowest", "highest"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, values in sorted(figures.items()):
        table.add_row(name, *(f"{value:,.2f}" for value in (median(values), min(values), max(values))))
    Console().print(table)
    Console().print(f"load before: {load:.2f}; after: {os.getloadavg()[0]:.2f}; cores: {os.cpu_count()}")
    asked.out.write_text(json.dumps({"load": load, "figures": figures}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
