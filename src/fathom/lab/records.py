"""Files of records, one per line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from fathom.table import BadRecord, Record, encoded, read_record


class LineFile:
    """Writes lines into a file so that, however a run ends, every line that has an end is whole.

    A full disk or an interrupt leaves whole lines only. A run that is killed may leave its last line without
    an end: the system copies a long line page by page, and stops between two of them for a kill.
    What was in the file before is gone, but for the first `keep` bytes.
    """

    def __init__(self, path: Path, keep: int = 0) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self._whole = keep
        with suppress(OSError):  # not every file can be shortened: a pipe, a terminal
            os.ftruncate(self._file, keep)
            os.lseek(self._file, keep, os.SEEK_SET)

    def write(self, text: bytes) -> None:
        """Write one line at once; raises `OSError`, with every part of the line taken back, if it cannot."""
        line = text + b"\n"
        try:
            written = 0
            while written < len(line):
                written += os.write(self._file, line[written:])
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._file, self._whole)
            raise
        self._whole += len(line)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class RecordFile(LineFile):
    """A new file of records."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)

    def add(self, record: Record) -> None:
        """Write a record; raises `OSError`, with every part of it taken back, if it cannot."""
        self.write(encoded(record))


def read_records(path: Path) -> Iterator[tuple[int, Record | BadRecord]]:
    """Every line of a file with its number, from 1: the record, or what is wrong with it; empty lines apart.

    Raises `OSError` if the file cannot be read.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield number, read_record(line)
            except BadRecord as error:
                yield number, error
