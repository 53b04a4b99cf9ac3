"""Large answers: bounded while they are made, packed while they wait, unpacked piece by piece while sent.

Games told again repeat themselves, so packed they are a tenth of their size. What is sent is not packed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec

from fathom.table import BadRecord

PIECE = 32 * 1024
"""Bytes that are unpacked and sent at a time."""


class Packed(msgspec.Struct, frozen=True):
    """JSON that waits to be sent."""

    size: int
    """Its bytes once unpacked."""
    content: bytes

    def pieces(self) -> Iterator[bytes]:
        """All of it, piece by piece."""
        unpacking = zlib.decompressobj()
        waiting = self.content
        while waiting and (piece := unpacking.decompress(waiting, PIECE)):
            yield piece
            waiting = unpacking.unconsumed_tail
        if rest := unpacking.flush():
            yield rest


class Packing:
    """Something large that is being written; raises `BadRecord` as soon as it is too large."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._packing = zlib.compressobj(1)
        self._content: list[bytes] = []

    def write(self, piece: bytes) -> None:
        """Write some more of it."""
        self.count(len(piece))
        self._content.append(self._packing.compress(piece))

    def count(self, size: int) -> None:
        """Count bytes that will be written later."""
        self._size += size
        if self._size > self._most:
            raise BadRecord(f"it would take more than {self._most} bytes to tell")

    def packed(self) -> Packed:
        """The whole."""
        self._content.append(self._packing.flush())
        return Packed(self._size, b"".join(self._content))
