"""What must come out of the old files in one folder: the contents of its `expected.json`.

A later version may say more than this (new options, new settings), never less and nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from fathom.table import Result

HERE = Path(__file__).parent
FILE = "expected.json"

Json = dict[str, Any]


class OldDraft(msgspec.Struct, frozen=True):
    """An action that someone has laid out but not played."""

    seat: int
    action: Json


class OldAct(msgspec.Struct, frozen=True):
    """An action that someone has played: what they sent, and the number that they were told."""

    person: str
    sent: Json
    entry: int


class OldTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in an old database."""

    id: str
    game: str
    phase: str
    lobby: Json
    """What everyone is told of the table: options, settings, seats, host, rematch."""
    sits: dict[str, int]
    """Who can prove that they sit here, and where."""
    said: tuple[Json, ...] = ()
    entries: int = 0
    """How many entries its log has; 0 before the start."""
    hash: str = ""
    """The `state_hash` after the last entry."""
    awaits: tuple[int, ...] = ()
    """The seats that have to decide then."""
    result: Result | None = None
    goes_on: bool = False
    """Whether the server has something to do at this table as soon as it starts."""
    invite: str = ""
    code: str = ""
    link: str = ""
    """A personal link to the host's seat that nobody has used."""
    draft: OldDraft | None = None
    act: OldAct | None = None
    """The last action of someone who may not have heard that it was played."""
    clocks: tuple[float | None, ...] = ()
    """The seconds that each seat had left before the server stopped."""

    @property
    def people(self) -> list[str]:
        """Those who sit here, by seat."""
        return sorted(self.sits, key=self.sits.__getitem__)

    def awaited(self) -> list[str]:
        """Those who have to decide."""
        return [name for name in self.people if self.sits[name] in self.awaits]

    def host(self) -> str:
        """Who may close the table."""
        return next(name for name, seat in self.sits.items() if seat == self.lobby["host"])


class OldDatabase(msgspec.Struct, frozen=True):
    """A database, and its tables by a name that says what they are for."""

    file: str
    tables: dict[str, OldTable]


class OldRecord(msgspec.Struct, frozen=True):
    """One line of a file of records."""

    game: str
    players: tuple[str, ...]
    moves: int
    outcomes: int
    hash: str
    result: Result | None


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """One folder of old files."""

    fathom: str
    """The version that wrote them."""
    tokens: dict[str, str]
    """What proves each person's seats. These people exist only here."""
    databases: dict[str, OldDatabase]
    """By kind: sqlite, postgresql."""
    records: dict[str, tuple[OldRecord, ...]]
    """By file."""


def folders() -> list[Path]:
    """The folders of old files, one per version."""
    return sorted(file.parent for file in HERE.glob(f"*/{FILE}"))


def read_expected(folder: Path) -> Expected:
    """What is expected of the files in a folder."""
    return msgspec.json.decode((folder / FILE).read_bytes(), type=Expected)


def write_expected(folder: Path, expected: Expected) -> None:
    """Write it down, one value per line, so that a change can be read."""
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(expected), indent=1) + b"\n")
