"""Weather: every game has a sea of its own, in the colours of a place and an hour, with its own sun.

The scripts differ in hue, not in how much light a film takes: what lies deeper looks deeper in all of them
by the same amount.
"""

import msgspec

from fathom.ocean.art.growth import PLAIN, Palette
from fathom.ocean.chance import Draws
from fathom.ocean.films import WATERS, Clarity, Water

Rgb = tuple[float, float, float]


class Script(msgspec.Struct, frozen=True):
    """The colours of a sea: what they do to haze and clearness, the light of sky and sun, what grows.

    `surface` and `abyss` are the tones that light has at the upper and at the lower edge of the picture.
    """

    name: str
    haze: Rgb
    clear: Rgb
    sky: Rgb
    sun: Rgb
    surface: Rgb
    abyss: Rgb
    palette: Palette = PLAIN


SCRIPTS: tuple[Script, ...] = (
    Script(
        "open sea",
        (0.9, 0.88, 1.14),
        (1.0, 1.0, 1.0),
        (0.46, 0.54, 0.66),
        (1.06, 1.00, 0.84),
        (1.15, 1.12, 0.98),
        (0.62, 0.72, 1.12),
    ),
    Script(
        "reef",
        (0.9, 1.10, 0.90),
        (1.005, 1.005, 0.985),
        (0.48, 0.57, 0.57),
        (1.14, 1.03, 0.78),
        (1.2, 1.15, 0.9),
        (0.55, 0.7, 1.25),
        Palette(
            ("#3e8e5a", "#2d7f7a", "#6a8f3c", "#a8455a"),
            ("#ff6b57", "#ffb14a", "#f28fa5", "#f4d06f", "#c76bb0"),
            ("#7a6a5c", "#6f6a63", "#5d6b78"),
            ("#ffe9b8", "#ffd0a0"),
        ),
    ),
    Script(
        "among kelp",
        (1.9, 1.02, 0.66),
        (1.01, 1.01, 0.97),
        (0.52, 0.57, 0.44),
        (1.24, 1.06, 0.60),
        (1.45, 1.2, 0.72),
        (0.4, 0.74, 1.5),
        Palette(
            ("#6a8f3c", "#8a8f34", "#3e8e5a", "#b08a38"),
            ("#e0a040", "#d9764a", "#c9b15a", "#a8455a"),
            ("#6b6a4c", "#5d6450", "#7a6a4c"),
            ("#f2e3a0", "#d9e0a8"),
        ),
    ),
    Script(
        "dusk",
        (4.6, 0.62, 1.10),
        (1.02, 0.985, 1.0),
        (0.50, 0.50, 0.86),
        (1.56, 0.78, 0.62),
        (2.0, 1.15, 0.6),
        (0.36, 0.72, 1.25),
        Palette(
            ("#7a4f8f", "#a8455a", "#4c5f8f", "#8f5f7a"),
            ("#ff8a6b", "#f28fa5", "#c76bb0", "#ffb37a"),
            ("#5d5878", "#6b5a70", "#4c5470"),
            ("#ffd6c4", "#f0c8e0"),
        ),
    ),
    Script(
        "dawn",
        (4.4, 0.80, 0.96),
        (1.02, 1.0, 0.99),
        (0.30, 0.50, 1.00),
        (1.95, 0.98, 0.56),
        (2.3, 1.32, 0.62),
        (0.42, 0.74, 1.35),
        Palette(
            ("#4f8f74", "#8f8a4a", "#b0705a", "#3e7f8a"),
            ("#ff8f6b", "#ffc27a", "#f2a5a0", "#f4d06f"),
            ("#7a6f6a", "#6f7078", "#8a7868"),
            ("#ffe6c4", "#fff0d8"),
        ),
    ),
    Script(
        "under ice",
        (2.2, 1.08, 0.98),
        (1.01, 1.005, 0.995),
        (0.54, 0.62, 0.68),
        (1.02, 1.06, 1.06),
        (1.05, 1.12, 1.05),
        (0.6, 0.72, 1.1),
        Palette(
            ("#4a8f8a", "#5f7f8f", "#7a9f8a", "#8f7a9f"),
            ("#e8a0b0", "#d0b8e0", "#f0d8c0", "#e87f6b"),
            ("#7f909c", "#6b808c", "#8f949c"),
            ("#eef8f8", "#d8ecf4"),
        ),
    ),
    Script(
        "lagoon",
        (0.62, 1.24, 1.04),
        (0.99, 1.015, 0.99),
        (0.44, 0.60, 0.62),
        (1.12, 1.07, 0.86),
        (1.25, 1.2, 0.92),
        (0.5, 0.74, 1.2),
        Palette(
            ("#2f9d7b", "#3eae6a", "#8fae3c", "#2d8f9a"),
            ("#ff7f6b", "#ffa0b8", "#ffc14a", "#b07fd0"),
            ("#8a8070", "#7f8a88", "#9a8a70"),
            ("#f4ffe8", "#ffe9c8"),
        ),
    ),
)


def script(art: bytes) -> Script:
    """The colours of a game."""
    return Draws(art, "water").pick(SCRIPTS)


def water(clarity: Clarity, art: bytes) -> Water:
    """The water of a game."""
    if clarity not in WATERS:
        raise ValueError(f"the water can be {', '.join(WATERS)}, not {clarity!r}")
    plain, colours = WATERS[clarity], script(art)
    return Water(_times(plain.clear, colours.clear), _times(plain.haze, colours.haze), plain.blur)


def sun_corner(art: bytes) -> int:
    """Where the sun stands over a game: 0 at the far left, 3 at the far right."""
    return Draws(art, "sun").whole(0, 3)


def _times(colour: Rgb, factor: Rgb) -> Rgb:
    return colour[0] * factor[0], colour[1] * factor[1], colour[2] * factor[2]
