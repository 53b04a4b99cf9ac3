"""Ink: what is drawn on a card, kept as the few pixels that it covers, and printed on film."""

import io

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.ocean.films import Film, Pixels, Plane, Water, cut_out, printed

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]


class Ink(msgspec.Struct, frozen=True):
    """The inked pixels of a sheet `side` pixels wide: which they are, a bit for each, and their values.

    Most of a card is bare. To print only where there is ink takes a quarter of the time, and a sheet takes
    a fifth of the memory.
    """

    side: int
    covered: Bytes
    values: Bytes
    """Red, green, blue and coverage, one row of each."""

    @staticmethod
    def of(png: bytes) -> "Ink":
        """Take the ink from a drawn sheet."""
        sheet = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"))
        covered = sheet[..., 3].ravel() > 0
        values = np.ascontiguousarray(sheet.reshape(-1, 4)[covered].T)
        return Ink(len(sheet), np.packbits(covered), values)

    def printed(self, grain: Plane, quarters: int, flipped: bool, hole: Plane | None, water: Water) -> Film:
        """Print on film of the given water, on paper of this grain, laid flipped and turned.

        The hole is given as it comes to lie.
        """
        places = self.places()
        colour, ink = linear(self.values)
        colour *= grain[np.divmod(places, self.side)]
        np.minimum(colour, ink, out=colour)
        spots = printed(colour, ink, None, water)
        film = bare(self.side, water)
        turned = _turned(places, self.side, quarters, flipped)
        film.transmit.reshape(3, -1)[:, turned] = spots.transmit
        film.reflect.reshape(3, -1)[:, turned] = spots.reflect
        film.ink.reshape(-1)[turned] = spots.ink
        return film if hole is None else cut_out(film, hole)

    def places(self) -> Places:
        """Where the inked pixels are, counted along the rows from the top left."""
        return np.flatnonzero(np.unpackbits(self.covered, count=self.side * self.side))


def linear(values: Bytes) -> tuple[Pixels, Plane]:
    """Turn drawn values (red, green, blue, coverage) into linear colour times coverage, and coverage."""
    ink = values[3] * np.float32(1 / 255)
    colour = np.multiply(values[:3], np.float32(1 / 255), dtype=np.float32)
    colour *= colour  # The screen's curve is taken as a square, whose inverse costs next to nothing.
    colour *= ink
    return colour, ink


def bare(side: int, water: Water) -> Film:
    """Give a film with nothing on it."""
    transmit, reflect = np.empty((3, side, side), np.float32), np.empty((3, side, side), np.float32)
    for channel in range(3):
        transmit[channel] = water.clear[channel]
        reflect[channel] = water.haze[channel]
    return Film(transmit, reflect, np.zeros((side, side), np.float32))


def _turned(places: Places, side: int, quarters: int, flipped: bool) -> Places:
    """Where pixels come to lie on a sheet that is flipped (left and right), then turned against the clock."""
    down, across = np.divmod(places, side)
    if flipped:
        across = side - 1 - across
    for _ in range(quarters):
        down, across = side - 1 - across, down
    return down * side + across
