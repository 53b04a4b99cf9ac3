"""Tables that no version can read: copies of a sound one, each damaged in one way, for one server to meet."""

from __future__ import annotations

import sqlite3
from pathlib import Path

SOUND = "dive-over"
"""The table that is copied."""

DAMAGES: dict[str, tuple[str, str]] = {
    "unknown-game": ("UPDATE tables SET game = 'chess' WHERE id = ?", "table-unreadable"),
    "bad--options": ("UPDATE tables SET options = x'7b' WHERE id = ?", "table-unreadable"),
    "bad-settings": ("UPDATE tables SET settings = x'7b' WHERE id = ?", "table-unreadable"),
    "bad-outcomes": (
        "UPDATE entries SET outcomes = x'7b' WHERE number = 0 AND table_id = ?",
        "table-unreadable",
    ),
    "other---dice": (
        "UPDATE entries SET outcomes = CAST('[]' AS BLOB) WHERE number = 0 AND table_id = ?",
        "the dice of entry 0 do not give what they gave",
    ),
    "bad---action": (
        "UPDATE entries SET action = x'7b' WHERE number = 3 AND table_id = ?",
        "entry 3 is refused: malformed",
    ),
    "lost---entry": (
        "DELETE FROM entries WHERE number = 2 AND table_id = ?",
        "entry 3 cannot follow entry 1",
    ),
}
"""The statement that damages a table, and what the server notes about it, by the table's id."""


def damage(file: Path, sound: str) -> None:
    """Add the damaged tables to a SQLite database of version 0.1.

    They look unfinished and are the oldest, so they are the first that the server wants to go on with.
    """
    db = sqlite3.connect(file)
    for table, (statement, _) in DAMAGES.items():
        for name in ("tables", "seats", "entries"):
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            key = columns[0]
            db.execute(
                f"INSERT INTO {name} SELECT ?, {', '.join(columns[1:])} FROM {name} WHERE {key} = ?",
                (table, sound),
            )
        db.execute("UPDATE tables SET phase = 'playing', at = 0, code = '' WHERE id = ?", (table,))
        db.execute("UPDATE seats SET token = NULL, link = NULL WHERE table_id = ?", (table,))
        assert db.execute(statement, (table,)).rowcount == 1
    db.commit()
    db.close()
