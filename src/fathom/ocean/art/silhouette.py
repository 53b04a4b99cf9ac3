"""Silhouettes: what a drawing covers, as points inside it and as the line around it."""

import functools
import io

import msgspec
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from fathom.ocean.art.drawings import drawing, icon
from fathom.ocean.art.pose import Point

FINE, INSIDE = 128, 140
"""Pixels across in which a silhouette is traced, and about how many points inside it are kept."""

_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Silhouette(msgspec.Struct, frozen=True):
    """A straight drawing as points in its own units: spread evenly over its inside, and along its outline."""

    inside: tuple[Point, ...]
    outline: tuple[Point, ...]


@functools.cache
def silhouette(name: str) -> Silhouette:
    """Find the silhouette of a drawing."""
    known = drawing(name)
    png = resvg_py.svg_to_bytes(svg_string=icon(name), width=FINE, skip_system_fonts=True)
    alpha = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[..., 3]
    solid = np.pad(alpha > 127, 1)
    unit = known.width / FINE

    def placed(row: float, column: float) -> Point:
        return known.left + (column - 0.5) * unit, known.top + (row - 0.5) * unit

    rows, columns = np.nonzero(solid)
    step = max(1, len(rows) // INSIDE)
    inside = tuple(placed(row, column) for row, column in zip(rows[::step], columns[::step], strict=True))
    return Silhouette(inside, tuple(placed(row, column) for row, column in _traced(solid)[::2]))


def _traced(solid: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Walk around the outside of what is solid, keeping it at the right hand (Moore's neighbours)."""
    start = tuple(int(at) for at in np.argwhere(solid)[0])
    walked, here, heading = [(start[0], start[1])], (start[0], start[1]), 0
    for _ in range(4 * solid.size):
        for turn in range(8):
            # Look first to the side that lies two eighths behind where one came from.
            way = (heading + 6 + turn) % 8
            beside = here[0] + _AROUND[way][0], here[1] + _AROUND[way][1]
            if solid[beside]:
                here, heading = beside, way
                break
        if here == walked[0]:
            break
        walked.append(here)
    return walked
