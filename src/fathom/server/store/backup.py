"""A consistent copy of the log, made while the server goes on writing."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from fathom.server.store.sqlite import BUSY_MS, wait_for_the_disk


def back_up(source: Path, target: Path) -> int:
    """Copy a log as it is at one moment and return the number of its tables. Raises `OSError`.

    The copy has its name only once it is whole and on the disk. It holds the seeds of games that are not
    over, so only its owner may read it.
    """
    if not source.is_file():
        raise OSError(f"{source}: there is no log here")
    if target.exists():
        raise OSError(f"{target} exists already; choose another name")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        tables = _copied(source, part)
        with part.open("rb") as whole:
            os.fsync(whole.fileno())
        part.rename(target)
        _sync_folder(target.parent)
    except sqlite3.Error as error:
        raise OSError(f"{source} cannot be copied: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return tables


def _copied(source: Path, part: Path) -> int:
    log = sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)
    copy = sqlite3.connect(part)
    try:
        log.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        wait_for_the_disk(log, source)  # whoever closes a log last writes what was written ahead into it
        wait_for_the_disk(copy, part)
        log.backup(copy)  # all pages at once: writers go on in the write-ahead log meanwhile
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise OSError(f"the copy of {source} is not sound")
        tables: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
        return tables
    finally:
        copy.close()
        log.close()


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # where folders cannot be opened, and names are written with the file
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
