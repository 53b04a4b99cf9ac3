"""Films: what one card does to light, pixel by pixel."""

from typing import Literal, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
"""One number per pixel, rows × columns."""

Pixels = NDArray[np.float32]
"""Linear light, or a share of it, as three planes: red, green, blue. Planes make sums over pixels quick."""

Number = TypeVar("Number", np.float32, np.uint8)

Clarity = Literal["clear", "natural", "murky"]


class Frame(msgspec.Struct, frozen=True):
    """How finely the ocean is drawn: the window that is seen, and the bleed that a tilt brings in."""

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
    """What bare film is made of, and how much a film goes out of focus with every layer above it (pixels)."""

    clear: tuple[float, float, float]
    haze: tuple[float, float, float]
    blur: float


WATERS: dict[Clarity, Water] = {
    "clear": Water((0.780, 0.806, 0.826), (0.0030, 0.0225, 0.0370), 0.2),
    "natural": Water((0.715, 0.752, 0.778), (0.0042, 0.0310, 0.0505), 0.32),
    "murky": Water((0.692, 0.737, 0.762), (0.0053, 0.0375, 0.0580), 0.46),
}
"""A film takes nearly as much of green and blue as of red: what lies deeper is darker and has less contrast,
to all eyes, and not only less red, which not everybody sees."""

INK_PASSES = 0.025
"""What any ink lets through."""

INK_STAINS = 0.11
"""What ink lets through besides, in its own colour: paper is like stained glass when lit from below."""

INK_REFLECTS = 0.86


class Film(msgspec.Struct, frozen=True):
    """A card as light meets it: `transmit` and `reflect` per pixel and colour, `ink` how much of it is inked.

    Nowhere do the first two add up to more than one. A hole transmits everything and reflects nothing.
    """

    transmit: Pixels
    reflect: Pixels
    ink: Plane

    def turned(self, quarters: int, flipped: bool) -> "Film":
        """Lay the film flipped over (left and right change), then with quarter turns against the clock."""
        return Film(*(laid(pixels, quarters, flipped) for pixels in (self.transmit, self.reflect, self.ink)))

    def middle(self, side: int) -> "Film":
        """Cut off what bleed is too much."""
        cut = slice((len(self.ink) - side) // 2, (len(self.ink) + side) // 2)
        parts = (
            np.ascontiguousarray(part[..., cut, cut]) for part in (self.transmit, self.reflect, self.ink)
        )
        return Film(*parts)


def laid(pixels: NDArray[Number], quarters: int, flipped: bool) -> NDArray[Number]:
    """Flip and turn anything whose last two axes are rows and columns."""
    turned = np.rot90(pixels[..., ::-1] if flipped else pixels, quarters, axes=(-2, -1))
    return np.ascontiguousarray(turned)


def printed(colour: Pixels, ink: Plane, hole: Plane | None, water: Water) -> Film:
    """Print ink (linear colour, multiplied by its coverage) on film of the given water, then cut holes."""
    bare = 1.0 - ink
    transmit, reflect = np.empty_like(colour), np.empty_like(colour)
    for channel in range(3):
        np.multiply(bare, np.float32(water.clear[channel]), out=transmit[channel])
        transmit[channel] += np.float32(INK_PASSES) * ink
        np.multiply(bare, np.float32(water.haze[channel]), out=reflect[channel])
    transmit += np.float32(INK_STAINS) * colour
    reflect += np.float32(INK_REFLECTS) * colour
    film = Film(transmit, reflect, ink)
    return film if hole is None else cut_out(film, hole)


def cut_out(film: Film, hole: Plane) -> Film:
    """Cut holes, given as coverage from 0 to 1, into a film, which changes."""
    places = np.flatnonzero(hole)
    open_ = hole.reshape(-1)[places]
    solid = 1.0 - open_
    film.transmit.reshape(3, -1)[:, places] *= solid
    film.transmit.reshape(3, -1)[:, places] += open_
    film.reflect.reshape(3, -1)[:, places] *= solid
    film.ink.reshape(-1)[places] *= solid
    return film
