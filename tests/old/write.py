"""Writes a folder of old files with the Fathom that is installed here.

    python -m tests.old.write 0.1

Run it for a release whose database or records differ from those in the newest folder, and commit what it
writes; the tests find it by themselves. A folder that is there already is never written again. It takes a few
minutes, because people have to be away and time has to run out; if it was too slow for that, it says so.

Real servers (`fathom serve`) run on SQLite and on a PostgreSQL that this script starts. People play at the
tables of `tests.old.tables` over HTTP. What is left is taken as a host would take it: a copy by `fathom
backup`, a dump by `pg_dump`, records as downloaded. `fathom simulate` writes more records. What must come out
of all that is asked of servers that run on copies of these files, and goes into `expected.json`.

The folder `before-0.1` is older than this script: a dump of a SQLite file that was written by a server before
there were migrations.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

import msgspec

import fathom
from fathom.table import read_record, state_hash
from scripts.postgres import find_postgres, install_postgres
from tests.old.expected import HERE, Expected, Json, OldDatabase, OldRecord, OldTable, write_expected
from tests.old.people import Person, token_of
from tests.old.processes import Server, dump, restore, run_fathom
from tests.old.records import state_after, summary
from tests.old.tables import BOX, NAMES, Evening, Opened
from tests.postgres import Cluster

SIMULATED: dict[str, tuple[str, ...]] = {
    "dive": ("dive", "--players", "diver,snorkeler", "--games", "2"),
    "dive-children": ("dive", "--children", "--tokens", "all"),
    "dive-companions": ("dive", "--companions", "--clarity", "murky", "--players", "random,random,snorkeler"),
    "dive-chief": ("dive", "--chief", "--players", "snorkeler"),
    "dive-own-box": ("dive", "--chief", "--ocean", "{ocean}", "--chief-deck", "{chief_deck}"),
    "deep-blue": ("deep-blue", "--players", "snorkeler,diver"),
    "deep-blue-small": ("deep-blue", "--chart", "small", "--scenario", "drawn"),
    "deep-blue-own-box": ("deep-blue", "--box", str(BOX), "--players", "random,snorkeler,random"),
}
"""What `fathom simulate` is asked for, by the file that it writes."""

OCEAN = "nothing=4\nshark=3\ngreen=2\nred=1\nmanta=1\nshark_green=1\nshark_red=1\nshark_manta=1\n"
CHIEF_DECK = f"cards = {['2 3 4 6y', '6 4 3y 2y'] * 8}\n"

DOWNLOADED = (
    "dive-over",
    "dive-children-over",
    "dive-companions-over",
    "dive-chief-alone-over",
    "dive-by-clock-closed",
    "deep-blue-over",
    "deep-blue-small-over",
    "deep-blue-closed",
)
"""The tables whose records are kept as files, too."""

VOLATILE = {"connected", "gone", "hash"}
"""What a seat says that is no longer so when the server has been started again."""


def write(folder: Path) -> None:
    """Write a new folder."""
    folder.mkdir()
    (folder / "simulated").mkdir()
    (folder / "downloaded").mkdir()
    with tempfile.TemporaryDirectory(prefix="fathom-old-") as scratch:
        records = _simulate(folder, Path(scratch))
        sqlite = _write_sqlite(folder, Path(scratch) / "sqlite")
        postgresql = _write_postgresql(folder, Path(scratch) / "postgresql")
    for name in DOWNLOADED:
        file = f"downloaded/{name}.json"
        records[file] = (summary(read_record((folder / file).read_bytes())),)
    write_expected(
        folder,
        Expected(
            fathom=fathom.__version__,
            tokens={name: token_of(name) for name in NAMES},
            databases={"sqlite": sqlite, "postgresql": postgresql},
            records=records,
        ),
    )


# ── Records ────────────────────────────────────────────────────────────────────────────────────────────────


def _simulate(folder: Path, scratch: Path) -> dict[str, tuple[OldRecord, ...]]:
    own = {"ocean": scratch / "ocean.toml", "chief_deck": scratch / "chief.toml"}
    own["ocean"].write_text(OCEAN, encoding="utf-8")
    own["chief_deck"].write_text(CHIEF_DECK.replace("'", '"'), encoding="utf-8")
    records = {}
    for name, asked in SIMULATED.items():
        file = f"simulated/{name}.jsonl"
        games = () if "--games" in asked else ("--games", "1")
        run_fathom(
            "simulate",
            *(part.format_map(own) for part in asked),
            *games,
            "--seed",
            "1",
            "--out",
            folder / file,
        )
        lines = (folder / file).read_bytes().splitlines()
        records[file] = tuple(summary(read_record(line)) for line in lines)
    return records


# ── Databases ──────────────────────────────────────────────────────────────────────────────────────────────


def _write_sqlite(folder: Path, scratch: Path) -> OldDatabase:
    opened = _spend_evening(scratch)
    file = "fathom.sqlite3"
    run_fathom("backup", folder / file, "--data", scratch)
    log = sqlite3.connect(scratch / file)
    entries = dict(log.execute("SELECT table_id, count(*) FROM entries GROUP BY table_id"))
    log.close()
    copy = scratch / "copy"
    copy.mkdir()
    shutil.copy(folder / file, copy)
    tokens = {name: token_of(name) for name in NAMES}
    server = Server(copy)
    try:
        tables = described(server.address, tokens, opened, entries)
        ada = Person(server.address, "Ada", tokens["Ada"])
        for name in DOWNLOADED:
            record = ada.http.get(f"/api/tables/{tables[name].id}/record")
            (folder / f"downloaded/{name}.json").write_bytes(record.content)
        ada.close()
    finally:
        server.stop()
    return OldDatabase(file, tables)


def _write_postgresql(folder: Path, scratch: Path) -> OldDatabase:
    cluster = Cluster(find_postgres() or install_postgres())
    try:
        url, copy = cluster.database(), cluster.database()
        opened = _spend_evening(scratch, url)
        file = "postgresql.sql"
        dump(url, folder / file)
        counted = cluster.execute(url, "SELECT table_id, count(*) FROM entries GROUP BY table_id")
        entries = {str(table): int(str(count)) for table, count in counted}
        restore(folder / file, copy)
        server = Server(scratch / "copy", copy)
        try:
            tokens = {name: token_of(name) for name in NAMES}
            return OldDatabase(file, described(server.address, tokens, opened, entries))
        finally:
            server.stop()
    finally:
        cluster.stop()


def _spend_evening(scratch: Path, database: str = "") -> dict[str, Opened]:
    """Fill a database; returns what is known of its tables only to those who opened them."""
    server = Server(scratch, database)
    try:
        evening = Evening(server.address)
        evening.fill()
    finally:
        server.stop()
    server = Server(scratch, database)
    try:
        evening.move(server.address)
        evening.leave_bot_thinking()
    finally:
        server.stop()
    evening.close()
    return evening.opened


def described(
    address: str, tokens: dict[str, str], opened: dict[str, Opened], entries: dict[str, int]
) -> dict[str, OldTable]:
    """What the server at this address says of all tables; those that are being played are closed for that."""
    people = {name: Person(address, name, token) for name, token in tokens.items()}
    listed = {
        name: {lobby["table"]: lobby for lobby in person.get("tables")} for name, person in people.items()
    }
    tables = {}
    for name, known in opened.items():
        sits = {one: theirs[known.id]["you"] for one, theirs in listed.items() if known.id in theirs}
        lobby = next(theirs[known.id] for theirs in listed.values() if known.id in theirs)
        host = people[next(one for one, seat in sits.items() if seat == lobby["host"])]
        tables[name] = _described(known, lobby, sits, host, entries.get(known.id, 0))
    for person in people.values():
        person.close()
    return tables


def _described(known: Opened, lobby: Json, sits: dict[str, int], host: Person, entries: int) -> OldTable:
    said = [line for message in host.hear(known.id) if message["type"] == "talk" for line in message["lines"]]
    shown = {key: lobby[key] for key in ("options", "settings", "host", "rematch")}
    # Contents of a box are long; the hash of the state tells whether they are still the same.
    shown["options"] = {key: value for key, value in lobby["options"].items() if key != "own"}
    shown["seats"] = [
        {key: value for key, value in seat.items() if key not in VOLATILE} for seat in lobby["seats"]
    ]
    table = OldTable(
        id=known.id,
        game=lobby["options"]["game"],
        phase=lobby["phase"],
        lobby=shown,
        sits=sits,
        said=tuple({key: line[key] for key in ("seat", "phrase", "text")} for line in said),
        entries=entries,
        goes_on=known.number >= 0 or lobby["phase"] == "revealing",
        invite=known.invite if lobby["phase"] == "lobby" else "",
        code=lobby["code"] if lobby["phase"] == "lobby" else "",
        link=known.link,
        draft=known.draft,
        act=known.act if lobby["phase"] == "playing" else None,
        clocks=known.clocks,
    )
    if not entries:
        return table
    if known.number >= 0 and known.number != entries - 1:
        raise SystemExit(f"{known.id}: the server was too quick ({known.number}, {entries - 1}); try again")
    record = host.end(known.id) if lobby["phase"] == "playing" else host.record(known.id)
    state = state_after(record, entries - 1)
    by_bots = [
        seat
        for seat in state.to_move()
        if shown["seats"][seat]["type"] == "bot" or shown["seats"][seat]["stand_in"]
    ]
    if by_bots and lobby["phase"] == "playing" and not table.goes_on:
        raise SystemExit(f"{known.id}: a bot had not decided yet; try again")
    return msgspec.structs.replace(
        table, hash=state_hash(state), awaits=state.to_move(), result=state.result()
    )


def main() -> None:
    """Write the folder that is named on the command line."""
    asked = argparse.ArgumentParser(description="Write a folder of old files with the Fathom installed here.")
    asked.add_argument("folder", help="its name in tests/old: the version, as in 0.1")
    folder = HERE / asked.parse_args().folder
    if folder.exists():
        sys.exit(f"{folder} exists already; old files are never written again")
    try:
        write(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    sys.stdout.write(f"{folder}: {size:,} bytes\n")


if __name__ == "__main__":
    main()
