"""Light: how it comes down through a stack of films, and what it leaves on each of them.

Layers are numbered from the top, 0 first. Light that reaches layer i has been multiplied by every film above,
has wandered sideways by the lamp's slant at each step down and has grown softer. What layer i gives back is
its reflectance times that light. Seen from above, the radiance is the sum over the layers of what each gives
back, multiplied by the transmittance of all films above it along the line of sight: see `views.see`.

Everything here is linear in the lamps: the light of two lamps is the sum of their lights.
"""

import functools
from collections.abc import Sequence

import msgspec
import numpy as np

from fathom.ocean.films import Film, Frame, Pixels, Plane, Water
from fathom.ocean.gaps import Moves

COARSE = 4
"""Light is soft, so it is carried down on a grid this many times coarser than the picture."""

FLOOR = (0.003, 0.014, 0.030)
"""What the abyss below the last visible card gives back of the light that reaches it."""

RELIEF_LAYERS = 3
"""On so many layers the cut edge of the paper catches light; deeper it could not be seen."""

RELIEF_FADES = 0.36
"""What is left of that one layer further down: a sign of depth in lightness alone, for all eyes."""

DOUBLING = 0.19
"""How much doubling a film blurs it: as variance, in pixels of the film before."""

RELIEF_BRIGHT, RELIEF_DARK, EDGE_WHITE = 0.62, 0.42, 0.9


class Lamp(msgspec.Struct, frozen=True):
    """A light: its colour and strength, how it slants and softens per layer, and the pattern it falls in.

    `slant` is how far (down, right) light moves sideways from one layer to the next, in pixels of the frame
    of 640; `soften` how far it spreads there, `reach` what share of it goes on at all. `pattern`, on the
    coarse grid, is how strong the light is where, in all colours alike or in each. A lamp `below` shines up
    through the whole stack.
    """

    colour: tuple[float, float, float]
    slant: tuple[float, float] = (0.0, 0.0)
    soften: float = 2.0
    reach: float = 1.0
    pattern: Plane | Pixels | None = None
    below: bool = False


class Stack(msgspec.Struct, frozen=True):
    """Films in the order in which they lie, in focus as the eye has them, and the shadows they throw."""

    films: tuple[Film, ...]
    depths: tuple[float, ...]
    moves: Moves
    shades: tuple[Pixels, ...]
    frame: Frame


class Layer(msgspec.Struct, frozen=True):
    """One film in the light: what it gives back, what it lets through, and how far it moves at full tilt.

    It has as many pixels as the frame, or half as many each way.
    """

    gives: Pixels
    transmit: Pixels
    moves: float


class Lit(msgspec.Struct, frozen=True, dict=True):
    """A lit stack, ready to be looked at from any side: layers from the top, and the glow from underneath."""

    layers: tuple[Layer, ...]
    glow: Pixels
    frame: Frame

    @property
    def fine(self) -> "Lit":
        """The same with every layer in as many pixels as the frame has: so it can be tilted."""
        # Kept apart: a stack that kept itself would stay in memory until the collector looks for cycles.
        return self if all(self.is_fine(layer) for layer in self.layers) else self._doubled

    @functools.cached_property
    def _doubled(self) -> "Lit":
        layers = tuple(
            layer
            if self.is_fine(layer)
            else Layer(doubled(layer.gives), doubled(layer.transmit), layer.moves)
            for layer in self.layers
        )
        return Lit(layers, self.glow, self.frame)

    def is_fine(self, layer: Layer) -> bool:
        """Whether a layer has as many pixels as the frame."""
        return bool(layer.gives.shape[-1] == self.frame.whole)


def stacked(
    films: Sequence[Film], depths: Sequence[float], moves: Sequence[float], water: Water, frame: Frame
) -> Stack:
    """Lay films on each other. What depends only on depth is done here, once for all views and lamps.

    Films deeper than the first are a little out of focus. Blurring both what a film gives back and what it
    lets through keeps the sum of the two, so no light is made. A film that was drawn half as fine stays so,
    and is blurred by so much less as doubling it will blur it.
    """
    focused, shades = [], []
    for drawn, depth in zip(films, depths, strict=True):
        half = len(drawn.ink) < frame.whole
        film = drawn.middle(frame.whole // 2) if half else drawn
        transmit, reflect = film.transmit, film.reflect
        spread = water.blur * depth * frame.unit
        for reach in _passes(max(0.25 * spread * spread - DOUBLING, 0.0) ** 0.5 if half else spread):
            transmit, reflect = softened(transmit, reach), softened(reflect, reach)
        focused.append(Film(transmit, reflect, film.ink))
        shades.append(coarser(film.transmit, COARSE // 2 if half else COARSE))
    return Stack(tuple(focused), tuple(depths), tuple(moves), tuple(shades), frame)


def lit(stack: Stack, lamps: Sequence[Lamp]) -> Lit:
    """Shine lamps on a stack."""
    ways = [(lamp.slant, _carried(lamp, stack)) for lamp in lamps]
    layers = []
    for k, (film, depth, moves) in enumerate(zip(stack.films, stack.depths, stack.moves, strict=True)):
        slanting = [(slant, way[k]) for slant, way in ways if any(slant) and depth < RELIEF_LAYERS]
        even = [way[k] for slant, way in ways if not (any(slant) and depth < RELIEF_LAYERS)]
        times = COARSE * film.reflect.shape[-1] // stack.frame.whole
        gives = finer(_sum(even, stack.frame), times)
        gives *= film.reflect
        for slant, light in slanting:
            sharp = RELIEF_FADES**depth
            embossed = _embossed(film.reflect, film.ink, slant, stack.frame.unit, sharp)
            embossed *= finer(light, times)
            gives += embossed
        layers.append(Layer(gives, film.transmit, moves))
    return Lit(tuple(layers), finer(_sum([way[-1] for _, way in ways], stack.frame)), stack.frame)


def _sum(lights: Sequence[Pixels], frame: Frame) -> Pixels:
    """Add light, of which there may be none."""
    side = frame.whole // COARSE
    total = np.zeros((3, side, side), np.float32)
    for light in lights:
        total += light
    return total


def _carried(lamp: Lamp, stack: Stack) -> list[Pixels]:
    """Follow one lamp's light: what reaches each film, and last what comes from the ground."""
    side = stack.frame.whole // COARSE
    light = np.empty((3, side, side), np.float32)
    light[:] = np.asarray(lamp.colour, np.float32)[:, None, None]
    if lamp.pattern is not None:
        light *= lamp.pattern
    if lamp.below:
        return [*[np.zeros_like(light)] * len(stack.shades), light]
    scale = stack.frame.unit / COARSE
    reaching = []
    for shade in stack.shades:
        reaching.append(light)
        light = slid(light * shade, lamp.slant[0] * scale, lamp.slant[1] * scale)
        for reach in _passes(lamp.soften * scale):
            light = softened(light, reach)
        light *= np.float32(lamp.reach)
    return [*reaching, light * np.asarray(FLOOR, np.float32)[:, None, None]]


def _embossed(reflect: Pixels, ink: Plane, slant: tuple[float, float], unit: float, sharp: float) -> Pixels:
    """Light the cut edges that face the lamp and shade those that turn away, as thick paper does."""
    length = float(np.hypot(*slant)) / (1.4 * unit)
    down, right = slant[0] / length, slant[1] / length
    facing = np.maximum(ink - slid(ink, down, right), 0.0)
    turned_away = np.maximum(ink - slid(ink, -down, -right), 0.0)
    facing *= np.float32(RELIEF_BRIGHT * sharp)
    embossed: Pixels = reflect * (1.0 - facing - np.float32(RELIEF_DARK * sharp) * turned_away)
    facing *= np.float32(EDGE_WHITE)
    embossed += facing
    return embossed


def coarser(pixels: Pixels, times: int = COARSE) -> Pixels:
    """Average blocks of pixels, down to the light's grid."""
    rows = pixels[:, 0::times] + pixels[:, 1::times]
    for row in range(2, times):
        rows += pixels[:, row::times]
    blocks = rows[..., 0::times] + rows[..., 1::times]
    for column in range(2, times):
        blocks += rows[..., column::times]
    blocks *= np.float32(1 / times**2)
    return blocks


def doubled(pixels: Pixels) -> Pixels:
    """Interpolate pixels up to twice as many each way."""
    return _twice(_twice(pixels, -2), -1)


def _twice(pixels: Pixels, axis: int) -> Pixels:
    """Give twice as many values along an axis, each a quarter of the way to its nearer neighbour."""
    size = pixels.shape[axis]
    wide = _padded(pixels, 1, axis)
    before, here, after = (_part(wide, start, size, axis) for start in (0, 1, 2))
    shape = list(pixels.shape)
    shape[axis] *= 2
    finer = np.empty(shape, np.float32)
    first = finer[..., ::2, :] if axis == -2 else finer[..., ::2]
    second = finer[..., 1::2, :] if axis == -2 else finer[..., 1::2]
    np.add(np.float32(0.75) * here, np.float32(0.25) * before, out=first)
    np.add(np.float32(0.75) * here, np.float32(0.25) * after, out=second)
    return finer


def finer(light: Pixels, times: int = COARSE) -> Pixels:
    """Interpolate the light's grid up to so many times as many pixels each way."""
    channels, rows, columns = light.shape
    tall = _between(_padded(light, 1, -2), -2, times).swapaxes(-1, -2)
    tall = tall.reshape(channels, rows * times, columns)
    return _between(_padded(tall, 1, -1), -1, times).reshape(channels, rows * times, columns * times)


def _between(padded: Pixels, axis: int, times: int) -> Pixels:
    """Give the values between neighbours along an axis, those of one place side by side in a last axis."""
    size = padded.shape[axis] - 2
    here = _part(padded, 1, size, axis)
    steps = np.diff(padded, axis=axis)
    finer = np.empty((*here.shape, times), np.float32)
    for phase in range(times):
        offset = (phase + 0.5) / times - 0.5
        part = finer[..., phase]
        np.multiply(_part(steps, 0 if offset < 0 else 1, size, axis), np.float32(offset), out=part)
        part += here
    return finer


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


def _passes(spread: float) -> tuple[int, ...]:
    """Choose passes of `softened` for a blur of about the given spread; each adds 0.5·reach² of variance.

    The reaches of one blur differ, so that together they make a smooth bell and not a row of copies.
    """
    return min(
        _BLURS, key=lambda reaches: abs(spread * spread - 0.5 * sum(reach * reach for reach in reaches))
    )


_BLURS: tuple[tuple[int, ...], ...] = ((), (1,), (1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (3, 5))


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
