"""The programs that write and read old files, each as its users start it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.postgres import find_postgres
from tests.old.people import BOUND

FATHOM = [sys.executable, "-m", "fathom"]

SETTINGS = {
    "FATHOM_PICTURE_SIZE": "64",
    # Old tables are to be found however much later the tests run.
    "FATHOM_KEEP_FINISHED": "0",
    "FATHOM_KEEP_UNSTARTED": "0",
}


def _environment(database: str) -> dict[str, str]:
    """This process's, with no settings of Fathom but ours."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("FATHOM_")}
    return plain | SETTINGS | ({"FATHOM_DATABASE": database} if database else {})


def _serve(folder: Path) -> list[str]:
    return [*FATHOM, "serve", "--port", "0", "--limits", "0", "--data", str(folder)]


class Server:
    """`fathom serve` on a folder, or on a PostgreSQL database."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._notes = folder / "notes"
        with self._notes.open("ab") as notes:
            self._process = subprocess.Popen(
                _serve(folder), env=_environment(database), stdout=subprocess.PIPE, stderr=notes, text=True
            )
        assert self._process.stdout is not None
        ready = re.search(r"http://\S+", self._process.stdout.readline())
        assert ready is not None, f"the server does not start: {self.notes()}"
        self.address = ready[0]

    def notes(self) -> str:
        """What it has written to standard error."""
        return self._notes.read_text(encoding="utf-8")

    def stop(self) -> None:
        """Stop it as a service manager does."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(BOUND)
        assert self._process.stdout is not None
        self._process.stdout.close()


def refused_to_serve(folder: Path, database: str = "") -> str:
    """What `fathom serve` says when it refuses to start."""
    done = subprocess.run(
        _serve(folder), env=_environment(database), capture_output=True, text=True, timeout=BOUND, check=False
    )
    assert (done.returncode, done.stdout) == (1, ""), f"it was not refused: {done.stdout}{done.stderr}"
    return done.stderr


def run_fathom(*arguments: object) -> None:
    """Run the command, which must succeed."""
    _run([*FATHOM, *map(str, arguments)])


def dump(database: str, file: Path) -> None:
    """Write a PostgreSQL database to a file that `psql` of any newer version can read."""
    dumped = _run([_postgres("pg_dump"), "--no-owner", "--no-privileges", f"--dbname={database}"])
    file.write_text("".join(_plain(dumped.split("\n"))), encoding="utf-8")


def _plain(lines: list[str]) -> Iterator[str]:
    """A dump without what depends on the version of `pg_dump`: comments, and commands that only some know."""
    left_out = ("--", "\\restrict", "\\unrestrict", "SET transaction_timeout")
    rows = False
    for line in lines:
        if rows or (line and not line.startswith(left_out)):
            yield f"{line}\n"
        rows = line != "\\." and (rows or line.startswith("COPY "))


def restore(file: Path, database: str) -> None:
    """Fill a new PostgreSQL database from such a file."""
    once = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"]
    _run([_postgres("psql"), *once, f"--file={file}", f"--dbname={database}"])


def _postgres(program: str) -> str:
    found = shutil.which(program, path=str(find_postgres()))
    assert found is not None, f"there is no {program} beside PostgreSQL's other programs"
    return found


def _run(command: list[str]) -> str:
    done = subprocess.run(command, env=_environment(""), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout
