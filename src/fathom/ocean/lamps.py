"""The lamps there are: daylight, and what a torch can be made of."""

import functools

import numpy as np
from numpy.typing import NDArray

from fathom.ocean.films import Frame, Plane, laid
from fathom.ocean.light import COARSE, Lamp

SUN = (4.5, 3.5)
"""How far (down, right) daylight moves per layer: the sun stands at the upper left."""

SIDES = {"north": (12.0, 0.0), "east": (0.0, -12.0), "south": (-12.0, 0.0), "west": (0.0, 12.0)}
"""Lamps at the four sides shine in low: their light moves far at each step down, and does not reach deep."""

LIGHTS = ("night", "above", "below", *SIDES)
"""The names of the lights in `basis`."""


@functools.lru_cache(maxsize=8)
def daylight(frame: Frame, corner: int = 0) -> tuple[Lamp, ...]:
    """Sky and sun: the sky soft from everywhere, the sun slanting through waves, as shafts and caustics.

    The sun shines from the upper left, or from another corner, so many quarter turns on against the clock.
    """
    sky = Lamp((0.46, 0.52, 0.56), soften=9.0, pattern=_opening(frame))
    down, right = SUN
    for _ in range(corner):
        down, right = -right, down
    sun = Lamp(
        (0.90, 0.83, 0.71), (down, right), soften=2.2, pattern=laid(_waves(frame), corner, flipped=False)
    )
    return sky, sun


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


def _waves(frame: Frame) -> Plane:
    """Give the pattern that waves make of sunlight: caustics, shafts, and a slow fall from one corner."""
    side = frame.whole // COARSE
    y, x = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side), indexing="ij")
    net = _net(x, y, 7) + 0.6 * _net(y, x, 11)
    angle = np.arctan2(y + 0.5, x + 0.3)
    distance = np.hypot(y + 0.5, x + 0.3)
    rays = sum(np.sin(angle * k + 0.9 * k) / k**0.4 for k in (13.0, 24.0, 37.0, 61.0))
    shafts = np.exp(1.25 * np.clip(rays, -1.2, 1.6)) * np.clip(1.35 - 0.75 * distance, 0.05, None)
    fall = np.exp(-0.75 * distance)
    pattern = fall * (0.75 + 0.5 * shafts + 0.8 * (net - net.mean()))
    pattern = np.clip(pattern / pattern.mean(), 0.05, None)
    pattern = 2.0 * (1.0 - np.exp(-0.75 * pattern)) * _opening(frame)  # no spot burns out
    return np.asarray(pattern / pattern.mean(), np.float32)


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
