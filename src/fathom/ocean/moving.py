"""One moving picture of all views of a round: AVIF, in which a view costs only what differs from the last."""

import io
from collections.abc import Sequence

from PIL import Image

QUALITY, SPEED = 68, 10
"""What eyes keep was measured (docs/ocean.md): at every depth as good as the uncompressed picture."""

FRAME_MS = 40
"""How long a view is shown by software that plays it; here nothing does."""

_TIMED = {b"mvhd", b"tkhd", b"mdhd"}
_HOLDERS = {b"moov", b"trak", b"mdia"}


def moving_picture(views: Sequence[Image.Image]) -> bytes:
    """Encode views as one AVIF sequence without metadata: the same views are always the same bytes.

    One thread, since the number of threads changes the bytes; and the times of encoding, which libavif writes
    into the file, are overwritten.
    """
    file = io.BytesIO()
    views[0].save(
        file,
        "AVIF",
        save_all=True,
        append_images=list(views[1:]),
        quality=QUALITY,
        speed=SPEED,
        max_threads=1,
        duration=FRAME_MS,
    )
    return timeless(file.getvalue())


def timeless(avif: bytes) -> bytes:
    """Overwrite the times of making and changing in all headers of the movie, its tracks and their media."""
    cleared = bytearray(avif)
    _clear(cleared, 0, len(cleared))
    return bytes(cleared)


def boxes(avif: bytes | bytearray, start: int, end: int) -> list[tuple[bytes, int, int]]:
    """The boxes of a file between two places: name, where its content begins, where it ends."""
    found = []
    while start + 8 <= end:
        size, name = int.from_bytes(avif[start : start + 4], "big"), bytes(avif[start + 4 : start + 8])
        head = 8
        if size == 1:
            size, head = int.from_bytes(avif[start + 8 : start + 16], "big"), 16
        if size == 0:
            size = end - start
        if size < head or start + size > end:
            raise ValueError(f"the AVIF file is broken at its box {name!r}")
        found.append((name, start + head, start + size))
        start += size
    return found


def _clear(avif: bytearray, start: int, end: int) -> None:
    for name, begin, stop in boxes(avif, start, end):
        if name in _HOLDERS:
            _clear(avif, begin, stop)
        elif name in _TIMED:
            wide = 8 if avif[begin] == 1 else 4  # version 1 has longer numbers
            avif[begin + 4 : begin + 4 + 2 * wide] = bytes(2 * wide)
