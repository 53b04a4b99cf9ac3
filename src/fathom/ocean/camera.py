"""Camera: looking into the lit stack, and the bytes that are sent."""

import io
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.dive.cards import Card
from fathom.ocean.cards import compose
from fathom.ocean.films import WATERS, Clarity, Film, Frame, Pixels
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import Lamp, Lit, lit, slid
from fathom.ocean.octopus import Octopus, octopus_film

VISIBLE = 8
"""So many cards from the top are drawn; below them lies the abyss. What is deeper never reaches a picture."""

SPACING = 2.0
"""How far neighbouring layers move apart at full tilt, in pixels of the frame of 640."""

PIVOT = 2.0
"""The stack is turned about its third card. That halves how far anything moves from one view to the next."""

STEPS = 5
"""Views across and down in the daylight grid: neighbours differ by at most two pixels at depth 5."""

EXPOSURE = 1.0
QUALITY = 82

Tilt = tuple[float, float]
"""From where one looks, (down, right), each from -1 to 1; (0, 0) is straight from above."""


class Look(msgspec.Struct, frozen=True):
    """Everything that a table is sent to look at in one round. The same bytes go to everybody.

    `rows` are the daylight grid: one picture per row, views side by side from left to right, rows from the
    top, tilt from -1 to 1. `centre` is the middle view alone, `thumb` a small one. `lights` are the basis of a
    flashlight table, seen from above, and empty elsewhere.
    """

    size: int
    steps: int
    rows: tuple[bytes, ...]
    centre: bytes
    thumb: bytes
    lights: dict[str, bytes]


def look(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    *,
    flashlight: bool = False,
    frame: Frame | None = None,
) -> Look:
    """Draw what everyone at the table sees of the remaining cards, the top one first.

    Only the topmost cards are ever drawn, so nothing about the others can be in the bytes.
    """
    frame = frame or Frame()
    films, depths = stack(cards, place_of_top, art, clarity, octopus, frame)
    day = lit(films, depths, daylight(frame), frame, WATERS[clarity])
    rows, centre = [], b""
    middle = STEPS // 2
    for row in range(STEPS):
        views = [developed(see(day, tilt(row, column), frame)) for column in range(STEPS)]
        rows.append(encoded(np.hstack(views)))
        if row == middle:
            centre = encoded(views[middle])
            thumb = encoded(_small(views[middle]))
    lights = {}
    if flashlight:
        for name, lamps in basis(frame).items():
            lights[name] = encoded(developed(see(lit(films, depths, lamps, frame, WATERS[clarity]), (0.0, 0.0), frame)))
    return Look(frame.size, STEPS, tuple(rows), centre, thumb, lights)


def stack(
    cards: Sequence[Card], place_of_top: int, art: bytes, clarity: Clarity, octopus: Octopus | None, frame: Frame
) -> tuple[list[Film], list[float]]:
    """Draw the films that matter, from the top, with how deep each lies."""
    films = [compose(card, place_of_top + k, art, clarity, frame) for k, card in enumerate(cards[:VISIBLE])]
    depths = [float(k) for k in range(len(films))]
    if octopus is not None:
        return [octopus_film(octopus, frame), *films], [0.0, *depths]
    return films, depths


def tilt(row: int, column: int) -> Tilt:
    """Give the tilt of one view of the grid."""
    half = (STEPS - 1) / 2
    return (row - half) / half, (column - half) / half


def see(stack: Lit, tilt: Tilt, frame: Frame) -> Pixels:
    """Look into a lit stack: from the bottom up, each layer dims what comes from below and adds its own."""
    radiance = _window(stack.glow, 0.0, 0.0, frame).copy()
    for layer in reversed(stack.layers):
        far = SPACING * frame.unit * (layer.depth - PIVOT)
        down, right = tilt[0] * far, tilt[1] * far
        radiance *= _window(layer.transmit, down, right, frame)
        radiance += _window(layer.gives, down, right, frame)
    return radiance


def developed(radiance: Pixels) -> NDArray[np.uint8]:
    """Turn linear light into screen values: the square root stands for the screen's curve."""
    values = np.sqrt(np.clip(radiance * np.float32(EXPOSURE), 0.0, 1.0))
    return (values * np.float32(255.0) + np.float32(0.5)).astype(np.uint8)


def encoded(picture: NDArray[np.uint8], quality: int = QUALITY) -> bytes:
    """Encode a picture as WebP without any metadata."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "WEBP", quality=quality, method=2)
    return file.getvalue()


def _window(pixels: Pixels, down: float, right: float, frame: Frame) -> Pixels:
    """Cut the visible window out of a film that is moved; whole distances cost nothing."""
    if down % 1.0 or right % 1.0:
        whole_down, whole_right = int(np.floor(down)), int(np.floor(right))
        pixels = slid(pixels, down - whole_down, right - whole_right)
        down, right = whole_down, whole_right
    top, left = frame.bleed - int(down), frame.bleed - int(right)
    return pixels[top : top + frame.size, left : left + frame.size]


def _small(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    small = Image.fromarray(picture).resize((128, 128), Image.Resampling.LANCZOS)
    return np.asarray(small)
