"""Layout: where the animals of a card lie, found from the top of the stack down so that none is hidden.

Where an animal lies may depend on the cards above its own, never on those below, and it is chosen in the same
way whatever its card holds: every card has a place for a shark and one for a helper, used or not. Scenery
depends on no other card. So what keeps clear of what tells nothing about what has not been lifted.

All of this is worked out in pixels of the frame of 640, as the window shows them, on a coarse grid, whatever
the size of the picture: a card is the same in every size and whenever it is drawn.
"""

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.ocean.art import MANTA, SHARKS, TURTLES, Pose
from fathom.ocean.art.pose import Point
from fathom.ocean.art.silhouette import silhouette
from fathom.ocean.chance import Draws

WIDE = 640.0
"""All cards are laid out on a square of this width, whatever the number of pixels."""

GRID = 64
"""Cells across of the grid on which it is judged what covers what."""

OVER = 4
"""Cards above that count: below them lies depth 5, the deepest that a program can name."""

OPEN = 0.35
"""Where the cards above let through less than this share of what bare film would, an animal does not show."""

ENOUGH = 0.72
"""With so much of an animal in the open under all cards that count, the first place tried is taken."""

TRIES = 36

APART = 0.42
"""So far from each other, in widths of the card, is far enough for a shark and a helper."""

HELPERS = (*TURTLES.values(), MANTA)

Spot = tuple[float, float]
Cover = NDArray[np.float32]
"""How much of each cell of the window a card inks, from 0 to 1."""


class Swimmer(msgspec.Struct, frozen=True):
    """How an animal is drawn on its card, wherever that is: pose, size, heading, colouring."""

    name: str
    pose: Pose
    size: float
    angle: float
    mirrored: bool
    hue: float
    strength: float
    light: float


class Layout(msgspec.Struct, frozen=True):
    """What may lie on a card and where, in the card's own coordinates, whichever of it is there."""

    shark: Swimmer
    shark_spot: Spot
    helpers: tuple[Swimmer, ...]
    helper_spot: Spot


def layout(draws: Draws, turn: int, flipped: bool, covers: Sequence[Cover]) -> Layout:
    """Lay out a card that lies turned and flipped under what the cards above it cover, the last on it."""
    shark, helpers = _shark(draws), _helpers(draws)
    seen = _through(covers[-OVER:])

    def shown(swimmers: Sequence[Swimmer], spots: Sequence[Spot]) -> NDArray[np.float64]:
        shares = [_shown(one, spots, turn, flipped, seen) for one in swimmers]
        worst: NDArray[np.float64] = np.min(shares, axis=0)
        return worst

    tries = [_anywhere(draws, 0.24, 0.2, 0.76) for _ in range(TRIES)]
    shark_spot = tries[_first_good(shown([shark], tries))]
    tries = [_anywhere(draws, 0.17, 0.16, 0.82) for _ in range(2 * TRIES)]
    apart = np.array([min(math.dist(shark_spot, spot) / WIDE, APART) for spot in tries])
    open_ = shown(helpers, tries)
    helper_spot = tries[_first_good(open_ - 4.0 * (APART - apart))]
    return Layout(
        shark, lifted_back(shark_spot, turn, flipped), helpers, lifted_back(helper_spot, turn, flipped)
    )


def on_window(spot: Spot, turn: int, flipped: bool) -> Spot:
    """Where a spot of the card comes to lie in the window: flipped, then turned against the clock."""
    x, y = spot
    if flipped:
        x = WIDE - x
    for _ in range(turn):
        x, y = y, WIDE - x
    return x, y


def lifted_back(spot: Spot, turn: int, flipped: bool) -> Spot:
    """Which spot of the card lies at a spot of the window."""
    x, y = spot
    for _ in range(turn):
        x, y = WIDE - y, x
    return (WIDE - x if flipped else x), y


def points_of(swimmer: Swimmer, points: Sequence[Point]) -> NDArray[np.float64]:
    """Points of a drawing as they lie on the card when the animal is at its origin."""
    bent = swimmer.pose.bend_all(np.array(points)) * swimmer.size
    if swimmer.mirrored:
        bent[:, 1] *= -1
    angle = math.radians(swimmer.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.stack([bent[:, 0] * cos - bent[:, 1] * sin, bent[:, 0] * sin + bent[:, 1] * cos], axis=1)


def laid_points(points: NDArray[np.float64], turn: int, flipped: bool) -> NDArray[np.float64]:
    """Points about a spot of the card, as they lie about that spot in the window."""
    x, y = points[:, 0], points[:, 1]
    if flipped:
        x = -x
    for _ in range(turn):
        x, y = y, -x
    return np.stack([x, y], axis=1)


def _shark(draws: Draws) -> Swimmer:
    name = draws.pick(SHARKS)
    pose = Pose(draws.between(-0.8, 0.8), draws.between(-0.1, 0.1), draws.between(-0.6, 0.6))
    return Swimmer(
        name,
        pose,
        draws.between(0.85, 1.3),
        draws.pick((0.0, 180.0)) + draws.between(-42, 42),
        draws.chance(0.5),
        draws.between(-0.02, 0.02),
        draws.between(0.85, 1.2),
        draws.between(1.12, 1.26),
    )


def _helpers(draws: Draws) -> tuple[Swimmer, ...]:
    """Draw how a helper lies, and what each of the three would look like so."""
    pose = Pose(draws.between(-0.5, 0.5), 0.0, 0.0, draws.between(-0.22, 0.3), 200.0)
    size, angle, mirrored = draws.unit(), draws.between(0, 360), draws.chance(0.5)
    hue, light = draws.between(-0.012, 0.012), draws.between(0.96, 1.08)
    return tuple(
        Swimmer(name, pose, low + (high - low) * size, angle, mirrored, hue, 1.0, light)
        for name, low, high in zip(HELPERS, (0.72, 0.72, 0.7), (1.04, 1.04, 1.02), strict=True)
    )


def _anywhere(draws: Draws, aside: float, top: float, bottom: float) -> Spot:
    return draws.between(aside, 1 - aside) * WIDE, draws.between(top, bottom) * WIDE


def _first_good(shares: NDArray[np.float64]) -> int:
    """The first place that is open enough, or else the most open one."""
    good = np.flatnonzero(shares >= ENOUGH)
    return int(good[0]) if len(good) else int(shares.argmax())


def _shown(
    swimmer: Swimmer, spots: Sequence[Spot], turn: int, flipped: bool, seen: Cover
) -> NDArray[np.float64]:
    """Which share of an animal is in the window and in the open at each spot of the window."""
    points = laid_points(points_of(swimmer, silhouette(swimmer.name).inside), turn, flipped)
    at = np.floor((np.array(spots)[:, None, :] + points[None]) * (GRID / WIDE)).astype(int)
    within = ((at >= 0) & (at < GRID)).all(axis=-1)
    at = at.clip(0, GRID - 1)
    open_: NDArray[np.bool_] = within & (seen[at[..., 1], at[..., 0]] >= OPEN)
    return np.asarray(open_.mean(axis=1), np.float64)


def _through(covers: Sequence[Cover]) -> Cover:
    """What share of light comes through covers that lie on each other, beside what bare film lets through."""
    through = np.ones((GRID, GRID), np.float32)
    for cover in covers:
        through *= 1 - cover
    return through
