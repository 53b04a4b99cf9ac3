"""The lamps there are: daylight, and what a torch can be made of."""

import functools

import numpy as np
from numpy.typing import NDArray

from fathom.ocean.films import Frame, Pixels, Plane
from fathom.ocean.light import COARSE, Lamp

Rgb = tuple[float, float, float]

WHITE: Rgb = (1.0, 1.0, 1.0)

SUNS = (0.08, 0.36, 0.64, 0.92)
"""Where the sun may stand, in widths of the picture from the left; it is always beyond the upper edge."""

SUN_DOWN, SUN_ASIDE = 4.5, 4.2
"""How far sunlight moves per layer: down, and away from the side on which the sun stands."""

SURFACE, ABYSS = 2.1, 0.36
"""How bright the light from above is at the upper edge of the picture and at the lower one."""

GLEAM = 0.9
"""How much brighter it is right under the surface."""

SIDES = {"north": (12.0, 0.0), "east": (0.0, -12.0), "south": (-12.0, 0.0), "west": (0.0, 12.0)}
"""Lamps at the four sides shine in low: their light moves far at each step down, and does not reach deep."""

LIGHTS = ("night", "above", "below", *SIDES)
"""The names of the lights in `basis`."""


@functools.lru_cache(maxsize=64)
def daylight(
    frame: Frame,
    sun: int = 0,
    sky_colour: Rgb = (0.46, 0.52, 0.56),
    sun_colour: Rgb = (0.92, 0.84, 0.70),
    surface: Rgb = WHITE,
    abyss: Rgb = WHITE,
) -> tuple[Lamp, ...]:
    """Sky and sun: bright at the surface, dark towards the abyss, with shafts and caustics that waves make.

    The sun stands at one of four places above the picture. Light takes the tone of the surface there and
    that of the abyss on its way down.
    """
    tone = _tone(frame, surface, abyss)
    sky = Lamp(sky_colour, soften=9.0, pattern=tone * (_opening(frame) * _depth(frame)[:, None]))
    slant = SUN_DOWN, SUN_ASIDE * (0.5 - SUNS[sun]) / 0.42
    return sky, Lamp(sun_colour, slant, soften=2.2, pattern=tone * _waves(frame, sun))


@functools.lru_cache(maxsize=8)
def basis(frame: Frame) -> dict[str, tuple[Lamp, ...]]:
    """The lights that a flashlight table mixes: a dim night, and one unit of each torch.

    Light adds up, so any torch is a sum of these with its own weights: a browser squares the pictures, adds,
    and takes the root.
    """
    opening = _opening(frame)
    lights: dict[str, tuple[Lamp, ...]] = {
        "night": (Lamp((0.045, 0.075, 0.12), soften=9.0, pattern=opening),),
        "above": (Lamp((1.0, 0.96, 0.86), soften=1.5, pattern=opening),),
        "below": (Lamp((3.4, 2.5, 1.6), below=True, pattern=_glow(frame)),),
    }
    for name, slant in SIDES.items():
        lights[name] = (Lamp((1.0, 0.94, 0.80), slant, soften=2.0, reach=0.88, pattern=opening),)
    return lights


def _glow(frame: Frame) -> Plane:
    """Let a lamp under the table shine brightest in the middle."""
    axis = np.linspace(-1.0, 1.0, frame.whole // COARSE)
    return np.asarray(np.exp(-0.75 * (axis[:, None] ** 2 + axis[None, :] ** 2)), np.float32)


def _opening(frame: Frame) -> Plane:
    """Let light in through the frame's window only: the deeper a layer, the darker it is at its walls."""
    side = frame.whole // COARSE
    from_edge = np.minimum(np.arange(side), np.arange(side)[::-1]) + 0.5 - frame.bleed / COARSE
    share = 0.12 + 0.88 / (1.0 + np.exp(-0.275 * (from_edge * COARSE / frame.unit - 6.0)))
    return np.outer(share, share).astype(np.float32)


def _depth(frame: Frame) -> Plane:
    """How bright it is from the surface, at the upper edge, down to the abyss."""
    down = np.linspace(0.0, 1.0, frame.whole // COARSE)
    gleam = GLEAM * np.exp(-(((down + 0.02) / 0.09) ** 2))
    return np.asarray(ABYSS + (SURFACE - ABYSS) * (1.0 - down) ** 1.5 + gleam, np.float32)


def _tone(frame: Frame, surface: Rgb, abyss: Rgb) -> Pixels:
    """The tone of light from the surface down to the abyss: each colour falls off evenly."""
    down = np.linspace(0.0, 1.0, frame.whole // COARSE)
    above, below = (np.log(np.asarray(tone))[:, None, None] for tone in (surface, abyss))
    return np.asarray(np.exp(above + (below - above) * down[None, :, None] ** 0.8), np.float32)


@functools.lru_cache(maxsize=16)
def _waves(frame: Frame, sun: int) -> Plane:
    """The pattern that waves make of sunlight: shafts that fan out from the sun, and a net of caustics."""
    side = frame.whole // COARSE
    y, x = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side), indexing="ij")
    across, down = x - SUNS[sun], y + 0.42
    angle = np.arctan2(across, down)
    rays = sum(np.sin(angle * k + 0.7 * k) / k**0.35 for k in (15.0, 26.0, 41.0, 67.0))
    shafts = np.exp(3.0 * np.clip(rays, -0.9, 0.8)) * np.clip(1.15 - 1.05 * y, 0.03, None)
    glow = np.exp(-1.6 * (across**2 + (0.6 * y) ** 2))
    pattern = _depth(frame)[:, None] * (0.30 + 0.34 * shafts + 0.85 * glow + 1.1 * _caustics(frame))
    pattern = np.clip(pattern / pattern.mean(), 0.05, None)
    pattern = 2.3 * (1.0 - np.exp(-0.72 * pattern)) * _opening(frame)  # no spot burns out
    return np.asarray(pattern / pattern.mean(), np.float32)


@functools.lru_cache(maxsize=4)
def _caustics(frame: Frame) -> NDArray[np.float64]:
    """The net of light under small waves, about 0; the same under every sun."""
    side = frame.whole // COARSE
    y, x = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side), indexing="ij")
    net = _net(x, y, 7) + 0.6 * _net(y, x, 11)
    caustics: NDArray[np.float64] = net - net.mean()
    return caustics


def _net(x: NDArray[np.float64], y: NDArray[np.float64], cells: int) -> NDArray[np.float64]:
    """Draw bright lines where two cells of a random honeycomb meet, as sunlight does under small waves."""
    points = np.random.default_rng(cells).uniform(-0.1, 1.1, (cells * cells, 2))
    u = x + 0.03 * np.sin(9.0 * y + 1.0) + 0.012 * np.sin(23.0 * x + 2.0)
    v = y + 0.03 * np.sin(8.0 * x + 2.0) + 0.012 * np.sin(21.0 * y)
    nearest = np.full(x.shape, 9.0)
    second = nearest.copy()
    for px, py in points:
        distance = np.hypot(u - px, v - py)
        second = np.minimum(second, np.maximum(nearest, distance))
        nearest = np.minimum(nearest, distance)
    net: NDArray[np.float64] = np.exp(-5.0 * cells * (second - nearest))
    return net
