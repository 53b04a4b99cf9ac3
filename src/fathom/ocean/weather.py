"""Weather: every game has a sea of its own, with its tint and the side from which the sun comes."""

from fathom.ocean.chance import Draws
from fathom.ocean.films import WATERS, Clarity, Water

Rgb = tuple[float, float, float]

TINTS: tuple[tuple[Rgb, Rgb], ...] = (
    ((1.00, 1.00, 1.00), (1.000, 1.000, 1.000)),  # open sea
    ((1.25, 1.14, 0.90), (1.000, 1.012, 0.985)),  # lagoon
    ((1.30, 0.90, 1.18), (1.005, 0.985, 1.010)),  # far from land
    ((1.40, 1.08, 0.84), (1.010, 1.005, 0.977)),  # among kelp
)
"""What each sea does to the haze and the clearness of its water; green, which the eye goes by, stays near."""


def water(clarity: Clarity, art: bytes) -> Water:
    """Give the water of a game."""
    if clarity not in WATERS:
        raise ValueError(f"the water can be {', '.join(WATERS)}, not {clarity!r}")
    plain = WATERS[clarity]
    haze, clear = Draws(art, "water").pick(TINTS)
    return Water(_times(plain.clear, clear), _times(plain.haze, haze), plain.blur)


def sun_corner(art: bytes) -> int:
    """Say from which corner the sun shines in a game, as quarter turns from the upper left."""
    return Draws(art, "sun").whole(0, 3)


def _times(colour: Rgb, factor: Rgb) -> Rgb:
    return colour[0] * factor[0], colour[1] * factor[1], colour[2] * factor[2]
