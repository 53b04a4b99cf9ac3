"""Films: what one card does to light, pixel by pixel."""

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float32]
"""Linear light, rows × columns × RGB."""

Clarity = Literal["clear", "natural", "murky"]


class Frame(msgspec.Struct, frozen=True):
    """How finely the ocean is drawn: the window that is seen, and the bleed around it that a tilt brings in."""

    size: int = 640

    def __post_init__(self) -> None:
        if self.size % 32 or not 64 <= self.size <= 2048:
            raise ValueError(f"the picture's size must be a multiple of 32 from 64 to 2048, not {self.size}")

    @property
    def bleed(self) -> int:
        """Pixels beyond each edge of the window; a multiple of four keeps the light's coarse grid aligned."""
        return max(4, 4 * round(self.size * 12 / 640 / 4))

    @property
    def whole(self) -> int:
        """Width and height of a film with its bleed."""
        return self.size + 2 * self.bleed

    @property
    def unit(self) -> float:
        """Pixels of this frame per pixel of the frame of 640, in which all distances are given."""
        return self.size / 640


class Water(msgspec.Struct, frozen=True):
    """What bare film is made of, and how sight weakens with depth."""

    clear: tuple[float, float, float]
    haze: tuple[float, float, float]
    blur: float


WATERS: dict[Clarity, Water] = {
    "clear": Water((0.80, 0.90, 0.925), (0.004, 0.021, 0.033), 0.25),
    "natural": Water((0.68, 0.83, 0.87), (0.006, 0.036, 0.055), 0.45),
    "murky": Water((0.54, 0.74, 0.77), (0.010, 0.056, 0.072), 0.75),
}

INK_SHINES_THROUGH = 0.03
INK_REFLECTS = 0.94


class Film(msgspec.Struct, frozen=True):
    """A card as light meets it: `transmit` and `reflect` per pixel and colour, `ink` how much of it is inked.

    Nowhere do the first two add up to more than one. A hole transmits everything and reflects nothing.
    """

    transmit: Pixels
    reflect: Pixels
    ink: NDArray[np.float32]

    def turned(self, quarters: int, flipped: bool) -> "Film":
        """Lay the film flipped over (left and right change), then with quarter turns against the clock."""

        def laid(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
            return np.ascontiguousarray(np.rot90(pixels[:, ::-1] if flipped else pixels, quarters))

        return Film(laid(self.transmit), laid(self.reflect), laid(self.ink))


def printed(colour: Pixels, ink: NDArray[np.float32], hole: NDArray[np.float32], water: Water) -> Film:
    """Print ink (linear colour, already multiplied by its coverage) on film of the given water, then cut holes."""
    cover = ink[..., None]
    film = 1.0 - cover
    transmit = film * np.asarray(water.clear, np.float32) + cover * np.float32(INK_SHINES_THROUGH)
    reflect = film * np.asarray(water.haze, np.float32) + colour * np.float32(INK_REFLECTS)
    if hole.any():
        gap = hole[..., None]
        transmit += gap * (1.0 - transmit)
        reflect *= 1.0 - gap
        ink = ink * (1.0 - hole)
    return Film(transmit, reflect, ink)
