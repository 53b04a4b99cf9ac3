"""Light: how it comes down through a stack of films, and what it leaves on each of them.

Layers are numbered from the top, 0 first. Light that reaches layer i has been multiplied by every film above,
has wandered sideways by the lamp's slant at each step down and has grown softer. What layer i gives back is
its reflectance times that light. Seen from above, the radiance is the sum over the layers of what each gives
back, multiplied by the transmittance of all films above it along the line of sight: see `camera.see`.

Everything here is linear in the lamps: the light of two lamps is the sum of their lights.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from PIL import Image

from fathom.ocean.films import Film, Frame, Pixels, Plane, Water

COARSE = 4
"""Light is soft, so it is carried down on a grid this many times coarser than the picture."""

FLOOR = (0.003, 0.014, 0.030)
"""What the abyss below the last visible card gives back of the light that reaches it."""

RELIEF_LAYERS = 4
"""On so many layers the cut edge of the paper catches light; deeper it could not be seen."""

RELIEF_BRIGHT, RELIEF_DARK, EDGE_WHITE = 0.42, 0.34, 0.85


class Lamp(msgspec.Struct, frozen=True):
    """A light: its colour and strength, how it slants and softens per layer, and the pattern it falls in.

    `slant` is how far (down, right) light moves sideways from one layer to the next, in pixels of the frame
    of 640; `soften` how far it spreads there, `reach` what share of it goes on at all. `pattern`, on the
    coarse grid, is how strong the light is where. A lamp `below` shines up through the whole stack.
    """

    colour: tuple[float, float, float]
    slant: tuple[float, float] = (0.0, 0.0)
    soften: float = 2.0
    reach: float = 1.0
    pattern: Plane | None = None
    below: bool = False


class Stack(msgspec.Struct, frozen=True):
    """Films in the order in which they lie, in focus as the eye has them, and the shadows they throw."""

    films: tuple[Film, ...]
    depths: tuple[float, ...]
    shades: tuple[Pixels, ...]
    frame: Frame


class Layer(msgspec.Struct, frozen=True):
    """One film in the light: what it gives back, what it lets through, and how deep it lies for the eye."""

    gives: Pixels
    transmit: Pixels
    depth: float


class Lit(msgspec.Struct, frozen=True):
    """A lit stack, ready to be looked at from any side: layers from the top, and the glow from underneath."""

    layers: tuple[Layer, ...]
    glow: Pixels
    frame: Frame


def stacked(films: Sequence[Film], depths: Sequence[float], water: Water, frame: Frame) -> Stack:
    """Lay films on each other. What depends only on depth is done here, once for all views and lamps.

    Films deeper than the first are a little out of focus. Blurring both what a film gives back and what it
    lets through keeps the sum of the two, so no light is made.
    """
    focused = []
    for film, depth in zip(films, depths, strict=True):
        transmit, reflect = film.transmit, film.reflect
        for reach in _passes(water.blur * depth * frame.unit):
            transmit, reflect = softened(transmit, reach), softened(reflect, reach)
        focused.append(Film(transmit, reflect, film.ink))
    shades = tuple(coarser(film.transmit) for film in films)
    return Stack(tuple(focused), tuple(depths), shades, frame)


def lit(stack: Stack, lamps: Sequence[Lamp]) -> Lit:
    """Shine lamps on a stack."""
    gives = [np.zeros_like(film.reflect) for film in stack.films]
    side = stack.frame.whole // COARSE
    glow = np.zeros((3, side, side), np.float32)
    for lamp in lamps:
        *reaching, ground = _carried(lamp, stack)
        glow += ground
        if lamp.below:
            continue
        for k, (film, light) in enumerate(zip(stack.films, reaching, strict=True)):
            reflect = film.reflect
            if stack.depths[k] < RELIEF_LAYERS and any(lamp.slant):
                reflect = _embossed(reflect, film.ink, lamp.slant, stack.frame.unit)
            gives[k] += reflect * finer(light)
    layers = tuple(
        Layer(given, film.transmit, depth)
        for given, film, depth in zip(gives, stack.films, stack.depths, strict=True)
    )
    return Lit(layers, finer(glow), stack.frame)


def _carried(lamp: Lamp, stack: Stack) -> list[Pixels]:
    """Follow one lamp's light: what reaches each film, and last what comes from the ground."""
    side = stack.frame.whole // COARSE
    light = np.empty((3, side, side), np.float32)
    light[:] = np.asarray(lamp.colour, np.float32)[:, None, None]
    if lamp.pattern is not None:
        light *= lamp.pattern
    if lamp.below:
        return [light]
    scale = stack.frame.unit / COARSE
    reaching = []
    for shade in stack.shades:
        reaching.append(light)
        light = slid(light * shade, lamp.slant[0] * scale, lamp.slant[1] * scale)
        for reach in _passes(lamp.soften * scale):
            light = softened(light, reach)
        light *= np.float32(lamp.reach)
    return [*reaching, light * np.asarray(FLOOR, np.float32)[:, None, None]]


def _embossed(reflect: Pixels, ink: Plane, slant: tuple[float, float], unit: float) -> Pixels:
    """Light the cut edges that face the lamp and shade those that turn away, as thick paper does."""
    length = float(np.hypot(*slant)) / (1.4 * unit)
    down, right = slant[0] / length, slant[1] / length
    facing = np.maximum(ink - slid(ink, down, right), 0.0)
    turned_away = np.maximum(ink - slid(ink, -down, -right), 0.0)
    facing *= np.float32(RELIEF_BRIGHT)
    embossed: Pixels = reflect * (1.0 - facing - np.float32(RELIEF_DARK) * turned_away)
    facing *= np.float32(EDGE_WHITE)
    embossed += facing
    return embossed


def coarser(pixels: Pixels) -> Pixels:
    """Average blocks of pixels down to the light's grid."""
    rows = pixels[:, 0::COARSE] + pixels[:, 1::COARSE]
    for row in range(2, COARSE):
        rows += pixels[:, row::COARSE]
    blocks = rows[..., 0::COARSE] + rows[..., 1::COARSE]
    for column in range(2, COARSE):
        blocks += rows[..., column::COARSE]
    blocks *= np.float32(1 / COARSE**2)
    return blocks


def finer(light: Pixels) -> Pixels:
    """Interpolate the light's grid up to the picture."""
    rows, columns = light.shape[1] * COARSE, light.shape[2] * COARSE
    out = np.empty((3, rows, columns), np.float32)
    for channel, plane in zip(out, light, strict=True):
        channel[:] = Image.fromarray(plane).resize((columns, rows), Image.Resampling.BILINEAR)
    return out


def slid(pixels: Pixels, down: float, right: float) -> Pixels:
    """Move a picture by any distance, its edge repeated; between pixels it is interpolated."""
    return _slid(_slid(pixels, down, -2), right, -1)


def _slid(pixels: Pixels, distance: float, axis: int) -> Pixels:
    if not distance:
        return pixels
    whole = int(np.floor(distance))
    share = np.float32(distance - whole)
    pad = abs(whole) + 1
    last = pixels.shape[axis]
    wide = _padded(pixels, pad, axis)
    near = _part(wide, pad - whole, last, axis)
    if not share:
        return near
    far = _part(wide, pad - whole - 1, last, axis)
    moved = far - near
    moved *= share
    moved += near
    return moved


def _passes(spread: float) -> list[int]:
    """Choose passes of `softened` for a blur of about the given spread; each adds 0.5·reach² of variance.

    Reaches grow by one from pass to pass, so that together they make a smooth bell and not a row of copies.
    """
    passes: list[int] = []
    left = spread * spread
    while left > 0.3 and len(passes) < 6:
        passes.append(min(len(passes) + 1, max(1, round((2.0 * left) ** 0.5))))
        left -= 0.5 * passes[-1] ** 2
    return passes


def softened(pixels: Pixels, reach: int) -> Pixels:
    """Blur with the weights ¼ ½ ¼ at the given reach, down and across; the edge repeats."""
    for axis in (-2, -1):
        size = pixels.shape[axis]
        blurred = np.empty_like(pixels)
        inner = _part(blurred, reach, size - 2 * reach, axis)
        np.add(
            _part(pixels, 0, size - 2 * reach, axis),
            _part(pixels, 2 * reach, size - 2 * reach, axis),
            out=inner,
        )
        first, last = _part(pixels, 0, 1, axis), _part(pixels, size - 1, 1, axis)
        np.add(_part(pixels, reach, reach, axis), first, out=_part(blurred, 0, reach, axis))
        np.add(
            _part(pixels, size - 2 * reach, reach, axis), last, out=_part(blurred, size - reach, reach, axis)
        )
        blurred *= np.float32(0.5)
        blurred += pixels
        blurred *= np.float32(0.5)
        pixels = blurred
    return pixels


def _padded(pixels: Pixels, pad: int, axis: int) -> Pixels:
    """Repeat the edge outwards along one axis."""
    first, last = _part(pixels, 0, 1, axis), _part(pixels, pixels.shape[axis] - 1, 1, axis)
    return np.concatenate((*[first] * pad, pixels, *[last] * pad), axis)


def _part(pixels: Pixels, start: int, length: int, axis: int) -> Pixels:
    if axis == -1:
        return pixels[..., start : start + length]
    return pixels[..., start : start + length, :]
