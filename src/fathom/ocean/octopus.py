"""The giant octopus that a diver lays on the stack (D8.1): it hides what is under it, from everyone."""

import io

import msgspec
import numpy as np
from PIL import Image

from fathom.ocean.art import OCTOPUS, Pose, drawing
from fathom.ocean.cards import paper
from fathom.ocean.films import INK_REFLECTS, Film, Frame
from fathom.ocean.ink import linear
from fathom.ocean.layout import WIDE
from fathom.ocean.scenery import placed
from fathom.ocean.sheets import rasterised

SIZE = 0.95
"""The octopus is about 0.44 of the frame wide."""


class Octopus(msgspec.Struct, frozen=True):
    """Where the octopus was laid: its middle, in hundredths of the frame from the top left corner."""

    across: int
    down: int


def octopus_film(octopus: Octopus, frame: Frame) -> Film:
    """Draw the octopus as a film of its own: where it is, nothing gets through; elsewhere it is not there."""
    body = drawing(OCTOPUS).posed("octopus", Pose())
    x, y = octopus.across / 100 * WIDE, octopus.down / 100 * WIDE
    sheet = np.asarray(Image.open(io.BytesIO(rasterised(placed(body, x, y, SIZE, 0.0), frame))))
    colour, ink = linear(np.ascontiguousarray(sheet.transpose(2, 0, 1)))
    colour *= paper(frame.whole, 40, 70)
    np.minimum(colour, ink, out=colour)
    transmit = np.broadcast_to(1.0 - ink, colour.shape).copy()
    return Film(transmit, colour * np.float32(INK_REFLECTS), ink)
