"""Camera: looking into the lit stack, and the bytes that are sent."""

import io
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.dive.cards import Card
from fathom.ocean.cards import compose, sketched
from fathom.ocean.films import Clarity, Frame, Pixels
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import Lit, Stack, lit, slid, stacked
from fathom.ocean.octopus import Octopus, octopus_film
from fathom.ocean.weather import sun_corner, water

VISIBLE = 8
"""So many cards from the top are drawn; below them lies the abyss. What is deeper never reaches a picture."""

SPACING = 2.0
"""How far neighbouring layers move apart at full tilt, in pixels of the frame of 640."""

PIVOT = 2.0
"""The stack is turned about its third card. That halves how far anything moves from one view to the next."""

STEPS = 5
"""Views across and down in the daylight grid: neighbours differ by at most two pixels at depth 5."""

STRIP = 32
"""So many rows of a row of views are worked on at a time."""

THUMB = 128
QUALITY = 77
EFFORT: dict[Clarity, int] = {"clear": 2, "natural": 1, "murky": 1}
"""How hard WebP tries: a step saves a fifth of the bytes for a third more time. Clear water needs it."""

Tilt = tuple[float, float]
"""From where one looks, (down, right), each from -1 to 1; (0, 0) is straight from above."""


class Look(msgspec.Struct, frozen=True):
    """Everything that a table is sent to look at in one round. The same bytes go to everybody.

    `rows` are the daylight grid: one picture per row, views side by side from left to right, rows from the
    top, tilt from -1 to 1. `centre` is the middle view alone, `thumb` a small one. `lights` are the basis of
    a flashlight table, seen from above, and empty elsewhere.
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
    stack = drawn(cards, place_of_top, art, clarity, octopus, frame)
    day = lit(stack, daylight(frame, sun_corner(art)))
    grid = [side_by_side(day, [tilt(row, column) for column in range(STEPS)]) for row in range(STEPS)]
    effort = EFFORT[clarity]
    rows = tuple(encoded(views, effort=effort) for views in grid)
    middle = STEPS // 2
    centre = grid[middle][:, :, middle * frame.size : (middle + 1) * frame.size]
    lights = {}
    if flashlight:
        for name, lamps in basis(frame).items():
            lights[name] = encoded(developed(see(lit(stack, lamps), (0.0, 0.0))))
    return Look(frame.size, STEPS, rows, encoded(centre), encoded(centre, THUMB), lights)


def drawn(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity,
    octopus: Octopus | None,
    frame: Frame,
) -> Stack:
    """Draw the cards that matter, from the top, and lay them on each other."""
    films = [compose(card, place_of_top + k, art, clarity, frame) for k, card in enumerate(cards[:VISIBLE])]
    depths = [float(k) for k in range(len(films))]
    if octopus is not None:
        films, depths = [octopus_film(octopus, frame), *films], [0.0, *depths]
    return stacked(films, depths, water(clarity, art), frame)


def prepare(cards: Sequence[Card], place_of_top: int, art: bytes, frame: Frame | None = None) -> None:
    """Draw cards before they are looked at: vector art is what takes longest, and it is kept.

    Worth doing with the whole stack while divers still choose seats, in a thread beside the event loop.
    """
    for k, card in enumerate(cards):
        sketched(card.kind, place_of_top + k, art, frame or Frame())


def tilt(row: int, column: int) -> Tilt:
    """Give the tilt of one view of the grid."""
    half = (STEPS - 1) / 2
    return (row - half) / half, (column - half) / half


def see(stack: Lit, tilt: Tilt) -> Pixels:
    """Look into a lit stack: from the bottom up, each layer dims what comes from below and adds its own."""
    radiance = _window(stack.glow, 0.0, 0.0, stack.frame).copy()
    for transmit, gives in _windows(stack, tilt):
        radiance *= transmit
        radiance += gives
    return radiance


def side_by_side(stack: Lit, tilts: Sequence[Tilt]) -> NDArray[np.uint8]:
    """Look several times and lay the views side by side, as screen values in planes.

    A few rows of all views are finished before the next, so that the layers stay in the processor's cache.
    """
    size = stack.frame.size
    views = [_windows(stack, tilt) for tilt in tilts]
    glow = _window(stack.glow, 0.0, 0.0, stack.frame)
    values = np.empty((3, size, len(tilts) * size), np.uint8)
    for top in range(0, size, STRIP):
        rows = slice(top, top + STRIP)
        for k, windows in enumerate(views):
            radiance = glow[:, rows].copy()
            for transmit, gives in windows:
                radiance *= transmit[:, rows]
                radiance += gives[:, rows]
            values[:, rows, k * size : (k + 1) * size] = developed(radiance)
    return values


def _windows(stack: Lit, tilt: Tilt) -> list[tuple[Pixels, Pixels]]:
    """What each layer lets through and gives where it is seen from a tilt, the deepest first."""
    windows = []
    for layer in reversed(stack.layers):
        far = SPACING * stack.frame.unit * (layer.depth - PIVOT)
        moved = tilt[0] * far, tilt[1] * far
        windows.append(
            (_window(layer.transmit, *moved, stack.frame), _window(layer.gives, *moved, stack.frame))
        )
    return windows


def developed(radiance: Pixels) -> NDArray[np.uint8]:
    """Turn linear light into screen values, still in planes: the root stands for the screen's curve."""
    values = np.minimum(radiance, np.float32(1.0))
    np.sqrt(values, out=values)
    values *= np.float32(255.0)
    values += np.float32(0.5)
    return values.astype(np.uint8)


def picture(planes: NDArray[np.uint8]) -> Image.Image:
    """Put screen values together to a picture."""
    return Image.merge("RGB", [Image.fromarray(plane) for plane in planes])


def encoded(planes: NDArray[np.uint8], size: int | None = None, effort: int = 1) -> bytes:
    """Encode screen values as WebP without any metadata, shrunk if a size is given."""
    image = picture(planes)
    if size is not None:
        image = image.resize((size, size), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    image.save(file, "WEBP", quality=QUALITY, method=effort)
    return file.getvalue()


def _window(pixels: Pixels, down: float, right: float, frame: Frame) -> Pixels:
    """Cut the visible window out of a film that is moved; whole distances cost nothing."""
    whole_down, whole_right = int(np.floor(down)), int(np.floor(right))
    if (whole_down, whole_right) != (down, right):
        pixels = slid(pixels, down - whole_down, right - whole_right)
    top, left = frame.bleed - whole_down, frame.bleed - whole_right
    return pixels[:, top : top + frame.size, left : left + frame.size]
