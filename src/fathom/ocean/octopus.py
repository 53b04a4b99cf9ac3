"""The giant octopus that a diver lays on the stack (D8.1): it hides what is under it, from everyone."""

import msgspec
import numpy as np

from fathom.ocean.art import OCTOPUS, Pose, drawing
from fathom.ocean.cards import WIDE, inked, paper, placed, rasterised
from fathom.ocean.films import INK_REFLECTS, Film, Frame

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
    colour, ink = inked(rasterised(placed(body, x, y, SIZE, 0.0), frame))
    colour *= paper(frame.whole, 40, 70)
    np.minimum(colour, ink, out=colour)
    transmit = np.broadcast_to(1.0 - ink, colour.shape).copy()
    return Film(transmit, colour * np.float32(INK_REFLECTS), ink)
