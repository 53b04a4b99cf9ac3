"""Views: looking into the lit stack from any tilt."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.ocean.films import Frame, Pixels
from fathom.ocean.light import Lit, doubled

STEPS = 5
"""Views across and down in the daylight grid: neighbours differ by at most two pixels at depth 5."""

LEAST_UNIT = 0.25
"""In very small frames layers move as in one of a quarter of the usual size: less would be no pixel."""

STRIP = 16
"""Pixel rows of a row of views that are worked on at a time."""

Tilt = tuple[float, float]
"""From where one looks, (down, right), each from -1 to 1; (0, 0) is straight from above."""


class Pass(msgspec.Struct, frozen=True):
    """One layer as it is seen from a tilt: its planes as long rows, and how much further they begin."""

    transmit: Pixels
    gives: Pixels
    ahead: int


def tilt(row: int, column: int) -> Tilt:
    """Give the tilt of one view of the grid."""
    half = (STEPS - 1) / 2
    return (row - half) / half, (column - half) / half


def serpentine() -> list[Tilt]:
    """All views of the grid in an order in which each is a neighbour of the one before.

    The first row runs from left to right, the second from right to left, and so on.
    """
    return [
        tilt(row, column if row % 2 == 0 else STEPS - 1 - column)
        for row in range(STEPS)
        for column in range(STEPS)
    ]


def see(stack: Lit, tilt: Tilt) -> Pixels:
    """Look into a lit stack: from the bottom up, each layer dims what comes from below and adds its own."""
    stack, frame = stack.fine, stack.frame
    first, last = frame.bleed * frame.whole, (frame.bleed + frame.size) * frame.whole
    radiance = np.empty((3, last - first), np.float32)
    _gather(radiance, first, _long(stack.glow), _passes(stack, tilt))
    return _window(radiance, frame)


def seen_below(stack: Lit, layers: int) -> Pixels:
    """What comes up from below the first layers, seen from straight above, bleed included.

    As long as nothing finer lies above, half as many pixels each way do.
    """
    below, fine = stack.layers[layers:], stack.glow.shape[-1] == stack.frame.whole
    half = bool(below) and not stack.is_fine(below[-1])
    radiance = stack.glow[:, ::2, ::2].copy() if half and fine else stack.glow.copy()
    for layer in reversed(below):
        if layer.gives.shape != radiance.shape:
            radiance = doubled(radiance)
        radiance *= layer.transmit
        radiance += layer.gives
    return radiance if radiance.shape[-1] == stack.frame.whole else doubled(radiance)


def from_above(stack: Lit) -> Lit:
    """The same to be looked at from straight above only: deep layers are gathered half as fine."""
    near = next((k for k, layer in enumerate(stack.layers) if not stack.is_fine(layer)), len(stack.layers))
    return Lit(stack.layers[:near], seen_below(stack, near), stack.frame)


def side_by_side(stack: Lit, tilts: Sequence[Tilt]) -> NDArray[np.uint8]:
    """Look several times and lay the views side by side, as screen values in planes.

    A few rows of all views are finished before the next, so that the layers stay in the processor's cache.
    """
    stack, frame, size = stack.fine, stack.frame, stack.frame.size
    views = [_passes(stack, tilt) for tilt in tilts]
    glow = _long(stack.glow)
    values = np.empty((3, size, len(tilts) * size), np.uint8)
    radiance = np.empty((3, STRIP * frame.whole), np.float32)
    for top in range(0, size, STRIP):
        for k, passes in enumerate(views):
            _gather(radiance, (frame.bleed + top) * frame.whole, glow, passes)
            place = values[:, top : top + STRIP, k * size : (k + 1) * size]
            _develop(_window(radiance, frame), place)
    return values


def developed(radiance: Pixels) -> NDArray[np.uint8]:
    """Turn linear light into screen values, still in planes: the root stands for the screen's curve."""
    values = np.empty(radiance.shape, np.uint8)
    _develop(radiance.copy(), values)
    return values


def _gather(radiance: Pixels, first: int, glow: Pixels, passes: Sequence[Pass]) -> None:
    """Sum up what is seen from some pixel on, row after row with their bleed, as many as there is room for.

    Moving a layer is nothing but beginning elsewhere. What that brings in from the row before or after lies
    in the bleed, which is cut off.
    """
    count = radiance.shape[1]
    radiance[:] = glow[:, first : first + count]
    for layer in passes:
        start = first - layer.ahead
        radiance *= layer.transmit[:, start : start + count]
        radiance += layer.gives[:, start : start + count]


def _passes(stack: Lit, tilt: Tilt) -> list[Pass]:
    """How each layer is passed on the way up, the deepest first.

    Layers move by whole pixels: part of a pixel would make one layer softer than another, and so tell which
    it is. Whole distances also cost nothing.
    """
    passes = []
    unit = max(stack.frame.unit, LEAST_UNIT)
    for layer in reversed(stack.layers):
        far = layer.moves * unit
        down, right = (int(np.rint(part * far)) for part in tilt)
        passes.append(Pass(_long(layer.transmit), _long(layer.gives), down * stack.frame.whole + right))
    return passes


def _develop(radiance: Pixels, values: NDArray[np.uint8]) -> None:
    """Write screen values; the radiance is used up."""
    np.minimum(radiance, np.float32(1.0), out=radiance)
    np.sqrt(radiance, out=radiance)
    np.multiply(radiance, np.float32(255.99), out=values, casting="unsafe")


def _long(planes: Pixels) -> Pixels:
    """Lay the rows of each plane one behind the other."""
    return planes.reshape(len(planes), -1)


def _window(radiance: Pixels, frame: Frame) -> Pixels:
    """Cut the bleed off rows that lie one behind the other."""
    rows = radiance.reshape(3, -1, frame.whole)
    return rows[..., frame.bleed : frame.bleed + frame.size]
