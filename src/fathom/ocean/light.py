"""Light: how it comes down through a stack of films, and what it leaves on each of them.

Layers are numbered from the top, 0 first. Light that reaches layer i has been multiplied by every film above,
has wandered sideways by the lamp's slant at each step down and has grown softer. What layer i gives back is its
reflectance times that light. Seen from above, the radiance is the sum over the layers of what each gives back,
multiplied by the transmittance of all films above it along the line of sight: see `camera.see`.

Everything here is linear in the lamps: the light of two lamps is the sum of their lights.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.ocean.films import Film, Frame, Pixels, Water

COARSE = 4
"""Light is soft, so it is carried down on a grid this many times coarser than the picture."""

FLOOR = (0.004, 0.020, 0.040)
"""What the abyss below the last visible card gives back of the light that reaches it."""


class Lamp(msgspec.Struct, frozen=True):
    """A light: its colour and strength, how it slants and softens per layer, and the pattern it falls in.

    `slant` is how far (down, right) light moves sideways from one layer to the next, in pixels of the frame of
    640; `soften` how far it spreads there, `reach` what share of it goes on at all. `pattern`, on the coarse
    grid, is how strong the light is where; it averages 1. A lamp `below` shines up through the whole stack.
    """

    colour: tuple[float, float, float]
    slant: tuple[float, float] = (0.0, 0.0)
    soften: float = 2.0
    reach: float = 1.0
    pattern: NDArray[np.float32] | None = None
    below: bool = False


class Layer(msgspec.Struct, frozen=True):
    """One film in the light: what it gives back, what it lets through, and how deep it lies for the eye."""

    gives: Pixels
    transmit: Pixels
    depth: float


class Lit(msgspec.Struct, frozen=True):
    """A lit stack, ready to be looked at from any side: layers from the top, and the glow from underneath."""

    layers: tuple[Layer, ...]
    glow: Pixels


def lit(films: Sequence[Film], depths: Sequence[float], lamps: Sequence[Lamp], frame: Frame, water: Water) -> Lit:
    """Light a stack of films.

    Films deeper than the first are a little out of focus. Blurring both what a film gives back and what it lets
    through keeps the sum of the two, so no light is made.
    """
    reaching = [_carried(lamp, films, frame) for lamp in lamps]
    layers = []
    for k, (film, depth) in enumerate(zip(films, depths, strict=True)):
        light = finer(sum((way[k] for way in reaching), np.zeros_like(reaching[0][k])))
        gives = film.reflect * light
        transmit = film.transmit
        for reach in _focus(water.blur * depth * frame.unit):
            gives, transmit = softened(gives, reach), softened(transmit, reach)
        layers.append(Layer(gives, transmit, depth))
    ground = finer(sum((way[-1] for way in reaching), np.zeros_like(reaching[0][-1])))
    return Lit(tuple(layers), ground)


def coarser(pixels: Pixels) -> Pixels:
    """Average blocks of pixels down to the light's grid."""
    side = pixels.shape[0] // COARSE
    return pixels.reshape(side, COARSE, side, COARSE, -1).mean(axis=(1, 3), dtype=np.float32)


def finer(light: Pixels) -> Pixels:
    """Interpolate the light's grid up to the picture."""
    return _stretched(_stretched(light, 0), 1)


def _stretched(light: Pixels, axis: int) -> Pixels:
    light = np.moveaxis(light, axis, 0)
    padded = np.concatenate((light[:1], light, light[-1:]))
    out = np.empty((light.shape[0], COARSE, *light.shape[1:]), np.float32)
    for phase in range(COARSE):
        offset = (phase + 0.5) / COARSE - 0.5
        near, far = (padded[:-2], padded[1:-1]) if offset < 0 else (padded[1:-1], padded[2:])
        share = np.float32(offset % 1.0)
        out[:, phase] = near + share * (far - near)
    return np.moveaxis(out.reshape(-1, *light.shape[1:]), 0, axis)


def _carried(lamp: Lamp, films: Sequence[Film], frame: Frame) -> list[Pixels]:
    """Follow one lamp's light: what reaches each film, and last what reaches the ground (or comes from it)."""
    side = frame.whole // COARSE
    light = np.broadcast_to(np.asarray(lamp.colour, np.float32), (side, side, 3)).copy()
    if lamp.pattern is not None:
        light *= lamp.pattern[..., None]
    if lamp.below:
        dark = np.zeros_like(light)
        return [*(dark for _ in films), light]
    floor = np.asarray(FLOOR, np.float32)
    scale = frame.unit / COARSE
    reaching = []
    for film in films:
        reaching.append(light)
        light = light * coarser(film.transmit)
        light = slid(light, lamp.slant[0] * scale, lamp.slant[1] * scale)
        for reach in _focus(lamp.soften * scale):
            light = softened(light, reach)
        if lamp.reach != 1.0:
            light = light * np.float32(lamp.reach)
    return [*reaching, light * floor]


def slid(pixels: Pixels, down: float, right: float) -> Pixels:
    """Move a picture by any distance, its edge repeated; between pixels it is interpolated."""
    return _slid(_slid(pixels, down, 0), right, 1)


def _slid(pixels: Pixels, distance: float, axis: int) -> Pixels:
    if not distance:
        return pixels
    whole = int(np.floor(distance))
    share = np.float32(distance - whole)
    places = np.arange(pixels.shape[axis])
    last = pixels.shape[axis] - 1
    near = np.take(pixels, np.clip(places - whole, 0, last), axis)
    if not share:
        return near
    far = np.take(pixels, np.clip(places - whole - 1, 0, last), axis)
    return near + share * (far - near)


def _focus(spread: float) -> list[int]:
    """Break a blur of the given spread into passes of `softened`, each adding 0.5·reach² of variance."""
    passes: list[int] = []
    left = spread * spread
    while left > 0.2 and len(passes) < 4:
        reach = max(1, min(int(np.sqrt(left)), 6))
        passes.append(reach)
        left -= 0.5 * reach * reach
    return passes


def softened(pixels: Pixels, reach: int) -> Pixels:
    """Blur with the weights ¼ ½ ¼ at the given reach, down and across; the edge repeats."""
    for axis in (0, 1):
        padding = [(0, 0)] * pixels.ndim
        padding[axis] = (reach, reach)
        wide = np.pad(pixels, padding, mode="edge")
        if axis == 0:
            before, after = wide[: -2 * reach], wide[2 * reach :]
        else:
            before, after = wide[:, : -2 * reach], wide[:, 2 * reach :]
        blurred = before + after
        blurred *= np.float32(0.25)
        blurred += np.float32(0.5) * pixels
        pixels = blurred
    return pixels
