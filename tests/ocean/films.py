"""Films made by hand, for tests of what light does to them."""

import numpy as np
from numpy.typing import NDArray

from fathom.ocean.films import Film, Frame, Water
from fathom.ocean.gaps import USUAL, Moves
from fathom.ocean.light import Lamp, lit, stacked
from fathom.ocean.views import see

FRAME = Frame(128)
STILL = Water((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), blur=0.0)
WHITE = Lamp((1.0, 1.0, 1.0))
BELOW = Lamp((1.0, 1.0, 1.0), below=True)


def film(transmit: float = 1.0, reflect: float = 0.0, frame: Frame = FRAME) -> Film:
    """An even film."""
    side = frame.whole
    return Film(
        np.full((3, side, side), transmit, np.float32),
        np.full((3, side, side), reflect, np.float32),
        np.zeros((side, side), np.float32),
    )


def noise(seed: int, frame: Frame = FRAME, reflects: bool = True) -> Film:
    """A film of coloured noise that keeps to the law: what is let through and given back is at most all."""
    chance = np.random.default_rng(seed)
    shape = (3, frame.whole, frame.whole)
    transmit = chance.uniform(0, 1, shape).astype(np.float32)
    reflect = (1 - transmit) * chance.uniform(0, 1, shape).astype(np.float32)
    ink = chance.uniform(0, 1, shape[1:]).astype(np.float32)
    return Film(transmit, reflect if reflects else np.zeros_like(reflect), ink)


def radiance(
    films: list[Film],
    lamps: list[Lamp],
    tilt: tuple[float, float] = (0.0, 0.0),
    water: Water = STILL,
    frame: Frame = FRAME,
    moves: Moves = USUAL,
) -> NDArray[np.float32]:
    """What is seen of films that lie on each other."""
    stack = stacked(films, [float(k) for k in range(len(films))], moves[: len(films)], water, frame)
    return see(lit(stack, lamps), tilt)
